"""Plots of runs in the lab's colors and marks, with matplotlib."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib import pyplot
from matplotlib.figure import Figure

from .picture import FLOW_COLORS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from .table import Table
    from .trace import Run

MARKS: dict[str, tuple[str, str | None, str, float]] = {
    "send": ("segment sent", None, "s", 1.4),
    "ack": ("ACK", "#84909c", "_", 3),
    "dup_ack": ("duplicate ACK", "#6f6a00", "o", 2.8),
    "marked": ("marked: congestion (ECN)", "#c8321a", "o", 3.2),
    "drop_full": ("dropped by the queue", "#c8321a", "x", 4.5),
    "drop_error": ("lost on the link", "#c8321a", "$\\otimes$", 4.5),
    "retransmit_fast": ("fast retransmit", "#d97a00", "^", 5.5),
    "retransmit_early": ("early retransmit", "#b8328a", "v", 5.5),
    "retransmit_timeout": ("retransmit after timeout", "#14181f", "D", 5),
}
"""The marks of events, in drawing order: label, color (None for the flow's), shape, radius in pixels of the page."""

POINTS = 72 / 96
"""Points per pixel."""

_HOLLOW = {"dup_ack", "marked"}


def plot(run: Run, panels: Sequence[str] = (), flows: Sequence[str] | None = None) -> Figure:
    """Draws panels, one above the other, with a common time axis."""
    panels = panels or ("sequence", "window", "queue")
    unknown = [panel for panel in panels if panel not in PANELS]
    if unknown:
        raise ValueError(f"there is no panel {unknown[0]!r}; panels: {', '.join(PANELS)}")
    names = run.flows["name"]
    chosen = list(range(len(names))) if flows is None else [_index(name, names) for name in flows]
    figure, axes = pyplot.subplots(
        len(panels), 1, sharex=True, squeeze=False, figsize=(9, 1 + 2.4 * len(panels)), layout="constrained"
    )
    for panel, ax in zip(panels, axes[:, 0], strict=True):
        PANELS[panel](ax, run, chosen)
        ax.grid(alpha=0.25)
        ax.spines[["top", "right"]].set_visible(False)
        if ax.get_legend_handles_labels()[1]:
            ax.legend(fontsize="small", frameon=False, loc="center left", bbox_to_anchor=(1, 0.5))
    axes[-1, 0].set_xlabel("time, s")
    note = run._note()
    figure.suptitle((run.scenario.title or run.scenario.name) + (note and f"\n{note[0].upper()}{note[1:]}"))
    return figure


def _index(name: str, names: list[str]) -> int:
    if name not in names:
        raise ValueError(f"there is no flow {name!r}; flows: {', '.join(names)}")
    return names.index(name)


def _color(flow: int) -> str:
    return FLOW_COLORS[flow % len(FLOW_COLORS)]


def _sequence(ax: Axes, run: Run, flows: list[int]) -> None:
    """What the senders send and receive, and where segments are dropped."""
    kinds = _codes(run.segments, "kind")
    drawn = set()
    for flow in flows:
        rows = _rows_of(run.segments, flow)
        for order, (kind, (label, color, shape, radius)) in enumerate(MARKS.items()):
            these = rows["kind"] == kinds[kind]
            if not these.any():
                continue
            ours = color or _color(flow)
            ax.plot(
                rows["time_s"][these],
                rows["seq"][these],
                linestyle="",
                marker=shape,
                markersize=2 * radius * POINTS,
                color=ours,
                markerfacecolor="none" if kind in _HOLLOW else ours,
                zorder=2 + order,
                label="_" if label in drawn else label,
            )
            drawn.add(label)
    ax.set_ylabel("segment")


def _steps(ax: Axes, run: Run, table: str, column: str, flows: list[int]) -> None:
    names = run.flows["name"]
    for flow in flows:
        rows = _rows_of(getattr(run, table), flow)
        ax.plot(rows["time_s"], rows[column], drawstyle="steps-post", color=_color(flow), label=names[flow])


def _window(ax: Axes, run: Run, flows: list[int]) -> None:
    """Congestion window, and dashed the slow-start threshold."""
    _steps(ax, run, "windows", "cwnd", flows)
    top = ax.get_ylim()[1]
    for flow in flows:
        rows = _rows_of(run.windows, flow)
        ax.plot(rows["time_s"], rows["ssthresh"], drawstyle="steps-post", color=_color(flow), dashes=(4, 3), linewidth=0.8)
    ax.set_ylim(0, top)
    ax.set_ylabel("cwnd, segments")


def _rtt(ax: Axes, run: Run, flows: list[int]) -> None:
    """RTT samples."""
    names = run.flows["name"]
    for flow in flows:
        rows = _rows_of(run.rtts, flow)
        ax.plot(rows["time_s"], rows["rtt_ms"], linestyle="", marker="s", markersize=2, color=_color(flow), label=names[flow])
    ax.set_ylim(0)
    ax.set_ylabel("RTT, ms")


def _queue(ax: Axes, run: Run, flows: list[int]) -> None:
    """The fullest queue of the run."""
    link = int(np.argmax(run.links["max_queue_bytes"]))
    these = run.queues["link"] == link
    ax.plot(
        run.queues["time_s"][these],
        run.queues["packets"][these],
        drawstyle="steps-post",
        color="#14181f",
        linewidth=0.8,
        label=run.links["name"][link],
    )
    ax.set_ylim(0)
    ax.set_ylabel("queue, packets")


PANELS: dict[str, Callable[[Any, Run, list[int]], None]] = {
    "sequence": _sequence,
    "window": _window,
    "rtt": _rtt,
    "queue": _queue,
}
"""The panels by name."""


def _rows_of(table: Table, flow: int) -> dict[str, np.ndarray[Any, Any]]:
    """The columns of a flow or datagram source."""
    mine = table["flow"] == flow
    return {column: table[column][mine] for column in table.columns if column != "flow"}


def _codes(table: Table, column: str) -> dict[str, int]:
    """The codes of a column, by name."""
    info = next(info for info in table.schema if info.name == column)
    return {name: code for code, name in enumerate(info.codes or ())}
