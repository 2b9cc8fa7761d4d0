"""Writes the generated files of the package, or checks with --check that they are up to date.

usage: generate.py [--check] WHEEL STUBS

WHEEL is the built package, STUBS the type stubs that maturin made of its library.
"""

import importlib.util
import json
import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

PACKAGE = Path(__file__).parent / "python/vegaslab"
TYPESCRIPT = Path(__file__).parent / "../../web/engine/generated"
HEAD = '"""{}"""\n\n# This file was generated from the engine. Do not edit it: `npm run python -- --write`.\n\n'

SUMMARY = ["Summary", "FlowSummary", "LimitedTimes", "TransferSummary", "DatagramSummary", "LinkSummary"]


def wrapped(text: str, indent: str) -> str:
    """A docstring's text in lines of at most 120 characters."""
    lines, line = [], ""
    for word in text.split():
        if line and len(indent) + len(line) + 1 + len(word) > 116:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    return f"\n{indent}".join([*lines, line])


def tables(engine) -> str:
    """A class with an attribute for every table."""
    text = HEAD.format("The tables of a trace.") + "from .table import Table\n\n\n"
    text += 'class Tables:\n    """The tables of a trace, as attributes."""\n\n'
    text += "    def _table(self, name: str) -> Table:\n        raise NotImplementedError\n"
    for table in json.loads(engine.tables()):
        name = table["name"]
        text += f"\n    @property\n    def {name}(self) -> Table:\n"
        text += f'        """{wrapped(table["doc"], " " * 8)}\n\n        Columns:\n\n'
        for column in table["columns"]:
            unit = f" ({column['unit']})" if column["unit"] else ""
            codes = f" {', '.join(column['codes'])}." if column["codes"] else ""
            doc = re.sub(r"Index into `\w+`\.", "Code:", column["doc"]) + codes
            entry = wrapped(f"{column['name']}{unit}: {doc}", " " * 10)
            text += f"        * {entry}\n"
        text += f'        """\n        return self._table("{name}")\n'
    return text


def types() -> str:
    """The summary's types, from the TypeScript types of the same Rust types."""
    source = (TYPESCRIPT / "types.ts").read_text("utf-8")
    text = HEAD.format("Types of a run's results.") + "from typing import NotRequired, TypedDict\n"
    for name in reversed(SUMMARY):
        doc, body = re.search(r"/\*\*((?:(?!\*/).)*)\*/\nexport type %s = \{(.*?)\n?\};" % name, source, re.S).groups()
        text += f'\n\nclass {name}(TypedDict):\n    """{words(doc, 4)}"""\n\n'
        fields = re.findall(r"/\*\*((?:(?!\*/).)*)\*/\n(\w+)(\??): (.*?), *(?=\n/\*\*|\Z|\n*$)", body, re.S)
        assert len(fields) == body.count("/**"), name
        for doc, field, optional, typescript in fields:
            python = python_type(typescript)
            python = f"NotRequired[{python}]" if optional else python
            text += f'    {field}: {python}\n    """{words(doc, 4)}"""\n'
    return text


def stubs(text: str) -> str:
    """The type stubs of the library, with the buffer protocol, which maturin leaves out."""
    head = '    A column of a trace: a read-only buffer of numbers.\n    """\n'
    assert text.count(head) == 1
    return text.replace(head, head + "    def __buffer__(self, flags: int, /) -> memoryview: ...\n")


def words(comment: str, indent: int) -> str:
    return wrapped(re.sub(r"\n \*", " ", comment), " " * indent)


def python_type(typescript: str) -> str:
    kinds = {"string": "str", "number": "float", "null": "None", "boolean": "bool"}
    if " | " in typescript and "{" not in typescript:
        return " | ".join(python_type(one) for one in typescript.split(" | "))
    if found := re.fullmatch(r"Array<(\w+)>", typescript):
        return f"list[{python_type(found[1])}]"
    if found := re.fullmatch(r"\{ \[key in string\]\??: (.*?) \}", typescript):
        return f"dict[str, {python_type(found[1])}]"
    if typescript in SUMMARY:
        return typescript
    return kinds[typescript]


def load(wheel: str, folder: str):
    """The library in a wheel, without the package around it."""
    with ZipFile(wheel) as files:
        name = next(name for name in files.namelist() if name.startswith("vegaslab/_engine."))
        path = files.extract(name, folder)
    spec = importlib.util.spec_from_file_location("_engine", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main(check: bool, wheel: str, stub_file: str) -> int:
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        files = {
            "_engine.pyi": stubs(Path(stub_file).read_text("utf-8")),
            "_tables.py": tables(load(wheel, folder)),
            "_types.py": types(),
        }
    stale = []
    for name, text in files.items():
        path = PACKAGE / name
        if not check:
            path.write_text(text, "utf-8")
        elif not path.exists() or path.read_text("utf-8") != text:
            stale.append(name)
    if stale:
        print(f"out of date: {', '.join(stale)}; type: npm run python -- --write", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    arguments = [one for one in sys.argv[1:] if one != "--check"]
    if len(arguments) != 2:
        sys.exit(__doc__)
    sys.exit(main("--check" in sys.argv, *arguments))
