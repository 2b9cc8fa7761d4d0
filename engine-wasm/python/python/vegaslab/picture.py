"""A picture of a run for notebooks that are shown without a kernel: congestion windows and the fullest queue, as SVG.

It needs no other package. It has no style sheet and no script, which pages that show notebooks take out.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ._engine import Trace
    from ._types import Summary

FLOW_COLORS = ["#0067a6", "#0a8f6a", "#7a4fc9", "#7a4a12", "#2f8fcc", "#5b6675"]
"""The colors of flows, by number; a seventh flow begins again."""

_MOST_FLOWS = 6

_INK, _FAINT, _GRID = "#14181f", "#5b6675", "#dfe4ea"

_WIDTH, _LEFT, _RIGHT = 720, 52, 12
_TOP, _PANEL, _GAP, _BOTTOM = 30, 130, 36, 36
_PLOT = _WIDTH - _LEFT - _RIGHT
_BINS = _PLOT
"""One a pixel."""

_CHARACTER = 6.2
"""Mean width of a character, pixels."""


class _Line(NamedTuple):
    name: str
    color: str
    bins: Sequence[tuple[int, float, float, float, float]]


def picture(title: str, trace: Trace, summary: Summary, flows: Sequence[str] | None = None, note: str = "") -> str:
    """The picture of a whole trace, or of its beginning: of these flows, or of the first six."""
    until = summary["ended_at_s"] or 1.0
    names = [flow["name"] for flow in summary["flows"]]
    chosen = range(len(names)) if flows is None else [names.index(name) for name in flows if name in names]
    windows = [
        _Line(names[flow], FLOW_COLORS[flow % len(FLOW_COLORS)], _bins(trace, "windows", "cwnd", flow, until))
        for flow in list(chosen)[:_MOST_FLOWS]
    ]
    more = len(chosen) - len(windows)
    link = max(range(len(summary["links"])), key=lambda place: summary["links"][place]["max_queue_bytes"])
    queue = _Line(summary["links"][link]["name"], _INK, _bins(trace, "queues", "packets", link, until))
    height = _TOP + 2 * _PANEL + 2 * _GAP + _BOTTOM
    second = _TOP + _GAP + _PANEL + _GAP
    parts = [
        f'<rect width="{_WIDTH}" height="{height}" fill="#ffffff"/>',
        _text(_LEFT, 20, _cut(title, 100), size=14, weight="bold"),
        *_panel(_TOP + _GAP, "cwnd, segments", windows, f"and {more} more" if more > 0 else "", until),
        *_panel(second, "queue, packets", [queue], "", until),
    ]
    bottom = second + _PANEL
    for tick in _ticks(until):
        parts.append(_text(_LEFT + tick / until * _PLOT, bottom + 15, f"{tick:g}", anchor="middle", color=_FAINT))
    parts.append(_text(_WIDTH - _RIGHT, bottom + 30, "time, s", anchor="end"))
    if note:
        parts.append(_text(_LEFT, bottom + 30, note, color=_FAINT))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height}" viewBox="0 0 {_WIDTH} {height}" '
        f'font-family="system-ui, sans-serif" font-size="12"><title>{escape(title)}</title>{"".join(parts)}</svg>'
    )


def _bins(trace: Trace, table: str, column: str, place: int, until: float) -> list[tuple[int, float, float, float, float]]:
    """Pixels that have values of a flow or link. The end of the run belongs to the last one."""
    steps = trace.steps(table, column, place, None, until * 1e9 / _BINS)
    return [
        (min(step, _BINS - 1), first, least, greatest, last)
        for step, _, first, least, greatest, last in steps
        if step <= _BINS
    ]


def _panel(top: float, label: str, lines: Sequence[_Line], more: str, until: float) -> Iterable[str]:
    """Axes, lines and legend of a panel whose upper edge is here."""
    highest = max((greatest for line in lines for _, _, _, greatest, _ in line.bins), default=0) or 1
    ticks = _ticks(highest, 4)
    bottom = top + _PANEL
    y_of = _PANEL / (1.04 * highest)
    yield _text(_LEFT, top - 10, label, weight="bold")
    x = _LEFT + 16 + 1.2 * _CHARACTER * len(label)
    for line in lines:
        name = _cut(line.name, 24)
        yield f'<path d="M{x:.0f} {top - 14}h14" stroke="{line.color}" stroke-width="2" fill="none"/>'
        yield _text(x + 18, top - 10, name)
        x += 32 + _CHARACTER * len(name)
    if more:
        yield _text(x, top - 10, more, color=_FAINT)
    for tick in ticks:
        y = bottom - tick * y_of
        yield f'<path d="M{_LEFT} {y:.1f}h{_PLOT}" stroke="{_GRID}" fill="none"/>'
        yield _text(_LEFT - 6, y + 4, f"{tick:g}", anchor="end", color=_FAINT)
    for tick in _ticks(until):
        yield f'<path d="M{_LEFT + tick / until * _PLOT:.1f} {bottom}v4" stroke="{_FAINT}" fill="none"/>'
    for line in lines:
        if line.bins:
            data = _path(line, bottom, y_of)
            yield f'<path d="{data}" stroke="{line.color}" stroke-width="1.2" stroke-linejoin="round" fill="none"/>'


def _path(line: _Line, bottom: float, y_of: float) -> str:
    """The steps of a line. Several values in one pixel are a stroke from the least to the greatest of them."""
    data, drawn = "", ""
    for place, first, least, greatest, last in line.bins:
        data += f"{'H' if data else 'M'}{_LEFT + place}"
        for value in (first, least, greatest, last) if least < greatest else (first,):
            y = f"{bottom - value * y_of:.1f}".removesuffix(".0")
            if y != drawn:
                data += f"V{y}" if drawn else f" {y}"
                drawn = y
    return data


def _ticks(highest: float, most: int = 8) -> list[float]:
    """Round numbers from 0 up to this one."""
    rough = highest / most
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough * 0.999)
    return [round(count * step, 12) for count in range(int(highest / step * 1.000001) + 1)]


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _text(
    x: float, y: float, text: str, *, anchor: str = "start", size: int = 12, color: str = _INK, weight: str = "normal"
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" font-weight="{weight}" '
        f'fill="{color}">{escape(text)}</text>'
    )
