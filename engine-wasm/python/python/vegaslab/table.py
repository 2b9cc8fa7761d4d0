"""Tables: the columns of a trace, and lists of results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from . import _engine
from ._pickling import Packed, columns_of, engine_check, packed
from ._text import html_table

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

    from ._engine import Column

_SHOWN = 10
"""Rows that a notebook shows."""


class ColumnInfo(NamedTuple):
    """Describes a column of a trace."""

    name: str
    element: str
    """Element type: `f64`, `u32`, `u16` or `u8`."""
    unit: str
    """Unit; empty for indices and codes."""
    doc: str
    codes: tuple[str, ...] | None
    """The names of the codes 0, 1, …; None for columns that don't contain codes."""


class Table:
    """A table of a trace. It never changes.

    `table["cwnd"]` is a column as a read-only numpy array: `table["cwnd"].copy()` can be changed. numpy, polars, pyarrow,
    DuckDB and others read the columns where they are, without a copy; `to_pandas()` copies them::

        run.windows.to_pandas()
        polars.DataFrame(run.windows)
        pyarrow.table(run.windows)

    Columns of indices and codes contain numbers; `decode()` replaces them by names.
    """

    def __init__(
        self,
        name: str,
        doc: str,
        schema: Sequence[ColumnInfo],
        buffers: Sequence[Column],
        names: Mapping[str, Sequence[str]],
        thinned: bool = False,
    ) -> None:
        self.name = name
        self.doc = doc
        self.schema: tuple[ColumnInfo, ...] = tuple(schema)
        """Names, types, units and descriptions of the columns."""
        self._buffers = dict(zip((info.name for info in schema), buffers, strict=True))
        self._names = names
        self.thinned = thinned
        """Whether rows are missing because of `record.max_rows` (or for `hops`, because there were too many), so that
        counts and percentiles of this table aren't those of the run. `Run.whole()` has every row."""
        self._decoded = False

    @property
    def columns(self) -> list[str]:
        """Names of the columns."""
        return list(self._buffers)

    def __len__(self) -> int:
        return len(next(iter(self._buffers.values())))

    def buffer(self, column: str) -> Column:
        """A column by Python's buffer protocol; `memoryview(table.buffer("cwnd"))` needs no other package."""
        try:
            return self._buffers[column]
        except KeyError:
            raise KeyError(f"{self.name} has no column {column!r}; columns: {', '.join(self.columns)}") from None

    def __getitem__(self, column: str) -> np.ndarray[Any, Any]:
        import numpy as np

        array = np.asarray(self.buffer(column))
        names = self._names_of(column)
        return array if names is None else np.asarray(names)[array]

    def _names_of(self, column: str) -> Sequence[str] | None:
        """The names that a decoded column has."""
        if not self._decoded:
            return None
        info = next(info for info in self.schema if info.name == column)
        return info.codes or self._names.get(column)

    def decode(self) -> Table:
        """The table with the names of flows, links, kinds and states instead of their numbers: categories in pandas,
        dictionaries in Arrow. `place` keeps its number, because it only has a meaning for drops."""
        table = Table(self.name, self.doc, self.schema, list(self._buffers.values()), self._names, self.thinned)
        table._decoded = True
        return table

    def to_pandas(self, *, copy: bool = True) -> pd.DataFrame:
        """A DataFrame of its own, which may be changed; `attrs["thinned"]` is this table's `thinned`.

        `copy=False` leaves the columns where they are, which saves time and memory for long traces. Such a frame is
        read-only: assigning to cells raises "assignment destination is read-only"; `frame.copy()` may be changed.
        """
        import numpy as np
        import pandas as pd

        data: dict[str, Any] = {}
        for column, buffer in self._buffers.items():
            names, array = self._names_of(column), np.asarray(buffer)
            data[column] = array if names is None else pd.Categorical.from_codes(array.astype("i4"), names)
        frame = pd.DataFrame(data, copy=copy)
        frame.attrs["thinned"] = self.thinned
        return frame

    def to_dict(self) -> dict[str, list[Any]]:
        """The columns as lists."""
        return {column: self._list(column) for column in self._buffers}

    def _list(self, column: str, rows: int | None = None) -> list[Any]:
        values = memoryview(self._buffers[column])[:rows].tolist()
        names = self._names_of(column)
        return values if names is None else [names[value] for value in values]

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Arrow's C stream interface: one batch. The units and descriptions are the metadata of the fields, and `thinned`
        that of the schema."""
        columns = []
        for info in self.schema:
            names = self._names_of(info.name)
            pairs = [(key, value) for key, value in (("unit", info.unit), ("doc", info.doc)) if value]
            columns.append((self._buffers[info.name], pairs, None if names is None else list(names)))
        return _engine.arrow_stream(columns, [("thinned", str(self.thinned).lower())])

    def __reduce_ex__(self, protocol: Any) -> tuple[Any, ...]:
        state = {name: value for name, value in self.__dict__.items() if name != "_buffers"}
        return _restored, (state, packed({self.name: list(self._buffers.values())}, protocol))

    def __copy__(self) -> Table:
        return self

    def __deepcopy__(self, memo: object) -> Table:
        return self

    def __repr__(self) -> str:
        columns = ", ".join(f"{info.name} {info.unit}".strip() for info in self.schema)
        return f"<{self.name}: {len(self)} rows of {columns}{', thinned' if self.thinned else ''}>"

    def _repr_html_(self) -> str:
        head = [f"{info.name}, {info.unit}" if info.unit else info.name for info in self.schema]
        rows = zip(*(self._list(column, _SHOWN) for column in self._buffers), strict=True)
        more = f"… {len(self):,} rows" if len(self) > _SHOWN else ""
        if self.thinned:
            more = f"{more or f'{len(self):,} rows'}, thinned: others are missing"
        return html_table(head, rows, self.doc, more)


def _restored(state: dict[str, Any], data: Packed) -> Table:
    """A table that was pickled."""
    engine_check(data)
    table = Table.__new__(Table)
    table.__dict__.update(state)
    columns = columns_of(data).columns(table.name)
    table._buffers = dict(zip((info.name for info in table.schema), columns, strict=True))
    return table


class Records(Sequence[dict[str, Any]]):
    """A list of results: one dictionary a row. `records["goodput_bytes_per_s"]` is a column, `records[0]` a row."""

    def __init__(self, rows: Iterable[Mapping[str, Any]], doc: str = "") -> None:
        self._rows = [dict(row) for row in rows]
        self.doc = doc

    @property
    def columns(self) -> list[str]:
        """Names of the columns, in order."""
        return list(dict.fromkeys(name for row in self._rows for name in row))

    @overload
    def __getitem__(self, key: int) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, key: slice) -> Records: ...
    @overload
    def __getitem__(self, key: str) -> list[Any]: ...
    def __getitem__(self, key: int | slice | str) -> Any:
        if isinstance(key, slice):
            return Records(self._rows[key], self.doc)
        if isinstance(key, int):
            return self._rows[key]
        if key not in self.columns:
            raise KeyError(f"there is no column {key!r}; columns: {', '.join(self.columns)}")
        return [row.get(key) for row in self._rows]

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self._rows)

    def to_pandas(self) -> pd.DataFrame:
        """A DataFrame, one row a result."""
        import pandas as pd

        return pd.DataFrame(self._rows, columns=self.columns)

    def __repr__(self) -> str:
        return f"<{len(self)} rows of {', '.join(self.columns)}>"

    def _repr_html_(self) -> str:
        rows = ([row.get(name) for name in self.columns] for row in self._rows)
        return html_table(self.columns, rows, self.doc)
