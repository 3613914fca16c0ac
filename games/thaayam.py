"""Thaayam: four lots, four palaces and a fortress on five by five squares.

Seed clauses and the few gaps they leave are told apart in the game's rule sheet. The facts stand
on top; below them the game, then its states.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Self, cast

from games import text as texts
from games.core import (
    HAND,
    OFF,
    PASS,
    Action,
    Board,
    Choice,
    Die,
    Game,
    IllegalMove,
    Mark,
    Move,
    Option,
    OptionValue,
    Outcome,
    Piece,
    Point,
    Seat,
    Side,
    State,
    Step,
    Throw,
    Verb,
    msg,
    sorted_pieces,
)
from games.course import Course, read_progress, square_name, write_progress

SIZE = 5
OUTER_RING = "c1 d1 e1 e2 e3 e4 e5 d5 c5 b5 a5 a4 a3 a2 a1 b1".split()
INNER_RING = "b2 b3 b4 c4 d4 d3 d2 c2".split()
FORTRESS_SQUARE = "c3"
SOUTH_COURSE = (*OUTER_RING, *INNER_RING, FORTRESS_SQUARE)

IN_HAND, ENTRY, RING_END, FORTRESS, BORNE_OFF = 0, 1, 16, 25, 26
PALACES = (1, 5, 9, 13)
SHELTERS = frozenset((*PALACES, FORTRESS))
PIECES = 4

COLOURS: Mapping[Side, str] = {"south": "white", "west": "black", "north": "red", "east": "blue"}
SIDES: Mapping[int, tuple[Side, ...]] = {
    4: ("south", "west", "north", "east"),
    3: ("south", "west", "north"),
    2: ("south", "north"),
}

LOT = Die((0, 1))
LOTS = 4
ENTERING_THROW = 1
CLOSING_THROWS = (2, 3)
CHANCES = {
    value: (Throw(str(value), (1,) * white + (0,) * (LOTS - white)), Fraction(ways, 16))
    for value, white, ways in ((1, 1, 4), (2, 2, 6), (3, 3, 4), (4, 4, 1), (8, 0, 1))
}
OUTCOMES = tuple(CHANCES.values())

TURN_GUARD = 5000

FIELDS = ("turn", "phase", "pieces", "kept", "series", "killers")

OPTIONS = (
    Option("seats", msg("Players"), 4, (2, 3), msg("How many play.")),
    Option(
        "capture_throw",
        msg("Throw after kill"),
        False,
        (True,),
        msg("After a kill the seat throws once more at once."),
    ),
    Option(
        "capture_first",
        msg("Kill first"),
        False,
        (True,),
        msg("The inner ring is open only to a seat that has killed."),
    ),
    Option(
        "finish",
        msg("Last steps"),
        msg("exact"),
        (msg("overshoot"),),
        msg("Overshoot: a throw larger than needed enters the fortress too."),
    ),
)


Groups = tuple[tuple[int, ...], ...]
Killed = tuple[tuple[int, int], ...]


def _board() -> Board:
    palace, fortress = Mark(msg("palace"), "cross"), Mark(msg("fortress"), "frame")
    marks = {SOUTH_COURSE[p - 1]: (palace,) for p in PALACES} | {FORTRESS_SQUARE: (fortress,)}
    squares = [(square_name(x, y), x, y) for y in range(SIZE) for x in range(SIZE)]
    return Board(tuple(Point(name, x, y, marks.get(name, ())) for name, x, y in squares))


def _meetings(courses: Sequence[Course], seat: int) -> tuple[Killed, ...]:
    """For each progress of ``seat`` the (other seat, its progress) that are the same square.

    Empty in hand, off the board and on shelters, where nobody is killed (seed clause 8).
    """
    return tuple(
        tuple(
            (other, course.progresses(courses[seat].squares[progress])[0])
            for other, course in enumerate(courses)
            if other != seat and progress in range(ENTRY, FORTRESS) and progress not in SHELTERS
        )
        for progress in range(BORNE_OFF + 1)
    )


GAME_OVER = msg("the game is over")
THROW_AWAITED = msg("a throw is awaited, one of {choices}, not {given}")
MOVE_AWAITED = msg("a move such as 4:c1-e3 or pass is awaited, not {given}")
MUST_PLAY = msg("a throw that can be played must be: {choices}")
NOT_THROWN = msg("no {throw} is left to play, only {kept}")
NO_PIECE = msg("{colour} has no piece to move from {place}")
ENTERS_BY_ONE = msg("only a 1 brings a piece in, not a {throw}")
LEAVES_BY_ONE = msg("only a 1 takes a piece off the fortress, not a {throw}")
ALL_IN_FORTRESS = msg("no piece is taken off before all are in the fortress or off")
EXACT_COUNT = msg("the fortress is entered by exact count, {needed} from {place}, not {throw}")
KILL_FIRST = msg("the inner ring is closed to a seat that has not killed yet")
LEADS_ELSEWHERE = msg("{throw} from {place} leads to {reached}, not to {given}")
WRITTEN_OTHERWISE = msg("that move is written {right}, not {given}")


class Thaayam(Game):
    """The game under chosen options; its tables of squares and meetings are made once.

    >>> Thaayam(seats=2).start().game.seats[1].side
    'north'
    """

    name = "thaayam"
    title = msg("Thaayam")
    OPTIONS = OPTIONS
    THROW_TEXT = re.compile("[12348]")
    MOVE_TEXT = re.compile(r"pass|([12348]):([a-e][1-5]|hand)-([a-e][1-5]|off)x?")
    dice = (LOT,) * LOTS

    def __init__(self, **options: OptionValue) -> None:
        """Take options by keyword; a ValueError names what would have been right."""
        super().__init__(**options)
        sides = SIDES[int(self.options["seats"])]
        self.seats = tuple(
            Seat(index, COLOURS[side], side, index, COLOURS[side])
            for index, side in enumerate(sides)
        )
        self.courses = tuple(Course.of(side, SOUTH_COURSE, SIZE) for side in sides)
        self.capture_throw = self.options["capture_throw"] is True
        self.capture_first = self.options["capture_first"] is True
        self.overshoot = self.options["finish"] == "overshoot"
        self.board = _board()
        self.meetings = tuple(_meetings(self.courses, seat) for seat in range(len(sides)))
        self._moves: dict[tuple[object, ...], Move] = {}

    def start(self, first: int = 0) -> "Position":
        """All pieces in hand, ``first`` to throw."""
        hands = ((IN_HAND,) * PIECES,) * len(self.seats)
        killers = (False,) * len(self.seats) if self.capture_first else ()
        return Position(self, self._check_first(first), "throw", hands, (), (), killers)

    def state(self, text: str) -> "Position":
        """The state written ``text``; ValueError says what is wrong with it."""
        return _read(self, text)

    def throw(self, faces: Sequence[int]) -> Throw:
        """Count the white faces (1) up; none is 8 (seed, table of points)."""
        if len(faces) != LOTS or any(face not in LOT.faces for face in faces):
            raise ValueError(f"expected {LOTS} faces, each 0 or 1, not {tuple(faces)}")
        return CHANCES[sum(faces) or 8][0]

    def place(self, seat: int, progress: int) -> str:
        """Where a piece of ``seat`` at ``progress`` is: a square, ``hand`` or ``off``."""
        if progress == BORNE_OFF:
            return OFF
        return self.courses[seat].squares[progress] or HAND

    def progress(self, seat: int, place: str) -> int:
        """How far a piece of ``seat`` at ``place`` (a square, ``hand`` or ``off``) has come."""
        beside = {HAND: IN_HAND, OFF: BORNE_OFF}
        return beside[place] if place in beside else self.courses[seat].squares.index(place)

    def move(self, seat: int, throw: int, origin: int, target: int, killed: Killed) -> "Move":
        """The move of ``seat`` by ``throw`` between two progresses that kills ``killed``."""
        key = (seat, throw, origin, target, killed)
        if key not in self._moves:
            self._moves[key] = self._make_move(seat, throw, origin, target, killed)
        return self._moves[key]

    def _make_move(self, seat: int, throw: int, origin: int, target: int, killed: Killed) -> Move:
        start, end = self.place(seat, origin), self.place(seat, target)
        victims = tuple(Piece(other, "piece", end, count=count) for other, count in killed)
        removals = tuple(Step("take_off", victim, end, HAND) for victim in victims)
        verb: Verb = "put_on" if start == HAND else "take_off" if end == OFF else "move"
        path = range(origin + 1, min(target, FORTRESS) + 1)
        return Move(
            text=f"{throw}:{start}-{end}{'x' if killed else ''}",
            choices=(
                Choice("piece", start, _on_board(start)),
                Choice("target", end, _on_board(end)),
                Choice("die", str(throw), _on_board(end)),
            ),
            path=tuple(self.place(seat, progress) for progress in path),
            captures=victims,
            steps=(*removals, Step(verb, Piece(seat, "piece", start), start, end)),
        )


def _on_board(place: str) -> tuple[str, ...]:
    return () if place in (HAND, OFF) else (place,)


@dataclass(frozen=True, slots=True)
class Position(State):
    """A state of the game.

    ``groups`` holds each seat's four progresses, furthest first; ``kept`` the throws still to be
    played, ascending; ``series`` those of the unfinished series; ``killers`` who has killed so far
    (empty unless that matters); ``turns`` how many turns were completed since the state was set up.
    """

    game: Thaayam
    turn: int | None
    phase: str
    groups: Groups
    kept: tuple[int, ...]
    series: tuple[int, ...]
    killers: tuple[bool, ...]
    turns: int = field(default=0, compare=False)
    _legal: list[Move] = field(default_factory=list, init=False, compare=False, repr=False)

    @property
    def is_chance(self) -> bool:
        """True while the series of throws is open."""
        return self.phase == "throw"

    @property
    def pending(self) -> tuple[Throw, ...]:
        """The throws that count so far and are not played yet."""
        return tuple(CHANCES[value][0] for value in (*self.kept, *self._valid(self.series)))

    def chance_outcomes(self) -> tuple[tuple[Throw, Fraction], ...]:
        """The five throws of four fair lots."""
        return OUTCOMES if self.is_chance else ()

    def legal_moves(self) -> tuple[Move, ...]:
        """Every throw left on every piece that can play it, else ``pass`` (seed clause 2)."""
        if self.phase != "move" or self.turn is None:
            return ()
        if not self._legal:
            self._legal.extend(tuple(self._playable(self.turn)) or (PASS,))
        return tuple(self._legal)

    def outcome(self) -> Outcome | None:
        """Won by the seat whose pieces are all off; without one drawn by the guard of turns."""
        if not self.is_terminal:
            return None
        for seat, group in enumerate(self.groups):
            if _is_home(group):
                return Outcome((seat,), "home")
        everyone = tuple(range(len(self.groups)))
        return Outcome(everyone, "guard" if self.turns >= TURN_GUARD else "draw", is_draw=True)

    def pieces(self) -> tuple[Piece, ...]:
        """Every seat's pieces by place."""
        return sorted_pieces(
            Piece(seat, "piece", self.game.place(seat, progress), count=group.count(progress))
            for seat, group in enumerate(self.groups)
            for progress in set(group)
        )

    def evaluate(self, seat: int) -> float:
        """The lead in squares over the best other seat, as a share of the whole way.

        Squares are what throws buy, so they measure both safety behind and work ahead.
        """
        outcome = self.outcome()
        if outcome is not None:
            return 0.0 if outcome.is_draw else 1.0 if seat in outcome.winners else -1.0
        ways = [sum(group) for group in self.groups]
        best_other = max(way for other, way in enumerate(ways) if other != seat)
        return (ways[seat] - best_other) / (PIECES * BORNE_OFF)

    def __str__(self) -> str:
        """The position text."""
        return " ".join(
            (
                texts.EMPTY if self.turn is None else str(self.turn),
                self.phase,
                write_progress(self.groups),
                texts.joined(self.kept),
                texts.joined(self.series),
                "".join(str(int(killer)) for killer in self.killers) or texts.EMPTY,
            )
        )

    def _after(self, action: Action) -> Self:
        if isinstance(action, Throw):
            return self._thrown(int(action.text))
        if action is PASS:
            return self._next_turn(self.groups, self.killers)
        return self._moved(action)

    def _thrown(self, value: int) -> Self:
        series = (*self.series, value)
        if value not in CLOSING_THROWS:
            return replace(self, series=series)
        kept = tuple(sorted((*self.kept, *self._valid(series))))
        return replace(self, phase="move", kept=kept, series=())

    def _valid(self, series: tuple[int, ...]) -> tuple[int, ...]:
        """What counts of ``series``: all, or from the first 1 on if no piece is on the course."""
        if self.turn is None or any(ENTRY <= p <= FORTRESS for p in self.groups[self.turn]):
            return series
        voids = series.index(ENTERING_THROW) if ENTERING_THROW in series else len(series)
        return series[voids:]

    def _playable(self, seat: int) -> Iterator[Move]:
        for throw in sorted(set(self.kept)):
            for origin in sorted(set(self.groups[seat]) - {BORNE_OFF}, reverse=True):
                target, obstacle = self._reach(seat, throw, origin)
                if not obstacle:
                    yield self._move(seat, throw, origin, target)

    def _reach(self, seat: int, throw: int, origin: int) -> tuple[int, str]:
        """Where ``throw`` leads from ``origin``, and why it may not be played, "" if it may."""
        if origin == IN_HAND and throw != ENTERING_THROW:
            return ENTRY, ENTERS_BY_ONE
        if origin == FORTRESS and throw != ENTERING_THROW:
            return BORNE_OFF, LEAVES_BY_ONE
        if origin == FORTRESS and min(self.groups[seat]) < FORTRESS:
            return BORNE_OFF, ALL_IN_FORTRESS
        target = origin + throw if origin == FORTRESS else min(origin + throw, FORTRESS)
        if target < origin + throw and not self.game.overshoot:
            return target, EXACT_COUNT
        if target > RING_END and self.game.capture_first and not self.killers[seat]:
            return target, KILL_FIRST
        return target, ""

    def _move(self, seat: int, throw: int, origin: int, target: int) -> Move:
        killed = tuple(
            (other, self.groups[other].count(progress))
            for other, progress in self.game.meetings[seat][target]
            if progress in self.groups[other]
        )
        return self.game.move(seat, throw, origin, target, killed)

    def _moved(self, move: Move) -> Self:
        seat = cast("int", self.turn)
        start, end, throw = (choice.value for choice in move.choices)
        groups = self._groups_after(seat, start, end, move.captures)
        kept = list(self.kept)
        kept.remove(int(throw))
        killers = self._killers_after(seat, move.captures)
        if _is_home(groups[seat]):
            return self._over(groups, killers, self.turns)
        if move.captures and self.game.capture_throw:
            return replace(self, phase="throw", groups=groups, kept=tuple(kept), killers=killers)
        if kept:
            return replace(self, groups=groups, kept=tuple(kept), killers=killers)
        return self._next_turn(groups, killers)

    def _groups_after(self, seat: int, start: str, end: str, captures: tuple[Piece, ...]) -> Groups:
        groups = [list(group) for group in self.groups]
        groups[seat].remove(self.game.progress(seat, start))
        groups[seat].append(self.game.progress(seat, end))
        for victim in captures:
            progress = self.game.progress(victim.seat, end)
            groups[victim.seat] = [IN_HAND if p == progress else p for p in groups[victim.seat]]
        return tuple(tuple(sorted(group, reverse=True)) for group in groups)

    def _killers_after(self, seat: int, captures: tuple[Piece, ...]) -> tuple[bool, ...]:
        if not captures:
            return self.killers
        return tuple(killer or index == seat for index, killer in enumerate(self.killers))

    def _next_turn(self, groups: Groups, killers: tuple[bool, ...]) -> Self:
        turns = self.turns + 1
        if turns >= TURN_GUARD:
            return self._over(groups, killers, turns)
        following = (cast("int", self.turn) + 1) % len(groups)
        return type(self)(self.game, following, "throw", groups, (), (), killers, turns)

    def _over(self, groups: Groups, killers: tuple[bool, ...], turns: int) -> Self:
        return type(self)(self.game, None, "over", groups, (), (), killers, turns)

    def _refusal(self, text: str) -> IllegalMove:
        if self.turn is None:
            return IllegalMove(GAME_OVER)
        if self.is_chance:
            return IllegalMove(THROW_AWAITED, choices=_listed(CHANCES), given=text)
        if text == PASS.text:
            return IllegalMove(MUST_PLAY, choices=_listed(self.legal_moves()))
        parts = self.game.MOVE_TEXT.fullmatch(text)
        if parts is None:
            return IllegalMove(MOVE_AWAITED, given=text)
        throw, start, end = parts.groups()
        return self._move_refusal(self.turn, text, int(throw), start, end)

    def _move_refusal(self, seat: int, text: str, throw: int, start: str, end: str) -> IllegalMove:
        """Why the well-formed move ``text`` is not legal for ``seat``, whose choice is awaited."""
        colour = self.game.seats[seat].colour
        if throw not in self.kept:
            return IllegalMove(NOT_THROWN, throw=throw, kept=_listed(self.kept))
        origin = self.game.progress(seat, start)
        if origin not in self.groups[seat] or origin == BORNE_OFF:
            return IllegalMove(NO_PIECE, colour=colour, place=start)
        target, obstacle = self._reach(seat, throw, origin)
        if obstacle:
            return IllegalMove(obstacle, throw=throw, place=start, needed=FORTRESS - origin)
        reached = self.game.place(seat, target)
        if reached != end:
            return IllegalMove(
                LEADS_ELSEWHERE, throw=throw, place=start, reached=reached, given=end
            )
        right = self._move(seat, throw, origin, target)
        return IllegalMove(WRITTEN_OTHERWISE, right=right, given=text)


def _is_home(group: tuple[int, ...]) -> bool:
    return group[-1] == BORNE_OFF


def _listed(values: Iterable[object]) -> str:
    return ", ".join(map(str, values)) or "none"


def _read(game: Thaayam, text: str) -> Position:
    turn, phase, pieces, kept, series, killers = texts.fields(text, FIELDS)
    position = Position(
        game,
        texts.turn(turn, len(game.seats)),
        phase,
        read_progress(pieces, len(game.seats), PIECES, BORNE_OFF),
        tuple(_read_throws(kept, "kept")),
        tuple(_read_throws(series, "series")),
        _read_killers(killers, game),
    )
    _check(position)
    return position


def _read_throws(text: str, what: str) -> Iterator[int]:
    for item in texts.items(text):
        value = texts.whole(item, what, 1, 8)
        if value not in CHANCES:
            raise ValueError(f"expected throws among {_listed(CHANCES)} in {what}: {text!r}")
        yield value


def _read_killers(text: str, game: Thaayam) -> tuple[bool, ...]:
    if not game.capture_first:
        if text != texts.EMPTY:
            raise ValueError(f"expected - for killers without capture_first: {text!r}")
        return ()
    if len(text) != len(game.seats) or set(text) - set("01"):
        raise ValueError(f"expected killers as {len(game.seats)} digits 0 or 1: {text!r}")
    return tuple(digit == "1" for digit in text)


def _check(position: Position) -> None:
    """Raise ValueError unless the fields agree with each other."""
    for wrong, expected in _disagreements(position):
        if wrong:
            raise ValueError(f"expected {expected}: {str(position)!r}")


def _disagreements(position: Position) -> Iterator[tuple[bool, str]]:
    home = sum(_is_home(group) for group in position.groups)
    over = position.phase == "over"
    yield position.phase not in ("throw", "move", "over"), "phase throw, move or over"
    yield over != (position.turn is None), "turn - just when the phase is over"
    yield home > (1 if over else 0), "a seat with all pieces off just when the game is over"
    yield list(position.kept) != sorted(position.kept), "kept throws ascending"
    yield over and bool(position.kept or position.series), "no throws when the game is over"
    yield position.phase == "move" and bool(position.series), "no series while a move is awaited"
    yield bool(set(position.series) & set(CLOSING_THROWS)), "a series without a closing 2 or 3"
    early = position.phase == "throw" and bool(position.kept)
    yield early and not position.game.capture_throw, "no kept throws before the series closes"
