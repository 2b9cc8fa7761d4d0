"""Runs: the same bits as the native engine, threads, streams, defects and Ctrl-C."""

import pickle
import re
import signal
import subprocess
import sys
import threading
import time

import pytest
import vegaslab as vl


@pytest.mark.parametrize("name", vl.scenarios())
def test_every_scenario_has_the_native_digest(name, golden_digests):
    assert vl.run(name).digest == golden_digests[name]


def test_every_golden_scenario_is_in_the_package(golden_digests):
    assert set(vl.scenarios()) <= set(golden_digests)
    assert len(vl.scenarios()) > 20


def test_the_digest_does_not_depend_on_the_pieces_of_a_stream(golden_digests):
    stream = vl.stream("fall-floyd-4", events=1_000)
    rows = sum(len(piece.segments) for piece in stream)
    assert stream.summary["digest"] == golden_digests["fall-floyd-4"]
    assert rows == len(vl.run("fall-floyd-4").segments)
    assert stream.progress == 1
    assert list(stream) == []
    with pytest.raises(ValueError, match="events must be at least 1"):
        vl.stream("fall-floyd-4", events=0)


def test_summary_and_records():
    run = vl.run("ahn-fig1-rr")
    assert run.flows[0]["coarse_timeouts"] == run.summary["flows"][0]["coarse_timeouts"] > 0
    assert run.links["name"] == [link["name"] for link in run.summary["links"]]
    assert list(run.flows.to_pandas()["name"]) == ["transfer"]
    assert run.digest in repr(run) and run.digest in run._repr_html_()
    with pytest.raises(KeyError, match="there is no column 'rtt'"):
        run.flows["rtt"]


def test_a_run_says_when_the_receiver_limits_a_flow():
    """A dumbbell of 20 Mbit/s with the defaults of 1995: a window of 40 KiB for a round trip of 100 ms."""
    run = vl.run("ahn-fig1-rr")
    assert "limited" not in repr(run)
    limited = vl.run(vl.scenario("ahn-fig1-rr").set("links.R1-R2.rate_bps", 20_000_000))
    times = limited.summary["flows"][0]["limited_s"]
    assert sum(times.values()) == pytest.approx(limited.summary["flows"][0]["completed_at_s"])
    share = times["receiver"] / sum(times.values())
    assert 0.7 < share < 1
    for text in (repr(limited), limited._repr_html_()):
        found = re.search(r"limited by the receiver.*s window most of the time: transfer (\d+) %", text)
        assert int(found[1]) == round(100 * share)


def test_a_defect_is_an_exception():
    with pytest.raises(vl.EngineError, match="a test of the defect"):
        vl._engine.defect("a test of the defect")
    assert vl.run("ahn-fig1-vr").digest  # the interpreter and the engine go on


def test_another_thread_runs_while_a_run_goes_on():
    """A thread counts in Python; it could not while the run kept the GIL."""
    done, counted = threading.Event(), []

    def count():
        ticks = 0
        while not done.is_set():
            ticks += 1
            time.sleep(0)
        counted.append(ticks)

    thread = threading.Thread(target=count)
    thread.start()
    vl.run(vl.scenario("veno-side-by-side").set(duration_s=2_000).set("record.max_rows", 0))
    done.set()
    thread.join()
    assert counted[0] > 100


def test_threads_get_the_results_of_one(golden_digests):
    names = ["ahn-fig1-vr", "fall-floyd-4", "ahn-fig1-rr", "low-buffer"]
    digests = {}
    threads = [threading.Thread(target=lambda name=name: digests.update({name: vl.run(name).digest})) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert digests == {name: golden_digests[name] for name in names}


RUN = 'vl.run(vl.scenario("low-chain").set(duration_s=1_000_000).set("record.max_rows", 0))'
REPRODUCE = 'vl.reproduce("ahn-1995", jobs=1)'


@pytest.mark.skipif(sys.platform == "win32", reason="Windows can't send Ctrl-C to a single process")
@pytest.mark.parametrize("call", [RUN, REPRODUCE])
def test_ctrl_c_stops_what_takes_long(call):
    code = f"""
import vegaslab as vl
print("ready", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("stopped")
"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=60)[0] == "stopped\n"
        assert process.returncode == 0


def test_pickled_scenarios_run_alike():
    scenario = vl.scenario("ahn-fig1-vr").set(seed=3)
    assert vl.run(pickle.loads(pickle.dumps(scenario))).digest == vl.run(scenario).digest
