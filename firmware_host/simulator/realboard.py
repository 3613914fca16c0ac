"""The board on the table of the simulated people: what their hands have actually moved."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import replace

from firmware_host.screens.hand_steps import HandStepView
from firmware_host.screens.view import View
from firmware_host.session.session import Session
from games.actions import carry_out
from games.equipment import PLACES_BESIDE, Piece, sorted_pieces


class RealBoard:
    """Pieces that only hands move: each act that the screen asks for, or one lifted and put.

    :attr:`pieces` are what stands and lies at the places of the game, :attr:`hand` what is held,
    the last one lifted last. When a game is begun or gone on with, the people set it up as it
    should stand.
    """

    def __init__(self) -> None:
        self.pieces: tuple[Piece, ...] = ()
        self.hand: list[Piece] = []
        self._astray: tuple[Piece, frozenset[str]] | None = None
        self._on_top: dict[str, Piece] = {}
        self._session: Session | None = None

    def set_up(self, session: Session | None) -> None:
        """Put the pieces of ``session`` on the board unless they are those on it already."""
        if session is not self._session:
            self._session = session
            self.arrange(session.standing() if session else ())

    def arrange(self, pieces: tuple[Piece, ...]) -> None:
        """Let ``pieces`` stand, and nothing be in the hands any more."""
        self.pieces = pieces
        self.hand, self._astray = [], None

    def obey(self, view: View) -> None:
        """Do what the screen asks the hands to do, if it asks for an act at all.

        ValueError if the piece does not stand where the screen says.
        """
        if isinstance(view, HandStepView):
            self.pieces = carry_out(self.pieces, (view.step,))

    @property
    def weights(self) -> object:
        """Everything that lies on the board; equal while no piece has been touched."""
        return self.pieces, self._astray

    @property
    def occupied(self) -> frozenset[str]:
        """Where a sensing board sees something: one piece or a stack looks the same to it."""
        seen = frozenset(piece.place for piece in self.pieces) - set(PLACES_BESIDE)
        return seen | self._astray[1] if self._astray else seen

    def lift(self, place: str, piece: Piece | None = None) -> Piece:
        """Take a piece from ``place`` into the hand: one like ``piece``, or that on top.

        ValueError if there is none.
        """
        found = piece or self._top(place)
        one = replace(found, count=1)
        if not any(replace(each, count=1) == one for each in self.pieces):
            raise ValueError(f"no such piece stands at {place}")
        self.pieces = _added(self.pieces, one, -1)
        self.hand.append(one)
        return one

    def put(self, place: str, held: Piece | None = None, becomes: Piece | None = None) -> Piece:
        """Put the piece that was lifted last, or ``held``, down at ``place``.

        It stands there as it stood before, or as ``becomes`` does. ValueError if it is not in the
        hand.
        """
        last = self._last(held)
        self.hand.remove(last)
        stands = replace(becomes or last, place=place)
        self.pieces = _added(self.pieces, stands, 1)
        self._on_top[place] = stands
        return stands

    def lay(self, held: Piece, seen_at: Collection[str]) -> None:
        """Put ``held`` down where it does not belong; the sensors of ``seen_at`` see it there.

        ValueError if it is not in the hand.
        """
        self.hand.remove(self._last(held))
        self._astray = (held, frozenset(seen_at))

    def take_up(self) -> None:
        """Take what lies where it does not belong into the hand again, if something does."""
        if self._astray is not None:
            self.hand.append(self._astray[0])
            self._astray = None

    def settle(self, position: tuple[Piece, ...]) -> bool:
        """Turn what must be turned and put away what is held, if the board shows ``position``.

        It does if as many pieces of every seat are at every point. Return whether it does.
        """
        agrees = self._astray is None and _standing(self.pieces) == _standing(position)
        if agrees:
            self.arrange(position)
        return agrees

    def _last(self, held: Piece | None) -> Piece:
        if not self.hand or (held and held not in self.hand):
            raise ValueError("nothing is in the hand that could be put down")
        return held or self.hand[-1]

    def _top(self, place: str) -> Piece:
        here = [piece for piece in self.pieces if piece.place == place]
        if not here:
            raise ValueError(f"no piece stands at {place}")
        known = self._on_top.get(place)
        on_top = [piece for piece in here if known and replace(piece, count=1) == known]
        return (on_top or here)[-1]


def _added(pieces: Iterable[Piece], one: Piece, count: int) -> tuple[Piece, ...]:
    """``pieces`` with so many more that are like ``one``."""
    others, like = [], count
    for piece in pieces:
        if replace(piece, count=1) == one:
            like += piece.count
        else:
            others.append(piece)
    return sorted_pieces([*others, replace(one, count=like)] if like else others)


def _standing(pieces: Iterable[Piece]) -> Counter[tuple[int | None, str]]:
    """How many pieces of which seat are at which point of the board."""
    counts = Counter[tuple[int | None, str]]()
    for piece in pieces:
        if piece.place not in PLACES_BESIDE:
            counts[piece.seat, piece.place] += piece.count
    return counts
