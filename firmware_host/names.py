"""What the standard words of the grammar are called at the table, in need of translation only."""

from collections.abc import Mapping, Sequence

from firmware_host.acts import Correction, Done
from firmware_host.company import Player
from firmware_host.label import Label
from games import players
from games.actions import PASS, Choice, Move
from games.core import Outcome, msg
from games.equipment import HAND, OFF, RESERVE, Piece, Seat
from games.errors import Refusal
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


def seat(which: Seat) -> Label:
    """A seat by its colour."""
    return Label.of(COLOURS[which.colour])


def piece(which: Piece, seats: Sequence[Seat], named: bool) -> Label:
    """A piece by its colour, and by its kind if it has to be ``named``."""
    colour = seat(seats[which.seat])
    if not named:
        return colour
    return Label.of(msg("{colour} {kind}"), colour=colour, kind=Label.of(which.kind))


def choice(which: Choice) -> Label:
    """What a step of choosing picks: a place, or the kind of a piece to drop."""
    return Label.of(which.value) if which.kind == "drop" else place(which.value)


def place(name: str) -> Label:
    """A point of the board by its name, a place beside the board in words."""
    return Label.of(PLACES.get(name, "{point}"), point=name)


def key(name: str) -> Label:
    """A key of the device."""
    return Label.of(KEYS[name])


def player(who: Player) -> Label:
    """Who sits at a seat."""
    return Label.of(PLAYERS[who])


def value(chosen: OptionValue) -> Label:
    """The value of an option; the texts among them come with the game's own translations."""
    return Label.of(ANSWERS[chosen]) if isinstance(chosen, bool) else Label.of(str(chosen))


def reason(outcome: Outcome) -> Label:
    """Why the game ended; nothing where the screen's other words say it all."""
    return Label.of(REASONS.get(outcome.reason, ""))


def won(outcome: Outcome, seats: Sequence[Seat]) -> Label:
    """Who has won, or that it is a draw."""
    if outcome.is_draw:
        return Label.of(msg("Draw"))
    several = len(outcome.winners) > 1
    winners = listed([seat(each) for each in seats if each.index in outcome.winners])
    return Label.of(msg("{seats} win") if several else msg("{seats} wins"), seats=winners)


def listed(labels: Sequence[Label], between: str = ", ") -> Label:
    """All of ``labels``, with commas or something else ``between`` them."""
    if not labels:
        return Label.of("")
    first, *others = labels
    if not others:
        return first
    rest = listed(others, between)
    return Label.of("{first}{between}{rest}", first=first, between=between, rest=rest)


def refusal(error: Refusal) -> Label:
    """Why the rules refuse it, as the game says it; the words among the facts are its own."""
    facts = {
        name: fact if isinstance(fact, int) else Label.of(str(fact))
        for name, fact in error.facts.items()
    }
    return Label.of(error.reason, **facts)


def ways_of(choices: Sequence[Choice]) -> Ways:
    """Split ``choices`` at every piece that is taken up: one way a piece.

    >>> one, two = Choice("piece", "a1"), Choice("target", "a2")
    >>> [len(way) for way in ways_of((one, two, one, two))]
    [2, 2]
    """
    ways: Ways = []
    for each in choices:
        if not ways or each.kind in ("piece", "drop"):
            ways.append([])
        ways[-1].append(each)
    return ways


def ways(choices: Sequence[Choice]) -> Label:
    """Where each piece goes that ``choices`` take up, and by which throw if that was chosen."""
    return listed([_way(way) for way in ways_of(choices)])


def _way(choices: Sequence[Choice]) -> Label:
    places = [choice(each) for each in choices if each.kind != "die"]
    dice = "".join(f" ({each.value})" for each in choices if each.kind == "die")
    return Label.of("{places}{dice}", places=listed(places, " → "), dice=dice)


def action(which: Done | None) -> Label:
    """What was done: a move as it was chosen, a throw by its text, a correction in words.

    None is a correction too, as records tell it.
    """
    match which:
        case Correction() | None:
            return Label.of(msg("the correction"))
        case Move():
            return Label.of(msg("passes")) if which == PASS else ways(which.choices)
    return Label.of("{throw}", throw=str(which))


def side(facing: str) -> Label:
    """Where a piece points, as the picture of the board shows it; nothing if it points nowhere."""
    return Label.of(SIDES.get(facing, ""))


def way_back(back: tuple[str, str]) -> Label:
    """Where a piece that stands wrong is, and where it belongs."""
    seen, belongs = back
    return Label.of(msg("Back from {seen} to {belongs}"), seen=place(seen), belongs=place(belongs))


def short_date(date: str) -> str:
    """The day and month of an ISO date.

    >>> short_date("2026-03-09")
    '09.03.'
    """
    return ".".join((*reversed(date.split("-")[1:]), ""))
