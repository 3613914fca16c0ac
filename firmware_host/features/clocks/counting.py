"""What people choose about the time to think; and how much is left, from what a game has noted.

While a seat thinks, each record notes how long it has thought so far, in milliseconds, as
``note.clock``. Nothing else is kept: what is taken back gives its time back by itself. Times are
milliseconds here.
"""

from collections.abc import Mapping
from typing import Final, Literal, Self, get_args

from msgspec import Struct

from firmware_host.base.registry import Fact
from firmware_host.session.seats import FAR
from firmware_host.session.session import NOTED, Session
from firmware_host.session.setup import Setup
from firmware_host.storage.records import JournalRecord
from firmware_host.table.context import SceneContext
from firmware_host.table.scenes.additions import SettingLine
from firmware_host.table.scenes.settings import seconds
from games.message import Message, msg

NAME: Final = "clock"
"""Under this name stands what was arranged for a game, and what is noted of its moves."""

SECOND: Final = 1000
STOPPED: Final = "stopped"

Kind = Literal["reminder", "move", "seat"]
AtZero = Literal["reminder", "machine", "loss"]


class ClockRules(Struct, frozen=True):
    """What was arranged for a game: the ``kind`` of clock, its ``seconds``, and what ends them.

    The seconds are those after which people are reminded, those for each throw and move, or those
    of a seat for the whole game. At the end of a turn, ``added`` seconds are added to these.
    """

    kind: Kind
    seconds: int
    added: int = 0
    at_zero: AtZero = "reminder"

    @property
    def text(self) -> str:
        """The rules as they stand in the record of a game.

        >>> ClockRules("seat", 600, 5, "loss").text
        'seat 600 5 loss'
        """
        return f"{self.kind} {self.seconds} {self.added} {self.at_zero}"

    @classmethod
    def of(cls, session: Session | None) -> Self | None:
        """Return the rules of the game in ``session``; None if nobody counts its time."""
        text = "" if session is None else session.setup.arranged.get(NAME, "")
        match text.split():
            case [kind, seconds, added, zero] if (
                kind in get_args(Kind) and zero in get_args(AtZero)
            ) and (seconds.isdecimal() and added.isdecimal() and len(seconds + added) < 12):
                return cls(kind, int(seconds), int(added), zero)  # type: ignore[arg-type]
        return None


class Noted(Struct, frozen=True):
    """What a game notes of the present position: how long the seat has thought, and if it stopped.

    A clock that was not stopped ran when the last record was written.
    """

    spent: int = 0
    is_stopped: bool = False

    @classmethod
    def at(cls, session: Session, index: int = -1) -> Self | None:
        """Return what ``session`` notes of the state with this ``index``; None if nothing."""
        spent, _, stopped = str(session.notes[index].get(NAME, "")).partition(" ")
        return cls(int(spent), stopped == STOPPED) if spent.isdecimal() else None

    @property
    def record(self) -> JournalRecord:
        """The record that is nothing but this note."""
        return {NOTED + NAME: f"{self.spent} {STOPPED}" if self.is_stopped else f"{self.spent}"}


def left_before(session: Session, rules: ClockRules) -> list[int]:
    """Return what each seat had left when the present position came about."""
    left = [rules.seconds * SECOND] * len(session.game.seats)
    if rules.kind != "seat":
        return left
    for index, state in enumerate(session.states[:-1]):
        seat, noted = state.turn, Noted.at(session, index)
        if seat is not None and noted is not None:
            is_end_of_turn = session.states[index + 1].turn != seat
            left[seat] = max(0, left[seat] - noted.spent) + is_end_of_turn * rules.added * SECOND
    return left


def counts(session: Session) -> bool:
    """Return whether a person has to think in ``session``, and not only to move pieces."""
    turn = session.state.turn
    if turn is None or session.is_over or session.is_abandoned or session.hand_steps.due:
        return False
    return turn in session.seats.persons


def clock_face(left: int) -> str:
    """Return a time that is ``left`` as a clock shows it: 0:00 only when it is up.

    >>> clock_face(600_000), clock_face(59_001), clock_face(1), clock_face(0)
    ('10:00', '1:00', '0:01', '0:00')
    """
    minutes, seconds = divmod(-(-left // SECOND), 60)
    return f"{minutes}:{seconds:02}"


class ClocksChosen(Fact, frozen=True):
    """How time is counted in the next game: see :class:`ClockRules`."""

    clock: Literal["off"] | Kind = "off"
    clock_seconds: str = "60"
    clock_minutes: str = "15"
    clock_added: str = "0"
    clock_zero: AtZero = "reminder"


CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "clock": ("off", *get_args(Kind)),
    "clock_seconds": ("15", "30", "45", "60", "90", "120", "180", "300", "600"),
    "clock_minutes": ("3", "5", "10", "15", "20", "30", "45", "60", "90"),
    "clock_added": ("0", "2", "5", "10", "20", "30"),
    "clock_zero": get_args(AtZero),
}

IN_MINUTES: Final = msg("{minutes} min")

KINDS: Final[Mapping[str, str]] = {
    "off": msg("no"),
    "reminder": msg("reminder"),
    "move": msg("for each move"),
    "seat": msg("for each player"),
}
ZEROS: Final[Mapping[AtZero, str]] = {
    "reminder": msg("notice only"),
    "machine": msg("machine moves"),
    "loss": msg("loss"),
}
CLOCK: Final = SettingLine(
    "clock",
    msg("Clock"),
    msg(
        "From the next game on. Reminder: a quiet notice. For each move: a limit for each throw and"
        " move. For each player: a clock for the whole game."
    ),
    lambda kind: Message.of(KINDS[kind]),
)
SECONDS: Final = SettingLine(
    "clock_seconds",
    msg("Time for a move"),
    msg("How long a player may think about each throw and each move."),
    lambda count: in_words(int(count) * SECOND),
)
MINUTES: Final = SettingLine(
    "clock_minutes",
    msg("Time for a game"),
    msg("How long each player may think in the whole game."),
    lambda count: Message.of(IN_MINUTES, minutes=count),
)
ADDED: Final = SettingLine(
    "clock_added",
    msg("Added each turn"),
    msg("Added to a player's clock at the end of each turn."),
    seconds,
)
ZERO: Final = SettingLine(
    "clock_zero",
    msg("At zero"),
    msg(
        "Notice only: the game goes on. Machine moves: it throws and moves for the player. Loss:"
        " the player loses; if the rules allow it, the others play on."
    ),
    lambda zero: Message.of(ZEROS[zero]),
)
LINES: Final[Mapping[str, tuple[SettingLine, ...]]] = {
    "off": (CLOCK,),
    "reminder": (CLOCK, SECONDS),
    "move": (CLOCK, SECONDS, ZERO),
    "seat": (CLOCK, MINUTES, ADDED, ZERO),
}


def in_words(milliseconds: int) -> Message:
    """Return a length of time as it is read, and heard: in seconds, or in minutes.

    >>> str(in_words(90_000)), str(in_words(120_000))
    ('90 s', '2 min')
    """
    whole = -(-milliseconds // SECOND)
    if whole and whole % 60 == 0:
        return Message.of(IN_MINUTES, minutes=whole // 60)
    return seconds(str(whole))


def arrange(setup: Setup, context: SceneContext) -> Mapping[str, str]:
    """Return the rules of the game that begins; two tables have no clock in common."""
    chosen = context.preferences.of(ClocksChosen)
    if chosen.clock == "off" or FAR in setup.players:
        return {}
    rules = ClockRules(chosen.clock, int(chosen.clock_seconds))
    if chosen.clock == "seat":
        rules = ClockRules("seat", int(chosen.clock_minutes) * 60, int(chosen.clock_added))
    if chosen.clock != "reminder":
        rules = ClockRules(rules.kind, rules.seconds, rules.added, chosen.clock_zero)
    return {NAME: rules.text}
