"""`vegaslab sweep`."""

from __future__ import annotations

import argparse
import re
import signal
import sys
from collections.abc import Sequence

from .design import Sweep

USAGE = """  vegaslab sweep DESIGN --out FOLDER [--seeds N] [--shard I/N] [--jobs N] [--scheduler ADDRESS]
      runs a sweep: a design file or a link of the sweep page; goes on if the folder has some of it"""


def main(arguments: Sequence[str]) -> int:
    """Runs a sweep. Exit codes: 0 done, 1 can't be done, 2 wrong design or wrong usage, 130 stopped."""
    options = _parser().parse_args(arguments)
    # A batch system sends SIGTERM before it ends a job.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        sweep = _design(options.design)
        if options.seeds is not None:
            sweep = Sweep.from_dict({**sweep.to_dict(), "seeds": options.seeds})
    except (OSError, ValueError, KeyError) as error:
        print(f"vegaslab sweep: {error.args[0] if isinstance(error, KeyError) else error}", file=sys.stderr)
        return 2
    client = None
    try:
        if options.scheduler is not None:
            from distributed import Client

            client = Client(options.scheduler)
        result = sweep.run(
            options.out,
            client=client,
            jobs=options.jobs,
            shard=options.shard,
            verify=options.verify,
            progress=not options.quiet,
        )
    except KeyboardInterrupt:
        print("Stopped. The same command goes on from here.", file=sys.stderr)
        return 130
    except (ImportError, OSError, RuntimeError, ValueError) as error:
        print(f"vegaslab sweep: {error}", file=sys.stderr)
        return 1
    finally:
        if client is not None:
            client.close()
    for failure, count in result.failures.items():
        print(f"{count:,} failed: {failure}", file=sys.stderr)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="vegaslab sweep", description="Runs a sweep, or what is missing of it.")
    parser.add_argument("design", metavar="DESIGN", help="a design file, or a link of the sweep page in quotes")
    parser.add_argument("--out", required=True, metavar="FOLDER", help="where the results are written, as Parquet files")
    parser.add_argument(
        "--seeds", type=_seeds, metavar="N", help="how many seeds, a range such as 1-40, or a list such as 3,5,8"
    )
    parser.add_argument("--shard", type=_shard, metavar="I/N", help="run the I-th of N shares, 1 to N, for job arrays")
    parser.add_argument("--jobs", type=int, metavar="N", help="processes; by default, as many as there are cores")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="a Dask scheduler, such as tcp://host:8786")
    parser.add_argument(
        "--verify", type=float, default=0.001, metavar="SHARE", help="share of runs to repeat elsewhere (0.001)"
    )
    parser.add_argument("--quiet", action="store_true", help="show no progress")
    return parser


def _design(given: str) -> Sweep:
    return Sweep.from_link(given) if "#/sweep?" in given else Sweep.read(given)


def _seeds(text: str) -> int | range | list[int]:
    if re.fullmatch(r"\d+", text):
        return int(text)
    if match := re.fullmatch(r"(\d+)-(\d+)", text):
        return range(int(match[1]), int(match[2]) + 1)
    if re.fullmatch(r"\d+(,\d+)*,?", text):
        return [int(seed) for seed in text.split(",") if seed]
    raise argparse.ArgumentTypeError(f"{text!r} isn't allowed; allowed: 40, 1-40 or 3,5,8")


def _shard(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d+)/(\d+)", text)
    if match is None or not 1 <= int(match[1]) <= int(match[2]):
        raise argparse.ArgumentTypeError(f"{text!r} isn't allowed; allowed: 1/100 to 100/100, for example")
    return int(match[1]), int(match[2])
