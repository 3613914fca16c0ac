"""A review on the table: worked out beside the loop, then luck, skill and turns; its screens."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from firmware_host.features.review.remote import (
    BRIEF,
    LUCK_AND_SKILL,
    KnownReview,
    ReviewFolder,
    ReviewHere,
)
from firmware_host.features.review.report import shared, told
from firmware_host.features.review.store import ReviewAnswer, ReviewPlace, ReviewQuestion
from firmware_host.screens.board_plan import Highlights
from firmware_host.screens.board_screen import PastBoardView
from firmware_host.screens.canvas import Box, Canvas
from firmware_host.screens.moves import move_lights, move_lines, spoken_move
from firmware_host.screens.notes import NoteView
from firmware_host.screens.sheet import APART, MAIN, Sheet, TextLine
from firmware_host.screens.text_layout import Role, height
from firmware_host.screens.view import Layout, View, sentences
from firmware_host.session import names
from firmware_host.session.hand_steps import Correction
from firmware_host.session.replay import record_of_session
from firmware_host.session.session import Session
from firmware_host.table.context import SceneContext
from firmware_host.table.effects import Explain, Remember
from firmware_host.table.scene import Close, Cover, Effect, Effects, Scene, Show, TableParts
from firmware_host.table.scenes.additions import PLAYED_ON, play_on
from firmware_host.table.scenes.base import LEAVE, ConfirmScene, Entry, EntryList, returning
from firmware_host.text.translator import Language
from firmware_host.thinking.inline import Answer, Question
from games.actions import Action, Move
from games.equipment import Seat
from games.message import Message, msg
from games.record import write
from games.replay import Moment
from games.review import (
    PROGRAM,
    Assessed,
    Review,
    ReviewPoint,
    TurningPoint,
    judge_of,
    points_of,
    review,
    turning_points,
)
from games.valuation import LookAhead, Shares

TURN_HEAD: Final = msg("Turn {turn}")
LUCK: Final = msg("Luck\N{NO-BREAK SPACE}{change}\N{NO-BREAK SPACE}%")
ERROR: Final = msg("Error\N{NO-BREAK SPACE}{change}\N{NO-BREAK SPACE}%")
BETTER: Final = msg("Better:")
SCORE_OF: Final = msg("{seat}: {start} % ▶ {end} %")
TO_REVIEW: Final = msg("Back: review")
TO_PLAY_ON: Final = msg("Hint: play")
OTHER_SEATS: Final = msg("◀▶: seats")
DOT_GAP: Final = 4
"""Columns from one dot of the line at one half to the next."""


class ScoreView(View, frozen=True):
    """What ``seat`` could expect through a game: ``scores`` from 0 to 1, from start to end."""

    seat: Seat
    scores: tuple[float, ...]

    awaited = "key"
    prompt = Message.of(msg("`left right`: the other seats; `back`: review"))

    @property
    def spoken(self) -> tuple[Message, ...]:
        return sentences(self._title, self.prompt)

    @property
    def _title(self) -> Message:
        ends = (f"{100 * self.scores[0]:.0f}", f"{100 * self.scores[-1]:.0f}")
        return Message.of(SCORE_OF, seat=names.seat(self.seat), start=ends[0], end=ends[1])

    def draw(self, canvas: Canvas, say: Language) -> None:
        font: Role = "heading" if canvas.is_big and not canvas.is_low else "body"
        top = canvas.bar(0, say.heading(self._title), "body" if canvas.is_low else "heading") + 1
        foot = Box(2, canvas.box.bottom - height(font), canvas.box.width - 2, height(font))
        self._draw_curve(canvas, Box(1, top, canvas.box.width - 2, foot.top - top - 1))
        canvas.fitted(foot, APART.join((say(OTHER_SEATS), say(TO_REVIEW))), (font, "body"))
        canvas.keep(foot)

    def _draw_curve(self, canvas: Canvas, room: Box) -> None:
        middle = room.top + room.height // 2
        canvas.points([(x, middle) for x in range(room.left, room.right, DOT_GAP)])
        for start, end in pairwise(self._spots(room)):
            canvas.line(start, end)

    def _spots(self, room: Box) -> Iterator[tuple[int, int]]:
        steps = max(1, len(self.scores) - 1)
        for number, score in enumerate(self.scores):
            x = room.left + number * (room.width - 1) // steps
            yield x, room.bottom - 1 - round(score * (room.height - 1))


class TurningPointView(PastBoardView, frozen=True):
    """The ``turn`` of ``seat`` in which throws changed its share by ``luck``, a move by ``error``.

    Both are in per cent, and zero where there is nothing to tell; ``best`` would have been better.
    ``is_only`` is true if the review tells no other turning point, ``plays_on`` if people can
    play on from here.
    """

    turn: int
    seat: Seat
    luck: int
    error: int
    best: Move | None
    is_only: bool = False
    plays_on: bool = False

    @property
    def prompt(self) -> Message:
        if self.is_only:
            return Message.of(msg("`back`: review"))
        return Message.of(msg("`ok`: the next turning point; `back`: review"))

    @property
    def spoken(self) -> tuple[Message, ...]:
        turn, best = Message.of(TURN_HEAD, turn=self.turn), self.best
        better = (Message.of(BETTER), spoken_move(self.layout, best)) if best else ()
        return sentences(turn, names.seat(self.seat), *self._changes, *better, self.prompt)

    @property
    def _changes(self) -> tuple[Message, ...]:
        parts = ((LUCK, self.luck), (ERROR, self.error))
        return tuple(Message.of(text, change=f"{change:+d}") for text, change in parts if change)

    def sheet(self, say: Language) -> Sheet:
        changes = TextLine(" ".join(say(each) for each in self._changes), MAIN)
        to_play_on = (say(TO_PLAY_ON),) if self.plays_on else ()
        before = () if self.is_only else (say(msg("OK: next")), *to_play_on)
        foot = (*before, say(TO_REVIEW))
        head = say(TURN_HEAD, turn=self.turn)
        if self.best is None:
            return Sheet(head, (changes,), foot, self.seat, Highlights())
        words, *_ = move_lines(self.layout, self.best, say)
        better = replace(words, words=f"{say(BETTER)} {words.words}")
        return Sheet(head, (changes, better), foot, self.seat, move_lights(self.best))


WORKING: Final = msg("Actions looked at: {done} of {total}.")
STEPS: Final = {"left": -1, "up": -1, "right": 1, "down": 1}
SEAT_LUCK: Final = msg("{seat}: luck {change} %")
SEAT_SKILL: Final = msg("{seat}: skill {change} %")
SCORE: Final = msg("Expected score")
SCORE_HELP: Final = msg("What each seat could expect through the game, as a line.")
SUMS: Final = {
    (True, True): msg("Start {start} % + luck {luck} % + skill {skill} % = result {result} %."),
    (True, False): msg("Start {start} % + skill {skill} % = result {result} %."),
    (False, True): msg("Start {start} % + luck {luck} % + skill {skill} % = {result} % now."),
    (False, False): msg("Start {start} % + skill {skill} % = {result} % now."),
}
"""By whether the game is over, and whether something was thrown."""
SKILL_IS: Final = msg("Skill: what all moves gave away, corrected by what the program saw later.")
TURN: Final = msg("Turn {turn}, {seat}")


def begin_review(session: Session, context: SceneContext) -> Effects:
    """Return what leads to the review of the game in ``session``, as far as it has been played."""
    points = points_of_session(session)
    found = context.fact(KnownReview).of(points)
    if len(found) < len(points):
        place = _place(session, points, context)
        return (Cover(ReviewWork(points, found, place, judge_of(points))),)
    result, *shared_ = _reviewed(points, found, context)
    return Cover(result), *shared_


class ReviewKept(Struct, frozen=True):
    """Begin the review of a game that is kept, in ``session``."""

    session: Session

    def carry_out(self, table: TableParts) -> Effects:
        return begin_review(self.session, table.context)


def points_of_session(session: Session) -> tuple[ReviewPoint, ...]:
    """Return what happened in ``session``, its turns counted."""
    seats = session.game.seats
    moments = [Moment(0, None, None, session.states[0])]
    for (before, after), action in zip(pairwise(session.states), session.actions, strict=True):
        seat = None if before.turn is None else seats[before.turn]
        turn = moments[-1].turn + (moments[-1].seat != seat)
        moments.append(Moment(turn, seat, _played(action), after))
    return points_of(moments, session.outcome)


def _place(
    session: Session, points: Sequence[ReviewPoint], context: SceneContext
) -> ReviewPlace | None:
    """Return where the review of the game in ``session`` is kept."""
    folder = context.fact(ReviewFolder).folder
    if folder is None:
        return None
    return ReviewPlace(folder, write(record_of_session(session)), len(points))


def _played(action: Action | Correction) -> Action | None:
    return None if isinstance(action, Correction) else action


class ReviewWork(ConfirmScene, frozen=True):
    """Works out what happened at each of ``points``, by ``judge``; ``found`` are the first of them.

    What is found is kept at ``place``, unless that is None.
    """

    help = msg("The table goes through the game. Back: leave.")
    times_out_anywhere = True
    points: tuple[ReviewPoint, ...]
    found: tuple[Assessed, ...] = ()
    place: ReviewPlace | None = None
    judge: LookAhead = PROGRAM

    @property
    def question(self) -> Question | None:
        """What happened at the next point."""
        number = len(self.found)
        return ReviewQuestion.about(number, self.points[number], self.place, self.judge)

    def view(self, context: SceneContext) -> View:
        text = Message.of(WORKING, done=len(self.found), total=len(self.points))
        return NoteView(Message.of(LUCK_AND_SKILL), text, keys=LEAVE)

    def answered(self, answer: Answer, context: SceneContext) -> Effects:
        if not isinstance(answer, ReviewAnswer):
            return ()
        found = (*self.found, *answer.found)
        keep = Remember(KnownReview(self.points, found))
        if len(found) < len(self.points):
            return Show(replace(self, found=found)), keep
        result, *shared_ = _reviewed(self.points, found, context)
        return Show(result), *shared_, keep

    def confirm(self, context: SceneContext) -> Effects:
        return ()

    def leave(self, context: SceneContext) -> Effects:
        return (Close(),)

    def give_up(self, context: SceneContext) -> Effects:
        return self.leave(context)


def _reviewed(
    points: tuple[ReviewPoint, ...], found: tuple[Assessed, ...], context: SceneContext
) -> "tuple[ReviewResult, *tuple[Effect, ...]]":
    """Return the screen of the review, and what shares it if the game on the table is over."""
    seats, done = tuple(points[0].state.game.seats), review(points, found)
    is_over = points[-1].outcome is not None
    result = ReviewResult(seats=seats, done=done, is_over=is_over)
    is_here = context.session is not None and points[-1].state is context.session.state
    if not (is_over and is_here):
        return (result,)
    return result, Remember(ReviewHere(shared(done, points)))


class ReviewResult(EntryList, frozen=True, kw_only=True):
    """The luck of every seat, and the turning points of a game, which ``is_over`` or goes on."""

    help = msg("Up and down: choose a line. OK: open it. Back: leave.")
    back = msg("Back: leave")
    seats: tuple[Seat, ...]
    done: Review
    is_over: bool = True

    def title(self, context: SceneContext) -> Message:
        return Message.of(LUCK_AND_SKILL)

    def entries(self, context: SceneContext) -> tuple[Entry, ...]:
        score = Entry(
            Message.of(SCORE),
            Message.of(SCORE_HELP),
            returning(Cover(ScoreLine(self.seats, self.done.scores))),
        )
        sums = [self._sums(seat.index) for seat in self.seats]
        return (score, *sums, *self._turning_points())

    def _sums(self, seat: int) -> Entry:
        who, sums = names.seat(self.seats[seat]), self.done.sums(seat)
        parts = self.done.start[seat], sums.luck, self.done.result[seat]
        start, luck, result = (round(100 * part) for part in parts)
        skill = result - start - luck  # what is shown adds up, too
        signed = {"luck": f"{luck:+d}", "skill": f"{skill:+d}"}
        form = SUMS[self.is_over, self._has_luck]
        equation = Message.of(form, start=start, result=result, **signed)
        brief = (Message.of(BRIEF),) if self.done.is_brief else ()
        words = names.join((equation, Message.of(SKILL_IS), *brief), between=" ")
        label, change = (SEAT_LUCK, luck) if self._has_luck else (SEAT_SKILL, skill)
        line = Message.of(label, seat=who, change=f"{change:+d}")
        return Entry(line, words, returning(Explain(who, words)))

    @property
    def _has_luck(self) -> bool:
        return any(event.point.kind == "throw" for event in self.done.events)

    def _turning_points(self) -> Sequence[Entry]:
        points = turning_points(self.done)
        return [self._turning(points, number) for number in range(len(points))]

    def _turning(self, points: tuple[TurningPoint, ...], number: int) -> Entry:
        point = points[number]
        words = names.join(told(point), between=" ")
        show = returning(Cover(TurningPoints(points, number)))
        seat = names.seat(self.seats[point.seat])
        return Entry(Message.of(TURN, turn=point.turn, seat=seat), words, show)


class ScoreLine(Scene, frozen=True):
    """What the seat with this ``number`` could expect through the game."""

    help = msg("Left and right: the other seats. Back: review.")
    seats: tuple[Seat, ...]
    scores: tuple[Shares, ...]
    number: int = 0

    def view(self, context: SceneContext) -> View:
        scores = tuple(shares[self.number] for shares in self.scores)
        return ScoreView(self.seats[self.number], scores)

    def press(self, key: str, context: SceneContext) -> Effects | None:
        if key in ("ok", "back"):
            return (Close(),)
        if key in STEPS:
            number = (self.number + STEPS[key]) % len(self.seats)
            return (Show(replace(self, number=number)),)
        return None


class TurningPoints(Scene, frozen=True):
    """The turning point with this ``number``, on the board as it was."""

    help = msg("OK: the next turning point. Hint: play on from here. Back: review.")
    points: tuple[TurningPoint, ...]
    number: int = 0

    def view(self, context: SceneContext) -> View:
        point = self.points[self.number]
        state, game = point.state, point.state.game
        best = next((move for move in state.legal_moves() if move.text == point.best), None)
        return TurningPointView(
            Layout(game.board, game.seats, state.pieces()),
            point.turn,
            game.seats[point.seat],
            round(100 * point.luck),
            round(100 * point.error),
            best,
            is_only=len(self.points) == 1,
            plays_on=any(PLAYED_ON),
        )

    def help_lines(self, context: SceneContext) -> tuple[Message, ...]:
        help_ = self.help if len(self.points) > 1 else TO_REVIEW
        return (*told(self.points[self.number]), Message.of(help_))

    def press(self, key: str, context: SceneContext) -> Effects | None:
        if key == "hint":
            return play_on(self.points[self.number].state, context) or None
        if key == "back" or (key == "ok" and len(self.points) == 1):
            return (Close(),)
        step = 1 if key == "ok" else STEPS.get(key)
        if step is None:
            return None
        return (Show(replace(self, number=(self.number + step) % len(self.points))),)
