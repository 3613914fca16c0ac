"""What the hands have to do, and what stands on the board meanwhile."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from games.actions import Action, Step
from games.equipment import Piece
from games.steps import carry_out, take_back

Why = Literal["move", "undo", "repair", "again"]


@dataclass(frozen=True)
class Acts:
    """The acts of the hands, and how many of them they have confirmed.

    ``why`` tells whether they carry out the last action, take something back or put the board
    right. Those that take a move back to choose ``again`` wait until the other move is known.
    """

    steps: tuple[Step, ...] = ()
    done: int = 0
    why: Why = "move"

    @property
    def left(self) -> tuple[Step, ...]:
        """The steps still to be done."""
        return self.steps[self.done :]

    @property
    def due(self) -> tuple[Step, ...]:
        """The steps that are to be done now."""
        return () if self.why == "again" else self.left

    def standing(self, pieces: Iterable[Piece]) -> tuple[Piece, ...]:
        """What stands where while ``pieces`` are what will stand when all is done."""
        return carry_out(pieces, take_back(self.left))


@dataclass(frozen=True)
class Correction:
    """The board was right, not the program: ``pieces`` were found to stand on it."""

    pieces: tuple[Piece, ...]
    captures: tuple[Piece, ...] = ()

    def __str__(self) -> str:
        return "="


Done = Action | Correction
"""What leads from one position to the next."""


def written(pieces: Iterable[Piece]) -> str:
    """``pieces`` as one line of text, as a record of the journal keeps them.

    >>> written([Piece(0, "stone", "a1"), Piece(1, "stone", "hand", count=3)])
    '0 stone a1   1;1 stone hand   3'
    """
    return ";".join(
        f"{each.seat} {each.kind} {each.place} {each.facing} {each.badge} {each.count}"
        for each in pieces
    )


def read(text: str) -> tuple[Piece, ...]:
    """The pieces that :func:`written` wrote; ValueError if ``text`` is none of its.

    >>> read("0 stone a1   1;1 stone hand   3")[1].count
    3
    """
    pieces = tuple(_read_one(each) for each in text.split(";"))
    if written(pieces) != text:
        raise ValueError(f"expected pieces as seat kind place facing badge count: {text!r}")
    return pieces


def _read_one(text: str) -> Piece:
    match text.split(" "):
        case [seat, kind, place, facing, badge, count]:
            return Piece(int(seat), kind, place, facing, badge, int(count))
    raise ValueError(f"expected seat, kind, place, facing, badge and count of a piece: {text!r}")
