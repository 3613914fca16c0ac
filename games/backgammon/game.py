"""Backgammon under chosen options: its states, what may be done in them, and random play from them.

A match is a row of games. When one of them has ended, the throw that opens the next one has the
hands set up the pieces again.
"""

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self, cast

from games.actions import PASS, Action, Chance, Move, Step, Throw
from games.arranging import WOULD_END
from games.backgammon import ABOUT, evaluate, notation
from games.backgammon.cube import DECISIONS, DOUBLE, DROP, FRESH, TAKE, Cube, next_cube, values
from games.backgammon.evaluate import MatchStakes
from games.backgammon.notation import BackgammonFields, read, write
from games.backgammon.rules import (
    BAR,
    BEARS_OFF,
    DICE,
    DIE,
    HANDICAPS,
    MOVE_TEXT,
    OPTIONS,
    OUTCOMES,
    PIECES,
    SEATS,
    THROW_TEXT,
    THROWN,
    THROWS,
    BackgammonMove,
    BackgammonTurn,
    Change,
    Groups,
    Played,
    Score,
    WonGame,
    board,
    left_of,
    moved,
    outcome_of,
    result,
    setting_up,
    standing,
    start_group,
)
from games.budget import Budget
from games.core import GAME_OVER, Attempt, Begins, Care, Danger, Outcome, State
from games.course import ChosenAnew, TurnMove
from games.equipment import Look, Piece, Theme, sorted_pieces
from games.message import IllegalMove, Message, WrongPieces, msg
from games.repeats import GameWithThrows


@dataclass(slots=True, unsafe_hash=True)
class BackgammonPosition(ChosenAnew):
    """A state of the game.

    ``groups`` are the pieces of each seat by its points; ``dice`` those still to be played, the
    larger first; ``score`` the points of each seat in the match. The ``phase`` is ``opening`` until
    a throw of two different dice has begun a game; with a ``cube``, it is ``offer`` while the seat
    may double before its throw, and ``answer`` while the other one takes or drops the offer.
    """

    game: "Backgammon"
    turn: int | None
    phase: str
    groups: Groups
    dice: tuple[int, ...]
    score: Score
    cube: Cube = FRESH
    _choice: BackgammonTurn | None = field(default=None, init=False, compare=False, repr=False)

    @property
    def is_chance(self) -> bool:
        """True while a throw comes next."""
        return self.phase in ("opening", "throw")

    @property
    def pending(self) -> tuple[Throw, ...]:
        """The dice still to be played, each as a throw of its own."""
        return tuple(Throw(str(die), (die,)) for die in self.dice)

    def chance_outcomes(self) -> tuple[tuple[Throw, Chance], ...]:
        if not self.is_chance:
            return ()
        if not (steps := self._setting_up()):
            return OUTCOMES
        return tuple((replace(throw, steps=steps), chance) for throw, chance in OUTCOMES)

    def actions(self) -> Sequence[Action]:
        if self.phase == "throw":
            return THROWS
        return self.legal_moves() if self.phase == "move" else State.actions(self)

    def legal_moves(self) -> Sequence[Move]:
        """Return each die with each piece that may play it by the rules, else ``pass``.

        Before a throw, and where a double was offered, these are what one may decide.
        """
        return DECISIONS.get(self.phase) or self._plays()

    def _plays(self) -> Sequence[BackgammonMove]:
        if self._choice is None:
            if self.phase != "move" or self.turn is None:
                return ()
            self._choice = BackgammonTurn(self.groups, self.turn, self.dice)
        return self._choice

    def outcome(self) -> Outcome | None:
        if self.turn is not None:
            return None
        return outcome_of(self.groups, self.score, self.game.match)

    def pieces(self) -> tuple[Piece, ...]:
        return sorted_pieces(standing(self.groups))

    def evaluate(self, seat: int) -> float:
        """Return the score that ``seat`` may expect, of the match if there is one."""
        outcome = self.outcome()
        if outcome is not None or self.turn is None:
            return outcome.score(seat) if outcome else 0.0
        groups = self.game.set_up if self.phase == "opening" else self.groups
        thrower = self.turn if self.is_chance or self.phase == "offer" else 1 - self.turn
        share = self._share(groups, thrower)
        return 2 * share - 1 if seat == thrower else 1 - 2 * share

    def _share(self, groups: Groups, thrower: int) -> float:
        """Return the part of the point that the seat may expect that throws next."""
        if self.phase == "answer":
            return 1 - max(values(self.phase, groups, 1 - thrower, self.contest, self.cube))
        return evaluate.expected(groups, thrower, self.contest)

    @property
    def contest(self) -> MatchStakes:
        """What is played for."""
        return MatchStakes(self.score, self.game.match, self.cube.value)

    def material(self, seat: int) -> float:
        """Return the lead in the race, as a part of the longest that there may be."""
        own, other = (evaluate.pips(self.groups[each]) for each in (seat, 1 - seat))
        return (other - own) / (PIECES * BAR)

    def __str__(self) -> str:
        fields = (self.turn, self.phase, self.groups, self.dice, self.score, self.cube)
        return write(BackgammonFields(*fields), has_cube=self.game.has_cube)

    def danger(self, seat: int, places: Collection[str]) -> Danger | None:
        if self.turn is None or self.phase == "opening":
            return Danger(0.0, 0.0)
        dice = self.dice if self.turn != seat and self.dice else ()
        likely = evaluate.danger(self.groups, seat, places, dice)
        return Danger(likely, likely)

    def achievement(self, move: Move) -> Message | None:
        played = self._played(move)
        if not played:
            return None
        made = evaluate.made_point(self.groups, played)
        after = self._moved(played)
        if made is not None or after.phase not in ("offer", "throw"):
            return made
        return evaluate.threatens(self.groups, after.groups, played[0])

    def points_won(self) -> tuple[int, ...]:
        return self.score if self.game.match > 1 else ()

    def stakes(self) -> tuple[int, ...]:
        owner, value = self.cube.owner, self.cube.value
        return (
            tuple(value if seat.index == owner else 1 for seat in SEATS) if self._has_stake else ()
        )

    @property
    def _has_stake(self) -> bool:
        return self.game.has_cube and self.turn is not None

    def stake(self) -> Message | None:
        if not self._has_stake:
            return None
        if self.phase == "answer":
            return self.cube.offered_by(1 - cast("int", self.turn))
        return self.cube.message

    def headway(self, move: Move) -> Message | None:
        played = self._played(move)
        return evaluate.headway(self.groups[played[0]], played[2]) if played else None

    def parse(self, text: str) -> Action:
        """Return the throw or move written ``text`` without writing all others, or a refusal."""
        if self.phase == "throw" and text in THROWN:
            return THROWS[[*THROWN].index(text)]
        return State.parse(self, text)

    def apply(self, action: Action) -> Self:
        if isinstance(action, TurnMove) and action.turn is self._choice:
            return self._changed(action.change)
        if self.is_chance and isinstance(action, Throw) and action.text in THROWN:
            return self._thrown(*THROWN[action.text])
        if action in DECISIONS.get(self.phase, ()):
            return self._decided(action)
        for move in self._plays():
            if move == action:
                return self._changed(move.change)
        raise self.refusal(str(action))

    def _decided(self, action: Action) -> Self:
        """Return the state after a seat has doubled or not, or has answered."""
        other = 1 - cast("int", self.turn)
        if action == DOUBLE:
            return self._with(other, "answer", self.groups, ())
        if action == TAKE:
            taken = self._with(other, "throw", self.groups, ())
            return replace(taken, cube=self.cube.taken_by(1 - other))
        if action == DROP:
            return self._won(WonGame(other, 1, DROP.text), self.groups)
        return self._with(self.turn, "throw", self.groups, ())

    def _after(self, action: Action) -> Self:
        return self.apply(action)

    def left_after(self, move: BackgammonMove) -> tuple[Groups, tuple[int, ...]]:
        """Return the pieces after ``move``, and the dice that are left to play."""
        if not move.change:
            return self.groups, ()
        played = cast("BackgammonTurn", self._choice).played(move.change)
        return moved(self.groups, played), left_of(self.dice, played[1])

    def _thrown(self, high: int, low: int) -> Self:
        groups = self.game.set_up if self.phase == "opening" else self.groups
        if self.phase == "opening" and high == low:
            return self._with(self.turn, "opening", groups, ())
        return self._with(self.turn, "move", groups, (high, low) * (1 + (high == low)))

    def _changed(self, change: Change) -> Self:
        if not change:
            return self._next_turn(self.groups)
        return self._moved(cast("BackgammonTurn", self._choice).played(change))

    def _moved(self, played: Played) -> Self:
        groups, dice = moved(self.groups, played), left_of(self.dice, played[1])
        if dice and groups[played[0]][BEARS_OFF] < PIECES:
            return self._with(self.turn, "move", groups, dice)
        return self.after_turn(groups)

    def _next_turn(self, groups: Groups) -> Self:
        turn = 1 - cast("int", self.turn)
        may = self.game.has_cube and self.cube.may_be_offered(turn, self.score, self.game.match)
        return self._with(turn, "offer" if may else "throw", groups, ())

    def _won(self, found: WonGame, groups: Groups) -> Self:
        """Return the state when a game has been won so: its match may go on."""
        match, points = self.game.match, list(self.score)
        points[found.winner] += found.points * self.cube.value
        score = points[0], points[1]
        is_over = max(score) >= match
        turn, phase = (None, "over") if is_over else (1 - found.winner, "opening")
        cube = FRESH if is_over or not self.game.has_cube else next_cube(self.score, score, match)
        return type(self)(self.game, turn, phase, groups, (), score, cube)

    def _with(self, turn: int | None, phase: str, groups: Groups, dice: tuple[int, ...]) -> Self:
        return type(self)(self.game, turn, phase, groups, dice, self.score, self.cube)

    def after_turn(self, groups: Groups) -> Self:
        """Return the state when the turn has led to ``groups``."""
        found = result(groups)
        return self._won(found, groups) if found else self._next_turn(groups)

    def _setting_up(self) -> tuple[Step, ...]:
        """Return what hands do before the next game of a match; nothing before the first."""
        return setting_up(self.groups, self.game.set_up) if self.phase == "opening" else ()

    def _played(self, move: Move) -> Played | None:
        """Return what ``move`` does; None if it moves nothing, IllegalMove if it is illegal."""
        if move == PASS or move in DECISIONS.get(self.phase, ()):
            return None
        for each in self._plays():
            if each == move:
                return cast("BackgammonTurn", self._choice).played(each.change)
        raise self.refusal(str(move))

    def with_pieces(self, pieces: tuple[Piece, ...]) -> Self:
        groups = notation.arranged(pieces)
        if result(groups) is not None:
            raise WrongPieces(WOULD_END)  # or the next game of a match would begin
        if self.phase == "opening":
            # what stands before a game is set up anew anyway
            return self if groups == self.groups else self._with(self.turn, "throw", groups, ())
        return self._with(self.turn, self.phase, groups, self.dice)

    def attempts(self, origin: str, target: str) -> Iterator[Attempt]:
        return notation.attempts(self._turn(), origin, target)

    def refusal(self, text: str) -> IllegalMove:
        if self.turn is None:
            return IllegalMove(GAME_OVER)
        if self.is_chance:
            return IllegalMove(notation.THROW_AWAITED, given=text)
        if self.phase in DECISIONS:
            choices = " or ".join(each.text for each in DECISIONS[self.phase])
            return IllegalMove(notation.DECISION_AWAITED, choices=choices, given=text)
        return notation.refusal(self._turn(), text)

    def _turn(self) -> BackgammonTurn:
        return BackgammonTurn(self.groups, cast("int", self.turn), self.dice)


class Backgammon(GameWithThrows):
    """The game under chosen options.

    >>> state = Backgammon().start().apply(Backgammon().throw((1, 3)))
    >>> [str(move) for move in state.legal_moves()][:3]
    ['24-21', '13-10', '8-5']
    """

    name = "backgammon"
    title = ABOUT.title
    about = ABOUT
    begins = Begins(
        by_lot=True,
        rule=msg("Each player throws one die by the rules, and the higher begins. We draw lots."),
    )
    OPTIONS = OPTIONS
    HANDICAPS = HANDICAPS
    THROW_TEXT = THROW_TEXT
    MOVE_TEXT = MOVE_TEXT
    SEARCH_NODES = 4200
    CLOSE_MOVES = 250
    HASTE = 0.3
    CARE: ClassVar[Care] = {2: (0.28, 0.4, 0.48)}
    DOUBT = 0.035
    seats = SEATS
    dice = (DIE,) * DICE

    def __init__(self, /, **options: object) -> None:
        """Take options by keyword; a ValueError names the options and values that there are."""
        super().__init__(**options)  # type: ignore[arg-type]
        self.match = int(self.options["match"])
        white, black = self.begun(start_group())
        self.set_up: Groups = (white, black)
        self.board = board()
        self.has_cube = bool(self.options["cube"]) and self.match > 1
        self._search = evaluate.PlaySearch()

    @property
    def look(self) -> Look:
        return LOOK

    def start(self, first: int = 0) -> BackgammonPosition:
        """Return the state with all pieces set up, ``first`` to throw."""
        return BackgammonPosition(
            self, self._check_first(first), "opening", self.set_up, (), (0, 0)
        )

    def state(self, text: str) -> BackgammonPosition:
        """Return the state written ``text``; ValueError says what is wrong with it."""
        return BackgammonPosition(
            self, *read(text, self.match, self.set_up, has_cube=self.has_cube)
        )

    def playout(self, state: State, rng: random.Random) -> Outcome:
        """Play at random from ``state`` to the end, on plain data; return the outcome."""
        position = cast("BackgammonPosition", state)
        while position.turn is not None:
            position = _played_on(position, rng)
        outcome = position.outcome()
        assert outcome is not None, "the game is over"
        return outcome

    def search(self, state: State, budget: Budget, rng: random.Random) -> tuple[Move, ...] | None:
        """Return every legal move, the best first, by what the turn may come to."""
        values = self._values(state, budget)
        return tuple(sorted(values, key=lambda move: (-values[move], rng.random())))

    def outlook(self, state: State, nodes: int) -> Mapping[Move, tuple[float, ...]]:
        """Search the turn whole, and what the next seat answers where it may end."""
        values = self._values(state, Budget(nodes))
        order = -1 if state.turn else 1
        return {move: (value, 1 - value)[::order] for move, value in values.items()}

    def _values(self, state: State, budget: Budget) -> Mapping[Move, float]:
        """Return the part of the point that the mover may expect of each move."""
        position = cast("BackgammonPosition", state)
        seat, phase, contest = cast("int", position.turn), position.phase, position.contest
        if phase in DECISIONS:
            found = values(phase, position.groups, seat, contest, position.cube)
            return dict(zip(DECISIONS[phase], found, strict=True))
        moves = position._plays()
        turns = [position.left_after(move) for move in moves]
        return dict(zip(moves, self._search.values(seat, turns, contest, budget), strict=True))

    def standings(self, piece: Piece, place: str) -> tuple[Piece, ...]:
        return notation.standings(piece, place)

    def throw(self, faces: Sequence[int]) -> Throw:
        """Return the throw of two ``faces``, in any order."""
        if len(faces) != DICE or any(face not in DIE.faces for face in faces):
            raise ValueError(f"expected {DICE} faces, each from 1 to 6, not {tuple(faces)}")
        low, high = sorted(faces)
        return THROWS[[*THROWN].index(f"{high}-{low}")]


def _played_on(position: BackgammonPosition, rng: random.Random) -> BackgammonPosition:
    """Return the position a throw or a turn later, or at the end of a game of the match."""
    if position.is_chance:
        throw = rng.choices(*DRAWING)[0]
        return position.apply(throw)
    if position.phase in DECISIONS:
        return position.apply(rng.choice(DECISIONS[position.phase]))
    seat, groups, dice = cast("int", position.turn), position.groups, position.dice
    while dice and groups[seat][BEARS_OFF] < PIECES:
        turn = BackgammonTurn(groups, seat, dice)
        change = rng.choice(turn.changes())
        if not change:
            break
        groups, dice = moved(groups, turn.played(change)), left_of(dice, change[0])
    return position.after_turn(groups)


DRAWING = ([throw for throw, _ in OUTCOMES], [float(chance) for _, chance in OUTCOMES])

LOOK = Look(
    Theme(frame="#5b3a21", field="#e9d3a6", marked="#a5532a", line="#3d2412", ink="#f4e6c8"),
    build="pointed",
    is_whole=True,
)
