"""Sweeps: many runs of one scenario, on this machine's cores or on a cluster."""

from .design import Sweep
from .errors import SweepError
from .result import SweepResult

__all__ = ["Sweep", "SweepError", "SweepResult"]
