"""Say in one short sentence what people have to do with the pieces, for each hand step."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from firmware_host.session import names
from games.actions import Step
from games.equipment import HAND, PLACES_BESIDE, RESERVE, Piece, Seat, seat_of
from games.message import Message, msg

ONE: Mapping[str, str] = {
    "move": msg("{piece}: {origin} to {target}"),
    "take_off": msg("Take the {piece} off {origin}"),
    "to_hand": msg("Return the {piece} from {origin}"),
    "to_reserve": msg("{piece}: {origin} to {holder}'s reserve"),
    "aside": msg("{piece}: {origin} to the reserve"),
    "from_reserve": msg("Take the {piece} from {holder}'s reserve"),
    "put_on": msg("Put a {piece} on {target}"),
    "turn": msg("Turn the {piece} on {target} around"),
}
SEVERAL: Mapping[str, str] = {
    "move": msg("{count} {piece}: {origin} to {target}"),
    "take_off": msg("Take {count} {piece} off {origin}"),
    "to_hand": msg("Return {count} {piece} from {origin}"),
    "to_reserve": msg("{count} {piece}: {origin} to {holder}'s reserve"),
    "aside": msg("{count} {piece}: {origin} to the reserve"),
    "from_reserve": msg("Take {count} {piece} from {holder}'s reserve"),
    "put_on": msg("Put {count} {piece} on {target}"),
    "turn": msg("Turn {count} {piece} on {target} around"),
}
POINTING = msg("Put a {piece} on {target}, pointing {side}")
"""For a piece that has to point in a direction."""

PIECE, PIECES = msg("{colour} piece"), msg("{colour} pieces")
MOVES = ("move", "to_reserve", "aside")
"""The sentences that begin with the piece: its colour is enough there, if kinds do not matter."""


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
        piece=_piece(step, verb, seats, named),
        count=step.piece.count,
        origin=names.place(step.origin),
        target=names.place(step.target),
        side=names.direction(after.facing),
        holder=names.seat(seat_of(after if verb == "to_reserve" else step.piece, seats)),
    )


def _piece(step: Step, verb: str, seats: Sequence[Seat], named: bool) -> Message:
    """Return the colour and the kind of the piece; the colour alone if it begins the sentence."""
    words = names.piece(_in_own_colour(step), seats, named)
    if named or verb in MOVES:
        return words
    return Message.of(PIECE if step.piece.count == 1 else PIECES, colour=words)


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
