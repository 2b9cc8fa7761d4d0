"""The bench in a notebook's cell, by anywidget: `pip install vegaslab[widget]`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anywidget
import traitlets

from . import _engine
from ._pickling import raw
from .picture import picture
from .scenario import Scenario, as_scenario
from .trace import _MAX_ROWS, _SCHEMA, Run

if TYPE_CHECKING:
    from ._types import Summary

PANELS = {
    "sequence": "sender-sequence",
    "window": "window",
    "queue": "queue",
    "rtt": "rtt",
    "receiver_sequence": "receiver-sequence",
    "throughput": "throughput",
    "fairness": "fairness",
    "price": "price",
}
"""The panels by name, and their names in the bundle."""


_PICTURED_EVENTS = 1 << 21
"""Events of a run that a picture shows: for all but the longest runs, all of them. They take a tenth of a second."""


class _ScenarioTrait(traitlets.TraitType[Scenario, Any]):
    """A scenario, which may be set as a mapping or by the name of one of the lab's."""

    info_text = "a scenario"

    def validate(self, obj: Any, value: Any) -> Scenario:
        return as_scenario(value)


def _to_text(scenario: Scenario, _: Widget) -> str:
    return scenario._text


def _of_text(text: str, widget: Widget) -> Scenario:
    made = Scenario(text)
    if made.name == widget.scenario.name:
        made._origin = widget.scenario._origin
    return made


def _to_panels(panels: Sequence[str], _: Widget) -> list[str]:
    return [PANELS[name] for name in panels]


def _of_panels(panels: Sequence[str], _: Widget) -> list[str]:
    names = {name: ours for ours, name in PANELS.items()}
    return [names[name] for name in panels]


class Widget(anywidget.AnyWidget):
    """The live path, plots and controls of a scenario, in both directions::

        widget = vl.Widget("ahn-fig1-vr", panels=["window", "queue"], controls=["flows.0.sender.preset", "links.R1-R2.rate_bps"])
        widget                                   # shows it
        widget.scenario                          # as the controls have changed it
        widget.scenario = widget.scenario.set(seed=7)
        widget.summary["flows"][0]["completed_at_s"]

    The page gets the whole engine from the kernel, once for all its widgets, so it needs neither a server nor a network. A
    run that Python has made (`run.widget()`, `widget.show(run)`) is drawn from its trace; whatever the user changes is
    simulated in the browser, with the same bits. `widget.observe(function, "scenario")` calls a function for each change.

    A saved notebook has a picture of the run instead, for readers without a kernel.
    """

    # A notebook saves a widget's traits. So they contain neither the engine nor a trace, which go by messages.
    _esm = Path(__file__).with_name("loader.js")
    _bench = traitlets.Unicode().tag(sync=True)
    """Identifies the version of the bench."""
    _recorded = traitlets.Unicode().tag(sync=True)
    """The digest of the run that Python has made; empty if it has made none."""
    _picture = traitlets.Unicode().tag(sync=True)
    """The picture that is shown until the bench is there."""

    scenario = _ScenarioTrait().tag(sync=True, to_json=_to_text, from_json=_of_text)
    """The scenario shown."""

    panels = traitlets.List(
        traitlets.Enum(list(PANELS)), default_value=["sequence", "window", "queue"], minlen=1
    ).tag(sync=True, to_json=_to_panels, from_json=_of_panels)
    """The plots, from top to bottom, as the user has arranged them: `sequence`, `window`, `queue`, `rtt`, `receiver_sequence`,
    `throughput`, `fairness`, `price`."""

    controls = traitlets.List(traitlets.Unicode(), default_value=["flows.0.sender.preset"]).tag(sync=True)
    """Paths of the fields to show as controls, as for `Scenario.set`. Values on the path can always be dragged."""

    flows = traitlets.List(traitlets.Unicode(), allow_none=True, default_value=None).tag(sync=True)
    """Names of the flows to draw; None for the first six."""

    panel_height = traitlets.Int(150, min=60).tag(sync=True)
    """Height of a plot, pixels."""

    theme = traitlets.Enum(["auto", "light", "dark"], default_value="auto").tag(sync=True)
    """`auto` follows the notebook's."""

    cursor = traitlets.Float(None, allow_none=True).tag(sync=True)
    """Position of the cursor, s; None if there is none."""

    seconds = traitlets.Tuple(
        traitlets.Float(), traitlets.Float(), allow_none=True, default_value=None
    ).tag(sync=True)
    """The time window, s; None for the whole run."""

    result: traitlets.Dict[str, Any] = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)
    """The last finished run: its scenario's text and its summary. `summary` is easier to use; observe this one."""

    def __init__(self, scenario: Scenario | Mapping[str, Any] | str, **options: Any) -> None:
        self._run: Run | None = None
        super().__init__(scenario=scenario, _bench=_version_of_bench(), **options)
        self.on_msg(self._answer)

    def _answer(self, _: object, message: Mapping[str, Any], buffers: object) -> None:
        """Sends what the browser asks for."""
        if message.get("type") == "bench":
            self.send({"type": "bench"}, [_bench()])
        elif message.get("type") == "recording" and self._run is not None:
            self._send_run(self._run)

    def _send_run(self, run: Run) -> None:
        message, buffers = _recording(run)
        self.send(message, buffers)

    @property
    def summary(self) -> Summary | None:
        """The results of the run shown, as in `Run.summary`; None until the browser has finished it."""
        result = self.result
        if result is None or result["text"] != self.scenario._text:
            return None
        summary: Summary = result["summary"]
        return summary

    def show(self, run: Run) -> None:
        """Shows a run from its trace, without simulating it again."""
        self._run = run
        self._send_run(run)
        with self.hold_sync():
            self._recorded = run.digest
            self.scenario = run.scenario
            self.result = {"text": run.scenario._text, "summary": run.summary}

    def _repr_mimebundle_(self, **options: Any) -> Any:
        self._picture = self._drawn()
        bundle = super()._repr_mimebundle_(**options)
        if bundle is not None:
            bundle[0]["image/svg+xml"] = self._picture
        return bundle

    def _drawn(self) -> str:
        """The picture of the run shown. A long run that Python hasn't made is simulated for its beginning only."""
        title = self.scenario.title or self.scenario.name
        run = self._run
        if run is not None and run.scenario == self.scenario and not run._thinned - {"hops"}:
            return picture(title, run._trace, run.summary, self.flows)
        simulation = _engine.Simulation(self.scenario.set("record.max_rows", _MAX_ROWS)._text, True)
        finished = simulation.step(_PICTURED_EVENTS)
        summary: Summary = json.loads(simulation.summary())
        note = "" if finished else f"The first {summary['ended_at_s']:.3g} s. Run the cell for the rest."
        return picture(title, simulation.take_rows(), summary, self.flows, note)

    def __reduce_ex__(self, protocol: object) -> Any:
        raise TypeError("a Widget can't be pickled or copied, because it belongs to a cell: pickle widget.scenario, and call vl.Widget with it")

    # ipywidgets has its own, which don't say what to do.
    def __copy__(self) -> Any:
        return self.__reduce_ex__(4)

    def __deepcopy__(self, memo: object) -> Any:
        return self.__reduce_ex__(4)

    def __repr__(self) -> str:
        return f"<Widget of {self.scenario.name}>"


@cache
def _bench() -> bytes:
    """The module of the bench."""
    return Path(__file__).with_name("widget.js").read_bytes()


@cache
def _version_of_bench() -> str:
    return blake2b(_bench(), digest_size=8).hexdigest()


def _recording(run: Run) -> tuple[dict[str, Any], list[memoryview]]:
    """A run as the bundle's `Recording`: a message, and the columns as its buffers."""
    scenario = run.scenario
    message = {
        "type": "recording",
        "text": scenario._text,
        "scenario": json.loads(scenario._expanded_text),
        "summary": run.summary,
        "prediction": json.loads(_engine.predict(scenario._text)),
        "columns": {name: [info.name for info in schema] for name, (_, schema) in _SCHEMA.items()},
    }
    columns = [raw(column) for name in _SCHEMA for column in run._trace.columns(name)]
    return message, columns


def widget_of(run: Run, options: Mapping[str, Any]) -> Widget:
    """A widget that shows a run."""
    widget = Widget(run.scenario, **options)
    widget.show(run)
    return widget
