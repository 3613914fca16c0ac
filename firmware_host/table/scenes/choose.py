"""A person picks one of the legal moves, by keys or with the pieces on a sensing board."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from firmware_host.screens.choose import ChooseView
from firmware_host.screens.moves import SuggestView
from firmware_host.screens.view import View
from firmware_host.sensing.mismatch import Mismatch
from firmware_host.sensing.touches import PatternMatch, Touch
from firmware_host.session import names
from firmware_host.session.chooser import Chooser
from firmware_host.session.cursor import ARROWS
from firmware_host.table.scenes.base import SETTLED_SECONDS, Due, Scene
from firmware_host.thinking.advice import Advice, advice_question, advise
from firmware_host.thinking.inline import Answer, Question
from games.actions import Move
from games.message import Message, msg
from games.why_not import why_not

if TYPE_CHECKING:
    from firmware_host.table.table import Table

OPEN_SECONDS = 2.5
"""A move is done, but the hands may still make more of it."""
UNSURE_SECONDS = 2.0
"""A move may be done, but something of it was not seen."""
HELD_SECONDS = 6.0
"""Longer than a piece is held in the hand as a rule."""

UNDERSTOOD = msg("Seen: {what}")
NOWHERE = msg("Lifted from {point}, and on no point now")


@dataclass(frozen=True)
class Choose(Scene):
    """Legal ``moves`` of which the ``chooser`` offers those that fit what is seen on the board.

    ``targets_shown`` and then ``suggested`` are what the hint key brings, one after the other;
    the ``question`` what to suggest is thought about in between.
    ``is_asked`` tells that one of them may have been made, ``is_reminded`` that it was said which
    piece is seen nowhere.
    """

    help = msg(
        "Arrows choose, OK takes. Back: one step back. Hint: advice.\n"
        "Hold left: take back. Hold hint: the last move."
    )
    is_hasty = True
    chooser: Chooser
    moves: tuple[Move, ...]
    targets_shown: bool = False
    question: Question | None = None
    is_hurried: bool = False
    suggested: Advice | None = None
    is_asked: bool = False
    is_reminded: bool = False

    @classmethod
    def among(cls, moves: tuple[Move, ...], table: "Table") -> "Choose":
        """Begin to choose among ``moves``: among those that fit the board if it is seen."""
        choose = cls(Chooser.of(moves, table.playing.game.board), moves)
        return choose._narrowed(table) if table.sight.is_working else choose

    def view(self, table: "Table") -> View:
        chooser = self.chooser
        if self.suggested is not None:
            return SuggestView(table.layout(), table.seat_to_act, *self.suggested)
        return ChooseView(
            table.layout(),
            table.seat_to_act,
            table.playing.state.pending,
            chooser.options,
            chooser.option,
            chooser.picked,
            chooser.preview,
            chooser.moves,
            targets_shown=self.targets_shown,
            is_asked=self.is_asked,
            is_thinking=self.question is not None,
        )

    def press(self, key: str, table: "Table") -> bool:
        if key == "hint":
            table.show(self._hinted(table))
        elif self.suggested is not None:
            return self._answer(key, self.suggested.move, table)
        elif self.question is not None:
            return self._go_without(key, table)
        elif key in ARROWS:
            table.show(replace(self, chooser=self.chooser.pressed(key)))
        elif key == "ok":
            self._confirm(table)
        elif key == "back":
            self._back(table)
        else:
            return False
        return True

    def heed(self, answer: Answer, table: "Table") -> None:
        suggested = advise(answer, self.chooser.moves)
        table.show(replace(self._unadvised(), suggested=suggested))

    def foresee(self, touch: Touch, table: "Table") -> None:
        """Take the move that was seen done if ``touch`` is the beginning of something else."""
        sight, session = table.sight, table.playing
        one = self._only(sight.match(session).complete, table)
        is_other = (
            sight.may_start_action(touch, table.now) and sight.match(session, touch).is_impossible
        )
        if one is not None and is_other:
            _take(one, table)

    def watch(self, table: "Table") -> None:
        table.show(self._narrowed(table))

    def trouble(self, table: "Table") -> Mismatch | None:
        session = table.playing
        if not table.sight.match(session).is_impossible:
            return None
        ways = table.sight.patterns(session)
        trouble = table.sight.nearest_mismatch(session, ways, session.state.turn)
        if trouble is None or trouble.back is None:
            return trouble
        target, origin = trouble.back
        refusal = why_not(session.state, origin, target)
        return replace(trouble, reason=names.refusal(refusal) if refusal else None)

    def due(self, table: "Table") -> Due | None:
        verdict, since = table.sight.match(table.playing), table.sight.changed_at
        one = self._only(verdict.complete, table)
        if one is not None:
            is_open = len(verdict.possible) > len(verdict.complete)
            wait = OPEN_SECONDS if is_open else SETTLED_SECONDS
            return Due(since + wait, lambda: _take(one, table))
        if not self.is_asked and (verdict.complete or verdict.unsure):
            wait = SETTLED_SECONDS if verdict.complete else UNSURE_SECONDS
            return Due(since + wait, lambda: self._ask(verdict, table))
        if not self.is_reminded and (held := _held(verdict, table)):
            return Due(since + HELD_SECONDS, lambda: self._remind(held, table))
        return super().due(table)

    def lit(self, table: "Table") -> frozenset[str]:
        if self.chooser.moves == self.moves:
            return frozenset()
        return frozenset(move.path[-1] for move in self.chooser.candidates if move.path)

    def _hinted(self, table: "Table") -> "Choose":
        """After the hint key: first all targets, then a suggestion, then neither."""
        if self.suggested is not None:
            return self._unadvised()
        if self.question is not None:
            return replace(self, is_hurried=True)
        if self.targets_shown:
            return replace(self, targets_shown=False, question=advice_question(table.playing.state))
        return replace(self, targets_shown=True)

    def _unadvised(self) -> "Choose":
        return replace(self, question=None, is_hurried=False, suggested=None)

    def _go_without(self, key: str, table: "Table") -> bool:
        """Choose without the advice that is still thought about; back does no more than that."""
        choose = self._unadvised()
        if key != "back":
            return choose.press(key, table)
        table.show(choose)
        return True

    def _answer(self, key: str, suggested: Move, table: "Table") -> bool:
        """Take what was suggested with OK, go on choosing with an arrow or back."""
        if key == "ok":
            self._decide(suggested, table)
        elif key in (*ARROWS, "back"):
            table.show(self._unadvised())
        else:
            return False
        return True

    def _confirm(self, table: "Table") -> None:
        chooser = self.chooser.confirmed()
        if chooser.chosen is None:
            table.show(replace(self, chooser=chooser))
        else:
            self._decide(chooser.chosen, table)

    def _decide(self, move: Move, table: "Table") -> None:
        if self.is_asked and move in self._at_end(table):
            _take(move, table)
        else:
            table.act(move)
            table.go_on()

    def _back(self, table: "Table") -> None:
        earlier = self.chooser.back()
        if earlier is not None:
            table.show(replace(self, chooser=earlier))
        elif self.chooser.moves != self.moves:
            table.show(replace(self, chooser=self._chooser(self.moves)))
        else:
            table.show_menu()

    def _narrowed(self, table: "Table") -> "Choose":
        """The same with the moves that can still become true; with all when none is begun."""
        verdict = table.sight.match(table.playing)
        fitting = self._moves(verdict.possible) or self.moves
        again = replace(self._unadvised(), is_asked=False, is_reminded=False)
        if fitting == self.chooser.moves:
            return again
        return replace(again, chooser=self._chooser(fitting))

    def _ask(self, verdict: PatternMatch, table: "Table") -> None:
        """Offer the moves that may have been made, the cursor on the first that has."""
        ended = self._moves(verdict.complete or verdict.unsure)
        offered = ended if verdict.complete else self._moves(verdict.possible) or ended
        chooser = self._chooser(offered).towards(ended[0])
        table.show(replace(self, chooser=chooser, is_asked=True))

    def _remind(self, held: str, table: "Table") -> None:
        table.show(replace(self, is_reminded=True))
        table.tell(Message.of(NOWHERE, point=names.place(held)))

    def _at_end(self, table: "Table") -> Sequence[Move]:
        verdict = table.sight.match(table.playing)
        return self._moves((*verdict.complete, *verdict.unsure))

    def _only(self, indices: Sequence[int], table: "Table") -> Move | None:
        """The one move of ``indices``; of several with one and the same end the first."""
        moves = self._moves(indices)
        ends = {table.playing.state.apply(move) for move in moves}
        return moves[0] if len(ends) == 1 else None

    def _moves(self, indices: Iterable[int]) -> tuple[Move, ...]:
        return tuple(self.moves[index] for index in indices)

    def _chooser(self, moves: Sequence[Move]) -> Chooser:
        return Chooser.of(moves, self.chooser.board)


def _held(verdict: PatternMatch, table: "Table") -> str | None:
    """The point that a piece of the seat's own was lifted from, if nothing has been put."""
    session, sight = table.playing, table.sight
    ground, occupied = sight.sensed_pieces(session), sight.observation.occupied
    lifted = ground.occupied - occupied
    own = [point for point in lifted if ground.has(point, session.state.turn)]
    is_held = verdict.possible and len(own) == 1 and occupied <= ground.occupied
    return own[0] if is_held else None


def _take(move: Move, table: "Table") -> None:
    """Let ``move`` count with all its acts, and say that it was seen."""
    table.act(move)
    table.carried_out(len(move.steps))
    table.tell(Message.of(UNDERSTOOD, what=names.action(move)))
