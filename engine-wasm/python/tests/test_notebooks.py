"""The tutorial notebooks run, and print what is stored in them. WRITE_GOLDENS=1 stores what they print and draw."""

import base64
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


@pytest.mark.check
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


def test_the_page_shows_the_first_notebooks_picture():
    """The page on the package in the lab has a copy of the plot that its example draws."""
    page = ROOT / "web/site"
    notebook = nbformat.read(FOLDER / "1-figure-1.ipynb", as_version=4)
    (cell,) = [cell for cell in notebook.cells if cell.source.startswith("reno = ")]
    picture = base64.b64decode(cell.outputs[0]["data"]["image/png"])
    if os.environ.get("WRITE_GOLDENS"):
        (page / "pythonRun.png").write_bytes(picture)
    assert (page / "pythonRun.png").read_bytes() == picture
    example = (page / "PythonPage.tsx").read_text("utf-8")
    assert '"ahn-fig1-rr"' in cell.source and '"ahn-fig1-rr"' in example
    assert 'plot("sequence", "window", "queue")' in cell.source and 'plot("sequence", "window", "queue")' in example


def test_there_are_notebooks():
    assert len(NAMES) >= 3
