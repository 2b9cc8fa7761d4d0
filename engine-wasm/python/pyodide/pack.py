"""Packs the package for Pyodide, and prints the wheel's path.

usage: pack.py FOLDER PYPROJECT WHEELS

FOLDER has the package's files; one that describes the tables of a trace is added. This needs the native package.
"""

import base64
import hashlib
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import vegaslab


def main(folder: str, pyproject: str, wheels: str) -> None:
    project = tomllib.loads(Path(pyproject).read_text("utf-8"))["project"]
    name = f"vegaslab-{vegaslab.__version__}"
    (Path(folder) / "vegaslab/engine/tables.json").write_text(vegaslab._engine.tables(), "utf-8")
    files = {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(Path(folder).rglob("*")) if path.is_file()
    }
    metadata = {
        "Metadata-Version": "2.4",
        "Name": "vegaslab",
        "Version": vegaslab.__version__,
        "Summary": project["description"],
        "License-Expression": project["license"],
        "Requires-Python": project["requires-python"],
    }
    info = f"{name}.dist-info"
    engine = Path(pyproject).parents[1]
    notices = {"LICENSE": engine / "python/LICENSE", "THIRD-PARTY.txt": engine / "bindings/THIRD-PARTY.txt"}
    files |= {f"{info}/licenses/{name}": path.read_bytes() for name, path in notices.items()}
    files[f"{info}/METADATA"] = _lines([*metadata.items(), *(("License-File", name) for name in notices)])
    files[f"{info}/WHEEL"] = _lines(
        [("Wheel-Version", "1.0"), ("Generator", "vegaslab"), ("Root-Is-Purelib", "true"), ("Tag", "py3-none-any")]
    )
    record = [f"{path},sha256={_digest(content)},{len(content)}\n" for path, content in files.items()]
    files[f"{info}/RECORD"] = "".join([*record, f"{info}/RECORD,,\n"]).encode()
    wheel = Path(wheels) / f"{name}-py3-none-any.whl"
    wheel.parent.mkdir(parents=True, exist_ok=True)
    with ZipFile(wheel, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for path, content in files.items():
            # The same files always give the same wheel.
            archive.writestr(ZipInfo(path, (2020, 1, 1, 0, 0, 0)), content, ZIP_DEFLATED)
    print(wheel)


def _lines(fields: Iterable[tuple[str, str]]) -> bytes:
    return "".join(f"{key}: {value}\n" for key, value in fields).encode()


def _digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
