"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import BinaryIO


@contextmanager
def replacing(path: str | PathLike[str]) -> Iterator[BinaryIO]:
    """A file to write to. What is at the path stays until everything is written: a full disk destroys nothing."""
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        # A pipe or a device can't be replaced.
        with target.open("wb") as file:
            yield file
        return
    temporary = target.with_name(f".vegaslab-{secrets.token_hex(6)}.tmp")
    try:
        with temporary.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, temporary)
        os.replace(temporary, target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def create_text(path: str | PathLike[str], text: str) -> bool:
    """Writes a text in UTF-8 to a new file; returns False if there is one. Of two processes at the same time, one succeeds."""
    target = Path(path)
    temporary = target.with_name(f".vegaslab-{secrets.token_hex(6)}.tmp")
    try:
        write_text(temporary, text)
        os.link(temporary, target)
        return True
    except FileExistsError:
        return False
    except OSError:
        # Some file systems have no links. Another process may see a file that isn't whole yet then.
        try:
            with target.open("x", encoding="utf-8") as file:
                file.write(text)
            return True
        except FileExistsError:
            return False
    finally:
        temporary.unlink(missing_ok=True)


def write_text(path: str | PathLike[str], text: str) -> None:
    """Writes a text in UTF-8."""
    with replacing(path) as file:
        file.write(text.encode())
