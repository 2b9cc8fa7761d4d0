"""Captures of real networks: files are written here, so that every number is known."""

import copy
import gc
import gzip
import pickle
import resource
import struct
import sys

import numpy as np
import pandas as pd
import polars as pl
import pytest
import vegaslab as vl

SYN, ACK = 2, 16
MSS_1460, SCALE_7 = bytes([2, 4, 5, 180]), bytes([3, 3, 7, 1])


def packet(time_s, sender, seq, ack, payload=0, flags=ACK, window=8192, options=b"", port=40001):
    """A record of a pcap file with headers only, of raw IP."""
    ends = [(bytes([10, 0, 0, 1]), port), (bytes([10, 0, 0, 2]), 80)]
    (source, source_port), (target, target_port) = ends if sender == 0 else ends[::-1]
    header = 40 + len(options)
    ip = struct.pack(">BBHHHBBH", 0x45, 0, header + payload, 0, 0, 64, 6, 0) + source + target
    offset = (header - 20) // 4 << 4
    tcp = struct.pack(">HHIIBBHHH", source_port, target_port, seq, ack, offset, flags, window, 0, 0) + options
    micros = round(time_s * 1e6)
    return struct.pack("<IIII", 1_700_000_000 + micros // 10**6, micros % 10**6, header, header + payload) + ip + tcp


def pcap(packets, link=101):
    return struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, link) + b"".join(packets)


def transfer(segments=100, handshake=True, port=40001):
    """An upload captured at its sender: RTT 40 ms, windows of 8,192 << 7 bytes."""
    options = MSS_1460 + SCALE_7
    opening = [
        packet(0, 0, 0, 0, flags=SYN, options=options, port=port),
        packet(0.04, 1, 0, 1, flags=SYN | ACK, options=options, port=port),
        packet(0.04, 0, 1, 1, port=port),
    ]
    timed = [(0.041 + 0.001 * at, packet(0.041 + 0.001 * at, 0, 1 + 1460 * at, 1, 1460, port=port)) for at in range(segments)]
    timed += [(0.0811 + 0.001 * at, packet(0.0811 + 0.001 * at, 1, 1, 1461 + 1460 * at, port=port)) for at in range(segments)]
    return (opening if handshake else []) + [record for _, record in sorted(timed, key=lambda one: one[0])]


@pytest.fixture(scope="module")
def capture():
    return vl.Capture(pcap(transfer()))


def test_numbers_are_those_of_the_capture(capture):
    assert (capture.packets, len(capture), capture.skipped, capture.notes) == (203, 1, {}, [])
    (connection,) = capture
    assert connection.ends == ("10.0.0.1:40001", "10.0.0.2:80")
    assert connection.duration_s == pytest.approx(0.1801)
    data = connection.transfer()
    assert (data.sender, data.receiver, data.tap) == ("10.0.0.1:40001", "10.0.0.2:80", "sender")
    assert (data.transfer_bytes, data.segments_sent, data.retransmitted_segments) == (146_000, 100, 0)
    assert (data.window_bytes, data.window_exact, data.segment_size_bytes) == (1_048_576, True, 1460)
    assert data.base_rtt_ms == pytest.approx(40.1)
    assert data.estimate["rate_bps"] == pytest.approx(12e6, rel=0.01)
    assert data.summary["handshake"][0]["window_scale"] == 7


def test_unknown_numbers_are_none():
    data = vl.Capture(pcap(transfer(handshake=False))).connections[0].transfer(tap="sender")
    assert (data.window_bytes, data.window_exact) == (41 * 1460, False)  # what was in flight
    nothing = vl.Capture(pcap(transfer()[:1])).connections[0].transfer()
    assert (nothing.base_rtt_ms, nothing.window_bytes, nothing.segment_size_bytes, nothing.estimate) == (None,) * 4
    assert not nothing.window_exact


def test_tables_are_like_those_of_a_run(capture):
    data = capture.connections[0].transfer()
    segments = data.segments
    assert segments.columns == ["time_s", "kind", "offset", "payload"] and len(segments) == 200
    assert list(segments.decode()["kind"][:3]) == ["send", "send", "send"]
    frame = segments.decode().to_pandas()
    assert frame["kind"].value_counts()[["send", "ack"]].tolist() == [100, 100]
    assert frame.attrs["thinned"] is False
    np.testing.assert_allclose(data.rtts["rtt_ms"], 40.1)
    assert pl.DataFrame(data.flight)["flight"].max() == 41 * 1460
    assert data.flight.to_pandas()["window"].max() == 1_048_576
    assert memoryview(segments.buffer("payload")).readonly
    # Columns outlive what they're from.
    column = vl.Capture(pcap(transfer())).connections[0].transfer().rtts["rtt_ms"]
    gc.collect()
    np.testing.assert_allclose(column, 40.1)


def test_transfers_are_rows_for_pandas():
    file = pcap(transfer(port=1) + transfer(50, port=2))
    capture = vl.Capture(file)
    frame = capture.transfers.to_pandas()
    assert list(frame["transfer_bytes"]) == [146_000, 73_000]
    assert list(frame["sender"]) == ["10.0.0.1:1", "10.0.0.1:2"]
    many = pd.concat([vl.Capture(file).transfers.to_pandas() for _ in range(3)])
    assert many["window_bytes"].tolist() == [1_048_576] * 6
    assert "10.0.0.1:2" in capture._repr_html_() and "146,000 and 0 bytes" in repr(capture[0])


def test_a_direction_and_a_tap_can_be_chosen(capture):
    (connection,) = capture
    assert connection.transfer(1).transfer_bytes == 0
    assert connection.transfer(tap="receiver").tap == "receiver"
    with pytest.raises(ValueError, match=r"direction must be 0 or 1 \(you gave 2\)"):
        connection.transfer(2)
    with pytest.raises(ValueError, match=r'tap must be "sender", "between" or "receiver" \(you gave "middle"\)'):
        connection.transfer(tap="middle")


def test_files_are_read_plain_and_compressed(tmp_path):
    file = pcap(transfer())
    for name, content in [("trace", file), ("trace.pcap.gz", gzip.compress(file))]:
        (tmp_path / name).write_bytes(content)
        for source in (tmp_path / name, str(tmp_path / name), content, bytearray(content), memoryview(content)):
            capture = vl.Capture(source)
            assert capture.connections[0].transfer().transfer_bytes == 146_000
            assert capture.name == ("capture" if isinstance(source, (bytes, bytearray, memoryview)) else name)
    run = vl.run("ahn-fig1-rr")
    run.to_pcapng(tmp_path / "run.pcapng")
    transfers = vl.Capture(tmp_path / "run.pcapng").transfers
    assert sorted(transfers["tap"]) == ["receiver", "sender"]
    at_sender = next(row for row in transfers if row["tap"] == "sender")
    assert at_sender["retransmitted_segments"] == run.flows[0]["retransmitted_segments"]


def test_errors_say_where_and_what_is_allowed(tmp_path):
    (tmp_path / "wrong.pcap").write_bytes(b"not a capture")
    with pytest.raises(vl.CaptureError, match=r"^wrong\.pcap: The file doesn’t begin like a capture \(byte 0\)\. Open") as error:
        vl.Capture(tmp_path / "wrong.pcap")
    assert error.value.code == "not-a-capture"
    assert isinstance(error.value, ValueError)
    assert pickle.loads(pickle.dumps(error.value)).code == "not-a-capture"
    damaged = bytearray(pcap(transfer()))
    damaged[32:36] = b"\xff" * 4
    with pytest.raises(vl.CaptureError, match="packet at byte 32 has a size of 4294967295 bytes. At most 16777216 are allowed"):
        vl.Capture(damaged)
    with pytest.raises(vl.CaptureError, match="link type 250 isn’t supported. These are: Ethernet"):
        vl.Capture(pcap(transfer(), link=250))
    for empty in (b"", pcap([])):
        with pytest.raises(vl.CaptureError):
            vl.Capture(empty)
    with pytest.raises(FileNotFoundError):
        vl.Capture(tmp_path / "missing.pcap")
    with pytest.raises(TypeError):
        vl.Capture(5)
    # A file that ends inside a packet is read up to there.
    cut = vl.Capture(pcap(transfer())[:-5])
    assert cut.packets == 202 and cut.notes == ["The file ends inside a packet, which is left out."]


def test_random_bytes_raise_no_other_error():
    seed = pcap(transfer(20))
    random = np.random.default_rng(1)
    for _ in range(300):
        file = bytearray(seed)
        for place in random.integers(0, len(file), 5):
            file[place] = random.integers(256)
        try:
            for connection in vl.Capture(file):
                connection.transfer().segments.to_dict()
        except vl.CaptureError as error:
            assert len(str(error)) < 300


def test_thirty_files_take_the_memory_of_one():
    file = pcap(transfer(segments=20_000))
    sizes = []
    for _ in range(30):
        capture = vl.Capture(file)
        assert len(capture.connections[0].transfer().segments) == 40_000
        sizes.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024))
    # A capture takes some megabytes; the peak is reached early.
    assert sizes[-1] - sizes[4] < len(file)


def test_what_lends_memory_is_not_pickled(capture):
    data = capture.connections[0].transfer()
    for value, instead in [(capture, "summary"), (data, "summary"), (data.segments, "to_pandas")]:
        with pytest.raises(TypeError, match=f"can't be pickled. Pickle .*{instead}"):
            pickle.dumps(value)
    assert pickle.loads(pickle.dumps(capture.summary)) == capture.summary
    assert copy.deepcopy(data.segments).to_dict() == data.segments.to_dict()
