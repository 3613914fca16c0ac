"""A game being played at this table, as the records of its journal tell it.

What people do becomes a record first (a mapping of plain values); the record is written down and
then taken. So a session that was cut off is the same session once its records are taken again.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, Self

from firmware_host.session.hand_steps import (
    Correction,
    HandSteps,
    SessionAction,
    StepsReason,
    check_on_table,
    parse_pieces,
)
from firmware_host.session.rearrange import shortest_way
from firmware_host.session.seats import Player, Seats
from firmware_host.session.setup import Setup
from firmware_host.storage.records import JournalRecord, read_outcome
from games.actions import PASS, Action, Move, Throw
from games.core import Game, Outcome, State
from games.equipment import Piece
from games.replay import Catalogue
from hardware.untrusted_text import written

AFTER_AGREEMENT = {"over", "reopened"}

LeaveReason = Literal["idle", "anew"]
"""Why a game was left for good before its end: nobody was there any more, or began another one."""


class Session:
    """The ``states`` and ``actions`` of one game, from its beginning to now.

    ``company`` are those who play it, ``acts`` what the hands have to do. ``is_told`` tells that
    the last record was its end, ``is_left`` that it was left for good.
    """

    def __init__(self, game: Game, setup: Setup) -> None:
        """Begin ``game``; ValueError if the setup's first seat or its players are wrong."""
        self.game = game
        self.setup = setup
        self.seats = Seats.of(game, setup.players)
        self.states: list[State] = [self.seats.skip_empty(game.start(setup.first or 0))]
        self.actions: list[SessionAction] = []
        self.hand_steps = HandSteps()
        self.is_end_recorded = self.is_abandoned = False

    @classmethod
    def begin(cls, record: JournalRecord, catalogue: Catalogue) -> Self:
        """Begin the session that ``record`` describes; ValueError if it cannot be played."""
        setup = Setup.read(record)
        return cls(catalogue.load(setup.game, **setup.options), setup)

    @classmethod
    def resume(cls, records: Sequence[JournalRecord], catalogue: Catalogue) -> Self:
        """Take a session's records again from the first; ValueError names the one that is wrong."""
        session = cls.begin(records[0], catalogue)
        for number, record in enumerate(records[1:], start=2):
            try:
                session.apply(record)
            except (KeyError, TypeError, ValueError) as error:
                raise ValueError(f"record {number}: {error}") from error
        return session

    @property
    def state(self) -> State:
        """The present position."""
        return self.states[-1]

    @property
    def is_over(self) -> bool:
        """True when the game has ended and the hands are done."""
        is_ended = self.state.is_terminal and not self.hand_steps.remaining
        return is_ended or self.seats.agreed is not None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, by its rules or by agreement; None while it goes on."""
        return self.seats.agreed or self.state.outcome()

    def player(self, seat: int) -> Player:
        """Who sits at ``seat``."""
        return self.seats.players[seat]

    def is_machines_choice(self, state: State) -> bool:
        """True when a machine seat has to decide in ``state`` (throws are made by people)."""
        if state.turn is None or state.is_chance:
            return False
        return state.turn in self.seats.machines

    def standing(self) -> tuple[Piece, ...]:
        """What stands where on the real board, as far as the hands have confirmed."""
        return _standing(self.hand_steps, self.state)

    def pieces_to_show(self) -> tuple[Piece, ...]:
        """What a picture shows: what stands, or the position while a move is chosen again."""
        return self.standing() if self.hand_steps.due else _pieces(self.state)

    def undo_size(self) -> int:
        """How many actions one undo takes back: the last, and what a machine would do again."""
        for size in range(1, len(self.actions) + 1):
            if not self.is_machines_choice(self.states[-1 - size]):
                return size
        return 0

    def replace_size(self) -> int:
        """How many actions lead back to before the last move that people chose; 0 if none does."""
        size = self.undo_size()
        is_move = size > 0 and isinstance(self.actions[-size], Move)
        return size if is_move and self.actions[-size] != PASS else 0

    def unplayed_throws(self) -> tuple[Throw, ...]:
        """The throws of the last turn of which no move has been made yet."""
        throws: list[Throw] = []
        for action, before in zip(reversed(self.actions), reversed(self.states[:-1]), strict=True):
            if not isinstance(action, Throw) or before.turn != self.states[-2].turn:
                break
            throws.append(action)
        return tuple(reversed(throws))

    def apply(self, record: JournalRecord) -> None:
        """Carry out one record; ValueError if it does not fit the present position.

        ``do`` is an action, ``act`` how many steps the hands have done. ``undo`` takes so many
        actions back, ``again`` does so until another one is chosen, ``throw`` replaces the throw
        that many actions ``back``. ``set`` are the pieces that were found and are right, ``repair``
        those that were found and are to be put right. ``over`` tells how the game has ended, and
        ``left`` why it was left for good. What else :class:`Seats` understands is about who
        plays.
        """
        if self.is_abandoned:
            raise ValueError(f"expected nothing after the game was left: {written(dict(record))}")
        if self.seats.agreed and not record.keys() & AFTER_AGREEMENT:
            raise ValueError(f"expected nothing after an agreed end: {written(dict(record))}")
        match dict(record):
            case {"do": str(text)} if not self.hand_steps.due:
                self._do(self.state.parse(text))
            case {"act": int(done)} if 0 < done <= len(self.hand_steps.steps):
                self.hand_steps = HandSteps(self.hand_steps.steps, done, self.hand_steps.why)
            case {"undo": int(size)} if 0 < size <= len(self.actions):
                self._undo(size, "undo")
            case {"over": _} if read_outcome(record) == self.outcome:
                pass
            case {"left": "idle" | "anew"}:
                self.is_abandoned = True
            case other:
                self._amend(other)
        self._settle()
        self.is_end_recorded = "over" in record

    def _amend(self, record: JournalRecord) -> None:
        """Let something else be in place of what was done, found or agreed."""
        match dict(record):
            case {"again": int(size)} if 0 < size <= len(self.actions):
                self._undo(size, "again")
            case {"throw": str(text), "back": int(back)} if 0 < back <= len(self.unplayed_throws()):
                self._throw_instead(text, back)
            case {"set": str(text)}:
                self._correct(parse_pieces(text))
            case {"repair": str(text)}:
                self._lead(tuple(check_on_table(parse_pieces(text), self.game)), "repair")
            case other:
                self.seats = self.seats.after(other)

    def _do(self, action: Action) -> None:
        stood = self.standing() if self.hand_steps.remaining else None
        self._add(self.state.apply(action), action)
        if stood is None:
            self.hand_steps = HandSteps(action.steps)
        else:
            self._lead(stood, "move")

    def _undo(self, size: int, why: StepsReason) -> None:
        stood = self.standing()
        del self.states[-size:], self.actions[-size:]
        self._lead(stood, why)

    def _throw_instead(self, text: str, back: int) -> None:
        """Replace a throw; those after it stay as long as they can follow it."""
        stood = self.standing()
        action, later = self.states[-1 - back].parse(text), self.unplayed_throws()[::-1][: back - 1]
        del self.states[-back:], self.actions[-back:]
        self._add(self.state.apply(action), action)
        for throw in reversed(later):
            if throw not in self.state.actions() or self.state.turn != self.states[-2].turn:
                break
            self._add(self.state.apply(throw), throw)
        self._lead(stood, "repair")

    def _correct(self, found: tuple[Piece, ...]) -> None:
        self._add(self.state.rearranged(found), Correction(found))
        self._lead(found, "repair")

    def _settle(self) -> None:
        """Pass over seats that nobody plays for; that may change what should stand."""
        settled = self.seats.skip_empty(self.state)
        if settled is self.state:
            return
        stood, moves = self.standing(), settled.pieces() != self.state.pieces()
        self.states[-1] = settled
        if moves:
            self._lead(stood, self.hand_steps.why if self.hand_steps.remaining else "repair")

    def _add(self, state: State, action: SessionAction) -> None:
        self.states.append(state)
        self.actions.append(action)

    def _lead(self, stood: tuple[Piece, ...], why: StepsReason) -> None:
        """Let the acts be the shortest way from what ``stood`` to the position."""
        self.hand_steps = HandSteps(
            shortest_way(stood, self.state.pieces(), self.game.owner), why=why
        )


# every key and every look at a sensing board asks for these, which rarely change
@lru_cache(maxsize=8)
def _pieces(state: State) -> tuple[Piece, ...]:
    return state.pieces()


@lru_cache(maxsize=8)
def _standing(acts: HandSteps, state: State) -> tuple[Piece, ...]:
    return acts.standing(_pieces(state))
