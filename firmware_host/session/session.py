"""One game that is being played at this table, built from the records of its journal.

Whatever people do becomes a record (a mapping of plain values). The record is first written to the
journal and then applied here. So after a power cut, applying the same records again gives the same
session.
"""

from collections.abc import Mapping, Sequence
from copy import copy
from functools import lru_cache
from typing import Final, Literal, Self

from firmware_host.session.hand_steps import (
    Correction,
    HandSteps,
    SessionAction,
    StepsReason,
    check_on_table,
    parse_pieces,
    shortest_way,
)
from firmware_host.session.seats import FAR, GOES_ON, PHONE, SILENCE, Player, Seats
from firmware_host.session.setup import NOBODY, Order, Setup
from firmware_host.storage.records import JournalRecord, Value, read_outcome
from games.actions import PASS, Action, Move, Step, Throw
from games.arranging import rearrange
from games.core import Catalogue, Game, Outcome, State
from games.equipment import Piece, Seat
from hardware.untrusted_input import written

AFTER_AGREEMENT = {"over", "reopened"}

BY_PROGRAM: Final[JournalRecord] = {"by": "program"}
"""What the record of a throw has besides, if the program made it for a machine."""

DICE: Final = "dice"
"""In the record of a throw that a tray read: the faces of its dice, one after the other."""

RETURN_FIRST: Final[JournalRecord] = {"order": "return first"}
"""What the record of a move that is replaced has besides: the hands return its pieces before
they carry the other move out, unless that takes more steps.

Records of release 0.1.0 lack it, and their hand steps are in another order.
"""

NOTED: Final = "note."
"""What features note of the present position stands in records under names that begin so."""

LeaveReason = Literal["idle", "anew"]
"""Why a game was left before its end: nobody was there any more, or another game was begun."""


class Session:
    """The ``states`` and ``actions`` of one game, from its beginning to now.

    ``actions[i]`` leads from ``states[i]`` to ``states[i + 1]``. ``seats`` says who plays,
    ``hand_steps`` what people still have to do with the pieces. ``is_end_recorded`` is true when
    the last record said how the game ended, ``is_abandoned`` when the game was left before its end,
    ``has_chosen_theirs`` when people chose the record of the other table and it is still to come.
    ``record_count`` is how many records the session was built from. ``talk`` is what people here
    have said to those at a linked table since the last act.

    ``notes[i]`` is what features have noted while ``states[i]`` was the position. It is gone once
    that is taken back.
    """

    def __init__(self, game: Game, setup: Setup) -> None:
        """Begin ``game``; raise ValueError if the first seat or the players are wrong."""
        self.game = game
        self.setup = setup
        self.seats = Seats.of(game, setup.players)
        self.states: list[State] = [self.seats.skip_empty(_first_state(game, setup))]
        self.actions: list[SessionAction] = []
        self.notes: list[Mapping[str, Value]] = [{}]
        self.hand_steps = HandSteps()
        self.is_end_recorded = self.is_abandoned = self._returns_first = False
        self.has_chosen_theirs = False
        self._thrown_by_program: set[int] = set()
        self.record_count = 1
        self.talk = SILENCE

    @classmethod
    def begin(cls, record: JournalRecord, catalogue: Catalogue) -> Self:
        """Begin the session that ``record`` describes; raise ValueError if it cannot be played."""
        setup = Setup.read(record)
        return cls(catalogue.load(setup.game, **setup.options), setup)

    @classmethod
    def resume(cls, records: Sequence[JournalRecord], catalogue: Catalogue) -> Self:
        """Apply all records of a session again; raise ValueError that names the wrong one."""
        session = cls.begin(records[0], catalogue)
        for number, record in enumerate(records[1:], start=2):
            try:
                session.apply(record)
            except (KeyError, TypeError, ValueError) as error:
                raise ValueError(f"record {number}: {error}") from error
        return session

    @property
    def state(self) -> State:
        """The current position."""
        return self.states[-1]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended and all hand steps are done."""
        is_ended = self.state.is_terminal and not self.hand_steps.remaining
        return is_ended or self.seats.agreed is not None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, by its rules or by agreement; None while it is being played."""
        return self.seats.agreed or self.state.outcome()

    @property
    def seat_to_act(self) -> Seat:
        """The seat that has to throw or choose; ask only while the game is being played."""
        turn = self.state.turn
        assert turn is not None, "expected a game that is not over"
        return self.game.seats[turn]

    @property
    def can_undo(self) -> bool:
        """Whether there is something that people here may take back.

        The end that both of two linked tables agreed upon stays.
        """
        if self.seats.agreed is not None:
            return not self.is_linked
        return self.undo_size() > 0

    def player(self, seat: int) -> Player:
        """Return who plays at ``seat``."""
        return self.seats.players[seat]

    def players_again(self, order: Order) -> tuple[Player, ...]:
        """Return who plays the next game when people change seats in this ``order``.

        Those who left this one by resigning are there again.
        """
        begun = Seats.of(self.game, self.setup.players).players
        pairs = zip(self.seats.players, begun, strict=True)
        sitting = [before if now == NOBODY else now for now, before in pairs]
        return tuple(sitting[seat] for seat in order)

    def is_machines_choice(self, state: State) -> bool:
        """Return whether a machine has to choose in ``state`` (people make all the throws)."""
        if state.turn is None or state.is_chance:
            return False
        return state.turn in self.seats.machines

    def is_phones_choice(self, state: State) -> bool:
        """Return whether a person elsewhere has to choose in ``state``."""
        if state.turn is None or state.is_chance:
            return False
        return self.player(state.turn) == PHONE

    def is_by_program(self, index: int) -> bool:
        """Return whether the program made the throw that is the action ``index``, for a machine."""
        return index in self._thrown_by_program

    @property
    def is_linked(self) -> bool:
        """Whether seats of this game belong to another table."""
        return bool(self.seats.far)

    def is_far(self, state: State) -> bool:
        """Return whether the other table has to throw or choose in ``state``, or had to.

        A seat that it has resigned stays its own.
        """
        if state.turn is None:
            return False
        players = self.setup.players if self.player(state.turn) == "nobody" else self.seats.players
        return players[state.turn : state.turn + 1] == (FAR,)

    def standing(self) -> tuple[Piece, ...]:
        """Return the pieces on the real board, after the hand steps that were confirmed."""
        return _standing(self.hand_steps, self.state)

    @property
    def steps_to_show(self) -> tuple[Step, ...]:
        """The hand steps that are due; none for the answer to an exercise: hands only show it."""
        is_answer = self.setup.is_exercise and bool(self.actions)
        return () if is_answer else self.hand_steps.due

    def pieces_to_show(self) -> tuple[Piece, ...]:
        """Return the pieces to draw: those on the real board while hand steps are due."""
        return self.standing() if self.steps_to_show else _pieces(self.state)

    def undo_size(self) -> int:
        """Return how many actions one undo takes back: up to the last that no machine made.

        What the other table did, or has already, is not taken back here.
        """
        if self.is_far(self.state):
            return 0
        for size in range(1, len(self.actions) + 1):
            if self.is_far(self.states[-1 - size]):
                return 0
            is_throw = len(self.actions) - size in self._thrown_by_program
            if not is_throw and not self.is_machines_choice(self.states[-1 - size]):
                return size
        return 0

    def size_to_ask_for(self) -> int:
        """Return how many actions to ask the other table for, to do one of a person here anew."""
        if not self.is_linked or self.seats.agreed is not None:
            return 0
        sizes = range(1, len(self.actions) + 1)
        here = (size for size in sizes if self.states[-1 - size].turn in self.seats.persons)
        return next(here, 0)

    def replace_size(self) -> int:
        """Return how many actions to undo to replace the last move of a person; 0 if impossible."""
        size = self.undo_size()
        is_move = size > 0 and isinstance(self.actions[-size], Move)
        return size if is_move and self.actions[-size] != PASS else 0

    def unplayed_throws(self) -> tuple[Throw, ...]:
        """Return the throws of the current turn that no move has used yet.

        A seat that has resigned has none: the turn has gone on.
        """
        if len(self.states) < 2 or self.states[-2].turn not in self.seats.present:
            return ()
        throws: list[Throw] = []
        for action, before in zip(reversed(self.actions), reversed(self.states[:-1]), strict=True):
            if not isinstance(action, Throw) or before.turn != self.states[-2].turn:
                break
            throws.append(action)
        return tuple(reversed(throws))

    def correctable_throws(self) -> tuple[Throw, ...]:
        """Return the unplayed throws that people here may correct: none of the other table."""
        is_theirs = any(map(self.is_far, self.states[-2:]))
        return () if is_theirs else self.unplayed_throws()

    def fits(self, record: JournalRecord) -> bool:
        """Return whether :meth:`apply` would carry ``record`` out."""
        try:
            self.branched().apply(record)
        except (KeyError, TypeError, ValueError):
            return False
        return True

    def branched(self) -> Self:
        """Return the same game, which can go on in another way."""
        branch = copy(self)
        branch.states, branch.actions = [*self.states], [*self.actions]
        branch.notes = [*self.notes]
        branch._thrown_by_program = {*self._thrown_by_program}
        return branch

    def apply(self, record: JournalRecord) -> None:
        """Carry out one record; raise ValueError if it does not fit the current position.

        The key of the record says what happened:

        - ``do``: an action, as text; also ``by`` whom, if the program threw for a machine, or how
          the ``dice`` lay, if a tray read them;
        - ``act``: the number of hand steps that are done;
        - ``undo``: the number of actions to take back;
        - ``again``: the same, and another move will be chosen instead; also in which ``order``
          the hands do both;
        - ``throw``: a throw that replaces the one ``back`` actions ago;
        - ``set``: the pieces on the real board, which the position takes over;
        - ``repair``: the pieces on the real board, which people will move to fit the position;
        - ``over``: how the game ended;
        - ``left``: why the game was left before its end;
        - ``decision``: which of two records people have chosen, for those at another table;
        - ``asks``, ``agrees``, ``refuses``: what they say to them, as :class:`Talk` has it.

        :meth:`Seats.after` describes the other records. Any may have notes of features besides,
        and a record may be nothing but notes.
        """
        if self.is_abandoned:
            raise ValueError(
                f"expected no record after the game was left, got {written(dict(record))}"
            )
        if self.seats.agreed and not record.keys() & AFTER_AGREEMENT:
            raise ValueError(f"expected no record after an agreed end, got {written(dict(record))}")
        do, act = record.get("do"), record.get("act")
        has_more = len(record) > (do is not None) + (act is not None)
        if has_more and self._take_notes(record) == len(record):
            self.record_count += 1
            return
        match do, act:
            case str(text), _ if not self.hand_steps.due:
                self._note_thrower(record)
                self._do(self.state.parse(text))
                self._skip_empty_seats()
            case _, int(done) if 0 < done <= len(self.hand_steps.steps):
                self.hand_steps = HandSteps(self.hand_steps.steps, done, self.hand_steps.why)
            case _:
                self._apply_rarer(record)
                self._skip_empty_seats()
        self._note(record)

    def _take_notes(self, record: JournalRecord) -> int:
        """Take what features have noted in ``record``; return how many fields that were."""
        noted = {name: value for name, value in record.items() if name.startswith(NOTED)}
        if noted:
            said = {name.removeprefix(NOTED): value for name, value in noted.items()}
            self.notes[-1] = {**self.notes[-1], **said}
        return len(noted)

    def _apply_rarer(self, record: JournalRecord) -> None:
        """Apply a record that goes back or ends the game; any other amends something."""
        match dict(record):
            case {"undo": int(size)} if 0 < size <= len(self.actions):
                self._undo(size, "undo")
            case {"over": _} if read_outcome(record) == self.outcome:
                pass
            case {"left": "idle" | "anew"}:
                self.is_abandoned = True
            case other:
                self._amend(other)

    def _note(self, record: JournalRecord) -> None:
        """Note what the last record was, after it was carried out."""
        self.record_count += 1
        self.is_end_recorded = "over" in record
        goes_on = not GOES_ON.isdisjoint(record)
        if "record" in record or not goes_on:
            self.has_chosen_theirs = record.get("record") == "theirs"
        if not goes_on:
            self.talk = self.talk.after(record)

    def _amend(self, record: JournalRecord) -> None:
        """Apply a record that corrects or replaces something, or changes who plays."""
        match dict(record):
            case {"again": int(size)} if 0 < size <= len(self.actions):
                self._returns_first = RETURN_FIRST.items() <= record.items()
                self._undo(size, "again")
            case {"throw": str(text), "back": int(back)} if 0 < back <= len(self.unplayed_throws()):
                self._throw_instead(text, back)
            case {"set": str(text)}:
                self._correct(parse_pieces(text))
            case {"decision": int(), "record": "ours" | "theirs"}:
                pass
            case {"asks": str()} | {"agrees": str()} | {"refuses": str()} if self.is_linked:
                pass
            case {"repair": str(text)}:
                self._guide(check_on_table(parse_pieces(text), self.game), "repair")
            case other:
                self.seats = self.seats.after(other)
                if "reopened" in other:
                    self.notes[-1] = {}

    def _note_thrower(self, record: JournalRecord) -> None:
        """Note whether the program makes the next action, so that one undo takes it back too."""
        number = len(self.actions)
        self._thrown_by_program.discard(number)
        if record.get("by") == BY_PROGRAM["by"]:
            self._thrown_by_program.add(number)

    def _do(self, action: Action) -> None:
        stood = self.standing() if self.hand_steps.remaining else None
        before = self.state
        self._add(before.apply(action), action)
        if stood is None:
            self.hand_steps = HandSteps(action.steps)
            return
        self._guide(stood, "move")
        by_returning = (*shortest_way(stood, before.pieces(), self.game.owner), *action.steps)
        if self._returns_first and len(by_returning) <= len(self.hand_steps.steps):
            self.hand_steps = HandSteps(by_returning)

    def _undo(self, size: int, why: StepsReason) -> None:
        stood = self.standing()
        del self.states[-size:], self.actions[-size:], self.notes[-size:]
        self.notes[-1] = {}
        self._guide(stood, why)

    def _throw_instead(self, text: str, back: int) -> None:
        """Replace a throw; keep the later throws that can still follow it, and what was noted."""
        stood = self.standing()
        action, later = self.states[-1 - back].parse(text), self.unplayed_throws()[::-1][: back - 1]
        notes = self.notes[-back:]
        del self.states[-back:], self.actions[-back:], self.notes[-back:]
        kept = len(self.notes)
        self._add(self.state.apply(action), action)
        for throw in reversed(later):
            if throw not in self.state.actions() or self.state.turn != self.states[-2].turn:
                break
            self._add(self.state.apply(throw), throw)
        self.notes[kept:] = notes[: len(self.notes) - kept]
        self._guide(stood, "repair")

    def _correct(self, found: tuple[Piece, ...]) -> None:
        self._add(rearrange(self.state, found), Correction(found))
        self._guide(found, "repair")

    def _skip_empty_seats(self) -> None:
        """Skip the seats that nobody plays for; that may change where pieces should stand."""
        state = self.state
        following = self.seats.skip_empty(state)
        if following is state:
            return
        stood, moves_pieces = self.standing(), following.pieces() != state.pieces()
        self.states[-1] = following
        if moves_pieces:
            self._guide(stood, self.hand_steps.why if self.hand_steps.remaining else "repair")

    def _add(self, state: State, action: SessionAction) -> None:
        self.states.append(state)
        self.actions.append(action)
        self.notes.append({})

    def _guide(self, stood: tuple[Piece, ...], why: StepsReason) -> None:
        """Set the hand steps to the shortest way from the pieces that ``stood`` to the position."""
        self.hand_steps = HandSteps(
            shortest_way(stood, self.state.pieces(), self.game.owner), why=why
        )


def _first_state(game: Game, setup: Setup) -> State:
    return game.state(setup.position) if setup.position else game.start(setup.first or 0)


# the pieces change rarely, and each key press and each touch of a sensing board asks for them
@lru_cache(maxsize=8)
def _pieces(state: State) -> tuple[Piece, ...]:
    return state.pieces()


@lru_cache(maxsize=8)
def _standing(hand_steps: HandSteps, state: State) -> tuple[Piece, ...]:
    return hand_steps.standing(_pieces(state))
