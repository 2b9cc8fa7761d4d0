"""Runs and their traces."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from os import PathLike
from typing import TYPE_CHECKING, Any

from . import _engine
from ._tables import Tables
from .scenario import Scenario, as_scenario
from .table import ColumnInfo, Records, Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ._engine import Trace
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

    def __init__(self, scenario: Scenario, trace: Trace, names: Mapping[str, Sequence[str]]) -> None:
        self.scenario = scenario
        self._trace = trace
        self._names = names

    def _table(self, name: str) -> Table:
        doc, schema = _SCHEMA[name]
        return Table(name, doc, schema, self._trace.columns(name), self._names)


class Run(Rows):
    """A finished run: its summary, and its trace as tables."""

    def __init__(self, scenario: Scenario, trace: Trace, summary: Summary) -> None:
        super().__init__(scenario, trace, _names(summary))
        self.summary = summary
        """The results: one dictionary, as `vegaslab run --json` prints it. Names end with the unit."""

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

        `whole` says whether packets are kept whole or only their headers; by default, whole up to about 48 MiB.
        """
        from .pcapng import write

        write(self, path, whole)

    def to_qlog(self, path: str | PathLike[str]) -> None:
        """Writes the run as qlog 0.3, one trace a flow, for viewers such as qvis."""
        from .qlog import write

        write(self, path)

    def __repr__(self) -> str:
        return f"<Run of {self.scenario.name}, seed {self.summary['seed']}, digest {self.digest}>"

    def _repr_html_(self) -> str:
        flows = ({name: value for name, value in row.items() if name not in _NESTED} for row in self.flows)
        head = f"{self.scenario.name}, seed {self.summary['seed']}, digest {self.digest}"
        return f"<p>{escape(head)}</p>" + Records(flows, "Flows")._repr_html_() + Records(self.links, "Links")._repr_html_()


_NESTED = {"transfers", "time_to_bytes_s"}


def _names(summary: Summary) -> dict[str, list[str]]:
    """The names that columns of indices stand for."""
    flows = [one["name"] for one in (*summary["flows"], *summary["datagrams"])]
    return {"flow": flows, "link": [one["name"] for one in summary["links"]]}


_ALL = 2**64 - 1


def run(scenario: Scenario | Mapping[str, Any] | str) -> Run:
    """Runs a scenario to its end. Other threads go on meanwhile, and Ctrl-C stops it.

    The scenario may be given by the name of one of the lab's.
    """
    given = as_scenario(scenario)
    simulation = _engine.Simulation(given._text)
    simulation.step(_ALL)
    return Run(given, simulation.take_rows(), json.loads(simulation.summary()))


class Stream(Iterator[Rows]):
    """Runs a scenario piece by piece. `summary` has the results so far."""

    def __init__(self, scenario: Scenario, events: int) -> None:
        self.scenario = scenario
        self._events = events
        self._simulation = _engine.Simulation(scenario._text)
        self._names = _names(self.summary)
        self._finished = False

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
        return Rows(self.scenario, self._simulation.take_rows(), self._names)


def stream(scenario: Scenario | Mapping[str, Any] | str, *, events: int = 1 << 20) -> Stream:
    """Runs a scenario piece by piece, so that a long trace never has to fit in memory::

        for rows in vl.stream(scenario.set("record.max_rows", 20_000_000)):
            rows.windows.to_pandas().to_parquet(…)

    Each piece has the rows of that many events; a run handles about two events per packet and link.
    """
    if events < 1:
        raise ValueError(f"events must be at least 1 (you gave {events})")
    return Stream(as_scenario(scenario), events)
