"""The bench in a notebook's cell, by anywidget: `pip install vegaslab[widget]`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anywidget
import traitlets

from . import _engine
from .scenario import Scenario, as_scenario
from .trace import _SCHEMA, Run

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
}
"""The panels by name, and their names in the bundle."""


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

    The cell has the whole engine, so it needs neither a server nor a network. A run that Python has made (`run.widget()`,
    `widget.show(run)`) is drawn from its trace; whatever the user changes is simulated in the browser, with the same bits.
    `widget.observe(function, "scenario")` calls a function for each change.
    """

    _esm = Path(__file__).with_name("widget.js")

    scenario = _ScenarioTrait().tag(sync=True, to_json=_to_text, from_json=_of_text)
    """The scenario shown."""

    panels = traitlets.List(
        traitlets.Enum(list(PANELS)), default_value=["sequence", "window", "queue"], minlen=1
    ).tag(sync=True, to_json=_to_panels, from_json=_of_panels)
    """The plots, from top to bottom, as the user has arranged them: `sequence`, `window`, `queue`, `rtt`, `receiver_sequence`,
    `throughput`, `fairness`."""

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

    recording: traitlets.Dict[str, Any] = traitlets.Dict().tag(sync=True)
    """The run that Python has made: set by `show`."""

    def __init__(self, scenario: Scenario | Mapping[str, Any] | str, **options: Any) -> None:
        super().__init__(scenario=scenario, **options)

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
        with self.hold_sync():
            self.recording = _recording(run)
            self.scenario = run.scenario
            self.result = _result(run)

    def __repr__(self) -> str:
        return f"<Widget of {self.scenario.name}>"


def _result(run: Run) -> dict[str, Any]:
    return {"text": run.scenario._text, "summary": run.summary}


def _recording(run: Run) -> dict[str, Any]:
    """A run as the bundle's `Recording`."""
    scenario = run.scenario
    return {
        "text": scenario._text,
        "scenario": json.loads(scenario._expanded_text),
        "summary": run.summary,
        "prediction": json.loads(_engine.predict(scenario._text)),
        "columns": {
            name: {
                info.name: memoryview(column).tobytes()
                for info, column in zip(schema, run._trace.columns(name), strict=True)
            }
            for name, (_, schema) in _SCHEMA.items()
        },
    }


def widget_of(run: Run, options: Mapping[str, Any]) -> Widget:
    """A widget that shows a run."""
    return Widget(run.scenario, recording=_recording(run), result=_result(run), **options)

