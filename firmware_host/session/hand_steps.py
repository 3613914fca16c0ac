"""What the hands have to do, and what stands on the board meanwhile."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, get_args

from games import text as texts
from games.actions import Action, Step
from games.core import Game
from games.equipment import PLACES_BESIDE, Piece, Side
from games.steps import carry_out, take_back

StepsReason = Literal["move", "undo", "repair", "again"]

SIDES = get_args(Side)
MOST_ALIKE = 100
"""Alike pieces at one place at most: more than any game has in all."""

LONGEST_BADGE = 2


@dataclass(frozen=True)
class HandSteps:
    """The acts of the hands, and how many of them they have confirmed.

    ``why`` tells whether they carry out the last action, take something back or put the board
    right. Those that take a move back to choose ``again`` wait until the other move is known.
    """

    steps: tuple[Step, ...] = ()
    done: int = 0
    why: StepsReason = "move"

    @property
    def remaining(self) -> tuple[Step, ...]:
        """The steps still to be done."""
        return self.steps[self.done :]

    @property
    def due(self) -> tuple[Step, ...]:
        """The steps that are to be done now."""
        return () if self.why == "again" else self.remaining

    def standing(self, pieces: Iterable[Piece]) -> tuple[Piece, ...]:
        """What stands where while ``pieces`` are what will stand when all is done."""
        return carry_out(pieces, take_back(self.remaining))


@dataclass(frozen=True)
class Correction:
    """The board was right, not the program: ``pieces`` were found to stand on it."""

    pieces: tuple[Piece, ...]
    captures: tuple[Piece, ...] = ()

    def __str__(self) -> str:
        return "="


SessionAction = Action | Correction
"""What leads from one position to the next."""


def pieces_text(pieces: Iterable[Piece]) -> str:
    """``pieces`` as one line of text, as a record of the journal keeps them.

    >>> pieces_text([Piece(0, "stone", "a1"), Piece(1, "stone", "hand", count=3)])
    '0 stone a1   1;1 stone hand   3'
    """
    return ";".join(
        f"{each.seat} {each.kind} {each.place} {each.facing} {each.badge} {each.count}"
        for each in pieces
    )


def parse_pieces(text: str) -> tuple[Piece, ...]:
    """The pieces that :func:`pieces_text` wrote; ValueError if ``text`` is none of its.

    >>> parse_pieces("0 stone a1   1;1 stone hand   3")[1].count
    3
    """
    pieces = tuple(_read_one(each) for each in text.split(";"))
    if pieces_text(pieces) != text:
        raise ValueError(
            f"expected pieces as seat kind place facing badge count: '{texts.told(text)}'"
        )
    return pieces


def _read_one(text: str) -> Piece:
    match text.split(" "):
        case [seat, kind, place, facing, badge, count]:
            owner = texts.whole(seat, "seat", 0, len(SIDES) - 1)
            alike = texts.whole(count, "count", 1, MOST_ALIKE)
            return Piece(owner, kind, place, facing, badge, alike)
    expected = "seat, kind, place, facing, badge and count of a piece"
    raise ValueError(f"expected {expected}: '{texts.told(text)}'")


def check_on_table(pieces: Iterable[Piece], game: Game) -> Iterator[Piece]:
    """Yield ``pieces``; ValueError names one that cannot be seen on the table of ``game`` at all.

    >>> import games
    >>> list(check_on_table(parse_pieces("0 piece z9   1"), games.load("thaayam")))
    Traceback (most recent call last):
    ValueError: expected a piece that can be on the table: '0 piece z9   1'
    """
    for piece in pieces:
        is_somewhere = piece.place in PLACES_BESIDE or piece.place in game.board
        is_marked_so = piece.facing in ("", *SIDES) and len(piece.badge) <= LONGEST_BADGE
        if not (is_somewhere and is_marked_so and piece.seat < len(game.seats)):
            found = texts.told(pieces_text([piece]))
            raise ValueError(f"expected a piece that can be on the table: '{found}'")
        yield piece
