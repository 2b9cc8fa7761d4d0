"""Sweeps on a cluster of two workers, workers and drivers that are killed, and job scripts."""

import importlib.util
import os
import re
import resource
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
import vegaslab as vl
from conftest import ROOT
from vegaslab.sweep import block, drive
from vegaslab.sweep.cluster import Cluster
from vegaslab.sweep.errors import ResultLost
from vegaslab.sweep.folder import Folder
from vegaslab.sweep.work import Block, Repeat

JOBS = ROOT / "engine-wasm/python/jobs"
RATE = "links.R1-R2.rate_bps"
PRESET = "flows.transfer.sender.preset"


def sweep_of(runs):
    """A sweep of runs that take a millisecond or two."""
    values = {RATE: [400_000, 800_000], PRESET: ["reno", "vegas"]}
    return vl.Sweep(
        vl.scenario("ahn-fig1-vr").set(duration_s=5), values, seeds=runs // 4, metrics=["all.*", "links.R1>R2.drops"]
    )


@pytest.fixture(scope="module")
def shared_client():
    import dask
    from distributed import Client, LocalCluster

    with (
        # A LocalCluster gives up a worker that isn't there 15 s after a death, even if that's because of a second one.
        dask.config.set({"distributed.deploy.lost-worker-timeout": "1h"}),
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        yield client


@pytest.fixture
def client(shared_client):
    """A cluster of two workers, also if an earlier test has killed some."""
    shared_client.wait_for_workers(2, timeout=300)
    return shared_client


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    """The rows of 6,000 runs, one after the other in this process."""
    return rows(sweep_of(6000).run(tmp_path_factory.mktemp("serial"), jobs=1, verify=0, progress=False))


@pytest.fixture(autouse=True)
def short_blocks(monkeypatch):
    """Else a block would have thousands of these runs, and nothing could be killed in between."""
    monkeypatch.setattr(drive, "_FIRST_S", 0.1)
    monkeypatch.setattr(drive, "_BLOCK_S", 0.1)


def rows(result):
    return result.to_arrow().to_pylist()


def wait_for_parts(count):
    deadline = time.monotonic() + 300
    while not Path("out").exists() or len(list(Path("out").glob("part-*"))) < count:
        assert time.monotonic() < deadline
        time.sleep(0.05)


def once_each(result, runs):
    assert sorted(row["run"] for row in rows(result)) == list(range(runs))
    assert result.failures == {}


@pytest.mark.check
def test_a_cluster_gives_the_serial_table(client, expected):
    result = sweep_of(6000).run("out", client=client, verify=0.01, progress=False)
    assert rows(result) == expected
    assert result.repeated["runs"] > 20
    assert result.repeated["on_another_worker"] == result.repeated["runs"]


@pytest.mark.check
@pytest.mark.parametrize("moments", [(1, 3), (2, 2)], ids=["in turn", "together"])
def test_killed_workers_lose_nothing(client, expected, moments):
    """Both workers are killed after some parts, while repetitions wait for them. Their nannies start others."""

    def kill():
        for parts, nanny in zip(moments, client.cluster.workers.values(), strict=True):
            wait_for_parts(parts)
            os.kill(nanny.pid, signal.SIGKILL)

    killing = threading.Thread(target=kill)
    killing.start()
    result = sweep_of(6000).run("out", client=client, verify=0.1, progress=False)
    killing.join()
    once_each(result, 6000)
    assert rows(result) == expected


DRIVER = """
import sys, json
from distributed import Client, LocalCluster
import vegaslab as vl
from vegaslab.sweep import drive

if __name__ == "__main__":
    drive._FIRST_S = drive._BLOCK_S = 0.1
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        vl.Sweep.read("design.json").run("out", client=client, progress=False)
"""


@pytest.mark.check
def test_a_killed_driver_is_resumed(client, expected):
    """The driver is killed together with its scheduler and workers; another one goes on, on another cluster."""
    sweep_of(6000).write("design.json")
    Path("driver.py").write_text(DRIVER)
    driver = subprocess.Popen([sys.executable, "driver.py"], start_new_session=True)
    wait_for_parts(2)
    os.killpg(driver.pid, signal.SIGKILL)
    driver.wait()
    done = len(vl.SweepResult("out"))
    assert 0 < done < 6000
    result = sweep_of(6000).run("out", client=client, progress=False)
    once_each(result, 6000)
    assert rows(result) == expected


def resident_mb():
    """Memory of this process, which has the driver and the scheduler."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 1e6


@pytest.mark.check
def test_a_hundred_thousand_runs_survive_kills(client, monkeypatch):
    """The driver is killed, then both workers of the next one; the table is the serial one, and the scheduler stays small."""
    monkeypatch.setattr(drive, "_BLOCK_S", 0.4)
    count = 100_000
    sweep_of(count).write("design.json")
    Path("driver.py").write_text(DRIVER)
    driver = subprocess.Popen([sys.executable, "driver.py"], start_new_session=True)
    wait_for_parts(2)
    os.killpg(driver.pid, signal.SIGKILL)
    driver.wait()
    before = len(vl.SweepResult("out"))
    assert 0 < before < count / 2
    samples, ended = [], threading.Event()

    def watch():
        nannies = list(client.cluster.workers.values())
        parts = len(list(Path("out").glob("part-*")))
        for more, nanny in zip((10, 20), nannies, strict=True):
            wait_for_parts(parts + more)
            os.kill(nanny.pid, signal.SIGKILL)
        while not ended.wait(0.5):
            samples.append((resident_mb(), len(client.cluster.scheduler.tasks)))

    watching = threading.Thread(target=watch)
    watching.start()
    result = sweep_of(count).run("out", client=client, progress=False)
    ended.set()
    watching.join()
    assert len(samples) > 10
    # Blocks in progress and waiting, and results that the driver hasn't taken yet; not all blocks.
    assert max(tasks for _, tasks in samples) <= 8
    assert samples[-1][0] - samples[0][0] < 30
    print(f"{before} runs before the driver was killed; memory {samples[0][0]:.0f} to {samples[-1][0]:.0f} MB")
    assert result.failures == {} and result.missing == []
    table = result.to_arrow()
    assert sorted(table["run"].to_pylist()) == list(range(count))
    assert table.equals(sweep_of(count).run("alone", jobs=1, verify=0, progress=False).to_arrow())


@pytest.mark.check
def test_a_cluster_merges_small_parts(client):
    """As very long runs leave them."""
    sweep = sweep_of(400)
    Folder("out").prepare(sweep, block.made_by())
    for run in range(200):
        block.run_block("out", run, run + 1, 60)
    result = sweep.run("out", client=client, progress=False)
    assert len(Folder("out").parts()) < 20
    assert rows(result) == rows(sweep.run("alone", jobs=1, progress=False))


@pytest.mark.check
def test_the_command_uses_a_scheduler_and_adds_seeds(client, expected):
    sweep_of(3000).write("design.json")
    command = [sys.executable, "-m", "vegaslab", "sweep", "design.json", "--out", "out"]
    address = ["--scheduler", client.scheduler.address]
    for more in ([], ["--seeds", "1500"]):
        done = subprocess.run([*command, *address, *more], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
    assert "6,000 of 6,000 runs, done after" in done.stderr
    assert rows(vl.SweepResult("out")) == expected


def the_end_of(job, workers):
    """The result of a job."""
    workers.size()
    workers.submit(job)
    while not (ended := workers.wait(0.5)):
        workers.size()
    ((_, result),) = ended
    return result


@pytest.mark.check
def test_an_idle_worker_does_not_repeat_its_own_runs(client):
    """It has nothing to do, and the other worker, whose turn it is, is busy for some seconds."""
    sweep = sweep_of(400)
    Folder("out").prepare(sweep, block.made_by())
    own, other = client.nthreads()
    busy = client.submit(time.sleep, 3, workers=[other], pure=False)
    digests = block.run_block("out", 0, 8, 60, 1).digests
    assert the_end_of(Repeat(digests, own), Cluster(client, str(Path("out").resolve()), 0)) == (other, digests)
    busy.result()


def pause(paused, dask_worker):
    """Pauses this worker, as it does when its memory is nearly full."""
    from distributed.core import Status

    dask_worker.memory_manager.memory_pause_fraction = False if paused else 0.8
    dask_worker.status = Status.paused if paused else Status.running


@pytest.mark.check
def test_a_repetition_does_not_wait_for_a_paused_worker(client):
    sweep = sweep_of(400)
    Folder("out").prepare(sweep, block.made_by())
    own, other = client.nthreads()
    digests = block.run_block("out", 0, 8, 60, 1).digests
    workers = Cluster(client, str(Path("out").resolve()), 0)
    assert workers.size() == 2
    client.run(pause, True, workers=[other])
    try:
        # The driver doesn't know it yet.
        assert isinstance(the_end_of(Repeat(digests, own), workers), ResultLost)
        assert the_end_of(Repeat(digests, own), workers) == (own, digests)
    finally:
        client.run(pause, False, workers=[other])


@pytest.mark.check
def test_a_sweep_waits_for_its_first_worker():
    """As a job does that waits in a queue."""
    from distributed import Client, LocalCluster

    shown = []

    def show(progress):
        shown.append(str(progress))
        if len(shown) == 1:
            cluster.scale(1)

    with LocalCluster(n_workers=0, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        result = sweep_of(400).run("out", client=client, progress=show)
    assert shown[0] == "0 of 400 runs, waiting for workers"
    assert not shown[-2].endswith("waiting for workers")
    once_each(result, 400)


@pytest.mark.check
def test_workers_that_do_not_see_the_folder_say_so(client):
    problem = the_end_of(Block(0, 10, 5), Cluster(client, "/not/shared", 0))
    assert isinstance(problem, vl.SweepError)
    assert str(problem).startswith("there is no sweep.json in /not/shared; it must be the folder of a sweep, which every")


@pytest.mark.check
def test_the_job_of_the_dask_script_is_the_golden():
    spec = importlib.util.spec_from_file_location("slurm_dask", JOBS / "slurm_dask.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    with module.cluster_of_nodes() as cluster:
        script = re.sub(r"tcp://\S+", "tcp://SCHEDULER", cluster.job_script())
    golden = Path(__file__).parent / "sweeps/slurm_dask.sh"
    if os.environ.get("WRITE_GOLDENS"):
        golden.write_text(script, "utf-8")
    assert script == golden.read_text("utf-8")


@pytest.mark.check
def test_the_array_script_runs_each_share():
    """A job array, as Slurm would start its tasks."""
    sweep = sweep_of(40)
    sweep.write("design.json")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for task in (11, 12, 10):
        array = {"SLURM_ARRAY_TASK_ID": str(task), "SLURM_ARRAY_TASK_MIN": "10", "SLURM_ARRAY_TASK_COUNT": "3"}
        subprocess.run(
            ["bash", JOBS / "slurm-array.sh", "design.json", "out"],
            env={**os.environ, **array, "PATH": path},
            check=True,
            capture_output=True,
        )
    assert rows(vl.SweepResult("out")) == rows(sweep.run("alone", jobs=1, progress=False))


@pytest.mark.check
def test_the_pods_of_the_kubernetes_job_run_each_share():
    text = (JOBS / "kubernetes.yaml").read_text("utf-8")
    completions = int(re.search(r"completions: (\d+)", text)[1])
    command = re.search(r"exec (vegaslab .*?)\n +resources", text, re.S)[1].replace("/sweeps/", "")
    assert f"+ 1))/{completions}" in command
    sweep = sweep_of(200)
    sweep.write("design.json")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for index in (0, 99):
        env = {**os.environ, "JOB_COMPLETION_INDEX": str(index), "PATH": path}
        subprocess.run(["sh", "-c", command], env=env, check=True, capture_output=True)
    assert vl.SweepResult("out").missing == [range(2, 198)]
