"""What the simulator says around the display: what to do now, and what the keys of a keyboard do.

A key of the keyboard stands in backquotes in these texts, and in a colour of its own on the screen.
"""

from collections.abc import Mapping, Sequence

from textual.content import Content

from firmware_host.screens.board_differs import BoardDiffersView
from firmware_host.screens.choose import ChooseView, ThinkingView
from firmware_host.screens.hand_steps import HandStepView, SetUpView
from firmware_host.screens.lists import ListView
from firmware_host.screens.moves import LastMoveView, SuggestView
from firmware_host.screens.notes import NoteView
from firmware_host.screens.posters import CountdownView, PosterView
from firmware_host.screens.repair import CompareView, FindingView
from firmware_host.screens.replay import DemonstrationView, ReplayView
from firmware_host.screens.start_and_end import GameOverView, ResumeView
from firmware_host.screens.throw import CorrectThrowView, ThrownView, ThrowView
from firmware_host.screens.view import View
from firmware_host.screens.why_not import PassView, WhyNotView
from firmware_host.simulator.terminal.colours import KEY
from games.message import Message, msg

TITLE = msg("tableside: a simulated Raspberry Pi")
QUOTE = "`"
GAP = "  "

SMALLEST = (80, 24)
"""Columns and rows of a terminal in which nothing is cut off."""

TOO_SMALL = msg("This window is too small: make it {columns} x {rows} or larger")
PUT_RIGHT = msg("The board differs from the display: `r` sets it up as shown")
PUT_DOWN = msg("In the hand: {piece}. `click` puts it down, below the board: beside it")
STARTING = msg("Starting")
THROW_IT = msg("`t` throws the dice")
LET_THROW = msg("`Enter` lets the machine throw; `↑ ↓` set a throw of your own")
PROMPTS: Mapping[type, str] = {
    ListView: msg("`↑ ↓` choose, `← →` change a value, `Enter` takes"),
    NoteView: msg("`Enter` goes on"),
    SetUpView: msg("`Enter` puts these pieces on the real board, `Esc` puts all of them"),
    ThrownView: msg("The throw counts"),
    ChooseView: msg("The arrows choose, `Enter` takes, `Esc` goes a step back"),
    HandStepView: msg("`Enter` moves the piece on the real board and confirms it"),
    PassView: msg("Nothing can be moved: `Enter` goes on"),
    ResumeView: msg("`Enter` goes on with this game, `Esc` leaves it"),
    BoardDiffersView: msg("Put the pieces right, or `Enter` goes on as it is"),
    GameOverView: msg("The game is over: `Enter` leads to the games"),
    PosterView: msg("Nobody is there: any key begins"),
    DemonstrationView: msg("The machine plays by itself: any key begins"),
    CountdownView: msg("Any key goes on with what was shown"),
    ReplayView: msg("`← →` one step, `↑ ↓` ten, `Esc` leads back"),
    SuggestView: msg("`Enter` takes the suggestion, any other key goes back"),
    ThinkingView: msg("The machine thinks: `Esc` makes it move at once"),
    LastMoveView: msg("The last move once more: `Enter` goes back"),
    WhyNotView: msg("The arrows go to a piece, then to a place; `Enter` takes it"),
    CorrectThrowView: msg("`↑ ↓` set the throw, `← →` choose which, `Enter` counts it"),
    CompareView: msg("Is the board so? `Enter`: yes; the arrows: something differs"),
    FindingView: msg("The arrows show what stands there, `Enter` takes it"),
}
ROLLING = ("rolling", "provisional")
THEY_ROLL = msg("The dice are rolling")


def prompt(
    view: View | None, size: tuple[int, int], board_differs: bool, held: Message | None = None
) -> Message:
    """What to do now, when the display shows ``view`` in a terminal of ``size``.

    ``held`` is what is in the hand.
    """
    if any(has < needs for has, needs in zip(size, SMALLEST, strict=True)):
        return Message.of(TOO_SMALL, columns=SMALLEST[0], rows=SMALLEST[1])
    if held is not None:
        return Message.of(PUT_DOWN, piece=held)
    if board_differs:
        return Message.of(PUT_RIGHT)
    if isinstance(view, ThrowView):
        return Message.of(_throw_prompt(view))
    return Message.of(STARTING if view is None else PROMPTS[type(view)])


def _throw_prompt(view: ThrowView) -> str:
    if not view.by_tray:
        return LET_THROW
    return THEY_ROLL if view.dice in ROLLING else THROW_IT


def with_keys(text: str) -> Content:
    """``text`` with what stands in backquotes as keys.

    >>> with_keys("`t` throws").plain
    't throws'
    """
    parts = text.split(QUOTE)
    return Content.assemble(*((part, KEY if i % 2 else "") for i, part in enumerate(parts)))


def flow(parts: Sequence[Content], columns: int) -> Content:
    """``parts`` one after the other, broken only between them into lines of ``columns``.

    >>> print(flow([Content("Enter OK"), Content("Esc back"), Content("q quit")], 20).plain)
    Enter OK  Esc back
    q quit
    """
    lines: list[Content] = []
    for part in parts:
        if lines and lines[-1].cell_length + len(GAP) + part.cell_length <= columns:
            lines[-1] = Content.assemble(lines[-1], GAP, part)
        else:
            lines.append(part)
    return Content("\n").join(lines)
