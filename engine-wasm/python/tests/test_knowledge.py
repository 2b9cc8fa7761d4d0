"""The catalogue, theory, papers, and the command."""

import json
import os
import re
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path

import pytest
import vegaslab as vl
from conftest import ROOT


def test_presets_and_parts_are_documented():
    assert "vegas" in vl.presets() and len(vl.presets()) > 20
    for preset in vl.presets().values():
        assert preset.doc and preset.source and preset.sender["avoidance"]["kind"]
        assert preset.title in preset._repr_html_().replace("&amp;", "&").replace("&#x27;", "'")
    for place in vl.parts().values():
        assert place.doc
        for part in place.values():
            assert part.doc and part.kind in repr(part) and part._repr_html_()
    alpha = vl.parts()["avoidance"]["cam"].fields[0]
    assert (alpha["name"], alpha["unit"]) == ("alpha", "segments") and alpha["doc"]
    assert "duration_s" in vl.fields()["name"]
    with pytest.raises(KeyError, match="there is no 'vagas'; allowed: tahoe"):
        vl.presets()["vagas"]


def test_every_preset_can_be_set():
    for name in vl.presets():
        assert vl.scenario("ahn-fig1-vr").set("flows.0.sender", {"preset": name})


def test_the_prediction_is_the_command_lines(capfd):
    assert vl._engine.command(["predict", "low-chain", "--json"]) == 0
    report = json.loads(capfd.readouterr().out)
    prediction = vl.predict("low-chain")
    assert prediction and prediction.report == report
    assert prediction.flows["name"] == [
        flow["name"] for one in report["intervals"] for rest in one["at_rest"] for flow in rest["flows"]
    ]
    assert prediction.links["price_ms"] and prediction.intervals["theory"] and prediction._repr_html_()
    assert {"name", "reason"} <= set(prediction.repairs.columns)


def test_what_no_theory_covers_is_false_with_reasons():
    prediction = vl.predict("ahn-fig1-rr")
    assert not prediction
    assert all(row["reason"] for row in prediction.coverage if not row["applies"])
    assert prediction.coverage[0]["reason"] in prediction._repr_html_().replace("&#x27;", "'")


def test_the_papers_numbers_are_the_labs():
    findings = json.loads((ROOT / "content/findings.json").read_text("utf-8"))
    numbers = vl.numbers()
    assert [(row["paper"], row["item"], row["ours"], row["verdict"]) for row in numbers] == [
        (one["paper"], one["item"], one["ours"], one["verdict"]) for one in findings
    ]
    assert {paper.name for paper in vl.papers().values()} == {row["paper"] for row in numbers}
    assert vl.papers()["low-2000"].numbers["item"] == vl.numbers("low-2000")["item"]
    assert "duality" in vl.papers()["low-2000"]._repr_html_().lower()
    with pytest.raises(KeyError, match="no entry matches"):
        vl.numbers("low-2000/table-99")


def test_a_number_measured_now_is_as_expected():
    rows = vl.reproduce("ahn-1995/figure-1/vr-first", jobs=2)
    assert len(rows) > 1
    shown = {row["item"]: row for row in vl.numbers("ahn-1995/figure-1/vr-first")}
    for row in rows:
        assert row["verdict"] == shown[row["item"]]["verdict"] in {"agrees", "deviates", "ours"}
        assert row["ours"] == pytest.approx(shown[row["item"]]["ours"], rel=1e-5)
    with pytest.raises(ValueError, match="no entry matches"):
        vl.reproduce("nobody-1999")


def test_experiments_are_scenarios():
    scenario = vl.experiment("low-2000/chain", seed=3)
    assert scenario["seed"] == 3
    link = "#/bench?experiment=low-2000%2Ffactorial%2F4%2Bcam%2Bcut"
    assert vl.Scenario.from_link(link) == vl.experiment("low-2000/factorial/4+cam+cut")
    with pytest.raises(KeyError, match="no paper has an experiment"):
        vl.experiment("low-2000/factorial/4+nothing")


def test_every_experiment_is_a_scenario():
    for paper in vl.papers().values():
        for row in paper.experiments:
            arm = row["arms"].split(", ")[0]
            assert vl.experiment(f"{row['experiment']}/{arm}" if arm else row["experiment"])


def run_command(*arguments):
    program = Path(sysconfig.get_path("scripts")) / "vegaslab"
    return subprocess.run([program, *arguments], capture_output=True, text=True, timeout=120)


def test_the_command_comes_with_the_wheel():
    done = run_command("run", "ahn-fig1-vr", "--json")
    assert done.returncode == 0 and json.loads(done.stdout) == vl.run("ahn-fig1-vr").summary
    wrong = run_command("run", "ahn-fig1")
    assert wrong.returncode == 2 and "there is no scenario or file" in wrong.stderr
    module = [sys.executable, "-m", "vegaslab", "list", "--json"]
    listed = json.loads(subprocess.run(module, capture_output=True, check=True, timeout=120).stdout)
    assert listed["scenarios"] == list(vl.scenarios()) and listed["presets"] == list(vl.presets())


@pytest.mark.skipif(sys.platform != "linux", reason="other systems' names of files aren't bytes")
def test_the_command_takes_bytes(tmp_path):
    for arguments in ([b"\xff"], [b"run", b"ahn-fig1-vr", b"--set", b"flows.0.name=\xe9"]):
        done = run_command(*arguments)
        assert done.returncode == 2 and "isn't UTF-8" in done.stderr, done.stderr
    path = os.fsencode(tmp_path) + b"/caf\xe9.json"
    vl.scenario("ahn-fig1-vr").write(os.fsdecode(path))
    assert vl.Scenario.read(os.fsdecode(path)) == vl.scenario("ahn-fig1-vr")
    done = run_command("run", path, "--json")
    assert done.returncode == 0 and json.loads(done.stdout)["digest"] == vl.run("ahn-fig1-vr").digest


def test_a_file_that_is_not_utf_8_is_named(tmp_path):
    file = tmp_path / "latin.json"
    file.write_bytes('{"version": 1,\n "title": "Zürich"}'.encode("latin-1"))
    for read in (vl.Scenario.read, vl.Sweep.read):
        with pytest.raises(ValueError, match="latin.json isn't UTF-8: line 2 has the byte 0xFC"):
            read(file)
    done = run_command("validate", file)
    assert done.returncode == 2 and "latin.json isn't UTF-8: line 2, column 13 has the byte 0xFC" in done.stderr
    file.write_text("{}", encoding="utf-16")
    with pytest.raises(ValueError, match="latin.json is UTF-16. Save the file as UTF-8"):
        vl.Scenario.read(file)
    assert "latin.json is UTF-16. Save the file as UTF-8" in run_command("validate", file).stderr


def test_a_byte_order_mark_isnt_part_of_a_text(tmp_path):
    file = tmp_path / "marked.json"
    vl.scenario("ahn-fig1-vr").write(file)
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert vl.Scenario.read(file) == vl.scenario("ahn-fig1-vr")
    assert run_command("validate", file).returncode == 0


def test_a_name_that_an_object_has_twice_is_refused(tmp_path):
    file = tmp_path / "twice.json"
    vl.scenario("ahn-fig1-vr").write(file)
    file.write_bytes(file.read_bytes().replace(b'"seed"', b'"seed": 1, "seed"', 1))
    with pytest.raises(vl.ScenarioError, match="a second value for the same name at line"):
        vl.Scenario.read(file)
    assert "a second value for the same name at line" in run_command("validate", file).stderr


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no /dev/full")
@pytest.mark.parametrize("arguments", [["help"], ["licenses"], ["list"]])
def test_a_full_disk_is_said_in_a_line(arguments):
    program = Path(sysconfig.get_path("scripts")) / "vegaslab"
    with open("/dev/full", "w") as full:
        done = subprocess.run([program, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, timeout=120)
    assert done.returncode == 1
    assert re.fullmatch(r"(cannot write to standard output: No space left on device.*\n)+", done.stderr), done.stderr
    closed = subprocess.run(["sh", "-c", f"'{program}' {arguments[0]} | true"], capture_output=True, text=True, timeout=120)
    assert closed.stderr == ""


def test_the_command_prints_the_licenses_of_engine_and_widget():
    """All crates that Python's lock file names and that aren't tools are in it; the versions are those of the lock files."""
    text = run_command("licenses").stdout
    lock = tomllib.loads((ROOT / "engine-wasm/python/Cargo.lock").read_text("utf-8"))
    versions = {package["name"]: package["version"] for package in lock["package"]}
    for name in ("pyo3", "pyo3-ffi", "serde_json", "libm", "statrs", "indicatif"):
        assert f"\n{name} {versions[name]} (" in text, name
    packages = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    for name in ("react", "react-dom", "scheduler", "d3-array"):
        assert f"\n{name} {packages[f'node_modules/{name}']['version']} (" in text, name
    assert "Meta Platforms" in text and "Rust's standard library" in text
