"""Say in one short sentence what people have to do with the pieces, for each hand step."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from firmware_host.session import names
from games.actions import Step
from games.equipment import HAND, PLACES_BESIDE, RESERVE, Piece, Seat, seat_of
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
"""For a piece that has to point in a direction."""


def sentence(step: Step, seats: Sequence[Seat], named: bool = False) -> Message:
    """Return the sentence for ``step``, with the colour of the piece.

    ``named`` adds the kind of the piece, for games with several kinds.

    >>> from games.equipment import Piece
    >>> red = Seat(0, "red", "south", 0, "red")
    >>> step = Step("move", Piece(0, "piece", "e3"), "e3", "e5")
    >>> sentence(step, [red]).text
    '{piece}: {origin} to {target}'
    """
    verb, after = _verb(step), step.result
    if verb == "put_on" and after.facing:
        template = POINTING
    else:
        template = (ONE if step.piece.count == 1 else SEVERAL)[verb]
    return Message.of(
        template,
        piece=names.piece(_in_own_colour(step), seats, named),
        count=step.piece.count,
        origin=names.place(step.origin),
        target=names.place(step.target),
        side=names.direction(after.facing),
        holder=names.seat(seat_of(after if verb == "to_reserve" else step.piece, seats)),
    )


def _verb(step: Step) -> str:
    """Return the key of the sentence: the verb of ``step``, or a key for a place beside the board.

    A piece in reserve that has a badge is held by a seat; one without a badge is held by nobody.
    """
    if step.target == RESERVE:
        return "to_reserve" if step.result.badge else "aside"
    if step.target not in PLACES_BESIDE:
        return step.verb
    if step.origin == RESERVE and step.piece.badge:
        return "from_reserve"
    return "to_hand" if (step.verb, step.target) == ("take_off", HAND) else step.verb


def _in_own_colour(step: Step) -> Piece:
    """Return the piece of ``step`` in its own colour, although another seat may hold it."""
    is_held = step.origin == RESERVE and step.target != RESERVE
    return replace(step.piece, seat=step.result.seat) if is_held else step.piece
