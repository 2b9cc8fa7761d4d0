"""The senders and parts of which scenarios are made, with their documentation."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from html import escape
from typing import Any, TypeVar

from . import _engine
from ._text import html_table
from .table import Records


class Preset:
    """A named sender, as in `"sender": {"preset": "vegas"}`."""

    def __init__(self, entry: Mapping[str, Any]) -> None:
        self.name: str = entry["name"]
        self.title: str = entry["title"]
        self.family: str = entry["family"]
        self.doc: str = entry["doc"]
        self.source: str = entry["source"]
        """Paper or code that describes it."""
        self.sender: dict[str, Any] = entry["sender"]
        """The sender with every field written out."""

    def __repr__(self) -> str:
        return f"<Preset {self.name}: {self.title}>"

    def _repr_html_(self) -> str:
        rows = ((name, json.dumps(value)) for name, value in self.sender.items())
        return f"<p><b>{escape(self.title)}</b>. {escape(self.doc)} ({escape(self.source)})</p>" + html_table(
            ["field", "value"], rows
        )


class Part:
    """An algorithm that can take a place in a scenario, as in `"avoidance": {"kind": "cam", "alpha": 1}`."""

    def __init__(self, entry: Mapping[str, Any]) -> None:
        self.kind: str = entry["kind"]
        self.title: str = entry["label"]
        self.doc: str = entry["doc"]
        self.source: str = entry["source"]
        """Paper, RFC or code that describes it."""
        self._fields = entry["fields"]

    @property
    def fields(self) -> Records:
        """Its fields, with default, unit, range and description."""
        return Records(map(_field, self._fields))

    def __repr__(self) -> str:
        return f"<Part {self.kind}: {self.doc}>"

    def _repr_html_(self) -> str:
        return f"<p><b>{escape(self.title)}</b>. {escape(self.doc)} ({escape(self.source)})</p>{self.fields._repr_html_()}"


def _field(field: Mapping[str, Any]) -> dict[str, Any]:
    shape = field["shape"]
    if shape["type"] == "optional":
        shape = shape["item"]
    choices = [one["value"] for one in shape.get("choices", [])]
    shape = shape.get("number", shape)
    return {
        "name": field["name"],
        "default": field["default"],
        "unit": shape.get("unit") or None,
        "min": shape.get("min"),
        "max": shape.get("max"),
        "allowed": ", ".join(choices) or None,
        "doc": field["doc"],
    }


Entry = TypeVar("Entry", bound="Preset | Part | Set")


class Listing(Mapping[str, Entry]):
    """Entries of the catalogue by name."""

    def __init__(self, entries: Mapping[str, Entry], doc: str = "") -> None:
        self._entries: Mapping[str, Entry] = entries
        self.doc = doc

    def __getitem__(self, name: str) -> Entry:
        try:
            return self._entries[name]
        except KeyError:
            raise KeyError(f"there is no {name!r}; allowed: {', '.join(self)}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __repr__(self) -> str:
        return f"<{', '.join(self)}>"

    def _repr_html_(self) -> str:
        rows = ((name, entry.title, entry.doc) for name, entry in self.items())
        return html_table(["name", "title", "what it does"], rows, self.doc)


class Set(Listing[Part]):
    """The parts among which one place of a scenario chooses, by kind."""

    def __init__(self, title: str, doc: str, members: list[dict[str, Any]]) -> None:
        super().__init__({one["kind"]: Part(one) for one in members}, doc)
        self.title = title


@cache
def _catalogue() -> dict[str, Any]:
    catalogue: dict[str, Any] = json.loads(_engine.catalogue())
    return catalogue


def presets() -> Listing[Preset]:
    """The named senders: `vl.presets()["vegas"].source`."""
    return Listing({one["name"]: Preset(one) for one in _catalogue()["presets"]})


def parts() -> Listing[Set]:
    """The replaceable parts of scenarios, by place and kind: `vl.parts()["avoidance"]["cam"].fields`."""
    sets = _catalogue()["parts"].items()
    return Listing({name: Set(one["title"], one["doc"], one["members"]) for name, one in sets})


def fields() -> Records:
    """The fields of a scenario, with default, unit, range and description."""
    return Records(map(_field, _catalogue()["scenario"]))
