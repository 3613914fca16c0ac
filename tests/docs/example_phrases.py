"""The controlled English of example turns: every sentence that they may have, and what it claims.

The sentences are data in the folder ``phrases``, in English and Russian: those of all games, those
of races that are data, and those of single games. Each names its claims, which are functions of
this module and of those beside it. The gaps of a phrase come in the same order in every language.
A new language is a new field.
"""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import games
from games.race.game import RaceGame
from tests.docs import example_board as board
from tests.docs import example_race as race
from tests.docs import example_turn as rules
from tests.docs.example_turn import Telling, Words

WORDS: Mapping[str, Words] = {
    "en": Words(
        {each: each for each in ("white", "black", "red", "blue", "yellow", "green")},
        {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "seven": 7},
    ),
    "ru": Words(
        {
            "бел": "white",
            "чёрн": "black",
            "красн": "red",
            "син": "blue",
            "жёлт": "yellow",
            "зелён": "green",
        },
        {
            "один": 1,
            "одна": 1,
            "две": 2,
            "три": 3,
            "четыре": 4,
            "пять": 5,
            "семь": 7,
            "единица": 1,
            "единицы": 1,
            "двойка": 2,
            "четвёрка": 4,
            "шестёрка": 6,
            "восьмёрка": 8,
            "десятка": 10,
        },
    ),
}


class Phrase(NamedTuple):
    """A sentence in each language, and its claim, which gets what fills the gaps.

    ``tells`` are words of a file with a race that the sentence is about, ``example`` is where it is
    true: in a ``part`` of the picture of a ``word`` and in those that it is true of ``also``, or
    ``before`` so many of its last actions.
    """

    claim: Callable[..., None]
    en: str
    ru: str
    tells: Sequence[str] = ()
    example: Mapping[str, Any] = MappingProxyType({})


def both(*claims: Callable[..., None]) -> Callable[..., None]:
    """Return the claim that makes all ``claims`` of the same gaps."""

    def claim(telling: Telling, *gaps: str) -> None:
        for each in claims:
            each(telling, *gaps)

    return claim


def one_stands(telling: Telling, seat: str, square: str) -> None:
    rules.stand(telling, 1, seat, square)


def horses_stand(telling: Telling, *squares: str) -> None:
    board.kinds_stand(telling, "horse", *squares)


def begins(telling: Telling, seat: str, *rest: str) -> None:
    rules.begins(telling, seat)


def reaches(telling: Telling, seat: str, *gaps: str) -> None:
    rules.captures_with(telling, seat, list(zip(gaps[::2], gaps[1::2], strict=True)))


def yellow_and_start(telling: Telling, seat: str, one: str, other: str, number: str) -> None:
    rules.stand(telling, 1, seat, one, other)
    rules.starts_hold(telling, telling.number(number), seat)


def distance(telling: Telling, *gaps: str) -> None:
    number, origin, square, many, seat = gaps
    rules.distance(telling, number, origin, square)
    rules.stand(telling, telling.number(many), seat, square)


def captures_both(telling: Telling, seat: str, move: str) -> None:
    rules.plays(telling, seat, move)
    assert sum(piece.count for piece in telling.moves[-1].captures) == 2


def back_in_hand(telling: Telling, seat: str) -> None:
    rules.to_hand(telling, sum(piece.count for piece in telling.moves[-1].captures), seat)


def one_instead(telling: Telling, seat: str, square: str, gone: str) -> None:
    rules.stand(telling, 1, seat, square)
    rules.stand(telling, 0, gone, square)
    rules.captured(telling, 2, gone)


def may_return(telling: Telling, seat: str, number: str, square: str, enemy: str) -> None:
    rules.enters_and_captures(telling, seat, number, square, enemy)
    rules.comes_after(telling, seat, 2)


def void(telling: Telling, seat: str, *numbers: str) -> None:
    rules.acts(telling, seat)
    rules.nothing_on_course(telling, seat)
    rules.first_are_void(telling, *numbers)


def same_piece(telling: Telling, first: str, second: str) -> None:
    before = telling.moves[-1].path[-1]
    rules.plays_on(telling, first, second)
    origins = [each.steps[-1].origin for each in telling.moves[-2:]]
    assert origins == [before, telling.moves[-2].path[-1]]
    assert telling.state.pending == ()


def stops_on_palace(telling: Telling, square: str, seat: str) -> None:
    assert telling.moves[-2].path[-1] == square
    rules.is_palace(telling, seat, square)


def throws_and_passes(telling: Telling, seat: str, thrown: str, move: str) -> None:
    rules.throws(telling, seat, f"`{thrown}`")
    rules.is_void_without(telling, "1", seat, move)


def in_corner(telling: Telling, seat: str, square: str) -> None:
    rules.stand(telling, 1, seat, square)
    rules.is_corner(telling, square)


def captured_to_hand(telling: Telling, seat: str) -> None:
    rules.captured(telling, 1, seat)
    rules.to_hand(telling, 1, seat)


def safe_in_palace(telling: Telling, seat: str) -> None:
    rules.captured(telling, 1, seat)
    (enemy,) = telling.at(telling.moves[-1].path[-1])
    rules.is_safe_in_palaces(telling, telling.seats[enemy.holder], seat)


def moved_and_in_hand(telling: Telling, seat: str, square: str, enemy: str) -> None:
    rules.stand(telling, 1, seat, square)
    rules.captured(telling, 1, enemy)
    who = telling.seat(enemy).index
    assert {piece.place for piece in telling.state.pieces() if piece.seat == who} == {"hand"}


def on_first_track(telling: Telling, seat: str, square: str) -> None:
    board.on_track(telling, seat, 1, square)


def on_track_of_second(telling: Telling, enemy: str, seat: str) -> None:
    rules.moved_last(telling, enemy)
    board.on_track_of_second(telling, enemy, seat)


def third_and_first(telling: Telling, seat: str, square: str, enemy: str, other: str) -> None:
    board.on_track(telling, seat, 3, square)
    board.on_track(telling, enemy, 1, other)


def meets(telling: Telling, seat: str, dots: str, enemy: str) -> None:
    rules.acts(telling, seat)
    board.has_dots(telling, seat, 3, dots)
    board.step_meets(telling, seat, 3, 1, enemy)


def second_and_below(telling: Telling, seat: str, square: str, enemy: str) -> None:
    board.on_track(telling, seat, 2, square)
    board.stands_below(telling, square, enemy)


def over_soldier(telling: Telling, screen: str, seat: str, target: str) -> None:
    board.aims(telling, screen, target)
    (cannon,) = telling.at(telling.moves[-1].path[-1])
    board.kind_on(telling, "soldier", telling.seats[cannon.holder], screen)
    board.kind_on(telling, "soldier", seat, target)


def cannon_behind(telling: Telling, seat: str, square: str, screen: str) -> None:
    board.kind_on(telling, "cannon", seat, square)
    board.kind_on(telling, "soldier", seat, screen)


def horse(telling: Telling, seat: str, move: str) -> None:
    board.kind_moves(telling, "horse", seat, move)


def guards(telling: Telling, square: str) -> None:
    board.guards(telling, square, telling.moves[0].path[-1])


def throws_again(telling: Telling, square: str, mark: str, seat: str, thrown: str) -> None:
    """The last move ended on ``square``, which has a mark of that kind and gives a throw."""
    assert telling.moves[-1].path[-1] == square
    assert any(mark in name for name in telling.marks(square))
    rules.throws(telling, seat, thrown)


def rosette_gives_throw(telling: Telling, square: str, seat: str, thrown: str) -> None:
    throws_again(telling, square, "rosette", seat, thrown)


def two_stand(telling: Telling, number: str, seat: str, square: str) -> None:
    rules.stand(telling, telling.number(number), seat, square)


def hit_to_bar(telling: Telling, seat: str, square: str) -> None:
    victims = [victim for move in telling.moves[-2:] for victim in move.captures]
    assert [(v.seat, v.place) for v in victims] == [(telling.seat(seat).index, square)]
    rules.stand(telling, 1, seat, "bar")


def stands_and_on_bar(telling: Telling, seat: str, square: str, enemy: str) -> None:
    rules.stand(telling, 1, seat, square)
    rules.stand(telling, 1, enemy, "bar")


def cannot_come_in(telling: Telling, square: str, number: str, seat: str, enemy: str) -> None:
    rules.stand(telling, telling.number(number), seat, square)
    rules.stand(telling, 1, enemy, "bar")
    assert [str(move) for move in telling.state.legal_moves()] == ["pass"]


def number_gives_throw(telling: Telling, number: str, seat: str, thrown: str) -> None:
    """The last throw was ``number``, and its seat throws again."""
    assert telling.thrown[-1] == str(telling.number(number))
    rules.throws(telling, seat, thrown)


def all_pass(telling: Telling, *gaps: str) -> None:
    """Each of these seats throws, and cannot even bring a piece in."""
    for seat, thrown in zip(gaps[::2], gaps[1::2], strict=True):
        rules.throws(telling, seat, f"`{thrown}`")
        rules.nothing_on_course(telling, seat)
        rules.passes(telling, "pass")


def have_passed(telling: Telling, text: str) -> None:
    assert [move.text for move in telling.moves[-3:]] == [text] * 3


def on_start_of(telling: Telling, seat: str, other: str) -> None:
    """The last piece that moved is of ``seat``, and ``other`` enters where it stands."""
    square = next(move for move in reversed(telling.moves) if move.path).path[-1]
    rules.stand(telling, 1, seat, square)
    acting = telling.seat(other).index
    entering = telling.state.game.start(acting)
    moves = entering.apply(entering.parse("6")).legal_moves()
    assert [move.path[-1] for move in moves] == [square]


FOLDER = Path(__file__).with_name("phrases")
COMMON, RACE = "common", "race"
MODULES = (board, rules, race)


def phrases_of(game: str) -> Sequence[Phrase]:
    """Return the sentences that the example turn of ``game`` may have."""
    is_race = issubclass(games.kind(game), RaceGame)
    return [*phrases_in(COMMON), *(phrases_in(RACE) if is_race else ()), *phrases_in(game)]


@cache
def phrases_in(name: str) -> Sequence[Phrase]:
    """Return the sentences in the file ``name``, none if there is no such file."""
    path = FOLDER / f"{name}.toml"
    if not path.is_file():
        return ()
    found = tomllib.loads(path.read_text(encoding="utf-8"))["phrase"]
    return [read_phrase(each) for each in found]


def read_phrase(found: Mapping[str, Any]) -> Phrase:
    """Return the sentence that a table of a file has ``found``."""
    claims = [claim_named(name) for name in found["claims"]]
    about = found.get("tells", ()), found.get("example", {})
    return Phrase(both(*claims), found["en"], found["ru"], *about)


def claim_named(name: str) -> Callable[..., None]:
    """Return the claim ``name``: a function of this module, or of one of those beside it."""
    places = (globals(), *map(vars, MODULES))
    found: Callable[..., None] | None = next((each[name] for each in places if name in each), None)
    assert found is not None, f"expected a claim of tests/docs/example_*.py, not {name}"
    return found
