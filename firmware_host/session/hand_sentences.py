"""What the hands must do now, as one sentence an act."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from firmware_host.session import names
from games.actions import Step
from games.equipment import HAND, PLACES_BESIDE, RESERVE, Piece, Seat
from games.message import Message, msg

ONE: Mapping[str, str] = {
    "move": msg("{piece}: {origin} to {target}"),
    "take_off": msg("Take {piece} off {origin}"),
    "to_hand": msg("Take {piece} off {origin}, to hand"),
    "to_reserve": msg("{piece}: {origin} to the reserve of {holder}"),
    "aside": msg("{piece}: {origin} to reserve"),
    "from_reserve": msg("Take {piece} from the reserve of {holder}"),
    "put_on": msg("Put {piece} on {target}"),
    "turn": msg("Turn {piece} round on {target}"),
}
SEVERAL: Mapping[str, str] = {
    "move": msg("{count} {piece}: {origin} to {target}"),
    "take_off": msg("Take {count} {piece} off {origin}"),
    "to_hand": msg("Take {count} {piece} off {origin}, to hand"),
    "to_reserve": msg("{count} {piece}: {origin} to the reserve of {holder}"),
    "aside": msg("{count} {piece}: {origin} to reserve"),
    "from_reserve": msg("Take {count} {piece} from the reserve of {holder}"),
    "put_on": msg("Put {count} {piece} on {target}"),
    "turn": msg("Turn {count} {piece} round on {target}"),
}
POINTING = msg("Put {piece} on {target}, pointing {side}")
"""How a piece is put on that has to point somewhere."""


def sentence(step: Step, seats: Sequence[Seat], named: bool = False) -> Message:
    """Say ``step`` as one short sentence, with the colour of the piece that is handled.

    ``named`` adds its kind, in a game with several.

    >>> from games.equipment import Piece
    >>> red = Seat(0, "red", "south", 0, "red")
    >>> step = Step("move", Piece(0, "piece", "e3"), "e3", "e5")
    >>> sentence(step, [red]).text
    '{piece}: {origin} to {target}'
    """
    act, after = _act(step), step.result
    return Message.of(
        POINTING if act == "put_on" and after.facing else _template(act, step.piece.count),
        piece=names.piece(_own(step), seats, named),
        count=step.piece.count,
        origin=names.place(step.origin),
        target=names.place(step.target),
        side=names.direction(after.facing),
        holder=names.seat(seats[after.seat if act == "to_reserve" else step.piece.seat]),
    )


def _template(act: str, count: int) -> str:
    return (ONE if count == 1 else SEVERAL)[act]


def _act(step: Step) -> str:
    """The act by its verb; where it has to be told to or from which place beside the board, more.

    What lies in reserve with a badge is held by a seat, what has none lies there for all.
    """
    if step.target == RESERVE:
        return "to_reserve" if step.result.badge else "aside"
    if step.target not in PLACES_BESIDE:
        return step.verb
    if step.origin == RESERVE and step.piece.badge:
        return "from_reserve"
    return "to_hand" if (step.verb, step.target) == ("take_off", HAND) else step.verb


def _own(step: Step) -> Piece:
    """The piece in its own colour, which in reserve is not that of the seat that holds it."""
    is_held = step.origin == RESERVE and step.target != RESERVE
    return replace(step.piece, seat=step.result.seat) if is_held else step.piece
