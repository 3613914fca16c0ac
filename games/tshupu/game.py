"""T'shu-p'u under chosen options, and its states read from text."""

import random
from collections.abc import Iterator, Sequence
from typing import cast

from games import text as texts
from games.actions import Throw
from games.core import Game, Outcome, State
from games.course import read_progress
from games.equipment import Piece
from games.message import msg
from games.options import OptionValue
from games.tshupu import arranging
from games.tshupu.facts import (
    BORNE_OFF,
    DICE_OF,
    DIE,
    MOVE_TEXT,
    OPTIONS,
    PIECES,
    SEATS,
    START,
    THROW_TEXT,
    THROWS,
    board,
)
from games.tshupu.playout import play_out
from games.tshupu.position import Position
from games.tshupu.race import Race, has_won, is_home
from games.tshupu.worth import Worth

TEAM_HEADS = (0, 1)
FIELDS = ("turn", "phase", "pieces", "throw")


class Tshupu(Game):
    """The game under chosen options; its tables are made once.

    >>> game = Tshupu()
    >>> state = game.start().apply(game.throw((4, 3)))
    >>> [str(move) for move in state.legal_moves()]
    ['3+4:e1-i5x', '3:e1-f3,4:e1-g4']
    """

    name = "tshupu"
    title = msg("T'shu-p'u")
    OPTIONS = OPTIONS
    THROW_TEXT = THROW_TEXT
    MOVE_TEXT = MOVE_TEXT
    SEARCH_NODES = 3000
    seats = SEATS
    dice = (DIE, DIE)

    def __init__(self, /, **options: OptionValue) -> None:
        """Take options by keyword; a ValueError names what would have been right."""
        super().__init__(**options)
        self.board = board(self.options["safe_start"])
        self.race = Race(self.options)
        self.worth = Worth(self.race)

    def start(self, first: int = 0) -> Position:
        """Four pieces of every seat on its start, ``first`` to throw."""
        return Position(self, self._check_first(first), ((START,) * PIECES,) * len(SEATS))

    def state(self, text: str) -> Position:
        """The state written ``text``; ValueError says what is wrong with it."""
        turn, phase, pieces, throw = texts.fields(text, FIELDS)
        position = Position(
            self,
            texts.turn(turn, len(SEATS)),
            read_progress(pieces, len(SEATS), PIECES, BORNE_OFF),
            _read_throw(throw),
        )
        texts.check(_disagreements(position, phase), text)
        return position

    def standings(self, piece: Piece, place: str) -> tuple[Piece, ...]:
        return arranging.standings(piece, place)

    def throw(self, faces: Sequence[int]) -> Throw:
        """The throw of two dice that are alike, in any order."""
        if len(faces) != len(self.dice) or any(face not in DIE.faces for face in faces):
            raise ValueError(f"expected 2 faces, each 1, 3, 4 or 6, not {tuple(faces)}")
        return THROWS[tuple(sorted(faces))]

    def playout(self, state: State, rng: random.Random) -> Outcome:
        """Play at random from ``state`` to the end: chance by its probabilities, moves alike."""
        return play_out(cast("Position", state), rng)


def _read_throw(text: str) -> tuple[int, ...]:
    if text == texts.EMPTY:
        return ()
    if text not in DICE_OF:
        raise ValueError(f"expected throw as - or one of {', '.join(DICE_OF)}: {text!r}")
    return DICE_OF[text]


def _disagreements(position: Position, phase: str) -> Iterator[tuple[bool, str]]:
    """Whether fields of ``position`` or its ``phase`` disagree, each with what was expected."""
    seat, groups, race = position.turn, position.groups, position.game.race
    over = phase == "over"
    yield phase not in ("throw", "move", "over"), "phase throw, move or over"
    yield over != (seat is None), "turn - just when the phase is over"
    yield (phase == "move") != bool(position.throw), "a throw just while a move is awaited"
    home = sum(has_won(groups, each) for each in TEAM_HEADS)
    yield home > over, "at most one team with all pieces off, and only when the game is over"
    left_out = seat is not None and race.skips and is_home(groups[seat])
    yield left_out, "the turn of a seat that still has pieces"
