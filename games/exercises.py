"""Positions in which exactly one move is clearly best, and sets of them as text.

A set is JSON, with one exercise a line, the easy ones first:

    {"tableside exercises": 1, "game": "squadro", "made": {"seed": "2026", ...}, "exercises": [
    {"position": "0 2,12,3,3,7/1,2,2,7,11", "level": 1, "theme": "capture", "found_by": 0.25, ...},
    ...
    ]}

``made`` says how the set was found. An exercise has the ``position`` as the game writes it, with
the seat and the throw; the ``options`` of the game, where they are not the usual ones; its
``level`` and ``theme``; ``found_by``, how many answers of weak machine players were right;
``nodes``, how many positions were looked at to find and to confirm the best move; its ``source``;
and under ``gives_away`` every legal move with what it gives away of the point, the best move first.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any, Final, TypeVar

from games.actions import Move
from games.core import Catalogue, Game, State
from games.options import told
from games.players import why
from games.players.why import (
    ALL_SAFE,
    COMES_IN,
    GETS_HOME,
    JUMPS,
    LESS_RISK,
    PUTS_OUT,
    SAVES,
    TAKES,
    TAKES_KIND,
    WINS,
)
from games.text import digest, quoted

Valuation = Callable[[State, int], Mapping[Move, float]]
"""Returns for each legal move of a state the expected score of the mover's side after it.

The score is a part of the point, from 0 to 1; the number says how many nodes may be looked at. It
is the same on every computer.
"""

LEVELS: Final = (1, 2, 3)
"""How hard an exercise is: a third of a set each, the easy ones first."""

DIGITS: Final = 8
"""How many digits tell the exercises of a set apart, and those of all sets."""

THEMES: Final[Mapping[str, str]] = {
    WINS: "win",
    PUTS_OUT: "win",
    TAKES: "capture",
    TAKES_KIND: "capture",
    JUMPS: "capture",
    GETS_HOME: "home",
    COMES_IN: "entry",
    SAVES: "safety",
    ALL_SAFE: "safety",
    LESS_RISK: "safety",
}
"""What an exercise is about, by the text of the reason for its best move."""

PLAN: Final = "plan"
"""The theme of an exercise whose best move has another reason, or none that people could see."""

EVERY_THEME: Final = tuple(dict.fromkeys((*THEMES.values(), PLAN)))
"""What an exercise may be about."""


@dataclass(frozen=True)
class Exercise:
    """A ``position`` of ``game`` in which one move is best.

    ``gives_away`` says for each legal move by its text which part of the point it gives away beside
    the best, which is the first and gives away 0; several moves that are as good, or lead to the
    same position, are all best. ``level`` is one of LEVELS. ``found_by`` is how many of the answers
    of weak machine players were right, from 0 to 1. ``nodes`` are how many were looked at to find
    and to confirm the move, ``source`` says where the position comes from.
    """

    game: Game
    position: str
    gives_away: Mapping[str, float]
    theme: str
    level: int
    found_by: float
    nodes: tuple[int, int]
    source: str

    @property
    def best(self) -> str:
        """The text of the best move."""
        return next(iter(self.gives_away))

    @property
    def margin(self) -> float:
        """What the second best move gives away."""
        return min(each for each in self.gives_away.values() if each)

    @cached_property
    def state(self) -> State:
        """The position, with its seat and its throw."""
        return self.game.state(self.position)

    @cached_property
    def best_move(self) -> Move:
        """The best move."""
        return self.move(self.best)

    @property
    def key(self) -> str:
        """What tells this exercise apart from all others, also when a set is made again."""
        options = sorted(told(self.game.options).items())
        text = f"{self.game.name} {options} {self.position} {self.best}"
        return digest(text.encode(), DIGITS)

    def move(self, text: str) -> Move:
        """Return the move written ``text``; IllegalMove says why there is none."""
        action = self.state.parse(text)
        assert isinstance(action, Move), "a position in which a choice is awaited"
        return action

    def meant(self, text: str) -> tuple[Move, ...]:
        """Return the legal moves that ``text`` may mean: one, if it is clear.

        It is a move as its game writes it, or its squares as they are shown, or the beginning of
        one of these; a square is never the beginning of something else. Capitals, and signs between
        letters and numbers, do not matter.
        """
        wanted, moves = _bare(text), self.state.legal_moves()
        written = {move: _bare(move.text) for move in moves}
        shown = {move: _bare("".join(each.value for each in move.choices)) for move in moves}
        for names in (written, shown):
            if exact := tuple(move for move in moves if wanted and names[move] == wanted):
                return exact
        begun = (
            tuple(move for move in moves if wanted and names[move].startswith(wanted))
            for names in ((shown,) if wanted in self.game.board else (shown, written))
        )
        return next(filter(None, begun), ())

    def is_right(self, move: Move) -> bool:
        """Return whether ``move`` is the best one, or as good."""
        return not self.gives_away[move.text]


def _bare(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def theme_of(state: State, move: Move) -> str:
    """Return what an exercise is about in which ``move`` is best.

    >>> import games
    >>> state = games.load("squadro").state("0 2,12,3,3,7/1,2,2,7,11")
    >>> theme_of(state, state.parse("A5:7-9xB4"))
    'capture'
    """
    reason = why(state, move)
    return PLAN if reason is None else THEMES.get(reason.text, PLAN)


def graded(exercises: Iterable[Exercise]) -> tuple[Exercise, ...]:
    """Return ``exercises`` in three levels, from those that most weak players get right on."""
    in_order = sorted(exercises, key=lambda each: (-each.found_by, -each.margin, each.key))
    size = len(in_order)
    return tuple(
        replace(each, level=LEVELS[place * len(LEVELS) // size])
        for place, each in enumerate(in_order)
    )


FORMAT: Final = "tableside exercises"
VERSION: Final = 1
LONGEST: Final = 4 * 1024 * 1024
"""How many characters a set may have."""
MOST: Final = 1000
"""How many exercises a set may have."""
FIELDS: Final = "position, level, theme, found_by, nodes, source and gives_away"
HALF: Final = re.compile("[\ud800-\udfff]")
"""A half of a character, as JSON may have it: no file can."""

Known = TypeVar("Known", int, str)


class ExerciseError(ValueError):
    """A text that is no set of exercises: which exercise is wrong, and what was expected."""


@dataclass(frozen=True)
class ExerciseSet:
    """The ``exercises`` of the game called ``game``, and how they were ``made``."""

    game: str
    made: Mapping[str, str]
    exercises: tuple[Exercise, ...]

    def at_level(self, level: int) -> tuple[Exercise, ...]:
        """Return the exercises that are so hard."""
        return tuple(each for each in self.exercises if each.level == level)


def write(found: ExerciseSet) -> str:
    """Return ``found`` as text that :func:`read` reads back."""
    head = {FORMAT: VERSION, "game": found.game, "made": dict(found.made)}
    begin = json.dumps(head, ensure_ascii=False)[:-1]
    lines = ",\n".join(
        json.dumps(_fields(each), ensure_ascii=False, separators=(",", ":"))
        for each in found.exercises
    )
    return f'{begin}, "exercises": [\n{lines}\n]}}\n'


def _fields(exercise: Exercise) -> Mapping[str, Any]:
    usual = type(exercise.game)().options
    options = {name: value for name, value in exercise.game.options.items() if value != usual[name]}
    return {
        "position": exercise.position,
        **({"options": options} if options else {}),
        "level": exercise.level,
        "theme": exercise.theme,
        "found_by": exercise.found_by,
        "nodes": list(exercise.nodes),
        "source": exercise.source,
        "gives_away": dict(exercise.gives_away),
    }


def read(text: str, catalogue: Catalogue) -> ExerciseSet:
    """Return the set written ``text``, with games of ``catalogue``.

    ExerciseError names the exercise that is wrong, and says what was expected. Only the form is
    read: :func:`check` and :func:`read_checked` look at the positions too.
    """
    if len(text) > LONGEST:
        raise ExerciseError(f"expected a set of at most {LONGEST} characters")
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ExerciseError(f"expected a set of exercises as JSON: {error}") from None
    match fields:
        case {"tableside exercises": 1, "game": str(name), "made": dict(), "exercises": [*given]}:
            made = {quoted(key): quoted(str(value)) for key, value in fields["made"].items()}
        case _:
            raise ExerciseError(
                f'expected {{"{FORMAT}": {VERSION}, "game": "NAME", "made": {{...}}, '
                f'"exercises": [...]}}, not {quoted(text)}'
            )
    if not 0 < len(given) <= MOST:
        raise ExerciseError(f"expected one to {MOST} exercises, not {len(given)}")
    return ExerciseSet(name, made, tuple(_exercises(name, given, catalogue)))


def _exercises(name: str, given: Sequence[Any], catalogue: Catalogue) -> Iterator[Exercise]:
    games: dict[str, Game] = {}
    keys: set[str] = set()
    for number, fields in enumerate(given, 1):
        try:
            options = _object(_object(fields).get("options", {}), "options: ")
            known = json.dumps(options)
            if known not in games:
                games[known] = catalogue.load(name, **options)
            exercise = _exercise(games[known], fields)
        except KeyError as error:
            raise ExerciseError(
                f"exercise {number}: expected {FIELDS}; {error} is missing"
            ) from None
        except TypeError as error:
            raise ExerciseError(f"exercise {number}: expected {FIELDS}: {error}") from None
        except ValueError as error:
            raise ExerciseError(f"exercise {number}: {error}") from None
        if exercise.key in keys:
            raise ExerciseError(f"exercise {number}: it is there already")
        keys.add(exercise.key)
        yield exercise


def _exercise(game: Game, fields: Mapping[str, Any]) -> Exercise:
    known = {"options": {}, **fields}
    known.pop("options")
    found, confirmed = known.pop("nodes")
    gives_away = _object(known.pop("gives_away"), "gives_away: ")
    exercise = Exercise(
        game,
        _text(known.pop("position")),
        {_text(name): _share(value) for name, value in gives_away.items()},
        _one_of(EVERY_THEME, "theme", _text(known.pop("theme"))),
        _one_of(LEVELS, "level", known.pop("level")),
        _share(known.pop("found_by")),
        (_count(found), _count(confirmed)),
        _text(known.pop("source")),
    )
    if known:
        raise ValueError(f"expected {FIELDS}, not '{quoted(next(iter(known)))}'")
    shares = list(exercise.gives_away.values())
    if any(one > other for one, other in pairwise(shares)) or not shares or shares[0]:
        raise ValueError("gives_away: expected the best move first, with 0, and then ever more")
    if not any(shares):
        raise ValueError("gives_away: expected a move that gives something away")
    return exercise


def read_checked(text: str, catalogue: Catalogue) -> ExerciseSet:
    """Return the set written ``text`` as :func:`read` does, after a look at each position."""
    found = read(text, catalogue)
    for number, exercise in enumerate(found.exercises, 1):
        try:
            check(exercise)
        except ValueError as error:
            raise ExerciseError(f"exercise {number}: {error}") from None
    return found


def check(exercise: Exercise) -> None:
    """Raise ValueError unless the legal moves are there, all of them and no others."""
    state = exercise.state
    if state.turn is None or state.is_chance:
        raise ValueError("position: expected one in which a seat chooses a move")
    legal = {move.text for move in state.legal_moves()}
    wrong = legal ^ exercise.gives_away.keys()
    if wrong:
        raise ValueError(
            f"gives_away: expected all {len(legal)} legal moves and no others, see "
            f"'{quoted(min(wrong))}'"
        )


def _text(value: Any) -> str:
    if not isinstance(value, str) or HALF.search(value):
        raise ValueError(f"expected a text, not {quoted(repr(value))}")
    return value


def _object(value: Any, what: str = "") -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise ValueError(f"{what}expected an object in braces, not {quoted(repr(value))}")
    return value


def _one_of(known: tuple[Known, ...], what: str, value: object) -> Known:
    """Return ``value`` if it is one of those ``known``, also by type."""
    for each in known:
        if value == each and type(value) is type(each):
            return each
    raise ValueError(f"{what}: expected one of {known}, not {quoted(repr(value))}")


def _share(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise ValueError(f"expected a number from 0 to 1, not {quoted(repr(value))}")
    return float(value)


def _count(value: Any) -> int:
    if type(value) is not int or value < 1:
        raise ValueError(f"nodes: expected two whole numbers from 1 on, not {quoted(repr(value))}")
    return value
