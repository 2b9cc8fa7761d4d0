"""The folder of a sweep: `sweep.json`, and Parquet parts of consecutive runs.

A part is written under another name, then renamed, so a part that is there is whole. Its name has its first run and the
one after its last. Two processes may do the same runs, for example if one outlives its driver; results are the same, and
the second copy is left out when the parts are read.
"""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import _engine
from .design import Level, Sweep
from .errors import SweepError

if TYPE_CHECKING:
    import pyarrow as pa

_MANIFEST = "sweep.json"
_PART = re.compile(r"part-(\d+)-(\d+)\.parquet")
_ABANDONED_S = 3600
"""Age from which an unfinished file is deleted. Blocks take seconds, except for very long runs."""


class Span(NamedTuple):
    """Consecutive runs: the first, and the one after the last."""

    start: int
    stop: int


class Part(NamedTuple):
    """A file of consecutive runs."""

    span: Span
    path: Path


def require_pyarrow() -> None:
    """Says how to get pyarrow if it's missing."""
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError:
        raise ImportError('sweeps need pyarrow: pip install "vegaslab[sweep]"') from None


class Folder:
    """The folder of a sweep."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)

    def prepare(self, sweep: Sweep, made_by: Mapping[str, str]) -> Sweep:
        """Writes `sweep.json`, or compares it; returns the sweep with the seeds of both."""
        self.path.mkdir(parents=True, exist_ok=True)
        self._tidy()
        if not (self.path / _MANIFEST).exists():
            if self.parts():
                raise SweepError(f"{self.path} has parts of a sweep but no {_MANIFEST}; use another folder")
            self._write_manifest(sweep, made_by)
            return sweep
        earlier, earlier_by = self.read_sweep()
        if earlier.fingerprint != sweep.fingerprint:
            raise SweepError(
                f"{self.path} has another sweep ({_difference(earlier, sweep)}); use another folder, or the same design"
            )
        check_maker(earlier_by, made_by, str(self.path))
        added = [seed for seed in sweep.seeds if seed not in set(earlier.seeds)]
        if not added:
            return earlier
        both = Sweep.from_dict({**earlier.to_dict(), "seeds": [*earlier.seeds, *added]})
        self._write_manifest(both, made_by)
        return both

    def _write_manifest(self, sweep: Sweep, made_by: Mapping[str, str]) -> None:
        text = json.dumps({"made_by": dict(made_by), **sweep.to_dict()}, ensure_ascii=False)
        temporary = self.path / f".{_MANIFEST}.{os.getpid()}.tmp"
        temporary.write_text(text + "\n", "utf-8")
        os.replace(temporary, self.path / _MANIFEST)

    def manifest_text(self) -> str:
        """The text of `sweep.json`."""
        try:
            return (self.path / _MANIFEST).read_text("utf-8")
        except FileNotFoundError:
            raise SweepError(
                f"there is no {_MANIFEST} in {self.path}; it must be the folder of a sweep, "
                "which every worker sees under this path"
            ) from None

    def read_sweep(self) -> tuple[Sweep, dict[str, str]]:
        """The design, and what made it."""
        return sweep_in(self.manifest_text())

    def parts(self) -> list[Part]:
        """The parts, by their first runs."""
        found = []
        for entry in os.scandir(self.path):
            if match := _PART.fullmatch(entry.name):
                found.append(Part(Span(int(match[1]), int(match[2])), Path(entry.path)))
        return sorted(found)

    def missing(self, within: Span) -> list[Span]:
        """The runs without a result."""
        gaps, at = [], within.start
        for (start, stop), _ in self.parts():
            if start > at:
                gaps.append(Span(at, min(start, within.stop)))
            at = max(at, stop)
            if at >= within.stop:
                break
        return [gap for gap in [*gaps, Span(at, within.stop)] if gap.start < gap.stop]

    def write(self, start: int, table: pa.Table) -> None:
        """Writes the results of consecutive runs as one part."""
        import pyarrow.parquet as pq

        name = f"part-{start:012}-{start + len(table):012}.parquet"
        temporary = self.path / f".{name}.{os.uname().nodename if hasattr(os, 'uname') else ''}{os.getpid()}.tmp"
        with open(temporary, "wb") as file:
            pq.write_table(table, file, compression="zstd")
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, self.path / name)

    def tables(self) -> Iterator[pa.Table]:
        """The tables of the parts, in order of the runs, each run once."""
        import pyarrow.parquet as pq

        at = 0
        for (start, stop), path in self.parts():
            if stop > at:
                # Arrow's own threads could still want the GIL when the interpreter ends, which would abort the process.
                with pq.ParquetFile(path, pre_buffer=False) as file:
                    yield file.read(use_threads=False).slice(max(0, at - start))
                at = stop

    def note_repeats(self, name: str, repeats: Mapping[str, Any]) -> None:
        """Records the runs that were repeated."""
        temporary = self.path / f".{name}.{os.getpid()}.tmp"
        temporary.write_text(json.dumps(repeats) + "\n", "utf-8")
        os.replace(temporary, self.path / name)

    def repeats(self) -> list[dict[str, Any]]:
        """The records of repeated runs."""
        return [json.loads(path.read_text("utf-8")) for path in sorted(self.path.glob("repeats-*.json"))]

    def _tidy(self) -> None:
        """Deletes files that a process left unfinished long ago."""
        for path in self.path.glob(".*.tmp"):
            try:
                if time.time() - path.stat().st_mtime > _ABANDONED_S:
                    path.unlink()
            except FileNotFoundError:
                pass


def sweep_in(manifest: str) -> tuple[Sweep, dict[str, str]]:
    """The design in the text of `sweep.json`, and what made it."""
    design = json.loads(manifest)
    return Sweep.from_dict(design), design.get("made_by", {})


def check_maker(expected: Mapping[str, str], found: Mapping[str, str], place: str) -> None:
    """Refuses to mix the results of different engines."""
    for key, value in expected.items():
        if found.get(key) != value:
            what = key.replace("_", " ")
            raise SweepError(
                f"{place} has results of {what} {value}; this is {found.get(key)}, which may give others. "
                "Use that version, or another folder"
            )


def _difference(earlier: Sweep, sweep: Sweep) -> str:
    if earlier.values != sweep.values:
        differing = [name for name in {**earlier.values, **sweep.values} if earlier.values.get(name) != sweep.values.get(name)]
        return f"its values differ: {', '.join(differing)}" if differing else "its columns are in another order"
    if earlier.metrics != sweep.metrics:
        return "its metrics differ"
    return f"its scenario differs: {earlier.base.name}"


def table_of(sweep: Sweep, rows: Iterable[Mapping[str, Any]]) -> pa.Table:
    """Rows of results as an Arrow table."""
    import pyarrow as pa

    fields = [
        pa.field("run", pa.int64()),
        *(pa.field(name, _type_of(levels)) for name, levels in sweep._axes.items()),
        pa.field("seed", pa.int64()),
        *(pa.field(name, pa.float64()) for name in sweep.metrics),
        pa.field("digest", pa.string()),
        pa.field("failure", pa.string()),
    ]
    metadata = {"vegaslab.sweep": sweep.fingerprint, "vegaslab.engine": _engine.engine_version()}
    return pa.Table.from_pylist(list(rows), schema=pa.schema(fields, metadata))


def _type_of(levels: Iterable[Level]) -> pa.DataType:
    import pyarrow as pa

    types = {type(level.value) for level in levels}
    if types == {bool}:
        return pa.bool_()
    if types == {int}:
        return pa.int64()
    return pa.float64() if types <= {int, float} else pa.string()
