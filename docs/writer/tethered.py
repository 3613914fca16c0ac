"""Draw the tethered dice in section, to scale: where a tilt switch fits, and where it does not."""

from collections.abc import Iterator
from typing import Final

from firmware_host.web.svg import Number, element, group, picture, text

SCALE: Final = 9
"""Pixels per millimetre."""

SWITCH_LENGTH, SWITCH_WIDTH, PLAY = 10.0, 5.0, 0.5
"""Millimetres of a ball tilt switch without its wires (about so for an SW-520D), and of room
around it."""

HALF, WIDE, SQUARE = 8.0, 28.0, 20.0
"""Millimetres: thickness of each half of a lot, its width, the side of a long die."""

WOOD, DARK, HOLE, METAL = "#f0dfc0", "#8a6a45", "#ffffff", "#9ca3af"


def pictures() -> Iterator[tuple[str, str]]:
    """Yield the path of each drawing below the folder of the manual, and the drawing."""
    yield "pictures/circuits/lot.svg", _lot()
    yield "pictures/circuits/long-die.svg", _long_die()


def _box(
    x: Number, y: Number, width: Number, height: Number, fill: str, **more: Number | str
) -> str:
    place = {"x": x * SCALE, "y": y * SCALE, "width": width * SCALE, "height": height * SCALE}
    return element("rect", **place, fill=fill, stroke="#404040", stroke_width=1.2, **more)


def _switch() -> tuple[str, ...]:
    """Return a switch in its pocket, upright, with its middle at the origin."""
    pocket, deep = SWITCH_WIDTH + 2 * PLAY, SWITCH_LENGTH + 2 * PLAY
    ball = SWITCH_LENGTH / 2 - 2
    return (
        _box(-pocket / 2, -deep / 2, pocket, deep, HOLE),
        _box(-SWITCH_WIDTH / 2, -SWITCH_LENGTH / 2, SWITCH_WIDTH, SWITCH_LENGTH, "#e5e7eb", rx=6),
        element("circle", cx=0, cy=ball * SCALE, r=1.6 * SCALE, fill=METAL, stroke="#404040"),
        element("path", d=f"M-9 {5 * SCALE}v4M9 {5 * SCALE}v4", stroke="#b45309", stroke_width=2),
    )


def _lot() -> str:
    middle = WIDE / 2
    shapes = [
        _box(0, 0, WIDE, HALF, WOOD),
        _box(0, HALF, WIDE, HALF, DARK),
        group(_switch(), transform=f"translate({middle * SCALE} {HALF * SCALE})"),
        text(WIDE * SCALE + 12, 40, f"white half, {HALF:g} mm", font_size=13),
        text(WIDE * SCALE + 12, 112, f"dark half, {HALF:g} mm", font_size=13),
        text(
            0,
            2 * HALF * SCALE + 24,
            f"{WIDE:g} mm wide, 80 mm long; bored 5.5 mm deep",
            font_size=13,
        ),
        text(
            0,
            2 * HALF * SCALE + 42,
            "into each half, 6 mm across: 2.5 mm of wood stay",
            font_size=13,
        ),
    ]
    return picture(
        460, 250, "A lot in section", [_title("A lot, across its middle"), _placed(shapes)]
    )


def _long_die() -> str:
    middle = SQUARE / 2 * SCALE
    # the two switches lie one behind the other along the die
    near = group(_switch(), transform=f"translate({middle} {middle}) rotate(45)")
    shapes = [
        _box(0, 0, SQUARE, SQUARE, WOOD),
        near,
        *(
            text(x, y, face, font_size=15, font_weight="bold", text_anchor="middle")
            for face, x, y in (
                ("1", middle, 16),
                ("6", middle, SQUARE * SCALE - 6),
                ("4", 12, middle + 5),
                ("3", SQUARE * SCALE - 12, middle + 5),
            )
        ),
        text(SQUARE * SCALE + 16, 40, "seen from the end; the switch of D0,", font_size=13),
        text(SQUARE * SCALE + 16, 58, "pointing to the edge of 6 and 4;", font_size=13),
        text(SQUARE * SCALE + 16, 76, "the one of D1 lies 12 mm behind it,", font_size=13),
        text(SQUARE * SCALE + 16, 94, "pointing to the edge of 3 and 6", font_size=13),
        text(0, SQUARE * SCALE + 24, f"{SQUARE:g} x {SQUARE:g} mm, 70 mm long", font_size=13),
    ]
    return picture(
        500, 270, "A long die in section", [_title("A long die, across"), _placed(shapes)]
    )


def _title(words: str) -> str:
    return text(20, 28, words, font_size=17, font_weight="bold")


def _placed(shapes: list[str]) -> str:
    return group(shapes, transform="translate(20 46)")
