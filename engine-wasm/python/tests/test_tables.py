"""Tables: numpy, pandas, polars and pyarrow read the columns where they are."""

import gc

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import vegaslab as vl


@pytest.fixture(scope="module")
def run():
    return vl.run("ahn-fig2")


DTYPES = {"f64": "f8", "u32": "u4", "u16": "u2", "u8": "u1"}
TABLES = ["segments", "windows", "rtts", "queues", "states", "limits", "decisions", "checks", "sacks", "hops"]


def address(array):
    return array.__array_interface__["data"][0]


@pytest.mark.parametrize("column", ["time_s", "cwnd", "flow", "flight"])
def test_four_libraries_see_one_address(run, column):
    ours = address(run.windows[column])
    assert address(run.windows.to_pandas(copy=False)[column].to_numpy()) == ours
    assert address(run.windows.to_pandas()[column].to_numpy()) != ours
    assert pa.table(run.windows)[column].chunk(0).buffers()[1].address == ours
    series = pl.DataFrame(run.windows)[column]
    assert address(series.to_numpy(allow_copy=False)) == ours


@pytest.mark.parametrize("name", TABLES)
def test_every_table_is_equal_in_all_libraries(run, name):
    table = getattr(run, name)
    lists = table.to_dict()
    assert list(lists) == table.columns == [info.name for info in table.schema]
    assert all(len(values) == len(table) for values in lists.values())
    frame, arrow, polars = table.to_pandas(), pa.table(table), pl.DataFrame(table)
    for info in table.schema:
        expected = np.array(lists[info.name], dtype=DTYPES[info.element])
        for found in (table[info.name], frame[info.name], arrow[info.name], polars[info.name]):
            np.testing.assert_array_equal(np.asarray(found), expected)


@pytest.mark.parametrize("name", TABLES)
def test_decoded_tables_have_names(run, name):
    table = getattr(run, name)
    decoded = table.decode()
    plain = table.to_dict()
    for info in table.schema:
        names = {"flow": run.flows["name"], "link": run.links["name"]}.get(info.name, info.codes)
        expected = plain[info.name] if names is None else [names[code] for code in plain[info.name]]
        if names is not None:
            assert decoded.to_dict()[info.name] == expected
            assert list(decoded[info.name]) == expected
            assert list(decoded.to_pandas()[info.name]) == expected
            assert pa.table(decoded)[info.name].to_pylist() == expected
            assert pl.DataFrame(decoded)[info.name].to_list() == expected


def test_columns_outlive_their_run():
    array = vl.run("ahn-fig1-vr").windows["cwnd"]
    table = pa.table(vl.run("ahn-fig1-vr").windows)
    total = float(array.sum())
    for _ in range(20):
        vl.run("ahn-fig1-rr")
    gc.collect()
    assert float(array.sum()) == total == table["cwnd"].to_numpy().sum()


def test_columns_are_read_only(run):
    with pytest.raises(ValueError, match="read-only"):
        run.windows["cwnd"][0] = 1
    view = memoryview(run.windows.buffer("cwnd"))
    assert (view.readonly, view.format, view.itemsize, view.shape) == (True, "d", 8, (len(run.windows),))
    with pytest.raises(TypeError):
        view[0] = 1.0
    copied = run.windows["cwnd"].copy()
    copied[0] = 99
    assert run.windows["cwnd"][0] == 1


def change_by_operator(frame, column):
    frame[column] *= 2


def change_a_cell(frame, column):
    frame.loc[0, column] = frame[column].iloc[-1]


def change_by_place(frame, column):
    frame.iloc[1, frame.columns.get_loc(column)] = frame[column].iloc[-1]


def change_one(frame, column):
    frame.at[2, column] = frame[column].iloc[-1]


def change_by_mask(frame, column):
    frame.loc[frame[column] == frame[column].iloc[0], column] = frame[column].iloc[-1]


def change_all_rows(frame, column):
    frame.loc[:, column] = frame[column].iloc[-1]


def sort_it(frame, column):
    frame.sort_values(column, inplace=True, ascending=False)


def fill_it(frame, column):
    frame.fillna({column: 0}, inplace=True)


def replace_it(frame, column):
    frame.replace({column: {frame[column].iloc[0]: frame[column].iloc[-1]}}, inplace=True)


def update_it(frame, column):
    frame.update(frame[[column]].iloc[::-1].reset_index(drop=True))


CHANGES = [change_by_operator, change_a_cell, change_by_place, change_one, change_by_mask, change_all_rows, sort_it, fill_it, replace_it, update_it]


@pytest.mark.filterwarnings("ignore:The inplace keyword")
@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("name", TABLES[:5])
def test_frames_can_be_changed(run, name, change):
    """And the run doesn't change with them."""
    table = getattr(run, name)
    before = table.to_dict()
    for info in table.schema:
        frame, plain = table.to_pandas(), pd.DataFrame(table.to_dict()).astype(table.to_pandas().dtypes)
        for one in (frame, plain):
            change(one, info.name)
        pd.testing.assert_frame_equal(frame, plain)
        copied = table.to_pandas(copy=False).copy()
        change(copied, info.name)
        pd.testing.assert_frame_equal(copied, plain)
    assert str(table.to_dict()) == str(before)


@pytest.mark.parametrize("change", [change_a_cell, change_one, change_by_mask])
def test_decoded_frames_can_be_changed(run, change):
    for name in TABLES[:5]:
        table = getattr(run, name).decode()
        for column in table.columns:
            change(table.to_pandas(), column)
            change(table.to_pandas(copy=False).copy(), column)


def test_a_frame_without_a_copy_is_read_only(run):
    frame = run.windows.to_pandas(copy=False)
    for change in (change_a_cell, change_one):
        with pytest.raises(ValueError, match="read-only"):
            change(frame, "cwnd")
    assert run.windows["cwnd"][0] == 1
    # Whole columns can be replaced; that doesn't write into the run's memory.
    frame["cwnd"] = frame["cwnd"] * 2
    assert (frame["cwnd"][0], run.windows["cwnd"][0]) == (2, 1)


def test_an_array_of_a_frame_is_its_own(run):
    """pandas lends arrays of a frame read-only from version 3 on, whoever made the frame."""
    frame = run.windows.to_pandas()
    values = frame["cwnd"].to_numpy(copy=True)
    values[0] = 99
    plain = pd.DataFrame({"cwnd": [1.0]})
    assert frame["cwnd"].values.flags.writeable == plain["cwnd"].values.flags.writeable
    assert run.windows["cwnd"][0] == 1


def test_polars_and_arrow_never_write_into_a_run(run):
    frame = pl.DataFrame(run.windows)
    series = frame["cwnd"]
    series[0] = 99.0
    frame[1, "cwnd"] = 98.0
    assert (series[0], frame["cwnd"][1]) == (99, 98)
    table = pa.table(run.windows)
    assert not table["flight"].to_numpy().flags.writeable
    changed = table.to_pandas().copy()
    changed.loc[0, "cwnd"] = 97.0
    assert run.windows["cwnd"].tolist()[:2] == vl.run("ahn-fig2").windows["cwnd"].tolist()[:2]


def test_frames_of_results_can_be_changed(run, tmp_path):
    result = vl.Sweep("ahn-fig1-vr", {"duration_s": [2, 3]}, seeds=2, metrics=["all.*"]).run(tmp_path / "sweep", progress=False)
    for frame in (run.flows.to_pandas(), run.links.to_pandas(), vl.numbers("low-2000").to_pandas(), result.to_pandas()):
        for column in frame.columns:
            if isinstance(frame[column].iloc[-1], dict | list):
                continue
            frame.at[0, column] = frame[column].iloc[-1]
            frame.loc[0, column] = frame[column].iloc[-1]


def test_an_unread_arrow_stream_is_released():
    """Tables that nobody reads, that are empty, and that are read twice."""
    run = vl.run("ahn-fig1-vr")
    for _ in range(1_000):
        run.windows.decode().__arrow_c_stream__()
    assert len(run.hops) == 0 and pa.table(run.hops).num_rows == 0
    assert pa.table(run.windows) == pa.table(run.windows)


def test_units_and_descriptions_go_along(run):
    field = pa.table(run.windows).schema.field("cwnd")
    assert field.metadata == {b"unit": b"segments", b"doc": b"Congestion window."}
    assert "cwnd (segments): Congestion window." in type(run).windows.__doc__
    assert "cwnd, segments" in run.windows._repr_html_()
    assert "windows: " in repr(run.windows)
    assert pd.api.types.is_float_dtype(run.windows.to_pandas()["cwnd"])


def test_a_wrong_column_is_named_with_the_right_ones(run):
    with pytest.raises(KeyError, match="windows has no column 'cwmd'; columns: time_s, flow, cwnd"):
        run.windows["cwmd"]
