"""Writes runs as qlog, one trace a flow as its sender sees it.

The format was made for QUIC, and its viewers expect QUIC's conventions: every transmission is a packet with its own
number, an ACK lists only newly acknowledged packets, and a retransmission means that the earlier packet was lost.
Version 0.3 in JSON, which viewers support; later drafts only rename things.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from os import PathLike
from typing import TYPE_CHECKING, Any

from ._files import replacing
from ._flows import codes, connections_of, expanded, rows_of
from ._text import javascript

if TYPE_CHECKING:
    from .trace import Run

Event = dict[str, Any]

# Why a sender considered a segment lost, in the terms of the qlog schema.
_TRIGGERS = {
    "retransmit_fast": "reordering_threshold",
    "retransmit_early": "time_threshold",
    "retransmit_timeout": "pto_expired",
}

_SENT = {"send", *_TRIGGERS}

_STATES = {"avoidance": "congestion_avoidance"}


def write(run: Run, path: str | PathLike[str]) -> None:
    """Writes a run as a qlog file."""
    scenario = expanded(run)
    title = scenario["title"] or scenario["name"]
    version = run.summary["engine_version"]
    names = [flow["name"] for flow in scenario["flows"]]
    head = {
        "qlog_version": "0.3",
        "qlog_format": "JSON",
        "title": title,
        "description": "\n".join(
            [
                f"{title} · seed {scenario['seed']} · Vegas Lab, engine {version}",
                *([f"Flows: {_listed(names)}"] if len(names) > 1 else []),
                run.link(),
            ]
        ),
        "code_version": f"Vegas Lab, engine {version}",
    }
    with replacing(path) as file:
        file.write(f'{javascript(head)[:-1]},"traces":['.encode())
        for flow, name in enumerate(names):
            trace = {
                "title": name,
                "vantage_point": {"name": name, "type": "client"},
                "common_fields": {"ODCID": name, "group_id": name, "time_format": "relative", "reference_time": 0},
            }
            file.write(f'{"," if flow else ""}{javascript(trace)[:-1]},"events":[\n'.encode())
            file.write((",\n".join(map(javascript, events_of(run, scenario, flow))) + "]}").encode())
        file.write(b"]}\n")


def _listed(names: list[str]) -> str:
    """The flows by number; more than a dozen are only counted."""
    listed = ", ".join(f"{number} {name}" for number, name in enumerate(names[:12], 1))
    return f"{listed} and {len(names) - 12} more" if len(names) > 12 else listed


def events_of(run: Run, scenario: dict[str, Any], flow: int) -> list[Event]:
    """Events at a flow's sender, in chronological order."""
    smss = scenario["flows"][flow]["smss_bytes"]
    headers = scenario["flows"][flow]["header_bytes"]
    # The sort is stable: simultaneous events keep this order, packets first, then what they caused.
    events = [*_segments(run, flow, smss, headers), *_windows(run, flow, smss), *_rtts(run, flow), *_states(run, flow)]
    return sorted(events, key=lambda event: float(event["time"]))


def _ms(time_s: float) -> float:
    """Milliseconds, rounded to whole nanoseconds."""
    return math.floor(time_s * 1e9 + 0.5) / 1e6


def _event(time: float, name: str, **data: Any) -> Event:
    return {"time": time, "name": name, "data": data}


def _segments(run: Run, flow: int, smss: int, headers: int) -> Iterator[Event]:
    rows = rows_of(run.segments, flow)
    names = list(codes(run.segments, "kind"))
    connections = connections_of(run, flow, rows)
    current = sent = received = una = 0
    carried_by: dict[int, int] = {}  # by segment, the number of the packet that carried it last
    columns = (rows[column].tolist() for column in ("time_s", "kind", "seq"))
    for time_s, kind, number in zip(*columns, strict=True):
        name, time = names[kind], _ms(time_s)
        if name in _SENT:
            if name != "send" and number in carried_by:
                lost = {"packet_type": "1RTT", "packet_number": carried_by[number]}
                yield _event(time, "recovery:packet_lost", header=lost, trigger=_TRIGGERS[name])
            carried_by[number] = sent
            while current + 1 < len(connections) and number >= connections[current + 1].first:
                current += 1
            offset = connections[current].bytes_before(number, smss)
            length = connections[current].bytes_before(number + 1, smss) - offset
            yield _event(
                time,
                "transport:packet_sent",
                header={"packet_type": "1RTT", "packet_number": sent},
                raw={"length": length + headers, "payload_length": length},
                # Successive connections get the ids of client-initiated streams: 0, 4, 8, ...
                frames=[{"frame_type": "stream", "stream_id": 4 * current, "offset": offset, "length": length}],
            )
            sent += 1
        elif name in {"ack", "dup_ack"}:
            packets = [carried_by.pop(segment) for segment in range(una, number) if segment in carried_by]
            una = max(una, number)
            yield _event(
                time,
                "transport:packet_received",
                header={"packet_type": "1RTT", "packet_number": received},
                raw={"length": headers, "payload_length": 0},
                frames=[{"frame_type": "ack", "acked_ranges": _ranges(packets)}],
            )
            received += 1


def _ranges(numbers: list[int]) -> list[list[int]]:
    """Groups numbers into ranges, including both ends."""
    ranges: list[list[int]] = []
    for number in sorted(numbers):
        if ranges and ranges[-1][1] + 1 == number:
            ranges[-1][1] = number
        else:
            ranges.append([number, number])
    return ranges


def _windows(run: Run, flow: int, smss: int) -> Iterator[Event]:
    rows = rows_of(run.windows, flow)
    columns = (rows[column].tolist() for column in ("time_s", "cwnd", "ssthresh", "flight"))
    for time_s, cwnd, ssthresh, flight in zip(*columns, strict=True):
        data = {"congestion_window": math.floor(cwnd * smss + 0.5), "bytes_in_flight": flight * smss}
        if math.isfinite(ssthresh):
            data["ssthresh"] = math.floor(ssthresh * smss + 0.5)
        yield _event(_ms(time_s), "recovery:metrics_updated", **data)


def _rtts(run: Run, flow: int) -> Iterator[Event]:
    rows = rows_of(run.rtts, flow)
    columns = (rows[column].tolist() for column in ("time_s", "rtt_ms", "srtt_ms", "base_rtt_ms"))
    for time_s, rtt, smoothed, least in zip(*columns, strict=True):
        data = {"latest_rtt": rtt, "smoothed_rtt": smoothed, "min_rtt": least}
        known = {name: value for name, value in data.items() if not math.isnan(value)}
        yield _event(_ms(time_s), "recovery:metrics_updated", **known)


def _states(run: Run, flow: int) -> Iterator[Event]:
    rows = rows_of(run.states, flow)
    names = list(codes(run.states, "state"))
    before: str | None = None
    for time_s, code in zip(rows["time_s"].tolist(), rows["state"].tolist(), strict=True):
        now = _STATES.get(names[code], names[code])
        old: dict[str, str] = {} if before is None else {"old": before}
        yield _event(_ms(time_s), "recovery:congestion_state_updated", **old, new=now)
        before = now
