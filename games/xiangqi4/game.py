"""Xiangqi for four under chosen options."""

import random
from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar

from games.actions import Move
from games.budget import Budget
from games.core import Begins, Care, Game, Outcome, State
from games.equipment import RESERVE, Piece
from games.message import msg
from games.options import OptionValue
from games.players.line import WON
from games.players.paranoid import along, valued
from games.xiangqi4 import ABOUT, arranging
from games.xiangqi4.battle import Battle, pick_first
from games.xiangqi4.evaluate import HUNDREDTHS, VALUES, WHOLE_ARMY, expected
from games.xiangqi4.playout import play_out
from games.xiangqi4.position import Xiangqi4Position
from games.xiangqi4.rules import (
    BADGES,
    LOT_TEXT,
    MOVE_TEXT,
    OPTIONS,
    ROOK,
    SET_UP,
    VETERAN,
    Xiangqi4Rules,
    picture,
    seats,
)
from games.xiangqi4.search import BattleLine
from games.xiangqi4.tables import Movement, movement
from games.xiangqi4.text import read

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
    THROW_TEXT = LOT_TEXT
    MOVE_TEXT = MOVE_TEXT
    SEARCH_NODES = 5_500
    HASTE = 0.03
    CARE: ClassVar[Care] = {2: (0.28, 0.5, 0.75), 4: (0.45, 0.7, 0.89)}

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
        battle.set_up(SET_UP)
        battle.turn = self._check_first(first)
        battle.begin(pick_first)
        return Xiangqi4Position(self, battle)

    def state(self, text: str) -> Xiangqi4Position:
        """Return the state written ``text``; ValueError says what is wrong with it."""
        return Xiangqi4Position(self, read(self._movement, self._rules, text))

    def standings(self, piece: Piece, place: str) -> tuple[Piece, ...]:
        if place == RESERVE and self._rules.teams:
            return ()
        return arranging.standings(piece, place)

    def owner(self, piece: Piece) -> int:
        return arranging.owner(piece)

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

        What a move gains counts as a lead.
        """
        assert state.turn is not None, "a state in which a choice comes next"
        lead, now = state.evaluate(state.turn), _line(state, state.turn).balance
        found = valued(_line, state, Budget(nodes))
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
