"""JSON and HTML text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from html import escape
from os import PathLike
from pathlib import Path
from typing import Any


def read_text(path: str | PathLike[str]) -> str:
    """The text of a file in UTF-8, without the byte order mark that some editors write."""
    content = Path(path).read_bytes()
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise ValueError(f"{path} is UTF-16. Save the file as UTF-8")
    content = content.removeprefix(b"\xef\xbb\xbf")
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        byte = f"0x{content[error.start]:02X}"
        raise ValueError(f"{path} isn't UTF-8: line {line} has the byte {byte}. Save the file as UTF-8") from None


def dumps(value: Any) -> str:
    """JSON text; numpy's numbers and arrays become plain ones, and read-only mappings objects."""
    return json.dumps(value, default=_plain, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _plain(value: Any) -> Any:
    if hasattr(value, "to_dict"):
        return value.to_dict()
    if hasattr(value, "items"):
        return dict(value.items())
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"{value!r} has no equivalent in JSON")


def javascript(value: Any) -> str:
    """JSON as JavaScript's `JSON.stringify` writes it."""
    if isinstance(value, dict):
        return f"{{{','.join(f'{javascript(key)}:{javascript(inner)}' for key, inner in value.items())}}}"
    if isinstance(value, list):
        return f"[{','.join(map(javascript, value))}]"
    if isinstance(value, float):
        if value.is_integer() and abs(value) < 1e21:
            return str(int(value))
        if 1e-6 <= abs(value) < 1e-4:
            return f"{Decimal(repr(value)):f}"
        return re.sub(r"e([+-])0*(\d)", r"e\1\2", repr(value))
    return json.dumps(value, ensure_ascii=False)


def html_table(head: Sequence[str], rows: Iterable[Sequence[Any]], caption: str = "", more: str = "") -> str:
    """A table for notebooks. Numbers are right-aligned."""
    cells = "".join(f"<th>{escape(name)}</th>" for name in head)
    body = "".join(f"<tr>{''.join(_cell(value) for value in row)}</tr>" for row in rows)
    title = f"<caption style='text-align:left'>{escape(caption)}</caption>" if caption else ""
    rest = f"<p>{escape(more)}</p>" if more else ""
    return f"<table>{title}<thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table>{rest}"


def _cell(value: Any) -> str:
    if value is None:
        return "<td></td>"
    if isinstance(value, float):
        return f"<td style='text-align:right'>{value:.6g}</td>"
    if isinstance(value, int) and not isinstance(value, bool):
        return f"<td style='text-align:right'>{value}</td>"
    return f"<td style='text-align:left'>{escape(str(value))}</td>"
