"""Sweeps on this machine: designs, folders, resuming, failures, links, and the command."""

import json
import os
import re
import runpy
import signal
import subprocess
import sys
import threading
import time
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest
import vegaslab as vl
from conftest import ROOT
from vegaslab.sweep import block, drive as drive_module, folder
from vegaslab.sweep.block import Done
from vegaslab.sweep.drive import _Drive
from vegaslab.sweep.folder import Folder, Span
from vegaslab.sweep.progress import Progress, in_words
from vegaslab.sweep.work import Block, Merge, Repeat
from vegaslab.sweep.errors import ResultLost, WorkerDied

SWEEPS = ROOT / "engine-wasm/python/tests/sweeps"
RATE = "links.R1-R2.rate_bps"
PRESET = "flows.transfer.sender.preset"


def small(**options):
    """A sweep of 2 × 2 points whose runs take a millisecond or two."""
    options = {"seeds": 3, "metrics": ["flows.0.goodput_bytes_per_s", "links.R1>R2.drops"], **options}
    return vl.Sweep(
        vl.scenario("ahn-fig1-vr").set(duration_s=5), {RATE: [400_000, 800_000], PRESET: ["reno", "vegas"]}, **options
    )


def rows(result):
    return result.to_arrow().to_pylist()


@pytest.fixture(scope="module")
def serial(tmp_path_factory):
    """The small sweep's rows, run one after the other without a sweep."""
    expected = []
    for rate in (400_000, 800_000):
        for preset in ("reno", "vegas"):
            for seed in (8, 9, 10):
                run = vl.run(vl.scenario("ahn-fig1-vr").set({RATE: rate, PRESET: preset}, duration_s=5, seed=seed))
                drops = next(link["drops"] for link in run.links if link["name"] == "R1>R2")
                expected.append((rate, preset, seed, run.flows[0]["goodput_bytes_per_s"], drops, run.digest, None))
    return expected


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_table_is_that_of_single_runs(serial, jobs):
    result = small().run("out", jobs=jobs, progress=False)
    assert [tuple(row.values())[1:] for row in rows(result)] == serial
    assert sorted(row["run"] for row in rows(result)) == list(range(12))
    assert (len(result), result.missing, result.failures) == (12, [], {})
    assert result.repeated["runs"] >= 1
    assert result.repeated["on_another_worker"] == (0 if jobs == 1 else result.repeated["runs"])
    assert list(result.to_pandas().columns) == ["run", *result.sweep.columns]
    assert pd.read_parquet("out/" + next(name for name in os.listdir("out") if name.endswith(".parquet"))).shape[1] == 8


def test_a_design_says_how_large_it_is():
    sweep = small()
    assert (len(sweep), sweep.point_count, sweep.seeds) == (12, 4, [8, 9, 10])
    assert [*sweep.points()][1] == {RATE: 400_000, PRESET: "vegas"}
    assert sweep.scenario(6)["seed"] == 9
    assert json.loads(sweep.scenario(6)._expanded_text)["flows"][0]["sender"]["preset"] == "reno"
    assert "12 runs, 2 links.R1-R2.rate_bps × 2" in repr(sweep)
    assert "400000" in sweep._repr_html_()
    with pytest.raises(IndexError, match="allowed: 0 to 11"):
        sweep.scenario(12)


def test_runs_record_no_rows():
    assert json.loads(small()._text_of(0))["record"]["max_rows"] == 0


def test_every_core_runs_unless_told_otherwise(monkeypatch):
    monkeypatch.setattr(drive_module, "available_cores", lambda: 5)
    for jobs, size in [(None, 5), (2, 2)]:
        workers = drive_module._workers("out", None, jobs, 0, 12)
        assert workers.size() == size
        workers.close()


def test_a_design_may_be_large():
    """The page ends at 5,000 runs."""
    values = {RATE: np.linspace(4e5, 8e5, 100_000).round(), "links.R1-R2.delay_ms": range(1, 101)}
    sweep = vl.Sweep("ahn-fig1-vr", values, seeds=1000)
    assert len(sweep) == 10**10
    assert sweep.scenario(10**10 - 1)["seed"] == 1007
    assert next(sweep.points()) == {RATE: 400_000, "links.R1-R2.delay_ms": 1}


@pytest.mark.parametrize(
    ("values", "options", "problem"),
    [
        ({"links.R1-R9.rate_bps": [1e6]}, {}, r'links\.R1-R9\.rate_bps: there is no .*R1-R9|no entry'),
        ({RATE: [8e5, -1]}, {}, "is out of range; allowed: .*bit/s"),
        ({RATE: ["fast"]}, {}, "allowed"),
        ({PRESET: ["reno", "vegsa"]}, {}, "vegas"),
        ({RATE: []}, {}, "there are no values"),
        ({RATE: 5}, {}, "isn't a list of values"),
        ({RATE: [8e5, 8e5]}, {}, "is there twice"),
        ({RATE: [object()]}, {}, "no equivalent in JSON"),
        ({"sender": {"reno": "reno"}}, {}, "isn't an object of changes"),
        ({"seed": [1, 2]}, {}, "can't be called 'seed'"),
        ({RATE: [8e5]}, {"seeds": 0}, "seeds: allowed: at least one"),
        ({RATE: [8e5]}, {"seeds": [1, 1]}, "seeds: allowed: at least one, each once"),
        ({RATE: [8e5]}, {"seeds": [-1]}, "seed: .*allowed"),
        *(({RATE: [8e5]}, {"seeds": seeds}, "seeds: .* isn't allowed") for seeds in ("40", b"12", 2.9, [1.5], True, None, ["3"])),
        *(({RATE: [8e5]}, {"seeds": seeds}, "are too many; allowed: up to 10,000,000") for seeds in (10**10, range(1, 10**10))),
        *(({RATE: [8e5]}, {"metrics": metrics}, "metrics: .* isn't allowed") for metrics in (5, [5], [None])),
        *(
            ({RATE: [4e5, 1.6e6], other: values}, {}, r"both set links\.R1-R2\.rate_bps; allowed: each place in one")
            for other, values in {
                "links.1.rate_bps": [8e5],
                "links.*.rate_bps": [8e5],
                "set": {"a": {}, "b": {RATE: 8e5}},
                "links.R1-R2": [{"rate_bps": 8e5}],
            }.items()
        ),
        ({PRESET: ["reno"], "flows.*.sender": [{"preset": "vegas"}]}, {}, "both set flows"),
        ({"n": {"a": {"seed": 7}, "b": {"seed": 8}}}, {}, "the column 'n' sets the seed; allowed: seeds="),
        ({"record.max_rows": [5]}, {}, "sets what's recorded"),
        ({RATE: [8e5]}, {"metrics": ["goodput"]}, r"there is no metric 'goodput'; allowed: flows\.0\.goodput"),
    ],
    ids=str,
)
def test_a_wrong_design_says_at_once_where_and_what_is_allowed(values, options, problem):
    with pytest.raises(ValueError, match=problem):
        vl.Sweep("ahn-fig1-vr", values, **options)


def test_a_part_and_its_field_may_be_two_columns():
    sweep = vl.Sweep(
        "ahn-fig1-vr",
        {PRESET: ["vegas"], "flows.*.sender.initial_cwnd": [2], "all": {"x": {"flows.*.receiver": {"kind": "every_packet"}}}},
        seeds=np.int64(2),
    )
    assert len(sweep) == 2


@pytest.mark.parametrize("values", [[], None, "rate", 5])
def test_a_design_needs_an_object_of_values(values):
    with pytest.raises(ValueError, match="isn't an object"):
        vl.Sweep.from_dict({"base": "ahn-fig1-vr", "values": values})


def test_a_problem_names_the_values():
    with pytest.raises(vl.ScenarioError, match="with flows.transfer.sender.avoidance.alpha = 1, .*preset = reno"):
        vl.Sweep("ahn-fig1-vr", {"flows.transfer.sender.avoidance.alpha": [1], PRESET: ["vegas", "reno"]})


def test_presets_come_before_their_fields():
    alpha = "flows.transfer.sender.avoidance"
    sweep = vl.Sweep("ahn-fig1-rr", {alpha: [{"kind": "cam", "alpha": 2, "beta": 5}], PRESET: ["vegas"]})
    sender = json.loads(sweep.scenario(0)._expanded_text)["flows"][0]["sender"]
    assert (sender["preset"], sender["avoidance"]["alpha"]) == ("vegas", 2)


def test_a_kind_sets_the_whole_part_unless_it_is_that_already():
    base = vl.scenario("ahn-fig1-vr").set("links.R1-R2.queue", {"kind": "red", "max_p": 0.5}).expanded()
    sweep = vl.Sweep(base, {"links.R1-R2.queue.kind": ["red", "drop_tail_bytes"]})
    queues = [json.loads(sweep.scenario(run)._expanded_text)["links"][1]["queue"] for run in range(2)]
    assert (queues[0]["max_p"], queues[1]["kind"], "max_p" in queues[1]) == (0.5, "drop_tail_bytes", False)


def test_columns_may_name_several_changes():
    wide = {RATE: 1_600_000, "links.R1-R2.delay_ms": 10}
    result = vl.Sweep("ahn-fig1-vr", {"path": {"as it is": {}, "wide": wide}}, metrics=["all.*"]).run("out", progress=False)
    found = [(row["path"], row["digest"]) for row in rows(result)]
    digests = [vl.run(vl.scenario("ahn-fig1-vr").set(changes)).digest for changes in ({}, wide)]
    assert found == [*zip(["as it is", "wide"], digests, strict=True)]


def test_files_of_designs(tmp_path):
    sweep = small()
    sweep.write(tmp_path / "mine.json")
    again = vl.Sweep.read(tmp_path / "mine.json")
    assert (again.fingerprint, again.seeds, again.columns) == (sweep.fingerprint, sweep.seeds, sweep.columns)
    (tmp_path / "short.json").write_text(json.dumps({"base": "ahn-fig1-vr", "values": {RATE: [1e6]}}))
    assert len(vl.Sweep.read(tmp_path / "short.json")) == 1
    with pytest.raises(ValueError, match="there is no field 'value'; allowed: base, metrics, seeds, values"):
        vl.Sweep.from_dict({"base": "ahn-fig1-vr", "values": {}, "value": 1})


def test_more_seeds_append(serial):
    small(seeds=2).run("out", jobs=1, progress=False)
    before = {path: path.stat().st_mtime_ns for path in Path("out").glob("*.parquet")}
    result = small(seeds=[10, 8]).run("out", jobs=1, progress=False)
    assert all(path.stat().st_mtime_ns == time for path, time in before.items())
    assert result.sweep.seeds == [8, 9, 10]
    assert [tuple(row.values())[1:] for row in rows(result)] == serial


def test_two_drivers_that_begin_in_one_empty_folder_share_it(monkeypatch):
    create = folder.create_text

    def created_late(path, text):
        assert create(path, folder._manifest(small(seeds=[11, 12]), block.made_by()))
        return create(path, text)

    monkeypatch.setattr(folder, "create_text", created_late)
    result = small(seeds=[1, 2]).run("out", jobs=1, progress=False)
    assert result.sweep.seeds == [11, 12, 1, 2]
    assert sorted(row["seed"] for row in rows(result)) == [seed for seed in (1, 2, 11, 12) for _ in range(4)]


def test_a_part_with_other_seeds_than_the_design_is_refused():
    small(seeds=[8, 9]).run("out", jobs=1, progress=False)
    manifest = Path("out/sweep.json")
    manifest.write_text(json.dumps({**json.loads(manifest.read_text()), "seeds": [8, 10]}))
    with pytest.raises(vl.SweepError, match=r"part-.*parquet has runs of other seeds than sweep.json: two sweeps wrote"):
        rows(vl.SweepResult("out"))


@pytest.mark.skipif(os.name != "posix", reason="elsewhere a process doesn't know its parent")
def test_workers_end_with_a_killed_driver():
    driver = """
import vegaslab as vl
from vegaslab.sweep import local
started = local._started
def told():
    process = started()
    print(process.pid, flush=True)
    return process
local._started = told
endless = vl.scenario("ahn-fig1-vr").set({"duration_s": 1e6, "flows.*.traffic": {"kind": "bulk"}})
vl.Sweep(endless, {}, seeds=4).run("out", jobs=2, progress=False)
"""
    process = subprocess.Popen([sys.executable, "-c", driver], stdout=subprocess.PIPE, text=True)
    workers = [int(process.stdout.readline()) for _ in range(2)]
    process.kill()
    process.wait()
    until = time.monotonic() + 60
    while running := [pid for pid in workers if Path(f"/proc/{pid}").exists() and "Z" not in _state(pid)]:
        assert time.monotonic() < until, running
        time.sleep(0.1)


def _state(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return "Z"


def test_another_design_or_engine_is_refused(monkeypatch):
    small().run("out", jobs=1, progress=False)
    other = vl.Sweep("ahn-fig1-vr", {RATE: [400_000]}, metrics=["all.*"])
    with pytest.raises(vl.SweepError, match=r"has another sweep \(its values differ: .*preset\); use another folder"):
        other.run("out", progress=False)
    with pytest.raises(vl.SweepError, match="its metrics differ"):
        small(metrics=["all.*"]).run("out", progress=False)
    for key in ("package_version", "engine_version", "engine_digest"):
        monkeypatch.setattr(block, "made_by", lambda key=key: {**real, key: "other"})
        real = {"package_version": vl.__version__, **json.loads(Path("out/sweep.json").read_text())["made_by"]}
        with pytest.raises(vl.SweepError, match=f"has results of {key.replace('_', ' ')} .*; this is other"):
            small(seeds=9).run("out", progress=False)
    assert json.loads(Path("out/sweep.json").read_text())["seeds"] == [8, 9, 10]


def test_an_engine_is_recognized_by_its_digests():
    made_by = block.made_by()
    assert (made_by["engine_version"], len(made_by["engine_digest"])) == (vl.__version__, 16)
    silent = vl.scenario("ahn-fig1-vr").set("record.max_rows", 0)
    assert vl.run(silent).digest == vl.run("ahn-fig1-vr").digest


def test_failures_are_rows(monkeypatch):
    """A value that is wrong only together with another, and a defect of the engine."""
    sack, recovery = "flows.transfer.sender.sack", "flows.transfer.sender.recovery.kind"
    changes_of = vl.Sweep._changes_of

    def poisoned(sweep, run):
        changes = changes_of(sweep, run)
        if ("seed", "9") in changes:
            vl._engine.defect("poisoned")
        return changes

    monkeypatch.setattr(vl.Sweep, "_changes_of", poisoned)
    base = vl.scenario("ahn-fig1-vr").set(duration_s=5)
    sweep = vl.Sweep(base, {sack: [True, False], recovery: ["new_reno", "sack"]}, seeds=2, metrics=["all.*"])
    result = sweep.run("out", jobs=1, verify=0, progress=False)
    failed = [(row[sack], row[recovery], row["seed"], row["failure"]) for row in rows(result) if row["failure"]]
    assert len(failed) == 5 and len(rows(result)) == 8
    assert [row[:3] for row in failed if row[2] == 8] == [(False, "sack", 8)]
    assert all("allowed" in row[3] if row[2] == 8 else "poisoned" in row[3] for row in failed)
    assert result.failures[failed[-1][3]] == 4
    assert result.to_pandas()["all.fairness"].isna().sum() == 5
    assert sweep.run("out", jobs=1, progress=False).missing == []


def test_shards_make_the_whole(serial):
    for place in (2, 3, 1):
        shown = []
        result = small().run("out", jobs=1, shard=(place, 3), progress=lambda progress: shown.append(str(progress)))
        assert shown[0] == "0 of 4 runs"
        assert len(result) == {2: 4, 3: 8, 1: 12}[place]
    assert [tuple(row.values())[1:] for row in rows(result)] == serial
    with pytest.raises(ValueError, match="allowed: 1/3 to 3/3"):
        small().run("out", shard=(0, 3))


def test_runs_that_two_processes_did_are_there_once(serial):
    """A process that outlives its driver may do a block that the next driver also hands out."""
    result = small().run("out", jobs=1, progress=False)
    block.run_block(str(result.path), 2, 9, 60)
    block.run_block(str(result.path), 3, 4, 60)
    assert [tuple(row.values())[1:] for row in rows(result)] == serial
    assert Folder("out").missing(Span(0, 12)) == []


def test_gaps():
    files = Folder(Path("out"))
    small().run("out", jobs=1, progress=False)
    for path in Path("out").glob("*.parquet"):
        path.unlink()
    for start, stop in [(3, 5), (2, 4), (8, 9)]:
        block.run_block("out", start, stop, 60)
    assert files.missing(Span(0, 12)) == [(0, 2), (5, 8), (9, 12)]
    assert files.missing(Span(3, 6)) == [(5, 6)]
    assert files.missing(Span(3, 5)) == []
    assert vl.SweepResult("out").missing == [range(0, 2), range(5, 8), range(9, 12)]


def test_unfinished_files_are_no_parts():
    small().run("out", jobs=1, progress=False)
    (Path("out") / ".part-000000000000-000000000012.parquet.host1.tmp").write_bytes(b"PAR1")
    assert len(rows(vl.SweepResult("out"))) == 12


def test_another_digest_stops_the_sweep(monkeypatch):
    monkeypatch.setattr(block, "repeat", lambda path, runs: ("host:2", dict.fromkeys(runs, "0123")))
    with pytest.raises(vl.SweepError, match=r"run 0 has the digest \w+ on .*, and 0123 on host:2"):
        small().run("out", jobs=1, progress=False)


def test_a_share_of_the_runs_is_repeated():
    sweep = small(seeds=5000)
    picked = [run for run in range(len(sweep)) if block.is_repeated(sweep, run, 0.01)]
    assert 150 < len(picked) < 250 and picked[0] == 0
    assert not any(block.is_repeated(sweep, run, 0) for run in picked)


class Scripted:
    """Workers that end with what a test says."""

    def __init__(self, outcome, count=1):
        self.outcome, self.count, self.jobs, self.seen = outcome, count, [], []

    def size(self):
        return self.count

    def room(self):
        return self.count - len(self.jobs)

    def submit(self, job):
        self.jobs.append(job)

    def wait(self, seconds):
        job = self.jobs.pop(0)
        self.seen.append(job)
        return [(job, self.outcome(job))]

    def stop(self):
        self.jobs.clear()

    def close(self):
        pass


def drive(sweep, outcome, count=1):
    files = Folder(Path("out").resolve())
    whole = files.prepare(sweep, block.made_by())
    workers = Scripted(outcome, count)
    span = Span(0, len(whole))
    driving = _Drive(files, span, [span], workers, lambda _: None)
    driving.run()
    return workers.seen, driving


def test_a_run_that_ends_processes_is_found_and_becomes_a_row():
    def outcome(job):
        if job.start <= 5 < job.stop:
            return WorkerDied("the process ended with code -11")
        return block.run_block("out", job.start, job.stop, job.seconds)

    seen, _ = drive(small(), outcome)
    result = vl.SweepResult("out")
    assert result.failures == {"the process ended with code -11, 3 times": 1}
    assert [row["run"] for row in rows(result) if row["failure"]] == [5]
    assert len(result) == 12
    assert sum(job.start == 5 and job.stop == 6 for job in seen) == 3


def test_a_block_whose_result_is_lost_runs_again_unless_it_was_written():
    lost = iter([True, True])

    def outcome(job):
        done = block.run_block("out", job.start, job.stop, job.seconds)
        return ResultLost("lost") if next(lost, False) else done

    seen, driving = drive(small(), outcome)
    assert sum(job.stop - job.start for job in seen if isinstance(job, Block)) == 12
    assert (driving.progress.done, len(vl.SweepResult("out"))) == (12, 12)


def test_blocks_take_about_as_long_as_they_should():
    sweep = small(seeds=25_000)  # 100,000 runs of 2 ms each

    def outcome(job):
        runs = min(job.stop - job.start, int(job.seconds / 0.002))
        return Done(job.start, job.start + runs, 0, runs * 0.002, "host:1")

    seen, driving = drive(sweep, outcome, 2)
    lengths = [(job.stop - job.start) * 0.002 for job in seen]
    assert driving.progress.done == len(sweep)
    steady = lengths[2 : len(lengths) // 2]
    assert all(5 <= length <= 30 for length in steady), lengths
    assert max(lengths[-2:]) < 3 < lengths[5]
    spans = sorted((job.start, job.stop) for job in seen)
    # 17 blocks of 12 s would do. At the end each is a quarter of what's left, down to the shortest: some 15 more.
    assert len(seen) < 36 and spans[0][0] == 0


def parts():
    return [tuple(part.span) for part in Folder("out").parts()]


def test_very_long_runs_share_files(monkeypatch):
    """Runs that take longer than a block: each leaves a part, and parts become larger ones."""
    monkeypatch.setattr(folder, "_MERGED", 8)
    monkeypatch.setattr(drive_module, "_LOOK_EVERY", 8)
    counts = []

    def outcome(job):
        counts.append(len(parts()))
        if isinstance(job, Merge):
            return block.merge("out", job.start, job.stop)
        done = block.run_block("out", job.start, job.start + 1, job.seconds)
        return Done(done.start, done.stop, done.failed, 3600, done.worker)

    sweep = small(seeds=175)
    seen, driving = drive(sweep, outcome, 3)
    assert all(job.stop - job.start == 1 for job in seen[3:] if isinstance(job, Block))
    assert sum(isinstance(job, Block) for job in seen) == len(sweep) == 700
    assert max(counts) < 50 and len(parts()) < 35
    assert rows(vl.SweepResult("out")) == rows(sweep.run("alone", jobs=1, progress=False))
    assert driving.progress.done == 700


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_folder_of_many_files_is_merged(serial, jobs):
    sweep = small(seeds=25)
    sweep.run("alone", jobs=1, progress=False)
    small(seeds=1).run("out", jobs=1, progress=False)
    Folder("out").prepare(sweep, block.made_by())
    for run in range(1, 80):
        block.run_block("out", run, run + 1, 60)
    assert len(parts()) > 75
    result = sweep.run("out", jobs=jobs, progress=False)
    assert len(parts()) < 20
    assert rows(result) == rows(vl.SweepResult("alone"))


def test_adjacent_small_parts_are_merged():
    def planned(spans, within=Span(0, 10**9)):
        return folder.spans_to_merge([folder.Part(Span(*span), Path()) for span in spans], within)

    singles = [(run, run + 1) for run in range(100)]
    assert planned(singles) == [(0, 100)]
    assert planned(singles[:63]) == [] and planned(singles[:64]) == [(0, 64)]
    assert planned(singles, Span(0, 50)) == [] and planned(singles, Span(10, 90)) == [(10, 90)]
    assert planned([*singles[:50], *singles[51:]]) == []
    # Larger parts wait for others of their size.
    assert planned([(0, 64), *((run, run + 1) for run in range(64, 127))]) == []
    assert planned([(64 * place, 64 * (place + 1)) for place in range(64)]) == [(0, 4096)]
    assert planned([(4096 * place, 4096 * (place + 1)) for place in range(64)]) == [(0, 64**3)]
    assert planned([(64**3 * place, 64**3 * (place + 1)) for place in range(200)]) == []
    # Runs that two processes did.
    assert planned([*singles[:64], (60, 66)]) == [(0, 66)]
    assert planned([(run, run + 1) for run in range(5000)]) == [(0, 4096), (4096, 5000)]


def test_a_merge_loses_nothing(serial):
    small().run("out", jobs=1, progress=False)
    for part in Folder("out").parts():
        part.path.unlink()
    for start, stop in [(0, 2), (1, 4), (2, 3), (4, 5), (6, 12)]:
        block.run_block("out", start, stop, 60)
    assert block.merge("out", 0, 12) == 0 and len(parts()) == 5
    block.run_block("out", 5, 6, 60)
    reading = Folder("out").tables()
    first = next(reading)
    assert block.merge("out", 0, 6) == 5
    assert parts() == [(0, 6), (6, 12)]
    # The reader goes on in the new part.
    assert [run for table in [first, *reading] for run in table["run"].to_pylist()] == list(range(12))
    assert block.merge("out", 0, 12) == 2 and parts() == [(0, 12)]
    assert [tuple(row.values())[1:] for row in rows(vl.SweepResult("out"))] == serial
    # A merge that was killed before it deleted what it had merged.
    block.run_block("out", 3, 9, 60)
    small().run("out", jobs=1, progress=False)
    assert parts() == [(0, 12)]


def test_blocks_do_not_need_pandas(tmp_path):
    """Importing it takes a second, in every process."""
    small().run("out", jobs=1, progress=False)
    code = "import sys; from vegaslab.sweep import block; block.run_block('out', 0, 12, 60); print('pandas' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


def test_columns_have_any_kind_of_value():
    queue, sack = "links.R1-R2.queue", "flows.transfer.sender.sack"
    metrics = ["flows.0.completed_at_s", "flows.0.goodput_bytes_per_s"]
    values = {queue: [{"kind": "red"}, {"kind": "drop_tail_bytes"}], sack: [True, False], "links.R1-R2.delay_ms": [50, 62.5]}
    result = vl.Sweep(vl.scenario("ahn-fig1-vr").set(duration_s=5), values, metrics=metrics).run("out", progress=False)
    result.to_arrow().validate(full=True)
    table = rows(result)
    assert [row[queue] for row in table] == ['{"kind":"red"}'] * 4 + ['{"kind":"drop_tail_bytes"}'] * 4
    assert [row[sack] for row in table] == [True, True, False, False] * 2
    assert [row["links.R1-R2.delay_ms"] for row in table] == [50.0, 62.5] * 4
    assert [row[metrics[0]] for row in table] == [None] * 8 and all(row[metrics[1]] > 0 for row in table)


def test_progress_says_what_is_left():
    progress = Progress(total=10_000, before=1000)
    assert str(progress) == "1,000 of 10,000 runs"
    progress.add(500, 2, 5, 2)
    assert str(progress) == "1,500 of 10,000 runs, 2 failed, 200 runs/s, 42 s left"
    progress.deaths = 1
    assert "1 worker died" in str(progress)
    progress.phase = "stopped"
    assert "stopped after" in str(progress)
    assert [in_words(seconds) for seconds in (5, 200, 7500, 10**6)] == ["5 s", "3 min", "2 h 5 min", "12 days"]


def test_notebooks_show_a_bar(monkeypatch):
    shown = []

    class Shell:
        kernel = object()

    class Handle:
        def update(self, html):
            shown.append(html)

    ipython = type(sys)("IPython")
    ipython.get_ipython = Shell
    ipython.display = type(sys)("IPython.display")
    ipython.display.HTML = str
    ipython.display.display = lambda *_, display_id: Handle()
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    monkeypatch.setitem(sys.modules, "IPython.display", ipython.display)
    small().run("out", jobs=1)
    assert shown[-1].startswith("<progress value='1.0000'") and "12 of 12 runs" in shown[-1]


def test_progress_may_be_a_function():
    seen = []
    small().run("out", jobs=1, progress=lambda progress: seen.append((progress.done, progress.phase)))
    assert seen[0] == (0, "running") and seen[-1] == (12, "done")


@pytest.mark.parametrize(
    "name", ["threshold", *(pytest.param(name, marks=pytest.mark.check) for name in ("buffer", "shares", "factors"))]
)
def test_a_script_of_the_page_gives_the_pages_table(name, monkeypatch, capsys):
    """`web/sweep/python.test.ts` compares the scripts and tables with the page's."""
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        done = runpy.run_path(str(SWEEPS / f"{name}.py"))
    assert "digest" in capsys.readouterr().out
    ours = done["result"].to_pandas()
    pages = pd.read_csv(SWEEPS / f"{name}.csv")
    assert list(ours.columns) == ["run", *pages.columns[:-1], "digest", "failure"]
    assert ours["failure"].isna().all() and pages["failure"].isna().all()
    factors = list(pages.columns[: list(pages.columns).index("seed") + 1])
    columns = list(pages.columns[:-1])
    # The page's factorial designs change their first factor fastest.
    ours, pages = (table[columns].sort_values(factors, ignore_index=True) for table in (ours, pages))
    pd.testing.assert_frame_equal(ours, pages, check_exact=True, check_dtype=False)
    assert [str(one.message) for one in warned if "left out" in str(one.message)] == (
        ["reno is left out because it has no flows.0.sender.avoidance.alpha"] if name == "threshold" else []
    )


def test_the_commented_line_of_a_script_works():
    text = (SWEEPS / "buffer.py").read_text("utf-8").replace("# sweep =", "sweep =").split("# Uses")[0]
    made = {}
    exec(text, made)
    assert len(made["sweep"]) == 3 * 6 * 1000 and "all.fairness" in made["sweep"].metrics


@pytest.mark.parametrize(
    ("link", "problem"),
    [
        ("#/bench?scenario=ahn-fig1-vr", "isn't a link of the sweep page"),
        ("#/sweep?scenario=ahn-fig1-vr", "has no setup of a sweep"),
        ("#/sweep?sweep.kind=sweep&sweep.seeds=2", "varies no field"),
        ("#/sweep?sweep.kind=sweep&sweep.field=links.9.rate_bps~list~1e6", "no field 'links.9.rate_bps'"),
        ("#/sweep?sweep.kind=sweep&sweep.field=links.1.rate_bps~list~fast", "'fast' isn't a number"),
        ("#/sweep?sweep.kind=sweep&sweep.field=links.1.rate_bps~log~1~2~x", "'x' isn't a number of points"),
        ("#/sweep?sweep.kind=sweep&sweep.field=links.1.rate_bps~list~1e6&sweep.seeds=0", "seeds: '0'"),
    ],
)
def test_a_wrong_link_says_why(link, problem):
    with pytest.raises(vl.LinkError, match=problem):
        vl.Sweep.from_link(link)


def sweep_of(scenario, folder):
    vl.Sweep(scenario, {RATE: [400_000, 800_000, 1_600_000]}, seeds=2, metrics=["all.fairness"]).run(
        folder, jobs=1, progress=False
    )
    return next(Path(folder).glob("part-*"))


def cut(part):
    os.truncate(part, part.stat().st_size // 2)


def empty(part):
    os.truncate(part, 0)


def foreign(part):
    part.write_bytes(sweep_of("ahn-fig1-rr", "other").read_bytes())


def misnamed(part):
    part.rename(part.with_name("part-000000000000-000000000099.parquet"))


@pytest.mark.parametrize(
    ("damage", "problem"),
    [(cut, "is damaged"), (empty, "is damaged"), (foreign, "part of another sweep"), (misnamed, r"has \d runs, .* 99")],
)
def test_a_part_that_isnt_this_sweeps_is_named_and_taken_for_nothing(tmp_path, monkeypatch, damage, problem):
    monkeypatch.chdir(tmp_path)
    damage(sweep_of("ahn-fig1-vr", "out"))
    for use in (lambda: sweep_of("ahn-fig1-vr", "out"), lambda: vl.SweepResult("out").to_pandas()):
        with pytest.raises(vl.SweepError, match=rf"out/part-.*{problem}.*the same call makes"):
            use()
    next(Path("out").glob("part-*")).unlink()
    sweep_of("ahn-fig1-vr", "out")
    assert len(vl.SweepResult("out").to_pandas()) == 6


@pytest.mark.parametrize(
    ("name", "text"),
    [("sweep.json", ""), ("sweep.json", "[]"), ("sweep.json", '{"base": 1, "values": {"x": [1]}}'), ("repeats-x.json", "{")],
)
def test_a_damaged_file_of_a_folder_is_named(tmp_path, name, text):
    sweep_of("ahn-fig1-vr", tmp_path)
    (tmp_path / name).write_text(text)
    with pytest.raises(vl.SweepError, match=name):
        vl.SweepResult(tmp_path).repeated  # noqa: B018


@pytest.mark.parametrize("value", ["1e400", "-1e400", "%22%5Cud800%22"])
def test_a_link_with_a_value_that_json_lacks_is_refused(value):
    with pytest.raises(vl.LinkError, match="value for seed can't be read"):
        vl.Scenario.from_link(f"#/bench?scenario=ahn-fig1-rr&seed={value}")


COMMAND = [sys.executable, "-m", "vegaslab", "sweep"]


def command(*arguments, **options):
    return subprocess.run([*COMMAND, *map(str, arguments)], capture_output=True, text=True, **options)


@pytest.mark.check
def test_the_command_runs_a_file_or_a_link(serial):
    small().write("mine.json")
    done = command("mine.json", "--out", "out", "--jobs", 1, "--seeds", "8-9")
    assert done.returncode == 0, done.stderr
    assert "8 of 8 runs, done after" in done.stderr and done.stdout == ""
    done = command("mine.json", "--out", "out", "--shard", "1/1", "--seeds", 3)
    assert "12 of 12 runs, done after" in done.stderr
    assert [tuple(row.values())[1:] for row in rows(vl.SweepResult("out"))] == serial
    again = command("out/sweep.json", "--out", "out")
    assert (again.returncode, again.stderr) == (0, "")
    link = re.search(r'"(https.*)"', (SWEEPS / "threshold.py").read_text("utf-8"))[1]
    assert command(link, "--out", "linked", "--quiet").returncode == 0
    assert len(vl.SweepResult("linked")) == 12


@pytest.mark.check
def test_the_command_says_what_is_wrong(tmp_path):
    small().write("mine.json")
    for arguments, code, problem in [
        (["mine.json"], 2, "--out"),
        (["mine.json", "--out", "out", "--shard", "0/3"], 2, "allowed: 1/100 to 100/100"),
        (["mine.json", "--out", "out", "--seeds", "many"], 2, "allowed: 40, 1-40 or 3,5,8"),
        (["nothing.json", "--out", "out"], 2, "nothing.json"),
        (["#/sweep?scenario=ahn-fig1-vr", "--out", "out"], 2, "has no setup"),
        (["mine.json", "--out", "mine.json"], 1, "mine.json"),
    ]:
        done = command(*arguments)
        assert (done.returncode, problem in done.stderr, "Traceback" in done.stderr) == (code, True, False), done.stderr
    usage = subprocess.run([sys.executable, "-m", "vegaslab", "help"], capture_output=True, text=True)
    assert "vegaslab sweep DESIGN --out FOLDER" in usage.stdout and "vegaslab run" in usage.stdout


def long_sweep():
    """A sweep that takes longer than a test."""
    return small(seeds=1_000_000)


@pytest.mark.parametrize("signal_name", [pytest.param("SIGINT", marks=pytest.mark.check), "SIGTERM"])
def test_a_signal_keeps_what_is_done(signal_name):
    long_sweep().write("mine.json")
    running = subprocess.Popen(
        [*COMMAND, "mine.json", "--out", "out", "--jobs", "2"],
        stderr=subprocess.PIPE,
        text=True,
        # A shell's background jobs, of which the tests may be one, ignore SIGINT.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    wait_for(lambda: Path("out").exists() and len(list(Path("out").glob("part-*"))) >= 1)
    running.send_signal(getattr(signal, signal_name))
    _, errors = running.communicate(timeout=120)
    assert running.returncode == 130 and "Stopped. The same command goes on from here." in errors, errors
    result = vl.SweepResult("out")
    done = len(result)
    assert done > 0 and len(rows(result)) == done
    assert [path for path in Path("out").glob(".*.tmp")] == []
    # The processes have ended: no more parts appear.
    time.sleep(1)
    assert len(result) == done


@pytest.mark.check
def test_a_killed_driver_or_process_loses_nothing():
    """The driver is killed, then a process of the next one; then the rest runs."""
    sweep = small(seeds=400)
    sweep.write("mine.json")
    running = subprocess.Popen([*COMMAND, "mine.json", "--out", "out", "--jobs", "2", "--quiet"])
    wait_for(lambda: Path("out").exists() and len(list(Path("out").glob("part-*"))) >= 1)
    running.kill()
    running.wait()
    children = threading.Thread(target=kill_a_process, daemon=True)
    children.start()
    result = sweep.run("out", jobs=2, progress=False)
    children.join()
    whole = rows(result)
    assert sorted(row["run"] for row in whole) == list(range(1600))
    assert whole == rows(sweep.run("alone", jobs=1, progress=False))


def kill_a_process():
    """Kills a process of this one, once there is one."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        for place in Path(f"/proc/{os.getpid()}/task").glob("*/children"):
            for child in place.read_text().split():
                os.kill(int(child), signal.SIGKILL)
                return
        time.sleep(0.01)


def wait_for(condition):
    deadline = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)
