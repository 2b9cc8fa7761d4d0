"""The `vegaslab` command: the lab's own command line, and sweeps."""

import os
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

        return _printed(f"with this package, also:\n{USAGE}\n") or code
    return code


def _licenses() -> int:
    """Prints the notices of the crates in the engine, and of what's in the widget."""
    notices = [file for file in files("vegaslab") or [] if file.name.startswith("THIRD-PARTY")]
    return _printed("\n".join(file.read_text("utf-8") for file in sorted(notices)))


def _printed(text: str) -> int:
    """Prints a text and returns the exit code. A closed pipe isn't a failure."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        # Python would report it again when it closes its output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        print(f"cannot write to standard output: {error.strerror}", file=sys.stderr)
        return 1
    return 0
