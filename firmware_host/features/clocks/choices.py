"""What people choose about the time to think, before a game; and lengths of time in words."""

from collections.abc import Mapping
from typing import Final, Literal, get_args

from firmware_host.base.registry import Fact
from firmware_host.features.clocks.counting import NAME, SECOND, AtZero, ClockRules, Kind
from firmware_host.session.seats import FAR
from firmware_host.session.setup import Setup
from firmware_host.table.context import SceneContext
from firmware_host.table.scenes.additions import SettingLine
from firmware_host.table.scenes.settings import seconds
from games.message import Message, msg


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
