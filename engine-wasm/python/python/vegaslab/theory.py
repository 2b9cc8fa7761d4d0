"""Predictions of the papers' theory."""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape
from typing import Any

from . import _engine
from .scenario import Scenario, as_scenario
from .table import Records


class Prediction:
    """What the papers' theory predicts for a scenario, without running it.

    `report` is the whole report; the tables are the parts of it that are compared with runs.
    """

    def __init__(self, report: dict[str, Any]) -> None:
        self.report = report

    @property
    def flows(self) -> Records:
        """Flows at equilibrium: one row per interval in which the flows don't change, end of the range between alpha and
        beta, and flow."""
        return self._at_rest("flows", "Flows at equilibrium")

    @property
    def links(self) -> Records:
        """Links at equilibrium: rows as for the flows."""
        return self._at_rest("links", "Links at equilibrium")

    def _at_rest(self, what: str, doc: str) -> Records:
        rows = []
        for interval in self.report["intervals"]:
            for rest in interval["at_rest"]:
                when = {"from_s": interval["from_s"], "to_s": interval["to_s"], "range_end": rest["range_end"]}
                rows += [{**when, **one} for one in rest[what]]
        return Records(rows, doc)

    @property
    def intervals(self) -> Records:
        """The intervals, with the theory that applies, what it says, and what it leaves out."""
        names = ("from_s", "to_s", "theory", "says", "caveats")
        return Records({name: one[name] for name in names} for one in self.report["intervals"])

    @property
    def repairs(self) -> Records:
        """What each repair of a loss costs each flow, s (Ahn et al. 1995, section 6.2), or why it is unknown."""
        return Records(
            {"name": one["name"], **one.get("costs", {}), "reason": one.get("reason")} for one in self.report["repairs"]
        )

    @property
    def coverage(self) -> Records:
        """Whether the theory covers each flow, and if not, why."""
        rows = ({**one, "reason": one.get("reason")} for one in self.report["flows"])
        return Records({name: row[name] for name in ("name", "applies", "reason")} for row in rows)

    def __bool__(self) -> bool:
        return bool(self.report["intervals"])

    def __repr__(self) -> str:
        return f"<Prediction for {self.report['scenario']}: {len(self.report['intervals'])} intervals>"

    def _repr_html_(self) -> str:
        texts = []
        for one in self.report["intervals"]:
            when = f"{one['from_s']:g} to {one['to_s']:g} s: {one['theory']}. {one['says']}."
            texts.append(" ".join([when, *one["caveats"]]))
        texts += [f"{one['name']}: {one['reason']}" for one in self.report["flows"] if one.get("reason")]
        said = "".join(f"<p>{escape(text)}</p>" for text in texts)
        return said + (self.flows._repr_html_() + self.links._repr_html_() if self else "")


def predict(scenario: Scenario | Mapping[str, Any] | str) -> Prediction:
    """What the papers' theory predicts for a scenario, without running it: rates, windows, RTTs and queues.

    The sources are in `intervals`: Low, Peterson and Wang 2000 for delay-based senders and REM; for loss, the formulas
    that the lab's page on theory lists. A prediction is false (`if not prediction`) if it covers no flow.
    """
    return Prediction(json.loads(_engine.predict(as_scenario(scenario)._text)))
