"""A state of the game: an immutable view of a match that nobody changes any more."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Self

from games.actions import Action, Move, Throw
from games.core import Attempt, Game, Outcome, State
from games.equipment import Piece
from games.errors import IllegalMove
from games.xiangqi4 import arranging, hands, writing
from games.xiangqi4.board import SEATS
from games.xiangqi4.deeds import Deed, Drawing
from games.xiangqi4.match import PASSING, Match, pick_first
from games.xiangqi4.refusals import attempts, refusal
from games.xiangqi4.worth import worth

NEARLY = 0.99
"""How well a seat stands at most while the game goes on."""


class Position(State):
    """A state of the game; ``match`` is never changed again, only copied and played on."""

    __slots__ = ("_codes", "game", "match", "turn")

    game: Game
    turn: int | None

    def __init__(self, game: Game, match: Match) -> None:
        self.game = game
        self.match = match
        self.turn = match.turn
        self._codes: list[int] = []

    @property
    def is_chance(self) -> bool:
        """True while lots are drawn for what does not divide."""
        return bool(self.match.lots)

    def chance_outcomes(self) -> tuple[tuple[Throw, Fraction], ...]:
        """One lot for every seat that may win the first piece still to be drawn for."""
        if not self.match.lots:
            return ()
        lot = self.match.lots[0]
        chance = Fraction(1, len(lot.claimants))
        return tuple((Drawing(lot, claimant), chance) for claimant in lot.claimants)

    def legal_moves(self) -> tuple[Move, ...]:
        """Moves by their points, then drops; ``pass`` where the rules let a seat stay."""
        match = self.match
        return tuple([Deed(match, code) for code in self._legal_codes()])

    def outcome(self) -> Outcome | None:
        """The last seat or the side with generals left has won; or a draw."""
        return self.match.ending

    def pieces(self) -> tuple[Piece, ...]:
        """What stands on the board, lies in reserve or is off."""
        return hands.pieces(self.match)

    def evaluate(self, seat: int) -> float:
        """The lead in material over the strongest other side, as a share of an army's.

        Counted is what stands on the board and, by half, what lies in reserve, for a drop still
        costs a turn. Where a piece stands is left out: it can change with every turn, and a game
        that is cut short is judged by what nobody disputes. Who looks ahead weighs it too, by
        :mod:`games.xiangqi4.standing`.
        """
        ending = self.match.ending
        if ending is not None:
            return ending.score(seat)
        teams = [each.team for each in self.game.seats]
        allies = [each for each in SEATS if teams[each] == teams[seat]]
        if not any(self.match.is_living(each) for each in allies):
            return -1.0
        strengths = dict.fromkeys(teams, 0.0)
        for each in SEATS:
            strengths[teams[each]] += worth(self.match, each) / len(allies)
        own = strengths.pop(teams[seat])
        return max(-NEARLY, min(NEARLY, own - max(strengths.values())))

    def leaves(self, depth: int) -> int:
        """Count the leaves of the tree below; moves of the last ply are neither made nor played."""
        if depth == 1 and not self.is_chance:
            return len(self._legal_codes())
        return super().leaves(depth)

    def apply(self, action: Action) -> Self:
        """Return the state after ``action``; IllegalMove if it is not legal here."""
        if isinstance(action, Deed) and action.match is self.match:
            return self._after(action)
        return super().apply(action)

    def skipped(self) -> Self | None:
        """The next seat that can act; a general left attacked may be captured by then."""
        if self.turn is None or self.is_chance:
            return None
        return self._after(Deed(self.match, PASSING))

    def __str__(self) -> str:
        return writing.write(self.match)

    def __repr__(self) -> str:
        return f"Position({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.game == other.game and self.match.value() == other.match.value()

    def __hash__(self) -> int:
        return hash((bytes(self.match.board), self.turn, self.match.clock))

    def __reduce__(self) -> tuple[object, ...]:
        match = self.match
        history = match.turns, match.seen, match.ending
        return _again, (self.game, str(self), *history)

    def _after(self, action: Action) -> Self:
        match = self.match.copy()
        if isinstance(action, Drawing):
            match.draw(action.claimant, pick_first)
        elif isinstance(action, Deed):
            match.play(action.code, pick_first)
        return type(self)(self.game, match)

    def with_pieces(self, pieces: tuple[Piece, ...]) -> Self:
        return type(self)(self.game, arranging.rearranged(self.match, pieces))

    def _legal_codes(self) -> list[int]:
        match = self.match
        if not self._codes and self.turn is not None and not match.lots:
            self._codes = sorted(match.legal(match.acting, match.candidates)) or [PASSING]
        return self._codes

    def attempts(self, origin: str, target: str) -> Iterator[Attempt]:
        """The move between the two points, or the drops on the second."""
        return attempts(self.match, origin, target)

    def refusal(self, text: str) -> IllegalMove:
        return refusal(self.match, text)


def _again(game: Game, text: str, turns: int, seen: list[bytes], ending: Outcome | None) -> State:
    """The state written ``text`` with the history that the text does not tell."""
    state = game.state(text)
    if isinstance(state, Position):
        state.match.turns, state.match.seen, state.match.ending = turns, seen, ending
    return state
