"""The metrics of a sweep's table. Names and values are those of the sweep page.

`flows.0.goodput_bytes_per_s` belongs to a flow, `links.R1>R2.drops` to a directed link, `all.fairness` to all flows
together. A metric that a run doesn't have, such as the completion time of an unfinished transfer, is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any

Numbers = Sequence[float | None]
"""The numbers at a path: one, or one of each flow."""

Metric = Callable[..., float | None]
"""A function of the numbers at one or more paths."""

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
    listed = [patterns] if isinstance(patterns, str) else [*patterns] if isinstance(patterns, Iterable) else None
    if listed is None or not all(isinstance(pattern, str) for pattern in listed):
        raise ValueError(f"metrics: {patterns!r} isn't allowed; allowed: names, and patterns such as all.*")
    wanted: dict[str, None] = {}
    for pattern in listed:
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


def paths_of(name: str) -> list[str]:
    """The numbers of a summary that a metric is computed from, as `_engine.Figures` names them."""
    group, _, rest = name.partition(".")
    if group == "all":
        return [f"flows.*.{'goodput_bytes_per_s' if rest == 'fairness' else rest}"]
    if group == "flows" and rest.endswith(".share"):
        return [f"flows.{rest.removesuffix('share')}goodput_bytes_per_s", "flows.*.goodput_bytes_per_s"]
    return [name]


def function_of(name: str) -> Metric:
    """The function that computes a metric from the numbers at its paths."""
    if name == "all.fairness":
        return _fairness
    if name.startswith("all."):
        return _sum
    if name.startswith("flows.") and name.endswith(".share"):
        return _share
    return _itself


def _itself(numbers: Numbers) -> float | None:
    return numbers[0]


def _share(own: Numbers, goodputs: Numbers) -> float | None:
    return None if own[0] is None else _ratio(own[0], _sum(goodputs))


def _ratio(part: float, whole: float) -> float | None:
    return None if whole == 0 else part / whole


def _sum(numbers: Iterable[float | None]) -> float:
    """The plain sum, as the page has it: from Python 3.12 on, `sum` corrects rounding errors."""
    total = 0.0
    for number in numbers:
        assert number is not None
        total += number
    return total


def _fairness(goodputs: Numbers) -> float | None:
    """Jain's index: 1 if all goodputs are equal, 1/n if one flow has everything."""
    total = _sum(goodputs)
    squares = _sum(None if goodput is None else goodput * goodput for goodput in goodputs)
    return _ratio(total * total, len(goodputs) * squares)
