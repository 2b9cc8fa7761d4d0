"""
The engine of Vegas Lab. Use the package `vegaslab`, which is built on it.
"""

from _typeshed import SupportsGetItem
from typing import Any, SupportsFloat, SupportsIndex, final
from typing_extensions import Buffer

__all__ = ["Base", "Capture", "CaptureReader", "CaptureView", "Column", "Figures", "Simulation", "Trace", "archived_text", "arrow_stream", "assign", "capture_tables", "catalogue", "changed", "check", "command", "defect", "engine_version", "findings", "paper_texts", "predict", "reproduce", "scenario_names", "scenario_text", "tables"]

@final
class Base:
    """
    A scenario of which runs with changes are made.
    """
    def __new__(cls, /, scenario: str) -> Base: ...
    def simulation(self, /, changes: SupportsGetItem[int, tuple[str, str]]) -> Simulation:
        """
        A run of the scenario that `text` makes.
        """
    def text(self, /, changes: SupportsGetItem[int, tuple[str, str]]) -> str:
        """
        The scenario with values set at paths, one after the other. The values are JSON text. A `kind` sets the whole
        part, with its defaults, unless the part is of that kind already.
        """

@final
class Capture:
    """
    A capture that was read.
    """
    def summary(self, /) -> str:
        """
        All numbers, as JSON text.
        """
    def view(self, /, connection: SupportsIndex, direction: SupportsIndex | None = None, tap: str | None = None) -> CaptureView:
        """
        The data of a connection's direction, 0 or 1. What isn't chosen is taken from the capture.
        """

@final
class CaptureReader:
    """
    Reads a capture in pieces. The GIL is released meanwhile.
    """
    def __new__(cls, /) -> CaptureReader: ...
    def finish(self, /) -> Capture:
        """
        Ends the file.
        """
    def push(self, /, piece: bytes) -> None:
        """
        Reads the next piece of the file.
        """

@final
class CaptureView:
    """
    The data of one direction of a connection.
    """
    def columns(self, /, table: str) -> list[Column]:
        """
        The columns of a table.
        """
    def transfer(self, /) -> str:
        """
        The numbers, as JSON text.
        """

@final
class Column:
    """
    A column of a trace: a read-only buffer of numbers.
    """
    def __buffer__(self, flags: int, /) -> memoryview: ...
    def __len__(self, /) -> int: ...
    def __reduce_ex__(self, /, _protocol: SupportsIndex) -> str: ...

@final
class Figures:
    """
    Results to read in summaries. A path is that of a number in the summary, with a flow by its place and a link by its
    name: `flows.0.segments_sent`, `flows.0.time_to_bytes_s.1048576`, `links.R1>R2.drops`. `flows.*.segments_sent` is a
    list of all flows' numbers.
    """
    def __new__(cls, /, paths: SupportsGetItem[int, str]) -> Figures: ...

@final
class Simulation:
    """
    One run of a scenario. The GIL is released while it goes on.
    """
    def __new__(cls, /, scenario: str, whole: bool = False) -> Simulation:
        """
        With `whole`, every row is recorded: for a run that is taken piece by piece, `record.max_rows` doesn't limit the
        memory. A scenario that records nothing still records nothing.
        """
    def excerpt(self, /, from_s: SupportsFloat | SupportsIndex, to_s: SupportsFloat | SupportsIndex, hops: bool) -> Trace:
        """
        Goes through the run up to `to_s`, and takes every row of `from_s <= time_s < to_s`; with `hops`, also those of
        packets on links. Call it before the first step. Later steps record nothing, but the digest goes on.
        """
    def figures(self, /, figures: Figures) -> tuple[str, list[list[float | None]]]:
        """
        The digest of the run so far, and results from its summary.
        """
    def progress(self, /) -> float:
        """
        Share of the maximum duration that has been simulated, 0 to 1.
        """
    def step(self, /, max_events: SupportsIndex) -> bool:
        """
        Handles at most this many events; returns whether the run is finished.
        """
    def summary(self, /) -> str:
        """
        Summary of the run so far, as JSON text.
        """
    def take_rows(self, /) -> Trace:
        """
        Takes the rows since the last call.
        """

@final
class Trace:
    """
    Rows of a run.
    """
    def __new__(cls, /, tables: dict[str, SupportsGetItem[int, Buffer]]) -> Trace:
        """
        Rows that were pickled: by table, the bytes of its columns. Tables that are left out have no rows.
        """
    def columns(self, /, table: str) -> list[Column]:
        """
        The columns of a table.
        """
    def export(self, /, format: str, scenario: str, summary: str, link: str, write: Any, whole: bool | None = None) -> None:
        """
        Writes the run that has these rows as a file, `pcapng` or `qlog`: calls `write` with each piece. `summary` is its
        JSON text, and `whole` says whether a capture keeps whole packets.
        """
    def steps(self, /, table: str, column: str, place: SupportsIndex, kind: SupportsIndex | None, step_ns: SupportsFloat | SupportsIndex) -> list[tuple[int, int, float, float, float, float]]:
        """
        Sums up a column per step of time: of the flow or link at this index, and in `segments` of this kind of event.
        Returns the steps that have rows: number, number of rows, first, least, greatest and last value.
        """

def archived_text(mark: str) -> str | None:
    """
    The text of an earlier version of a scenario, by the mark in a link, or None.
    """

def arrow_stream(columns: SupportsGetItem[int, tuple[Column, SupportsGetItem[int, tuple[str, str]], SupportsGetItem[int, str] | None]], of_table: SupportsGetItem[int, tuple[str, str]]) -> Any:
    """
    A stream of one batch with these columns. The table and each column have metadata, and a column of codes has the names
    of the codes.
    """

def assign(scenario: str, changes: SupportsGetItem[int, tuple[str, str]]) -> str:
    """
    The scenario with values set at paths. The values are JSON text.
    """

def capture_tables() -> str:
    """
    The tables of a captured transfer, with the unit, the description and the codes of each column, as JSON text.
    """

def catalogue() -> str:
    """
    All presets, parts and fields of scenarios.
    """

def changed(scenario: str, changes: str) -> str:
    """
    The scenario with a link's changes, a JSON list of paths and values, and with presets and defaults written out.
    """

def check(scenario: str) -> str:
    """
    The scenario with presets and defaults written out.
    """

def command(arguments: SupportsGetItem[int, str]) -> int:
    """
    Runs a command of `vegaslab`; returns its exit code.
    """

def defect(message: str) -> None:
    """
    Panics like a defective engine, so that tests can see what becomes of it.
    """

def engine_version() -> str:
    """
    Version of the engine.
    """

def findings() -> str:
    """
    The lab's own measurements of the papers' numbers, as JSON text.
    """

def paper_texts() -> list[str]:
    """
    The files of the papers: JSON texts.
    """

def predict(scenario: str) -> str:
    """
    What the papers' theory predicts for a scenario.
    """

def reproduce(selection: str | None = None, jobs: SupportsIndex | None = None) -> str:
    """
    Measures the papers' numbers, `jobs` runs at a time, and compares them. Ctrl-C stops it after the runs in progress.
    """

def scenario_names() -> list[str]:
    """
    Names of the lab's scenarios.
    """

def scenario_text(name: str) -> str | None:
    """
    The text of a named scenario, or None.
    """

def tables() -> str:
    """
    The tables of a trace, with the unit, the description and the codes of each column.
    """
