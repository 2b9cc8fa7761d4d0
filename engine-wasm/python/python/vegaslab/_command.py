"""The `vegaslab` command: the same as the lab's own command line."""

import signal
import sys

from . import _engine


def main() -> int:
    # The command runs in the engine, which doesn't look for Python's signals.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _engine.command(sys.argv[1:])
