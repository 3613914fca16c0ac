"""What the standard words of the grammar are called at the table, in need of translation only."""

from collections.abc import Mapping, Sequence

from firmware_host.session.hand_steps import Correction, SessionAction
from firmware_host.session.seats import Player
from games import players
from games.actions import PASS, Choice, Move
from games.core import Outcome
from games.equipment import HAND, OFF, RESERVE, Piece, Seat
from games.errors import Refusal
from games.message import Message, msg
from games.options import OptionValue

Ways = list[list[Choice]]

COLOURS: Mapping[str, str] = {
    "white": msg("white"),
    "black": msg("black"),
    "red": msg("red"),
    "blue": msg("blue"),
    "yellow": msg("yellow"),
    "green": msg("green"),
}
PLACES: Mapping[str, str] = {HAND: msg("hand"), OFF: msg("off"), RESERVE: msg("reserve")}
PLAYERS: Mapping[Player, str] = {
    "person": msg("person"),
    **{level.name: level.title for level in players.LEVELS},
    "nobody": msg("nobody"),
}
ANSWERS: Mapping[bool, str] = {True: msg("yes"), False: msg("no")}
REASONS: Mapping[str, str] = {
    "home": msg("the pieces are home"),
    "repetition": msg("the same position three times"),
    "no move": msg("no move is left"),
    "last": msg("the last one in play"),
    "generals": msg("no general is left to the others"),
    "clock": msg("nothing was captured for long"),
    "guard": msg("the game took too long"),
    "limit": msg("the game took too long"),
    "draw": msg("nobody won"),
    "agreed": msg("by agreement"),
    "resigned": msg("the others have resigned"),
}

SIDES: Mapping[str, str] = {
    "north": msg("up"),
    "south": msg("down"),
    "west": msg("left"),
    "east": msg("right"),
}

KEYS: Mapping[str, str] = {
    "up": msg("up"),
    "down": msg("down"),
    "left": msg("left"),
    "right": msg("right"),
    "ok": msg("OK"),
    "back": msg("back"),
    "hint": msg("hint"),
    "menu": msg("menu"),
}


def seat(which: Seat) -> Message:
    """A seat by its colour."""
    return Message.of(COLOURS[which.colour])


def piece(which: Piece, seats: Sequence[Seat], named: bool) -> Message:
    """A piece by its colour, and by its kind if it has to be ``named``."""
    colour = seat(seats[which.seat])
    if not named:
        return colour
    return Message.of(msg("{colour} {kind}"), colour=colour, kind=Message.of(which.kind))


def choice(which: Choice) -> Message:
    """What a step of choosing picks: a place, or the kind of a piece to drop."""
    return Message.of(which.value) if which.kind == "drop" else place(which.value)


def place(name: str) -> Message:
    """A point of the board by its name, a place beside the board in words."""
    return Message.of(PLACES.get(name, "{point}"), point=name)


def key(name: str) -> Message:
    """A key of the device."""
    return Message.of(KEYS[name])


def player(who: Player) -> Message:
    """Who sits at a seat."""
    return Message.of(PLAYERS[who])


def option_value(chosen: OptionValue) -> Message:
    """The value of an option; the texts among them come with the game's own translations."""
    return Message.of(ANSWERS[chosen]) if isinstance(chosen, bool) else Message.of(str(chosen))


def end_reason(outcome: Outcome) -> Message:
    """Why the game ended; nothing where the screen's other words say it all."""
    return Message.of(REASONS.get(outcome.reason, ""))


def result(outcome: Outcome, seats: Sequence[Seat]) -> Message:
    """Who has won, or that it is a draw."""
    if outcome.is_draw:
        return Message.of(msg("Draw"))
    several = len(outcome.winners) > 1
    winners = join([seat(each) for each in seats if each.index in outcome.winners])
    return Message.of(msg("{seats} win") if several else msg("{seats} wins"), seats=winners)


def join(labels: Sequence[Message], between: str = ", ") -> Message:
    """All of ``labels``, with commas or something else ``between`` them."""
    if not labels:
        return Message.of("")
    first, *others = labels
    if not others:
        return first
    rest = join(others, between)
    return Message.of("{first}{between}{rest}", first=first, between=between, rest=rest)


def refusal(error: Refusal) -> Message:
    """Why the rules refuse it, as the game says it; the words among the facts are its own."""
    facts = {
        name: fact if isinstance(fact, int) else Message.of(str(fact))
        for name, fact in error.facts.items()
    }
    return Message.of(error.reason, **facts)


def split_by_piece(choices: Sequence[Choice]) -> Ways:
    """Split ``choices`` at every piece that is taken up: one way a piece.

    >>> one, two = Choice("piece", "a1"), Choice("target", "a2")
    >>> [len(way) for way in split_by_piece((one, two, one, two))]
    [2, 2]
    """
    ways: Ways = []
    for each in choices:
        if not ways or each.kind in ("piece", "drop"):
            ways.append([])
        ways[-1].append(each)
    return ways


def path(choices: Sequence[Choice]) -> Message:
    """Where each piece goes that ``choices`` take up, and by which throw if that was chosen."""
    return join([_way(way) for way in split_by_piece(choices)])


def _way(choices: Sequence[Choice]) -> Message:
    places = [choice(each) for each in choices if each.kind != "die"]
    dice = "".join(f" ({each.value})" for each in choices if each.kind == "die")
    return Message.of("{places}{dice}", places=join(places, " → "), dice=dice)


def action(which: SessionAction | None) -> Message:
    """What was done: a move as it was chosen, a throw by its text, a correction in words.

    None is a correction too, as records tell it.
    """
    match which:
        case Correction() | None:
            return Message.of(msg("the correction"))
        case Move():
            return Message.of(msg("passes")) if which == PASS else path(which.choices)
    return Message.of("{throw}", throw=str(which))


def direction(facing: str) -> Message:
    """Where a piece points, as the picture of the board shows it; nothing if it points nowhere."""
    return Message.of(SIDES.get(facing, ""))


def way_back(back: tuple[str, str]) -> Message:
    """Where a piece that stands wrong is, and where it belongs."""
    seen, belongs = back
    return Message.of(
        msg("Back from {seen} to {belongs}"), seen=place(seen), belongs=place(belongs)
    )


def short_date(date: str) -> str:
    """The day and month of an ISO date.

    >>> short_date("2026-03-09")
    '09.03.'
    """
    return ".".join((*reversed(date.split("-")[1:]), ""))
