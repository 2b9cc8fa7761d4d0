"""Thinned traces: a run whose trace lacks rows says so wherever one might count on them, and a stream has every row."""

import json
import warnings

import matplotlib
import numpy as np
import pyarrow as pa
import pytest
import vegaslab as vl

matplotlib.use("agg")

TABLES = ["segments", "windows", "rtts", "queues", "states", "limits", "decisions", "checks", "sacks", "hops"]

NAMES = ["ahn-fig1-rr", "ahn-fig1-vr", "ahn-fig2", "fall-floyd-4", "low-buffer", "veno-side-by-side", "longer-path"]


def thin(name, max_rows):
    """A run of a scenario with few rows, and all rows."""
    scenario = vl.scenario(name).set("record.max_rows", max_rows)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", vl.ThinnedTraceWarning)
        return vl.run(scenario), vl.run(scenario.set("record.max_rows", 20_000_000))


@pytest.mark.parametrize("max_rows", [0, 1, 50, 1_000, 7_777])
@pytest.mark.parametrize("name", NAMES)
def test_tables_without_all_rows_are_marked(name, max_rows):
    run, whole = thin(name, max_rows)
    assert whole.kept_share == 1 and not any(getattr(whole, table).thinned for table in TABLES)
    seen = 0
    for table in TABLES:
        ours, all_rows = getattr(run, table), getattr(whole, table)
        if len(ours) != len(all_rows):
            assert ours.thinned, table
            seen += 1
        if ours.thinned:
            assert "thinned" in repr(ours) and "thinned" in ours._repr_html_() and ours.decode().thinned
        for one in (ours, all_rows, ours.decode()):
            assert one.to_pandas().attrs["thinned"] is one.to_pandas(copy=False).attrs["thinned"] is one.thinned
            assert pa.table(one).schema.metadata == {b"thinned": str(one.thinned).lower().encode()}
    assert (seen > 0) == (run.kept_share < 1)
    if max_rows > 0:
        # States and checks are never thinned.
        assert not run.states.thinned and not run.checks.thinned
    recorded, left_out = run.summary["rows_recorded"], run.summary["rows_thinned"]
    assert run.kept_share == (recorded / (recorded + left_out) if left_out else 1)


def test_a_thinned_run_warns_once_where_it_was_started():
    scenario = vl.scenario("ahn-fig1-rr").set("record.max_rows", 3_000)
    with pytest.warns(vl.ThinnedTraceWarning) as caught:
        run = vl.run(scenario)
    (one,) = caught
    assert one.filename == __file__ and issubclass(vl.ThinnedTraceWarning, UserWarning)
    text = str(one.message)
    samples = run.summary["rows_recorded"] + run.summary["rows_thinned"]
    assert f'scenario.set("record.max_rows", {samples})' in text and "run.summary" in text and "vl.stream" in text
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # What it advises is enough, and a little less isn't.
        assert vl.run(scenario.set("record.max_rows", samples)).kept_share == 1
        vl.run(scenario.set("record.max_rows", 0))
        repr(run), run.windows.to_pandas(), run.plot(), run._repr_html_()
    with pytest.warns(vl.ThinnedTraceWarning):
        vl.run(scenario.set("record.max_rows", samples - 10))


def test_the_lab_s_own_long_scenarios_warn():
    with pytest.warns(vl.ThinnedTraceWarning, match="low-chain"):
        run = vl.run("low-chain")
    assert run.rtts.thinned and 0 < run.kept_share < 1


@pytest.mark.parametrize("name", NAMES)
def test_the_summary_of_a_thinned_run_is_that_of_the_whole_run(name):
    run, whole = thin(name, 500)
    rows = ("rows_recorded", "rows_thinned")
    assert {key: value for key, value in run.summary.items() if key not in rows} == {
        key: value for key, value in whole.summary.items() if key not in rows
    }


def test_repr_says_what_was_kept():
    run, whole = thin("ahn-fig1-rr", 3_000)
    percent = f"{100 * run.kept_share:.2g} %"
    expected = f"thinned: kept {percent} of samples (tables: segments, windows, rtts, queues)"
    assert expected in repr(run) and expected in run._repr_html_()
    assert "thinned" not in repr(whole) and "record" not in repr(whole)
    nothing, _ = thin("ahn-fig1-rr", 0)
    assert "nothing recorded: record.max_rows is 0" in repr(nothing)
    samples = run.summary["rows_recorded"] + run.summary["rows_thinned"]
    nearly, _ = thin("ahn-fig1-rr", samples - 10)
    assert nearly.kept_share < 1 and "kept 99.9 % of" in repr(nearly)


@pytest.mark.parametrize("max_rows", [0, 3_000])
@pytest.mark.parametrize("write", ["to_pcapng", "to_qlog"])
def test_captures_of_a_thinned_run_are_refused(tmp_path, write, max_rows):
    run, whole = thin("ahn-fig1-rr", max_rows)
    samples = whole.summary["rows_recorded"]
    advice = rf'scenario\.set\("record\.max_rows", {samples}\)' if max_rows else "larger record.max_rows"
    with pytest.raises(ValueError, match=f"needs every packet.*{advice}") as caught:
        getattr(run, write)(tmp_path / "file")
    assert not (tmp_path / "file").exists()
    assert ("thinned: kept" in str(caught.value)) == (max_rows > 0)
    getattr(whole, write)(tmp_path / "file")


def test_a_run_that_no_limit_keeps_is_to_be_shortened():
    run, _ = thin("ahn-fig1-rr", 3_000)
    run.summary["rows_thinned"] = 30_000_000
    with pytest.raises(ValueError, match="shorten duration_s.*at most 20,000,000"):
        run.to_qlog("file")


def test_the_limit_is_the_engine_s():
    def limits(value):
        if isinstance(value, dict):
            if value.get("name") == "max_rows":
                yield value["shape"]["max"]
            for one in value.values():
                yield from limits(one)
        elif isinstance(value, list):
            for one in value:
                yield from limits(one)

    from vegaslab.trace import _MAX_ROWS

    assert set(limits(json.loads(vl._engine.catalogue()))) == {_MAX_ROWS}


def test_a_plot_of_a_thinned_run_says_so():
    run, whole = thin("ahn-fig1-rr", 3_000)
    assert "kept" in run.plot().get_suptitle() and "kept" not in whole.plot().get_suptitle()


@pytest.mark.parametrize("name", NAMES)
def test_a_stream_has_every_row(name):
    """Whatever `max_rows` is."""
    _, whole = thin(name, 1)
    stream = vl.stream(vl.scenario(name).set("record.max_rows", 50), events=500)
    pieces = list(stream)
    assert len(pieces) > 1 and stream.summary["rows_thinned"] == 0 and stream.summary["digest"] == whole.digest
    assert not any(getattr(piece, table).thinned for piece in pieces for table in TABLES)
    for table in TABLES:
        for column in getattr(whole, table).columns:
            streamed = np.concatenate([getattr(piece, table)[column] for piece in pieces])
            np.testing.assert_array_equal(streamed, getattr(whole, table)[column])


def test_a_stream_has_more_rows_than_any_run_may_record():
    """20 million is the most that a scenario may say. Packets cross a few links for long."""
    stream = vl.stream(vl.scenario("low-chain").set(duration_s=400))
    counted = ["segments", "windows", "rtts", "queues", "states"]
    rows = sum(len(getattr(piece, table)) for piece in stream for table in counted)
    assert rows == stream.summary["rows_recorded"] > 20_000_000
    assert stream.summary["rows_thinned"] == 0


def test_a_stream_that_is_to_record_nothing_has_no_rows():
    stream = vl.stream(vl.scenario("ahn-fig1-rr").set("record.max_rows", 0))
    assert sum(len(piece.windows) for piece in stream) == 0
    assert all(piece.windows.thinned for piece in vl.stream(stream.scenario))


def test_hops_that_are_missing_are_reported():
    """The engine keeps at most two million rows of hops."""
    scenario = vl.scenario("low-chain").set("record.hops", {"from_s": 0, "to_s": 200}).set("record.max_rows", 20_000_000)
    scenario = scenario.set(duration_s=60)
    with pytest.warns(vl.ThinnedTraceWarning, match="Make the window record.hops shorter"):
        run = vl.run(scenario)
    stopped = run.summary["hops_stopped_at_s"]
    assert run.hops.thinned and not run.windows.thinned and f"hops are missing from {stopped:g} s on" in repr(run)
    with pytest.warns(vl.ThinnedTraceWarning, match="hops of low-chain are missing") as caught:
        for _ in vl.stream(scenario):
            pass
    assert caught[0].filename == __file__
