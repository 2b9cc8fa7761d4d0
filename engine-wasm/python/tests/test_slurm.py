"""The scripts in `jobs/`, on a Slurm of one node that the tests start, if it's installed (Debian: slurm-wlm and munge)."""

import getpass
import importlib.util
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
import vegaslab as vl
from conftest import ROOT

JOBS = ROOT / "engine-wasm/python/jobs"

CONFIGURATION = """
ClusterName=one
SlurmctldHost={host}(127.0.0.1)
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
SlurmdParameters=config_overrides
SchedulerParameters=sched_interval=2
NodeName=one NodeHostname={host} NodeAddr=127.0.0.1 CPUs=16 RealMemory=16000
PartitionName=all Nodes=one Default=YES
"""

pytestmark = [
    pytest.mark.check,
    pytest.mark.skipif(not all(map(shutil.which, ("munged", "slurmctld", "slurmd"))), reason="Slurm isn't installed"),
]


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def until(succeeds):
    deadline = time.monotonic() + 120
    while not succeeds():
        assert time.monotonic() < deadline
        time.sleep(0.2)


@pytest.fixture(scope="module")
def node():
    """A node with more cores than there are, which it may use for waiting workers."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="slurm-")))
        folder.joinpath("munge.key").write_bytes(os.urandom(1024))
        folder.joinpath("munge.key").chmod(0o600)
        folder.joinpath("state").mkdir()
        folder.joinpath("spool").mkdir()
        configuration = CONFIGURATION.format(
            host=socket.gethostname(), user=getpass.getuser(), folder=folder, ports=(free_port(), free_port())
        )
        folder.joinpath("slurm.conf").write_text(configuration)
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        patch.setenv("SLURM_CONF", str(folder / "slurm.conf"))
        patch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")

        def start(*command):
            with open(folder / f"{command[0]}.log", "w") as log:
                process = subprocess.Popen(command, stdout=log, stderr=log)
            stack.callback(process.wait)
            stack.callback(process.terminate)

        files = {"key-file": "key", "socket": "socket", "pid-file": "pid", "log-file": "log", "seed-file": "seed"}
        start("munged", "--foreground", "--force", *(f"--{option}={folder}/munge.{end}" for option, end in files.items()))
        until(lambda: (folder / "munge.socket").exists())
        start("slurmctld", "-D")
        start("slurmd", "-D", "-N", "one")
        until(lambda: subprocess.run(["sinfo", "-ho", "%t"], capture_output=True).stdout.strip() == b"idle")
        yield


def sweep_of(runs):
    base = vl.scenario("ahn-fig1-vr").set(duration_s=5)
    return vl.Sweep(base, {"links.R1-R2.rate_bps": [400_000, 800_000]}, seeds=runs // 2, metrics=["all.*"])


def submit(*options):
    """Submits the array script, and waits for its tasks."""
    command = ["sbatch", "--wait", "--output=log", *options, JOBS / "slurm-array.sh", "design.json", "out"]
    return subprocess.run(command, capture_output=True, text=True)


def test_an_array_runs_each_share(node):
    sweep = sweep_of(1000)
    sweep.write("design.json")
    done = submit("--array=5-7", "--cpus-per-task=1")
    assert done.returncode == 0, done.stderr
    assert vl.SweepResult("out").to_arrow().equals(sweep.run("alone", jobs=1, progress=False).to_arrow())


def test_a_task_keeps_its_runs_when_its_time_is_up(node):
    """The script asks for a signal 60 s before that, and the shortest time is in minutes."""
    sweep_of(2_000_000).write("design.json")
    submit("--array=1-1", "--cpus-per-task=1", "--time=2")
    log = Path("log").read_text()
    assert "Stopped. The same command goes on from here." in log
    assert "DUE TO TIME LIMIT" not in log
    assert len(vl.SweepResult("out")) > 0


def test_dask_starts_its_workers_as_jobs(node):
    spec = importlib.util.spec_from_file_location("slurm_dask", JOBS / "slurm_dask.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    sweep = sweep_of(1000)
    with module.cluster_of_nodes(1) as cluster, module.Client(cluster) as client:
        cluster.scale(jobs=2)
        client.wait_for_workers(2, timeout=300)
        result = sweep.run("out", client=client, progress=False)
    assert result.to_arrow().equals(sweep.run("alone", jobs=1, progress=False).to_arrow())
    assert 0 < result.repeated["runs"] == result.repeated["on_another_worker"]
