"""Runs and their traces."""

from __future__ import annotations

import json
import math
import warnings
from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import deepcopy
from html import escape
from os import PathLike
from typing import TYPE_CHECKING, Any, Self

from . import _engine
from ._files import replacing
from ._pickling import Packed, columns_of, engine_check, packed
from ._tables import Tables
from .errors import ThinnedTraceWarning
from .scenario import Scenario, as_scenario
from .table import ColumnInfo, Records, Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ._engine import Simulation, Trace
    from ._types import Summary
    from .widget import Widget

_SCHEMA: dict[str, tuple[str, tuple[ColumnInfo, ...]]] = {
    table["name"]: (
        table["doc"],
        tuple(
            ColumnInfo(one["name"], one["element"], one["unit"], one["doc"], tuple(one["codes"]) or None)
            for one in table["columns"]
        ),
    )
    for table in json.loads(_engine.tables())
}


class Rows(Tables):
    """The rows of a run, or of a part of it: one attribute a table."""

    def __init__(
        self,
        scenario: Scenario,
        trace: Trace,
        names: Mapping[str, Sequence[str]],
        thinned: Collection[str] = (),
    ) -> None:
        self.scenario = scenario
        self._trace = trace
        self._names = names
        self._thinned = frozenset(thinned)

    def _table(self, name: str) -> Table:
        doc, schema = _SCHEMA[name]
        return Table(name, doc, schema, self._trace.columns(name), self._names, name in self._thinned)

    def __reduce_ex__(self, protocol: Any) -> tuple[Any, ...]:
        state = {name: value for name, value in self.__dict__.items() if name != "_trace"}
        tables = {name: self._trace.columns(name) for name in _SCHEMA}
        return _restored, (type(self), state, packed(tables, protocol))

    def __copy__(self) -> Self:
        return self._with(self.__dict__)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        # A trace never changes, so copies share it.
        return self._with({name: one if name == "_trace" else deepcopy(one, memo) for name, one in self.__dict__.items()})

    @classmethod
    def _with(cls, state: Mapping[str, Any]) -> Self:
        made = cls.__new__(cls)
        made.__dict__.update(state)
        return made


def _restored(cls: type[Rows], state: dict[str, Any], data: Packed) -> Rows:
    """Rows that were pickled."""
    engine_check(data)
    return cls._with({**state, "_trace": columns_of(data)})


class Run(Rows):
    """A finished run: its summary, and its trace as tables.

    It can be pickled and copied: the tables go along, so that the copy has the same bits whatever reads it.
    """

    def __init__(self, scenario: Scenario, trace: Trace, summary: Summary) -> None:
        super().__init__(scenario, trace, _names(summary), _thinned_tables(scenario, trace, summary))
        self.summary = summary
        """The results: one dictionary, as `vegaslab run --json` prints it. Names end with the unit. They are of the whole
        run, even if its trace was thinned."""

    @property
    def kept_share(self) -> float:
        """Share of the run's samples that the tables have: below 1 if `record.max_rows` was too few for all of them."""
        kept, left_out = self.summary["rows_recorded"], self.summary["rows_thinned"]
        return kept / (kept + left_out) if left_out else 1.0

    def _note(self) -> str:
        """What the trace lacks; empty if it's whole."""
        notes = []
        if self._thinned >= {"states"}:
            notes.append("nothing recorded: record.max_rows is 0")
        elif self._thinned - {"hops"}:
            tables = [name for name in _SCHEMA if name in self._thinned - {"hops"}]
            kept = _percent(self.kept_share)
            notes.append(f"thinned: kept {kept} of samples (tables: {', '.join(tables)})")
        stopped = self.summary.get("hops_stopped_at_s")
        if stopped is not None:
            notes.append(f"hops are missing from {stopped:g} s on")
        return "; ".join(notes)

    def _limits(self) -> str:
        """The flows that the receiver's window limits most of the time; empty if there is none."""
        flows = []
        for flow in self.summary["flows"]:
            times = flow["limited_s"]
            path = times["cwnd"] + times["flight"] + times["timer"] + times["pacing"]
            share = times["receiver"] / (times["receiver"] + times["application"] + path or 1)
            if share > 0.5:
                flows.append(f"{flow['name']} {_percent(share)}")
        if not flows:
            return ""
        more = f" and {len(flows) - 3} more" if len(flows) > 3 else ""
        return f"limited by the receiver's window most of the time: {', '.join(flows[:3])}{more} (see rwnd_bytes)"

    def _head(self) -> str:
        head = f"{self.scenario.name}, seed {self.summary['seed']}, digest {self.digest}"
        return ", ".join(filter(None, (head, self._note(), self._limits())))

    @property
    def digest(self) -> str:
        """The digest of the whole trace. Equal digests mean equal runs, on every machine and in the browser."""
        return str(self.summary["digest"])

    @property
    def flows(self) -> Records:
        """The results of each flow."""
        return Records(self.summary["flows"], "Results per flow")

    @property
    def links(self) -> Records:
        """The results of each directed link."""
        return Records(self.summary["links"], "Results per directed link")

    @property
    def datagrams(self) -> Records:
        """The results of each datagram source."""
        return Records(self.summary["datagrams"], "Results per datagram source")

    def whole(self) -> Run:
        """This run with every row, so that counts and percentiles of its tables are right: the run itself if it isn't
        thinned, else the same scenario simulated again, whatever its `record.max_rows` is::

            run.whole().rtts.to_pandas()["rtt_ms"].quantile(0.95)

        The digest proves that it's the same run. All rows are in memory at once: about 20 bytes a sample, and up
        to twice as many while it runs. `between` and `series` need less.
        """
        if not self._thinned - {"hops"}:
            return self
        simulation = self._again()
        simulation.step(_ALL)
        return Run(self.scenario, simulation.take_rows(), self._same(simulation))

    def between(self, from_s: float, to_s: float, *, hops: bool = False) -> Rows:
        """Every row of `from_s <= time_s < to_s`, even if the run's own tables lack some or all of them::

            run.between(90, 100).rtts.to_pandas()["rtt_ms"].quantile(0.95)

        The scenario is simulated again to its end, where the digest proves that it's the same run; only these rows are in
        memory. `hops=True` adds the packets on links. Those that were on a link at `from_s` already were offered before.
        """
        end_s = self.summary["ended_at_s"]
        if not (0 <= from_s <= end_s and from_s < to_s):
            raise ValueError(
                f"from_s must be from 0 to {end_s:g} s, where the run ended, and less than to_s (you gave {from_s:g} and {to_s:g})"
            )
        simulation = self._again()
        trace = simulation.excerpt(from_s, to_s, hops)
        simulation.step(_ALL)
        self._same(simulation)
        return Rows(self.scenario, trace, self._names)

    def series(
        self, column: str, *, step_s: float, flow: str | int | None = None, link: str | int | None = None
    ) -> Records:
        """A column per step of time: the number of rows, and the least, greatest, first and last value, for every step of
        the run. It's exact for thinned runs too, whose scenario is simulated again, with few rows in memory at a time::

            run.series("cwnd", flow="transfer", step_s=1).to_pandas()
            run.series("packets", link="R1>R2", step_s=0.1).to_pandas()
            run.series("send", flow="transfer", step_s=1)["count"]

        Columns of `windows` and `rtts` need a flow, those of `queues` a link, by name or index; a run with only one doesn't. Units
        are those of the table. A kind of event of `segments` is counted: a datagram source is a flow there.

        Steps begin at multiples of `step_s`, at `time_s`. Without rows, `count` is 0 and the values are NaN: then cwnd and
        queues are as they were at the end of the step before. Values that are NaN are neither least nor greatest.
        """
        from .series import series

        return series(self, column, step_s, flow, link)

    def _again(self) -> Simulation:
        """The same run from its start, with every row."""
        return _engine.Simulation(self.scenario.set("record.max_rows", 1)._text, True)

    def _same(self, simulation: Simulation) -> Summary:
        """The summary of a run that was simulated again; it must be this run."""
        summary: Summary = json.loads(simulation.summary())
        if summary["digest"] != self.digest:
            ours, theirs = summary["engine_version"], self.summary["engine_version"]
            raise ValueError(
                f"another engine made this run (version {theirs}); this one (version {ours}) gives another run of the scenario, "
                f"with digest {summary['digest']}, not {self.digest}. Run run.scenario again"
            )
        return summary

    def _pieces(self, table: str) -> Iterator[Trace]:
        """All rows of a table, in pieces."""
        if table not in self._thinned:
            yield self._trace
            return
        simulation, finished = self._again(), False
        while not finished:
            finished = simulation.step(_EVENTS)
            yield simulation.take_rows()
        self._same(simulation)

    def link(self, lab: str = "") -> str:
        """The link that shows this run on the bench; `lab` is the address of the lab's main page."""
        return self.scenario.link(lab)

    def plot(self, *panels: str, flows: Sequence[str] | None = None) -> Figure:
        """Draws panels with matplotlib, in the lab's colors and marks: by default `sequence`, `window` and `queue`.

        `flows` picks flows by name.
        """
        from .plot import plot

        return plot(self, panels, flows)

    def widget(self, **options: Any) -> Widget:
        """This run in a notebook's cell, with controls. The options are the attributes of `vl.Widget`."""
        from .widget import widget_of

        return widget_of(self, options)

    def to_pcapng(self, path: str | PathLike[str], *, whole: bool | None = None) -> None:
        """Writes the run as a capture for Wireshark: one interface at the senders, one at the receivers.

        `whole` says whether packets are kept whole or only their headers; by default, whole up to about 48 MiB. No packet
        of the run is missing: one whose trace is thinned is simulated again, like `Run.whole` does.
        """
        self.whole()._export("pcapng", path, whole)

    def to_qlog(self, path: str | PathLike[str]) -> None:
        """Writes the run as qlog 0.3, one trace a flow, for viewers such as qvis. No event is missing, as in `to_pcapng`."""
        self.whole()._export("qlog", path)

    def _export(self, format: str, path: str | PathLike[str], whole: bool | None = None) -> None:
        with replacing(path) as file:
            self._trace.export(format, self.scenario._text, json.dumps(self.summary), self.link(), file.write, whole)

    def __repr__(self) -> str:
        return f"<Run of {self._head()}>"

    def _repr_html_(self) -> str:
        flows = ({name: value for name, value in row.items() if name not in _NESTED} for row in self.flows)
        return f"<p>{escape(self._head())}</p>" + Records(flows, "Flows")._repr_html_() + Records(self.links, "Links")._repr_html_()


_NESTED = {"transfers", "time_to_bytes_s", "limited_s"}


def _names(summary: Summary) -> dict[str, list[str]]:
    """The names that columns of indices stand for."""
    flows = [one["name"] for one in (*summary["flows"], *summary["datagrams"])]
    return {"flow": flows, "link": [one["name"] for one in summary["links"]]}


def _max_rows(scenario: Scenario) -> int:
    return int(json.loads(scenario._expanded_text)["record"]["max_rows"])


def _thinned_tables(scenario: Scenario, trace: Trace, summary: Summary) -> set[str]:
    """The tables that may lack rows."""
    stopped = {"hops"} if summary.get("hops_stopped_at_s") is not None else set()
    if not summary["rows_thinned"]:
        return stopped
    max_rows = _max_rows(scenario)
    if max_rows == 0:
        return set(_SCHEMA)
    # Decisions, SACK blocks and limits are counted apart; none is left out before there are `max_rows` of them.
    apart = {name for name in ("decisions", "sacks", "limits") if len(trace.columns(name)[0]) >= max_rows}
    return {"segments", "windows", "rtts", "queues"} | apart | stopped


def _percent(share: float) -> str:
    """A share below 1, which no rounding makes 100 %."""
    return f"{100 * share:.2g} %" if share < 0.99 else f"{math.floor(1000 * share) / 10:g} %"


_ALL = 2**64 - 1

_EVENTS = 1 << 20
"""Events of a piece of a run."""

_MAX_ROWS = 20_000_000
"""Most that `record.max_rows` may be."""


def run(scenario: Scenario | Mapping[str, Any] | str) -> Run:
    """Runs a scenario to its end. Other threads go on meanwhile, and Ctrl-C stops it.

    The scenario may be given by the name of one of the lab's. A `ThinnedTraceWarning` says that the run had more samples
    than `record.max_rows`, so that the tables lack some of them.
    """
    given = as_scenario(scenario)
    simulation = _engine.Simulation(given._text)
    simulation.step(_ALL)
    made = Run(given, simulation.take_rows(), json.loads(simulation.summary()))
    # Whoever records nothing has asked for it.
    if made._thinned and made._thinned != _SCHEMA.keys():
        warnings.warn(_warning(made), ThinnedTraceWarning, stacklevel=2)
    return made


def _warning(run: Run) -> str:
    texts = [f"the trace of {run.scenario.name} isn't whole ({run._note()})"]
    if run._thinned - {"hops"}:
        samples = int(run.summary["rows_recorded"] + run.summary["rows_thinned"])
        texts.append(
            f"Counts and percentiles of these tables are wrong: run.whole() has all {samples:,} samples, run.between(from_s, to_s) those "
            "of a part, and run.series() sums them up per step. run.summary, and losses, retransmissions and duplicate ACKs in "
            "run.segments, are complete"
        )
        at_once = f'scenario.set("record.max_rows", {samples}) to record everything at once, or ' if samples <= _MAX_ROWS else ""
        texts.append(f"Use {at_once}vl.stream to take it piece by piece")
    if "hops" in run._thinned:
        texts.append("Make the window record.hops shorter, or take run.between(from_s, to_s, hops=True)")
    return ". ".join(texts)


class Stream(Iterator[Rows]):
    """Runs a scenario piece by piece, and keeps every row. `summary` has the results so far."""

    def __init__(self, scenario: Scenario, events: int) -> None:
        self.scenario = scenario
        self._events = events
        self._simulation = _engine.Simulation(scenario._text, True)
        self._names = _names(self.summary)
        self._thinned = () if _max_rows(scenario) else tuple(_SCHEMA)
        self._finished = False

    def __reduce_ex__(self, protocol: object) -> Any:
        raise TypeError("a Stream can't be pickled or copied, because it's a run in progress: pickle stream.scenario, and call vl.stream with it")

    @property
    def summary(self) -> Summary:
        """The results so far."""
        summary: Summary = json.loads(self._simulation.summary())
        return summary

    @property
    def progress(self) -> float:
        """Share of the maximum duration that has been simulated, 0 to 1."""
        return self._simulation.progress()

    def __next__(self) -> Rows:
        if self._finished:
            raise StopIteration
        self._finished = self._simulation.step(self._events)
        rows = Rows(self.scenario, self._simulation.take_rows(), self._names, self._thinned)
        if self._finished:
            stopped = self.summary.get("hops_stopped_at_s")
            if stopped is not None:
                text = f"hops of {self.scenario.name} are missing from {stopped:g} s on. Make the window record.hops shorter"
                warnings.warn(text, ThinnedTraceWarning, stacklevel=2)
        return rows


def stream(scenario: Scenario | Mapping[str, Any] | str, *, events: int = _EVENTS) -> Stream:
    """Runs a scenario piece by piece, so that a long trace never has to fit in memory::

        for rows in vl.stream(scenario):
            rows.windows.to_pandas().to_parquet(…)

    Each piece has the rows of that many events; a run handles about two events per packet and link. No row is left out,
    whatever `record.max_rows` is; only 0 still records nothing.
    """
    if events < 1:
        raise ValueError(f"events must be at least 1 (you gave {events})")
    return Stream(as_scenario(scenario), events)
