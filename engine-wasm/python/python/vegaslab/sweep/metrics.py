"""The metrics of a sweep's table. Names and values are those of the sweep page.

`flows.0.goodput_bytes_per_s` belongs to a flow, `links.R1>R2.drops` to a directed link, `all.fairness` to all flows
together. A metric that a run doesn't have, such as the completion time of an unfinished transfer, is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import reduce
from operator import add
from typing import Any

Metric = Callable[[Mapping[str, Any]], float | None]

FLOW = (
    "goodput_bytes_per_s",
    "completed_at_s",
    "time_to_bytes_s.1048576",
    "time_to_bytes_s.2097152",
    "segments_sent",
    "retransmitted_segments",
    "retransmitted_bytes",
    "coarse_timeouts",
    "fast_retransmits",
    "fast_retransmit_episodes",
    "early_retransmits",
    "mean_rtt_ms",
    "var_rtt_ms2",
    "mean_cwnd_segments",
)
LINK = (
    "drops",
    "mean_queue_bytes",
    "mean_queue_packets",
    "mean_waiting_packets",
    "max_queue_bytes",
    "utilization",
)
ALL = ("goodput_bytes_per_s", "fairness", "retransmitted_segments", "coarse_timeouts")

_FLOWS = 12
"""Flows that have metrics of their own unless others are asked for, as on the page."""


def names_in(scenario: Mapping[str, Any]) -> list[str]:
    """The metrics of an expanded scenario, in the page's order."""
    count = len(scenario["flows"])
    own = [*FLOW, *(["share"] if count > 1 else [])]
    flows = [f"flows.{flow}.{name}" for flow in range(count) for name in own]
    links = [f"links.{link}.{name}" for link in _directed(scenario["links"]) for name in LINK]
    return [*flows, *(f"all.{name}" for name in ALL), *links]


def _directed(links: Iterable[Mapping[str, Any]]) -> list[str]:
    ends = [(link["from"], link["to"], link["both_ways"]) for link in links]
    return [name for a, b, both in ends for name in ([f"{a}>{b}", f"{b}>{a}"] if both else [f"{a}>{b}"])]


def chosen(scenario: Mapping[str, Any], patterns: Iterable[str] | None) -> list[str]:
    """The metrics that patterns such as `all.*` choose; by default, those that the page offers."""
    names = names_in(scenario)
    if patterns is None:
        later = tuple(f"flows.{flow}." for flow in range(_FLOWS, len(scenario["flows"])))
        return [name for name in names if not name.startswith(later)]
    wanted: dict[str, None] = {}
    for pattern in [patterns] if isinstance(patterns, str) else patterns:
        # Names of flows and links have no brackets of their own, so only * and ? are special.
        found = [name for name in names if name == pattern or fnmatchcase(name, pattern)]
        if not found:
            raise ValueError(f"metrics: there is no metric {pattern!r}; allowed: {_summary(names)}")
        wanted.update(dict.fromkeys(found))
    return list(wanted)


def _summary(names: Sequence[str]) -> str:
    """The names of the first flow and the first link stand for all."""
    links = [name for name in names if name.startswith("links.")]
    rest = [name for name in names if name.startswith(("flows.0.", "all."))]
    return ", ".join([*rest, *links[: len(LINK)]]) + ", … and patterns such as all.* or links.*.drops"


def metric(name: str) -> Metric:
    """The function that reads a metric in a summary."""
    group, _, rest = name.partition(".")
    if group == "all":
        return _ALL[rest]
    if group == "links":
        link, _, figure = rest.rpartition(".")
        return lambda summary: next((own[figure] for own in summary["links"] if own["name"] == link), None)
    place, _, figure = rest.partition(".")
    return _of_flow(int(place), _flow_figure(figure))


def _flow_figure(figure: str) -> Callable[[Mapping[str, Any], Mapping[str, Any]], float | None]:
    if figure == "share":
        return lambda flow, summary: _ratio(flow["goodput_bytes_per_s"], _total(summary, "goodput_bytes_per_s"))
    name, _, size = figure.partition(".")
    if size:
        return lambda flow, _: flow[name].get(size)
    return lambda flow, _: flow[name]


def _of_flow(place: int, figure: Callable[[Mapping[str, Any], Mapping[str, Any]], float | None]) -> Metric:
    def read(summary: Mapping[str, Any]) -> float | None:
        flows = summary["flows"]
        return figure(flows[place], summary) if place < len(flows) else None

    return read


def _ratio(part: float, whole: float) -> float | None:
    return None if whole == 0 else part / whole


def _total(summary: Mapping[str, Any], figure: str) -> float:
    return _sum(flow[figure] for flow in summary["flows"])


def _sum(numbers: Iterable[float]) -> float:
    """The plain sum, as the page has it: from Python 3.12 on, `sum` corrects rounding errors."""
    return reduce(add, numbers, 0.0)


def _fairness(summary: Mapping[str, Any]) -> float | None:
    """Jain's index: 1 if all goodputs are equal, 1/n if one flow has everything."""
    goodputs = [flow["goodput_bytes_per_s"] for flow in summary["flows"]]
    total, squares = _sum(goodputs), _sum(goodput * goodput for goodput in goodputs)
    return _ratio(total * total, len(goodputs) * squares)


def _sum_of(figure: str) -> Metric:
    return lambda summary: _total(summary, figure)


_ALL: dict[str, Metric] = {name: _sum_of(name) for name in ALL} | {"fairness": _fairness}
