"""Captures of real networks: the TCP transfers in pcap and pcapng files."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from functools import cache, cached_property
from io import BytesIO
from os import PathLike
from typing import TYPE_CHECKING, Any, BinaryIO, Literal, NoReturn

from . import _engine
from ._text import html_table
from .errors import CaptureError
from .table import ColumnInfo, Records, Table

if TYPE_CHECKING:
    from ._engine import CaptureView

_PIECE = 1 << 20
"""Bytes that are read at a time. Ctrl-C works in between."""


@cache
def _schema() -> dict[str, tuple[str, tuple[ColumnInfo, ...]]]:
    return {
        table["name"]: (
            table["doc"],
            tuple(
                ColumnInfo(one["name"], one["element"], one["unit"], one["doc"], tuple(one["codes"]) or None)
                for one in table["columns"]
            ),
        )
        for table in json.loads(_engine.capture_tables())
    }


class Capture:
    """A capture: pcap or pcapng, plain or compressed by gzip, from a path or as bytes.

    `transfers` has a row for each direction that carries data; `connections` has more about each::

        capture = vl.Capture("trace.pcap")
        capture.transfers.to_pandas()
        capture.connections[0].transfer().rtts["rtt_ms"]

    A number that the capture doesn't show is None. A file that can't be read raises `CaptureError`.
    """

    def __init__(self, source: str | PathLike[str] | bytes | bytearray | memoryview) -> None:
        self.name: str = "capture"
        """The file's name; "capture" for bytes."""
        if isinstance(source, (bytes, bytearray, memoryview)):
            self._capture = self._read(BytesIO(source))
        else:
            self.name = os.path.basename(os.fspath(source))
            with open(source, "rb") as file:
                self._capture = self._read(file)
        self.summary: dict[str, Any] = json.loads(self._capture.summary())
        """All numbers: one dictionary, as `vegaslab capture --json` prints it. Names end with the unit."""

    def _read(self, file: BinaryIO) -> _engine.Capture:
        reader = _engine.CaptureReader()
        try:
            while piece := file.read(_PIECE):
                reader.push(piece)
            return reader.finish()
        except CaptureError as error:
            raise CaptureError(f"{self.name}: {error}", error.code) from None

    @property
    def packets(self) -> int:
        """Packets in the file."""
        return int(self.summary["packets"])

    @property
    def skipped(self) -> dict[str, int]:
        """Packets that aren't in a transfer, by reason."""
        return {one["reason"]: one["packets"] for one in self.summary["skipped"]}

    @property
    def notes(self) -> list[str]:
        """What's odd about the file, and what follows from it. Connections have notes of their own."""
        return [one["text"] for one in self.summary["oddities"]]

    @cached_property
    def connections(self) -> tuple[Connection, ...]:
        """The TCP connections, those with most data in one direction first."""
        return tuple(Connection(self._capture, at, one) for at, one in enumerate(self.summary["connections"]))

    @property
    def transfers(self) -> Records:
        """One row for each direction that carries data, those with most data first."""
        rows = [row for one in self.connections for row in one._rows()]
        return Records(({"capture": self.name, **row} for row in rows), "Transfers of the capture")

    def __len__(self) -> int:
        return len(self.connections)

    def __iter__(self) -> Iterator[Connection]:
        return iter(self.connections)

    def __getitem__(self, at: int) -> Connection:
        return self.connections[at]

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        _refuse_pickle("a capture", "its `summary`, or open the file again")

    def __repr__(self) -> str:
        return f"<{self.name}: {self.packets} packets, {len(self)} TCP connections>"

    def _repr_html_(self) -> str:
        return self.transfers._repr_html_()


class Connection:
    """A TCP connection in a capture."""

    def __init__(self, capture: _engine.Capture, place: int, summary: dict[str, Any]) -> None:
        self._capture = capture
        self._place = place
        self.summary = summary
        """Its numbers: one dictionary, with one of each direction in `directions`."""

    @property
    def ends(self) -> tuple[str, str]:
        """Addresses and ports. Direction 0 goes from the first to the second."""
        first, second = self.summary["ends"]
        return first, second

    @property
    def start_s(self) -> float:
        """Seconds from the capture's first packet to the connection's."""
        return float(self.summary["start_s"])

    @property
    def duration_s(self) -> float | None:
        """Seconds from its first packet to its last; None if the clock was set between them."""
        return _number(self.summary["duration_s"])

    @property
    def notes(self) -> list[str]:
        """What's odd about the connection, and what follows from it."""
        return [one["text"] for one in self.summary["oddities"]]

    def transfer(
        self, direction: Literal[0, 1] | None = None, *, tap: Literal["sender", "between", "receiver"] | None = None
    ) -> Transfer:
        """The data of a direction; by default, of the one with more. `tap` says where the capture was taken, if the
        capture doesn't show it."""
        if direction not in (None, 0, 1):
            raise ValueError(f"direction must be 0 or 1 (you gave {direction!r})")
        return Transfer(self._capture.view(self._place, direction, tap))

    def _rows(self) -> Iterator[dict[str, Any]]:
        for direction, data in enumerate(self.summary["directions"]):
            if data["transfer_bytes"] > 0:
                yield {
                    "connection": self._place,
                    "sender": self.ends[direction],
                    "receiver": self.ends[1 - direction],
                    "start_s": self.start_s,
                    "duration_s": self.duration_s,
                    **_figures(data),
                }

    def __repr__(self) -> str:
        sizes = (data["transfer_bytes"] for data in self.summary["directions"])
        return f"<{self.ends[0]} - {self.ends[1]}: {' and '.join(f'{size:,}' for size in sizes)} bytes>"


class Transfer:
    """The data of one direction of a connection: numbers as attributes, and three tables.

    `segments`, `rtts` and `flight` are tables like those of a run: `transfer.rtts["rtt_ms"]` is a numpy array, and
    `transfer.segments.decode().to_pandas()` has names of kinds.
    """

    def __init__(self, view: CaptureView) -> None:
        self._view = view
        self.summary: dict[str, Any] = json.loads(view.transfer())
        """All its numbers."""

    @property
    def _data(self) -> dict[str, Any]:
        data: dict[str, Any] = self.summary["data"]
        return data

    @property
    def sender(self) -> str:
        """Address and port of the data's sender."""
        return str(self.summary["ends"][self.summary["direction"]])

    @property
    def receiver(self) -> str:
        """Address and port of the data's receiver."""
        return str(self.summary["ends"][1 - self.summary["direction"]])

    @property
    def transfer_bytes(self) -> int:
        """Bytes of the data, each counted once."""
        return int(self._data["transfer_bytes"])

    @property
    def segment_size_bytes(self) -> int | None:
        """Payload of a full segment; None without data."""
        size = self._data["segment_size"]
        return None if size is None else int(size["bytes"])

    @property
    def base_rtt_ms(self) -> float | None:
        """The shortest RTT; None if it isn't visible where the capture was taken."""
        return _number(self._data["base_rtt_ms"])

    @property
    def window_bytes(self) -> int | None:
        """The receiver's largest window; None if no ACK was captured. A lower bound if `window_exact` is false."""
        window = self._data["window"]
        return None if window is None else int(window["bytes"])

    @property
    def window_exact(self) -> bool:
        """False if the window is a lower bound or unknown, because the handshake with its scale is missing."""
        window = self._data["window"]
        return window is not None and bool(window["exact"])

    @property
    def segments_sent(self) -> int:
        """Segments with data, with retransmissions. An offloaded segment counts as those that it stands for."""
        return int(self._data["segments"])

    @property
    def retransmitted_segments(self) -> int:
        """Retransmissions, needed or not."""
        return _retransmitted(self._data)

    @property
    def tap(self) -> str:
        """The place of the capture on the path: "sender", "between" or "receiver"."""
        return str(self._data["tap"])

    @property
    def estimate(self) -> dict[str, Any] | None:
        """The path behind the transfer: one bottleneck; None if the capture is too short."""
        estimate: dict[str, Any] | None = self._data["estimate"]
        return estimate

    @property
    def segments(self) -> Table:
        """Segments with data, and the peer's ACKs. Columns: time_s, kind, offset (bytes), payload (bytes)."""
        return self._table("segments")

    @property
    def rtts(self) -> Table:
        """Measurements of the RTT. Columns: time_s, rtt_ms, srtt_ms, base_rtt_ms."""
        return self._table("rtts")

    @property
    def flight(self) -> Table:
        """Bytes in flight. Columns: time_s, flight (bytes), window (bytes)."""
        return self._table("flight")

    def _table(self, name: str) -> Table:
        doc, schema = _schema()[name]
        return _CaptureTable(name, doc, schema, self._view.columns(name), {})

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        _refuse_pickle("a captured transfer", "its `summary`, or open the file again")

    def __repr__(self) -> str:
        return f"<{self.sender} to {self.receiver}: {self.transfer_bytes:,} bytes>"

    def _repr_html_(self) -> str:
        rows = [[name, value] for name, value in _figures(self._data).items()]
        return html_table(["", "value"], rows, repr(self)[1:-1])


class _CaptureTable(Table):
    """A table that lends the memory of a capture."""

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        _refuse_pickle("a table of a capture", "its `to_dict()` or `to_pandas()`")


def _refuse_pickle(what: str, instead: str) -> NoReturn:
    raise TypeError(f"{what} can't be pickled. Pickle {instead}")


def _number(value: Any) -> float | None:
    return None if value is None else float(value)


def _retransmitted(data: dict[str, Any]) -> int:
    return int(data["fast"] + data["timeout"] + data["spurious"])


def _figures(data: dict[str, Any]) -> dict[str, Any]:
    """A direction's numbers in one row."""
    size, window = data["segment_size"], data["window"]
    return {
        "transfer_bytes": data["transfer_bytes"],
        "segments_sent": data["segments"],
        "segment_size_bytes": None if size is None else size["bytes"],
        "base_rtt_ms": data["base_rtt_ms"],
        "rtt_from": data["rtt_from"],
        "tap": data["tap"],
        "window_bytes": None if window is None else window["bytes"],
        "window_exact": window is not None and window["exact"],
        "retransmitted_segments": _retransmitted(data),
        **{name: data[name] for name in ("fast", "timeout", "spurious", "reordered", "keep_alives", "window_probes")},
    }
