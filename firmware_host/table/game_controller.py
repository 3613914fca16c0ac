"""What people do with the game on the table: every deed is a record, and can be taken back."""

from abc import ABC, abstractmethod
from dataclasses import replace

from firmware_host.sensing.observed_board import ObservedBoard
from firmware_host.session import names
from firmware_host.session.session import LeaveReason, Session
from firmware_host.session.setup import Setup
from firmware_host.storage.records import JournalRecord, outcome_record
from firmware_host.table.sitting import Sitting
from games.actions import PASS, Action, Move
from games.message import Message, msg

NOTHING_TO_UNDO = msg("Nothing to take back")
TAKEN_BACK = msg("Taken back: {what}")


class Deeds(Sitting, ABC):
    """A sitting at which something is done; arguments as for :class:`Sitting`.

    ``now`` is the time in seconds, ``in_game`` tells that people are at the game, not between two.
    """

    now = 0.0
    in_game = False
    _records: tuple[JournalRecord, ...] = ()

    @property
    @abstractmethod
    def sight(self) -> ObservedBoard:
        """What is seen of the real board."""

    @abstractmethod
    def tell(self, notice: Message) -> None:
        """Lay ``notice`` over the last line for a while."""

    @abstractmethod
    def go_on(self) -> None:
        """Show what the game awaits."""

    def records(self) -> tuple[JournalRecord, ...]:
        """Hand over what must be written down before the present frame is shown."""
        records, self._records = self._records, ()
        return records

    def record(self, record: JournalRecord) -> None:
        """Let ``record`` happen and have it written down; ValueError if it does not fit."""
        self.playing.apply(record)
        self.sight.reset(self.playing.standing(), self.now)
        self._records += (record,)

    def act(self, action: Action) -> None:
        """Let a legal throw or move happen."""
        self.record({"do": str(action)})

    def carried_out(self, count: int) -> None:
        """Go on: the hands have done ``count`` more of the acts."""
        if count:
            self.record({"act": self.playing.hand_steps.done + count})
        self.go_on()

    @property
    def can_undo(self) -> bool:
        """True when there is something to take back."""
        session = self.session
        return session is not None and (session.undo_size() > 0 or bool(session.seats.agreed))

    def undo(self) -> None:
        """Take back the last action, and what a machine would at once do again."""
        if not (self.in_game and self.can_undo):
            self.tell(Message.of(NOTHING_TO_UNDO))
            return
        if self.playing.seats.agreed:
            self.record({"reopened": True})
            self.go_on()
            return
        size = self.playing.undo_size()
        undone = self.playing.actions[-size]
        self.record({"undo": size})
        self.go_on()
        self.tell(Message.of(TAKEN_BACK, what=names.action(undone)))

    @property
    def can_repair(self) -> bool:
        """True when there is a position that the board can differ from, also after the end."""
        return self.session is not None

    @property
    def can_correct_throw(self) -> bool:
        """True while no move has been made of the last throw."""
        return self.session is not None and bool(self.session.unplayed_throws())

    @property
    def can_replace_move(self) -> bool:
        """True when the last thing that people decided was a move."""
        return self.session is not None and self.session.replace_size() > 0

    def replace_move(self) -> None:
        """Choose another move instead of the last; asked only while :attr:`can_replace_move`.

        The hands go from one straight to the other; where a sensing board tells the choice by the
        pieces, they first put back what they have moved.
        """
        how = "undo" if self.sight.is_working else "again"
        self.record({how: self.playing.replace_size()})
        self.go_on()

    def lay(self, setup: Setup) -> None:
        """Begin a game; who begins is drawn now if the setup leaves it open."""
        game = self.catalogue.load(setup.game, **setup.options)
        if setup.first is None:
            setup = replace(setup, first=self.rng.randrange(len(game.seats)))
        self.session, self.in_game = Session(game, setup), True
        self._records += (setup.record(),)

    def archive(self, why: LeaveReason) -> None:
        """Let nobody go on with the game on the table: it is kept, and the table is free."""
        if self.is_playing:
            self.record({"left": why})
        self.session, self.in_game = None, False
        self.sight.set_game_board(None, self.now)

    def let_machines_play(self) -> None:
        """Let machine seats make the moves that need no thought, and note down an end."""
        session = self.playing
        while not session.hand_steps.due and (move := self._forced_move()) is not None:
            self.act(move)
        if session.outcome is not None and session.is_over and not session.is_end_recorded:
            self.record(outcome_record(session.outcome))

    def _forced_move(self) -> Move | None:
        """What a machine seat has to play; None where it or people have a choice."""
        session = self.playing
        if session.is_over or not session.is_machines_choice(session.state):
            return None
        moves = session.state.legal_moves()
        return moves[0] if len(moves) == 1 and moves != (PASS,) else None
