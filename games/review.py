"""Review of a played game: what it was expected to bring, and what luck and choices did to that.

A position is worth a part of the point to each side, from 0 (lost) to 1 (won); the parts of all
sides add up to 1. A seat's share is that of its side; :mod:`games.valuation` works it out. Each
action can be assessed by itself, in any order and in any process; :func:`review` then adds
everything up. For each seat and each event, the share after it is the share before it plus

- ``luck``: what a throw brought, less what all throws would have brought in the mean;
- ``error``: what a move lost beside the best one, and what others gained by that;
- ``foresight``: what the program's own estimate changed by looking further than before;
- ``aside``: what a corrected position changed, or a seat that was passed over.

The share before a throw is the mean of the shares after all throws, by their probabilities. So luck
is zero in the mean, however well or badly positions are valued. What a move gives away is the share
after the best move less the share after the one that was played. Both need the same look ahead. The
estimate also changes when neither luck nor a mistake was at work, because the program sees one turn
further whenever a turn has been played, and because the values of two moves are exact only to a
certain degree: what a move seems to give away within that doubt is no error. That foresight counts
as skill, and it is named beside it,
so that the sums are exact: the share at the end is the share at the start, plus luck, plus skill.

An end that people agreed on counts as an error of whoever lost by it: the program would have played
on. Every event counts for every seat, so the luck of one is the bad luck of the others. The turning
points of a game are the turns in which luck and errors changed most.

A review takes its time for each move, up to a certain number of them: where a game has more, all of
them are looked at less closely, and the review is said to be brief.

>>> import games
>>> from games.record import Record, Turn
>>> turns = Turn("white", ("A3:0-2",)), Turn("black", ("B1:0-1",))
>>> points = played(Record("squadro", "white", entries=turns), games)
>>> done = review(points, [assess(point) for point in points])
>>> [str(event.point.action) for event in done.events]
['A3:0-2', 'B1:0-1']
>>> sums = done.sums(0)
>>> abs(done.start[0] + sums.luck + sums.skill - done.result[0]) < 1e-9
True
>>> turning_points(Review((), (0.5, 0.5), (0.5, 0.5)))
()
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from math import fsum
from typing import Final, Literal

from games.actions import Action, Move, Throw
from games.core import Catalogue, Outcome, State
from games.message import Fact, Message, msg
from games.record import Record
from games.replay import Moment, ended, replay
from games.valuation import Judge, LookAhead, Shares, best_of, final, mean, usual_nodes

ERRORS: Final = ((0.15, msg("blunder")), (0.10, msg("mistake")), (0.05, msg("inaccuracy")))
LUCKY: Final = ((0.30, msg("very lucky")), (0.15, msg("lucky")))
UNLUCKY: Final = ((0.30, msg("very unlucky")), (0.15, msg("unlucky")))


def error_size(change: float) -> str:
    """Return what a move is called that changed the mover's share by ``change``, at most 0."""
    return next((name for limit, name in ERRORS if -change >= limit), "")


def luck_size(change: float) -> str:
    """Return what a throw is called that changed the thrower's share by ``change``."""
    names = LUCKY if change > 0 else UNLUCKY
    return next((name for limit, name in names if abs(change) >= limit), "")


PROGRAM = LookAhead()
"""Who judges if nobody else is named."""
BRIEFEST: Final = 4
"""In a game of so many times as many moves as are looked at closely, all are at a glance."""

Kind = Literal["throw", "move", "aside", "agreed", "end"]
"""What happens at a point: the position was set or a seat passed over, or people ended the game."""


@dataclass(frozen=True, slots=True)
class ReviewPoint:
    """What happened in ``state``, in the record's ``turn``: ``action`` if it is a throw or a move.

    ``likely`` is how likely the throws in a row were that led to the state, ``outcome`` how the
    game ended if this is its end.
    """

    turn: int
    kind: Kind
    state: State
    action: Action | None
    likely: float = 1.0
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class Assessed:
    """What a point was worth to each seat, and what was found of its action.

    ``change`` is the luck of a throw, or what a move gave away; ``best`` is the best move as it is
    written, empty if nothing is better than the one that was played. What it gave away may be less
    by ``doubt``.
    """

    worth: Shares
    change: Shares = ()
    best: str = ""
    doubt: float = 0.0


@dataclass(frozen=True, slots=True)
class ReviewEvent:
    """What one action changed for each seat; all but one or two of the parts are zero."""

    point: ReviewPoint
    before: Shares
    luck: Shares
    error: Shares
    foresight: Shares
    aside: Shares
    after: Shares
    best: str = ""
    doubt: float = 0.0

    @property
    def seat(self) -> int | None:
        """The seat that acted, or whose turn it was."""
        return self.point.state.turn


@dataclass(frozen=True, slots=True)
class SeatSums:
    """What a game added up to for one seat.

    ``own`` is what its side gave away, ``others`` what all others gave to it or away from it,
    ``foresight`` what the program saw later than it should have.
    """

    luck: float
    own: float
    others: float
    foresight: float
    aside: float

    @property
    def skill(self) -> float:
        """All that was neither luck nor set by hand."""
        return self.own + self.others + self.foresight


@dataclass(frozen=True, slots=True)
class Review:
    """A played game, event by event; ``result`` is what it is worth at its last position.

    That is the outcome of a game that is over, and what may be expected of one that is not.
    """

    events: tuple[ReviewEvent, ...]
    start: Shares
    result: Shares

    @property
    def is_brief(self) -> bool:
        """Whether the game was so long that its moves were looked at less closely than usual."""
        return judge_of([event.point for event in self.events]) != PROGRAM

    @property
    def scores(self) -> tuple[Shares, ...]:
        """The shares at the start and after each event."""
        return self.start, *(event.after for event in self.events)

    def sums(self, seat: int) -> SeatSums:
        """Return what all events together changed for ``seat``."""
        own: list[float] = []
        others: list[float] = []
        for event in self.events:
            (own if self._is_own(event, seat) else others).append(event.error[seat])
        return SeatSums(
            luck=fsum(event.luck[seat] for event in self.events),
            own=fsum(own),
            others=fsum(others),
            foresight=fsum(event.foresight[seat] for event in self.events),
            aside=fsum(event.aside[seat] for event in self.events),
        )

    def _is_own(self, event: ReviewEvent, seat: int) -> bool:
        """Return whether the error of ``event`` was made by the side of ``seat``."""
        if event.point.kind == "agreed":
            return event.error[seat] < 0
        seats = event.point.state.game.seats
        return event.seat is not None and seats[event.seat].team == seats[seat].team


def played(record: Record, catalogue: Catalogue) -> tuple[ReviewPoint, ...]:
    """Return the points of ``record``, the last of which is its end; RecordError if it is wrong."""
    moments = list(replay(record, catalogue))
    return points_of(moments, ended(record, moments[-1].state))


def points_of(moments: Sequence[Moment], outcome: Outcome | None) -> tuple[ReviewPoint, ...]:
    """Return the points of a game that went through ``moments`` and ended with ``outcome``."""
    found: list[ReviewPoint] = []
    likely = 1.0
    for before, after in pairwise(moments):
        kind = _kind(after.action)
        found.append(ReviewPoint(after.turn, kind, before.state, after.action, likely))
        likely = _likely_after(before.state, after, likely)
    turn, last = moments[-1].turn, moments[-1].state
    if outcome is not None and not last.is_terminal:
        found.append(ReviewPoint(turn, "agreed", last, None, likely))
    return *found, ReviewPoint(turn, "end", last, None, likely, outcome)


def judge_of(points: Sequence[ReviewPoint]) -> LookAhead:
    """Return who judges the game that went through ``points``: of many moves, each more briefly."""
    moves = sum(point.kind == "move" for point in points)
    close = points[0].state.game.CLOSE_MOVES
    if moves <= close:
        return PROGRAM
    share = max(0.0, (BRIEFEST * close / moves - 1) / (BRIEFEST - 1))
    return LookAhead(round(share * usual_nodes(points[0].state)))


def _kind(action: Action | None) -> Kind:
    return "aside" if action is None else "throw" if isinstance(action, Throw) else "move"


def _likely_after(state: State, after: Moment, likely: float) -> float:
    """Return how likely the throws in a row are that end with the one of ``after``."""
    if not isinstance(after.action, Throw) or not after.state.is_chance:
        return 1.0
    return likely * float(dict(state.chance_outcomes())[after.action])


def assess(point: ReviewPoint, judge: Judge = PROGRAM) -> Assessed:
    """Return what ``point`` is worth and what its action did, as ``judge`` sees it."""
    state = point.state
    if point.outcome is not None:
        return Assessed(final(point.outcome, state.game.seats))
    if state.is_chance:
        return _assess_throw(point, judge)
    if isinstance(point.action, Move):
        return _assess_move(state, point.action, judge)
    return Assessed(judge.shares(state))


def _assess_throw(point: ReviewPoint, judge: Judge) -> Assessed:
    after = judge.after_throws(point.state, point.likely)
    worth = mean(after, point.state)
    if not isinstance(point.action, Throw):
        return Assessed(worth)
    return Assessed(worth, _difference(after[point.action], worth))


def _assess_move(state: State, move: Move, judge: Judge) -> Assessed:
    if state.game.dice and len(state.legal_moves()) == 1:
        return Assessed(judge.shares(state))
    seat = state.turn
    assert seat is not None, "a state in which a choice comes next"
    found = judge.prospects(state)
    best = best_of(found, state)
    worth = judge.shares(state) if state.game.dice else found[best]
    change, doubt = _difference(found[move], found[best]), state.game.doubt(state)
    if change[seat] >= -doubt:
        return Assessed(worth)
    return Assessed(worth, change, best.text, doubt)


def review(points: Sequence[ReviewPoint], found: Sequence[Assessed]) -> Review:
    """Add up what was ``found`` of each of ``points``, as :func:`played` returns them."""
    pairs = zip(points, found, found[1:], strict=False)
    events = tuple(_event(point, here, following.worth) for point, here, following in pairs)
    return Review(events, found[0].worth, found[-1].worth)


def _event(point: ReviewPoint, here: Assessed, after: Shares) -> ReviewEvent:
    whole = _difference(after, here.worth)
    parts = {name: (0.0,) * len(whole) for name in ("luck", "error", "foresight", "aside")}
    if point.kind == "aside":
        parts["aside"] = whole
    elif point.kind == "agreed":
        parts["error"] = whole
    else:
        change = here.change or parts["luck"]
        parts["luck" if point.kind == "throw" else "error"] = change
        parts["foresight"] = _difference(whole, change)
    best, doubt = here.best, here.doubt
    return ReviewEvent(point, here.worth, after=after, best=best, doubt=doubt, **parts)


def _difference(shares_: Shares, others: Shares) -> Shares:
    """Return how much more each of ``shares_`` is than that of ``others``."""
    return tuple(share - other for share, other in zip(shares_, others, strict=True))


MOST: Final = 3
"""How many turning points are told."""
LEAST_TOLD: Final = 0.01
"""Changes that are smaller than this are not told."""

THROWN = msg("{throw} was thrown: {change} %.")
SERIES = msg("{throw} were thrown: {change} %.")
GAVE_AWAY = msg("Playing {best} instead of {move} would have kept {percent} %.")
LIKELY_GAVE_AWAY = msg(
    "Playing {best} instead of {move} would have kept at least {least} %, likely {percent} %."
)


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A turn of ``seat``: the ``luck`` of its throws, and its worst ``error``, from its own view.

    ``state`` is the position in which it had to choose, or to throw if it had no choice; ``move``
    was played there, and ``best`` would have been better if there was an error, which may be
    smaller by ``doubt``. ``score`` is what the seat may expect after the turn.
    """

    turn: int
    seat: int
    state: State
    throws: tuple[str, ...]
    luck: float
    move: str = ""
    error: float = 0.0
    best: str = ""
    score: float = 0.0
    doubt: float = 0.0

    @property
    def size(self) -> float:
        """How much the turn changed."""
        return abs(self.luck) + abs(self.error)

    def sentences(self, words: Callable[[str], Fact] = str) -> tuple[Message, ...]:
        """Return what happened, in up to two sentences; moves are told in ``words``."""
        return tuple(self._sentences(words))

    @property
    def tells_luck(self) -> bool:
        """Whether the throws changed enough to be told."""
        return bool(self.throws) and abs(self.luck) >= LEAST_TOLD

    @property
    def tells_error(self) -> bool:
        """Whether the move gave enough away to be told."""
        return bool(self.best) and -self.error - self.doubt >= LEAST_TOLD

    def _sentences(self, words: Callable[[str], Fact]) -> Iterator[Message]:
        if self.tells_luck:
            text = THROWN if len(self.throws) == 1 else SERIES
            yield Message.of(text, throw=", ".join(self.throws), change=f"{100 * self.luck:+.0f}")
        if self.tells_error:
            percents = {
                "least": round(-100 * (self.error + self.doubt)),
                "percent": round(-100 * self.error),
            }
            text = LIKELY_GAVE_AWAY if self.doubt else GAVE_AWAY
            yield Message.of(text, best=words(self.best), move=words(self.move), **percents)


def turning_points(found: Review, most: int = MOST) -> tuple[TurningPoint, ...]:
    """Return the turns that changed most, in the order in which they were played."""
    told = [each for each in every_turn(found) if each.sentences()]
    # of equal ones the first: versions of Python differ in the last digits of a sum
    largest = sorted(told, key=lambda each: -round(each.size, 9))[:most]
    return tuple(sorted(largest, key=lambda each: each.turn))


def every_turn(found: Review) -> Iterator[TurningPoint]:
    """Yield what happened in each turn, in the order in which they were played."""
    runs = groupby(found.events, key=lambda event: (event.point.turn, event.seat))
    for (turn, seat), run in runs:
        if seat is not None:
            yield _turning_point(turn, seat, tuple(run))


def turn_so_far(points: Sequence[ReviewPoint], found: Sequence[Assessed]) -> TurningPoint:
    """Return what was ``found`` of ``points``, all of one turn, as long as no more is known.

    Luck and error are those of :func:`review`. The score after the turn is left out.
    """
    events = tuple(
        _event(point, each, each.worth) for point, each in zip(points, found, strict=True)
    )
    seat = points[0].state.turn
    assert seat is not None, "somebody throws or moves"
    return replace(_turning_point(points[0].turn, seat, events), score=0.0)


def _turning_point(turn: int, seat: int, run: Sequence[ReviewEvent]) -> TurningPoint:
    throws = [event for event in run if event.point.kind == "throw"]
    luck = fsum(event.luck[seat] for event in throws)
    thrown = tuple(str(event.point.action) for event in throws)
    moves = [event for event in run if event.point.kind == "move"]
    score = run[-1].after[seat]
    if not moves:
        return TurningPoint(turn, seat, run[-1].point.state, thrown, luck, score=score)
    worst = min(moves, key=lambda event: event.error[seat])
    move = str(worst.point.action)
    state, error = worst.point.state, worst.error[seat]
    return TurningPoint(
        turn, seat, state, thrown, luck, move, error, worst.best, score, worst.doubt
    )
