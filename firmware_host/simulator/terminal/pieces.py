"""Pieces as characters, in the colours of their seats."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from textual.content import Content

from firmware_host.screens.cells import apart
from firmware_host.session import names
from firmware_host.simulator.terminal.ink import BRIGHT, LIGHT, Ink
from firmware_host.text.text_board import SIGNS
from firmware_host.text.translator import Language
from games.equipment import (
    HAND,
    NEUTRAL,
    OFF,
    PLACES_BESIDE,
    RESERVE,
    Board,
    Piece,
    Seat,
    has_kinds,
    seat_of,
)

# the colours are chosen for a dark background
INKS: Mapping[str, Ink] = {
    "white": Ink(BRIGHT),
    "black": Ink("bold #000000", LIGHT),
    "red": Ink("bold #ff7066"),
    "blue": Ink("bold #6fb6ff"),
    "yellow": Ink("bold #ffd94a"),
    "green": Ink("bold #74dc86"),
    "neutral": Ink("bold #b8b8b8"),
}
ARROWS: Mapping[str, str] = {"north": "↑", "south": "↓", "west": "←", "east": "→"}
PLACE_SIGNS: Mapping[str, str] = {HAND: "+", OFF: "✓", RESERVE: "▫"}
MOST = 9
MORE, NOTHING = "+", "–"


class PieceToken(Struct, frozen=True):
    """The pieces of one seat at one place: their ``sign``, ``count`` and ``ink``.

    ``detail`` is the letter of their kind or the arrow of where they point, if they have one.
    """

    sign: str
    count: int
    ink: Ink
    detail: str = ""

    @property
    def full(self) -> str:
        """The sign and the detail, or the count if there are several: at most two characters."""
        return self.sign + (self.detail if self.count == 1 else self._digit)

    @property
    def short(self) -> str:
        """One character: the detail or the sign of a single piece, or the count of several."""
        return (self.detail or self.sign) if self.count == 1 else self._digit

    @property
    def _digit(self) -> str:
        return str(self.count) if self.count <= MOST else MORE


def tokens(
    board: Board, pieces: Iterable[Piece], seats: Sequence[Seat]
) -> Mapping[str, tuple[PieceToken, ...]]:
    """Return the tokens at every occupied point of ``board``, one for each seat."""
    pieces = tuple(pieces)
    kinds = has_kinds(pieces)
    return {
        place: tuple(_token(seat_of(group[0], seats), group, kinds) for group in groups)
        for place, groups in apart(board, pieces).items()
    }


def _token(seat: Seat, group: Sequence[Piece], kinds: bool) -> PieceToken:
    first, count = group[0], sum(piece.count for piece in group)
    detail = first.kind[:1].upper() if kinds else ARROWS.get(first.facing, "")
    return PieceToken(SIGNS[seat.colour], count, INKS[seat.colour], detail)


def beside(
    pieces: Iterable[Piece], seats: Sequence[Seat], say: Language, columns: int
) -> tuple[Content, ...]:
    """Return a line for every seat: its pieces beside the board, in words if ``columns`` allow."""
    pieces = tuple(pieces)
    if any(piece.seat is None and piece.place in PLACES_BESIDE for piece in pieces):
        seats = (*seats, NEUTRAL)
    named = {place: f"{say(names.place(place))} " for place in PLACES_BESIDE}
    in_words = tuple(_stock(seat, pieces, named, f"{say(names.seat(seat))}: ") for seat in seats)
    if all(line.cell_length <= columns for line in in_words):
        return in_words
    return tuple(_stock(seat, pieces, PLACE_SIGNS, "") for seat in seats)


def _stock(
    seat: Seat, pieces: Sequence[Piece], place_names: Mapping[str, str], name: str
) -> Content:
    kinds = has_kinds(pieces)
    parts = []
    for place, called in place_names.items():
        counts: Counter[str] = Counter()
        for piece in pieces:
            owner = NEUTRAL.index if piece.seat is None else piece.seat
            if (owner, piece.place) == (seat.index, place):
                counts[piece.kind[:1].upper() if kinds else ""] += piece.count
        parts += [called + " ".join(f"{kind}{n}" for kind, n in counts.items())] if counts else []
    sign = (SIGNS[seat.colour], INKS[seat.colour].style)
    return Content.assemble(sign, f" {name}{'  '.join(parts) or NOTHING}")
