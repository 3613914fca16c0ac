"""Squadro under chosen options."""

import random
from collections.abc import Mapping
from typing import ClassVar

from games.actions import Move
from games.budget import Budget
from games.core import Begins, Care, Outcome, State
from games.equipment import Piece
from games.message import msg
from games.options import OptionValue
from games.squadro import ABOUT, arranging
from games.squadro.moves import SquadroGame, cells_of, code_of, runs
from games.squadro.playout import play_out
from games.squadro.position import DRAW, WINS, SquadroPosition, UnrepeatedPosition
from games.squadro.rules import (
    BOARD,
    MOVE_TEXT,
    NAMES,
    OPTIONS,
    SEATS,
    START,
    SquadroRules,
    turns_to_win,
)
from games.squadro.search import SquadroSearch
from games.squadro.tables import PLACES
from games.squadro.text import read


class Squadro(SquadroGame):
    """The game under chosen options.

    >>> state = Squadro().start()
    >>> str(state.apply(state.parse("A3:0-2")))
    '1 0,0,2,0,0/0,0,0,0,0'
    """

    name = "squadro"
    title = ABOUT.title
    about = ABOUT
    begins = Begins(by_lot=True, rule=msg("Who begins is drawn by lot."))
    OPTIONS = OPTIONS
    TABLES = PLACES
    SEARCH_NODES = 4_000
    HASTE = 1.0
    CARE: ClassVar[Care] = {2: (0.34, 0.46, 0.65)}
    MOVE_TEXT = MOVE_TEXT
    seats = SEATS
    board = BOARD

    def __init__(self, /, **options: OptionValue) -> None:
        """Take options by keyword; a ValueError names the options and values that there are."""
        super().__init__(**options)
        self.rules = SquadroRules.of(self.options)
        self.runs = runs()

    def start(self, first: int = 0) -> SquadroPosition:
        """Return the state with all pieces on their start lines, ``first`` to move."""
        return self._position((START,) * len(NAMES), self._check_first(first))

    def state(self, text: str) -> SquadroPosition:
        """Return the state written ``text``; ValueError says what is wrong with it."""
        seat, progress = read(text)
        if seat is not None:
            return self._position(progress, seat)
        won = (WINS[each] for each in (0, 1) if turns_to_win(each, progress) == 0)
        return self._position(progress, 0, next(won, DRAW))

    def standings(self, piece: Piece, place: str) -> tuple[Piece, ...]:
        return arranging.standings(piece, place)

    def playout(self, state: State, rng: random.Random) -> Outcome:
        """Play at random from ``state`` to the end, moves evenly, with ``rng``."""
        if not isinstance(state, SquadroPosition) or self.rules.bans or state.is_terminal:
            return super().playout(state, rng)
        cells, left = state.cells.copy(), state.plies_left
        return play_out(cells, state.code, state.earlier, left, self.runs, self.rules, rng)

    def search(self, state: State, budget: Budget, rng: random.Random) -> tuple[Move, ...]:
        """Return every legal move, the best first as far as the table and ``budget`` tell."""
        assert isinstance(state, SquadroPosition), "a state of this game"
        moves = {state.code + run.gain: run for run in state.legal_moves()}
        search = SquadroSearch(self.runs, state.earlier, self.table)
        codes = search.ranked((state.code, state.cells, None), budget, rng)
        return tuple([moves[code] for code in codes if isinstance(code, int) and code in moves])

    def prospects(self, state: State, nodes: int) -> Mapping[Move, float]:
        """Return what each move wins by the table, and where that ends, by a search."""
        assert isinstance(state, SquadroPosition), "a state of this game"
        search = SquadroSearch(self.runs, state.earlier, self.table)
        values = search.values((state.code, state.cells, None), Budget(nodes))
        return {run: values[state.code + run.gain] for run in state.legal_moves()}

    def _position(
        self, progress: tuple[int, ...], seat: int, outcome: Outcome | None = None
    ) -> SquadroPosition:
        kind = UnrepeatedPosition if self.rules.bans else SquadroPosition
        return kind(self, cells_of(progress), code_of(progress, seat), outcome=outcome)
