"""Writes runs as captures for Wireshark (pcapng, draft-ietf-opsawg-pcapng).

The taps at the senders and at the receivers become two interfaces in one file. Each tap has its own network, as if
addresses were translated in between, because analyzers would take a packet seen twice at one address for a
retransmission. Payloads are zeros, which don't change a checksum, so checksums are those of the whole packets.
"""

from __future__ import annotations

import heapq
import math
import struct
from collections.abc import Callable, Iterator, Sequence
from decimal import ROUND_HALF_UP, Decimal
from os import PathLike
from typing import TYPE_CHECKING, Any, NamedTuple

from ._files import replacing
from ._flows import Columns, Connection, codes, connections_of, expanded, rows_of

if TYPE_CHECKING:
    from .trace import Run

_DISCARD = 9  # RFC 863: the discard port
_FIRST_PORT = 49_152  # dynamic ports (RFC 6335)
_PORTS = 16_384

_WHOLE_BELOW = 48 * 2**20
"""Captures with fewer bytes than this keep whole packets."""
_HEADERS = 80
"""Bytes captured per packet in larger files: the headers."""

_FIRST_BYTE = 1
"""Sequence number of a stream's first byte, so that Wireshark's relative numbers equal the absolute ones."""

_ACK, _ECE, _CWR = 0x10, 0x40, 0x80
_NOT_ECT, _ECT, _CE = 0, 2, 3  # codepoints of the ECN field (RFC 3168)

_RETRANSMITTED = {
    "retransmit_fast": "sent again: fast retransmit",
    "retransmit_early": "sent again: early retransmit, its fine-grained timeout had passed",
    "retransmit_timeout": "sent again: after a retransmission timeout",
}

_SENT = {"send", *_RETRANSMITTED}


def _dropped(kind: str) -> str:
    return "dropped: queue full" if kind.endswith("drop_full") else "lost on the link"


class _Ends(NamedTuple):
    source: int
    target: int
    source_port: int
    target_port: int


_Address = Callable[[int, int], _Ends]
"""The addresses and ports of a connection as a tap sees them."""


class _Packet(NamedTuple):
    time_ns: int
    tap: int
    """0: at the sender; 1: at the receiver."""
    outbound: bool
    header: bytes
    length: int
    comment: str | None


def write(run: Run, path: str | PathLike[str], whole: bool | None = None) -> None:
    """Writes a run as a capture, with whole packets or only with their headers."""
    scenario = expanded(run)
    flows = [rows_of(run.segments, flow) for flow in range(len(scenario["flows"]))]
    if whole is None:
        # About half of the rows are data segments, the others ACKs.
        pairs = zip(flows, scenario["flows"], strict=True)
        whole = sum(len(f["seq"]) * (s["smss_bytes"] / 2 + s["header_bytes"]) for f, s in pairs) <= _WHOLE_BELOW
    hosts: dict[str, int] = {}
    for one in (*scenario["flows"], *scenario["datagrams"]):
        for node in (one["from"], one["to"]):
            hosts.setdefault(node, len(hosts) + 1)
    with replacing(path) as file:
        file.write(_section(f"Vegas Lab, engine {run.summary['engine_version']}", _comment(run, scenario, whole)))
        snaplen = 0 if whole else _HEADERS
        file.write(_interface("sender", "at the sender of each flow, which sees hosts in 10.0.0.0/16", snaplen))
        receiver = "at the receiver of each flow, which sees the same hosts in 10.1.0.0/16"
        file.write(_interface("receiver", receiver, snaplen))
        file.write(_names([(_host(tap, host), name) for tap in (0, 1) for name, host in hosts.items()]))
        # Simultaneous packets are in the order of the flows.
        sources = _sources(run, scenario, flows, hosts)
        ordered = heapq.merge(*map(_numbered, range(len(sources)), sources))
        for _, _, _, packet in ordered:
            captured = packet.length if whole else min(_HEADERS, packet.length)
            file.write(_packet_block(packet, captured))


def _numbered(source: int, packets: Iterator[_Packet]) -> Iterator[tuple[int, int, int, _Packet]]:
    for number, packet in enumerate(packets):
        yield packet.time_ns, source, number, packet


def _comment(run: Run, scenario: dict[str, Any], whole: bool) -> str:
    shifts = [(flow["name"], _window_shift(flow["rwnd_bytes"])) for flow in scenario["flows"]]
    lines = [
        f"{scenario['title'] or scenario['name']}, seed {scenario['seed']}. {run.link()}",
        "Simulated by Vegas Lab. The clock begins with the run; payloads are zeros; connections begin without a handshake.",
    ]
    if not whole:
        lines.append("Only the headers of packets are kept; checksums are those of the whole packets.")
    scaled = [f"The window fields of {name} are to be multiplied by {2**shift}." for name, shift in shifts if shift]
    return "\n".join(lines + scaled[:20])


def _host(tap: int, host: int) -> int:
    return 10 << 24 | tap << 16 | host & 0xFFFF


def _sources(
    run: Run, scenario: dict[str, Any], flows: Sequence[Columns], hosts: dict[str, int]
) -> list[Iterator[_Packet]]:
    ports = 0

    def address(spec: dict[str, Any], connections: int) -> _Address:
        nonlocal ports
        first, source, target = ports, hosts[spec["from"]], hosts[spec["to"]]
        ports += connections
        return lambda tap, connection: _Ends(
            _host(tap, source), _host(tap, target), _FIRST_PORT + (first + connection) % _PORTS, _DISCARD
        )

    packets: list[Iterator[_Packet]] = []
    for flow, (spec, rows) in enumerate(zip(scenario["flows"], flows, strict=True)):
        connections = connections_of(run, flow, rows)
        packets.append(_flow_packets(run, flow, spec, rows, connections, address(spec, len(connections))))
    for index, spec in enumerate(scenario["datagrams"]):
        rows = rows_of(run.segments, len(flows) + index)
        packets.append(_datagram_packets(run, spec, rows, address(spec, 1)))
    return packets


class _Journeys:
    """Which rows belong to the same packet: where it is sent, dropped or marked, and received.

    Links are FIFO, so of several copies in flight the oldest arrives first. A dropped copy is taken to be the youngest,
    which has traveled least.
    """

    def __init__(self, names: Sequence[str], kinds: Sequence[int], numbers: Sequence[int]) -> None:
        self.left = [-1] * len(kinds)
        """By the row at which a packet was received, the row at which it was sent; -1 if that isn't in the trace."""
        self.dropped: dict[int, int] = {}
        """By the row at which a packet was sent, the row at which it was dropped."""
        self.marked: dict[int, int] = {}
        """By the row at which a packet was sent, the row at which it was marked."""
        events = [_event_of(name) for name in names]
        in_flight: dict[tuple[str, int], list[int]] = {}
        for row, (kind, number) in enumerate(zip(kinds, numbers, strict=True)):
            what, event = events[kind]
            if event == "sent":
                in_flight.setdefault((what, number), []).append(row)
                continue
            copies = in_flight.get((what, number))
            if not copies:
                continue
            if event == "marked":
                self.marked[copies[0]] = row
            elif event == "received":
                self.left[row] = copies.pop(0)
            else:
                self.dropped[copies.pop()] = row


def _event_of(name: str) -> tuple[str, str]:
    """What a kind of event is about, and what happens."""
    what = "datagram" if name.startswith("datagram_") else "data"
    if name in {"ack", "dup_ack", "ack_sent", "dup_ack_sent"} or name.startswith("ack_"):
        what = "ack"
    if name in _SENT or name.endswith("_sent"):
        return what, "sent"
    if name.endswith("marked"):
        return what, "marked"
    return what, "dropped" if "drop" in name else "received"


def _nanoseconds(time_s: float) -> int:
    return math.floor(time_s * 1e9 + 0.5)


def _note(run: Run, what: str, place: int, time_s: float) -> str:
    """Where and when a packet was lost or marked."""
    seconds = Decimal(time_s).quantize(Decimal("0.001"), ROUND_HALF_UP)
    return f"{what} at {run.links['name'][place]}, {seconds:,} s"


def _window_shift(rwnd_bytes: int) -> int:
    """Window scale: how many bits to shift the advertised window so that it fits into its field."""
    shift = 0
    while rwnd_bytes / 2**shift > 0xFFFF and shift < 14:
        shift += 1
    return shift


def _flow_packets(
    run: Run, flow: int, spec: dict[str, Any], rows: Columns, connections: list[Connection], address: _Address
) -> Iterator[_Packet]:
    """The packets of a TCP flow at both taps, in chronological order."""
    names = list(codes(run.segments, "kind"))
    times, kinds, numbers, places = (rows[column].tolist() for column in ("time_s", "kind", "seq", "place"))
    journeys = _Journeys(names, kinds, numbers)
    sacks = _Sacks(rows_of(run.sacks, flow))
    smss, header_bytes, ecn = spec["smss_bytes"], spec["header_bytes"], spec["sender"]["ecn"]
    window = min(spec["rwnd_bytes"] >> _window_shift(spec["rwnd_bytes"]), 0xFFFF)
    current = [0, 0]  # by tap, the connection of the last segment seen there, to which ACKs around it belong
    reduced: set[int] = set()  # rows at which segments with CWR were sent
    echoing: set[int] = set()  # rows at which ACKs with ECE were sent
    marks, reduced_until, past, announces_reduction = 0, -1, 0, False

    def drop_note(row: int) -> str | None:
        at = journeys.dropped.get(row)
        return None if at is None else _note(run, _dropped(names[kinds[at]]), places[at], times[at])

    def data(row: int, tap: int, sent: int) -> _Packet:
        segment = numbers[row]
        while current[tap] + 1 < len(connections) and segment >= connections[current[tap] + 1].first:
            current[tap] += 1
        its = connections[current[tap]]
        before = its.bytes_before(segment, smss)
        payload = its.bytes_before(segment + 1, smss) - before
        marked = journeys.marked.get(sent) if tap == 1 else None
        capable = ecn != "off" and names[kinds[sent]] == "send"
        header = _tcp(
            address(tap, current[tap]),
            sent,
            _CE if marked is not None else _ECT if capable else _NOT_ECT,
            _ACK | (_CWR if sent in reduced else 0),
            (before + _FIRST_BYTE) % 2**32,
            _FIRST_BYTE,
            window,
            [],
            header_bytes,
            payload,
        )
        notes = [_RETRANSMITTED.get(names[kinds[row]])]
        if tap == 0:
            notes.append(drop_note(row))
        elif marked is not None:
            notes.append(_note(run, "marked", places[marked], times[marked]))
        comment = "; ".join(note for note in notes if note) or None
        return _Packet(_nanoseconds(times[row]), tap, tap == 0, header, len(header) + payload, comment)

    def ack(row: int, tap: int, sent: int) -> _Packet:
        its = connections[current[tap]]

        def number(segment: int) -> int:
            return (its.bytes_before(segment, smss) + _FIRST_BYTE) % 2**32

        ends = address(tap, current[tap])
        blocks = sacks.at(0 if tap == 1 else 1, times[row], numbers[row])
        header = _tcp(
            _Ends(ends.target, ends.source, ends.target_port, ends.source_port),
            sent,
            _NOT_ECT,
            _ACK | (_ECE if sent in echoing else 0),
            _FIRST_BYTE,
            number(numbers[row]),
            window,
            [(number(left), number(right)) for left, right in blocks],
            header_bytes,
            0,
        )
        note = drop_note(row) if tap == 1 else None
        return _Packet(_nanoseconds(times[row]), tap, tap == 1, header, len(header), note)

    for row, kind in enumerate(kinds):
        name = names[kind]
        sent = journeys.left[row] if journeys.left[row] >= 0 else row
        if name in _SENT:
            if name == "send":
                past = max(past, numbers[row] + 1)
                if announces_reduction:
                    reduced.add(row)
                announces_reduction = False
            yield data(row, 0, row)
        elif name == "data_arrived":
            # The trace doesn't record the echo, so apply the receiver's rules: RFC 3168, section 6.1.3, or one echo for
            # all marks since the last ACK.
            marked = sent in journeys.marked
            if ecn == "per_packet":
                marks += marked
            elif ecn == "rfc3168":
                marks = int(marked or (marks > 0 and sent not in reduced))
            yield data(row, 1, sent)
        elif name in {"ack_sent", "dup_ack_sent"}:
            if marks > 0:
                echoing.add(row)
            if ecn == "per_packet":
                marks = 0
            yield ack(row, 1, row)
        elif name in {"ack", "dup_ack"}:
            # The sender reduces its window once per window of data (RFC 3168, section 6.1.2).
            if name == "ack" and ecn == "rfc3168" and sent in echoing and numbers[row] > reduced_until:
                reduced_until, announces_reduction = past, True
            yield ack(row, 0, sent)


def _datagram_packets(run: Run, spec: dict[str, Any], rows: Columns, address: _Address) -> Iterator[_Packet]:
    """The packets of a datagram source."""
    names = list(codes(run.segments, "kind"))
    times, kinds, numbers, places = (rows[column].tolist() for column in ("time_s", "kind", "seq", "place"))
    journeys = _Journeys(names, kinds, numbers)
    for row, kind in enumerate(kinds):
        if names[kind] not in {"datagram_sent", "datagram_arrived"}:
            continue
        tap = 0 if names[kind] == "datagram_sent" else 1
        sent = journeys.left[row] if journeys.left[row] >= 0 else row
        payload = _payload(spec["traffic"], numbers[row])
        header = _udp(address(tap, 0), sent, payload)
        at = journeys.dropped.get(row) if tap == 0 else None
        comment = None if at is None else _note(run, _dropped(names[kinds[at]]), places[at], times[at])
        yield _Packet(_nanoseconds(times[row]), tap, tap == 0, header, len(header) + payload, comment)


def _payload(traffic: dict[str, Any], number: int) -> int:
    """The payload size of a datagram. Fragments of a burst have equal sizes, except the last, which may be shorter."""
    if "packet_bytes" in traffic:
        return int(traffic["packet_bytes"])
    if "burst_bytes" not in traffic or "fragment_bytes" not in traffic:
        return 0
    burst, fragment = int(traffic["burst_bytes"]), int(traffic["fragment_bytes"])
    fragments = -(-burst // fragment)
    return burst - (fragments - 1) * fragment if number % fragments == fragments - 1 else fragment


class _Sacks:
    """SACK blocks of ACKs; the trace has a separate table for them. The ACKs of a tap are asked for in order of time."""

    def __init__(self, rows: Columns) -> None:
        columns = (rows[name].tolist() for name in ("time_s", "tap", "ack", "from", "to"))
        self._rows = list(zip(*columns, strict=True))
        self._next = [0, 0]

    def at(self, tap: int, moment: float, number: int) -> list[tuple[int, int]]:
        """The blocks of an ACK: tap 0 at the receiver, 1 at the sender."""
        blocks = []
        while self._next[tap] < len(self._rows):
            time, at, ack, first, past = self._rows[self._next[tap]]
            if time > moment or (at == tap and time == moment and ack != number):
                break
            if at == tap and time == moment:
                blocks.append((first, past))
            self._next[tap] += 1
        return blocks


def _ip(ends: _Ends, identification: int, ecn: int, protocol: int, length: int) -> bytes:
    dont_fragment = 0x4000
    fields = (0x45, ecn, length, identification & 0xFFFF, dont_fragment, 64, protocol)
    header = struct.pack(">BBHHHBBHII", *fields, 0, ends.source, ends.target)
    return struct.pack(">BBHHHBBHII", *fields, _checksum(header), ends.source, ends.target)


def _tcp(
    ends: _Ends,
    identification: int,
    ecn: int,
    flags: int,
    seq: int,
    ack: int,
    window: int,
    sack: list[tuple[int, int]],
    header_bytes: int,
    payload: int,
) -> bytes:
    """The headers of a TCP packet. No-operation options fill them up to the simulator's size of a header."""
    sack = sack[:4]  # RFC 2018, section 3
    needed = 4 + 8 * len(sack) if sack else 0
    spare = min(40, 0xFFFF - 40 - payload)
    options = max(needed, min(spare, header_bytes - 40) & ~3, 0)
    body = b"\x01" * options
    if sack:
        blocks = b"".join(struct.pack(">II", *block) for block in sack)
        body = b"\x01\x01" + struct.pack(">BB", 5, 2 + 8 * len(sack)) + blocks + b"\x01" * (options - needed)
    length = 20 + options + payload
    head = struct.pack(">HHIIBB", ends.source_port, ends.target_port, seq, ack, (20 + options) << 2 & 0xFF, flags)
    checksum = _checksum(head + struct.pack(">HHH", window, 0, 0) + body, _pseudo(ends, 6, length))
    return _ip(ends, identification, ecn, 6, 20 + length) + head + struct.pack(">HHH", window, checksum, 0) + body


def _udp(ends: _Ends, identification: int, payload: int) -> bytes:
    length = 8 + payload
    ports = (ends.source_port, ends.target_port, length)
    # A checksum of zero is sent as 0xffff, because zero means no checksum (RFC 768).
    checksum = _checksum(struct.pack(">HHHH", *ports, 0), _pseudo(ends, 17, length)) or 0xFFFF
    return _ip(ends, identification, _NOT_ECT, 17, 20 + length) + struct.pack(">HHHH", *ports, checksum)


def _pseudo(ends: _Ends, protocol: int, length: int) -> int:
    return sum((value >> 16) + (value & 0xFFFF) for value in (ends.source, ends.target)) + protocol + length


def _checksum(data: bytes, start: int = 0) -> int:
    """The Internet checksum (RFC 1071)."""
    total: int = start + sum(struct.unpack(f">{len(data) // 2}H", data))
    while total > 0xFFFF:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


def _aligned(data: bytes) -> bytes:
    return data + bytes(-len(data) % 4)


def _block(kind: int, body: bytes, options: Sequence[tuple[int, bytes]] = ()) -> bytes:
    """A block with its length at both ends."""
    body = _aligned(body)
    for code, value in options:
        body += struct.pack("<HH", code, len(value)) + _aligned(value)
    if options:
        body += bytes(4)
    length = struct.pack("<I", len(body) + 12)
    return struct.pack("<I", kind) + length + body + length


def _text(value: str) -> bytes:
    """A text, cut to the maximum length of an option."""
    return value.encode()[:0xFFFF]


def _section(application: str, comment: str) -> bytes:
    # The section's length isn't known in advance.
    body = struct.pack("<IHHq", 0x1A2B3C4D, 1, 0, -1)
    return _block(0x0A0D0D0A, body, [(4, _text(application)), (1, _text(comment))])


def _interface(name: str, description: str, snaplen: int) -> bytes:
    # Packets start with their IP header (LINKTYPE_RAW); times are in nanoseconds.
    body = struct.pack("<HHI", 101, 0, snaplen)
    return _block(1, body, [(2, _text(name)), (3, _text(description)), (9, bytes([9]))])


def _names(entries: Sequence[tuple[int, str]]) -> bytes:
    body = b""
    for address, name in entries:
        encoded = _text(name.replace("\0", ""))
        body += _aligned(struct.pack("<HH", 1, 4 + len(encoded) + 1) + struct.pack(">I", address) + encoded + b"\0")
    return _block(4, body + bytes(4))


def _packet_block(packet: _Packet, captured: int) -> bytes:
    header = packet.header[:captured]
    body = struct.pack("<IIIII", packet.tap, packet.time_ns >> 32, packet.time_ns & 0xFFFFFFFF, captured, packet.length)
    options = [(2, bytes([2 if packet.outbound else 1, 0, 0, 0]))]
    if packet.comment is not None:
        options.append((1, _text(packet.comment)))
    return _block(6, body + header + bytes(captured - len(header)), options)
