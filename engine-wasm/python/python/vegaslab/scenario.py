"""Scenarios."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cached_property
from html import escape
from os import PathLike
from types import MappingProxyType
from typing import Any

from . import _engine
from ._files import write_text
from ._text import dumps, html_table, read_text


class Scenario(Mapping[str, Any]):
    """Everything about one run: links, flows, their senders, and how long it lasts. It never changes.

    A scenario is made of a mapping or of JSON text::

        vl.Scenario({"version": 1, "name": "mine", "duration_s": 60, "links": [...], "flows": [...]})

    Defaults and presets may be left out; `expanded()` writes them out. The engine checks every scenario; a wrong one
    raises `ScenarioError`. The same scenario and version of the engine always give the same run, bit by bit.
    """

    def __init__(self, scenario: Mapping[str, Any] | str) -> None:
        text = scenario if isinstance(scenario, str) else dumps(scenario)
        self._expanded_text = _engine.check(text)
        self._text = text
        self._origin: str | None = None

    @classmethod
    def read(cls, path: str | PathLike[str]) -> Scenario:
        """Reads a scenario file."""
        return cls(read_text(path))

    @classmethod
    def from_link(cls, link: str) -> Scenario:
        """The scenario that a link opens on the bench of the lab.

        Links keep what they opened when they were made, also if the lab's scenario has changed since. Pinned runs and the
        view are left out.
        """
        from .links import scenario_of

        return scenario_of(link)

    def set(
        self, path: str | Mapping[str, Any] | None = None, value: Any = None, /, **fields: Any
    ) -> Scenario:
        """A scenario with other values, at paths or in fields::

            s.set("flows.transfer.sender.avoidance.alpha", 2)
            s.set({"flows.*.sender.preset": "reno", "links.R1-R2.rate_bps": 800_000})
            s.set(seed=7, duration_s=30)

        A step into a list is a number or a name, and `*` means every entry.
        """
        changes: dict[str, Any] = {}
        if isinstance(path, str):
            changes[path] = value
        elif path is not None:
            changes.update(path)
        changes.update(fields)
        made = Scenario(_engine.assign(self._text, [(key, dumps(new)) for key, new in changes.items()]))
        made._origin = self._origin
        return made

    def expanded(self) -> Scenario:
        """The same scenario with presets, topology, copies and defaults written out."""
        made = Scenario(self._expanded_text)
        made._origin = self._origin
        return made

    def link(self, lab: str = "") -> str:
        """The link that opens this scenario on the bench; `lab` is the address of the lab's main page.

        The link contains the differences from the lab's scenario if there is one, else the whole scenario.
        """
        from .links import link_of

        return lab.split("#")[0] + link_of(self)

    def to_dict(self) -> dict[str, Any]:
        """The scenario as it was given: a new dictionary, which may be changed."""
        value: dict[str, Any] = json.loads(self._text)
        return value

    def to_json(self) -> str:
        """JSON text with indentation."""
        return json.dumps(self.to_dict(), indent=2, ensure_ascii=False)

    def write(self, path: str | PathLike[str]) -> None:
        """Writes a scenario file."""
        write_text(path, self.to_json() + "\n")

    @cached_property
    def _fields(self) -> Mapping[str, Any]:
        return _frozen(self.to_dict())  # type: ignore[no-any-return]

    def __getitem__(self, name: str) -> Any:
        return self._fields[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scenario) and self._expanded_text == other._expanded_text

    def __hash__(self) -> int:
        return hash(self._expanded_text)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self._text, self._origin)

    @property
    def name(self) -> str:
        """Short name."""
        return str(self["name"])

    @property
    def title(self) -> str:
        """The title; empty if it has none."""
        return str(self.get("title", ""))

    @property
    def about(self) -> str:
        """What the run shows, and what the scenario assumes."""
        return str(self.get("about", ""))

    @property
    def source(self) -> str:
        """Paper, section or figure that it comes from."""
        return str(self.get("source", ""))

    def __repr__(self) -> str:
        return f"<Scenario {self.name}: {self.title}>" if self.title else f"<Scenario {self.name}>"

    def _repr_html_(self) -> str:
        whole: dict[str, Any] = json.loads(self._expanded_text)
        flows = [
            (flow["name"], flow["sender"]["preset"] or "", f"{flow['from']} → {flow['to']}", flow["traffic"]["kind"])
            for flow in whole["flows"]
        ]
        links = [
            (link["name"], link["rate_bps"], link["delay_ms"], link["queue"]["kind"], link["loss"]["kind"])
            for link in whole["links"]
        ]
        about = "".join(f"<p>{escape(text)}</p>" for text in (self.about, self.source) if text)
        return (
            f"<h4>{escape(self.title or self.name)}</h4>{about}"
            f"<p>{escape(self.name)}, seed {whole['seed']}, at most {whole['duration_s']:g} s</p>"
            + html_table(["flow", "sender", "path", "traffic"], flows)
            + html_table(["link", "rate, bit/s", "delay, ms", "queue", "loss"], links)
        )


def _restored(text: str, origin: str | None) -> Scenario:
    made = Scenario(text)
    made._origin = origin
    return made


def _frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return MappingProxyType({name: _frozen(inner) for name, inner in value.items()})
    if isinstance(value, list):
        return tuple(_frozen(inner) for inner in value)
    return value


def scenario(name: str) -> Scenario:
    """A scenario of the lab, by its name."""
    text = _engine.scenario_text(name)
    if text is None:
        raise KeyError(f"there is no scenario {name!r}; scenarios: {', '.join(_engine.scenario_names())}")
    made = Scenario(text)
    made._origin = name
    return made


class Scenarios(Mapping[str, Scenario]):
    """The lab's scenarios by name."""

    def __getitem__(self, name: str) -> Scenario:
        return scenario(name)

    def __iter__(self) -> Iterator[str]:
        return iter(_engine.scenario_names())

    def __len__(self) -> int:
        return len(_engine.scenario_names())

    def __repr__(self) -> str:
        return f"<{len(self)} scenarios: {', '.join(self)}>"

    def _repr_html_(self) -> str:
        return html_table(["name", "title", "source"], ((one.name, one.title, one.source) for one in self.values()))


def scenarios() -> Scenarios:
    """The lab's scenarios by name."""
    return Scenarios()


def as_scenario(given: Scenario | Mapping[str, Any] | str) -> Scenario:
    """A scenario, given as such, by the name of one of the lab's, or as a mapping."""
    if isinstance(given, Scenario):
        return given
    return scenario(given) if isinstance(given, str) else Scenario(given)
