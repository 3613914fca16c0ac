"""The real board of the simulated people, with the pieces as they have moved them."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import replace

from firmware_host.screens.hand_steps import HandStepView
from firmware_host.screens.view import View
from firmware_host.session.session import Session
from games.actions import Step, carry_out
from games.equipment import PLACES_BESIDE, Piece, sorted_pieces


class RealBoard:
    """Pieces that only hands move.

    :attr:`pieces` are the pieces on the board and beside it; :attr:`hand` are those in the hands,
    the last one lifted last. When a game begins or resumes, the people set up its position.
    """

    def __init__(self) -> None:
        self.pieces: tuple[Piece, ...] = ()
        self.hand: list[Piece] = []
        self._misplaced: tuple[Piece, frozenset[str]] | None = None
        self._on_top: dict[str, Piece] = {}
        self._session: Session | None = None

    def set_up(self, session: Session | None) -> None:
        """Set up the position of ``session``, unless it is the same session as before."""
        if session is not self._session:
            self._session = session
            self.arrange(session.standing() if session else ())

    def arrange(self, pieces: tuple[Piece, ...]) -> None:
        """Put ``pieces`` on the board, and empty the hands."""
        self.pieces = pieces
        self.hand, self._misplaced = [], None

    def obey(self, view: View) -> None:
        """Do the hand step that ``view`` asks for, if it does and the hands have not done it yet.

        They have if the key that they pressed after it was not taken. ValueError if the piece is
        not where the screen says.
        """
        if isinstance(view, HandStepView) and not self._shows(view.step):
            self.pieces = carry_out(self.pieces, (view.step,))

    @property
    def weights(self) -> object:
        """All that the sensors can feel; it stays equal as long as no piece is touched."""
        return self.pieces, self._misplaced

    @property
    def occupied(self) -> frozenset[str]:
        """The points where a sensing board sees something; a stack looks like one piece."""
        seen = frozenset(piece.place for piece in self.pieces) - set(PLACES_BESIDE)
        return seen | self._misplaced[1] if self._misplaced else seen

    def lift(self, place: str, piece: Piece | None = None) -> Piece:
        """Take a piece from ``place`` into the hand: one like ``piece``, or the top one.

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

        It looks as before, or like ``becomes``. ValueError if it is not in the hand.
        """
        last = self._last(held)
        self.hand.remove(last)
        stands = replace(becomes or last, place=place)
        self.pieces = _added(self.pieces, stands, 1)
        self._on_top[place] = stands
        return stands

    def misplace(self, held: Piece, seen_at: Collection[str]) -> None:
        """Put ``held`` down in a wrong place, where the sensors of ``seen_at`` see it.

        ValueError if it is not in the hand.
        """
        self.hand.remove(self._last(held))
        self._misplaced = (held, frozenset(seen_at))

    def lift_misplaced(self) -> None:
        """Take the misplaced piece into the hand again, if there is one."""
        if self._misplaced is not None:
            self.hand.append(self._misplaced[0])
            self._misplaced = None

    def settle(self, position: tuple[Piece, ...]) -> bool:
        """If the board agrees with ``position``, make it equal, and return whether it agrees.

        It agrees if every seat has as many pieces at every point; then pieces are turned as in the
        position, and what is held is put away.
        """
        agrees = self._misplaced is None and _standing(self.pieces) == _standing(position)
        if agrees:
            self.arrange(position)
        return agrees

    def _shows(self, step: Step) -> bool:
        """Return whether the board is what the session expects after ``step``."""
        session = self._session
        return session is not None and self.pieces == carry_out(session.standing(), (step,))

    def _last(self, held: Piece | None) -> Piece:
        if not self.hand or (held and held not in self.hand):
            raise ValueError("the hand has no such piece to put down")
        return held or self.hand[-1]

    def _top(self, place: str) -> Piece:
        here = [piece for piece in self.pieces if piece.place == place]
        if not here:
            raise ValueError(f"no piece stands at {place}")
        known = self._on_top.get(place)
        on_top = [piece for piece in here if known and replace(piece, count=1) == known]
        return (on_top or here)[-1]


def _added(pieces: Iterable[Piece], one: Piece, count: int) -> tuple[Piece, ...]:
    """Return ``pieces`` with ``count`` more that are like ``one``."""
    others, like = [], count
    for piece in pieces:
        if replace(piece, count=1) == one:
            like += piece.count
        else:
            others.append(piece)
    return sorted_pieces([*others, replace(one, count=like)] if like else others)


def _standing(pieces: Iterable[Piece]) -> Counter[tuple[int | None, str]]:
    """Return how many pieces of each seat are at each point of the board."""
    counts = Counter[tuple[int | None, str]]()
    for piece in pieces:
        if piece.place not in PLACES_BESIDE:
            counts[piece.seat, piece.place] += piece.count
    return counts
