"""The steps that people do with the pieces, and what stands on the real board meanwhile."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby
from typing import Final, Literal, get_args

from msgspec import Struct

from games import text as texts
from games.actions import Action, Step, carry_out, take_back
from games.core import Game, State
from games.equipment import PLACES_BESIDE, Board, Piece, Side

StepsReason = Literal["move", "undo", "repair", "again"]
"""What hand steps are for; see :class:`HandSteps`."""

SIDES = get_args(Side)
MOST_ALIKE = 100
"""The highest count of one piece: more than any game has."""

LONGEST_BADGE = 2
"""The longest badge of a piece, in characters."""


class HandSteps(Struct, frozen=True):
    """The ``steps`` that people have to do with the pieces; ``done`` of them are confirmed.

    ``why`` says what the steps are for: they carry out the last ``move``, they ``undo`` something,
    or they ``repair`` the real board. Steps that take a move back to choose ``again`` are due only
    when the other move is known.
    """

    steps: tuple[Step, ...] = ()
    done: int = 0
    why: StepsReason = "move"

    @property
    def remaining(self) -> tuple[Step, ...]:
        """The steps that are not done yet."""
        return self.steps[self.done :]

    @property
    def due(self) -> tuple[Step, ...]:
        """The steps that people have to do now."""
        return () if self.why == "again" else self.remaining

    def standing(self, pieces: Iterable[Piece]) -> tuple[Piece, ...]:
        """Return the pieces on the real board now; ``pieces`` will stand there after all steps."""
        return carry_out(pieces, take_back(self.remaining))


class Correction(Struct, frozen=True):
    """People said that their board is right: the position was set to its ``pieces``."""

    pieces: tuple[Piece, ...]
    captures: tuple[Piece, ...] = ()

    def __str__(self) -> str:
        return "="


SessionAction = Action | Correction
"""What leads from one state of a session to the next."""


def pieces_text(pieces: Iterable[Piece]) -> str:
    """Return ``pieces`` as one line of text for a record of the journal.

    >>> pieces_text([Piece(0, "stone", "a1"), Piece(1, "stone", "hand", count=3)])
    '0 stone a1   1;1 stone hand   3'
    """
    return ";".join(
        f"{texts.EMPTY if each.seat is None else each.seat} "
        f"{each.kind} {each.place} {each.facing} {each.badge} {each.count}"
        for each in pieces
    )


def parse_pieces(text: str) -> tuple[Piece, ...]:
    """Return the pieces that :func:`pieces_text` wrote; raise ValueError for any other ``text``.

    >>> parse_pieces("0 stone a1   1;1 stone hand   3")[1].count
    3
    """
    pieces = tuple(_parse_piece(each) for each in text.split(";"))
    if pieces_text(pieces) != text:
        raise ValueError(
            f"expected pieces as seat kind place facing badge count, got '{texts.quoted(text)}'"
        )
    return pieces


def _parse_piece(text: str) -> Piece:
    match text.split(" "):
        case [seat, kind, place, facing, badge, count]:
            owner = texts.turn(seat, len(SIDES))
            number = texts.whole(count, "count", 1, MOST_ALIKE)
            return Piece(owner, kind, place, facing, badge, number)
    expected = "seat, kind, place, facing, badge and count of a piece"
    raise ValueError(f"expected {expected}, got '{texts.quoted(text)}'")


def check_on_table(pieces: tuple[Piece, ...], game: Game) -> tuple[Piece, ...]:
    """Return ``pieces``; raise ValueError for one that cannot be on the table of ``game``.

    >>> import games
    >>> check_on_table(parse_pieces("0 piece z9   1"), games.load("thaayam"))
    Traceback (most recent call last):
    ValueError: expected a piece that can be on the table, got '0 piece z9   1'
    """
    for piece in pieces:
        has_place = piece.place in PLACES_BESIDE or piece.place in game.board
        has_looks = piece.facing in ("", *SIDES) and len(piece.badge) <= LONGEST_BADGE
        if not (has_place and has_looks and (piece.seat or 0) < len(game.seats)):
            found = texts.quoted(pieces_text([piece]))
            raise ValueError(f"expected a piece that can be on the table, got '{found}'")
    return pieces


CLEARING: Final = -1
"""Stands for the number of groups that are placed, before the board is cleared."""

MOST_WRONG: Final = 6
"""Where pieces have to leave more points than these, all leave the board: that is less to read."""

Groups = tuple[tuple[Piece, ...], ...]
"""Pieces, grouped as hands take them up to set up the board."""


def groups(pieces: Iterable[Piece], board: Board) -> Groups:
    """Return those of ``pieces`` that stand on ``board``, grouped as hands take them up.

    The groups go by seat, then by kind; each from left to right, and upwards.
    """
    standing = [piece for piece in pieces if piece.place in board]
    spots = {point.name: (point.x, point.y) for point in board.points}
    taken_up = groupby(standing, lambda piece: (piece.seat, piece.kind))
    return tuple(tuple(sorted(group, key=lambda p: spots[p.place])) for _, group in taken_up)


class PiecesOut(Struct, frozen=True):
    """The ``pieces`` that stand on the real board of ``game`` before something else is set up."""

    game: Game
    pieces: tuple[Piece, ...]


class SettingUp(Struct, frozen=True):
    """How hands set up a board: they take ``wrong`` away, then put the ``groups`` to ``kept``.

    ``before`` is what stood there; None: nothing. It is the board of another game if ``is_other``.
    """

    before: PiecesOut | None = None
    is_other: bool = False
    wrong: tuple[Piece, ...] = ()
    kept: tuple[Piece, ...] = ()
    groups: Groups = ()

    @classmethod
    def of(cls, state: State, before: PiecesOut | None = None) -> "SettingUp":
        """Return what leads from ``before`` to the board of ``state``."""
        game = state.game
        wanted = [piece for piece in state.pieces() if piece.place in game.board]
        if before is None or not before.pieces:
            return cls(groups=groups(wanted, game.board))
        if (before.game.board, before.game.seats) != (game.board, game.seats):
            return cls(before, True, before.pieces, (), groups(wanted, game.board))
        right = set(map(_looks, before.pieces)) & set(map(_looks, wanted))
        kept = tuple(piece for piece in wanted if _looks(piece) in right)
        wrong = tuple(piece for piece in before.pieces if _looks(piece) not in right)
        if len({piece.place for piece in wrong}) > MOST_WRONG:
            return cls(before, False, before.pieces, (), groups(wanted, game.board))
        missing = [piece for piece in wanted if _looks(piece) not in right]
        return cls(before, False, wrong, kept, groups(missing, game.board))

    @property
    def screens(self) -> int:
        """How many screens lead through it."""
        return bool(self.wrong) + len(self.groups)

    def standing(self, placed: int) -> tuple[Piece, ...]:
        """Return what stands on the board when so many groups are ``placed``."""
        return (*self.kept, *(piece for group in self.groups[:placed] for piece in group))


def _looks(piece: Piece) -> Piece:
    """Return ``piece`` as it looks on a real board, where nothing is written on it."""
    return replace(piece, badge="")
