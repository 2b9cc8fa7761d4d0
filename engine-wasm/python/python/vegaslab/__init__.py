"""Vegas Lab: a packet simulator for TCP congestion control.

>>> import vegaslab as vl
>>> run = vl.run(vl.scenario("ahn-fig1-vr"))
>>> run.digest
'57bbab728ca5cfc2'

`vl.scenarios()`, `vl.presets()`, `vl.parts()` and `vl.papers()` show what there is; `vl.predict()` is the papers' theory.
Names end with their unit: `_s`, `_ms`, `_bytes`, `_bps` (bits per second). A window is counted in segments.
"""

from typing import TYPE_CHECKING as _TYPE_CHECKING
from typing import Any as _Any

from ._engine import engine_version as _engine_version
from .capture import Capture
from .catalogue import Listing, Part, Preset, fields, parts, presets
from .errors import CaptureError, EngineError, Problem, ScenarioError, ThinnedTraceWarning
from .links import LinkError
from .papers import Paper, experiment, numbers, papers, reproduce
from .scenario import Scenario, scenario, scenarios
from .sweep import Sweep, SweepError, SweepResult
from .table import ColumnInfo, Records, Table
from .theory import Prediction, predict
from .trace import Rows, Run, Stream, run, stream

__version__: str = _engine_version()
"""Version of the engine. The same scenario and version always give the same digest."""

if _TYPE_CHECKING:
    from .widget import Widget


def __getattr__(name: str) -> _Any:
    """The widget needs anywidget, which the rest of the package doesn't."""
    if name == "Widget":
        from .widget import Widget

        return Widget
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "Capture",
    "CaptureError",
    "ColumnInfo",
    "EngineError",
    "LinkError",
    "Listing",
    "Paper",
    "Part",
    "Prediction",
    "Preset",
    "Problem",
    "Records",
    "Rows",
    "Run",
    "Scenario",
    "ScenarioError",
    "Stream",
    "Sweep",
    "SweepError",
    "SweepResult",
    "Table",
    "ThinnedTraceWarning",
    "experiment",
    "fields",
    "numbers",
    "papers",
    "parts",
    "predict",
    "presets",
    "reproduce",
    "run",
    "scenario",
    "scenarios",
    "stream",
]
