"""A handicap: what a seat begins with instead of what the others do, for children against adults.

A game says what handicaps it has, as data. For each seat that is an option like any other, so that
records, replays and other tables know it without more.

>>> head_start = Handicap("one_home", "1 piece home", (26, 0, 0, 0), elo=90, margin=30)
>>> [option.name for option in seat_options((head_start,), ("white", "red"))]
['handicap_white', 'handicap_red']
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from games.message import msg
from games.options import Option, OptionValue

NONE: Final = "none"
"""The value of the option with which a seat begins as usual."""
PREFIX: Final = "handicap_"

HANDICAP: Final = msg("Handicap")
TITLES: Final[Mapping[str, str]] = {
    "white": msg("White's handicap"),
    "black": msg("Black's handicap"),
    "red": msg("Red's handicap"),
    "blue": msg("Blue's handicap"),
    "yellow": msg("Yellow's handicap"),
    "green": msg("Green's handicap"),
}
MEANING: Final = msg(
    "For children against adults: what this player begins with. The rules say how much it is worth."
)

NO_HANDICAP: Final = msg("none")
ONE_HOME: Final = msg("1 piece home")
TWO_HOME: Final = msg("2 pieces home")


class Handicap(NamedTuple):
    """What a seat may begin with: ``start``, written as the game keeps what one seat has.

    It is worth ``elo`` points of Elo's scale to the seat, less than 0 if it makes the game harder,
    give or take a ``margin`` in 19 of 20 cases; a margin of 0 says that nobody has measured it.
    """

    name: str
    title: str
    start: tuple[int, ...]
    elo: int = 0
    margin: int = 0


def seat_options(handicaps: Sequence[Handicap], colours: Iterable[str]) -> tuple[Option, ...]:
    """Return an option for the seat of each of ``colours``; none where there are no handicaps."""
    names = tuple(each.name for each in handicaps)
    labels = (NO_HANDICAP, *(each.title for each in handicaps))
    return tuple(
        Option(PREFIX + colour, TITLES[colour], NONE, names, MEANING, labels, seat=colour)
        for colour in colours
        if handicaps
    )


def without(options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Return the ``options`` that are no handicaps: they alone decide the rules."""
    return {name: value for name, value in options.items() if not name.startswith(PREFIX)}


def told(options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Return ``options`` as records have them: a seat that begins as usual is not named."""
    return {
        name: value
        for name, value in options.items()
        if not name.startswith(PREFIX) or value != NONE
    }


def passed_on(options: Mapping[str, OptionValue], colours: Sequence[str]) -> dict[str, OptionValue]:
    """Return ``options`` when everybody plays the next of ``colours``: a handicap goes along.

    >>> passed_on({"seats": 2, "handicap_white": "one_home"}, ("white", "red"))
    {'seats': 2, 'handicap_red': 'one_home'}
    """
    before = (colours[-1], *colours[:-1])
    moved = {
        PREFIX + colour: options[PREFIX + other]
        for colour, other in zip(colours, before, strict=True)
        if options.get(PREFIX + other, NONE) != NONE
    }
    return {**without(options), **moved}
