"""What the hands must do now, as one sentence an act."""

from collections.abc import Mapping, Sequence

from firmware_host import names
from firmware_host.views import Label
from games.core import HAND, Seat, Step, msg

ONE: Mapping[str, str] = {
    "move": msg("{piece}: {origin} to {target}"),
    "take_off": msg("Take {piece} off {origin}"),
    "to_hand": msg("Take {piece} off {origin}, to hand"),
    "put_on": msg("Put {piece} on {target}"),
    "turn": msg("Turn {piece} round on {target}"),
    "swap": msg("Swap {piece} on {target}"),
}
SEVERAL: Mapping[str, str] = {
    "move": msg("{count} {piece}: {origin} to {target}"),
    "take_off": msg("Take {count} {piece} off {origin}"),
    "to_hand": msg("Take {count} {piece} off {origin}, to hand"),
    "put_on": msg("Put {count} {piece} on {target}"),
    "turn": msg("Turn {count} {piece} round on {target}"),
    "swap": msg("Swap {count} {piece} on {target}"),
}


def sentence(step: Step, seats: Sequence[Seat], named: bool = False) -> Label:
    """Say ``step`` as one short sentence, with the colour of the piece that is handled.

    ``named`` adds its kind, in a game with several.

    >>> from games.core import Piece
    >>> red = Seat(0, "red", "south", 0, "red")
    >>> step = Step("move", Piece(0, "piece", "e3"), "e3", "e5")
    >>> sentence(step, [red]).text
    '{piece}: {origin} to {target}'
    """
    act = "to_hand" if (step.verb, step.target) == ("take_off", HAND) else step.verb
    return Label.of(
        (ONE if step.piece.count == 1 else SEVERAL)[act],
        piece=names.piece(step.piece, seats, named),
        count=step.piece.count,
        origin=names.place(step.origin),
        target=names.place(step.target),
    )
