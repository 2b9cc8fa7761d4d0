"""Workers of a `dask.distributed` cluster.

A block's task has only the folder's path and the numbers of its runs: workers read the design in `sweep.json`, and write
their parts next to it. So the scheduler stays small, but all workers must see the folder under the same path. Few blocks
are submitted at a time, so it never has to hold a long list of tasks either.
"""

from __future__ import annotations

import queue
import time
from typing import TYPE_CHECKING
from uuid import uuid4

from . import block
from .block import Done
from .errors import ResultLost, SweepError, WorkerDied
from .work import Job, Merge, Repeat, Result

if TYPE_CHECKING:
    from distributed import Client, Future

_BLOCKS_PER_THREAD = 2
"""One runs, the other waits, so that no worker has to wait for the driver."""

_LOOK_EVERY_S = 5
"""Time between two looks at how many workers there are."""

_FETCH_S = 10
"""How long a result may take to arrive. If its worker has died, Dask runs the whole block again; its rows are written."""

_RETRIES = 2
"""Further tries of a block that failed, for example because its folder couldn't be written for a moment."""


class Cluster:
    """The workers of a cluster. They may come and go."""

    def __init__(self, client: Client, path: str, share: float) -> None:
        if client.asynchronous:
            raise ValueError("client: an asynchronous client isn't possible here; allowed: Client(…)")
        self._client, self._path, self._share = client, path, share
        self._open: dict[Future, Job] = {}
        self._wanted: dict[Future, list[str]] = {}
        """The workers that a repetition may run on."""
        self._ended: queue.SimpleQueue[Future] = queue.SimpleQueue()
        self._threads: dict[str, int] = {}
        self._looked_at = float("-inf")

    def size(self) -> int:
        now = time.monotonic()
        if now - self._looked_at > _LOOK_EVERY_S:
            # Unlike `nthreads()`, this leaves out workers that are paused or about to end.
            self._threads = dict(self._client.sync(self._client.scheduler.ncores_running))
            self._looked_at = now
            # Dask would wait for these workers forever.
            self._client.cancel([one for one, wanted in self._wanted.items() if self._threads.keys().isdisjoint(wanted)])
        return sum(self._threads.values())

    def room(self) -> int:
        # Without workers, some blocks wait for the first one.
        return _BLOCKS_PER_THREAD * max(1, self.size()) - len(self._open)

    def submit(self, job: Job) -> None:
        key = f"vegaslab-{uuid4().hex}"
        if isinstance(job, Repeat):
            others = [address for address in self._threads if address != job.worker]
            # If there's no other worker, the same one repeats it. Allowing others in any case (`allow_other_workers`) would let
            # the first worker take the repetition from a busy one, as soon as it has nothing else to do.
            where = {"workers": others} if others else {}
            future = self._client.submit(
                _repeat, self._path, list(job.digests), key=key, pure=False, retries=_RETRIES, priority=1, **where
            )
            if others:
                self._wanted[future] = others
        elif isinstance(job, Merge):
            future = self._client.submit(block.merge, self._path, job.start, job.stop, key=key, pure=False, retries=_RETRIES)
        else:
            future = self._client.submit(
                _block, self._path, job.start, job.stop, job.seconds, self._share, key=key, pure=False, retries=_RETRIES
            )
        self._open[future] = job
        future.add_done_callback(self._ended.put)

    def wait(self, seconds: float) -> list[tuple[Job, Result]]:
        try:
            ended = [self._ended.get(timeout=seconds)]
        except queue.Empty:
            return []
        while not self._ended.empty():
            ended.append(self._ended.get())
        if not self._threads:
            # Some worker has come.
            self._looked_at = float("-inf")
        for future in ended:
            self._wanted.pop(future, None)
        return [(self._open.pop(future), _result_of(future)) for future in ended if future in self._open]

    def stop(self) -> None:
        """Cancels the blocks that wait. Those that run end by themselves, and write what they have."""
        futures = list(self._open)
        self._open.clear()
        self._wanted.clear()
        self._client.cancel(futures)

    def close(self) -> None:
        pass


def _result_of(future: Future) -> Result:
    from distributed import KilledWorker

    if future.status == "finished":
        try:
            result: Result = future.result(timeout=_FETCH_S)
            return result
        except Exception:
            # The worker died after it ran the block.
            return ResultLost("its worker died")
    if future.status != "error":
        return ResultLost(future.status)
    error = future.exception()
    if isinstance(error, KilledWorker):
        return WorkerDied("the workers that ran it died")
    if isinstance(error, ModuleNotFoundError):
        return SweepError(f'the workers need the same packages as this process: pip install "vegaslab[dask]" ({error})')
    return error if isinstance(error, Exception) else SweepError(str(error))


def _block(path: str, start: int, stop: int, seconds: float, share: float) -> Done:
    """A block, on a worker."""
    done = block.run_block(path, start, stop, seconds, share)
    done.worker = _address()
    return done


def _repeat(path: str, runs: list[int]) -> tuple[str, dict[int, str]]:
    """A repetition, on a worker."""
    return _address(), block.repeat(path, runs)[1]


def _address() -> str:
    from distributed import get_worker

    return str(get_worker().address)
