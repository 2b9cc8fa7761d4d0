"""The engine for Pyodide: the functions and classes of the native module `vegaslab._engine`, by the browser's WebAssembly package.

Invalid input raises `ScenarioError`. A trap is a defect of the engine: it raises `EngineError`, and the next call starts a new engine.
"""

from __future__ import annotations

import json
import math
import sys
from array import array
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from itertools import repeat
from typing import Any, NoReturn

if sys.platform != "emscripten":
    raise ImportError("this build of vegaslab is for Pyodide; elsewhere, use the one for your platform")

from pyodide.code import run_js
from pyodide.ffi import JsException, to_js

from .errors import EngineError, ScenarioError

_FILES = files(__package__) / "engine"

_EVENTS_PER_STEP = 1 << 18
"""Events between two looks at signals: some hundredths of a second."""

_MAX_ROWS = 20_000_000
"""Most rows that a scenario can have recorded."""

Column = memoryview
"""A column of a trace: a read-only buffer of numbers."""

_started: Any = None


def _engine() -> Any:
    global _started
    if _started is None:
        script = (_FILES / "engine.js").read_text("utf-8")
        _started = run_js(f"(() => {{ {script}; return vegaslab; }})()").start(_wasm("vegaslab"), _wasm("theory"))
    return _started


def _wasm(module: str) -> Any:
    return to_js((_FILES / f"{module}_bg.wasm").read_bytes())


def _call(function: str, *arguments: Any, of: Any = None) -> Any:
    """Calls a function of the engine or a method of one of its objects."""
    global _started
    try:
        return getattr(_engine() if of is None else of, function)(*arguments)
    except JsException as error:
        # After a trap the engine's memory can't be trusted.
        _started = None
        raise EngineError(error.message) from error


def _accepted(verdict: str) -> str:
    """The scenario's text in JSON `{scenario, problems}`, to the letter."""
    problems = json.loads(verdict)["problems"]
    if problems:
        raise ScenarioError((one["path"], one["problem"], one["allowed"]) for one in problems)
    return verdict.removeprefix('{"scenario":').removesuffix(',"problems":[]}')


_FORMATS = {"f64": "d", "u32": "I", "u16": "H", "u8": "B"}


class Trace:
    """Rows of a run."""

    def __init__(self, given: dict[str, list[memoryview]]) -> None:
        self._columns = {}
        for table in json.loads(tables()):
            formats = [_FORMATS[column["element"]] for column in table["columns"]]
            columns = given.get(table["name"], [memoryview(b"")] * len(formats))
            self._columns[table["name"]] = [
                # Python refuses to cast an empty view.
                (column.cast("B").cast(code) if column.nbytes else memoryview(array(code))).toreadonly()
                for column, code in zip(columns, formats, strict=True)
            ]

    def export(
        self,
        format: str,
        scenario: str,
        summary: str,
        link: str,
        write: Callable[[memoryview], object],
        whole: bool | None = None,
    ) -> None:
        """Writes the run that has these rows as a file. The browser's writer runs the scenario itself: the same rows come out."""
        writer = _call("writer", _wasm("export"), format, scenario, whole)
        while not _call("step", _EVENTS_PER_STEP, of=writer):
            pass
        if _call("digest", of=writer) != json.loads(summary)["digest"]:
            writer.free()
            raise EngineError(f"another version of the engine made this run; engine {engine_version()} gives another. Run it again")
        for piece in _call("pieces", writer, link):
            write(piece.to_memoryview())

    def columns(self, table: str) -> list[memoryview]:
        """The columns of a table."""
        return list(self._columns[table])

    def steps(
        self, table: str, column: str, place: int, kind: int | None, step_ns: float
    ) -> list[tuple[int, int, float, float, float, float]]:
        """Sums up a column per step of time: of the flow or link at this index, and in `segments` of this kind of event."""
        names = next([column["name"] for column in one["columns"]] for one in json.loads(tables()) if one["name"] == table)
        columns = dict(zip(names, self._columns[table], strict=True))
        places = columns["link" if table == "queues" else "flow"]
        kinds = repeat(None) if kind is None else columns["kind"]
        values: dict[int, list[float]] = {}
        for time_s, at, of, value in zip(columns["time_s"], places, kinds, columns[column], strict=False):
            if at == place and of == kind:
                values.setdefault(int(round(time_s * 1e9) / step_ns), []).append(value)
        return [(step, len(all), all[0], *_extremes(all), all[-1]) for step, all in values.items()]


def _extremes(values: list[float]) -> tuple[float, float]:
    """The least and the greatest value; NaN only if all are."""
    known = [value for value in values if value == value]
    return min(known, default=math.nan), max(known, default=math.nan)


def _trace_of(chunk: Any) -> Trace:
    return Trace(
        {
            table["name"]: [
                getattr(getattr(chunk, table["name"]), column["name"]).to_memoryview() for column in table["columns"]
            ]
            for table in json.loads(tables())
        }
    )


class Simulation:
    """One run of a scenario."""

    def __init__(self, scenario: str, whole: bool = False) -> None:
        expanded = check(scenario)
        self._whole = whole and json.loads(expanded)["record"]["max_rows"] > 0
        if self._whole:
            # The browser's package has no other way to keep more rows; `take_rows` refuses to leave any out.
            scenario = assign(scenario, [("record.max_rows", str(_MAX_ROWS))])
        self._run = _call("open", scenario)

    def step(self, max_events: int) -> bool:
        """Handles at most this many events; returns whether the run is finished."""
        while max_events > _EVENTS_PER_STEP:
            if _call("step", _EVENTS_PER_STEP, of=self._run):
                return True
            max_events -= _EVENTS_PER_STEP
        return bool(_call("step", max_events, of=self._run))

    def take_rows(self) -> Trace:
        """Takes the rows since the last call."""
        if self._whole and json.loads(self.summary())["rows_thinned"]:
            _missing(f"a trace of more than {_MAX_ROWS:,} rows")
        return _trace_of(_call("take_chunk", of=self._run))

    def excerpt(self, from_s: float, to_s: float, hops: bool) -> Trace:
        """Goes through the run up to `to_s`, and takes every row of `from_s <= time_s < to_s`. Later steps record nothing."""
        _call("excerpt", from_s, to_s, hops, of=self._run)
        while not _call("step", _EVENTS_PER_STEP, of=self._run):
            pass
        trace = _trace_of(_call("take_chunk", of=self._run))
        # An excerpt that begins after every run: the steps up to there record nothing.
        _call("excerpt", 2e9, 3e9, False, of=self._run)
        return trace

    def summary(self) -> str:
        """Summary of the run so far, as JSON text."""
        return str(_call("summary", of=self._run))

    def progress(self) -> float:
        """Share of the maximum duration that has been simulated, 0 to 1."""
        return float(_call("progress", of=self._run))

    def __del__(self) -> None:
        # After a trap or a refusal there is nothing to free.
        if _started is not None and hasattr(self, "_run"):
            self._run.free()

    def figures(self, figures: Figures) -> tuple[str, list[list[float | None]]]:
        """The digest of the run so far, and results from its summary."""
        summary = json.loads(self.summary())
        return summary["digest"], [_numbers(summary, path) for path in figures.paths]


class Base:
    """A scenario of which runs with changes are made."""

    def __init__(self, scenario: str) -> None:
        self._scenario = scenario

    def text(self, changes: list[tuple[str, str]]) -> str:
        """The scenario with values set at paths, one after the other. A `kind` sets the whole part unless it's of that kind."""
        text = self._scenario
        ready: list[tuple[str, str]] = []
        for path, value in changes:
            if path.endswith(".kind"):
                text, ready = assign(text, ready), []
                whole = check(text)
                if assign(whole, [(path, value)]) == assign(whole, []):
                    continue
                path, value = path.removesuffix(".kind"), f'{{"kind":{value}}}'
            ready.append((path, value))
        return assign(text, ready)

    def simulation(self, changes: list[tuple[str, str]]) -> Simulation:
        """A run of the scenario that `text` makes."""
        return Simulation(self.text(changes))


class Figures:
    """Results to read in summaries, by their paths, such as `flows.0.segments_sent` and `links.R1>R2.drops`."""

    def __init__(self, paths: list[str]) -> None:
        self.paths = list(paths)


def _numbers(summary: dict[str, Any], path: str) -> list[float | None]:
    group, _, rest = path.partition(".")
    if group == "links":
        name, _, field = rest.rpartition(".")
        return [next((link[field] for link in summary["links"] if link["name"] == name), None)]
    place, _, rest = rest.partition(".")
    field, _, entry = rest.partition(".")
    numbers = [flow[field].get(entry) if entry else flow[field] for flow in summary["flows"]]
    return numbers if place == "*" else numbers[int(place) :][:1] or [None]


def engine_version() -> str:
    """Version of the engine."""
    return str(_call("engine_version"))


def check(scenario: str) -> str:
    """The scenario with presets and defaults written out."""
    return _accepted(_call("check", scenario))


def assign(scenario: str, changes: list[tuple[str, str]]) -> str:
    """The scenario with values set at paths. The values are JSON text."""
    return _accepted(_call("assign", scenario, json.dumps([f"{path}={value}" for path, value in changes])))


def changed(scenario: str, changes: str) -> str:
    """The scenario with a link's changes, a JSON list of paths and values, and with presets and defaults written out."""
    return check(_accepted(_call("changed", scenario, changes)))


def predict(scenario: str) -> str:
    """What the papers' theory predicts for a scenario."""
    return str(_call("predict", check(scenario)))


@cache
def catalogue() -> str:
    """All presets, parts and fields of scenarios."""
    return (_FILES / "catalogue.json").read_text("utf-8")


@cache
def tables() -> str:
    """The tables of a trace, with the unit, the description and the codes of each column."""
    return (_FILES / "tables.json").read_text("utf-8")


@cache
def findings() -> str:
    """The lab's own measurements of the papers' numbers, as JSON text."""
    return (_FILES / "findings.json").read_text("utf-8")


@cache
def _names(folder: str) -> list[str]:
    # In the order of the files' names, like the native engine.
    return [name.removesuffix(".json") for name in sorted(file.name for file in (_FILES / folder).iterdir())]


def _text(folder: str, name: str) -> str | None:
    return (_FILES / folder / f"{name}.json").read_text("utf-8") if name in _names(folder) else None


def scenario_names() -> list[str]:
    """Names of the lab's scenarios."""
    return list(_names("scenarios"))


def scenario_text(name: str) -> str | None:
    """The text of a named scenario, or None."""
    return _text("scenarios", name)


def archived_text(mark: str) -> str | None:
    """The text of an earlier version of a scenario, by the mark in a link, or None."""
    return _text("archive", mark)


def paper_texts() -> list[str]:
    """The files of the papers: JSON texts."""
    return [(_FILES / "papers" / f"{name}.json").read_text("utf-8") for name in _names("papers")]


def _missing(what: str) -> NoReturn:
    raise NotImplementedError(f"{what} isn't available in Pyodide; use the package for your platform")


def arrow_stream(columns: Any, of_table: Any) -> NoReturn:
    """Arrow's C interface, which only the native package has."""
    _missing("Arrow's C interface")


class CaptureReader:
    """The reader of captures, which only the native package has."""

    def __init__(self) -> None:
        _missing("Capture")


def command(arguments: list[str]) -> NoReturn:
    """The command line, which only the native package has."""
    _missing("the command line")


def reproduce(selection: str | None = None, jobs: int | None = None) -> NoReturn:
    """Measuring the papers' numbers, which only the native package does."""
    _missing("vl.reproduce()")


def defect(message: str) -> None:
    """Traps like a defective engine, so that tests can see what becomes of it."""
    run = _call("open", scenario_text(scenario_names()[0]))
    run.free()
    try:
        _call("step", 1, of=run)
    except EngineError as error:
        raise EngineError(f"{message}: {error}") from error
