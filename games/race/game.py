"""A race as a game: its states under chosen options, and the class that a file makes."""

import random
from bisect import bisect
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from math import tanh
from pathlib import Path
from typing import Any, ClassVar, Self, cast

from games.actions import Action, Chance, Move, Throw
from games.core import (
    GAME_OVER,
    HOME,
    NOBODY_WON,
    TOO_LONG,
    Attempt,
    Begins,
    Care,
    Game,
    Outcome,
    State,
)
from games.course import counted, first_or_last
from games.equipment import Look, Piece, sorted_pieces
from games.message import IllegalMove, Message, msg
from games.options import OptionValue, without
from games.race import ABOUTS, CARES, notation
from games.race.description import about_of, check_options, options_of, rules_under
from games.race.layout import dice_of, look_of
from games.race.moves import Play, RaceMoves, RacePart, Values, changed
from games.race.notation import RaceFields, RaceTurn, enumerated
from games.race.reading import Tables, located, read
from games.race.rules import AGAIN, Groups, RaceRules
from games.race.words import RaceWords
from games.repeats import GameWithThrows

TURN_GUARD = 5000
"""After so many turns the game is drawn."""
CACHED_RULES, CACHED_KINDS = 16, 32
WEIGHT = 1.1
"""How much a lead of the whole way of all pieces raises the odds of winning, as a logarithm.

A hand-written race has the same by a fit to 12,000 games (docs/developers/players-machine.md).
"""

BY_LOT = Begins(by_lot=True, rule=msg("You draw lots who begins."))
FIRST_BEGINS = Begins(by_lot=False, rule=msg("The first seat begins."))
COMES_BACK = msg("comes here for the second time")
REACHES = msg("reaches a square: {mark}")


@dataclass(slots=True, unsafe_hash=True)
class RacePosition(State):
    """A state of a race.

    ``groups`` holds each seat's progresses, furthest first; ``kept`` the values still to be played,
    ascending; ``series`` those of throws that others follow at once; ``again`` tells whether the
    seat throws again when it has played. ``turns`` is how many turns were completed since the state
    was set up.
    """

    game: "RaceGame"
    turn: int | None
    phase: str
    groups: Groups
    kept: Values = ()
    series: Values = ()
    again: bool = False
    turns: int = field(default=0, compare=False)
    _known: list[Play] = field(default_factory=list, init=False, compare=False, repr=False)

    @property
    def mover(self) -> int | None:
        """The seat that acts, or the partner that it helps."""
        return None if self.turn is None else self.game.rules.mover(self.groups, self.turn)

    @property
    def is_chance(self) -> bool:
        """True while a throw comes next."""
        return self.phase == "throw"

    @property
    def pending(self) -> tuple[Throw, ...]:
        """The throws that count so far and are not played yet."""
        rules = self.game.rules
        if rules.is_together:
            text = "+".join(map(str, self.kept))
            return (rules.throws[text].throw,) if self.kept else ()
        waiting = (*self.kept, *self._counting(self.series))
        return tuple(rules.single[value] for value in waiting)

    def chance_outcomes(self) -> tuple[tuple[Throw, Chance], ...]:
        return self.game.rules.outcomes if self.is_chance else ()

    def legal_moves(self) -> tuple[Move, ...]:
        """Return every throw left with every piece that can play it, else ``pass``."""
        return tuple([move for move, _ in self.plays()])

    def plays(self) -> list[Play]:
        """Return the legal moves with what they do; nothing if no choice comes next."""
        if self.phase == "move" and not self._known:
            mover = cast("int", self.mover)
            self._known.extend(self.game.moves.legal(self.groups, mover, self.kept))
        return self._known

    def outcome(self) -> Outcome | None:
        """Return the win of the team whose pieces are home, else a draw."""
        if not self.is_terminal:
            return None
        winners = self.game.rules.winners(self.groups)
        if winners:
            return Outcome(winners, "home", message=HOME)
        everyone = tuple(range(len(self.groups)))
        if self.turns >= TURN_GUARD:
            return Outcome(everyone, "guard", is_draw=True, message=TOO_LONG)
        return Outcome(everyone, "draw", is_draw=True, message=NOBODY_WON)

    def pieces(self) -> tuple[Piece, ...]:
        return sorted_pieces(self.game.rules.standing(*each) for each in counted(self.groups))

    def evaluate(self, seat: int) -> float:
        """Return the expected score of the side of ``seat`` against the best other one.

        It counts the steps that the pieces have come, less what enemies close behind may take.
        """
        outcome = self.outcome()
        if outcome is not None:
            return outcome.score(seat)
        return tanh(standing_of(self.game.rules, self.groups, seat))

    def __str__(self) -> str:
        fields = (self.turn, self.phase, self.groups, self.kept, self.series, self.again)
        return notation.write(RaceFields(*fields))

    def achievement(self, move: Move) -> Message | None:
        board = self.game.board
        reached = [part.step.target for part in self._parts(move)]
        marks = [mark for place in reached if place in board for mark in board[place].marks]
        return Message.of(REACHES, mark=Message(marks[0].name)) if marks else None

    def headway(self, move: Move) -> Message | None:
        parts = self._parts(move)
        if len(parts) != 1:
            return None
        group = self.groups[cast("int", self.mover)]
        running = [each for each in group if 0 < each <= self.game.rules.last]
        return first_or_last(running, parts[0].shift[0])

    def skipped(self) -> Self | None:
        """Return the next seat's turn; None where only two play, or teams."""
        teams = {seat.team for seat in self.game.seats}
        can_be_left_out = len(teams) == len(self.game.seats) > 2
        return self._next_turn(self.groups) if can_be_left_out and not self.is_terminal else None

    def apply(self, action: Action) -> Self:
        if self.phase == "throw" and isinstance(action, Throw):
            if action.text in self.game.rules.throws:
                return self.thrown(action.text)
            raise self.refusal(str(action))
        for move, parts in self.plays():
            if move is action or move == action:
                return self.moved(parts)
        raise self.refusal(str(action))

    def _after(self, action: Action) -> Self:
        return self.apply(action)

    def _parts(self, move: Move) -> Sequence[RacePart]:
        """Return the parts of ``move``, none of a pass."""
        return next(parts for each, parts in self.plays() if each == move)

    def _counting(self, series: Values) -> Sequence[int]:
        return () if self.turn is None else self.game.rules.counting(series, self.groups[self.turn])

    def thrown(self, text: str) -> Self:
        """Return the state after the throw written ``text``."""
        rules = self.game.rules
        thrown = rules.throws[text]
        series = self.series + thrown.values
        if thrown.again and rules.at_once:
            return self._with("throw", self.groups, self.kept, series)
        kept = tuple(sorted((*self.kept, *self._counting(series))))
        return self._with("move", self.groups, kept, (), again=self.again or thrown.again)

    def _with(
        self,
        phase: str,
        groups: Groups,
        kept: Values = (),
        series: Values = (),
        *,
        again: bool = False,
        turns: int = 0,
    ) -> Self:
        """Return the state in which the same seat goes on."""
        turns += self.turns
        return type(self)(self.game, self.turn, phase, groups, kept, series, again, turns)

    def moved(self, parts: Sequence[RacePart]) -> Self:
        """Return the state after the move made of ``parts``, a pass if there are none."""
        if not parts:
            return self._passed()
        rules = self.game.rules
        mover = cast("int", self.mover)
        groups = changed(rules, self.groups, mover, parts)
        if rules.is_home(groups[mover]):
            if rules.winners(groups):
                return self._over(groups, self.turns)
            if rules.rests(groups, cast("int", self.turn)):
                return self._next_turn(groups)  # whatever throws it had left, it moves no more
        kept = () if rules.is_together else _without(self.kept, parts[0].dice)
        gives_throw = any(
            part.again or (part.captured and rules.words.capture.again) for part in parts
        )
        if gives_throw and rules.at_once:
            return self._with("throw", groups, kept, again=self.again)
        again = self.again or gives_throw
        if kept:
            return self._with("move", groups, kept, again=again)
        return self._with("throw", groups, turns=1) if again else self._next_turn(groups)

    def _passed(self) -> Self:
        if self.again and self.turns < TURN_GUARD:
            return self._with("throw", self.groups, turns=1)
        return self._next_turn(self.groups)

    def _next_turn(self, groups: Groups) -> Self:
        turns = self.turns + 1
        if turns >= TURN_GUARD:
            return self._over(groups, turns)
        following = self.game.rules.following(groups, cast("int", self.turn))
        return type(self)(self.game, following, "throw", groups, turns=turns)

    def _over(self, groups: Groups, turns: int) -> Self:
        return type(self)(self.game, None, "over", groups, turns=turns)

    def with_pieces(self, pieces: tuple[Piece, ...]) -> Self:
        groups = notation.arranged(self.game.rules, self.turn, pieces)
        if self.game.rules.winners(groups):
            return self._over(groups, 0)
        return replace(self, groups=groups, turns=0)

    def attempts(self, origin: str, target: str) -> Iterator[Attempt]:
        return notation.attempts(self._choosing, origin, target)

    def refusal(self, text: str) -> IllegalMove:
        if self.turn is None:
            return IllegalMove(GAME_OVER)
        if self.is_chance:
            choices = enumerated(self.game.rules.throws)
            return IllegalMove(notation.THROW_AWAITED, choices=choices, given=text)
        return notation.refusal(self._choosing, text)

    @property
    def _choosing(self) -> RaceTurn:
        """What the seat to act has to choose from."""
        return RaceTurn(self.game.moves, self.groups, cast("int", self.mover), self.kept)


def _without(kept: Values, played: Values) -> Values:
    after = list(kept)
    for value in played:
        after.remove(value)
    return tuple(after)


def standing_of(rules: RaceRules, groups: Groups, seat: int) -> float:
    """Return how far the side of ``seat`` leads, as a logarithm of its odds."""
    values = defaultdict[int, float](float)
    for each in rules.seats:
        values[each.team] += _value(rules, groups, each.index)
    own = values.pop(rules.seats[seat].team)
    return WEIGHT * (own - max(values.values())) / (rules.goal * rules.words.pieces.count)


def _value(rules: RaceRules, groups: Groups, seat: int) -> float:
    """Return how many steps the pieces of ``seat`` have come, less what captures may cost."""
    worth = rules.worth
    return sum(
        worth[progress] * (1 - _risk(rules, groups, seat, progress))
        for progress in groups[seat]
        if progress
    )


def _risk(rules: RaceRules, groups: Groups, seat: int, progress: int) -> float:
    """Return how likely a throw of an enemy behind it hits what stands at ``progress``."""
    if 0 < rules.block <= groups[seat].count(progress):
        return 0.0
    safe = 1.0
    for other, there in rules.meetings[seat][progress]:
        for hunter in groups[other]:
            if 0 < hunter < there:
                safe *= 1 - rules.hits[there - hunter]
    return 1 - safe


class RaceGame(GameWithThrows):
    """A race that a file describes: each file makes a class of its own (:func:`kind_of`).

    ``SOURCE`` is the text of the file and ``WORDS`` what it says. ``CARE`` was measured for two
    sides in the Royal Game of Ur, for more in Thaayam; ``CARES`` has what was measured elsewhere.
    """

    SOURCE: ClassVar[str]
    TABLES_READ: ClassVar[Tables]
    WORDS: ClassVar[RaceWords]
    CARE: ClassVar[Care] = {2: (0.35, 0.42, 0.49), 3: (0.36, 0.45, 0.68), 4: (0.36, 0.48, 0.8)}
    THROW_TEXT = notation.THROW_TEXT
    MOVE_TEXT = notation.MOVE_TEXT

    def __init__(self, /, **options: OptionValue) -> None:
        """Take options by keyword; a ValueError names the options and values that there are."""
        super().__init__(**options)
        self.moves = _moves_of(type(self), tuple(without(self.options).items()))
        self.rules = self.moves.rules
        self.seats, self.board = self.rules.seats, self.rules.board
        self.dice = dice_of(self.rules.words)

    @cached_property
    def _look(self) -> Look:
        return look_of(self.rules.words, self.rules.tracks)

    @property
    def look(self) -> Look:
        return self._look

    def start(self, first: int = 0) -> RacePosition:
        """Return the state in which all seats begin, ``first`` to throw."""
        groups = self.begun((self.rules.begin,) * self.rules.words.pieces.count)
        return RacePosition(self, self._check_first(first), "throw", groups)

    def state(self, text: str) -> RacePosition:
        """Return the state written ``text``; ValueError says what is wrong with it."""
        return RacePosition(self, *notation.read(self.rules, text))

    def playout(self, state: State, rng: random.Random) -> Outcome:
        """Play at random from ``state`` to the end: chance by its probabilities, moves alike."""
        outcome = self.played_out(cast("RacePosition", state), rng).outcome()
        assert outcome is not None, "a position that is over"
        return outcome

    def played_out(self, position: RacePosition, rng: random.Random) -> RacePosition:
        """Return the end of a random game from ``position``, as :meth:`playout` plays it."""
        draw, (texts, likely) = rng.random, self.rules.drawing
        while position.turn is not None:
            number = draw()
            if position.is_chance:
                position = position.thrown(texts[bisect(likely, number, hi=len(texts) - 1)])
            else:
                plays = position.plays()
                position = position.moved(plays[int(number * len(plays))][1])
        return position

    def standings(self, piece: Piece, place: str) -> tuple[Piece, ...]:
        return notation.standings(self.rules, piece, place)

    def throw(self, faces: Sequence[int]) -> Throw:
        """Return the throw that the faces of the dice make, in any order."""
        dice = self.rules.words.dice
        if len(faces) != dice.count or any(face not in dice.faces for face in faces):
            shown = enumerated(sorted({*dice.faces}))
            raise ValueError(f"expected {dice.count} faces, each of {shown}, not {tuple(faces)}")
        return self.rules.throw_of(faces)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RaceGame):
            return NotImplemented
        return (self.name, self.SOURCE, self.options) == (other.name, other.SOURCE, other.options)

    def __hash__(self) -> int:
        return super().__hash__()

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (self.SOURCE, self.name, dict(self.options))


def _again(source: str, name: str, options: Mapping[str, OptionValue]) -> Game:
    return kind_of(source, name)(**options)


@lru_cache(CACHED_RULES)
def _moves_of(kind: type[RaceGame], options: tuple[tuple[str, OptionValue], ...]) -> RaceMoves:
    """Return the moves of ``kind`` under ``options``, which equal options share."""
    return RaceMoves(rules_under(kind.TABLES_READ, kind.WORDS.options, dict(options)))


@lru_cache(CACHED_KINDS)
def kind_of(source: str, name: str) -> type[RaceGame]:
    """Return the class of the game that the text ``source`` describes, called ``name``.

    RaceFileError says in one line what is wrong with the text.
    """
    file = f"{name}.toml"
    tables, words = read(source, file)
    with located(source, file):
        options = options_of(words)
        rules = check_options(tables, words)
    about = ABOUTS.get(name) or about_of(tables, words, rules)
    facts: dict[str, Any] = {
        "SOURCE": source,
        "TABLES_READ": tables,
        "WORDS": words,
        "__module__": __name__,
        "__doc__": about.summary,
        "name": name,
        "title": words.title,
        "about": about,
        "CARE": {**RaceGame.CARE, **CARES.get(name, {})},
        "begins": BY_LOT if words.first == "lot" else FIRST_BEGINS,
        "badges": {AGAIN: COMES_BACK} if rules.comes_back else {},
        "OPTIONS": options,
        "HANDICAPS": rules.handicaps,
        "SEATS_OPTION": words.seats_option,
    }
    return type("RaceOfFile", (RaceGame,), facts)


_SHIPPED: dict[str, type[RaceGame]] = {}


def shipped(name: str) -> type[RaceGame]:
    """Return the class of the race called ``name`` that ships: the same one to every thread."""
    if name not in _SHIPPED:
        file = Path(__file__).parents[1] / name / "race.toml"
        _SHIPPED.setdefault(name, kind_of(file.read_text(encoding="utf-8"), name))
    return _SHIPPED[name]
