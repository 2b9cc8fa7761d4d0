"""Drives a sweep: hands out blocks until every run has a result."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from . import block
from .design import Sweep
from .errors import ResultLost, SweepError, WorkerDied
from .folder import Folder, Span, require_pyarrow, spans_to_merge
from .local import InThisProcess, Processes
from .progress import Progress, shown
from .result import SweepResult
from .work import Block, Job, Merge, Repeat, Result, Workers

if TYPE_CHECKING:
    from distributed import Client

_BLOCK_S = 12.0
"""How long a block should take. A death loses at most a block for each worker; much shorter ones cost too much."""

_FIRST_S = 3.0
"""How long the first blocks take, from which the time of a run is known."""

_SHORTEST_S = 0.3
"""Blocks get this short towards the end, when workers wait for the last one."""

_LONGEST_S = 25.0
"""When a block ends early, because its runs take longer than the earlier ones."""

_LOOK_EVERY = 64
"""Parts written between two looks for parts to merge."""

_DEATHS = 3
"""Processes that a single run may end before it counts as failed."""


def run_sweep(
    sweep: Sweep,
    out: str | os.PathLike[str],
    *,
    client: Client | None,
    jobs: int | None,
    shard: tuple[int, int] | None,
    verify: float,
    progress: bool | Callable[[Progress], None],
) -> SweepResult:
    """`Sweep.run`."""
    require_pyarrow()
    if not 0 <= verify <= 1:
        raise ValueError(f"verify: {verify} is out of range; allowed: 0 to 1")
    if jobs is not None and jobs < 1:
        raise ValueError(f"jobs: {jobs} is out of range; allowed: 1 or more")
    folder = Folder(Path(out).resolve())
    whole = folder.prepare(sweep, block.made_by())
    wanted = _share_of(len(whole), shard)
    missing = folder.missing(wanted)
    if missing:
        workers = _workers(str(folder.path), client, jobs, verify, sum(stop - start for start, stop in missing))
        _Drive(folder, wanted, missing, workers, shown(progress)).run()
    return SweepResult(folder.path)


def _share_of(count: int, shard: tuple[int, int] | None) -> Span:
    """The runs of a shard: consecutive ones."""
    if shard is None:
        return Span(0, count)
    place, shards = shard
    if not 1 <= place <= shards:
        raise ValueError(f"shard: {place}/{shards} is out of range; allowed: 1/{shards} to {shards}/{shards}")
    return Span(count * (place - 1) // shards, count * place // shards)


def _workers(path: str, client: Client | None, jobs: int | None, share: float, runs: int) -> Workers:
    if client is not None:
        from .cluster import Cluster

        return Cluster(client, path, share)
    count = min(jobs or available_cores(), runs)
    return InThisProcess(path, share) if count == 1 else Processes(path, share, count)


def available_cores() -> int:
    """Cores that this process may use; a batch system may have given it only some of the machine's."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass
class _Drive:
    folder: Folder
    wanted: Span
    missing: list[Span]
    workers: Workers
    show: Callable[[Progress], None]
    queue: deque[Block] = field(default_factory=deque)
    repeats: deque[Repeat] = field(default_factory=deque)
    merges: deque[Merge] = field(default_factory=deque)
    open: int = 0
    open_merges: int = 0
    written: int = 0
    """Parts written since the folder was looked at for parts to merge."""
    run_s: float = 0
    """Time of a run, mean of the recent blocks; 0 if there are none yet."""
    repeated: dict[str, Any] = field(default_factory=lambda: {"runs": 0, "on_another_worker": 0})

    def run(self) -> None:
        left = sum(stop - start for start, stop in self.missing)
        self.queue.extend(Block(start, stop, 0) for start, stop in self.missing)
        total = self.wanted.stop - self.wanted.start
        self.progress = Progress(total=total, before=total - left)
        self.note = f"repeats-{uuid4().hex[:12]}.json"
        try:
            self._plan_merges()
            while self.queue or self.repeats or self.merges or self.open:
                self._submit()
                self.progress.workers = self.workers.size()
                self.show(self.progress)
                for job, result in self.workers.wait(0.5):
                    self.open -= 1
                    self._take(job, result)
                if self.written >= _LOOK_EVERY and not (self.merges or self.open_merges):
                    self._plan_merges()
            self.workers.close()
            self.progress.phase = "done"
        except BaseException:
            self.progress.phase = "stopped"
            self.workers.stop()
            raise
        finally:
            self.show(self.progress)

    def _submit(self) -> None:
        while self.workers.room() > 0 and (self.merges or self.repeats or self.queue):
            # Merges and repetitions are short, so they go first.
            if self.merges:
                self.workers.submit(self.merges.popleft())
                self.open_merges += 1
            else:
                self.workers.submit(self.repeats.popleft() if self.repeats else self._next_block())
            self.open += 1

    def _plan_merges(self) -> None:
        self.written = 0
        self.merges.extend(Merge(*span) for span in spans_to_merge(self.folder.parts(), self.wanted))

    def _next_block(self) -> Block:
        """A block from the front of the queue, as long as it should be."""
        first = self.queue.popleft()
        count = first.stop - first.start
        if first.deaths > 0:
            return first
        left = count + sum(other.stop - other.start for other in self.queue)
        share = -(-left // (2 * max(1, self.workers.size())))
        if self.run_s > 0:
            # Towards the end, blocks are shorter, so that all workers finish at about the same time.
            wanted = max(1, min(round(_BLOCK_S / self.run_s), max(share, round(_SHORTEST_S / self.run_s))))
        else:
            wanted = max(1, share)
        if wanted < count:
            self.queue.appendleft(Block(first.start + wanted, first.stop, 0))
        seconds = _LONGEST_S if self.run_s > 0 else _FIRST_S
        return Block(first.start, min(first.start + wanted, first.stop), seconds)

    def _take(self, job: Job, result: Result) -> None:
        if isinstance(job, Merge):
            self.open_merges -= 1
            # A merge that got lost has deleted nothing that is not in its part.
            self.progress.deaths += isinstance(result, WorkerDied)
            if isinstance(result, Exception) and not isinstance(result, WorkerDied | ResultLost):
                raise result
            if isinstance(result, int) and result > 0:
                # Merged parts may now be merged with each other.
                self.written = _LOOK_EVERY
        elif isinstance(result, WorkerDied):
            self._after_death(job, result)
        elif isinstance(result, ResultLost):
            self._after_loss(job)
        elif isinstance(result, Exception):
            raise result
        elif isinstance(job, Repeat):
            assert isinstance(result, tuple)
            self._compare(job, *result)
        else:
            assert isinstance(result, block.Done)
            self._count(job, result)

    def _count(self, job: Block, done: block.Done) -> None:
        runs = done.stop - done.start
        if done.stop < job.stop:
            self.queue.appendleft(Block(done.stop, job.stop, 0))
        if runs > 0:
            self.written += 1
            mean = done.seconds / runs
            self.run_s = mean if self.run_s == 0 else 0.7 * self.run_s + 0.3 * mean
        if done.digests:
            self.repeats.append(Repeat(done.digests, done.worker))
        self.progress.add(runs, done.failed, done.seconds, self.workers.size())

    def _after_death(self, job: Block | Repeat, death: WorkerDied) -> None:
        """Finds the run that ends processes. One death may be an accident, so a single run has several tries."""
        self.progress.deaths += 1
        if isinstance(job, Repeat):
            job.failed_tries += 1
            if job.failed_tries < _DEATHS:
                self.repeats.append(job)
            return
        if job.stop - job.start > 1:
            middle = (job.start + job.stop) // 2
            halves = [Block(job.start, middle, _LONGEST_S, 1), Block(middle, job.stop, _LONGEST_S, 1)]
            self.queue.extendleft(reversed(halves))
        elif job.deaths < _DEATHS:
            self.queue.appendleft(Block(job.start, job.stop, _LONGEST_S, job.deaths + 1))
        else:
            block.write_failure(str(self.folder.path), job.start, f"{death}, {_DEATHS} times")
            self.progress.add(1, 1, 0, self.workers.size())

    def _after_loss(self, job: Block | Repeat) -> None:
        if isinstance(job, Repeat):
            self.repeats.append(job)
            return
        gaps = self.folder.missing(Span(job.start, job.stop))
        self.queue.extendleft(Block(start, stop, 0) for start, stop in reversed(gaps))
        written = job.stop - job.start - sum(stop - start for start, stop in gaps)
        self.progress.add(written, 0, 0, self.workers.size())

    def _compare(self, job: Repeat, worker: str, digests: dict[int, str]) -> None:
        for run, digest in digests.items():
            if digest != job.digests[run]:
                raise SweepError(
                    f"run {run} has the digest {job.digests[run]} on {job.worker}, and {digest} on {worker}: the two "
                    "don't run the same engine, or one of them has defective memory. Start again in another folder"
                )
        self.repeated["runs"] += len(digests)
        self.repeated["on_another_worker"] += len(digests) * (worker != job.worker)
        self.folder.note_repeats(self.note, self.repeated)
