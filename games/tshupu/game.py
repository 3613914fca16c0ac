"""T'shu-p'u under chosen options: its states, what may be done in them, and random play from
them."""

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import tanh
from typing import ClassVar, Self, cast

from games.actions import Action, Chance, Move, Throw
from games.budget import Budget
from games.core import (
    GAME_OVER,
    HOME,
    NOBODY_WON,
    TOO_LONG,
    Attempt,
    Begins,
    Care,
    Danger,
    Outcome,
    State,
)
from games.course import ChosenAnew, TurnMove, counted
from games.equipment import Piece, sorted_pieces
from games.message import IllegalMove, Message, msg
from games.options import OptionValue
from games.tshupu import ABOUT, evaluate, notation
from games.tshupu.evaluate import LOGIT, ThrownTurn, expectations, searched, value
from games.tshupu.moves import TshupuMove, TshupuTurn, standing
from games.tshupu.notation import TshupuFields, read, write
from games.tshupu.rules import (
    BORNE_OFF,
    DICE_OF,
    DIE,
    EVEN_PAIRS,
    FOLLOWERS,
    HANDICAPS,
    HOMEWARD,
    MOVE_TEXT,
    OPTIONS,
    OUTCOMES,
    PARTNERS,
    PIECES,
    SEATS,
    START,
    THROW_TEXT,
    THROWS,
    TURN_GUARD,
    Dice,
    board,
)
from games.tshupu.tables import Groups, Race, Shifts, TshupuGame, has_won, numbers, shifts_of

EVERY_THROW = tuple(throw for throw, _ in OUTCOMES)
EVERYONE = tuple(seat.index for seat in SEATS)


def result(groups: Groups, turns: int) -> Outcome:
    """Return how a game that is over has ended: won by a team, or drawn after ``turns`` turns."""
    team = tuple(seat for seat in EVERYONE if has_won(groups, seat))
    if team:
        return Outcome(team, "home", message=HOME)
    if turns >= TURN_GUARD:
        return Outcome(EVERYONE, "guard", is_draw=True, message=TOO_LONG)
    return Outcome(EVERYONE, "draw", is_draw=True, message=NOBODY_WON)


@dataclass(slots=True, unsafe_hash=True)
class TshupuPosition(ChosenAnew):
    """A state of the game.

    ``groups`` holds each seat's four progresses, furthest first; ``throw`` the two dice while a
    move is awaited, smaller first, else nothing; ``turns`` how many turns were completed since the
    state was set up.
    """

    game: TshupuGame
    turn: int | None
    groups: Groups
    throw: Dice = ()
    turns: int = field(default=0, compare=False)
    _choice: TshupuTurn | None = field(default=None, init=False, compare=False, repr=False)

    @property
    def mover(self) -> int | None:
        """The seat that acts, or its partner when all its own pieces are off."""
        return None if self.turn is None else self.game.race.mover(self.groups, self.turn)

    @property
    def is_chance(self) -> bool:
        """True while the seat has not thrown yet."""
        return not self.throw and self.turn is not None

    @property
    def pending(self) -> tuple[Throw, ...]:
        """The throw that is to be moved."""
        return (THROWS[self.throw],) if self.throw else ()

    def chance_outcomes(self) -> tuple[tuple[Throw, Chance], ...]:
        """Return the ten throws of two dice that are alike."""
        return () if self.throw or self.turn is None else OUTCOMES

    def actions(self) -> Sequence[Action]:
        return EVERY_THROW if self.is_chance else self.legal_moves()

    def legal_moves(self) -> Sequence[TshupuMove]:
        """Return moves by the sum or by both dice on two pieces, else by one die, else ``pass``."""
        if self._choice is None:
            if not self.throw or self.turn is None:
                return ()
            self._choice = self._choosing(self.turn)
        return self._choice

    @property
    def thrown_turn(self) -> ThrownTurn:
        """What the seat to act can do with its throw, as a search sees it."""
        assert self.turn is not None, "a position in which a choice is awaited"
        return ThrownTurn(self.game.race, self.groups, self.turn, self.throw)

    def outcome(self) -> Outcome | None:
        """Return the win of the team whose pieces are all off, else a draw."""
        return result(self.groups, self.turns) if self.is_terminal else None

    def pieces(self) -> tuple[Piece, ...]:
        """Return every seat's pieces by place."""
        return sorted_pieces(standing(*each) for each in counted(self.groups))

    def evaluate(self, seat: int) -> float:
        """Return the expected score of the seat's team.

        A piece counts little on the way out and more near the centre, where a single number is
        needed. What enemies behind it may take by a throw is subtracted, above all for the two
        seats that throw next. The figures are in ``evaluate``.
        """
        outcome = self.outcome()
        if outcome is not None or self.turn is None:
            return outcome.score(seat) if outcome else 0.0
        first = FOLLOWERS[self.turn] if self.throw else self.turn
        values = [value(self.game.race, self.groups, each, first) for each in EVERYONE]
        lead = 2 * (values[seat] + values[PARTNERS[seat]]) - sum(values)
        return tanh(LOGIT * lead / 2)

    def expects(self, seat: int) -> float:
        """Return the expected score of the seat's team, by the weights that were learnt."""
        if self.turn is None or self.throw:
            return self.evaluate(seat)
        score = evaluate.expected(evaluate.total(self.groups, self.turn))
        return score if SEATS[seat].team == SEATS[self.turn].team else -score

    def material(self, seat: int) -> float:
        """Return the lead of the team in squares, as a share of the whole way of its pieces."""
        ways = [sum(group) for group in self.groups]
        lead = 2 * (ways[seat] + ways[PARTNERS[seat]]) - sum(ways)
        return lead / (len(SEATS) // 2 * PIECES * BORNE_OFF)

    def __str__(self) -> str:
        return write(TshupuFields(self.turn, self.groups, self.throw))

    def parse(self, text: str) -> Action:
        """Return the throw or move written ``text`` without writing all others, or a refusal."""
        if self.is_chance and text in DICE_OF:
            return THROWS[DICE_OF[text]]
        moves = self.legal_moves()
        if isinstance(moves, TshupuTurn) and MOVE_TEXT.fullmatch(text):
            move = TurnMove(moves, notation.written_change(moves.mover, text))
            if moves.allows(move.change) and move.text == text:
                return move
        return State.parse(self, text)

    def apply(self, action: Action) -> Self:
        if isinstance(action, TurnMove) and action.turn is self._choice:
            return self._played(action.change)
        if isinstance(action, Throw):
            if action.text in DICE_OF and self.is_chance:
                return self._thrown(DICE_OF[action.text])
        else:
            for move in self.legal_moves():
                if move.text == action.text:
                    return self._played(move.change)
        raise self.refusal(action.text)

    def danger(self, seat: int, places: Collection[str]) -> Danger | None:
        return evaluate.danger(self.game.race, self.groups, seat, places)

    def achievement(self, move: Move) -> Message | None:
        groups, shifts = self._played(self._shifts(move)).groups, self._shifts(move)
        return evaluate.achievement(
            self.game.race, self.groups, groups, cast("int", self.mover), shifts
        )

    def headway(self, move: Move) -> Message | None:
        return evaluate.headway(self.groups[cast("int", self.mover)], self._shifts(move))

    def _shifts(self, move: Move) -> Shifts:
        return next(each.change for each in self.legal_moves() if each == move)

    def skipped(self) -> Self | None:
        """Return the next seat's turn; None where partners do not play on for each other.

        Whoever is left out then keeps its team from ever winning.
        """
        if self.turn is None or self.game.race.skips:
            return None
        turns = self.turns + 1
        following = None if turns >= TURN_GUARD else FOLLOWERS[self.turn]
        return type(self)(self.game, following, self.groups, (), turns)

    def _after(self, action: Action) -> Self:
        return self.apply(action)

    def with_pieces(self, pieces: tuple[Piece, ...]) -> Self:
        groups = notation.arranged(self.game.race, self.turn, pieces)
        is_won = any(has_won(groups, seat) for seat in EVERYONE)
        return type(self)(self.game, None if is_won else self.turn, groups, self.throw)

    def _thrown(self, throw: Dice) -> Self:
        return type(self)(self.game, self.turn, self.groups, throw, self.turns)

    def _played(self, shifts: Shifts) -> Self:
        choice, seat = cast("TshupuTurn", self._choice), cast("int", self.turn)
        turns = self.turns + 1
        race, mover, groups = choice.race, choice.mover, list(self.groups)
        race.play(groups, mover, shifts, choice.ways[-1])
        is_over = turns >= TURN_GUARD or has_won(groups, mover)
        following = None if is_over else race.following(groups, seat, self.throw)
        return type(self)(self.game, following, tuple(groups), (), turns)

    def attempts(self, origin: str, target: str) -> Iterator[Attempt]:
        return notation.attempts(self._choosing(cast("int", self.turn)), origin, target)

    def refusal(self, text: str) -> IllegalMove:
        if self.turn is None:
            return IllegalMove(GAME_OVER)
        if self.is_chance:
            return IllegalMove(notation.THROW_AWAITED, choices=", ".join(DICE_OF), given=text)
        return notation.refusal(self._choosing(self.turn), text)

    def _choosing(self, seat: int) -> TshupuTurn:
        """Return what ``seat``, whose turn it is, has to choose from."""
        race = self.game.race
        return TshupuTurn(race, self.groups, race.mover(self.groups, seat), self.throw)


def play_out(position: TshupuPosition, rng: random.Random) -> Outcome:
    """Play at random from ``position`` to the end with ``rng``; return the outcome.

    Throws come by their probabilities, legal moves are drawn evenly, as in play through states.
    """
    race, draw = position.game.race, rng.random
    groups, seat, turns = list(position.groups), position.turn, position.turns
    throw = position.throw or EVEN_PAIRS[int(draw() * len(EVEN_PAIRS))]
    while seat is not None:
        mover = race.mover(groups, seat)
        ways = race.ways(groups, mover, throw)
        counts = numbers(race, ways, throw)
        shifts = shifts_of(ways, throw, counts, int(draw() * counts[-1]))
        if shifts:
            race.play(groups, mover, shifts, ways[-1])
        turns += 1
        is_over = turns >= TURN_GUARD or has_won(groups, mover)
        seat = None if is_over else race.following(groups, seat, throw)
        throw = EVEN_PAIRS[int(draw() * len(EVEN_PAIRS))]
    return result(tuple(groups), turns)


class Tshupu(TshupuGame):
    """The game under chosen options; its tables are made once.

    >>> game = Tshupu()
    >>> state = game.start().apply(game.throw((4, 3)))
    >>> [str(move) for move in state.legal_moves()]
    ['3+4:e1-i5x', '3:e1-f3,4:e1-g4']
    """

    name = "tshupu"
    title = ABOUT.title
    about = ABOUT
    begins = Begins(by_lot=True, rule=msg("You agree on who begins, or draw lots."))
    badges: ClassVar[Mapping[str, str]] = {HOMEWARD: msg("has come all the way round")}
    OPTIONS = OPTIONS
    HANDICAPS = HANDICAPS
    THROW_TEXT = THROW_TEXT
    MOVE_TEXT = MOVE_TEXT
    SEARCH_NODES = 24_000
    HASTE = 0.3
    CARE: ClassVar[Care] = {2: (0.32, 0.38, 0.44)}
    seats = SEATS
    dice = (DIE, DIE)

    def __init__(self, /, **options: OptionValue) -> None:
        """Take options by keyword; a ValueError names what would have been right."""
        super().__init__(**options)
        self.board = board(self.options["safe_start"])
        self.race = Race(self.options)

    def start(self, first: int = 0) -> TshupuPosition:
        """Return the state in which all seats begin, ``first`` to throw."""
        return TshupuPosition(self, self._check_first(first), self.begun((START,) * PIECES))

    def state(self, text: str) -> TshupuPosition:
        """Return the state written ``text``; ValueError says what is wrong with it."""
        return TshupuPosition(self, *read(self.race, text))

    def standings(self, piece: Piece, place: str) -> tuple[Piece, ...]:
        return notation.standings(piece, place)

    def throw(self, faces: Sequence[int]) -> Throw:
        """Return the throw of two dice that are alike, in any order."""
        if len(faces) != len(self.dice) or any(face not in DIE.faces for face in faces):
            raise ValueError(f"expected 2 faces, each 1, 3, 4 or 6, not {tuple(faces)}")
        return THROWS[tuple(sorted(faces))]

    def playout(self, state: State, rng: random.Random) -> Outcome:
        """Play at random from ``state`` to the end: chance by its probabilities, moves alike."""
        return play_out(cast("TshupuPosition", state), rng)

    def search(self, state: State, budget: Budget, rng: random.Random) -> tuple[Move, ...] | None:
        """Look three turns ahead on progress numbers."""
        position = cast("TshupuPosition", state)
        return searched(position.legal_moves(), position.thrown_turn, budget, rng)

    def prospects(self, state: State, nodes: int) -> Mapping[Move, float]:
        """Look at the end of each move, and one turn further if ``nodes`` reach it."""
        position = cast("TshupuPosition", state)
        return expectations(position.legal_moves(), position.thrown_turn, nodes)
