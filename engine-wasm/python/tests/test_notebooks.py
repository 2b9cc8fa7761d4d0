"""The tutorial notebooks run, and print what is stored in them. WRITE_GOLDENS=1 stores what they print and draw."""

import os
import re

import nbclient
import nbformat
import pytest
from conftest import ROOT

FOLDER = ROOT / "engine-wasm/python/notebooks"
NAMES = sorted(file.name for file in FOLDER.glob("*.ipynb"))


def printed(notebook):
    """The texts that the cells print. Pictures depend on the version of matplotlib."""
    texts = []
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            assert output["output_type"] != "error"
            texts.append(output.get("text") or re.sub(r"0x\w+", "", output["data"].get("text/plain", "")))
    return texts


@pytest.mark.parametrize("name", NAMES)
def test_notebook(name, monkeypatch):
    monkeypatch.delenv("MPLBACKEND")
    notebook = nbformat.read(FOLDER / name, as_version=4)
    stored = printed(notebook)
    nbclient.NotebookClient(notebook, timeout=600, kernel_name="python3", record_timing=False).execute()
    if os.environ.get("WRITE_GOLDENS"):
        notebook.metadata["language_info"] = {"name": "python"}
        nbformat.write(notebook, FOLDER / name)
        stored = printed(notebook)
    assert any("image/png" in output.get("data", {}) for cell in notebook.cells for output in cell.get("outputs", []))
    assert printed(notebook) == stored


def test_there_are_notebooks():
    assert len(NAMES) >= 2
