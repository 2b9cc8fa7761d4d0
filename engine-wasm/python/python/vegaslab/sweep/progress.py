"""Shows how far a sweep is: in a terminal, a log or a notebook."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field

_LOG_EVERY_S = 30
"""Time between two lines of a log."""


@dataclass
class Progress:
    """How far a sweep is."""

    total: int
    """Runs of the sweep, or of a shard."""
    before: int = 0
    """Runs that were done before."""
    done: int = 0
    """Runs done since."""
    failed: int = 0
    """Those of them that failed."""
    deaths: int = 0
    """Workers that died."""
    phase: str = "running"
    """`running`, `done` or `stopped`."""
    workers: int | None = None
    """Workers that a cluster or this machine has now."""
    began: float = field(default_factory=time.monotonic)
    _rate: float = 0

    def add(self, runs: int, failed: int, seconds: float, workers: int) -> None:
        """Counts a block that took these seconds on one of these workers."""
        self.done += runs
        self.failed += failed
        if seconds > 0 and runs > 0:
            rate = max(1, workers) * runs / seconds
            self._rate = rate if self._rate == 0 else 0.8 * self._rate + 0.2 * rate

    @property
    def runs_per_s(self) -> float:
        """Runs per second, from the recent blocks; 0 before the first one."""
        return self._rate

    @property
    def left_s(self) -> float | None:
        """Estimated time left, seconds; None before the first block."""
        return (self.total - self.before - self.done) / self._rate if self._rate > 0 else None

    def __str__(self) -> str:
        words = [f"{self.before + self.done:,} of {self.total:,} runs"]
        if self.failed:
            words.append(f"{self.failed:,} failed")
        if self.deaths:
            words.append(f"{self.deaths} {'worker' if self.deaths == 1 else 'workers'} died")
        if self.phase == "running" and self.workers == 0:
            words.append("waiting for workers")
        elif self.phase == "running" and self.left_s is not None:
            words += [f"{_rounded(self.runs_per_s)} runs/s", f"{in_words(self.left_s)} left"]
        elif self.phase != "running":
            words.append(f"{self.phase} after {in_words(time.monotonic() - self.began)}")
        return ", ".join(words)


def _rounded(rate: float) -> str:
    return f"{rate:,.0f}" if rate >= 10 else f"{rate:.2g}"


def in_words(seconds: float) -> str:
    """A duration in one unit or two: "40 s", "3 min", "2 h 5 min"."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    if minutes < 90:
        return f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours < 48 else f"{hours / 24:.0f} days"


def shown(progress: bool | Callable[[Progress], None]) -> Callable[[Progress], None]:
    """The function that shows progress here."""
    if callable(progress):
        return progress
    if not progress:
        return lambda _: None
    return _in_notebook() or (_in_terminal() if sys.stderr.isatty() else _in_log())


def _in_terminal() -> Callable[[Progress], None]:
    def show(progress: Progress) -> None:
        end = "" if progress.phase == "running" else "\n"
        print(f"\r\x1b[K{progress}", end=end, file=sys.stderr, flush=True)

    return show


def _in_log() -> Callable[[Progress], None]:
    last = 0.0

    def show(progress: Progress) -> None:
        nonlocal last
        now = time.monotonic()
        news = progress.done > 0 or progress.workers == 0
        if progress.phase != "running" or (news and now - last > _LOG_EVERY_S):
            last = now
            print(progress, file=sys.stderr, flush=True)

    return show


def _in_notebook() -> Callable[[Progress], None] | None:
    """None if this isn't a notebook."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    if shell is None or not hasattr(shell, "kernel"):
        return None
    from IPython.display import HTML, display

    handle = display(HTML(""), display_id=True)

    def show(progress: Progress) -> None:
        share = (progress.before + progress.done) / max(1, progress.total)
        handle.update(HTML(f"<progress value='{share:.4f}' style='width:20em'></progress> {progress}"))

    return show
