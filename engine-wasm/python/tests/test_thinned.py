"""Thinned traces: a run whose trace lacks rows says so wherever one might count on them. Every row can still be had: of the whole
run, of a part of it, summed up per step, and piece by piece."""

import json
import math
import pickle
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
    ways = ["run.whole()", "run.between(", "run.series(", "run.summary", f'scenario.set("record.max_rows", {samples})', "vl.stream"]
    # The ways that need no other run come first.
    assert sorted(ways, key=text.index) == ways
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
def test_captures_of_a_thinned_run_are_whole(tmp_path, max_rows):
    run, whole = thin("ahn-fig1-rr", max_rows)
    for name, one in (("thinned", run), ("whole", whole)):
        one.to_pcapng(tmp_path / f"{name}.pcapng")
        one.to_qlog(tmp_path / f"{name}.qlog")
    captures = [vl.Capture(tmp_path / f"{name}.pcapng") for name in ("thinned", "whole")]
    transfers = [capture.transfers.to_pandas().drop(columns="capture") for capture in captures]
    assert transfers[0].equals(transfers[1])
    # Each segment that was sent is a packet, whatever the run recorded.
    assert transfers[0]["segments_sent"].max() == run.flows[0]["segments_sent"]
    thinned, all_events = (json.loads((tmp_path / f"{name}.qlog").read_text()) for name in ("thinned", "whole"))
    assert thinned["traces"][0]["events"] == all_events["traces"][0]["events"]


def test_a_warning_advises_no_more_rows_than_a_run_may_record():
    run, _ = thin("ahn-fig1-rr", 3_000)
    run.summary["rows_thinned"] = 30_000_000
    text = vl.trace._warning(run)
    assert "run.whole() has all 30,0" in text and "record.max_rows\"" not in text and text.endswith("Use vl.stream to take it piece by piece")


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


def same_rows(ours, theirs, tables=TABLES):
    """Whether both have the same rows in these tables, to the last bit."""
    for table in tables:
        for column in getattr(theirs, table).columns:
            mine, other = getattr(ours, table)[column], getattr(theirs, table)[column]
            assert mine.tobytes() == other.tobytes(), (table, column)


@pytest.mark.parametrize("max_rows", [0, 50, 7_777])
@pytest.mark.parametrize("name", NAMES)
def test_a_thinned_run_can_be_made_whole(name, max_rows):
    run, whole = thin(name, max_rows)
    made = run.whole()
    assert made.digest == run.digest == whole.digest and made.summary["rows_thinned"] == 0 and made.kept_share == 1
    assert made.scenario == run.scenario and not any(getattr(made, table).thinned for table in TABLES)
    same_rows(made, whole)
    assert made.whole() is made and whole.whole() is whole


def window(run, table, from_s, to_s):
    """The columns of a part of a run, sorted: the last rows of queues in a part come link by link."""
    rows = getattr(run, table)
    columns = [rows[column] for column in rows.columns]
    these = (columns[0] >= from_s) & (columns[0] < to_s)
    order = np.lexsort([column[these] for column in reversed(columns)])
    return [column[these][order] for column in columns]


@pytest.mark.parametrize("bounds", [(0, 0.7), (1.2, 1.76), (3, 3.001), (5, math.inf), (0, math.inf)])
@pytest.mark.parametrize("name", ["ahn-fig1-rr", "ahn-fig2", "fall-floyd-4"])
def test_a_part_of_a_thinned_run_has_every_row(name, bounds):
    run, whole = thin(name, 50)
    rows = run.between(*bounds)
    for table in TABLES:
        expected = window(whole, table, *bounds)
        for ours, theirs in zip(window(rows, table, *bounds), expected, strict=True):
            np.testing.assert_array_equal(ours, theirs)
        assert len(getattr(rows, table)) == len(expected[0]) and not getattr(rows, table).thinned
    assert len(rows.queues) > 0 or bounds[0] > 0
    # Per flow and link, the order is that of the run.
    assert all(one["time_s"].is_monotonic_increasing for _, one in rows.queues.to_pandas().groupby("link"))
    assert rows.segments.decode().to_dict()["flow"] == [whole.flows["name"][flow] for flow in rows.segments["flow"]]
    same_rows(pickle.loads(pickle.dumps(rows)), rows)


def test_a_part_has_the_packets_on_links_on_request():
    run, _ = thin("ahn-fig1-rr", 50)
    whole = vl.run(run.scenario.set({"record.max_rows": 20_000_000, "record.hops": {"from_s": 0, "to_s": 40}}))
    assert len(run.between(1, 2).hops) == 0
    hops = run.between(1, 2, hops=True).hops.to_pandas()
    expected = whole.hops.to_pandas()
    # Packets that were on a link at the beginning were offered before; hops within the part are those of the run.
    before, within = hops[hops["time_s"] < 1], expected[(expected["time_s"] >= 1) & (expected["time_s"] < 2)]
    assert 0 < len(before) < 100 and len(within) > 1_000
    columns = list(hops)
    assert sorted(hops[hops["time_s"] >= 1].itertuples(index=False)) == sorted(within[columns].itertuples(index=False))


@pytest.mark.parametrize("bounds", [(-1, 2), (2, 2), (3, 2), (math.nan, 2), (1, math.nan), (50, 60)])
def test_a_part_must_lie_in_the_run(bounds):
    run, _ = thin("ahn-fig1-rr", 50)
    with pytest.raises(ValueError, match=rf"from_s must be from 0 to {run.summary['ended_at_s']:g} s.*less than to_s.*you gave {bounds[0]:g}"):
        run.between(*bounds)


def test_a_run_of_another_engine_is_not_continued():
    run, _ = thin("ahn-fig1-rr", 50)
    run.summary = {**run.summary, "digest": "0123456789abcdef", "engine_version": "0.0.1"}
    for again in (run.whole, lambda: run.between(1, 2), lambda: run.series("cwnd", step_s=1), lambda: run.to_pcapng("file")):
        with pytest.raises(ValueError, match="another engine made this run.*0.0.1.*not 0123456789abcdef"):
            again()


STEPS = {"cwnd": "windows", "ssthresh": "windows", "flight": "windows", "rtt_ms": "rtts", "srtt_ms": "rtts", "diff": "rtts"}


def binned(table, column, key, place, step_s):
    """A column of a flow or link, grouped by step."""
    frame = table.to_pandas()
    frame = frame[frame[key] == place]
    step = (frame["time_s"] * 1e9).round().astype("int64") // round(step_s * 1e9)
    return frame.groupby(step)[column]


@pytest.mark.parametrize("step_s", [0.1, 0.33, 100])
@pytest.mark.parametrize("name", ["ahn-fig1-rr", "ahn-fig2", "fall-floyd-4"])
@pytest.mark.parametrize("max_rows", [0, 50, 20_000_000])
def test_a_series_sums_up_every_row(monkeypatch, name, step_s, max_rows):
    # Pieces of few events divide steps.
    monkeypatch.setattr(vl.trace, "_EVENTS", 3_001)
    run, whole = thin(name, 50)
    run = whole if max_rows == 20_000_000 else thin(name, max_rows)[0]
    fullest = int(np.argmax(whole.links["max_queue_bytes"]))
    columns = [(column, table, "flow", len(whole.flows) - 1) for column, table in STEPS.items()]
    for column, table, key, place in [*columns, ("bytes", "queues", "link", fullest), ("packets", "queues", "link", fullest)]:
        got = run.series(column, step_s=step_s, **{key: place}).to_pandas()
        assert list(got) == ["time_s", "count", "min", "max", "first", "last"]
        rows = binned(getattr(whole, table), column, key, place, step_s)
        expected = rows.agg(["size", "min", "max"]).reindex(range(len(got)))
        np.testing.assert_array_equal(got["count"], expected["size"].fillna(0))
        np.testing.assert_array_equal(got["min"], expected["min"])
        np.testing.assert_array_equal(got["max"], expected["max"])
        np.testing.assert_array_equal(got["first"], rows.nth(0).set_axis(rows.size().index).reindex(range(len(got))))
        np.testing.assert_array_equal(got["last"], rows.nth(-1).set_axis(rows.size().index).reindex(range(len(got))))
        np.testing.assert_allclose(got["time_s"], np.arange(len(got)) * step_s)
        assert len(got) >= whole.summary["ended_at_s"] / step_s > len(got) - 2
        assert got["count"].sum() == rows.size().sum() > 0


def test_a_series_counts_every_event():
    run, whole = thin("ahn-fig1-rr", 50)
    kinds = whole.segments.decode()["kind"]
    for kind in ("send", "ack", "retransmit_fast", "drop_full", "datagram_sent"):
        counts = run.series(kind, flow="transfer", step_s=0.5)
        assert counts.columns == ["time_s", "count"] and sum(counts["count"]) == (kinds == kind).sum()
    flow = run.flows[0]
    kinds = ["send", "retransmit_fast", "retransmit_early", "retransmit_timeout"]
    assert sum(sum(run.series(kind, step_s=1)["count"]) for kind in kinds) == flow["segments_sent"]


def test_a_series_says_what_it_is_of():
    run, _ = thin("ahn-fig2", 50)
    assert run.series("cwnd", flow="competitor", step_s=2).doc == "cwnd, segments, of competitor in each 2 s"
    assert run.series("send", flow=0, step_s=1).doc == f"send of {run.flows[0]['name']} in each 1 s"
    by_name, by_index = (run.series("packets", link=link, step_s=1) for link in (run.links[2]["name"], 2))
    assert list(by_name) == list(by_index)


def test_a_step_begins_at_multiples_of_its_length():
    """Whatever the nearest numbers to 0.1 and to a row's time are."""
    scenario = vl.scenario("ahn-fig1-vr").set("flows.0.start_s", 0.3)
    rows = vl.run(scenario).series("cwnd", step_s=0.1)
    assert [row["count"] for row in rows[:5]] == [0, 0, 0, 1, 0] and rows[3]["time_s"] == 0.3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("cwmd", {"flow": 0}), "there is no series 'cwmd'; windows: cwnd, ssthresh, flight; rtts: rtt_ms, .*; queues: bytes, packets; segments: send, "),
        (("time_s", {"flow": 0}), "there is no series 'time_s'"),
        (("cwnd", {}), "give flow=…; flows: transfer, competitor"),
        (("cwnd", {"flow": "tranfer"}), "there is no flow 'tranfer'; flows: transfer, competitor"),
        (("cwnd", {"flow": 2}), "there is no flow 2; flows: transfer, "),
        (("cwnd", {"flow": -1}), "there is no flow -1; flows: transfer, "),
        (("cwnd", {"link": "R1>R2"}), "cwnd is of a flow: give flow=…"),
        (("packets", {"flow": 0}), "packets is of a link: give link=…"),
        (("packets", {}), "give link=…; links: "),
        (("cwnd", {"flow": 0, "step_s": 0}), "step_s must be finite and at least .* s.*you gave 0"),
        (("cwnd", {"flow": 0, "step_s": -1}), "step_s must be"),
        (("cwnd", {"flow": 0, "step_s": math.inf}), "step_s must be finite"),
        (("cwnd", {"flow": 0, "step_s": math.nan}), "step_s must be finite"),
        (("cwnd", {"flow": 0, "step_s": 1e-7}), "1,000,000 steps"),
    ],
)
def test_a_wrong_series_says_what_is_allowed(arguments, message):
    run, _ = thin("ahn-fig2", 50)
    column, options = arguments
    with pytest.raises(ValueError, match=message):
        run.series(column, **{"step_s": 1, **options})


def test_percentiles_of_a_long_run_are_right():
    """The lab's own scenario with 2 million rows and the default of `record.max_rows`: thinning keeps its quiet beginning."""
    with pytest.warns(vl.ThinnedTraceWarning, match="run.whole"):
        run = vl.run("low-late-comers")
    whole = run.whole()

    def percentile(rows):
        return round(float(np.percentile(rows.rtts["rtt_ms"][rows.rtts["flow"] == 0], 95)), 1)

    assert (percentile(run), percentile(whole)) == (20.7, 49.8)
    kinds = whole.segments.decode()["kind"]
    sent = sum(flow["segments_sent"] for flow in run.flows)
    assert sum((kinds == kind).sum() for kind in ("send", "retransmit_fast", "retransmit_early", "retransmit_timeout")) == sent
    # Parts have the same rows as the whole.
    end_s = run.summary["ended_at_s"]
    parts = [run.between(0, end_s / 2), run.between(end_s / 2, math.inf)]
    for table in ("rtts", "windows"):
        for column in getattr(whole, table).columns:
            np.testing.assert_array_equal(np.concatenate([getattr(part, table)[column] for part in parts]), getattr(whole, table)[column])
    counts = run.series("rtt_ms", flow=0, step_s=1)
    assert sum(counts["count"]) == (whole.rtts["flow"] == 0).sum()
    assert max(value for value in counts["max"] if value == value) == whole.rtts["rtt_ms"][whole.rtts["flow"] == 0].max()
