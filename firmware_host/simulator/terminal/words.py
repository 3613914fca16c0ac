"""What the simulator says around the display: what to do now.

In these texts, backquotes mark a key of the keyboard; on the screen it has a different colour.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from textual.content import Content

from firmware_host.screens.hand_steps import ClearBoardView, HandStepView
from firmware_host.screens.notes import prompt_beside
from firmware_host.screens.throw import ThrowView
from firmware_host.screens.view import Awaited, View
from firmware_host.session import names
from firmware_host.simulator.people import sets_up
from firmware_host.simulator.terminal.board_plan import KEY
from games.message import Message, msg

TITLE = msg("tableside: a simulated Raspberry Pi")
QUOTE = "`"
GAP = "  "
KEYBOARD = {
    "ok": "Enter",
    "back": "Esc",
    "right": "→",
    "up down": "↑ ↓",
    "left right": "← →",
}
"""What to press on a keyboard for the keys of a table."""

SMALLEST = (80, 24)
"""Columns and rows of a terminal in which nothing is cut off."""

TOO_SMALL = msg("This window is too small: make it {columns} x {rows} or larger")
PUT_RIGHT = msg("The board doesn't match the display: `r` sets it up as shown")
PUT_DOWN = msg("Holding {piece}: `click` a square, or below the board")
STARTING = msg("Starting…")
THROW_IT = msg("`t` throws the dice")
THROW_FOR_IT = msg("{seat} (machine): `t` throws for it")
CLEARS = msg("`ok` takes these pieces off the board, `right` sets it all up")
SETS_UP = msg("`ok` moves the piece on the board, `right` sets it all up")
MACHINE_MOVES = msg("{seat} (machine) moves: `ok` moves the piece on the board and confirms it")
SIMULATED: Mapping[Awaited, str] = {
    "set-up": msg("`ok` puts these pieces on the board, `right` puts all of them"),
    "hand step": msg("`ok` moves the piece on the board and confirms it"),
}
"""What people do with their hands at a table, and with a key at a keyboard."""

ONE_SWITCH: Final = msg("{stroke} (`Space`)")
TWO_SWITCHES: Final = msg("{stroke} (`Enter`), go on (`Space`)")
"""What the keys of the keyboard do that are switches."""

ROLLING = ("rolling", "provisional")
THEY_ROLL = msg("The dice are rolling")


def prompt(
    view: View | None,
    size: tuple[int, int],
    board_differs: bool,
    held: Message | None = None,
    words: str = "",
    offered: Message | None = None,
) -> Message:
    """What to do now, when the display shows ``view`` with ``words`` in a terminal of ``size``.

    ``held`` is what is in the hand, ``offered`` what is said of the switches, if people use them.
    """
    if any(has < needs for has, needs in zip(size, SMALLEST, strict=True)):
        return Message.of(TOO_SMALL, columns=SMALLEST[0], rows=SMALLEST[1])
    if held is not None:
        return Message.of(PUT_DOWN, piece=held)
    if board_differs:
        return Message.of(PUT_RIGHT)
    if view is None:
        return Message.of(STARTING)
    return offered or _about(view, words)


def _about(view: View, words: str) -> Message:
    """What to do with keys, dice and pieces."""
    if isinstance(view, ThrowView) and view.by_tray and not view.is_confirmed_by_key:
        return _throw(view)
    if isinstance(view, HandStepView) and view.why == "machine" and view.seat is not None:
        return Message.of(MACHINE_MOVES, seat=names.seat(view.seat))
    if isinstance(view, ClearBoardView):
        return Message.of(CLEARS)
    if sets_up(view):
        return Message.of(SETS_UP)
    if view.awaited in SIMULATED:
        return Message.of(SIMULATED[view.awaited])
    return prompt_beside(view, words) or Message.of("")


def offer(stroke: Message | None, going_on: str) -> Message | None:
    """What the switches do when a ``stroke`` does that; None if nothing is offered.

    ``going_on`` is the switch that only goes on to the next offer; empty if none does.
    """
    if stroke is None:
        return None
    return Message.of(TWO_SWITCHES if going_on else ONE_SWITCH, stroke=stroke)


def _throw(view: ThrowView) -> Message:
    """What to do with the dice of the tray."""
    if view.dice in ROLLING:
        return Message.of(THEY_ROLL)
    if view.seat.index in view.layout.machines:
        return Message.of(THROW_FOR_IT, seat=names.seat(view.seat))
    return Message.of(THROW_IT)


def with_keys(text: str) -> Content:
    """Return ``text`` with keys of a keyboard for the keys of a table in backquotes.

    >>> with_keys("`ok` counts, `t` throws").plain
    'Enter counts, t throws'
    """
    parts = text.split(QUOTE)
    return Content.assemble(
        *((KEYBOARD.get(part, part), KEY) if i % 2 else (part, "") for i, part in enumerate(parts))
    )


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
