"""Xiangqi for four under chosen options: its states, and random play from them.

A state is a view of a battle that nobody changes any more.
"""

import random
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cached_property
from typing import ClassVar, Self

from games.actions import Action, Chance, Move, Throw
from games.budget import Budget
from games.core import Attempt, Begins, Care, Danger, Game, Outcome, State
from games.equipment import RESERVE, Look, Piece
from games.message import IllegalMove, Message, msg
from games.options import OptionValue
from games.players.paranoid import WON, along, valued
from games.xiangqi4 import ABOUT, evaluate, moves, notation
from games.xiangqi4.battle import PASSING, Battle, Pick, pick_any
from games.xiangqi4.evaluate import HUNDREDTHS, VALUES, WHOLE_ARMY, expected
from games.xiangqi4.moves import BattleMove, BattleMoves, lot_text, lot_throw, move_written
from games.xiangqi4.notation import read
from games.xiangqi4.rules import (
    BADGES,
    HANDICAPS,
    INDEX,
    LOT_TEXT,
    MOVE_TEXT,
    OPTIONS,
    ROOK,
    SEATS,
    VETERAN,
    Xiangqi4Rules,
    look,
    picture,
    seats,
    set_up,
)
from games.xiangqi4.search import BattleLine
from games.xiangqi4.tables import Movement, movement
from games.xiangqi4.terrain import Goals

NOWHERE: Goals = (PASSING, 1 << PASSING)
"""Where a seat goes that passes."""
UNHURRIED = 1_000
"""With so many nodes, captures are followed whatever they take."""
NEARLY = 0.99
"""How well a seat stands at most while the game goes on."""


class Xiangqi4Position(State):
    """A state of the game; ``battle`` is never changed again, only copied and played on."""

    __slots__ = ("_moves", "battle", "game", "is_chance", "is_terminal", "turn")

    game: Game
    turn: int | None
    is_chance: bool
    """True while lots are drawn for what does not divide."""
    is_terminal: bool

    def __init__(self, game: Game, battle: Battle) -> None:
        self.game = game
        self.battle = battle
        self.turn = battle.turn
        self.is_terminal = battle.turn is None
        self.is_chance = bool(battle.lots)
        self._moves: BattleMoves | None = None

    def chance_outcomes(self) -> tuple[tuple[Throw, Chance], ...]:
        """Return one lot for every seat that may win the next piece to be drawn for."""
        if not self.battle.lots:
            return ()
        lot = self.battle.lots[0]
        chance = Chance(1, len(lot.claimants))
        return tuple((lot_throw(lot, claimant), chance) for claimant in lot.claimants)

    def legal_moves(self) -> BattleMoves:
        """Return moves by their points, then drops; ``pass`` if the rules let a seat stay."""
        if self._moves is None:
            self._moves = BattleMoves(self.battle, self._legal_goals())
        return self._moves

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
            strengths[teams[each]] += evaluate.army_value(self.battle, each) / len(allies)
        own = strengths.pop(teams[seat])
        return max(-NEARLY, min(NEARLY, own - max(strengths.values())))

    def expects(self, seat: int) -> float:
        """Return the score that goes with the lead in material; -1 for a side without generals."""
        lead = self.evaluate(seat)
        if self.battle.ending is not None or lead == -1.0:
            return lead
        return evaluate.expected(lead, len({each.team for each in self.game.seats}))

    def leaves(self, depth: int) -> int:
        """Count the leaves of the tree below; moves of the last ply are neither made nor played."""
        if depth == 1 and not self.is_chance:
            return len(self.legal_moves())
        return super().leaves(depth)

    def parse(self, text: str) -> Action:
        """Return the move written ``text`` without writing all others; a lot, or a refusal."""
        chooses = self.turn is not None and not self.battle.lots
        move = move_written(self.battle, text) if chooses else None
        if move is not None and self.battle.is_legal(move.code):
            return move
        return super().parse(text)

    def apply(self, action: Action) -> Self:
        """Return the state after ``action``; IllegalMove if it is not legal here."""
        if isinstance(action, BattleMove) and action.battle is self.battle:
            return type(self)(self.game, self.battle.after(action.code))
        return super().apply(action)

    def danger(self, seat: int, places: Collection[str]) -> Danger | None:
        return evaluate.danger(
            self.battle, seat, {INDEX[place] for place in places if place in INDEX}
        )

    def achievement(self, move: Move) -> Message | None:
        return evaluate.achievement(self.battle, self._after(move).battle, self._code(move))

    def headway(self, move: Move) -> Message | None:
        return evaluate.headway(self.battle, self._after(move).battle, self._code(move))

    def _code(self, move: Move) -> int:
        if isinstance(move, BattleMove):
            return move.code  # the text says all of it: equal moves have it in common
        return next(each.code for each in self.legal_moves() if each == move)

    def skipped(self) -> Self | None:
        """Return the next seat that can act; a general left attacked may be captured by then."""
        if self.turn is None or self.is_chance:
            return None
        return self._after(BattleMove(self.battle, PASSING))

    def __str__(self) -> str:
        return notation.write(self.battle)

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
        if isinstance(action, Move):
            return type(self)(self.game, self.battle.after(self._code(action)))
        battle = self.battle.copy()
        claimants = battle.lots[0].claimants
        drawn = next(each for each in claimants if lot_text(each) == action.text)
        battle.draw(drawn, pick_any)
        return type(self)(self.game, battle)

    def with_pieces(self, pieces: tuple[Piece, ...]) -> Self:
        return type(self)(self.game, notation.rearranged(self.battle, pieces))

    def _legal_goals(self) -> list[Goals]:
        if self.turn is None or self.is_chance:
            return []
        return self.battle.legal_goals(self.turn) or [NOWHERE]

    def attempts(self, origin: str, target: str) -> Iterator[Attempt]:
        """Return the move between the two points, or the drops on the second."""
        return notation.attempts(self.battle, origin, target)

    def refusal(self, text: str) -> IllegalMove:
        return notation.refusal(self.battle, text)


def _again(game: Game, text: str, turns: int, seen: list[bytes], ending: Outcome | None) -> State:
    """Return the state written ``text`` with the history that the text does not tell."""
    state = game.state(text)
    if isinstance(state, Xiangqi4Position):
        state.battle.turns, state.battle.seen, state.battle.ending = turns, seen, ending
    return state


def play_out(battle: Battle, rng: random.Random) -> Outcome:
    """Play ``battle`` on with ``rng``, each legal move and each claimant alike, to its outcome."""
    pick = pick_with(rng.random)
    code = None if battle.ending or battle.lots else battle.offer(pick)
    while battle.ending is None:
        if battle.lots:
            code = battle.draw(rng.choice(battle.lots[0].claimants), pick)
        elif code is not None:
            code = battle.play(code, pick)
    return battle.ending


def pick_with(chance: Callable[[], float]) -> Pick:
    """Return a pick by chance, each allowed code alike; ``chance`` gives numbers from 0 to below 1.

    What is not allowed is only found out when it is drawn, and then dropped from the codes.
    """

    def pick(battle: Battle) -> int | None:
        seat = battle.acting
        codes = battle.moves(seat)
        while codes:
            index = int(chance() * len(codes))
            if battle.allows(seat, codes[index]):
                return codes[index]
            codes[index] = codes[-1]
            codes.pop()
        return None

    return pick


OUTSIDER = round(VALUES[ROOK] * HUNDREDTHS)
"""What a seat that goes out counts for at most in the balance of one of more than two sides."""


class Xiangqi4(Game):
    """The game under chosen options; its tables of movement are made once.

    >>> game = Xiangqi4(mode="teams")
    >>> [seat.colour for seat in game.seats if seat.team == 0]
    ['red', 'yellow']
    >>> len(game.start().legal_moves())
    60
    """

    name = "xiangqi4"
    title = ABOUT.title
    about = ABOUT
    begins = Begins(
        by_lot=False,
        rule=msg("The old rules do not say who begins. As in Chinese chess, red does."),
    )
    badges: ClassVar[Mapping[str, str]] = {BADGES[VETERAN]: msg("veteran")}
    OPTIONS = OPTIONS
    HANDICAPS = HANDICAPS
    THROW_TEXT = LOT_TEXT
    MOVE_TEXT = MOVE_TEXT
    SEARCH_NODES = 5_500
    CLOSE_MOVES = 250
    HASTE = 0.03
    DOUBT = 0.05
    CARE: ClassVar[Care] = {2: (0.28, 0.5, 0.75), 4: (0.45, 0.7, 0.89)}

    @property
    def look(self) -> Look:
        return look()

    def __init__(self, /, **options: OptionValue) -> None:
        """Take options by keyword; a ValueError names what would have been right."""
        super().__init__(**options)
        self.seats = seats(teams=self.options["mode"] == "teams")
        self.board = picture()
        self._rules = Xiangqi4Rules.of(self.options)

    @cached_property
    def _movement(self) -> Movement:
        """Where pieces can go: worked out for the first state, not for a list of games."""
        return movement(self.options)

    def start(self, first: int = 0) -> Xiangqi4Position:
        """Return all pieces as they are set up, ``first`` to move."""
        battle = Battle(self._movement, self._rules)
        battle.set_up(set_up(self.begun(())))
        battle.turn = self._check_first(first)
        battle.begin(pick_any)
        return Xiangqi4Position(self, battle)

    def state(self, text: str) -> Xiangqi4Position:
        """Return the state written ``text``; ValueError says what is wrong with it."""
        return Xiangqi4Position(self, read(self._movement, self._rules, text))

    def standings(self, piece: Piece, place: str) -> tuple[Piece, ...]:
        if place == RESERVE and self._rules.teams:
            return ()
        return notation.standings(piece, place)

    def owner(self, piece: Piece) -> int:
        return notation.owner(piece)

    def playout(self, state: State, rng: random.Random) -> Outcome:
        """Play at random from ``state`` to the end, on one battle that is changed in place."""
        if not isinstance(state, Xiangqi4Position):
            return super().playout(state, rng)
        return play_out(state.battle.copy(), rng)

    def search(self, state: State, budget: Budget, rng: random.Random) -> tuple[Move, ...]:
        """Look ahead on armies that are moved in place, further than states would let it."""
        return along(_line, state, budget, rng)

    def prospects(self, state: State, nodes: int) -> Mapping[Move, float]:
        """Return what comes of each move when captures are followed, and answers if ``nodes`` last.

        What a move gains counts as a lead. In a hurry, few captures are followed if not all last.
        """
        assert state.turn is not None, "a state in which a choice comes next"
        lead, now = state.evaluate(state.turn), _line(state, state.turn).balance
        captures = Budget(nodes) if nodes < UNHURRIED else None
        found = valued(_line, state, Budget(nodes), captures)
        return {move: self._score(balance, now, lead) for move, balance in found.items()}

    def _score(self, balance: int, before: int, lead: float) -> float:
        """Return the score of who led by ``lead``, when its balance came from ``before`` here.

        Among more than two sides, no gain or loss counts more than OUTSIDER: whoever puts a seat
        out has two more to beat, and they gain by it as well.
        """
        if abs(balance) > WON // 2:
            return 1.0 if balance > 0 else -1.0
        sides, gain = len({seat.team for seat in self.seats}), balance - before
        if sides > 2:
            gain = max(-OUTSIDER, min(OUTSIDER, gain))
        army = HUNDREDTHS * WHOLE_ARMY * len(self.seats) / sides
        return expected(lead + gain / army, sides)


def _line(state: State, ours: int) -> BattleLine:
    assert isinstance(state, Xiangqi4Position)
    return BattleLine(state.battle, ours)
