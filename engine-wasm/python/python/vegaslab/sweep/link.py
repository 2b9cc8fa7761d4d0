"""Links of the sweep page. A link has the scenario, as on the bench, and the whole setup of the sweep:
`#/sweep?scenario=ahn-fig1-vr&sweep.kind=sweep&sweep.field=links.1.rate_bps~log~1e5~1e6~9&sweep.seeds=3`.
"""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Iterable, Mapping
from decimal import ROUND_HALF_UP, Context, Decimal
from math import floor
from typing import Any
from urllib.parse import parse_qsl

from ..catalogue import _catalogue
from ..links import LinkError
from ..scenario import Scenario
from .design import Sweep

_CURRENT = "current"
"""The senders that the scenario has, among the presets of a link."""

_AS_IT_IS = "as on the bench"


def sweep_of(link: str) -> Sweep:
    """The sweep that a link opens."""
    page, _, query = link.rpartition("#")[2].lstrip("/").partition("?")
    if page != "sweep":
        raise LinkError("this isn't a link of the sweep page; those contain #/sweep?")
    base = Scenario.from_link(f"#/bench?{query}").expanded()
    setup = _Setup(parse_qsl(query, keep_blank_values=True))
    whole = json.loads(base._expanded_text)
    values = setup.factors(whole) if setup.kind == "factorial" else setup.fields(base, whole)
    return Sweep(base, values, seeds=setup.seeds, metrics=setup.metrics or None)


class _Setup:
    """The setup in a link."""

    def __init__(self, parameters: Iterable[tuple[str, str]]) -> None:
        self._all: dict[str, list[list[str]]] = {}
        for name, text in parameters:
            if name.startswith("sweep."):
                self._all.setdefault(name.removeprefix("sweep."), []).append(text.split("~"))
        if "kind" not in self._all:
            raise LinkError("this link has no setup of a sweep; open it, and copy the address that the page then has")
        self.kind = self._first("kind", "sweep")
        self.metrics = [name for names in self._all.get("show", []) for name in names]
        seeds = self._first("seeds", "1")
        if not re.fullmatch(r"\s*[1-9]\d*\s*", seeds):
            raise LinkError(f"seeds: {seeds!r} isn't allowed; allowed: a whole number from 1")
        self.seeds = int(seeds)

    def _first(self, name: str, default: str) -> str:
        return self._all[name][0][0] if name in self._all else default

    def fields(self, base: Scenario, whole: Mapping[str, Any]) -> dict[str, Any]:
        """The columns of a sweep: senders, and one or two fields."""
        axes = {path: _values(path, spec, _shape_at(whole, path)) for path, *spec in self._all.get("field", [])}
        if not axes:
            raise LinkError("this link varies no field")
        flow = self._first("flow", "all")
        place = f"flows.{flow if flow.isdecimal() else '*'}.sender"
        presets = [name for names in self._all.get("presets", []) for name in names] or [_CURRENT]
        senders = {
            _AS_IT_IS if name == _CURRENT else name: {} if name == _CURRENT else {place: {"preset": name}}
            for name in presets
        }
        kept = {name: changes for name, changes in senders.items() if not _lacking(base, name, changes, axes)}
        if not kept:
            raise LinkError("none of these senders has this field, so there's nothing to run")
        return {"sender": kept, **{_named(path, whole): values for path, values in axes.items()}}

    def factors(self, whole: Mapping[str, Any]) -> dict[str, Any]:
        """The columns of a factorial design: two levels each."""
        factors = {path: levels for path, *levels in self._all.get("factor", [])}
        return {_named(path, whole): _two(path, levels, whole) for path, levels in factors.items()}


def _lacking(base: Scenario, name: str, changes: Mapping[str, Any], axes: Iterable[str]) -> bool:
    """Whether a sender lacks a field that is varied. The page leaves it out, too."""
    whole = json.loads(base.set(changes)._expanded_text)
    lacking = [path for path in axes if _at(whole, path) is None]
    if lacking:
        warnings.warn(f"{name} is left out because it has no {lacking[0]}", stacklevel=5)
    return bool(lacking)


def _two(path: str, levels: list[str], whole: Mapping[str, Any]) -> Any:
    """The levels of a factor."""
    if path.endswith(".preset"):
        sender = path.removesuffix(".preset")
        return {level: {sender: {"preset": level}} for level in levels}
    shape = _shape_at(whole, path)
    if shape["type"] == "number":
        return [_number(path, level) for level in levels]
    if shape["type"] == "boolean":
        return [level == "true" for level in levels]
    if shape["type"] != "part":
        return levels
    return {level: {f"{path}.kind": level} for level in levels}


def _at(tree: Any, path: str) -> Any:
    """The value at a path with numbers; None if there is none."""
    for step in path.split("."):
        if isinstance(tree, list):
            tree = tree[int(step)] if step.isdecimal() and int(step) < len(tree) else None
        else:
            tree = tree.get(step) if isinstance(tree, dict) else None
    return tree


def _shape_at(whole: Mapping[str, Any], path: str) -> dict[str, Any]:
    """What the catalogue says about the field at a path with numbers."""
    shape: dict[str, Any] = {"type": "object", "fields": _catalogue()["scenario"]}
    place: Any = whole
    for step in path.split("."):
        fields: list[dict[str, Any]] = shape.get("fields", [])
        if shape["type"] == "part":
            members = _catalogue()["parts"][shape["set"]]["members"]
            fields = next((one["fields"] for one in members if one["kind"] == place["kind"]), [])
        if shape["type"] == "list":
            found = shape["item"]
        else:
            found = next((field["shape"] for field in fields if field["name"] == step), None)
        place = _at(place, step)
        if found is None:
            raise LinkError(f"this scenario has no field {path!r}")
        shape = found["item"] if found["type"] == "optional" else found
        if shape["type"] == "choice_or_number":
            shape = shape["number"] if isinstance(place, int | float) else {**shape, "type": "choice"}
    if place is None:
        raise LinkError(f"this scenario has no field {path!r}")
    return shape


def _named(path: str, whole: Mapping[str, Any]) -> str:
    """A path with the name of the link, flow or source instead of its number, if that can be read back."""
    group, *steps = path.split(".")
    if group not in {"links", "flows", "datagrams"} or len(steps) < 2:
        return path
    names = [entry["name"] for entry in whole[group]]
    name = names[int(steps[0])]
    clear = "." not in name and not name.isdecimal() and name != "" and names.count(name) == 1
    return ".".join([group, name, *steps[1:]]) if clear else path


def _number(path: str, text: str) -> float:
    try:
        return _exact(float(text))
    except ValueError:
        raise LinkError(f"{path}: {text!r} isn't a number") from None


def _exact(number: float) -> float:
    """Whole numbers as such, because the engine wants no fraction for many fields."""
    return int(number) if number.is_integer() else number


def _values(path: str, spec: list[str], shape: Mapping[str, Any]) -> list[float]:
    """The values of a field, as the page computes them: sorted, each once."""
    if shape["type"] != "number":
        raise LinkError(f"{path} isn't a number")
    spacing, first, last, count = [*spec, "", "", "", ""][:4]
    if spacing == "list":
        values = [_number(path, word) for word in re.split(r"[\s,;]+", first) if word]
    else:
        low, high = _number(path, first), _number(path, last)
        if not count.isdecimal() or int(count) < 1:
            raise LinkError(f"{path}: {count!r} isn't a number of points")
        if spacing == "log" and not (low > 0 and high > 0):
            raise LinkError(f"{path}: even ratios need both ends above 0")
        values = list(_spaced(low, high, int(count), spacing == "log", shape["integer"]))
    return sorted(set(values))


def _spaced(low: float, high: float, count: int, log: bool, integer: bool) -> Iterable[float]:
    for place in range(count):
        share = 0 if count == 1 else place / (count - 1)
        if share == 1:
            yield high
            continue
        value = low * (high / low) ** share if log else low + share * (high - low)
        yield floor(value + 0.5) if integer else _exact(_six_digits(value))


def _six_digits(value: float) -> float:
    """JavaScript's `toPrecision(6)`, which rounds the exact value, halves up."""
    return float(Context(prec=6, rounding=ROUND_HALF_UP).create_decimal(Decimal(value)))
