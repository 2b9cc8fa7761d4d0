"""The source distribution builds, and what it builds works alone."""

import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from conftest import ROOT

PACKAGE = ROOT / "engine-wasm/python"
BIN = "Scripts" if os.name == "nt" else "bin"


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.check
def test_the_source_distribution_builds_and_runs_figure_1(golden_digests):
    """In an environment with nothing else; the tests' own one has maturin, which pip would download otherwise."""
    maturin = Path(sys.executable).with_name("maturin")
    run(maturin, "sdist", "--manifest-path", PACKAGE / "Cargo.toml", "--out", "source")
    (archive,) = Path("source").iterdir()
    with tarfile.open(archive) as files:
        names = {Path(name).name for name in files.getnames()}
    assert {"LICENSE", "THIRD-PARTY.txt", "THIRD-PARTY-WIDGET.txt", "README.md", "widget.js", "loader.js", "ahn-fig1-vr.json", "findings.json"} <= names
    assert not {"index.html", "node_modules", "test_runs.py"} & names

    # Without optimization, it takes a minute less.
    environment = {
        **os.environ,
        "PATH": f"{maturin.parent}{os.pathsep}{os.environ['PATH']}",
        "CARGO_PROFILE_RELEASE_OPT_LEVEL": "0",
        "CARGO_PROFILE_RELEASE_LTO": "off",
        "CARGO_PROFILE_RELEASE_CODEGEN_UNITS": "16",
    }
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    run(*pip, "--wheel-dir", "wheels", archive, env=environment)
    (wheel,) = Path("wheels").iterdir()

    run(sys.executable, "-m", "venv", "alone")
    alone = Path("alone", BIN).absolute()
    run(alone / "python", "-m", "pip", "install", "--quiet", "--no-index", wheel)
    assert golden_digests["ahn-fig1-vr"] in run(alone / "vegaslab", "run", "ahn-fig1-vr", "--json")
    code = "import vegaslab as vl; print(vl.run('ahn-fig1-vr').digest)"
    assert run(alone / "python", "-c", code).strip() == golden_digests["ahn-fig1-vr"]
    shutil.rmtree("alone")
