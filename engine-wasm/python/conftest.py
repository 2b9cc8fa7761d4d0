import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def golden_digests() -> dict[str, str]:
    """The native engine's digests, from the golden traces that its own tests compare."""
    goldens = (ROOT / "engine-wasm/sim/tests/goldens").glob("*.txt")
    return {file.stem: re.search(r'"digest": "(\w+)"', file.read_text("utf-8"))[1] for file in goldens}


@pytest.fixture(autouse=True)
def examples(doctest_namespace, tmp_path, monkeypatch):
    """The README's examples write into a folder of their own, and draw without a screen."""
    monkeypatch.setenv("MPLBACKEND", "agg")
    monkeypatch.chdir(tmp_path)
