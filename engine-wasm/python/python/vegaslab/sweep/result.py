"""Results of sweeps."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .folder import Folder, Span, require_pyarrow, table_of

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa


class SweepResult:
    """The results in the folder of a sweep, also of one that isn't finished: a row for each run.

    The columns are the sweep's, with the run's number in front. Rows are in order of the points, and of the seeds of each
    point. polars, DuckDB and others can read the result as it is, or the files `part-*.parquet`.
    """

    def __init__(self, path: str | PathLike[str]) -> None:
        require_pyarrow()
        self._folder = Folder(path)
        self.sweep, self.made_by = self._folder.read_sweep()

    @property
    def path(self) -> Path:
        """The folder."""
        return self._folder.path

    @property
    def missing(self) -> list[range]:
        """The runs without a result so far."""
        return [range(*gap) for gap in self._folder.missing(Span(0, len(self.sweep)))]

    @property
    def repeated(self) -> dict[str, int]:
        """How many runs were repeated, and how many of them on another worker; all had the same digest."""
        repeats = self._folder.repeats()
        return {name: sum(one[name] for one in repeats) for name in ("runs", "on_another_worker")}

    def to_arrow(self) -> pa.Table:
        """The rows as an Arrow table."""
        import pyarrow as pa
        import pyarrow.compute as pc

        empty = table_of(self.sweep, 0, [])
        tables = [table.cast(empty.schema) for table in self._folder.tables()]
        table = pa.concat_tables([empty, *tables])
        count = self.sweep.point_count
        seed = pc.divide(table["run"], count)
        point = pc.subtract(table["run"], pc.multiply(seed, count))
        order = pa.table({"point": point, "seed": seed})
        return table.take(pc.sort_indices(order, [("point", "ascending"), ("seed", "ascending")])).combine_chunks()

    def to_pandas(self) -> pd.DataFrame:
        """The rows as a DataFrame."""
        return self.to_arrow().to_pandas()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Arrow's C stream interface."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    @property
    def failures(self) -> dict[str, int]:
        """The reasons of failed runs, and how many runs failed for each."""
        import pyarrow.compute as pc

        counts: list[Any] = pc.value_counts(self.to_arrow()["failure"].drop_null()).to_pylist()
        return {one["values"]: one["counts"] for one in sorted(counts, key=lambda one: -one["counts"])}

    def __len__(self) -> int:
        """Number of runs with a result."""
        return len(self.sweep) - sum(len(gap) for gap in self.missing)

    def __repr__(self) -> str:
        return f"<SweepResult in {self.path}: {len(self):,} of {len(self.sweep):,} runs of {self.sweep.base.name}>"

    def _repr_html_(self) -> str:
        return f"<p>{len(self):,} of {len(self.sweep):,} runs</p>{self.sweep._repr_html_()}"
