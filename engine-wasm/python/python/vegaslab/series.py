"""Columns of a trace, summed up per step of time."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from .table import Records
from .trace import _SCHEMA

if TYPE_CHECKING:
    from .trace import Run


class _Series(NamedTuple):
    table: str
    column: str
    unit: str
    of: str
    """`flow` or `link`."""
    kind: int | None = None
    """The code of a kind of event, which is counted."""


_COLUMNS = {
    table: {
        info.name: _Series(table, info.name, info.unit, "link" if table == "queues" else "flow")
        for info in _SCHEMA[table][1]
        if info.name not in {"time_s", "flow", "link"}
    }
    for table in ("windows", "rtts", "queues")
}

_KINDS = {
    kind: _Series("segments", "kind", "", "flow", code)
    for info in _SCHEMA["segments"][1]
    if info.name == "kind"
    for code, kind in enumerate(info.codes or ())
}

_ALL = {**_COLUMNS, "segments": _KINDS}
"""The series by table, in the order in which messages name them."""

_MOST_STEPS = 1_000_000

_NO_ROWS = [0, math.nan, math.nan, math.nan, math.nan]


def series(run: Run, column: str, step_s: float, flow: str | int | None, link: str | int | None) -> Records:
    """A column per step of time, as `Run.series` describes it."""
    named = next((names[column] for names in _ALL.values() if column in names), None)
    if named is None:
        allowed = "; ".join(f"{table}: {', '.join(names)}" for table, names in _ALL.items())
        raise ValueError(f"there is no series {column!r}; {allowed}")
    table, name, unit, of, kind = named
    given, other = (flow, link) if of == "flow" else (link, flow)
    if other is not None:
        raise ValueError(f"{column} is of a {of}: give {of}=…")
    place = _place(of, given, run._names[of])
    step_ns = _nanoseconds(step_s, run.summary["ended_at_s"])
    steps: dict[int, list[Any]] = {}
    for piece in run._pieces(table):
        for step, *values in piece.steps(table, name, place, kind, step_ns):
            steps[step] = _joined(steps[step], values) if step in steps else values
    # A row at the very end of the run may begin another step.
    number = max([-(-round(run.summary["ended_at_s"] * 1e9) // step_ns), *(step + 1 for step in steps)])
    rows: list[dict[str, Any]] = []
    for step in range(number):
        count, first, least, greatest, last = steps.get(step, _NO_ROWS)
        row = {"time_s": step * step_ns / 1e9, "count": count}
        rows.append(row if kind is not None else row | {"min": least, "max": greatest, "first": first, "last": last})
    what = f"{column}, {unit}," if unit else column
    return Records(rows, f"{what} of {run._names[of][place]} in each {step_s:g} s")


def _place(of: str, given: str | int | None, names: Sequence[str]) -> int:
    """The index of a flow or link. It may be left out if there's only one."""
    if isinstance(given, str):
        if given in names:
            return names.index(given)
    elif given is None:
        if len(names) == 1:
            return 0
    elif given in range(len(names)):
        return int(given)
    problem = f"give {of}=…" if given is None else f"there is no {of} {given!r}"
    raise ValueError(f"{problem}; {of}s: {', '.join(names)}")


def _nanoseconds(step_s: float, end_s: float) -> int:
    """The length of a step. The engine counts time in whole nanoseconds too, so no rounding moves a row to another step."""
    least_ns = max(math.ceil(end_s * 1e9 / _MOST_STEPS), 1)
    step_ns = round(step_s * 1e9) if 0 < step_s < math.inf else 0
    if step_ns < least_ns:
        raise ValueError(
            f"step_s must be finite and at least {least_ns / 1e9} s, which makes {_MOST_STEPS:,} steps of this run (you gave {step_s:g})"
        )
    return step_ns


def _joined(earlier: Sequence[Any], later: Sequence[Any]) -> list[Any]:
    """Two parts of a step: number of rows, first, least, greatest and last value. Only NaN differs from itself."""
    known = [[one for one in pair if one == one] for pair in zip(earlier, later, strict=True)]
    least, greatest = min(known[2], default=math.nan), max(known[3], default=math.nan)
    return [earlier[0] + later[0], earlier[1], least, greatest, later[4]]
