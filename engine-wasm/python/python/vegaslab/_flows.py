"""The rows of one flow, and its connections, for the files that other programs read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from .table import Table
    from .trace import Run

Columns = dict[str, "np.ndarray[Any, Any]"]


def rows_of(table: Table, flow: int) -> Columns:
    """The columns of a flow or datagram source."""
    mine = table["flow"] == flow
    return {column: table[column][mine] for column in table.columns if column != "flow"}


def codes(table: Table, column: str) -> dict[str, int]:
    """The codes of a column, by name."""
    info = next(info for info in table.schema if info.name == column)
    return {name: code for code, name in enumerate(info.codes or ())}


def expanded(run: Run) -> dict[str, Any]:
    """The scenario with presets and defaults written out."""
    scenario: dict[str, Any] = json.loads(run.scenario._expanded_text)
    return scenario


class Connection(NamedTuple):
    """One of the connections that a flow opens one after another. Its segments are numbered on from the last one's."""

    first: int
    """Number of its first segment."""
    bytes: int | None
    """Payload; None if it is unlimited or unknown, so that all segments are full-sized."""

    def bytes_before(self, segment: int, smss: int) -> int:
        """The sequence number of a segment: the connection's bytes before it, counted from 0."""
        before = (segment - self.first) * smss
        return before if self.bytes is None else min(before, self.bytes)


def connections_of(run: Run, flow: int, segments: Columns) -> list[Connection]:
    """The connections of a flow, in order."""
    kind, state = codes(run.segments, "kind"), codes(run.states, "state")
    states = rows_of(run.states, flow)
    ends = states["time_s"][np.isin(states["state"], [state["done"], state["aborted"]])]
    times, kinds, numbers = (segments[name].tolist() for name in ("time_s", "kind", "seq"))
    firsts, row, past = [0], 0, 0
    for end in ends.tolist():
        # The next connection may start at the time of the last ACK; segments sent at that time belong to it.
        while row < len(times) and times[row] <= end:
            if kinds[row] == kind["ack"]:
                past = max(past, numbers[row])
            elif kinds[row] == kind["send"] and times[row] < end:
                past = max(past, numbers[row] + 1)
            row += 1
        firsts.append(past)
    transfers = run.summary["flows"][flow]["transfers"]
    sizes: list[Any] = [transfer["bytes"] for transfer in transfers]
    sizes += [None] * (len(firsts) - len(sizes))
    return [Connection(first, size) for first, size in zip(firsts, sizes, strict=False)]
