"""The rules of a game that people may choose, and what each seat begins with.

A handicap is what a seat begins with instead of what the others do, for children against adults. A
game says what handicaps it has, as data. For each seat that is an option like any other, so that
records, replays and other tables know it without more.

>>> head_start = Handicap("one_home", "1 piece home", (26, 0, 0, 0), elo=90, margin=30)
>>> [option.name for option in seat_options((head_start,), ("white", "red"))]
['handicap_white', 'handicap_red']
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from games.message import msg
from games.text import quoted

OptionValue = bool | int | str


@dataclass(frozen=True, slots=True)
class Option:
    """A rule that people may choose: its ``default`` value and the ``others``.

    ``title`` is its name in a menu, ``meaning`` is the help: what each value means. ``labels`` are
    what people read for the values, in the order of :attr:`values`; records and the command line
    have the values themselves. Without labels, True and False are yes and no, and numbers stand for
    themselves. ``only_with`` is the name and the value of another option without which this one
    means nothing. ``seat`` is the colour of the one seat that it is about, as a handicap is.
    """

    name: str
    title: str
    default: OptionValue
    others: tuple[OptionValue, ...]
    meaning: str
    labels: tuple[str, ...] = ()
    only_with: tuple[str, OptionValue] | None = None
    seat: str = ""

    @property
    def values(self) -> tuple[OptionValue, ...]:
        """Every value that it may have, the default first."""
        return (self.default, *self.others)

    def label(self, value: OptionValue) -> str | None:
        """Return what people read for ``value``; None if the game does not name its values.

        >>> Option("speed", "Speed", "v1", ("v2",), "How fast.", ("slow", "fast")).label("v2")
        'fast'
        """
        return self.labels[self.values.index(value)] if self.labels else None

    def matters(self, options: Mapping[str, OptionValue]) -> bool:
        """Return whether the option means something in a game with these ``options``.

        >>> option = Option("end", "End", "one", ("two",), "When.", only_with=("mode", "teams"))
        >>> option.matters({"mode": "free"})
        False
        """
        if self.only_with is None:
            return True
        name, value = self.only_with
        return options[name] == value

    def check(self, value: object) -> OptionValue:
        """Return ``value`` if it is one of :attr:`values`, also by type; else raise ValueError."""
        for allowed in self.values:
            if value == allowed and type(value) is type(allowed):
                return allowed
        choices = ", ".join(repr(each) for each in self.values)
        raise ValueError(
            f"option {self.name}: expected one of {choices}, not {quoted(repr(value))}"
        )


def checked(
    known: tuple[Option, ...], given: Mapping[str, object], game: str
) -> dict[str, OptionValue]:
    """Return the value of every option in ``known``: the one ``given``, else its default.

    ValueError if ``game`` has no such option, or the option no such value.
    """
    by_name = {option.name: option for option in known}
    for name in given:
        if name not in by_name:
            choices = ", ".join(by_name) or "none"
            raise ValueError(f"{game} has no option '{quoted(name)}'; its options are: {choices}")
    return {
        name: option.check(given[name]) if name in given else option.default
        for name, option in by_name.items()
    }


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
    "For children against adults: what this player begins with, or may do. The rules say how much"
    " it is worth."
)

NO_HANDICAP: Final = msg("none")
ONE_HOME: Final = msg("1 piece home")
TWO_HOME: Final = msg("2 pieces home")
REPEAT_THROW: Final = msg("repeat a throw")
MAY_REPEAT: Final = msg(
    "Whoever may repeat a throw can throw again instead of playing the last throw, once before"
    " somebody else's turn. What is thrown then counts."
)


class Handicap(NamedTuple):
    """What a seat may begin with: ``start``, written as the game keeps what one seat has.

    It is worth ``elo`` points of Elo's scale to the seat, less than 0 if it makes the game harder,
    give or take a ``margin`` in 19 of 20 cases; a margin of 0 says that nobody has measured it. One
    that ``repeats`` begins as usual, and may repeat a throw once in each turn.
    """

    name: str
    title: str
    start: tuple[int, ...]
    elo: int = 0
    margin: int = 0
    repeats: bool = False


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


def passed_on(
    options: Mapping[str, OptionValue], colours: Sequence[str], before: Sequence[str]
) -> dict[str, OptionValue]:
    """Return ``options`` when those play ``colours`` who had others ``before``.

    A handicap goes along with who has it.

    >>> passed_on({"seats": 2, "handicap_white": "one_home"}, ("white", "red"), ("red", "white"))
    {'seats': 2, 'handicap_red': 'one_home'}
    """
    moved = {
        PREFIX + colour: options[PREFIX + other]
        for colour, other in zip(colours, before, strict=True)
        if options.get(PREFIX + other, NONE) != NONE
    }
    return {**without(options), **moved}
