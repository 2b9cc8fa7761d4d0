"""Pickles of traces. They contain the columns, not the scenario alone: another version of the engine may give another run,
and this one may have taken long."""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import blake2b
from pickle import PickleBuffer
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _engine

if TYPE_CHECKING:
    from ._engine import Column, Trace


class Packed(NamedTuple):
    """Columns in a pickle."""

    engine_version: str
    layout: str
    """Says which columns of which types and codes there were."""
    tables: dict[str, list[Any]]
    """The bytes of the columns by table."""


@cache
def _layout() -> str:
    """Identifies the tables, columns, types and codes of this engine's traces, and the order of bytes."""
    tables = [
        (table["name"], [(column["name"], column["element"], column["codes"]) for column in table["columns"]])
        for table in json.loads(_engine.tables())
    ]
    return blake2b(json.dumps([sys.byteorder, tables]).encode(), digest_size=8).hexdigest()


def packed(tables: Mapping[str, Sequence[Column]], protocol: int) -> Packed:
    """The columns for a pickle. From protocol 5 on, whoever pickles may take them out of band, without a copy."""
    pack: Any = PickleBuffer if protocol >= 5 else lambda column: bytes(memoryview(column))
    buffers = {table: [pack(column) for column in columns] for table, columns in tables.items()}
    return Packed(_engine.engine_version(), _layout(), buffers)


def columns_of(data: Packed) -> Trace:
    """The rows of a pickle."""
    if data.layout != _layout():
        raise ValueError(
            f"this pickle has the tables of engine {data.engine_version}, which differ from those of engine "
            f"{_engine.engine_version()}. Read it with that version, or run its scenario again"
        )
    return _engine.Trace({table: [raw(column) for column in columns] for table, columns in data.tables.items()})


def raw(buffer: Any) -> memoryview:
    """The bytes of a buffer, without a copy."""
    view = memoryview(buffer)
    # Python refuses to cast an empty view.
    return view.cast("B") if view.nbytes else memoryview(b"")


def engine_check(data: Packed) -> None:
    """Warns if another version of the engine made the rows. They are as they were, but not what this engine would give."""
    here = _engine.engine_version()
    if data.engine_version != here:
        warnings.warn(
            f"engine {data.engine_version} made this trace, and this is engine {here}. The data are as they were, but "
            "running the scenario again may give others",
            stacklevel=3,
        )
