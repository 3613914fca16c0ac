"""A state of xiangqi for four: an immutable view of a battle that nobody changes any more."""

from collections.abc import Collection, Iterator
from fractions import Fraction
from typing import Self

from games.actions import Action, Move, Throw
from games.core import Attempt, Danger, Game, Outcome, State
from games.equipment import Piece
from games.errors import IllegalMove
from games.message import Message
from games.xiangqi4 import arranging, illegal, moves, reasons, text
from games.xiangqi4.battle import PASSING, Battle, pick_first
from games.xiangqi4.evaluate import army_value, expected
from games.xiangqi4.moves import BattleMove, BattleMoves, lot_text, lot_throw
from games.xiangqi4.rules import INDEX, SEATS

NEARLY = 0.99
"""How well a seat stands at most while the game goes on."""


class Xiangqi4Position(State):
    """A state of the game; ``battle`` is never changed again, only copied and played on."""

    __slots__ = ("battle", "game", "turn")

    game: Game
    turn: int | None

    def __init__(self, game: Game, battle: Battle) -> None:
        self.game = game
        self.battle = battle
        self.turn = battle.turn

    @property
    def is_chance(self) -> bool:
        """True while lots are drawn for what does not divide."""
        return bool(self.battle.lots)

    def chance_outcomes(self) -> tuple[tuple[Throw, Fraction], ...]:
        """Return one lot for every seat that may win the next piece to be drawn for."""
        if not self.battle.lots:
            return ()
        lot = self.battle.lots[0]
        chance = Fraction(1, len(lot.claimants))
        return tuple((lot_throw(lot, claimant), chance) for claimant in lot.claimants)

    def legal_moves(self) -> BattleMoves:
        """Return moves by their points, then drops; ``pass`` if the rules let a seat stay."""
        return BattleMoves(self.battle, self._legal_codes())

    def outcome(self) -> Outcome | None:
        """Return the last seat or the side with generals left has won; or a draw."""
        return self.battle.ending

    def pieces(self) -> tuple[Piece, ...]:
        """Return what stands on the board, lies in reserve or is off."""
        return moves.pieces(self.battle)

    def evaluate(self, seat: int) -> float:
        """Return the lead in material over the strongest other side, as a share of an army's.

        Counted is what stands on the board and, by half, what lies in reserve, for a drop still
        costs a turn. Where a piece stands is left out: it can change with every turn, and a game
        that is cut short is judged by what nobody disputes. Who looks ahead weighs it too, by
        :mod:`games.xiangqi4.evaluate`.
        """
        ending = self.battle.ending
        if ending is not None:
            return ending.score(seat)
        teams = [each.team for each in self.game.seats]
        allies = [each for each in SEATS if teams[each] == teams[seat]]
        if not any(self.battle.is_living(each) for each in allies):
            return -1.0
        strengths = dict.fromkeys(teams, 0.0)
        for each in SEATS:
            strengths[teams[each]] += army_value(self.battle, each) / len(allies)
        own = strengths.pop(teams[seat])
        return max(-NEARLY, min(NEARLY, own - max(strengths.values())))

    def expects(self, seat: int) -> float:
        """Return the score that goes with the lead in material; -1 for a side without generals."""
        lead = self.evaluate(seat)
        if self.battle.ending is not None or lead == -1.0:
            return lead
        return expected(lead, len({each.team for each in self.game.seats}))

    def leaves(self, depth: int) -> int:
        """Count the leaves of the tree below; moves of the last ply are neither made nor played."""
        if depth == 1 and not self.is_chance:
            return len(self._legal_codes())
        return super().leaves(depth)

    def apply(self, action: Action) -> Self:
        """Return the state after ``action``; IllegalMove if it is not legal here."""
        if isinstance(action, BattleMove) and action.battle is self.battle:
            return self._after(action)
        return super().apply(action)

    def danger(self, seat: int, places: Collection[str]) -> Danger | None:
        return reasons.danger(self.battle, seat, {INDEX[place] for place in places})

    def achievement(self, move: Move) -> Message | None:
        return reasons.achievement(self.battle, self._after(move).battle, self._code(move))

    def headway(self, move: Move) -> Message | None:
        return reasons.headway(self.battle, self._after(move).battle, self._code(move))

    def _code(self, move: Move) -> int:
        if isinstance(move, BattleMove):
            return move.code  # the text says all of it: equal moves have it in common
        return next(code for code in self._legal_codes() if BattleMove(self.battle, code) == move)

    def skipped(self) -> Self | None:
        """Return the next seat that can act; a general left attacked may be captured by then."""
        if self.turn is None or self.is_chance:
            return None
        return self._after(BattleMove(self.battle, PASSING))

    def __str__(self) -> str:
        return text.write(self.battle)

    def __repr__(self) -> str:
        return f"Xiangqi4Position({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Xiangqi4Position):
            return NotImplemented
        return self.game == other.game and self.battle.value() == other.battle.value()

    def __hash__(self) -> int:
        return hash((bytes(self.battle.board), self.turn, self.battle.clock))

    def __reduce__(self) -> tuple[object, ...]:
        battle = self.battle
        history = battle.turns, battle.seen, battle.ending
        return _again, (self.game, str(self), *history)

    def _after(self, action: Action) -> Self:
        battle = self.battle.copy()
        if isinstance(action, Move):
            battle.play(self._code(action), pick_first)
        else:
            claimants = battle.lots[0].claimants
            drawn = next(each for each in claimants if lot_text(each) == action.text)
            battle.draw(drawn, pick_first)
        return type(self)(self.game, battle)

    def with_pieces(self, pieces: tuple[Piece, ...]) -> Self:
        return type(self)(self.game, arranging.rearranged(self.battle, pieces))

    def _legal_codes(self) -> list[int]:
        if self.turn is None or self.battle.lots:
            return []
        return self.battle.candidates or [PASSING]

    def attempts(self, origin: str, target: str) -> Iterator[Attempt]:
        """Return the move between the two points, or the drops on the second."""
        return illegal.attempts(self.battle, origin, target)

    def refusal(self, text: str) -> IllegalMove:
        return illegal.refusal(self.battle, text)


def _again(game: Game, text: str, turns: int, seen: list[bytes], ending: Outcome | None) -> State:
    """Return the state written ``text`` with the history that the text does not tell."""
    state = game.state(text)
    if isinstance(state, Xiangqi4Position):
        state.battle.turns, state.battle.seen, state.battle.ending = turns, seen, ending
    return state
