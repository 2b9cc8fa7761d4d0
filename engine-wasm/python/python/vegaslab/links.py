"""Links of the lab's bench: which scenario a link opens, and which link opens a scenario.

A link names a scenario or an experiment, the mark of the version from which it was made, and the changes to it, one
parameter each: `#/bench?scenario=ahn-fig1-vr&of=msv2nxbp&flows.0.sender.avoidance.alpha=2`. A scenario that can't be
expressed as changes is included whole, compressed.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl, urlencode

from . import _engine
from ._text import dumps, javascript
from .errors import ScenarioError
from .papers import experiment_dict
from .scenario import Scenario

Atom = str | int | float | bool | None
Change = tuple[str, Atom]

# Parameters that are not paths of a scenario, and beginnings of parameters that belong to a sweep or to the view.
_RESERVED = {"scenario", "experiment", "of", "packed", "plain", "with", "as", "field"}
_RESERVED_BEGINNINGS = ("sweep.", "view.")

_WORD = re.compile(r"(?!(?:true|false|null)$)[A-Za-z_][\w.>-]*", re.ASCII)
"""Texts that links contain without quotes, because they can't be mistaken for another value."""

_MOST_BYTES = 4 << 20
"""Maximum inflated size; a short link could inflate to gigabytes."""

_DEFAULT = "ahn-fig1-rr"
"""The scenario of a link that names none."""


class LinkError(ValueError):
    """A link that doesn't open a scenario."""


def scenario_of(link: str) -> Scenario:
    """The scenario that a link opens."""
    page, _, query = link.rpartition("#")[2].lstrip("/").partition("?")
    if page != "bench":
        raise LinkError("this isn't a link of the bench; those contain #/bench?")
    parameters = parse_qsl(query, keep_blank_values=True)
    first = dict(reversed(parameters))
    origin, text = _base(first)
    whole = _whole(first)
    if whole is not None:
        text = whole
    changes = list(_changes_in(parameters))
    if not changes:
        made = Scenario(text)
    else:
        try:
            made = Scenario(_engine.changed(text, dumps(changes)))
        except ScenarioError as error:
            raise LinkError(str(error)) from error
    made._origin = origin
    return made


def _base(parameters: dict[str, str]) -> tuple[str | None, str]:
    """The lab's scenario that a link names, and its text at the version that it names."""
    experiment, mark = parameters.get("experiment"), parameters.get("of")
    if experiment is not None:
        try:
            name, text = None, dumps(experiment_dict(experiment))
        except KeyError as error:
            raise LinkError(str(error.args[0])) from None
    else:
        name = parameters.get("scenario", _DEFAULT)
        found = _engine.scenario_text(name)
        if found is None:
            raise LinkError(f"there is no scenario {name!r}; scenarios: {', '.join(_engine.scenario_names())}")
        text = found
    earlier = None if mark is None or mark == mark_of(text) else _engine.archived_text(mark)
    if earlier is None or _undescribed(earlier) == _undescribed(text):
        return name, text
    return None, earlier


def _undescribed(text: str) -> dict[str, Any]:
    """A scenario without its descriptions, which don't affect the run."""
    return {key: value for key, value in json.loads(text).items() if key not in {"title", "about", "source"}}


def _whole(parameters: dict[str, str]) -> str | None:
    """The text of a scenario that is included whole."""
    name = next((name for name in ("plain", "packed") if name in parameters), None)
    if name is None:
        return None
    try:
        data = base64.urlsafe_b64decode(parameters[name] + "=" * (-len(parameters[name]) % 4))
        if name == "packed":
            inflating = zlib.decompressobj(-zlib.MAX_WBITS)
            data = inflating.decompress(data, _MOST_BYTES)
            if not inflating.eof:
                raise ValueError("damaged or too long")
        return data.decode("utf-8")
    except (ValueError, zlib.error) as error:
        raise LinkError("the scenario in this link is damaged; part of the link may be missing") from error


def _changes_in(parameters: list[tuple[str, str]]) -> Iterator[Change]:
    for path, text in parameters:
        if path in _RESERVED or path.startswith(_RESERVED_BEGINNINGS):
            continue
        value: Any = text
        if not _WORD.fullmatch(text):
            try:
                value = json.loads(text)
                # Python reads 1e400, and half of a letter, but can't write them.
                dumps(value).encode()
            except ValueError:
                value = []
            if isinstance(value, list | dict):
                raise LinkError(f"this link's value for {path} can't be read")
        yield path, value


def link_of(scenario: Scenario) -> str:
    """The link, from `#` on, that opens a scenario."""
    changed = _link_with_changes(scenario)
    if changed is not None:
        return changed
    deflating = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    data = deflating.compress(scenario._text.encode()) + deflating.flush()
    return f"#/bench?packed={base64.urlsafe_b64encode(data).decode().rstrip('=')}"


def _link_with_changes(scenario: Scenario) -> str | None:
    """The link with the differences from the lab's scenario; None if changes can't express them."""
    text = _engine.scenario_text(scenario._origin) if scenario._origin else None
    if text is None:
        return None
    try:
        changes = _differences(text, json.loads(scenario._expanded_text))
    except ScenarioError:
        return None
    if changes is None:
        return None
    parameters = [("scenario", scenario._origin), ("of", mark_of(text))]
    link = f"#/bench?{urlencode([*parameters, *((path, _formatted(value)) for path, value in changes)])}"
    return link if scenario_of(link) == scenario else None


def _formatted(value: Atom) -> str:
    return value if isinstance(value, str) and _WORD.fullmatch(value) else javascript(value)


def _differences(text: str, wanted: dict[str, Any]) -> list[Change] | None:
    """The changes that turn a scenario into an expanded one."""
    changes: list[Change] = []
    while True:
        now = json.loads(_engine.changed(text, dumps(changes)))
        parts: list[Change] = []
        values: list[Change] = []
        for change in _differing(wanted, now, ""):
            if change is None:
                return None
            path = change[0].rpartition(".")
            (parts if path[0] and path[2] in {"kind", "preset"} else values).append(change)
        if not parts:
            return changes + values
        if parts[0] in changes:
            return None
        # A part or a preset brings its own defaults, so it comes first, and the outermost of them.
        changes.append(parts[0])


def _differing(wanted: Any, now: Any, path: str) -> Iterator[Change | None]:
    """The values that differ; None for what a change can't express."""
    if wanted == now and type(wanted) is type(now):
        return
    if isinstance(wanted, dict) and isinstance(now, dict):
        for key in ("kind", "preset"):
            if key in wanted and wanted[key] != now.get(key):
                yield f"{path}.{key}".lstrip("."), wanted[key]
                return
        if wanted.keys() != now.keys():
            yield None
        for key in [key for key in wanted if key in now]:
            yield from _differing(wanted[key], now[key], f"{path}.{key}".lstrip("."))
    elif isinstance(wanted, list) and isinstance(now, list) and len(wanted) == len(now):
        for index, pair in enumerate(zip(wanted, now, strict=True)):
            yield from _differing(*pair, f"{path}.{index}")
    elif isinstance(wanted, dict | list):
        yield None
    else:
        yield path, wanted


def mark_of(text: str) -> str:
    """A hash of a scenario's text without white space, as links contain it: 41 bits of 64-bit FNV-1a in base 36."""
    state = 0xCBF29CE484222325
    for byte in javascript(json.loads(text)).encode():
        state = (state ^ byte) * 0x100000001B3 % 2**64
    number, digits = state % 2**41, ""
    while number:
        number, digit = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return digits.rjust(8, "0")
