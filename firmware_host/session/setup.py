"""The setup of a game: which game, its options, who begins and who plays at which seat.

The seats follow from two answers: how many people play, and who takes the other seats. The options
of a game are also a table in its rule sheet, in the words of the device.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from typing import Final, Self

from msgspec import Struct, field
from msgspec.structs import replace

from firmware_host.session import names
from firmware_host.session.seats import (
    FAR,
    MACHINES,
    PHONE,
    PLAYERS,
    SHORT_FOR,
    Player,
    Seats,
    chosen,
    parse_player,
)
from firmware_host.storage.records import JournalRecord, Value
from firmware_host.text.translator import Language
from games import new_defaults
from games.core import Catalogue, Game
from games.equipment import Seat
from games.message import msg
from games.options import NO_HANDICAP, NONE, Handicap, Option, OptionValue, passed_on
from hardware.untrusted_input import written

OPTION_PREFIX = "option."
DRAWN = "drawn"
EXERCISE = "position"
POSITION = "begins"
LINK = "link"
ARRANGED = "with."
"""What features arranged for a game stands in its record under names that begin so."""

PERSONS: Final = "persons"
"""What is arranged under this name are the names of people, a line for each seat: those with which
a game was shared that was played elsewhere. What is played here has none."""


Order = tuple[int, ...]
"""For each seat, at which seat whoever plays there next has played."""


def next_colours(seats: int) -> Order:
    """Return the order in which everybody plays the next of so many ``seats``.

    >>> next_colours(4)
    (3, 0, 1, 2)
    """
    return (seats - 1, *range(seats - 1))


class Setup(Struct, frozen=True):
    """The id of a ``game``, its ``options``, the ``first`` seat, and the ``players`` by seat.

    Seats without a named player are played by persons. ``first`` is None until it has been drawn
    by lot; ``is_drawn`` tells afterwards that it was. ``position`` is the position text from which
    play begins, empty for the start of the game; ``is_exercise`` says that one move is asked there.
    ``link`` names a game that is played with another table, empty for others: no two of them have
    the same name. ``arranged`` is what features arranged for this game, each under its name.
    """

    game: str
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    first: int | None = 0
    players: tuple[Player, ...] = ()
    is_drawn: bool = False
    position: str = ""
    is_exercise: bool = False
    link: str = ""
    arranged: Mapping[str, str] = field(default_factory=dict)

    def drawn(self, first: int) -> Self:
        """Return the same set-up after the lot has fallen on the seat ``first``."""
        return replace(self, first=first, is_drawn=True)

    def again(self) -> Self:
        """Return the same set-up for another game: what was drawn by lot is open again.

        So is the strength of machines that follow people, and what features arrange for a game.

        >>> Setup("squadro", first=None).drawn(1).again() == Setup("squadro", first=None)
        True
        """
        setup = replace(self, players=tuple(map(chosen, self.players)), link="", arranged={})
        return replace(setup, first=None, is_drawn=False) if self.is_drawn else setup

    @property
    def persons(self) -> tuple[str, ...]:
        """The names of people by seat with which this game was shared, empty where one has none.

        >>> Setup("squadro", arranged={PERSONS: "Eva"}).persons, Setup("squadro").persons
        (('Eva',), ())
        """
        return tuple(self.arranged[PERSONS].split("\n")) if PERSONS in self.arranged else ()

    def from_start(self) -> Self:
        """Return the same set-up for another game that begins as all games do."""
        return replace(self.again(), position="", is_exercise=False)

    def passed_on(self, game: Game, order: Order) -> Self:
        """Return the same set-up of ``game`` when people change seats in this ``order``.

        A handicap goes along with the person who has it.
        """
        colours = [seat.colour for seat in game.seats]
        before = [colours[seat] for seat in order]
        return replace(self, options=passed_on(self.options, colours, before))

    def record(self) -> JournalRecord:
        """Return the record that begins a session with this setup.

        It names each option whose default is new: records without it are of games from before.
        """
        renewed = {name: default.now for name, default in new_defaults(self.game).items()}
        all_options = {**renewed, **self.options}
        options = {OPTION_PREFIX + name: value for name, value in all_options.items()}
        return {
            "begin": self.game,
            "first": self.first,
            "players": " ".join(self.players),
            **({DRAWN: True} if self.is_drawn else {}),
            **({self._of_position: self.position} if self.position else {}),
            **({LINK: self.link} if self.link else {}),
            **{ARRANGED + name: text for name, text in self.arranged.items()},
            **options,
        }

    @property
    def _of_position(self) -> str:
        """What the position is called in a record."""
        return EXERCISE if self.is_exercise else POSITION

    @classmethod
    def read(cls, record: JournalRecord) -> Self:
        """Return the setup that :meth:`record` wrote; raise ValueError for any other record."""
        match dict(record):
            case {"begin": str(game), "first": int(first), "players": str(text), **rest} if (
                type(first) is int
            ):
                players = tuple(parse_player(name) for name in text.split())
                is_drawn = rest.pop(DRAWN, False) is True
                is_exercise = EXERCISE in rest
                position = str(rest.pop(EXERCISE, "") or rest.pop(POSITION, ""))
                link = str(rest.pop(LINK, ""))
                arranged = dict(_pop_arranged(rest))
                options = _meant(game, dict(_read_options(rest)))
                begins = (first, players, is_drawn, position, is_exercise)
                return cls(game, options, *begins, link, arranged)
        raise ValueError(f"expected the record that begins a game, got {written(dict(record))}")


def _meant(game: str, options: Mapping[str, OptionValue]) -> Mapping[str, OptionValue]:
    """Return the ``options`` that a record of ``game`` means, without those of today's rules."""
    defaults = new_defaults(game)
    before = {name: default.before for name, default in defaults.items()}
    now = {(name, default.now) for name, default in defaults.items()}
    return dict(each for each in {**before, **options}.items() if each not in now)


def _pop_arranged(fields: dict[str, Value]) -> Iterator[tuple[str, str]]:
    """Take from ``fields`` what features arranged, whether or not these are here; yield it."""
    for name in [name for name in fields if name.startswith(ARRANGED)]:
        yield name.removeprefix(ARRANGED), str(fields.pop(name))


def _read_options(fields: JournalRecord) -> Iterator[tuple[str, OptionValue]]:
    for name, value in fields.items():
        if not name.startswith(OPTION_PREFIX) or not isinstance(value, bool | int | str):
            raise ValueError(f"expected an option of a game, got {written(name)}: {written(value)}")
        yield name.removeprefix(OPTION_PREFIX), value


PERSON, NOBODY = PLAYERS[0], PLAYERS[-1]
USUAL_LEVEL: Final = SHORT_FOR["machine"]

OTHERS: Final[tuple[Player, ...]] = (*MACHINES, NOBODY)
"""Who may take the seats that no person has."""


def game_of(setup: Setup, catalogue: Catalogue) -> Game:
    """Return the game of ``setup``; it is loaded once, as each line of a list asks for it."""
    return _load(catalogue.kind(setup.game), tuple(setup.options.items()))


@lru_cache(maxsize=8)
def _load(kind: type[Game], options: tuple[tuple[str, OptionValue], ...]) -> Game:
    return kind(**dict(options))


def usual_setup(kind: type[Game]) -> Setup:
    """Return how a game of this ``kind`` is first offered: people everywhere, begun by its rule."""
    return Setup(kind.name, first=None if kind.begins.by_lot else 0)


def shared_setup(setup: Setup, catalogue: Catalogue) -> Setup:
    """Return ``setup`` with people on half of the seats, and the other table on the others."""
    people = len(game_of(setup, catalogue).seats) // 2
    return Lineup(people, FAR).seated(setup, catalogue) or setup


def with_options(setup: Setup, options: Mapping[str, OptionValue], catalogue: Catalogue) -> Setup:
    """Return ``setup`` with other ``options``; who sits on a side of the board stays there.

    A side that the board did not have before gets a person. Who begins stays too, unless that seat
    is gone; so does a handicap. Nobody leaves a seat empty if that would be too many.
    """
    before = game_of(setup, catalogue)
    after = game_of(replace(setup, options=options), catalogue)
    players = Seats.of(before, setup.players).players
    sitting = {seat.side: players[seat.index] for seat in before.seats}
    staying = tuple(sitting.get(seat.side, PERSON) for seat in after.seats)
    if not may_sit(after, staying):
        staying = tuple(PERSON if player == NOBODY else player for player in staying)
    first = None if setup.first is None else _seat_at(before.seats[setup.first], after)
    return with_players(replace(setup, options=options, first=first), staying, after)


def with_players(setup: Setup, players: tuple[Player, ...], game: Game) -> Setup:
    """Return ``setup`` of ``game`` with ``players``, without handicaps where nobody plays."""
    gone = {option.name for option in game.OPTIONS if option.seat}
    gone -= {*handicap_options(game, players)}
    options = {name: value for name, value in setup.options.items() if name not in gone}
    return replace(setup, options=options, players=players)


def handicap_options(game: Game, players: tuple[Player, ...]) -> Mapping[str, Option]:
    """Return the options that say with what each seat of ``game`` begins that ``players`` play."""
    sitting = zip(game.seats, Seats.of(game, players).players, strict=True)
    colours = [seat.colour for seat, player in sitting if player != NOBODY]
    return {option.name: option for option in game.OPTIONS if option.seat in colours}


def seats_of_people(setup: Setup, catalogue: Catalogue) -> tuple[Seat, ...]:
    """Return the seats that people play in the game of ``setup``, here or on a phone."""
    game = game_of(setup, catalogue)
    players = zip(game.seats, Seats.of(game, setup.players).players, strict=True)
    return tuple(seat for seat, player in players if player in ("person", PHONE))


def may_sit(game: Game, players: tuple[Player, ...]) -> bool:
    """Return whether ``game`` can be played by ``players``."""
    try:
        Seats.of(game, players)
    except ValueError:
        return False
    return True


def _seat_at(seat: Seat, game: Game) -> int | None:
    """Return the index of the seat of ``game`` on the same side as ``seat``; None if it is gone."""
    return next((each.index for each in game.seats if each.side == seat.side), None)


class Lineup(Struct, frozen=True):
    """So many ``people``; the ``others`` are machines of one level, or nobody."""

    people: int
    others: Player = USUAL_LEVEL

    @classmethod
    def of(cls, setup: Setup, catalogue: Catalogue) -> Self:
        """Return who sits at the table of ``setup``.

        Where the other seats differ, ``others`` is who takes most of them.
        """
        game = game_of(setup, catalogue)
        seats = Seats.of(game, setup.players)
        others = Counter(player for player in seats.players if player in (*OTHERS, FAR))
        if not others and len(game.seats) < most_seats(setup, catalogue):
            return cls(len(seats.persons), NOBODY)
        return cls(len(seats.persons), *(player for player, _ in others.most_common(1)))

    def seated(self, setup: Setup, catalogue: Catalogue) -> Setup | None:
        """Return ``setup`` with these players; None if the game cannot be played so.

        Nobody leaves the fewest seats empty that the game allows: a game that may have fewer seats
        gets fewer. Persons sit in different teams if they can, and else as far apart as they can.
        """
        kind = catalogue.kind(setup.game)
        options = dict(setup.options)
        if kind.SEATS_OPTION and not setup.position:
            counts = next(o for o in kind.OPTIONS if o.name == kind.SEATS_OPTION)
            is_smaller = self.others == NOBODY and self.people in counts.values
            options[kind.SEATS_OPTION] = self.people if is_smaller else counts.default
        seated = with_options(setup, options, catalogue)
        game = game_of(seated, catalogue)
        players = self._players(game, setup)
        return with_players(seated, players, game) if may_sit(game, players) else None

    def _players(self, game: Game, setup: Setup) -> tuple[Player, ...]:
        """Return who sits where: in a position, a person where somebody has to act now."""
        around, wanted = len(game.seats), setup.first if setup.position else None

        def fitness(seats: tuple[Seat, ...]) -> tuple[tuple[int, int], bool]:
            return _apart(seats, around), any(seat.index == wanted for seat in seats)

        persons = max(combinations(game.seats, self.people), key=fitness)
        return tuple(PERSON if seat in persons else self.others for seat in game.seats)


def most_seats(setup: Setup, catalogue: Catalogue) -> int:
    """Return how many seats the game of ``setup`` has at most, whatever its options are.

    A position has those that it has.
    """
    return len(game_of(setup if setup.position else Setup(setup.game), catalogue).seats)


def others_possible(
    people: int, setup: Setup, catalogue: Catalogue, *, is_linked: bool = False
) -> tuple[Player, ...]:
    """Return who may take the seats that ``people`` leave in the game of ``setup``.

    At a table that ``is_linked``, those at the other table may.
    """
    lineups = (Lineup(people, others) for others in ((FAR, *OTHERS) if is_linked else OTHERS))
    return tuple(each.others for each in lineups if each.seated(setup, catalogue) is not None)


def _apart(seats: tuple[Seat, ...], around: int) -> tuple[int, int]:
    """Return in how many teams ``seats`` are, and how far the closest sit ``around`` the table."""
    steps = [after.index - before.index for before, after in combinations(seats, 2)]
    closest = min((min(step, around - step) for step in steps), default=0)
    return len({seat.team for seat in seats}), closest


OPTION = msg("option")

VALUES = msg("values")

MEANING = msg("meaning")


HANDICAP = msg("handicap")

WORTH = msg("worth, in points of Elo")

ELO = "{elo:+} ± {margin}"


def option_table(kind: type[Game], say: Language) -> str:
    """Return the options of ``kind`` as a table in Markdown, each with its names in brackets.

    Titles, values and help are those of the device; the names are those of records and commands.
    """
    rows = [
        (_named(option, say), ", ".join(_values(option, say)), say(option.meaning))
        for option in kind.OPTIONS
        if not option.seat
    ]
    return _table((say(OPTION), say(VALUES), say(MEANING)), rows)


def handicap_table(kind: type[Game], say: Language) -> str:
    """Return the handicaps of ``kind`` and what each is worth, then the options that choose them.

    An option for each seat chooses one.
    """
    options = ", ".join(_named(option, say) for option in kind.OPTIONS if option.seat)
    rows = [(f"{say(each.title)} (`{each.name}`)", _worth(each)) for each in kind.HANDICAPS]
    none = f"{say(NO_HANDICAP)} (`{NONE}`)", "0"
    return "\n\n".join((_table((say(HANDICAP), say(WORTH)), (none, *rows)), f"{options}."))


def _worth(which: Handicap) -> str:
    return ELO.format(elo=which.elo, margin=which.margin) if which.margin else "?"


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = (f"| {' | '.join(cells)} |" for cells in (head, *rows))
    first, *others = lines
    return "\n".join((first, "|---" * len(head) + "|", *others))


def _named(option: Option, say: Language) -> str:
    return f"{say(option.title)} (`{option.name}`)"


def _values(option: Option, say: Language) -> Iterator[str]:
    for value in option.values:
        word = say(names.option_value(option, value))
        yield f"`{value}`" if word == str(value) else f"{word} (`{value}`)"
