"""Pickles and copies: a run and all that belongs to it go to other processes with the same bits, and what can't says what to do."""

import copy
import multiprocessing
import pickle
import warnings
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import polars as pl
import pyarrow as pa
import pytest
import vegaslab as vl
from distributed.protocol import deserialize, serialize

TABLES = ["segments", "windows", "rtts", "queues", "states", "limits", "decisions", "checks", "sacks", "hops"]

HOPS = vl.scenario("ahn-fig1-vr").set("record.hops", {"from_s": 0, "to_s": 3})
THINNED = vl.scenario("ahn-fig1-rr").set("record.max_rows", 3_000)
SCENARIOS = {
    "decisions and hops": HOPS,
    "sacks": vl.scenario("fall-floyd-4"),
    "datagrams": vl.scenario("ahn-emulator"),
    "thinned": THINNED,
    "nothing recorded": vl.scenario("ahn-fig2").set("record.max_rows", 0),
}


def out_of_band(value):
    buffers = []
    data = pickle.dumps(value, protocol=5, buffer_callback=buffers.append)
    return pickle.loads(data, buffers=[bytearray(buffer.raw()) for buffer in buffers])


WAYS = {
    **{f"pickle {protocol}": lambda value, protocol=protocol: pickle.loads(pickle.dumps(value, protocol)) for protocol in range(2, 6)},
    "out of band": out_of_band,
    "distributed": lambda value: deserialize(*serialize(value)),
    "deepcopy": copy.deepcopy,
    "copy": copy.copy,
}


def bits(rows):
    return {
        name: {info.name: bytes(memoryview(getattr(rows, name).buffer(info.name))) for info in getattr(rows, name).schema}
        for name in TABLES
    }


def quiet(scenario):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", vl.ThinnedTraceWarning)
        return vl.run(scenario)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_copy_of_a_run_has_the_same_bits(scenario, way):
    run = quiet(SCENARIOS[scenario])
    made = WAYS[way](run)
    assert type(made) is vl.Run and made is not run
    assert made.digest == run.digest and made.summary == run.summary and made.scenario == run.scenario
    assert bits(made) == bits(run)
    assert repr(made) == repr(run) and made._repr_html_() == run._repr_html_() and made.link() == run.link()
    assert [getattr(made, name).thinned for name in TABLES] == [getattr(run, name).thinned for name in TABLES]


def test_every_reader_reads_a_pickled_run(tmp_path):
    run = vl.run(HOPS)
    made = pickle.loads(pickle.dumps(run))
    for name in TABLES:
        ours, theirs = getattr(run, name).decode(), getattr(made, name).decode()
        assert pa.table(theirs) == pa.table(ours)
        assert pl.DataFrame(theirs).equals(pl.DataFrame(ours))
        assert theirs.to_pandas().equals(ours.to_pandas())
        assert theirs.to_dict() == ours.to_dict() or name in {"rtts", "decisions"}  # NaN differs from itself
    for made_by, file in ((run, "ours"), (made, "theirs")):
        made_by.to_pcapng(tmp_path / f"{file}.pcapng")
        made_by.to_qlog(tmp_path / f"{file}.qlog")
    for kind in ("pcapng", "qlog"):
        assert (tmp_path / f"theirs.{kind}").read_bytes() == (tmp_path / f"ours.{kind}").read_bytes()
    with pytest.raises(ValueError, match="read-only"):
        made.windows["cwnd"][0] = 1
    assert pickle.loads(pickle.dumps(made)).windows["cwnd"].tolist() == run.windows["cwnd"].tolist()


def test_runs_come_back_from_other_processes():
    seeds = [vl.scenario("ahn-fig1-vr").set(seed=seed) for seed in (1, 2)]
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        theirs = list(pool.map(vl.run, seeds))
        ours = [vl.run(scenario) for scenario in seeds]
        assert [run.digest for run in theirs] == [run.digest for run in ours]
        assert [bits(run) for run in theirs] == [bits(run) for run in ours]
        # And a run goes there.
        assert pool.submit(repr, ours[0]).result() == repr(ours[0])


def test_a_deep_copy_has_its_own_summary():
    run = vl.run("ahn-fig1-vr")
    made = copy.deepcopy(run)
    made.summary["flows"][0]["segments_sent"] = 0
    assert run.flows[0]["segments_sent"] > 0
    # The trace never changes, so it's shared.
    assert np.shares_memory(made.windows["cwnd"], run.windows["cwnd"])


def test_a_table_goes_alone():
    run = vl.run("ahn-fig2")
    for name in TABLES:
        table = getattr(run, name).decode()
        data = pickle.dumps(table)
        made = pickle.loads(data)
        own = sum(memoryview(table.buffer(column)).nbytes for column in table.columns)
        assert len(data) < own + 4_000
        assert pa.table(made) == pa.table(table) and made.schema == table.schema and made.doc == table.doc
        assert copy.copy(table) is copy.deepcopy(table) is table


def test_out_of_band_pickles_have_no_columns():
    run, buffers = vl.run("ahn-fig2"), []
    data = pickle.dumps(run, protocol=5, buffer_callback=buffers.append)
    assert sum(buffer.raw().nbytes for buffer in buffers) > 20 * len(data)


def test_a_bytearray_that_changes_later_leaves_the_trace_as_it_is():
    run, buffers = vl.run("ahn-fig1-vr"), []
    data = pickle.dumps(run, protocol=5, buffer_callback=buffers.append)
    given = [bytearray(buffer.raw()) for buffer in buffers]
    made = pickle.loads(data, buffers=given)
    for one in given:
        one[:] = bytes(len(one))
    assert bits(made) == bits(run)


def test_another_version_of_the_engine_says_so(monkeypatch):
    run = vl.run("ahn-fig1-vr")
    saved, table = pickle.dumps(run), pickle.dumps(run.windows)
    monkeypatch.setattr(vl._engine, "engine_version", lambda: "9.9.9")
    here = run.summary["engine_version"]
    for data in (saved, table):
        with pytest.warns(UserWarning, match=f"engine {here} made this trace, and this is engine 9.9.9") as caught:
            pickle.loads(data)
        assert caught[0].filename == __file__
    with pytest.warns(UserWarning):
        assert pickle.loads(saved).summary == run.summary
    monkeypatch.setattr("vegaslab._pickling._layout", lambda: "other")
    for data in (saved, table):
        with pytest.warns(UserWarning), pytest.raises(ValueError, match="Read it with that version, or run its scenario again"):
            pickle.loads(data)


def test_damaged_columns_are_named():
    with pytest.raises(ValueError, match=r"columns of a pickled trace are damaged: states.flow, states.state$"):
        vl._engine.Trace({"states": [b"12345678", b"123", b"1234"]})
    with pytest.raises(ValueError, match="damaged: no-table"):
        vl._engine.Trace({"no-table": []})
    assert len(vl._engine.Trace({}).columns("windows")[0]) == 0


def problem():
    with pytest.raises(vl.ScenarioError) as caught:
        vl.scenario("ahn-fig1-vr").set(duration_s=-5)
    return caught.value.problems[0]


def sweep_result(tmp_path):
    return vl.Sweep("ahn-fig1-vr", {"duration_s": [2, 3]}, metrics=["all.*"]).run(tmp_path / "sweep", progress=False)


# How to make one of each public class, and what of it must be the same in a copy.
MADE = {
    "Run": (lambda _: vl.run("ahn-fig1-vr"), lambda run: (run.summary, bits(run))),
    "Rows": (lambda _: next(vl.stream("ahn-fig1-vr")), bits),
    "Table": (lambda _: vl.run("ahn-fig1-vr").windows, lambda table: table.to_dict()),
    "ColumnInfo": (lambda _: vl.run("ahn-fig1-vr").windows.schema[0], lambda info: info),
    "Records": (lambda _: vl.run("ahn-fig1-vr").flows, lambda records: (list(records), records.doc)),
    "Scenario": (lambda _: vl.scenario("ahn-fig1-vr").set(seed=3), lambda scenario: (scenario, scenario.link())),
    "Prediction": (lambda _: vl.predict("low-chain"), lambda prediction: prediction.report),
    "Paper": (lambda _: vl.papers()["low-2000"], lambda paper: (list(paper.numbers), paper._repr_html_())),
    "Preset": (lambda _: vl.presets()["vegas"], lambda preset: (preset.sender, preset._repr_html_())),
    "Part": (lambda _: vl.parts()["avoidance"]["cam"], lambda part: (list(part.fields), repr(part))),
    "Listing": (lambda _: vl.presets(), lambda listing: (list(listing), listing["reno"].sender)),
    "Problem": (lambda _: problem(), lambda one: one),
    "Sweep": (lambda _: vl.Sweep("ahn-fig1-vr", {"duration_s": [2, 3]}), lambda sweep: (sweep.to_dict(), len(sweep))),
    "SweepResult": (sweep_result, lambda result: (result.path, result.to_arrow().to_pylist())),
    "ScenarioError": (lambda _: vl.ScenarioError([problem()]), lambda error: error.problems),
    "CaptureError": (lambda _: vl.CaptureError("text", "not-a-capture"), lambda error: (str(error), error.code)),
    "EngineError": (lambda _: vl.EngineError("a defect"), str),
    "LinkError": (lambda _: vl.LinkError("damaged"), str),
    "SweepError": (lambda _: vl.SweepError("another design"), str),
    "ThinnedTraceWarning": (lambda _: vl.ThinnedTraceWarning("thinned"), str),
}


def captured():
    with TemporaryDirectory() as folder:
        file = Path(folder) / "run.pcapng"
        vl.run("ahn-fig1-vr").to_pcapng(file)
        return vl.Capture(file)


REFUSED = {
    "Capture": (captured, "Pickle its `summary`, or open the file again"),
    "Stream": (lambda: vl.stream("ahn-fig1-vr"), "pickle stream.scenario"),
    "Widget": (lambda: vl.Widget("ahn-fig1-vr"), "pickle widget.scenario"),
    "the buffer of a column": (lambda: vl.run("ahn-fig1-vr").windows.buffer("cwnd"), "Pickle its table"),
}


def test_every_public_class_is_here():
    classes = {name for name in [*vl.__all__, "Widget"] if isinstance(getattr(vl, name), type)}
    assert classes <= MADE.keys() | REFUSED.keys()


@pytest.mark.parametrize("name", MADE)
def test_public_objects_can_be_pickled_and_copied(name, tmp_path):
    make, content = MADE[name]
    one = make(tmp_path)
    for made in (pickle.loads(pickle.dumps(one)), copy.deepcopy(one), copy.copy(one)):
        assert type(made) is type(one) and content(made) == content(one)


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_pickled_says_what_to_do(name):
    make, advice = REFUSED[name]
    one = make()
    for attempt in (pickle.dumps, copy.deepcopy, copy.copy):
        with pytest.raises(TypeError, match=advice):
            attempt(one)


def test_collections_of_the_lab_can_be_pickled():
    for one in (vl.scenarios(), vl.papers(), vl.parts(), vl.fields(), vl.numbers("low-2000/table-1")):
        assert list(pickle.loads(pickle.dumps(one))) == list(copy.deepcopy(one)) == list(one)
