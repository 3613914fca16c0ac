"""The game under chosen options: its facts, its tables, its states."""

import random

from games.actions import Move
from games.budget import Budget
from games.core import Game, Outcome, State
from games.equipment import RESERVE, Piece
from games.message import msg
from games.options import OptionValue
from games.players.paranoid import along
from games.xiangqi4 import arranging, board
from games.xiangqi4.facts import OPTIONS, movement, rules
from games.xiangqi4.match import Match, pick_first
from games.xiangqi4.notation import LOT_TEXT, MOVE_TEXT
from games.xiangqi4.playout import play_out
from games.xiangqi4.position import Position
from games.xiangqi4.reading import read
from games.xiangqi4.skirmish import Skirmish


class Xiangqi4(Game):
    """The game under chosen options; its tables of movement are made once.

    >>> game = Xiangqi4(mode="teams")
    >>> [seat.colour for seat in game.seats if seat.team == 0]
    ['red', 'yellow']
    >>> len(game.start().legal_moves())
    60
    """

    name = "xiangqi4"
    title = msg("Xiangqi for four")
    OPTIONS = OPTIONS
    THROW_TEXT = LOT_TEXT
    MOVE_TEXT = MOVE_TEXT
    SEARCH_NODES = 2_000
    """These take 0.12 s on the reference core, in teams 0.11 s."""

    def __init__(self, /, **options: OptionValue) -> None:
        """Take options by keyword; a ValueError names what would have been right."""
        super().__init__(**options)
        self.seats = board.seats(teams=self.options["mode"] == "teams")
        self.board = board.picture()
        self._rules = rules(self.options)
        self._movement = movement(self.options)

    def start(self, first: int = 0) -> Position:
        """All pieces as they are set up, ``first`` to move."""
        match = Match(self._movement, self._rules)
        match.set_up(board.SET_UP)
        match.turn = self._check_first(first)
        match.begin(pick_first)
        return Position(self, match)

    def state(self, text: str) -> Position:
        """The state written ``text``; ValueError says what is wrong with it."""
        return Position(self, read(self._movement, self._rules, text))

    def standings(self, piece: Piece, place: str) -> tuple[Piece, ...]:
        if place == RESERVE and self._rules.teams:
            return ()
        return arranging.standings(piece, place)

    def owner(self, piece: Piece) -> int:
        return arranging.owner(piece)

    def playout(self, state: State, rng: random.Random) -> Outcome:
        """Play at random from ``state`` to the end, on one match that is changed in place."""
        if not isinstance(state, Position):
            return super().playout(state, rng)
        return play_out(state.match.copy(), rng)

    def search(self, state: State, budget: Budget, rng: random.Random) -> tuple[Move, ...]:
        """Look ahead on armies that are moved in place, further than states would let it."""
        return along(_skirmish, state, budget, rng)


def _skirmish(state: State, ours: int) -> Skirmish:
    assert isinstance(state, Position)
    return Skirmish(state.match, ours)
