"""The `vegaslab` command: the lab's own command line, and sweeps."""

import signal
import sys

from . import _engine


def main() -> int:
    arguments = sys.argv[1:]
    if arguments[:1] == ["sweep"] or arguments == ["help", "sweep"]:
        from .sweep.command import main as sweep

        return sweep(arguments[1:] if arguments[0] == "sweep" else ["--help"])
    # The command runs in the engine, which doesn't look for Python's signals.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    code = _engine.command(arguments)
    if arguments in ([], ["help"], ["--help"], ["-h"]):
        from .sweep.command import USAGE

        print(f"with this package, also:\n{USAGE}")
    return code
