"""Workers on this machine: processes of their own, so that neither the GIL nor a run that ends its process stops a sweep.

A process reads jobs as lines of JSON, and answers with lines of JSON. It ends when its input ends, also if the process
that started it was killed.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from dataclasses import asdict
from typing import Any

from . import block
from .block import Done
from .errors import SweepError, WorkerDied
from .work import Job, Merge, Repeat, Result

_LOOK_S = 1
"""How often a process looks whether its driver is still there."""

_PATIENCE_S = 10
"""How long a process may take to end after it was told to stop."""


class InThisProcess:
    """Runs blocks here, one after the other."""

    def __init__(self, path: str, share: float) -> None:
        self._path, self._share = path, share
        self._jobs: deque[Job] = deque()

    def size(self) -> int:
        return 1

    def room(self) -> int:
        return 1 - len(self._jobs)

    def submit(self, job: Job) -> None:
        self._jobs.append(job)

    def wait(self, seconds: float) -> list[tuple[Job, Result]]:
        job = self._jobs.popleft()
        if isinstance(job, Repeat):
            return [(job, block.repeat(self._path, list(job.digests)))]
        if isinstance(job, Merge):
            return [(job, block.merge(self._path, job.start, job.stop))]
        return [(job, block.run_block(self._path, job.start, job.stop, job.seconds, self._share))]

    def stop(self) -> None:
        self._jobs.clear()

    def close(self) -> None:
        pass


class Processes:
    """Processes on this machine. Each has a thread here, which waits for its answers."""

    def __init__(self, path: str, share: float, count: int) -> None:
        self._path, self._share = path, share
        self._waiting: list[Job] = []
        self._changed = threading.Condition()
        self._closed = False
        self._ended: queue.SimpleQueue[tuple[Job, Result]] = queue.SimpleQueue()
        self._open = 0
        self._processes: list[subprocess.Popen[str] | None] = [None] * count
        self._threads = [threading.Thread(target=self._serve, args=(place,)) for place in range(count)]
        for thread in self._threads:
            thread.start()

    def size(self) -> int:
        return len(self._threads)

    def room(self) -> int:
        return len(self._threads) - self._open

    def submit(self, job: Job) -> None:
        self._open += 1
        with self._changed:
            self._waiting.append(job)
            self._changed.notify_all()

    def wait(self, seconds: float) -> list[tuple[Job, Result]]:
        try:
            ended = [self._ended.get(timeout=seconds)]
        except queue.Empty:
            return []
        self._open -= 1
        return ended

    def stop(self) -> None:
        with self._changed:
            self._waiting.clear()
            self._closed = True
            self._changed.notify_all()
        for process in self._processes:
            if process is not None:
                process.terminate()
        self.close()

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        until = time.monotonic() + _PATIENCE_S
        for thread in self._threads:
            thread.join(max(0, until - time.monotonic()))
        for process in self._processes:
            if process is not None and process.poll() is None:
                process.kill()
        for thread in self._threads:
            thread.join()

    def _serve(self, place: int) -> None:
        while (job := self._next(place)) is not None:
            try:
                result = self._asked(place, job)
            except Exception as error:
                result = error
            self._ended.put((job, result))
        process = self._processes[place]
        if process is not None and process.stdin is not None:
            process.stdin.close()
            process.wait()

    def _next(self, place: int) -> Job | None:
        """The next job. A repetition waits for another process than the first one's, if there is another."""
        with self._changed:
            while not self._closed:
                for job in self._waiting:
                    if not isinstance(job, Repeat) or job.worker != self._name(place) or len(self._threads) == 1:
                        self._waiting.remove(job)
                        return job
                self._changed.wait()
        return None

    def _name(self, place: int) -> str:
        process = self._processes[place]
        return "" if process is None else f"{block.worker_name().rpartition(':')[0]}:{process.pid}"

    def _asked(self, place: int, job: Job) -> Result:
        process = self._processes[place]
        if process is None or process.poll() is not None:
            process = self._processes[place] = _started()
        assert process.stdin is not None and process.stdout is not None
        question: dict[str, Any] = {"path": self._path}
        if isinstance(job, Repeat):
            question["runs"] = list(job.digests)
        elif isinstance(job, Merge):
            question["merge"] = [job.start, job.stop]
        else:
            question |= {"start": job.start, "stop": job.stop, "seconds": job.seconds, "share": self._share}
        try:
            process.stdin.write(json.dumps(question) + "\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except OSError:
            line = ""
        if not line:
            raise WorkerDied(f"the process ended with code {process.wait()}")
        answer = json.loads(line)
        if "problem" in answer:
            raise SweepError(answer["problem"])
        if isinstance(job, Merge):
            return int(answer["merged"])
        digests = {int(run): digest for run, digest in answer.pop("digests").items()}
        if isinstance(job, Repeat):
            return answer["worker"], digests
        return Done(**answer, digests=digests)


def _started() -> subprocess.Popen[str]:
    # The terminal's Ctrl-C is for the process that drives the sweep, which then tells the others to stop.
    apart: dict[str, Any] = {"start_new_session": True} if os.name == "posix" else {"creationflags": 0x200}
    path = os.pathsep.join(filter(None, sys.path))
    return subprocess.Popen(
        [sys.executable, "-c", f"from vegaslab.sweep.local import serve; serve({os.getpid()})"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
        **apart,
    )


def _end_with_driver(driver: int, stopping: threading.Event) -> None:
    """Ends this process soon after the one that started it was killed. Input alone doesn't tell in the middle of a long run."""
    while os.getppid() == driver:
        time.sleep(_LOOK_S)
    stopping.set()
    time.sleep(_PATIENCE_S)
    # A repetition doesn't stop, and has nothing to write.
    os._exit(1)


def serve(driver: int) -> None:
    """Does the jobs on standard input. It ends after the runs that it has done are written at SIGTERM, or if its driver dies,
    which may be before this process has begun."""
    stopping = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stopping.set())
    if os.name == "posix":
        threading.Thread(target=_end_with_driver, args=(driver, stopping), daemon=True).start()
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    for line in sys.stdin:
        question = json.loads(line)
        try:
            if "runs" in question:
                worker, digests = block.repeat(question["path"], question["runs"])
                answer: dict[str, object] = {"worker": worker, "digests": digests}
            elif "merge" in question:
                answer = {"merged": block.merge(question["path"], *question["merge"])}
            else:
                answer = asdict(block.run_block(**question, stopping=stopping.is_set))
        except Exception as error:
            answer = {"problem": str(error) if isinstance(error, SweepError) else f"{type(error).__name__}: {error}"}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()
        if stopping.is_set():
            break
