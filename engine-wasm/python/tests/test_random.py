"""Random scenarios: the same results as the native engine's, to the last digit."""

import json
import subprocess
import sys

import pytest
import vegaslab as vl
from conftest import ROOT

DIGESTS = ROOT / "engine-wasm/target/debug" / ("digests.exe" if sys.platform == "win32" else "digests")
EVENTS = 5_000


@pytest.mark.parametrize("seeds", [200, pytest.param(10_000, marks=pytest.mark.check)])
def test_random_scenarios_have_the_native_results(seeds):
    """`digests` prints the native engine's results: the scenario, its summary and prediction, as text."""
    command = [DIGESTS, "0", str(seeds), str(EVENTS)]
    different, count, finished = [], 0, 0
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8") as native:
        for line in native.stdout:
            expected = json.loads(line)
            simulation = vl._engine.Simulation(expected["scenario"])
            finished += simulation.step(EVENTS)
            simulation.take_rows()
            found = simulation.summary(), vl._engine.predict(expected["scenario"])
            if found != (expected["summary"], expected["prediction"]):
                different.append(expected["name"])
            count += 1
    assert native.returncode == 0
    assert (different, count) == ([], seeds)
    assert 0 < finished < seeds
