"""What is studied: a grid of options, numbers of people, players and seeds; each point is a cell.

A plan is read from a TOML file.

>>> import games
>>> plan = StudyPlan("Seats", "thaayam", people=(2, 3), players=(("greedy",),))
>>> [cell.label for cell in plan.cells(games)]
['seats=2', 'seats=3']
>>> read_plan("game = 'thaayam'\\nplayers = ['deep']", games)
Traceback (most recent call last):
    ...
firmware_host.base.errors.UsageError: players: no player is called 'deep'; the players are: ...
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from firmware_host.base.errors import UsageError, reason
from firmware_host.base.values import ValuesError, converted, from_toml
from firmware_host.features.studies.metrics import METRICS
from games.core import Catalogue, Game
from games.match import Match
from games.options import Option, OptionValue
from hardware.untrusted_input import harmless, read_untrusted_text, written

Chosen = Mapping[str, OptionValue]

LEAST_BATCHES = 2
"""How many batches a cell plays at least: fewer games would say too little about their spread."""


class Cell(Struct, frozen=True):
    """Games under the same conditions: options, the players at the sides, and a seed.

    ``options`` are those that differ from the defaults, in the order of the game. A game is cut
    after so many ``turns``.
    """

    game: str
    options: tuple[tuple[str, OptionValue], ...]
    players: tuple[str, ...]
    seed: int
    turns: int

    @property
    def label(self) -> str:
        """The options in a few words."""
        return ", ".join(f"{name}={value}" for name, value in self.options) or "defaults"

    @property
    def key(self) -> str:
        """The text that the random sources of the games are made from; no other cell has it."""
        players = ",".join(self.players)
        return f"{self.seed} {self.game} {self.label} {players} {self.turns} turns"

    def match(self, catalogue: Catalogue) -> Match:
        """Return the games of the cell."""
        game = catalogue.load(self.game, **dict(self.options))
        return Match(game, self.players, self.key, self.turns)


class StudyPlan(Struct, frozen=True):
    """A study of the game called ``game``.

    ``people`` are the numbers of seats, empty for the usual one. ``options`` are the values to
    study. With ``is_grid`` all of them are combined; otherwise each value is tried alone, all
    other options at their defaults. ``players`` are the pairings: one name for all sides, or the
    first player and those that it plays against. Every cell plays batches of ``batch`` games, the
    same for every seed in ``seeds``: until each metric in ``widths`` has an interval of that width
    at most, or ``most`` games are played. A game is cut after ``turns`` turns. People are assumed
    to need ``seconds`` for a turn, and ``lesson`` minutes are a lesson.
    """

    title: str
    game: str
    people: tuple[int, ...] = ()
    options: Mapping[str, tuple[OptionValue, ...]] = field(default_factory=dict)
    is_grid: bool = False
    players: tuple[tuple[str, ...], ...] = (("greedy",),)
    seeds: tuple[int, ...] = (1,)
    most: int = 1000
    batch: int = 100
    widths: Mapping[str, float] = field(default_factory=dict)
    turns: int = 1000
    seconds: float = 15.0
    lesson: float = 45.0
    metrics: tuple[str, ...] = ()

    def cells(self, catalogue: Catalogue) -> tuple[Cell, ...]:
        """Return every cell once, in the order of seeds, players, people and options."""
        kind = catalogue.kind(self.game)
        seats = [{kind.SEATS_OPTION: count} if kind.SEATS_OPTION else {} for count in self.people]
        conditions = tuple(self._conditions(kind))
        return tuple(
            dict.fromkeys(
                Cell(self.game, _told(kind, {**count, **chosen}), players, seed, self.turns)
                for seed, players, count, chosen in product(
                    self.seeds, self.players, seats or [{}], conditions
                )
            )
        )

    def _conditions(self, kind: type[Game]) -> Iterator[Chosen]:
        """Yield the options of the cells: all combinations, or each value alone."""
        known = {option.name: option for option in kind.OPTIONS}
        if self.is_grid:
            for values in product(*self.options.values()):
                yield dict(zip(self.options, values, strict=True))
            return
        yield {}
        for name, values in self.options.items():
            needed = dict([known[name].only_with or (name, known[name].default)])
            yield needed
            yield from ({**needed, name: value} for value in values)


def _told(kind: type[Game], chosen: Chosen) -> tuple[tuple[str, OptionValue], ...]:
    """Return what ``chosen`` changes in the game: neither defaults nor options without meaning."""
    options = {option.name: chosen.get(option.name, option.default) for option in kind.OPTIONS}
    return tuple(
        (option.name, options[option.name])
        for option in kind.OPTIONS
        if option.matters(options) and _is_changed(option, options, kind.SEATS_OPTION)
    )


def _is_changed(option: Option, options: Chosen, seats: str) -> bool:
    """Return whether ``option`` is named in a cell; how many people play always is."""
    return option.name == seats or options[option.name] != option.default


def comparisons(cells: Sequence[Cell]) -> Iterator[tuple[Cell, Cell, str]]:
    """Yield each cell, another that differs by one option at its default, and what differs.

    Numbers of people and players are not compared.
    """
    known = set(cells)
    for cell in cells:
        for name, value in cell.options:
            rest = tuple(each for each in cell.options if each[0] != name)
            other = replace(cell, options=rest)
            if other in known:
                yield cell, other, f"{name}={value}"


ALL: Final = "all"
DESIGNS: Final = {"one by one": False, "grid": True}
LEAST: Final = 2
"""One game alone has no spread."""
LONGEST: Final = 256 * 1024
"""Bytes of a plan at most."""
MOST: Final = 10**9
"""Larger numbers are a slip of the pen."""

Line = Annotated[str | None, Meta(description="a text in one line")]
Whole = Annotated[int, Meta(ge=0, le=MOST)]
Count = Annotated[int, Meta(ge=LEAST, le=MOST)]
Positive = Annotated[float, Meta(gt=0, le=MOST)]
SEEDS: Final = "a whole number, 0 or more, or a list of different ones"
PAIRINGS: Final = "a list of names, or of pairings such as 'champion,friend'"
MEASURED: Final = f"a list of metrics ({', '.join(METRICS)})"
WIDTHS: Final = "a table of metrics with the widths of their intervals"
VALUES: Final = f"a list of different values, or {ALL!r}"


class WrittenPlan(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A plan as it is written: the keys, and what each may have whatever the game is."""

    title: Line = None
    game: Line = None
    people: Any = ()
    players: Annotated[str | tuple[str, ...], Meta(description=PAIRINGS)] = ("greedy",)
    seed: Annotated[Whole | tuple[Whole, ...], Meta(description=SEEDS)] = 1
    design: Annotated[
        Literal["one by one", "grid"], Meta(description=" or ".join(map(repr, DESIGNS)))
    ] = "one by one"
    games: Count = 1000
    batch: Count = 100
    turns: Count = 1000
    seconds: Positive = 15.0
    lesson: Positive = 45.0
    metrics: Annotated[str | tuple[str, ...], Meta(description=MEASURED)] = ()
    options: Annotated[
        dict[str, Any] | str,
        Meta(description=f"a table of options with their values, or {ALL!r}"),
    ] = {}
    width: Annotated[dict[str, Any], Meta(description=WIDTHS)] = {}


def load_plan(path: Path, catalogue: Catalogue) -> tuple[StudyPlan, str]:
    """Return the plan in the file ``path`` and its text; UsageError says what is wrong with it."""
    try:
        text = read_untrusted_text(path, LONGEST)
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {reason(error)}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path}: expected a plan in TOML, found no text") from None
    try:
        return read_plan(text, catalogue), text
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from None


def read_plan(text: str, catalogue: Catalogue) -> StudyPlan:
    """Return the plan written ``text``, for a game of ``catalogue``.

    UsageError names the key, what was expected and what came.
    """
    try:
        plan = _planned(from_toml(text, WrittenPlan), catalogue)
    except ValuesError as error:
        raise _refused(error) from None
    try:
        for cell in plan.cells(catalogue):
            cell.match(catalogue)
    except ValueError as error:
        raise UsageError(f"players: {error}") from None
    return plan


def _refused(error: ValuesError, key: str = "") -> UsageError:
    """Return ``error`` in the words of a plan; the value is that of ``key`` if it has one."""
    misfit = error.misfit
    if misfit is None:
        return UsageError(str(error).replace("expected TOML", "expected a plan in TOML"))
    if misfit.known:
        keys = ", ".join(misfit.known)
        return UsageError(f"no key {written(misfit.path)}; the keys are: {keys}")
    return UsageError(f"{misfit.path or key}: expected {misfit.expected}, not {misfit.got}")


def _planned(plan: WrittenPlan, catalogue: Catalogue) -> StudyPlan:
    if plan.game is None:
        raise UsageError("game: expected the name of a game, found none")
    kind = _kind(plan.game, catalogue)
    return StudyPlan(
        title=kind.name if plan.title is None else _text("title", plan.title),
        game=plan.game,
        people=_people(plan.people, kind) if plan.people != () else (),
        options=_options(plan.options, kind),
        is_grid=DESIGNS[plan.design],
        players=tuple(
            tuple(name.strip() for name in _text("players", pairing).split(","))
            for pairing in _several("players", plan.players, PAIRINGS)
        ),
        seeds=_several("seed", plan.seed, SEEDS),
        most=plan.games,
        batch=plan.batch,
        widths=_widths(plan.width),
        turns=plan.turns,
        seconds=plan.seconds,
        lesson=plan.lesson,
        metrics=_metrics("metrics", plan.metrics) if plan.metrics != () else (),
    )


def _kind(name: str, catalogue: Catalogue) -> type[Game]:
    _text("game", name)
    try:
        return catalogue.kind(name)
    except ValueError as error:
        raise UsageError(f"game: {error}") from None


def _wrong(key: str, expected: str, value: object) -> UsageError:
    return UsageError(f"{harmless(key)}: expected {expected}, not {written(value)}")


def _text(key: str, value: str) -> str:
    if not value.isprintable() or not value:
        raise _wrong(key, "a text in one line", value)
    return value


def _several(key: str, value: Any, expected: str) -> tuple[Any, ...]:
    """Return ``value``, or the different ones in it if it is a list."""
    found = tuple(value) if isinstance(value, list | tuple) else (value,)
    if not found or any(each in found[:number] for number, each in enumerate(found)):
        raise _wrong(key, expected, value)
    return found


def _people(value: object, kind: type[Game]) -> tuple[int, ...]:
    option = next((each for each in kind.OPTIONS if each.name == kind.SEATS_OPTION), None)
    allowed = option.values if option else (len(kind().seats),)
    expected = f"a list of some of {', '.join(map(str, sorted(allowed)))}"
    found = _several("people", value, expected)
    if not all(type(each) is int and each in allowed for each in found):
        raise _wrong("people", expected, value)
    return found


def _options(
    value: dict[str, Any] | str, kind: type[Game]
) -> Mapping[str, tuple[OptionValue, ...]]:
    known = {each.name: each for each in kind.OPTIONS if each.name != kind.SEATS_OPTION}
    if value == ALL:
        return {name: option.values for name, option in known.items() if not option.seat}
    if isinstance(value, str):
        raise _wrong("options", f"a table of options with their values, or {ALL!r}", value)
    for name in value:
        if name not in known:
            raise _wrong("options", f"options of {kind.name} ({', '.join(known) or 'none'})", name)
    return {
        name: known[name].values
        if values == ALL
        else tuple(
            _value(f"options.{name}", known[name].values, each)
            for each in _several(f"options.{name}", values, VALUES)
        )
        for name, values in value.items()
    }


def _value(key: str, allowed: Sequence[OptionValue], value: object) -> OptionValue:
    for each in allowed:
        if each == value and type(each) is type(value):
            return each
    raise _wrong(key, f"some of {', '.join(map(repr, allowed))}, or {ALL!r}", value)


def _widths(value: Mapping[str, Any]) -> Mapping[str, float]:
    _metrics("width", tuple(value))
    return {name: _width(name, each) for name, each in value.items()}


def _width(name: str, value: object) -> float:
    try:
        return converted(value, Positive)
    except ValuesError as error:
        raise _refused(error, f"width.{name}") from None


def _metrics(key: str, value: str | tuple[str, ...]) -> tuple[str, ...]:
    found = _several(key, value, MEASURED) if value else ()
    for name in found:
        if name not in METRICS:
            raise _wrong(key, MEASURED, name)
    return found
