"""Changes the game on the table: every action is a record, and can be taken back.

A machine seat is asked for its actions; it is known how long the table waits for the answer. Times
are seconds.
"""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from firmware_host.base.timing import has_come
from firmware_host.session.hand_steps import (
    CLEARING,
    PiecesOut,
    SessionAction,
    SettingUp,
    pieces_text,
    shortest_way,
)
from firmware_host.session.seats import FAR
from firmware_host.session.session import RETURN_FIRST, LeaveReason, Session
from firmware_host.session.setup import Setup
from firmware_host.storage.history import SavedGame, count_actions
from firmware_host.storage.records import JournalRecord, outcome_record
from firmware_host.thinking.inline import Answer, Question, find_answer, quick_look
from games.actions import PASS, Action, Move, Throw
from games.core import Catalogue, State, random_action
from games.equipment import Piece, identity

MOST_STEPS: Final = 12
"""Where more pieces stand elsewhere in an interlude, no way is sought to move them there."""


class _Waiting(NamedTuple):
    """The game that waits during an interlude."""

    session: Session | None
    groups_placed: int | None


class GameController:
    """The game on a table, and what changes it.

    Arguments: the ``catalogue`` of games; ``rng`` for what is drawn by lot; ``asked_for``, the game
    that the program was started for (None: one is chosen on the screen); ``on_change`` is called
    after every record, and ``notes`` before it: it returns what features note in the record.

    ``in_game`` is true while people are at the game, not between two games. ``groups_placed`` is
    how many groups of pieces they have put on the real board before the first turn; None: all,
    and :data:`CLEARING` before they have taken away what stood there.

    During an interlude, something else is on the table, such as an exercise. It has records of its
    own, ``interlude_records``, which are not saved; the game waits.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        rng: random.Random,
        asked_for: Setup | None,
        on_change: Callable[[], None],
        notes: Callable[[], JournalRecord] = dict,
    ) -> None:
        self.catalogue = catalogue
        self.rng = rng
        self.asked_for = asked_for
        self.session: Session | None = None
        self.in_game = False
        self.groups_placed: int | None = None
        self.interlude_records: tuple[JournalRecord, ...] = ()
        self._waiting: _Waiting | None = None
        self.setting_up = SettingUp()
        self._left: PiecesOut | None = None
        self._on_change, self._notes = on_change, notes
        self._records: tuple[JournalRecord, ...] = ()
        self._resumed: SavedGame | None = None
        self._forgotten: tuple[SavedGame, ...] = ()

    @property
    def playing(self) -> Session:
        """The game on the table; RuntimeError if there is none."""
        if self.session is None:
            raise RuntimeError("no game has been begun")
        return self.session

    @property
    def is_playing(self) -> bool:
        """True while a game is on the table that is neither over nor left for good."""
        session = self.session
        return session is not None and not (session.is_over or session.is_abandoned)

    @property
    def is_interlude(self) -> bool:
        """True while something else than a game is on the table, and the game waits."""
        return self._waiting is not None

    @property
    def standing(self) -> PiecesOut | None:
        """What stands on the real board, for all that is known; None if nothing was ever put."""
        session, placed = self.session, self.groups_placed
        if session is None:
            return self._left
        if placed is None:
            board = session.game.board
            on_board = tuple(piece for piece in session.standing() if piece.place in board)
            return PiecesOut(session.game, on_board)
        if placed == CLEARING:
            return self.setting_up.before
        return PiecesOut(session.game, self.setting_up.standing(placed))

    def place(self, count: int | None) -> None:
        """Note that people have put ``count`` groups of pieces on the board; None: all of them."""
        is_all = count is None or count >= len(self.setting_up.groups)
        self.groups_placed = None if is_all else count

    def take_records(self) -> tuple[JournalRecord, ...]:
        """Return the records since the last call: they are to be saved before anything is shown."""
        records, self._records = self._records, ()
        return records

    def done_in(self, records: Iterable[JournalRecord]) -> tuple[SessionAction, ...]:
        """Return the last actions of the game: those that ``records`` did and did not take back."""
        count = count_actions(records)
        actions = self.session.actions if self.session is not None else []
        return tuple(actions[len(actions) - count :])

    def resume(self, records: Sequence[JournalRecord]) -> None:
        """Put the game of ``records`` on the table; ValueError if they do not fit together."""
        self.session = Session.resume(records, self.catalogue) if records else None

    def begin(self, setup: Setup) -> None:
        """Begin a game; who begins is drawn now if ``setup`` leaves it open."""
        self.end_interlude()
        game = self.catalogue.load(setup.game, **setup.options)
        if setup.first is None:
            setup = setup.drawn(self.rng.randrange(len(game.seats)))
        if FAR in setup.players and not setup.link:
            setup = replace(setup, link=f"{self.rng.getrandbits(64):016x}")
        self._put(Session(game, setup))
        self._records += (setup.record(),)

    def go_on_with(self, game: SavedGame, session: Session) -> None:
        """Put the ``session`` of an earlier ``game`` on the table.

        Its pieces have to be put on the board. The game there waits, and can be gone on with as
        this one.
        """
        self.end_interlude()
        self._put(session)
        self._records, self._resumed = (), game
        self._on_change()

    def take_resumed(self) -> SavedGame | None:
        """Return the earlier game that was put on the table since the last call, if one was.

        The records that :meth:`take_records` returns then are those after it.
        """
        resumed, self._resumed = self._resumed, None
        return resumed

    def forget(self, game: SavedGame) -> None:
        """Note that a kept ``game`` is to be removed from the card."""
        self._forgotten += (game,)

    def take_forgotten(self) -> tuple[SavedGame, ...]:
        """Return the games to remove since the last call, when what happened before is saved."""
        forgotten, self._forgotten = self._forgotten, ()
        return forgotten

    def take_over(self, records: Sequence[JournalRecord]) -> None:
        """Put the game of ``records`` on the table in place of the one there; it is saved too.

        Where that is another game, its pieces have to be put on the board.
        """
        self.end_interlude()
        session = Session.resume(records, self.catalogue)
        if self.playing.game == session.game:
            self.session, self.in_game, self.groups_placed = session, True, None
        else:
            self._put(session)
        self._records += tuple(records)
        self._on_change()

    def leave(self, why: LeaveReason) -> None:
        """Leave the game for good: it is kept, and the table is free."""
        self.end_interlude()
        if self.is_playing:
            self.apply({"left": why})
        self._left = self.standing
        self.session, self.in_game = None, False

    def begin_interlude(self, session: Session, *, is_seen: bool = False) -> None:
        """Put ``session`` on the table; the game waits until the interlude ends.

        From what stood there in the interlude before, hands move the pieces one by one if that
        takes no more screens than to set up what differs, or is seen without a key.
        """
        before = None
        if self._waiting is None:
            self._waiting = _Waiting(self.session, self.groups_placed)
        elif self.groups_placed is None:
            before = self.playing
        self._put(session)
        self.interlude_records = (session.setup.record(),)
        most = MOST_STEPS if is_seen else self.setting_up.screens
        arranged = None if before is None else _arranged(before, session, most)
        if arranged is not None:
            self.groups_placed = None
            self.apply(arranged)

    def end_interlude(self) -> None:
        """Return to the game that waited; its pieces have to be put on the board again."""
        if self._waiting is None:
            return
        before = self.standing
        (self.session, self.groups_placed), self._waiting = self._waiting, None
        self.interlude_records = ()
        if self.session is None:
            self._left = before
        elif self.is_playing:
            self._set_up(self.session, before)
        else:
            self.setting_up, self.groups_placed = SettingUp(before), CLEARING

    def _put(self, session: Session) -> None:
        """Put ``session`` on the table; hands set up what does not stand there yet."""
        self._set_up(session, self.standing)
        self.session, self.in_game = session, True

    def _set_up(self, session: Session, before: PiecesOut | None) -> None:
        self.setting_up = SettingUp.of(session.state, before)
        self.place(CLEARING if self.setting_up.wrong else 0)

    def apply(self, record: JournalRecord) -> None:
        """Let ``record`` change the game, and keep it to be saved, except in an interlude.

        ValueError if it does not fit.
        """
        if self._waiting is None:
            record = {**record, **self._notes()}
        self.playing.apply(record)
        if self._waiting is None:
            self._records += (record,)
        else:
            self.interlude_records += (record,)
        self._on_change()

    def note(self, noted: JournalRecord) -> None:
        """Keep what features have ``noted`` of the position, to be saved; the game stays as it is.

        Nothing is noted of an interlude.
        """
        if self._waiting is None:
            self.playing.apply(noted)
            self._records += (noted,)

    def play(self, action: Action) -> None:
        """Let a legal throw or move happen."""
        self.apply({"do": str(action)})

    def random_throw(self) -> Throw:
        """Return a throw by its probability; asked only while a throw is awaited."""
        throw = random_action(self.playing.state, self.rng)
        assert isinstance(throw, Throw), "asked only while a throw is awaited"
        return throw

    def undo(self) -> SessionAction | None:
        """Take back the last action, and what a machine would at once do again.

        Return the action, or None where an agreed end was taken back instead; asked only while
        the session's ``can_undo`` is true.
        """
        session = self.playing
        if session.seats.agreed:
            self.apply({"reopened": True})
            return None
        size = session.undo_size()
        undone = session.actions[-size]
        self.apply({"undo": size})
        return undone

    def replace_move(self, *, puts_back_first: bool) -> None:
        """Take the last move back so that another one can be chosen.

        The hands go from one move to the other in as few steps as possible. With
        ``puts_back_first`` they put the pieces back before that: a sensing board reads the choice
        off the pieces.
        """
        size = self.playing.replace_size()
        self.apply({"undo": size} if puts_back_first else {"again": size, **RETURN_FIRST})

    def replace_throw(self, throw: Throw, back: int) -> bool:
        """Let ``throw`` count instead of the one so many throws ``back``.

        Return whether all later throws still count.
        """
        counted = len(self.playing.actions)
        self.apply({"throw": str(throw), "back": back})
        return len(self.playing.actions) >= counted

    def play_forced_moves(self) -> None:
        """Let machine seats make the moves that leave no choice, and note down an end."""
        if self.is_interlude:
            return
        session = self.playing
        is_set_up = self.groups_placed is None
        while is_set_up and not session.hand_steps.due and (move := self._forced_move()):
            self.play(move)
        if session.outcome is not None and session.is_over and not session.is_end_recorded:
            self.apply(outcome_record(session.outcome))

    def _forced_move(self) -> Move | None:
        """Return what a machine seat has to play; None where it or people have a choice."""
        session = self.playing
        if session.is_over or not session.is_machines_choice(session.state):
            return None
        moves = session.state.legal_moves()
        return moves[0] if len(moves) == 1 and moves != (PASS,) else None


def _arranged(before: Session, now: Session, most: int) -> JournalRecord | None:
    """Return the record that lets hands lead from the board of ``before`` to that of ``now``.

    None if that is another game, or takes more steps than ``most``.
    """
    stood, wanted = before.standing(), now.state.pieces()
    is_same = before.game == now.game and _count(stood) == _count(wanted)
    if not is_same or _elsewhere(stood, now.state) > MOST_STEPS:
        return None
    steps = shortest_way(stood, wanted, now.game.owner)
    return {"repair": pieces_text(stood)} if len(steps) <= most else None


def _count(pieces: tuple[Piece, ...]) -> int:
    return sum(piece.count for piece in pieces)


def _elsewhere(stood: tuple[Piece, ...], state: State) -> int:
    """Return how many pieces of ``state`` stand elsewhere than they ``stood``."""
    known: Mapping[object, int] = {identity(piece): piece.count for piece in stood}
    return sum(max(0, piece.count - known.get(identity(piece), 0)) for piece in state.pieces())


PATIENCE_SECONDS: Final = 5.0
"""Longer than any level thinks; then a quick look must do, so that no game ever stands still."""

HURRIED_SECONDS: Final = 0.5
"""The same after people have asked to hurry."""


class MachineTurns:
    """The question that is shown, and the last answer; ``rng`` seeds the machine's choices."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._last: Question | None = None
        self._known: Answer | None = None
        self._asked: tuple[Question | None, bool] = None, False
        self._asked_at: float | None = None

    @property
    def deadline(self) -> float | None:
        """When :meth:`due_answer` returns one if none comes; None while nothing is asked."""
        question, is_hurried = self._asked
        if question is None or self._asked_at is None:
            return None
        return self._asked_at + (HURRIED_SECONDS if is_hurried else PATIENCE_SECONDS)

    def question_for(self, session: Session) -> Question:
        """Return what the machine at the seat to act is asked: the same until something happens."""
        state, last = session.state, self._last
        player = session.player(session.seat_to_act.index)
        if last is None or (last.state, last.player) != (state, player):
            last = self._last = Question(state, player, self._rng.getrandbits(32))
        return last

    def ask(self, question: Question | None, *, is_hurried: bool) -> None:
        """Note what the scene that is shown now asks; None if nothing."""
        if (question, is_hurried) != self._asked:
            self._asked, self._asked_at = (question, is_hurried), None

    def has_waited(self, now: float) -> bool:
        """Return whether the question has been on the display before ``now``."""
        return self._asked_at is not None and now > self._asked_at

    def remember(self, answer: Answer) -> None:
        """Keep ``answer`` for the same question."""
        self._known = answer

    def due_answer(self, now: float) -> Answer | None:
        """Return the answer if it is known already, or a quick one if it was asked too long ago."""
        question, is_hurried = self._asked
        if question is None:
            return None
        if self._asked_at is None:
            self._asked_at = now
        if self._known is not None and self._known.question == question:
            return self._known
        if not has_come(self.deadline, now):
            return None
        return find_answer(question, lambda: True) if is_hurried else quick_look(question)
