"""What a sweep asks of its workers: local processes or a cluster."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from .block import Done


@dataclass
class Block:
    """Consecutive runs to do."""

    start: int
    stop: int
    seconds: float
    """Time after which it ends early."""
    deaths: int = 0
    """Workers that died with it."""


@dataclass
class Repeat:
    """Runs to do again, and their digests."""

    digests: dict[int, str]
    worker: str
    """The worker that ran them first; another one is better."""
    failed_tries: int = field(default=0)


@dataclass
class Merge:
    """Consecutive runs whose parts should become one."""

    start: int
    stop: int


Job = Block | Repeat | Merge

Result = Done | tuple[str, dict[int, str]] | int | Exception
"""Of a block, of a repetition, of a merge, or what went wrong."""


class Workers(Protocol):
    """Workers that do blocks."""

    def size(self) -> int:
        """Blocks that run at the same time; 0 while a cluster has no workers."""

    def room(self) -> int:
        """Blocks that may be submitted now."""

    def submit(self, job: Job) -> None:
        """Starts a job."""

    def wait(self, seconds: float) -> list[tuple[Job, Result]]:
        """The jobs that ended, after at most this time."""

    def stop(self) -> None:
        """Ends the jobs in progress, keeping the runs that they have done."""

    def close(self) -> None:
        """Gives up the workers."""
