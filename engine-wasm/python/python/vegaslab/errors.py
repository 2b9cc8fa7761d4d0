"""The exceptions of the package."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Problem(NamedTuple):
    """One problem of a scenario."""

    path: str
    """Path to the field, as in `flows.0.sender.avoidance.alpha`; empty for the whole scenario."""
    problem: str
    """The problem."""
    allowed: str
    """The allowed values."""

    def __str__(self) -> str:
        stop = "" if self.problem.endswith("?") else ";"
        return f"{self.path or 'scenario'}: {self.problem}{stop} allowed: {self.allowed}"


class ScenarioError(ValueError):
    """The engine refuses a scenario; `problems` lists the reasons."""

    def __init__(self, problems: Iterable[tuple[str, str, str]]) -> None:
        self.problems: list[Problem] = [Problem(*problem) for problem in problems]
        super().__init__(self.problems)

    def __str__(self) -> str:
        return "\n".join(str(problem) for problem in self.problems)


class CaptureError(ValueError):
    """A file can't be read as a capture. The message says where it's wrong and what's allowed."""

    def __init__(self, message: str, code: str = "") -> None:
        self.code = code
        """Identifies the reason, as in `not-a-capture`."""
        super().__init__(message)


class EngineError(RuntimeError):
    """The engine has a defect. Please report it with the scenario that provoked it."""


class ThinnedTraceWarning(UserWarning):
    """The trace of a run has fewer rows than the run had samples. `Run.summary` is exact; counts and percentiles of the tables aren't.
    Those of `Run.whole()`, and of the rows that `Run.between` gives, are."""
