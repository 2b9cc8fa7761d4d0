"""Measures the package: `python measure.py [costs|columns|threads|sweep]…` in an environment that has it.

Numbers are CPU time, user and system, of whole processes including their children, because other load on a machine lengthens
every wait. What is compared takes turns. A process's start is measured with next to nothing to do, and subtracted.
"""

from __future__ import annotations

import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import vegaslab as vl

ROUNDS = 7
NATIVE = Path(__file__).parent / "target/release/examples/recorded"
NODES, CORES_PER_NODE = 64, 32

BARE = """
import sys, vegaslab as vl
from vegaslab.sweep.metrics import paths_of
sweep = vl.Sweep.read("design.json")
figures = vl._engine.Figures([path for name in sweep.metrics for path in paths_of(name)])
rows = []
for run in range(int(sys.argv[1]), int(sys.argv[2])):
    simulation = sweep._base.simulation(sweep._changes_of(run))
    while not simulation.step(1 << 20): pass
    rows.append(simulation.figures(figures))
"""

COLUMNS = """
import sys, numpy as np, vegaslab as vl
TABLES = [name for name, one in vars(vl._tables.Tables).items() if isinstance(one, property)]
scenario = vl.Scenario.read(sys.argv[1])
for _ in range(int(sys.argv[2])):
    run = vl.run(scenario)
    tables = [getattr(run, name) for name in TABLES]
    columns = [np.asarray(table[name]) for table in tables for name in table.columns]
    print(run.digest)
"""


def cpu_s() -> float:
    """CPU time of this process and of its children that have ended."""
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def cost_of(act: Callable[[], object]) -> float:
    """CPU time of a function, s."""
    before = cpu_s()
    act()
    return cpu_s() - before


def per_run(command: list[str], few: int, many: int) -> float:
    """CPU time of a run, s: the difference between many runs and few."""

    def spent(times: int) -> float:
        return cost_of(lambda: subprocess.run([*command, str(times)], check=True, stdout=subprocess.DEVNULL))

    return (spent(many) - spent(few)) / (many - few)


def sweep_of(runs: int) -> vl.Sweep:
    """Five seconds of Figure 1, about 0.2 ms a run, so that what a cluster adds to a run shows; or `DURATION` seconds of it."""
    values = {"links.R1-R2.rate_bps": [400_000, 800_000], "flows.transfer.sender.preset": ["reno", "vegas"]}
    base = vl.scenario("ahn-fig1-vr").set(duration_s=float(os.environ.get("DURATION", "5")))
    return vl.Sweep(base, values, seeds=runs // 4, metrics=["all.*", "links.R1>R2.drops"])


def thousand_flows() -> vl.Scenario:
    """A thousand flows through one bottleneck, for six seconds: the growth benchmark's wide dumbbell."""
    cli = Path(__file__).parents[1] / "target/release/vegaslab"
    command = [cli, "bench", "--print-scenario", "--wide", "--flows", "1000", "--duration", "6"]
    return vl.Scenario(json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout))


def costs() -> None:
    """What 10^6 runs cost."""
    for name, scenario, count in (
        ("Figure 1", vl.scenario("ahn-fig1-vr"), 200),
        ("1,000 flows, 6 s", thousand_flows(), 1),
    ):
        sweep = vl.Sweep(scenario, {"column": {"as it is": {}}}, seeds=max(1, count), metrics=["all.*"])
        sweep.write("design.json")
        command = [sys.executable, "-c", BARE, "0"]
        seconds = median(per_run(command, 0, count) for _ in range(3))
        hours = seconds * 1e6 / 3600
        nodes = 1e6 * seconds / (NODES * CORES_PER_NODE) / 60
        print(f"{name}: {1 / seconds:.3g} runs/s a core, {hours:.3g} core-hours for 10^6, {nodes:.3g} min on {NODES} nodes")


def instructions(command: list[str], few: int, many: int) -> float:
    """Instructions of a run, counted by valgrind: the difference between many runs and few. Other load doesn't change them."""
    tool = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]

    def counted(times: int) -> int:
        done = subprocess.run([*tool, *command, str(times)], check=True, capture_output=True, text=True)
        return int(re.search(r"I\s+refs:\s+([\d,]+)", done.stderr)[1].replace(",", ""))

    return (counted(many) - counted(few)) / (many - few)


def columns() -> None:
    """A recorded run with its columns in numpy, over the same engine without Python."""
    vl.scenario("ahn-fig1-vr").set({"flows.transfer.traffic": {"kind": "bulk"}}, duration_s=2000).write("scenario.json")
    native, python = [str(NATIVE), "scenario.json"], [sys.executable, "-c", COLUMNS, "scenario.json"]
    counts = instructions(native, 2, 6), instructions(python, 2, 6)
    print(f"instructions of a run: native {counts[0]:,.0f}, with numpy {counts[1]:,.0f}, ratio {counts[1] / counts[0]:.4f}")
    times: list[tuple[float, float]] = []
    for _ in range(3 * ROUNDS):
        times.append((per_run(native, 2, 12), per_run(python, 2, 12)))
        ratio = times[-1][1] / times[-1][0]
        print(f"native {1e3 * times[-1][0]:.1f} ms, with numpy {1e3 * times[-1][1]:.1f} ms, ratio {ratio:.3f}", flush=True)
    medians = [median(one) for one in zip(*times, strict=True)]
    print(
        f"median of the ratios {median(b / a for a, b in times):.3f}, ratio of the medians {medians[1] / medians[0]:.3f}, "
        f"of the fastest {min(b for _, b in times) / min(a for a, _ in times):.3f}"
    )


RUNS_OF_A_THREAD = 40

THREADS = """
import sys, time, vegaslab as vl
from concurrent.futures import ThreadPoolExecutor
scenario, count, runs = vl.Scenario.read("scenario.json"), int(sys.argv[1]), int(sys.argv[2])
with ThreadPoolExecutor(count) as pool:
    list(pool.map(vl.run, [scenario] * count))
    print("ready", flush=True)
    input()
    before = time.process_time()
    list(pool.map(vl.run, [scenario] * count * runs))
    print(time.process_time() - before, flush=True)
"""


def threads() -> None:
    """Two threads against one, and against two processes at the same time: what the machine's two cores can do."""
    scenario = vl.scenario("ahn-fig1-vr").set({"flows.transfer.traffic": {"kind": "bulk"}}, duration_s=300)
    scenario.set("record.max_rows", 0).write("scenario.json")

    def rate_of(processes: int, count: int) -> tuple[float, float]:
        """Runs per second of wall time, and per second of CPU time."""
        command = [sys.executable, "-c", THREADS, str(count), str(RUNS_OF_A_THREAD)]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        started = [subprocess.Popen(command, **pipes) for _ in range(processes)]
        for one in started:
            assert one.stdout.readline() == "ready\n"
        start = time.perf_counter()
        for one in started:
            one.stdin.write("\n")
            one.stdin.flush()
        spent = sum(float(one.stdout.readline()) for one in started)
        seconds = time.perf_counter() - start
        for one in started:
            one.communicate()
        runs = RUNS_OF_A_THREAD * count * processes
        return runs / seconds, runs / spent

    rates: list[list[tuple[float, float]]] = []
    for _ in range(3 * ROUNDS):
        rates.append([rate_of(1, 1), rate_of(2, 1), rate_of(1, 2)])
        (one, _), (processes, per_s), (two, two_per_s) = rates[-1]
        print(
            f"runs/s: one thread {one:.0f}, two processes {processes:.0f}, two threads {two:.0f}; two threads over two "
            f"processes {two / processes:.3f}, by CPU time {two_per_s / per_s:.3f}; load {os.getloadavg()[0]:.1f}",
            flush=True,
        )

    def ratio(a: int, b: int, kind: int) -> float:
        return median(turn[a][kind] / turn[b][kind] for turn in rates)

    print(
        f"median ratios of runs/s: two threads over two processes {ratio(2, 1, 0):.3f}, over one thread {ratio(2, 0, 0):.2f}, "
        f"two processes over one {ratio(1, 0, 0):.2f}; by CPU time: two threads over two processes {ratio(2, 1, 1):.3f}, "
        f"two processes over one {ratio(1, 0, 1):.3f}"
    )


def sweep() -> None:
    """10^5 runs on two workers, against two bare processes and the serial table; memory of the scheduler's process."""
    from distributed import Client, LocalCluster
    from vegaslab.sweep import drive

    def on_cluster(design: vl.Sweep, out: str, samples: list[tuple[int, float, int]]) -> tuple[float, float]:
        with (
            LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
            Client(cluster) as client,
        ):
            start, ended = time.perf_counter(), threading.Event()

            def sample() -> None:
                while not ended.wait(2):
                    parts = len(list(Path(out).glob("part-*")))
                    samples.append((parts, resident_mb(), len(cluster.scheduler.tasks)))

            sampling = threading.Thread(target=sample)
            sampling.start()
            busy.clear()
            design.run(out, client=client, progress=False)
            ended.set()
            sampling.join()
            seconds = time.perf_counter() - start
            return seconds, sum(busy) / 2 / seconds

    busy: list[float] = []
    count = drive._Drive._count

    def counted(self: object, job: object, done: object) -> None:
        busy.append(done.seconds)
        count(self, job, done)

    drive._Drive._count = counted
    runs = int(os.environ.get("RUNS", "100000"))
    sweep_of(runs).write("design.json")

    def bare(count: int) -> None:
        halves = ((0, count // 2), (count // 2, count))
        processes = [subprocess.Popen([sys.executable, "-c", BARE, str(a), str(b)]) for a, b in halves]
        assert [process.wait() for process in processes] == [0, 0]

    start_of_bare = cost_of(lambda: bare(2))
    start_of_cluster = cost_of(lambda: on_cluster(sweep_of(4), "small", []))
    walls, ratios = [], []
    samples: list[tuple[int, float, int]] = []
    for place in range(int(os.environ.get("TURNS", "3"))):
        start = time.perf_counter()
        cost_bare = cost_of(lambda: bare(runs)) - start_of_bare
        wall_bare = time.perf_counter() - start
        taken: list[tuple[float, float]] = []
        samples.clear()
        cost_cluster = cost_of(lambda: taken.append(on_cluster(sweep_of(runs), f"out{place}", samples))) - start_of_cluster
        ((wall, in_blocks),) = taken
        walls.append(wall_bare / wall)
        ratios.append(cost_bare / cost_cluster)
        print(
            f"bare {runs / wall_bare:.0f} runs/s, cluster {runs / wall:.0f}; ratio {walls[-1]:.3f}; "
            f"CPU time {1e6 * cost_bare / runs:.0f} and {1e6 * cost_cluster / runs:.0f} µs a run, ratio {ratios[-1]:.3f}; "
            f"workers in blocks {in_blocks:.3f} of the time, {len(busy)} blocks; load {os.getloadavg()[0]:.1f}",
            flush=True,
        )
    print(f"median ratios {median(walls):.3f} (wall), {median(ratios):.3f} (CPU time)")
    for parts, megabytes, tasks in samples[:: max(1, len(samples) // 12)]:
        print(f"  {parts} parts: scheduler's process {megabytes:.1f} MB, {tasks} tasks")
    serial = sweep_of(runs).run("serial", jobs=1, verify=0, progress=False).to_arrow()
    for place in range(len(walls)):
        table = vl.SweepResult(f"out{place}").to_arrow()
        assert table.equals(serial) and sorted(table["run"].to_pylist()) == list(range(runs))
    print(f"{runs:,} rows, each run once, equal to the serial table")


def resident_mb() -> float:
    """Memory of this process, which has the driver and the scheduler, MB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


if __name__ == "__main__":
    chosen = sys.argv[1:] or ["costs", "columns", "threads", "sweep"]
    os.chdir(tempfile.mkdtemp())
    for name in chosen:
        print(f"── {name}", flush=True)
        globals()[name]()
