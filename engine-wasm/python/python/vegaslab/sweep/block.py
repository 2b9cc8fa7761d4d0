"""Runs blocks of a sweep. A block ends when its time is up, so that blocks of long and short runs take equally long."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from itertools import chain

from .. import _engine
from ..errors import EngineError, ScenarioError
from ..scenario import scenario
from .design import Sweep
from .folder import Folder, Outcome, Span, check_maker, sweep_in, table_of
from .metrics import function_of, paths_of

_EVENTS = 1 << 20
"""Events between two looks at whether to stop: a fraction of a second."""

_SAMPLES = ("ahn-fig1-rr", "ahn-fig1-vr", "low-chain")
"""Scenarios whose digests identify an engine."""

_SAMPLE_S = 5
"""Simulated time of each. Every worker runs them when it starts, and whole runs would take a third of a second."""

_NONE = _engine.Figures([])
"""For runs of which only the digest is needed."""


@dataclass
class Done:
    """What a block did."""

    start: int
    stop: int
    """The one after the last run that is done; less than asked for if the time was up."""
    failed: int
    """Runs that failed."""
    seconds: float
    worker: str
    """Host and process."""
    digests: dict[int, str] = field(default_factory=dict)
    """Digests of the runs to repeat."""


class Stopped(Exception):
    """A run was told to stop."""


@cache
def made_by() -> dict[str, str]:
    """What identifies the engine in this process: its version, and a hash of some runs' digests."""
    hashing = blake2b(digest_size=8)
    for name in _SAMPLES:
        silent = scenario(name).set("record.max_rows", 0).set(duration_s=_SAMPLE_S)._text
        hashing.update(_finished(_engine.Simulation(silent)).figures(_NONE)[0].encode())
    return {
        "package_version": version("vegaslab"),
        "engine_version": _engine.engine_version(),
        "engine_digest": hashing.hexdigest(),
    }


def worker_name() -> str:
    """Host and process."""
    return f"{socket.gethostname()}:{os.getpid()}"


@cache
def _sweep_in(manifest: str, place: str) -> Sweep:
    sweep, maker = sweep_in(manifest)
    check_maker(maker, made_by(), place)
    return sweep


def _opened(path: str) -> tuple[Folder, Sweep]:
    """A folder and its sweep, which is read again only if it has changed."""
    folder = Folder(path)
    return folder, _sweep_in(folder.manifest_text(), path)


def run_block(
    path: str, start: int, stop: int, seconds: float, share: float = 0, stopping: Callable[[], bool] = lambda: False
) -> Done:
    """Runs from `start` to before `stop`, until the time is up or `stopping`, and writes them as one part."""
    folder, sweep = _opened(path)
    began = time.monotonic()
    outcomes: list[Outcome] = []
    try:
        for outcome in _outcomes(sweep, range(start, stop), stopping):
            outcomes.append(outcome)
            if time.monotonic() - began > seconds:
                break
    except Stopped:
        pass
    if outcomes:
        folder.write(start, table_of(sweep, start, outcomes))
    digests = {run: outcome.digest for run, outcome in enumerate(outcomes, start)}
    return Done(
        start=start,
        stop=start + len(outcomes),
        failed=sum(outcome.failure is not None for outcome in outcomes),
        seconds=time.monotonic() - began,
        worker=worker_name(),
        digests={run: digest for run, digest in digests.items() if digest and is_repeated(sweep, run, share)},
    )


def repeat(path: str, runs: list[int]) -> tuple[str, dict[int, str]]:
    """The digests of runs, and the worker that computed them."""
    _, sweep = _opened(path)
    return worker_name(), {run: _finished(sweep._base.simulation(sweep._changes_of(run))).figures(_NONE)[0] for run in runs}


def merge(path: str, start: int, stop: int) -> int:
    """Makes one part of those from `start` to before `stop`; returns how many there were."""
    return Folder(path).merge(Span(start, stop))


def write_failure(path: str, run: int, failure: str) -> None:
    """Writes a part with one run that failed."""
    folder, sweep = _opened(path)
    folder.write(run, table_of(sweep, run, [Outcome(None, (), failure)]))


def is_repeated(sweep: Sweep, run: int, share: float) -> bool:
    """True for a share of the runs, always the same ones, and for the first."""
    if share <= 0 or run == 0:
        return share > 0
    number = int.from_bytes(blake2b(f"{sweep.fingerprint}:{run}".encode(), digest_size=8).digest())
    return number < share * 2**64


def _outcomes(sweep: Sweep, runs: Iterable[int], stopping: Callable[[], bool]) -> Iterator[Outcome]:
    paths = [paths_of(name) for name in sweep.metrics]
    # Each path is read once, whatever the number of metrics that need it.
    places = {path: place for place, path in enumerate(dict.fromkeys(chain.from_iterable(paths)))}
    read = _engine.Figures(list(places))
    metrics = [
        (function_of(name), [places[path] for path in own]) for name, own in zip(sweep.metrics, paths, strict=True)
    ]
    for run in runs:
        if stopping():
            return
        try:
            simulation = _finished(sweep._base.simulation(sweep._changes_of(run)), stopping)
            digest, numbers = simulation.figures(read)
        except (ScenarioError, EngineError) as error:
            yield Outcome(None, (), str(error))
        else:
            yield Outcome(digest, [metric(*[numbers[place] for place in own]) for metric, own in metrics])


def _finished(simulation: _engine.Simulation, stopping: Callable[[], bool] = lambda: False) -> _engine.Simulation:
    """A simulation, at its end."""
    while not simulation.step(_EVENTS):
        if stopping():
            raise Stopped
    return simulation
