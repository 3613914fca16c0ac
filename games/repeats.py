"""Games in which a handicap lets a seat repeat a throw, once until another seat has its turn.

A seat that may do so has one more move after a throw: it picks the dice up and throws again, and
has to play what they show then. It may always repeat the last throw, as long as no move was made
with it. Everything else is up to the game: a :class:`RepeatingGame` wraps it, so that a game in
which nobody has this handicap knows nothing of it.

>>> import games
>>> game = games.load("ur", handicap_white="repeat")
>>> state = game.start().apply(game.throw((1, 0, 0, 0)))
>>> str(state.legal_moves()[-1]), str(state.apply(REPEAT))
('repeat', '0 throw 0,0,0,0,0,0,0/0,0,0,0,0,0,0 - - - repeated')
"""

import random
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import ClassVar, Final, Self, cast

from games.actions import Action, Chance, Choice, Move, PlainMove, Throw
from games.budget import Budget
from games.core import GAME_OVER, Attempt, Danger, Game, Outcome, State
from games.equipment import Piece
from games.message import IllegalMove, Message, msg
from games.options import NONE, PREFIX, OptionValue
from games.text import EMPTY

REPEAT: Final = PlainMove("repeat", (Choice("word", msg("throw again")),))
REPEATED: Final = "repeated"
"""The last field of a position in which the seat to act has repeated a throw."""

CACHED_KINDS: Final = 32

MAY_NOT: Final = msg("{colour} may not repeat a throw")
ONCE: Final = msg("{colour} has repeated a throw in this turn already")
NO_THROW: Final = msg("only a throw that was just made can be repeated")


@dataclass(slots=True, unsafe_hash=True)
class RepeatablePosition(State):
    """A state ``inner`` of the game itself, and what its seat may do with the last throw.

    ``is_spent`` once the seat has repeated a throw. ``before`` is the state before a ``throw`` that
    may be repeated, None if there is none.
    """

    game: "RepeatingGame"
    inner: State
    is_spent: bool = False
    before: "RepeatablePosition | None" = None
    throw: Throw | None = None
    turn: int | None = field(init=False, compare=False)
    _moves: Sequence[Move] = field(default=(), init=False, compare=False, repr=False)
    _again: "RepeatablePosition | None" = field(default=None, init=False, compare=False, repr=False)
    _worth: dict[int, float] | None = field(default=None, init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        self.turn = self.inner.turn

    @property
    def is_chance(self) -> bool:
        return self.inner.is_chance

    @property
    def pending(self) -> tuple[Throw, ...]:
        return self.inner.pending

    @property
    def mover(self) -> int | None:
        return self.inner.mover

    @property
    def again(self) -> "RepeatablePosition":
        """The same before a throw that nobody may repeat; what it is worth is found once."""
        if self._again is None:
            self._again = RepeatablePosition(self.game, self.inner, is_spent=True)
            self._again._worth = {}
        return self._again

    def chance_outcomes(self) -> tuple[tuple[Throw, Chance], ...]:
        return self.inner.chance_outcomes()

    def legal_moves(self) -> Sequence[Move]:
        """Return the moves of the game, and last that the throw is repeated if it may be."""
        if self.before is None:
            return self.inner.legal_moves()
        if not self._moves:
            self._moves = (*self.inner.legal_moves(), REPEAT)
        return self._moves

    def outcome(self) -> Outcome | None:
        return self.inner.outcome()

    def pieces(self) -> tuple[Piece, ...]:
        return self.inner.pieces()

    def evaluate(self, seat: int) -> float:
        """Return how well ``seat`` stands: where a throw is repeated, on average over all throws.

        Games judge positions after moves. One before a throw is compared with them here.
        """
        if self._worth is None:
            return self.inner.evaluate(seat)
        if seat not in self._worth:
            self._worth[seat] = sum(
                float(chance) * best_after(self.inner.apply(throw), seat)
                for throw, chance in self.inner.chance_outcomes()
            )
        return self._worth[seat]

    def expects(self, seat: int) -> float:
        return self.inner.expects(seat)

    def material(self, seat: int) -> float:
        return self.inner.material(seat)

    def __str__(self) -> str:
        if self.before is not None:
            return f"{self.before.inner} {self.throw}"
        return f"{self.inner} {REPEATED if self.is_spent else EMPTY}"

    def with_pieces(self, pieces: tuple[Piece, ...]) -> Self:
        if self.before is None or self.throw is None:
            return type(self)(self.game, self.inner.with_pieces(pieces), self.is_spent)
        before = self.before.with_pieces(pieces)
        return cast("Self", before if before.is_terminal else before.apply(self.throw))

    def refusal(self, text: str) -> IllegalMove:
        if text != REPEAT.text:
            return self.inner.refusal(text)
        if self.turn is None:
            return IllegalMove(GAME_OVER)
        colour = self.game.seats[self.turn].colour
        if self.turn not in self.game.repeating:
            return IllegalMove(MAY_NOT, colour=colour)
        return IllegalMove(ONCE, colour=colour) if self.is_spent else IllegalMove(NO_THROW)

    def attempts(self, origin: str, target: str) -> Iterable[Attempt]:
        return self.inner.attempts(origin, target)

    def danger(self, seat: int, places: Collection[str]) -> Danger | None:
        return self.inner.danger(seat, places)

    def achievement(self, move: Move) -> Message | None:
        return None if move == REPEAT else self.inner.achievement(move)

    def proof(self, move: Move) -> Message | None:
        return None if move == REPEAT else self.inner.proof(move)

    def headway(self, move: Move) -> Message | None:
        return None if move == REPEAT else self.inner.headway(move)

    def points_won(self) -> tuple[int, ...]:
        return self.inner.points_won()

    def stakes(self) -> tuple[int, ...]:
        return self.inner.stakes()

    def stake(self) -> Message | None:
        return self.inner.stake()

    def skipped(self) -> Self | None:
        after = self.inner.skipped()
        return None if after is None else type(self)(self.game, after)

    def parse(self, text: str) -> Action:
        if text != REPEAT.text:
            return self.inner.parse(text)
        return State.parse(self, text)

    def apply(self, action: Action) -> Self:
        if action == REPEAT:
            if self.before is None:
                raise self.refusal(REPEAT.text)
            return cast("Self", self.before.again)
        return self._after(action)

    def _after(self, action: Action) -> Self:
        inner = self.inner.apply(action)
        is_spent = self.is_spent and inner.turn == self.turn
        if not isinstance(action, Throw) or is_spent or not self._may_repeat(action, inner):
            return type(self)(self.game, inner, is_spent)
        return type(self)(self.game, inner, before=self, throw=action)

    def _may_repeat(self, throw: Throw, after: State) -> bool:
        """Return whether ``throw`` may be repeated: it left a choice, and moved no piece."""
        is_theirs = after.turn == self.turn and self.turn in self.game.repeating
        if not is_theirs or after.is_chance:
            return False
        return not any(each.steps for each, _ in self.inner.chance_outcomes() if each == throw)


def best_after(state: State, seat: int) -> float:
    """Return how well ``seat`` stands after the best move in ``state``; where none is due, there.

    The best is the one after which the seat to act stands best.
    """
    turn = state.turn
    if turn is None or state.is_chance:
        return state.evaluate(seat)
    after = (state.apply(move) for move in state.legal_moves())
    return max(after, key=lambda each: each.evaluate(turn)).evaluate(seat)


class GameWithThrows(Game):
    """A game in which a handicap may let a seat repeat a throw: then it is a RepeatingGame."""

    def __new__(cls, /, **options: OptionValue) -> Self:
        names = [each.name for each in cls.HANDICAPS if each.repeats]
        given = [value for name, value in options.items() if name.startswith(PREFIX)]
        if hasattr(cls, "KIND") or not any(value in names for value in given):
            return super().__new__(cls)
        return cast("Self", super().__new__(repeating(cls)))


class RepeatingGame(Game):
    """A game in which the seats ``repeating`` may repeat a throw; ``plain`` is the game itself.

    What is worked out from states is asked of the game itself. A search does not know of repeating
    a throw: it comes first where it promises more than the best move with this throw.
    """

    KIND: ClassVar[type[Game]]

    def __init__(self, /, **options: OptionValue) -> None:
        """Take options by keyword; a ValueError names the options and values that there are."""
        super().__init__(**options)
        names = {each.name for each in self.HANDICAPS if each.repeats}
        self.plain = self.KIND(
            **{name: NONE if value in names else value for name, value in self.options.items()}
        )
        found = ((seat.index, self.handicap(seat.index)) for seat in self.seats)
        self.repeating = {seat for seat, each in found if each is not None and each.repeats}

    def start(self, first: int = 0) -> RepeatablePosition:
        return RepeatablePosition(self, self.plain.start(first))

    def state(self, text: str) -> RepeatablePosition:
        inner, _, last = text.rpartition(" ")
        state = RepeatablePosition(self, self.plain.state(inner))
        if last == EMPTY:
            return state
        if last == REPEATED and state.turn in self.repeating:
            return state.again
        for throw, _ in state.chance_outcomes():
            if throw.text == last and (after := state.apply(throw)).before is not None:
                return after
        raise ValueError(
            f"expected {EMPTY}, {REPEATED} or a throw that may be repeated last: {text!r}"
        )

    def playout(self, state: State, rng: random.Random) -> Outcome:
        """Play at random from ``state`` to the end: chance by its probabilities, moves alike."""
        return Game.playout(self, state, rng)

    def search(self, state: State, budget: Budget, rng: random.Random) -> tuple[Move, ...] | None:
        position = cast("RepeatablePosition", state)
        found = self.plain.search(position.inner, budget, rng)
        if found is None or position.before is None:
            return found
        seat = cast("int", position.turn)
        is_better = position.before.again.evaluate(seat) > best_after(position.inner, seat)
        return (REPEAT, *found) if is_better else (*found, REPEAT)

    def prospects(self, state: State, nodes: int) -> Mapping[Move, float] | None:
        return self.plain.prospects(cast("RepeatablePosition", state).inner, nodes)

    def outlook(self, state: State, nodes: int) -> Mapping[Move, tuple[float, ...]] | None:
        """Judge all moves to the end of the turn where a throw may be repeated."""
        position = cast("RepeatablePosition", state)
        if position.before is None:
            return self.plain.outlook(position.inner, nodes)
        from games.valuation import prospects, shares  # only where somebody looks at moves closely

        known = prospects(position.inner, 0)
        return {**known, REPEAT: shares(position.before.inner, 0)}

    def doubt(self, state: State) -> float:
        return self.plain.doubt(cast("RepeatablePosition", state).inner)

    def __reduce__(self) -> tuple[object, ...]:
        return _made_again, (self.plain, dict(self.options))


def _made_again(plain: Game, options: Mapping[str, OptionValue]) -> Game:
    return type(plain)(**options)


@lru_cache(CACHED_KINDS)
def repeating(kind: type[Game]) -> type[Game]:
    """Return the class of the games of ``kind`` in which somebody may repeat a throw."""
    facts = {
        "KIND": kind,
        "MOVE_TEXT": re.compile(f"{REPEAT.text}|{kind.MOVE_TEXT.pattern}"),
        "__doc__": kind.__doc__,
        "__module__": __name__,
    }
    return type(kind.__name__, (RepeatingGame, kind), facts)
