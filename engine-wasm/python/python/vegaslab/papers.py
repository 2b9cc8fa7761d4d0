"""The papers: their experiments, their numbers, and ours."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from html import escape
from typing import Any

from . import _engine
from ._text import dumps, html_table
from .scenario import Scenario
from .table import Records


class Paper:
    """A paper, with its experiments and numbers."""

    def __init__(self, file: Mapping[str, Any]) -> None:
        self._file = file
        self.name: str = file["name"]
        """Short name, as in `low-2000`."""
        self.authors: str = file["authors"]
        self.title: str = file["title"]
        self.published_in: str = file["published_in"]
        self.about: str = file["about"]
        """How the numbers were read, and notes on all of them."""

    @property
    def experiments(self) -> Records:
        """The runs that measure its numbers. `vl.experiment("low-2000/chain/wpf")` is the scenario of one of them."""
        return Records(
            {
                "experiment": f"{self.name}/{one['name']}",
                "title": one["title"],
                "scenario": one["scenario"],
                "seeds": one["seeds"],
                "arms": ", ".join(arm["name"] for arm in one.get("arms", [])),
                "factors": ", ".join(arm["name"] for arm in one.get("factors", [])),
                "about": one["about"],
            }
            for one in self._file["experiments"]
        )

    @property
    def numbers(self) -> Records:
        """What it reports, next to what the lab measured."""
        return numbers(self.name)

    def __repr__(self) -> str:
        return f"<Paper {self.name}: {self.authors}, {self.title}>"

    def _repr_html_(self) -> str:
        head = f"{self.authors}. {self.title}. {self.published_in}"
        return f"<p>{escape(head)}</p><p>{escape(self.about)}</p>{self.experiments._repr_html_()}"


class Papers(Mapping[str, Paper]):
    """The papers by name."""

    def __getitem__(self, name: str) -> Paper:
        return Paper(_files()[name])

    def __iter__(self) -> Iterator[str]:
        return iter(_files())

    def __len__(self) -> int:
        return len(_files())

    def __repr__(self) -> str:
        return f"<{len(self)} papers: {', '.join(self)}>"

    def _repr_html_(self) -> str:
        rows = ((one.name, one.authors, one.title, one.published_in) for one in self.values())
        return html_table(["name", "authors", "title", "published in"], rows)


@cache
def _files() -> dict[str, Any]:
    return {file["name"]: file for file in map(json.loads, _engine.paper_texts())}


@cache
def _findings() -> dict[tuple[str, str], dict[str, Any]]:
    return {(one["paper"], one["item"]): one for one in json.loads(_engine.findings())}


def papers() -> Papers:
    """The papers by name."""
    return Papers()


def numbers(selection: str = "") -> Records:
    """The papers' numbers, next to those that the lab measured with this version of the engine.

    `selection` is the name of a paper, or a paper and the beginning of an item, as in `low-2000/table-1`. The columns:

    * place, quantity, unit: what the paper reports, and where
    * published: what the paper measured or simulated, with its interval as printed
    * model: the value of the paper's own model
    * ours, ci95: our mean over the seeds, and half its 95 % interval
    * kind: `number` (the paper prints it), `direction` (the paper says it in words), `ours` (the paper doesn't say it),
      or `not_simulated`
    * verdict: `agrees` or `deviates` for a number, `holds` or `fails` for a direction, else `ours` or `not_simulated`
    * because: why it deviates, fails or can't be simulated
    """
    name, _, item = selection.partition("/")
    rows = []
    for paper in _files().values():
        for entry in paper["entries"]:
            if name in {"", paper["name"]} and entry["item"].startswith(item):
                rows.append(_number(paper, entry, _findings().get((paper["name"], entry["item"]), {})))
    if not rows:
        raise KeyError(f"no entry matches {selection!r}; papers: {', '.join(_files())}")
    return Records(rows)


def reproduce(selection: str = "", *, jobs: int | None = None) -> Records:
    """Measures the papers' numbers now, `jobs` runs at a time (as many as there are cores), and compares them.

    The selection and the columns are those of `numbers()`. A verdict is `missing` if a measurement fails. All papers
    together take minutes.
    """
    findings = json.loads(_engine.reproduce(selection or None, jobs))
    papers = {paper["name"]: paper for paper in _files().values()}
    entries = {(paper["name"], entry["item"]): entry for paper in papers.values() for entry in paper["entries"]}
    return Records(_number(papers[one["paper"]], entries[one["paper"], one["item"]], one) for one in findings)


def _number(paper: Mapping[str, Any], entry: Mapping[str, Any], finding: Mapping[str, Any]) -> dict[str, Any]:
    published = entry["published"]
    causes = {cause["name"]: cause["because"] for cause in paper.get("causes", [])}
    return {
        "paper": paper["name"],
        "item": entry["item"],
        "place": entry["place"],
        "quantity": entry["quantity"],
        "unit": entry["unit"],
        "published": published.get("value"),
        "interval": published.get("interval"),
        "model": published.get("model"),
        "ours": finding.get("ours"),
        "ci95": finding.get("ci95"),
        "kind": entry["expect"]["kind"],
        "verdict": finding.get("verdict"),
        "because": causes.get(entry.get("cause"), entry["expect"].get("because")),
    }


def experiment(name: str, *, seed: int = 1) -> Scenario:
    """The scenario of a paper's experiment: `paper/experiment`, with an arm and its factors if it has any, as in
    `low-2000/chain/wpf` or `low-2000/factorial/4+cam+cut`."""
    return Scenario(dumps({**experiment_dict(name), "seed": seed}))


def experiment_dict(name: str) -> dict[str, Any]:
    """The scenario of an experiment with seed 1, not expanded."""
    paper, _, rest = name.partition("/")
    wanted, _, arm = rest.partition("/")
    experiments = _files().get(paper, {}).get("experiments", [])
    found = next((one for one in experiments if one["name"] == wanted), None)
    unknown = KeyError(f"no paper has an experiment called {name!r}")
    if found is None:
        raise unknown
    changes: dict[str, Any] = {}
    if arm:
        first, *factors = arm.split("+")
        for part, kind in ((first, "arms"), *((factor, "factors") for factor in factors)):
            matching = [one for one in found.get(kind, []) if one["name"] == part]
            if not matching:
                raise unknown
            changes.update(matching[0]["set"])
    text = _engine.scenario_text(found["scenario"])
    assert text is not None, "papers name scenarios of the lab"
    changes["seed"] = 1
    scenario: dict[str, Any] = json.loads(_engine.assign(text, [(path, dumps(value)) for path, value in changes.items()]))
    return scenario
