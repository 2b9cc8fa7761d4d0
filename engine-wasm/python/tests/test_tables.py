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
TABLES = ["segments", "windows", "rtts", "queues", "states", "decisions", "checks", "sacks", "hops"]


def address(array):
    return array.__array_interface__["data"][0]


@pytest.mark.parametrize("column", ["time_s", "cwnd", "flow", "flight"])
def test_four_libraries_see_one_address(run, column):
    ours = address(run.windows[column])
    assert address(run.windows.to_pandas()[column].to_numpy()) == ours
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
    frame = run.windows.to_pandas(copy=True)
    frame.loc[0, "cwnd"] = 99.0
    assert run.windows["cwnd"][0] == 1


def test_an_unread_arrow_stream_is_released():
    """A table without readers, without rows, and read twice."""
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
