"""The people at the simulated table: what they see, the keys that they press, and their real board.

Every press has a fixed length in the time of the machine: that stands still while this program is
too busy to move the contact (:meth:`hardware.simulated.Timeline.now`), so that no press is lost,
and none becomes a hold.
"""

from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Final

from msgspec import Struct

from firmware_host.screens.board_screen import BoardView
from firmware_host.screens.hand_steps import ClearBoardView, GroupView, HandStepView, SetUpView
from firmware_host.screens.moves import ReplayView
from firmware_host.screens.view import Layout, View
from firmware_host.session import names
from firmware_host.session.session import Session
from firmware_host.table.keys import title
from firmware_host.table.observers import TableStep
from firmware_host.table.scene import OFFER
from games.actions import Step, carry_out
from games.core import Game
from games.equipment import HAND, PLACES_BESIDE, RESERVE, Piece, has_kinds, sorted_pieces
from games.message import Message
from hardware.input.edges import STABLE
from hardware.simulated import SimulatedPi
from hardware.wiring.sections import SWITCHES


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


OK_OFFERED: Final = Message.of(OFFER, key=title("ok"))
"""What a table with switches says when a stroke is OK."""

PATIENCE = 1.0
"""Seconds for which people wait for the display to react to OK."""


class People:
    """People who read the display and move the pieces of ``board``, and do nothing else.

    :attr:`layout` is the board that the display showed last, None before the first. They clear and
    set up their board as the display says, screen by screen. When a recorded game is shown and none
    is played, they follow it on their board. With :attr:`moves_by_hand` the
    pieces are moved by :meth:`touch` alone, before OK confirms it.
    """

    def __init__(self, board: RealBoard) -> None:
        self.board = board
        self.layout: Layout | None = None
        self.moves_by_hand = False
        self._seen: TableStep | None = None
        self._game: Game | None = None
        self._obeyed: HandStepView | None = None
        self._answer_by = 0.0
        self._is_untidy = self._sets_up = False

    @property
    def view(self) -> View | None:
        """The view on the display; None before the first."""
        return None if self._seen is None else self._seen.view

    @property
    def words(self) -> str:
        """What is written on the display."""
        return "" if self._seen is None else self._seen.shown.words

    @property
    def board_differs(self) -> bool:
        """True if the display shows another board than theirs, and no hand step is under way."""
        view = self.view
        if not isinstance(view, BoardView) or not view.is_on_table or self._obeyed is not None:
            return False
        if isinstance(view, SetUpView):
            return False
        return view.layout.pieces != self.board.pieces

    @property
    def held(self) -> Message | None:
        """The piece in the hand; None if there is none."""
        if not self.board.hand or self.layout is None:
            return None
        return names.piece(self.board.hand[-1], self.layout.seats, has_kinds(self.board.pieces))

    def look(self, update: TableStep) -> None:
        """Read the display, which shows ``update`` now."""
        view, position = update.view, update.position
        self._seen = update
        if view != self._obeyed:
            self._obeyed = None
        if isinstance(view, BoardView) and view.is_on_table:
            self.layout = view.layout
            is_new = position is not None and position.game is not self._game
            if is_new and position is not None:
                self._game = position.game
            if not isinstance(view, SetUpView) and (is_new or self._sets_up):
                self.board.arrange(view.layout.pieces)
            self._sets_up = isinstance(view, SetUpView) or sets_up(view)
            self._tidy()
        elif isinstance(view, ReplayView) and position is None:
            self.layout = view.layout
            self.board.arrange(view.layout.pieces)

    def touch(self, place: str) -> None:
        """Put the piece in the hand down at ``place``, or lift the top piece there."""
        if self.board.hand:
            self.board.put(place)
            self._is_untidy = True
            self._tidy()
        else:
            with suppress(ValueError):
                self.board.lift(place)

    def touch_beside(self, seat: int) -> None:
        """Put the piece in the hand beside the board, or take one that ``seat`` has there."""
        if self.board.hand:
            self.touch(HAND)
            return
        for piece in self.board.pieces:
            if piece.seat == seat and piece.place in (HAND, RESERVE):
                self.board.lift(piece.place, piece)
                return

    def _tidy(self) -> None:
        """Turn pieces as the display shows them, once none is in the hand."""
        if self._is_untidy and self.layout is not None and not self.board.hand:
            self._is_untidy = not self.board.settle(self.layout.pieces)

    def confirms(self, key: str) -> bool:
        """Return whether ``key`` confirms what the display asks for: OK, or a switch that takes it.

        With two switches, one of them only goes on to the next offer.
        """
        seen = self._seen
        if key not in SWITCHES or seen is None:
            return key == "ok"
        return seen.stroke == OK_OFFERED and key != seen.going_on

    def obey(self, now: float) -> None:
        """Do the hand step that the display asks for at ``now`` (seconds), unless it is done.

        If it cannot be done, the board differs from then on.
        """
        if isinstance(self.view, SetUpView):
            self.board.arrange(_set_up(self.view))
        if isinstance(self.view, HandStepView) and self._obeyed is None:
            if not self.moves_by_hand:
                with suppress(ValueError):
                    self.board.obey(self.view)
            self._obeyed, self._answer_by = self.view, now + PATIENCE

    def are_waiting(self, now: float) -> bool:
        """Return whether a hand step is done and the display has not reacted yet, for a while."""
        return self._obeyed is not None and now < self._answer_by

    def put_right(self) -> None:
        """Arrange the board as the display shows it."""
        if self.board_differs and self.layout is not None:
            self.board.arrange(self.layout.pieces)


def sets_up(view: View) -> bool:
    """Return whether ``view`` asks for one step of several after which another position stands."""
    return isinstance(view, HandStepView) and view.why == "next"


def _set_up(view: SetUpView) -> tuple[Piece, ...]:
    """Return what stands on the board when hands have done what ``view`` says."""
    match view:
        case ClearBoardView(layout=layout, wrong=wrong):
            return tuple(piece for piece in layout.pieces if piece.place not in wrong)
        case GroupView(placed=placed):
            return sorted_pieces(placed)
    return view.layout.pieces


SHORT, LONG = 0.05, 1.0
"""Seconds for which a key is pressed, and held."""

SETTLED = STABLE + 0.001
"""Seconds from the last edge of a press until the program can know that it has ended."""

GLANCE = 0.01
"""Seconds between two looks at whether the program has handled a press."""

MOST_WAITING = 3
"""The most equal presses that wait: more than a person strikes while the program is busy, and few
enough that a key that is held down, which a keyboard repeats, stops soon after it is let go."""


class Press(Struct, frozen=True):
    """A ``key`` of the wiring, pressed for ``seconds``, and others ``together`` with it."""

    key: str
    seconds: float = SHORT
    together: tuple[str, ...] = ()


class KeyPresser:
    """Press the keys of ``pi`` one after the other, in the order in which they are requested.

    A press ends when the program has handled its last edge; only then does the next one begin.
    ``wake`` lets the program handle what has come. Before OK is pressed, ``people`` do what the
    screen asks for, and the next press waits until the screen has answered. Times are seconds of
    the clock of ``pi``.
    """

    def __init__(self, pi: SimulatedPi, people: People, wake: Callable[[], None]) -> None:
        self._pi, self._people, self._wake = pi, people, wake
        self._queue: deque[Press] = deque()
        self._ends_at: float | None = None

    @property
    def deadline(self) -> float | None:
        """When to call :meth:`run_due`; None while no press is requested or under way."""
        now = self._pi.clock()
        if self._ends_at is not None:
            return max(self._ends_at, now + GLANCE)
        return now + GLANCE if self._queue else None

    @property
    def is_idle(self) -> bool:
        """Whether no press is requested or under way."""
        return self._ends_at is None and not self._queue

    def request(self, press: Press) -> None:
        """Add ``press`` to the queue, unless the same press waits there often enough already."""
        if self._queue.count(press) < MOST_WAITING:
            self._queue.append(press)

    def run_due(self, handled_until: float) -> None:
        """Begin the press that has waited longest, if it is time.

        Everything up to the time ``handled_until`` is handled and shown.
        """
        now = self._pi.clock()
        if self._ends_at is not None and handled_until < self._ends_at:
            if now >= self._ends_at:
                self._wake()
            return
        self._ends_at = None
        if self._queue and not self._people.are_waiting(now):
            self._begin(self._queue.popleft(), now)

    def _begin(self, press: Press, now: float) -> None:
        if self._people.confirms(press.key):
            self._people.obey(now)
        keys = (press.key, *press.together)
        with self._pi.timeline.still():
            released = max(self._pi.press(key, press.seconds) for key in keys)
        self._ends_at = released + SETTLED
