"""The folder of a sweep: `sweep.json`, and Parquet parts of consecutive runs.

A part is written under another name, then renamed, so a part that is there is whole. Its name has its first run and the
one after its last. Two processes may do the same runs, for example if one outlives its driver; results are the same, and
the second copy is left out when the parts are read.

A block of very long runs has one run, so a large sweep would leave a file for each. Drivers have adjacent small parts
merged, so a folder has some hundreds of files at most, in addition to those of the blocks in progress.
"""

from __future__ import annotations

import json
import os
import re
import time
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import _engine
from .._files import create_text, replacing, write_text
from ..errors import ScenarioError
from .design import Level, Sweep
from .errors import SweepError

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

_MANIFEST = "sweep.json"
_PART = re.compile(r"part-(\d+)-(\d+)\.parquet")
_MERGED = 64
"""Adjacent parts of about the same size that become one. Each of a million runs is written four times then."""

_LARGE = 64**3
"""Runs of a part that isn't merged any more."""

_MERGED_AT_ONCE = 4096
"""Most files that one merge reads."""

_LOOKS = 100
"""Attempts to find runs whose part has been merged into another."""

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
            if create_text(self.path / _MANIFEST, _manifest(sweep, made_by)):
                return sweep
            # Another driver has begun in this moment.
        earlier, earlier_by = self.read_sweep()
        for part in self.parts():
            try:
                self._open(part).close()
            except FileNotFoundError:
                # It has been merged in the meantime.
                pass
        if earlier.fingerprint != sweep.fingerprint:
            raise SweepError(
                f"{self.path} has another sweep ({_difference(earlier, sweep)}); use another folder, or the same design"
            )
        check_maker(earlier_by, made_by, str(self.path))
        added = [seed for seed in sweep.seeds if seed not in set(earlier.seeds)]
        if not added:
            return earlier
        both = Sweep.from_dict({**earlier.to_dict(), "seeds": [*earlier.seeds, *added]})
        write_text(self.path / _MANIFEST, _manifest(both, made_by))
        return both

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
        try:
            return sweep_in(self.manifest_text())
        except (ValueError, ScenarioError) as error:
            raise SweepError(f"{self.path / _MANIFEST} can't be read ({error}); it must be as the sweep wrote it") from None

    @cached_property
    def _sweep(self) -> Sweep:
        return self.read_sweep()[0]

    def _open(self, part: Part) -> pq.ParquetFile:
        """A part, if it's whole and of this sweep."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        (start, stop), path = part
        try:
            file = pq.ParquetFile(path, pre_buffer=False)
        except FileNotFoundError:
            raise
        except (pa.ArrowException, OSError) as error:
            raise SweepError(f"{path} is damaged ({error}); delete it, and the same call makes its runs again") from None
        of = (file.schema_arrow.metadata or {}).get(b"vegaslab.sweep", b"").decode(errors="replace")
        rows = file.metadata.num_rows
        if of == self._sweep.fingerprint and rows == stop - start:
            return file
        file.close()
        wrong = "is a part of another sweep" if rows == stop - start else f"has {rows} runs, but its name says {stop - start}"
        raise SweepError(f"{path} {wrong}; take it away, and the same call makes the runs again")

    def _read(self, part: Part) -> pa.Table:
        # Arrow's own threads could still want the GIL when the interpreter ends, which would abort the process.
        with self._open(part) as file:
            table = file.read(use_threads=False)
        self._check_seeds(part, table)
        return table

    def _check_seeds(self, part: Part, table: pa.Table) -> None:
        """Two drivers that add seeds at the same moment may both give a run the same number."""
        count, (start, stop) = self._sweep.point_count, part.span
        # Seeds change at multiples of the number of points.
        firsts = sorted({start, *range(start + -start % count, stop, count)})
        seeds = [table["seed"][run - start].as_py() for run in firsts]

        def expected(sweep: Sweep) -> list[int]:
            return list(sweep.seeds[start // count : (stop - 1) // count + 1])

        # Another process may have added seeds since.
        if seeds != expected(self._sweep) and seeds != expected(self.read_sweep()[0]):
            raise SweepError(
                f"{part.path} has runs of other seeds than {_MANIFEST}: two sweeps wrote to this folder at the same time; "
                "take the part away, and the same call makes the runs again"
            )

    def parts(self) -> list[Part]:
        """The parts, by their first runs."""
        found = []
        for entry in os.scandir(self.path):
            if match := _PART.fullmatch(entry.name):
                found.append(Part(Span(int(match[1]), int(match[2])), Path(entry.path)))
        # A part comes before those that are within it.
        return sorted(found, key=lambda part: (part.span.start, -part.span.stop))

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
        with replacing(self.path / name) as file:
            pq.write_table(table, file, compression="zstd")

    def tables(self) -> Iterator[pa.Table]:
        """The tables of the parts, in order of the runs, each run once."""
        at = 0
        for look in range(_LOOKS):
            try:
                for part in self.parts():
                    start, stop = part.span
                    if stop > at:
                        table = self._read(part).slice(max(0, at - start))
                        at = stop
                        yield table
                return
            except FileNotFoundError:
                # It has been merged in the meantime. The rows up to here have been read.
                if look == _LOOKS - 1:
                    raise

    def merge(self, span: Span) -> int:
        """Makes one part of those within a span, which are adjacent; returns how many there were."""
        import pyarrow as pa

        parts = [part for part in self.parts() if span.start <= part.span.start and part.span.stop <= span.stop]
        at, tables = span.start, []
        try:
            for part in parts:
                start, stop = part.span
                if start > at:
                    return 0
                if stop > at:
                    tables.append(self._read(part).slice(at - start))
                    at = stop
        except FileNotFoundError:
            # Another driver is merging them.
            return 0
        if at < span.stop:
            return 0
        self.write(span.start, pa.concat_tables(tables))
        for part in parts:
            if part.span != span:
                part.path.unlink(missing_ok=True)
        return len(parts)

    def note_repeats(self, name: str, repeats: Mapping[str, Any]) -> None:
        """Records the runs that were repeated."""
        write_text(self.path / name, json.dumps(repeats) + "\n")

    def repeats(self) -> list[dict[str, Any]]:
        """The records of repeated runs."""
        return [_json(path) for path in sorted(self.path.glob("repeats-*.json"))]

    def _tidy(self) -> None:
        """Deletes files that a process left unfinished long ago, and parts whose runs are all in another one."""
        at = 0
        for (_, stop), path in self.parts():
            if stop <= at:
                path.unlink(missing_ok=True)
            at = max(at, stop)
        for path in self.path.glob(".*.tmp"):
            try:
                if time.time() - path.stat().st_mtime > _ABANDONED_S:
                    path.unlink()
            except FileNotFoundError:
                pass


def _json(path: Path) -> dict[str, Any]:
    try:
        value = json.loads(path.read_text("utf-8"))
    except ValueError as error:
        raise SweepError(f"{path} is damaged ({error}); delete it") from None
    if not isinstance(value, dict):
        raise SweepError(f"{path} is damaged (no object); delete it")
    return value


def spans_to_merge(parts: Iterable[Part], within: Span) -> list[Span]:
    """Adjacent parts that should become one: 64 of fewer than 64 runs, or 64 of 64 runs and more, and so on."""
    own = [part.span for part in parts if within.start <= part.span.start and part.span.stop <= within.stop]
    size = _MERGED
    while size <= _LARGE:
        spans: list[Span] = []
        for stretch in _stretches(own, size):
            if sum(stop - start >= size // _MERGED for start, stop in stretch) >= _MERGED:
                starts = range(0, len(stretch), _MERGED_AT_ONCE)
                groups = [stretch[first : first + _MERGED_AT_ONCE] for first in starts]
                spans += [Span(group[0].start, max(stop for _, stop in group)) for group in groups if len(group) > 1]
        if spans:
            return spans
        size *= _MERGED
    return []


def _stretches(spans: Iterable[Span], size: int) -> Iterator[list[Span]]:
    """Adjacent spans of fewer runs than a size."""
    stretch: list[Span] = []
    at = 0
    for span in spans:
        small = span.stop - span.start < size
        if stretch and not (small and span.start <= at):
            yield stretch
            stretch = []
        if small:
            at = max(at, span.stop) if stretch else span.stop
            stretch.append(span)
    if stretch:
        yield stretch


def _manifest(sweep: Sweep, made_by: Mapping[str, str]) -> str:
    return json.dumps({"made_by": dict(made_by), **sweep.to_dict()}, ensure_ascii=False) + "\n"


def sweep_in(manifest: str) -> tuple[Sweep, dict[str, str]]:
    """The design in the text of `sweep.json`, and what made it."""
    design = json.loads(manifest)
    sweep = Sweep.from_dict(design)
    made_by = design.get("made_by") or {}
    if not isinstance(made_by, dict):
        raise ValueError("made_by isn't an object")
    return sweep, made_by


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


class Outcome(NamedTuple):
    """The result of a run: its metrics, or the reason why it failed."""

    digest: str | None
    figures: Sequence[float | None]
    """The metrics, in the sweep's order; empty if it failed."""
    failure: str | None = None


def table_of(sweep: Sweep, start: int, outcomes: Sequence[Outcome]) -> pa.Table:
    """The results of consecutive runs as an Arrow table."""
    import pyarrow as pa

    runs = range(start, start + len(outcomes))
    count = sweep.point_count
    fields: list[pa.Field] = []
    columns: list[pa.Array] = []

    def add(name: str, kind: pa.DataType, values: Sequence[Any]) -> None:
        fields.append(pa.field(name, kind))
        columns.append(_array(kind, values))

    add("run", pa.int64(), runs)
    repeats = count
    for name, levels in sweep._axes.items():
        # The last column changes fastest.
        repeats //= len(levels)
        add(name, _type_of(levels), [levels[run % count // repeats % len(levels)].value for run in runs])
    add("seed", pa.int64(), [sweep.seeds[run // count] for run in runs])
    for place, name in enumerate(sweep.metrics):
        add(name, pa.float64(), [outcome.figures[place] if outcome.figures else None for outcome in outcomes])
    add("digest", pa.string(), [outcome.digest for outcome in outcomes])
    add("failure", pa.string(), [outcome.failure for outcome in outcomes])
    metadata = {"vegaslab.sweep": sweep.fingerprint, "vegaslab.engine": _engine.engine_version()}
    return pa.Table.from_arrays(columns, schema=pa.schema(fields, metadata))


def _array(kind: pa.DataType, values: Sequence[Any]) -> pa.Array:
    """An Arrow array. `pa.array` would do, but it imports pandas if there is one, for a second in every process."""
    import pyarrow as pa

    missing = [value is None for value in values]
    valid = _bits(not one for one in missing) if any(missing) else None
    if kind == pa.string():
        texts = [b"" if value is None else str(value).encode() for value in values]
        ends = array("i", accumulate(map(len, texts), initial=0))
        data = [pa.py_buffer(ends), pa.py_buffer(b"".join(texts))]
    elif kind == pa.bool_():
        data = [_bits(map(bool, values))]
    else:
        code = "q" if kind == pa.int64() else "d"
        data = [pa.py_buffer(array(code, [0 if value is None else value for value in values]))]
    return pa.Array.from_buffers(kind, len(values), [valid, *data])


def _bits(values: Iterable[bool]) -> pa.Buffer:
    import pyarrow as pa

    digits = "".join("1" if value else "0" for value in values)[::-1]
    return pa.py_buffer(int(digits or "0", 2).to_bytes((len(digits) + 7) // 8, "little"))


def _type_of(levels: Iterable[Level]) -> pa.DataType:
    import pyarrow as pa

    types = {type(level.value) for level in levels}
    if types == {bool}:
        return pa.bool_()
    if types == {int}:
        return pa.int64()
    return pa.float64() if types <= {int, float} else pa.string()
