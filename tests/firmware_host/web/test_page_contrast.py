"""Words, buttons and marks of pages stand out by day and by night (WCAG 2.2)."""

import re
from collections.abc import Mapping
from itertools import product
from pathlib import Path

import pytest

import firmware_host
import games
from firmware_host.web.board_wood import NIGHT
from tests.firmware_host.web.test_board_svg import READABLE, VISIBLE, fields, luminance

STATIC = Path(firmware_host.__file__).parent / "web" / "static"
COLOUR = re.compile(r"--([\w-]+): (#[0-9a-f]{3,6});")

TEXT = (
    *(("ink", "paper"), ("ink", "card"), ("ink", "fill"), ("soft", "paper"), ("soft", "card")),
    *(("mark", "paper"), ("warn", "paper"), ("on-go", "go")),
)
"""What is written in which colour on which other one."""

EDGE = re.compile(r"^([^\n{]+) {\s*--edge:[^}]*(#\w+)\)[^}]*}", re.MULTILINE)
"""What has an edge of a colour of its own."""

MARKS = {
    "a piece that may move": (".point.can", 1.0),
    "a piece that was touched": (".point.picked", 1.0),
    "where it may go": (".point.target", 1.0),
    "what would be captured": (".point.captured", 1.0),
    "the way of the last move": (".trail path", 0.8),
    "what was captured": (".trail circle", 1.0),
    "a hint": (".arrow .shaft", 0.85),
}
"""The lines that mark what may happen and what has happened, each with its opacity."""


def colours() -> Mapping[str, Mapping[str, str]]:
    """Return the colours of all pages by day and by night, by their names."""
    day, night = (STATIC / "base.css").read_text("utf-8").split("prefers-color-scheme: dark")
    by_day = dict(COLOUR.findall(day))
    return {"day": by_day, "night": {**by_day, **dict(COLOUR.findall(night))}}


def ratio(one: float, other: float) -> float:
    """Return the contrast of two luminances."""
    dark, bright = sorted((one, other))
    return (bright + 0.05) / (dark + 0.05)


def whole(colour: str) -> str:
    """Return ``colour`` with two digits for each part."""
    return colour if len(colour) == 7 else "#" + "".join(2 * each for each in colour[1:])


@pytest.mark.parametrize("time", ["day", "night"])
@pytest.mark.parametrize(("ink", "ground"), TEXT)
def test_words_are_readable(ink: str, ground: str, time: str) -> None:
    found = colours()[time]
    one, other = (luminance(whole(found[name]), 1) for name in (ink, ground))
    assert ratio(one, other) >= READABLE


def edge_of(mark: str, styles: str) -> str:
    """Return the colour of the edge that ``styles`` give to the selector ``mark``."""
    ((selectors, colour),) = EDGE.findall(styles)
    _, _, kinds = selectors.partition(":is(")
    points = [f".point{each.strip()}" for each in kinds.partition(")")[0].split(",")]
    others = [each.strip() for each in selectors.partition("), ")[2].split(",")]
    assert mark in {*points, *others}, f"{mark} has no edge"
    return whole(str(colour))


@pytest.mark.parametrize("light", [1, NIGHT], ids=["day", "night"])
@pytest.mark.parametrize(("name", "mark"), [*product(games.names(), MARKS)])
def test_marks_stand_out_on_every_board(name: str, mark: str, light: float) -> None:
    styles = (STATIC / "board.css").read_text("utf-8")
    selector, opacity = MARKS[mark]
    (colour,) = re.findall(rf"^{re.escape(selector)} {{[^}}]*stroke: (#\w+)", styles, re.MULTILINE)
    for field in fields(games.load(name)):
        ground = luminance(field, light)
        line, edge = (
            opacity * luminance(each, 1) + (1 - opacity) * ground
            for each in (colour, edge_of(selector, styles))
        )
        assert ratio(line, edge) >= VISIBLE, (field, round(ratio(line, edge), 2))
