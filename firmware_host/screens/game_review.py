"""The screens of a review: the score of a seat through the game, and a turning point."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from firmware_host.screens.board_plan import Highlights
from firmware_host.screens.board_screen import PastBoardView
from firmware_host.screens.canvas import Box, Canvas
from firmware_host.screens.moves import move_lights, move_lines, spoken_move
from firmware_host.screens.sheet import APART, Sheet, TextLine
from firmware_host.screens.text_layout import Role, height
from firmware_host.screens.view import Awaited, View, sentences
from firmware_host.session import names
from firmware_host.text.translator import Language
from games.actions import Move
from games.equipment import Seat
from games.message import Message, msg

TURN: Final = msg("Turn {turn}")
LUCK: Final = msg("Luck {change}\N{NO-BREAK SPACE}%")
ERROR: Final = msg("Error {change}\N{NO-BREAK SPACE}%")
BETTER: Final = msg("Better:")
SCORE_OF: Final = msg("{seat}: {start} % ▶ {end} %")
TO_REVIEW: Final = msg("Back: review")
OTHER_SEATS: Final = msg("◀▶: seats")
DOT_GAP: Final = 4
"""Columns from one dot of the line at one half to the next."""


class ScoreView(View, frozen=True):
    """What ``seat`` could expect through a game: ``scores`` from 0 to 1, from start to end."""

    seat: Seat
    scores: tuple[float, ...]

    @property
    def awaited(self) -> Awaited:
        return "key"

    @property
    def prompt(self) -> Message:
        return Message.of(msg("`left right`: the other seats; `back`: review"))

    @property
    def spoken(self) -> tuple[Message, ...]:
        return sentences(self._title, self.prompt)

    @property
    def _title(self) -> Message:
        ends = (f"{100 * self.scores[0]:.0f}", f"{100 * self.scores[-1]:.0f}")
        return Message.of(SCORE_OF, seat=names.seat(self.seat), start=ends[0], end=ends[1])

    def draw(self, canvas: Canvas, say: Language, is_big: bool = False) -> None:
        font: Role = "heading" if is_big and not canvas.is_low else "body"
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
    ``is_only`` is true if the review tells no other turning point.
    """

    turn: int
    seat: Seat
    luck: int
    error: int
    best: Move | None
    is_only: bool = False

    @property
    def prompt(self) -> Message:
        if self.is_only:
            return Message.of(msg("`back`: review"))
        return Message.of(msg("`ok`: the next turning point; `back`: review"))

    @property
    def spoken(self) -> tuple[Message, ...]:
        turn, best = Message.of(TURN, turn=self.turn), self.best
        better = (Message.of(BETTER), spoken_move(self.layout, best)) if best else ()
        return sentences(turn, names.seat(self.seat), *self._changes, *better, self.prompt)

    @property
    def _changes(self) -> tuple[Message, ...]:
        parts = ((LUCK, self.luck), (ERROR, self.error))
        return tuple(Message.of(text, change=f"{change:+d}") for text, change in parts if change)

    def sheet(self, say: Language) -> Sheet:
        changes = tuple(TextLine(say(each)) for each in self._changes)
        foot = () if self.is_only else (say(msg("OK: next")),)
        foot = (*foot, say(TO_REVIEW))
        head = say(TURN, turn=self.turn)
        if self.best is None:
            return Sheet(head, changes, foot, self.seat, Highlights())
        words, *_ = move_lines(self.layout, self.best, say)
        lines = (*changes, TextLine(say(BETTER), is_minor=True), words)
        return Sheet(head, lines, foot, self.seat, move_lights(self.best))
