"""The `vegaslab` command: the lab's own command line, and sweeps."""

import signal
import sys
from importlib.metadata import files

from . import _engine


def main() -> int:
    arguments = sys.argv[1:]
    if arguments[:1] == ["sweep"] or arguments == ["help", "sweep"]:
        from .sweep.command import main as sweep

        return sweep(arguments[1:] if arguments[0] == "sweep" else ["--help"])
    if arguments in (["licenses"], ["--licenses"]):
        return _licenses()
    # The command runs in the engine, which doesn't look for Python's signals.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    code = _engine.command(arguments)
    if arguments in ([], ["help"], ["--help"], ["-h"]):
        from .sweep.command import USAGE

        print(f"with this package, also:\n{USAGE}")
    return code


def _licenses() -> int:
    """Prints the notices of the crates in the engine, and of what's in the widget."""
    notices = [file for file in files("vegaslab") or [] if file.name.startswith("THIRD-PARTY")]
    print("\n".join(file.read_text("utf-8") for file in sorted(notices)), end="")
    return 0
