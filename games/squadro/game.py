"""The game of Squadro under chosen options, and how its positions are read."""

import random
import re
from functools import cached_property
from itertools import combinations

from games import text as texts
from games.actions import Move
from games.budget import Budget
from games.core import Game, Outcome, State
from games.equipment import OFF, Piece
from games.message import msg
from games.options import Option, OptionValue
from games.squadro import arranging
from games.squadro.ahead import Ahead
from games.squadro.endgame import Endgame, shipped
from games.squadro.position import DRAW, WINS, Position
from games.squadro.runs import Runs, cells_of, code_of
from games.squadro.tracks import BOARD, HOME, NAMES, SEATS, START, TRACKS, standing, turns_to_win

FIELDS = ("turn", "pieces")

OPTIONS = (
    Option(
        "repetition",
        msg("Repetition"),
        msg("draw"),
        (msg("ban"), msg("none")),
        msg("A position for the third time: a draw. Ban: none may come back. None: no rule."),
    ),
)


class Squadro(Game):
    """The game under chosen options.

    >>> state = Squadro().start()
    >>> str(state.apply(state.parse("A3:0-2")))
    '1 0,0,2,0,0/0,0,0,0,0'
    """

    name = "squadro"
    title = msg("Squadro")
    OPTIONS = OPTIONS
    SEARCH_NODES = 12_000
    MOVE_TEXT = re.compile(r"([AB][1-5]):([0-9]|1[0-2])-([0-9]|1[0-2])(?:x(?:[AB][1-5])+)?")
    seats = SEATS
    board = BOARD

    def __init__(self, /, **options: OptionValue) -> None:
        """Take options by keyword; a ValueError names what would have been right."""
        super().__init__(**options)
        self.remembers = self.options["repetition"] != "none"
        self.bans = self.options["repetition"] == "ban"
        self.runs = Runs()
        self.ahead = Ahead(self.runs)

    @cached_property
    def table(self) -> Endgame | None:
        """The table of endgames, None if there is none or it was not made for these rules."""
        return None if self.bans else shipped()

    def start(self, first: int = 0) -> Position:
        """All pieces on their start lines, ``first`` to move."""
        progress = (START,) * len(NAMES)
        return Position(self, cells_of(progress), code_of(progress, self._check_first(first)))

    def state(self, text: str) -> Position:
        """The state written ``text``; ValueError says what is wrong with it."""
        turn, pieces = texts.fields(text, FIELDS)
        seat, progress = texts.turn(turn, len(SEATS)), _read_progress(pieces)
        winners = [WINS[each] for each in (0, 1) if turns_to_win(each, progress) == 0]
        if len(winners) > 1:
            raise ValueError(f"expected at most one seat with four pieces home: {text!r}")
        if winners and seat is not None:
            raise ValueError(f"expected turn - when a seat has four pieces home: {text!r}")
        over = (*winners, DRAW)[0] if seat is None else None
        return Position(self, cells_of(progress), code_of(progress, seat or 0), outcome=over)

    def standings(self, piece: Piece, place: str) -> tuple[Piece, ...]:
        return arranging.standings(piece, place)

    def playout(self, state: State, rng: random.Random) -> Outcome:
        """Play at random from ``state`` to the end, moves alike, with ``rng``."""
        if isinstance(state, Position) and not (self.bans or state.is_terminal):
            return state.at_random(rng)
        return super().playout(state, rng)

    def search(self, state: State, budget: Budget, rng: random.Random) -> tuple[Move, ...]:
        assert isinstance(state, Position), "a state of this game"
        return state.ranked(budget, rng)


def _read_progress(text: str) -> tuple[int, ...]:
    """Read the progress of every piece, as in ``0,2,0,0,0/0,0,0,0,6``."""
    groups = [group.split(",") for group in text.split("/")]
    if [len(group) for group in groups] != [TRACKS] * len(SEATS):
        raise ValueError(f"expected {TRACKS} pieces for each of {len(SEATS)} seats: {text!r}")
    read = tuple(texts.whole(item, "progress", START, HOME) for group in groups for item in group)
    placed = [(name, standing(piece, read[piece]).place) for piece, name in enumerate(NAMES)]
    for (one, here), (other, there) in combinations(placed, 2):
        if here == there != OFF:
            raise ValueError(f"expected one piece on {here}, not {one} and {other}: {text!r}")
    return read
