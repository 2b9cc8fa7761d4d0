"""Runs blocks of a sweep. A block ends when its time is up, so that blocks of long and short runs take equally long."""

from __future__ import annotations

import json
import os
import socket
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from typing import Any

from .. import _engine
from ..errors import EngineError, ScenarioError
from ..scenario import scenario
from .design import Sweep
from .folder import Folder, check_maker, sweep_in, table_of
from .metrics import metric

_EVENTS = 1 << 20
"""Events between two looks at whether to stop: a fraction of a second."""

_SAMPLES = ("ahn-fig1-rr", "ahn-fig1-vr", "low-chain")
"""Scenarios whose digests identify an engine."""


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
        hashing.update(_finished(scenario(name).set("record.max_rows", 0)._text)["digest"].encode())
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
    rows: list[dict[str, Any]] = []
    try:
        for row in _rows(sweep, start, stop, stopping):
            rows.append(row)
            if time.monotonic() - began > seconds:
                break
    except Stopped:
        pass
    if rows:
        folder.write(start, table_of(sweep, rows))
    return Done(
        start=start,
        stop=start + len(rows),
        failed=sum(row["failure"] is not None for row in rows),
        seconds=time.monotonic() - began,
        worker=worker_name(),
        digests={row["run"]: row["digest"] for row in rows if row["digest"] and is_repeated(sweep, row["run"], share)},
    )


def repeat(path: str, runs: list[int]) -> tuple[str, dict[int, str]]:
    """The digests of runs, and the worker that computed them."""
    _, sweep = _opened(path)
    return worker_name(), {run: _finished(sweep._text_of(run))["digest"] for run in runs}


def write_failure(path: str, run: int, failure: str) -> None:
    """Writes a part with one run that failed."""
    folder, sweep = _opened(path)
    folder.write(run, table_of(sweep, [{**_head(sweep, run), "failure": failure}]))


def is_repeated(sweep: Sweep, run: int, share: float) -> bool:
    """True for a share of the runs, always the same ones, and for the first."""
    if share <= 0 or run == 0:
        return share > 0
    number = int.from_bytes(blake2b(f"{sweep.fingerprint}:{run}".encode(), digest_size=8).digest())
    return number < share * 2**64


def _rows(sweep: Sweep, start: int, stop: int, stopping: Callable[[], bool]) -> Iterator[dict[str, Any]]:
    metrics = [(name, metric(name)) for name in sweep.metrics]
    for run in range(start, stop):
        if stopping():
            return
        row = _head(sweep, run)
        try:
            summary = _finished(sweep._text_of(run), stopping)
        except (ScenarioError, EngineError) as error:
            row["failure"] = str(error)
        else:
            row |= {name: read(summary) for name, read in metrics}
            row["digest"] = summary["digest"]
        yield row


def _head(sweep: Sweep, run: int) -> dict[str, Any]:
    """The columns of a row that are known before it runs."""
    seed, point = divmod(run, sweep.point_count)
    values = {name: level.value for name, level in sweep._levels_of(point).items()}
    return {"run": run, **values, "seed": sweep.seeds[seed], "digest": None, "failure": None}


def _finished(text: str, stopping: Callable[[], bool] = lambda: False) -> dict[str, Any]:
    """The summary of a scenario's run."""
    simulation = _engine.Simulation(text)
    while not simulation.step(_EVENTS):
        if stopping():
            raise Stopped
    summary: dict[str, Any] = json.loads(simulation.summary())
    return summary
