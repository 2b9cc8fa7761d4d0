"""Designs of sweeps: a scenario, the values of some of its fields, and seeds."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from hashlib import blake2b
from html import escape
from itertools import combinations
from math import prod
from operator import index
from os import PathLike
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import _engine
from .._files import write_text
from .._text import dumps, html_table, read_text
from ..errors import Problem, ScenarioError
from ..scenario import Scenario, as_scenario
from . import metrics as all_metrics

if TYPE_CHECKING:
    from distributed import Client

    from .result import SweepResult

Change = tuple[str, str]
"""A path and its value as JSON text."""

_CHECKED = 1000
"""Values of a field that are checked when a sweep is made. Any others are checked when they run."""

MOST_SEEDS = 10_000_000
"""Seeds of a sweep; each takes memory."""

_KEPT = 10_000
"""Points whose changes are kept."""

_WORDS = ("title", "about", "source", "name", "record")
"""Fields that don't change a run's results."""


class Level(NamedTuple):
    """One value of a column."""

    value: Any
    """What the table contains."""
    changes: tuple[Change, ...]


class Sweep:
    """Runs of one scenario with every combination of some values, at every seed.

    ::

        sweep = vl.Sweep(
            "ahn-fig1-vr",
            {"links.R1-R2.rate_bps": [4e5, 8e5, 1.6e6], "flows.transfer.sender.preset": ["reno", "vegas"]},
            seeds=40,
        )
        result = sweep.run("out/")

    Paths are those of `Scenario.set`. A column may also name several changes at once::

        {"sender": {"Reno": {"flows.*.sender": {"preset": "reno"}}, "as it is": {}}}

    `seeds` is a list of seeds, or how many: consecutive ones from the scenario's own, as on the sweep page. `metrics`
    are the columns of results; `all.*` and `links.*.drops` choose several. By default, they are all that the page offers.

    Presets are set before parts, and parts before their fields, whatever their order here. A `kind` sets the whole part,
    with its defaults, unless the part is of that kind already.
    """

    def __init__(
        self,
        base: Scenario | Mapping[str, Any] | str,
        values: Mapping[str, Any],
        *,
        seeds: int | Iterable[int] = 1,
        metrics: Iterable[str] | None = None,
    ) -> None:
        self.base = as_scenario(base)
        expanded: dict[str, Any] = json.loads(self.base._expanded_text)
        self.values: dict[str, Any] = {name: _plain(name, given) for name, given in values.items()}
        """The values of each column, as they were given."""
        self._axes = {name: _levels(name, given) for name, given in self.values.items()}
        self.seeds = _seeds(expanded["seed"], seeds)
        self.metrics = all_metrics.chosen(expanded, metrics)
        taken = {"run", "seed", "digest", "failure", *self.metrics} & self._axes.keys()
        if taken:
            raise ValueError(f"values: a column can't be called {min(taken)!r}; choose another name, or use seeds=")
        _check_places(json.loads(self.base._text), self._axes)
        self._check()

    @classmethod
    def from_link(cls, link: str) -> Sweep:
        """The sweep that a link of the sweep page opens: the same runs, and the same columns."""
        from .link import sweep_of

        return sweep_of(link)

    @classmethod
    def read(cls, path: str | PathLike[str]) -> Sweep:
        """Reads a design file, or the `sweep.json` of a sweep's folder."""
        return cls.from_dict(json.loads(read_text(path)))

    @classmethod
    def from_dict(cls, design: Mapping[str, Any]) -> Sweep:
        """The sweep of a mapping with `base`, `values`, and perhaps `seeds` and `metrics`."""
        fields = {"base", "values", "seeds", "metrics"}
        if not isinstance(design, Mapping) or not {"base", "values"} <= design.keys():
            raise ValueError(f"a sweep's design is an object with base and values; allowed: {', '.join(sorted(fields))}")
        if not isinstance(design["values"], Mapping):
            raise ValueError(f"values: {design['values']!r} isn't an object; allowed: a list of values for each path")
        unknown = design.keys() - fields - {"made_by"}
        if unknown:
            raise ValueError(f"there is no field {min(unknown)!r}; allowed: {', '.join(sorted(fields))}")
        return cls(
            design["base"], design["values"], seeds=design.get("seeds", 1), metrics=design.get("metrics")
        )

    def to_dict(self) -> dict[str, Any]:
        """The design as `from_dict` reads it."""
        return {"base": self.base.to_dict(), "values": self.values, "seeds": self.seeds, "metrics": self.metrics}

    def write(self, path: str | PathLike[str]) -> None:
        """Writes a design file."""
        write_text(path, json.dumps(self.to_dict(), indent=2, ensure_ascii=False) + "\n")

    @cached_property
    def fingerprint(self) -> str:
        """A hash of the design without its seeds: equal ones have equal results for a seed."""
        base = {key: value for key, value in json.loads(self.base._expanded_text).items() if key not in _WORDS}
        whole = {"base": base, "values": list(self.values.items()), "metrics": self.metrics}
        text = json.dumps(whole, sort_keys=True, separators=(",", ":"))
        return blake2b(text.encode(), digest_size=8).hexdigest()

    @property
    def columns(self) -> list[str]:
        """The columns of the table."""
        return [*self._axes, "seed", *self.metrics, "digest", "failure"]

    @cached_property
    def point_count(self) -> int:
        """Number of points: combinations of values, without seeds."""
        return prod(len(levels) for levels in self._axes.values())

    def __len__(self) -> int:
        """Number of runs."""
        return self.point_count * len(self.seeds)

    def points(self) -> Iterator[dict[str, Any]]:
        """The combinations of values, one after the other; the last column changes fastest."""
        for point in range(self.point_count):
            yield {name: level.value for name, level in self._levels_of(point).items()}

    def scenario(self, run: int) -> Scenario:
        """The scenario of a run. Runs are numbered as in the column `run`: all points of the first seed come first."""
        if not 0 <= run < len(self):
            raise IndexError(f"there is no run {run}; allowed: 0 to {len(self) - 1}")
        return Scenario(self._text_of(run))

    def run(
        self,
        out: str | PathLike[str],
        *,
        client: Client | None = None,
        jobs: int | None = None,
        shard: tuple[int, int] | None = None,
        verify: float = 0.001,
        progress: bool | Callable[[Any], None] = True,
    ) -> SweepResult:
        """Runs what isn't in the folder yet, and returns the results.

        Results are Parquet files in the folder `out`. If anything ends a sweep, the same call goes on from there; with
        more seeds, it adds theirs. A run that fails is a row with the reason in its column `failure`.

        * `jobs`: processes on this machine; by default, as many as there are cores. With 1, it runs in this process.
        * `client`: a `dask.distributed` client, to run on its cluster instead. All workers must see the folder `out`
          under the same path.
        * `shard`: `(i, n)` runs the i-th of n shares, 1 to n, for job arrays.
        * `verify`: the share of runs that are repeated on another worker; a different digest raises `SweepError`.
        * `progress`: False shows none; a function is called with a `Progress`.
        """
        from .drive import run_sweep

        return run_sweep(self, out, client=client, jobs=jobs, shard=shard, verify=verify, progress=progress)

    def _levels_of(self, point: int) -> dict[str, Level]:
        chosen: dict[str, Level] = {}
        for name, levels in reversed(self._axes.items()):
            point, place = divmod(point, len(levels))
            chosen[name] = levels[place]
        return {name: chosen[name] for name in self._axes}

    @cached_property
    def _changes_at(self) -> Callable[[int], list[Change]]:
        """The changes of a point, which are the same for every seed."""
        return lru_cache(_KEPT)(lambda point: _in_order(self._levels_of(point)))

    @cached_property
    def _base(self) -> _engine.Base:
        return _engine.Base(self.base._text)

    def _text_of(self, run: int) -> str:
        """The scenario of a run, as text."""
        return self._base.text(self._changes_of(run))

    def _changes_of(self, run: int) -> list[Change]:
        """The changes that make the scenario of a run. Only its summary is needed, so it records no rows."""
        seed, point = divmod(run, self.point_count)
        return [*self._changes_at(point), ("seed", str(self.seeds[seed])), ("record.max_rows", "0")]

    def _check(self) -> None:
        """Tries every value with the first values of the other columns."""
        firsts = {name: levels[0] for name, levels in self._axes.items()}
        self._try(firsts)
        for name, levels in self._axes.items():
            every = max(1, len(levels) // _CHECKED)
            for level in [*levels[1::every], levels[-1]]:
                self._try({**firsts, name: level})
        for seed in (min(self.seeds), max(self.seeds)):
            self.base.set(seed=seed)

    def _try(self, levels: Mapping[str, Level]) -> None:
        try:
            _engine.check(self._base.text(_in_order(levels)))
        except ScenarioError as error:
            values = ", ".join(f"{name} = {level.value}" for name, level in levels.items())
            raise ScenarioError([*error.problems, Problem("values", f"with {values}", "values that fit together")])

    def __reduce__(self) -> tuple[Any, ...]:
        return Sweep.from_dict, (self.to_dict(),)

    def __repr__(self) -> str:
        sizes = " × ".join([*(f"{len(levels)} {name}" for name, levels in self._axes.items()), f"{len(self.seeds)} seeds"])
        return f"<Sweep of {self.base.name}: {len(self):,} runs, {sizes}>"

    def _repr_html_(self) -> str:
        rows = [(name, len(levels), _listed([level.value for level in levels])) for name, levels in self._axes.items()]
        head = f"<p>{escape(self.base.title or self.base.name)}: {len(self):,} runs</p>"
        return head + html_table(["column", "values", ""], [*rows, ("seed", len(self.seeds), _listed(self.seeds))])


def _in_order(levels: Mapping[str, Level]) -> list[Change]:
    """The changes of some levels: presets before parts, and parts before their fields, because each sets what's in it."""
    return sorted((change for level in levels.values() for change in level.changes), key=_depth)


def _depth(change: Change) -> float:
    path = change[0]
    return path.count(".") - (0.5 if path.endswith((".preset", ".kind")) else 0)


def _plain(name: str, given: Any) -> Any:
    """The values of a column as JSON has them: a list, or an object of named changes."""
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise ValueError(f"{name}: {given!r} isn't a list of values; allowed: a list, or named changes")
    try:
        plain = json.loads(dumps(given if isinstance(given, Mapping) else list(given)))
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name}: {error}; allowed: what JSON can contain") from None
    if not plain:
        raise ValueError(f"{name}: there are no values; allowed: at least one")
    return plain


def _levels(name: str, given: Any) -> list[Level]:
    if isinstance(given, dict):
        wrong = [label for label, changes in given.items() if not isinstance(changes, dict)]
        if wrong:
            raise ValueError(f"{name}: {wrong[0]!r} isn't an object of changes; allowed: {{path: value}}, or {{}} for none")
        return [
            Level(label, tuple((path, dumps(value)) for path, value in changes.items()))
            for label, changes in given.items()
        ]
    texts = [dumps(value) for value in given]
    if len(set(texts)) < len(texts):
        twice, _ = Counter(texts).most_common(1)[0]
        raise ValueError(f"{name}: {twice} is there twice; allowed: each value once")
    plain = [value if isinstance(value, str | int | float | bool) else text for value, text in zip(given, texts, strict=True)]
    return [Level(value, ((name, text),)) for value, text in zip(plain, texts, strict=True)]


def _seeds(first: int, given: int | Iterable[int]) -> list[int]:
    try:
        if isinstance(given, str | bytes):
            raise TypeError
        if not isinstance(given, Iterable):
            given = range(first, first + _whole(given))
        if isinstance(given, range) and len(given) > MOST_SEEDS:
            raise ValueError(f"seeds: {len(given):,} are too many; allowed: up to {MOST_SEEDS:,}")
        seeds = [_whole(seed) for seed in given]
    except TypeError:
        raise ValueError(f"seeds: {given!r} isn't allowed; allowed: whole numbers, or how many") from None
    if not seeds or len(set(seeds)) < len(seeds):
        raise ValueError("seeds: allowed: at least one, each once")
    return seeds


def _whole(number: Any) -> int:
    """The number, also if it's NumPy's; text, fractions and truth values are none."""
    if isinstance(number, bool):
        raise TypeError
    return index(number)


def _check_places(base: Any, axes: Mapping[str, list[Level]]) -> None:
    """Refuses two columns that set the same place: one of them would name a value that the run doesn't have."""
    places = {
        name: {place for level in levels for path, text in level.changes for place in _places(base, path, text)}
        for name, levels in axes.items()
    }
    for column, own in places.items():
        if any(place[0] == "seed" for place in own):
            raise ValueError(f"values: the column {column!r} sets the seed; allowed: seeds=")
        if any(place[0] == "record" for place in own):
            raise ValueError(f"values: the column {column!r} sets what's recorded; allowed: fields that change results")
    for (column, own), (other, theirs) in combinations(places.items(), 2):
        both = next((one for one in own for two in theirs if _meet(one, two)), None)
        if both is not None:
            raise ValueError(
                f"values: the columns {column!r} and {other!r} both set {'.'.join(both)}; allowed: each place in one column"
            )


def _places(base: Any, path: str, text: str) -> Iterator[tuple[str, ...]]:
    """All places that a change sets, with entries of lists by their names where they have one."""
    steps: list[str] = []
    place = base
    for step in path.split("."):
        if isinstance(place, list):
            named = [entry.get("name") if isinstance(entry, dict) else None for entry in place]
            at = named.index(step) if step in named else int(step) if step.isdecimal() and int(step) < len(place) else None
            place = None if at is None else place[at]
            steps.append(step if at is None else named[at] or step)
        else:
            place = place.get(step) if isinstance(place, dict) else None
            steps.append(step)
    # Only an object sets more than its own place, and a column may have a million numbers.
    yield from _leaves(tuple(steps), json.loads(text) if text.startswith("{") else None)


def _leaves(place: tuple[str, ...], value: Any) -> Iterator[tuple[str, ...]]:
    if not isinstance(value, dict) or not value:
        yield place
        return
    for name, inner in value.items():
        yield from _leaves((*place, name), inner)


def _meet(one: tuple[str, ...], two: tuple[str, ...]) -> bool:
    return len(one) == len(two) and all(a == b or "*" in (a, b) for a, b in zip(one, two, strict=True))


def _listed(values: Sequence[Any]) -> str:
    shown = [str(value) for value in values]
    return ", ".join(shown if len(shown) <= 6 else [*shown[:3], "…", shown[-1]])
