"""What goes wrong with a sweep as a whole. A run that fails is a row of its table instead."""


class SweepError(RuntimeError):
    """The sweep can't continue: its folder has another sweep, or two workers disagree."""


class WorkerDied(Exception):
    """The process that ran a block ended. The block runs again, in halves, until the run that ends processes is found."""


class ResultLost(Exception):
    """A worker died after it ran a block and before it could say so. What it didn't write runs again."""
