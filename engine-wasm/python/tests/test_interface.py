"""The interface that every build of the package has. These tests also run in Pyodide: scripts/build/pyodide.mjs."""

import copy
import hashlib
import json
import os
import pickle
import sys

import pytest
import vegaslab as vl
from conftest import ROOT

LINKS = json.loads((ROOT / "content/links.json").read_text("utf-8"))

SCENARIOS = [file.stem for file in sorted((ROOT / "content/scenarios").glob("*.json"), key=lambda file: file.name)]

EXPORTS_FILE = ROOT / "engine-wasm/python/tests/exports.json"
EXPORTS = json.loads(EXPORTS_FILE.read_text("utf-8"))

FORMATS = {"f64": ("d", 8), "u32": ("I", 4), "u16": ("H", 2), "u8": ("B", 1)}

TABLES = ["segments", "windows", "rtts", "queues", "states", "limits", "decisions", "checks", "sacks", "hops"]

FILLED = {"ahn-fig2": ["segments", "windows", "rtts", "queues", "states"], "ahn-fig1-vr": ["decisions"]}


def test_the_names_are_those_of_the_files():
    assert list(vl.scenarios()) == SCENARIOS
    assert len(SCENARIOS) > 20


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_scenario_has_the_native_digest(name, golden_digests):
    assert vl.run(name).digest == golden_digests[name]


@pytest.mark.parametrize("scenario", FILLED)
def test_columns_are_read_only_buffers(scenario):
    run = vl.run(scenario)
    for table in TABLES:
        rows = getattr(run, table)
        for info in rows.schema:
            view = memoryview(rows.buffer(info.name))
            assert (view.format, view.itemsize) == FORMATS[info.element]
            assert (view.readonly, view.ndim, len(view)) == (True, 1, len(rows))
            assert view.tolist() == rows.to_dict()[info.name]
        assert len(rows) > 0 or table not in FILLED[scenario]


def test_columns_outlive_their_run():
    rows = vl.run("ahn-fig1-vr").windows
    before = rows.to_dict()
    for _ in range(5):
        vl.run("ahn-fig1-rr")
    assert rows.to_dict() == before
    assert rows.decode().to_dict()["flow"][0] == "transfer"


def test_a_stream_has_the_rows_and_the_digest_of_a_run(golden_digests):
    stream = vl.stream("fall-floyd-4", events=1_000)
    assert sum(len(piece.segments) for piece in stream) == len(vl.run("fall-floyd-4").segments)
    assert stream.summary["digest"] == golden_digests["fall-floyd-4"]
    assert stream.progress == 1


def test_runs_and_tables_can_be_pickled_and_copied():
    run = vl.run(vl.scenario("ahn-fig1-vr").set("record.hops", {"from_s": 0, "to_s": 1}))
    for made in (pickle.loads(pickle.dumps(run)), pickle.loads(pickle.dumps(run, 4)), copy.deepcopy(run)):
        assert (made.digest, made.summary) == (run.digest, run.summary)
        for table in TABLES:
            for column in getattr(run, table).columns:
                ours, theirs = (memoryview(getattr(one, table).buffer(column)) for one in (run, made))
                assert (ours.format, ours.tobytes()) == (theirs.format, theirs.tobytes()) and theirs.readonly
    assert pickle.loads(pickle.dumps(run.windows.decode())).to_dict() == run.windows.decode().to_dict()
    with pytest.raises(TypeError, match="pickle stream.scenario"):
        pickle.dumps(vl.stream("ahn-fig1-vr"))


def test_thinned_runs_warn_and_streams_are_whole():
    scenario = vl.scenario("fall-floyd-4").set("record.max_rows", 100)
    with pytest.warns(vl.ThinnedTraceWarning, match="isn't whole"):
        run = vl.run(scenario)
    assert run.kept_share < 1 and run.windows.thinned and not run.states.thinned
    stream = vl.stream(scenario, events=1_000)
    assert sum(len(piece.windows) for piece in stream) == len(vl.run("fall-floyd-4").windows) > len(run.windows)
    assert stream.summary["rows_thinned"] == 0


def test_every_row_of_a_thinned_run_can_be_had():
    scenario = vl.scenario("fall-floyd-4").set("record.max_rows", 100)
    with pytest.warns(vl.ThinnedTraceWarning):
        run = vl.run(scenario)
    expected = vl.run("fall-floyd-4")
    whole = run.whole()
    assert whole.digest == run.digest and whole.windows.to_dict() == expected.windows.to_dict()
    rows = [row for row in records(expected.rtts.decode()) if 1 <= row["time_s"] < 2]
    assert records(run.between(1, 2).rtts.decode()) == rows
    values = [row["rtt_ms"] for row in rows if row["flow"] == "sack"]
    assert run.series("rtt_ms", flow="sack", step_s=1)[1] == {
        "time_s": 1, "count": len(values), "min": min(values), "max": max(values), "first": values[0], "last": values[-1]
    }
    sent = [row for row in records(expected.segments.decode()) if (row["flow"], row["kind"]) == ("reno", "send")]
    assert sum(run.series("send", flow="reno", step_s=0.1)["count"]) == len(sent) > 10
    fullest = max(run.links, key=lambda link: link["max_queue_bytes"])
    assert max(row["max"] for row in run.series("bytes", link=fullest["name"], step_s=5)) == fullest["max_queue_bytes"]


def records(table):
    """The rows of a table."""
    return [dict(zip(table.columns, row, strict=True)) for row in zip(*table.to_dict().values(), strict=True)]


def test_a_refused_scenario_lists_its_problems():
    with pytest.raises(vl.ScenarioError) as caught:
        vl.scenario("ahn-fig1-vr").set({"duration_s": -5, "flows.0.sender.preset": "vegsa"})
    assert isinstance(caught.value, ValueError)
    problems = {problem.path: problem for problem in caught.value.problems}
    assert set(problems) == {"duration_s", "flows.0.sender.preset"}
    assert str(problems["duration_s"]) == (
        "duration_s: -5 is out of range; allowed: a number from 0.001 to 1000000 s"
    )
    assert pickle.loads(pickle.dumps(caught.value)).problems == caught.value.problems
    with pytest.raises(vl.ScenarioError, match="JSON"):
        vl.Scenario("{")
    with pytest.raises(vl.ScenarioError, match="no entry"):
        vl.scenario("ahn-fig1-vr").set("flows.nobody.start_s", 1)
    with pytest.raises(KeyError, match="there is no scenario 'ahn'"):
        vl.scenario("ahn")


def test_set_takes_paths_stars_and_fields():
    scenario = vl.scenario("veno-side-by-side").set({"flows.*.sender.preset": "reno"}, duration_s=30)
    assert {flow["sender"]["preset"] for flow in scenario.expanded()["flows"]} == {"reno"}
    assert vl.scenario("ahn-fig1-vr").set("links.R1-R2.rate_bps", 1_600_000)["links"][1]["rate_bps"] == 1_600_000
    assert pickle.loads(pickle.dumps(scenario)) == scenario == scenario.expanded()
    assert scenario.set(title="Ünïcode → 試験 🙂").title == "Ünïcode → 試験 🙂"


def test_a_sweep_reads_numbers_of_the_summary():
    base = vl.scenario("veno-side-by-side").set(duration_s=5)
    numbers = ["flows.1.segments_sent", "flows.0.time_to_bytes_s.1048576", "flows.99.segments_sent", "links.router>far.drops", "links.no.drops"]
    figures = vl._engine.Figures([*numbers, "flows.*.goodput_bytes_per_s"])
    simulation = vl._engine.Base(base._text).simulation([("seed", "7")])
    assert simulation.step(2**40)
    digest, (sent, time, none, drops, no_link, goodputs) = simulation.figures(figures)
    run = vl.run(base.set(seed=7))
    assert digest == run.digest
    assert (sent, none, no_link) == ([run.flows[1]["segments_sent"]], [None], [None])
    assert time == [run.flows[0]["time_to_bytes_s"].get("1048576")]
    assert drops == [next(link["drops"] for link in run.links if link["name"] == "router>far")]
    assert goodputs == [flow["goodput_bytes_per_s"] for flow in run.flows] and len(goodputs) > 1
    with pytest.raises(KeyError, match="segments_sant"):
        simulation.figures(vl._engine.Figures(["flows.0.segments_sant"]))


def test_a_sweep_changes_its_scenario():
    base = vl.scenario("ahn-fig1-vr")
    changes = [("flows.*.sender.preset", '"reno"'), ("links.R1-R2.queue.kind", '"red"'), ("seed", "3")]
    changed = vl.Scenario(vl._engine.Base(base._text).text(changes))
    assert changed == base.set({"flows.*.sender.preset": "reno", "links.R1-R2.queue": {"kind": "red"}}, seed=3)
    same = [("links.R1-R2.queue.max_p", "0.5"), ("links.R1-R2.queue.kind", '"red"')]
    assert vl.Scenario(vl._engine.Base(changed._text).text(same)) == changed.set("links.R1-R2.queue.max_p", 0.5)
    with pytest.raises(vl.ScenarioError) as caught:
        vl._engine.Base(base._text).text([("flows.nobody.start_s", "1"), ("links.R9.rate_bps", "1")])
    assert [problem.path for problem in caught.value.problems] == ["flows.nobody.start_s", "links.R9.rate_bps"]


def test_the_theory_the_papers_and_the_catalogue_are_there():
    prediction = vl.predict("low-chain")
    assert prediction and prediction.flows["name"] == [flow["name"] for flow in vl.scenario("low-chain")["flows"]]
    assert vl.numbers("low-2000/table-1")["verdict"]
    assert vl.run(vl.experiment("low-2000/chain/wpf").set(duration_s=5)).digest
    assert vl.presets()["vegas"].source and vl.parts()["avoidance"]["cam"].fields["unit"][0] == "segments"
    assert "duration_s" in vl.fields()["name"]
    assert vl.__version__


@pytest.mark.parametrize("link", LINKS[:12], ids=lambda link: link["link"][:60])
def test_links_open(link):
    opened = vl.Scenario.from_link(f"https://example.org/lab/{link['link']}")
    assert vl.Scenario.from_link(opened.link()) == opened


def test_a_defect_is_an_exception():
    with pytest.raises(vl.EngineError, match="a test of the defect"):
        vl._engine.defect("a test of the defect")
    assert vl.run("ahn-fig1-vr").digest == "57bbab728ca5cfc2"


@pytest.mark.parametrize("name", EXPORTS)
def test_captures_and_qlog_are_those_of_the_page(name, tmp_path):
    """`web/lab/export/packets.test.ts` compares the page's files with the same hashes. All flows start at once."""
    expected = EXPORTS[name]
    run = vl.run(vl.scenario(name).set({"flows.*.start_s": 0}, duration_s=expected["duration_s"]))
    run.to_pcapng(tmp_path / "pcapng")
    run.to_pcapng(tmp_path / "headers", whole=False)
    run.to_qlog(tmp_path / "qlog")
    kinds = ("pcapng", "headers", "qlog")
    hashes = {kind: hashlib.sha256((tmp_path / kind).read_bytes()).hexdigest() for kind in kinds}
    found = {"duration_s": expected["duration_s"], "link": run.link(), **hashes}
    if os.environ.get("WRITE_GOLDENS"):
        EXPORTS[name] = found
        EXPORTS_FILE.write_text(json.dumps(EXPORTS, indent=2) + "\n", "utf-8")
    assert found == EXPORTS[name]


def test_a_run_that_was_pickled_has_the_same_files(tmp_path):
    run = vl.run("fall-floyd-4")
    for write in ("to_pcapng", "to_qlog"):
        for made, file in ((run, "ours"), (pickle.loads(pickle.dumps(run)), "theirs")):
            getattr(made, write)(tmp_path / file)
        assert (tmp_path / "theirs").read_bytes() == (tmp_path / "ours").read_bytes()


def test_the_file_of_another_engines_run_has_its_rows_or_is_refused(tmp_path):
    """The native package writes the rows that a run has. In the browser it simulates the run again, so it must be the same."""
    run = vl.run("ahn-fig1-rr")
    run.to_qlog(tmp_path / "before")
    run.summary["digest"] = "0000000000000000"
    if sys.platform == "emscripten":
        with pytest.raises(vl.EngineError, match="another version of the engine"):
            run.to_qlog(tmp_path / "after")
        assert not (tmp_path / "after").exists()
    else:
        run.to_qlog(tmp_path / "after")
        assert (tmp_path / "after").read_bytes() == (tmp_path / "before").read_bytes()


def test_headers_of_packets_have_their_timestamps(tmp_path):
    """The option's 12 bytes are part of every header, whoever writes the file."""
    scenario = vl.scenario("ahn-fig1-rr").set({"flows.*.sender.timestamps": True}, duration_s=5)
    for made, file in ((scenario, "with"), (scenario.set({"flows.*.sender.timestamps": False}), "without")):
        vl.run(made).to_qlog(tmp_path / file)
    raw = {
        file: next(
            event["data"]["raw"]
            for event in json.loads((tmp_path / file).read_bytes())["traces"][0]["events"]
            if event["name"] == "transport:packet_sent"
        )
        for file in ("with", "without")
    }
    assert raw["with"]["payload_length"] == raw["without"]["payload_length"]
    assert raw["with"]["length"] == raw["without"]["length"] + 12
