"""Simplify characters of an outline font to small SVG paths, and write them as JSON.

The games show characters that the fonts of many phones and of a small computer do not have, so
their outlines are shipped. This is how they were made, and how more can be made; it needs the
packages fonttools and brotli, which nothing else needs::

    python -m docs.writer.outlines 帥仕相馬 FONT.woff2 MORE.woff2 > outlines.json

Every path fits a box of :data:`BOX` units around its middle. Straight lines follow the curves of
the font within :data:`TOLERANCE` units, which nobody sees on a board.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import dist
from pathlib import Path
from typing import Final

BOX: Final = 200
"""The larger of height and width of a character, in units of its path."""
TOLERANCE: Final = 0.8
"""How far a line may be from the curve of the font, in the same units."""
STEPS: Final = 8
"""Into as many straight lines a curve is cut at first."""

Spot = tuple[float, float]
Contour = list[Spot]


def outlines(characters: str, fonts: Sequence[Path]) -> dict[str, str]:
    """Return the path of each of ``characters``, from the first of ``fonts`` that has it."""
    return {each: simplified(next(_contours(each, fonts))) for each in characters}


def simplified(contours: Sequence[Contour]) -> str:
    """Return ``contours`` as a path around its middle, with few corners, all whole numbers.

    >>> simplified([[(0, 0), (5, 0.01), (10, 0), (10, 10), (0, 10)]])
    'M-100 100h200v-200h-200z'
    """
    across, up = zip(*(spot for contour in contours for spot in contour), strict=True)
    scale = BOX / max(max(across) - min(across), max(up) - min(up))
    middle = (max(across) + min(across)) / 2, (max(up) + min(up)) / 2
    turned = (
        [((x - middle[0]) * scale, (middle[1] - y) * scale) for x, y in contour]
        for contour in contours
    )
    return "".join(_path(_corners([*contour, contour[0]])) for contour in turned)


def _contours(character: str, fonts: Sequence[Path]) -> Iterator[list[Contour]]:
    from fontTools.pens.recordingPen import DecomposingRecordingPen
    from fontTools.ttLib import TTFont

    for path in fonts:
        font = TTFont(path)
        if name := font.getBestCmap().get(ord(character)):
            pen = DecomposingRecordingPen(font.getGlyphSet())
            font.getGlyphSet()[name].draw(pen)
            yield list(_flattened(pen.value))


def _flattened(drawn: Sequence[tuple[str, Sequence[Spot]]]) -> Iterator[Contour]:
    contour: Contour = []
    for verb, spots in drawn:
        if verb == "closePath":
            yield contour
        elif verb == "qCurveTo":
            for handle, end in _parts(spots):
                contour += _curve(contour[-1], handle, end)
        else:  # moveTo and lineTo of a font with quadratic curves
            contour = [*spots] if verb == "moveTo" else [*contour, *spots]


def _parts(spots: Sequence[Spot]) -> Iterator[tuple[Spot, Spot]]:
    """Yield handle and end of each curve: between two handles in a row, the font implies an end."""
    *handles, last = spots
    for handle, following in pairwise(handles):
        yield handle, ((handle[0] + following[0]) / 2, (handle[1] + following[1]) / 2)
    yield handles[-1], last


def _curve(begin: Spot, handle: Spot, end: Spot) -> Iterator[Spot]:
    for step in range(1, STEPS + 1):
        t = step / STEPS
        parts = (1 - t) ** 2, 2 * t * (1 - t), t**2
        x, y = (
            sum(part * spot[axis] for part, spot in zip(parts, (begin, handle, end), strict=True))
            for axis in (0, 1)
        )
        yield x, y


def _corners(line: Sequence[Spot]) -> list[Spot]:
    """Return those spots of ``line`` that it needs to stay within the tolerance."""
    if len(line) < 3:
        return list(line)
    aside = [_distance(spot, line[0], line[-1]) for spot in line[1:-1]]
    furthest = max(range(len(aside)), key=aside.__getitem__) + 1
    if aside[furthest - 1] <= TOLERANCE:
        return [line[0], line[-1]]
    return [*_corners(line[: furthest + 1])[:-1], *_corners(line[furthest:])]


def _distance(spot: Spot, begin: Spot, end: Spot) -> float:
    length = dist(begin, end)
    if not length:
        return dist(spot, begin)
    (x, y), (u, v) = begin, end
    return abs((u - x) * (spot[1] - y) - (v - y) * (spot[0] - x)) / length


def _path(spots: Sequence[Spot]) -> str:
    """Return the closed line through ``spots``, of which the last is the first."""
    at = [(round(x), round(y)) for x, y in spots]
    x, y = at[0]
    path = f"M{x} {y}"
    for u, v in at[1:-1]:
        path += _step(u - x, v - y)
        x, y = u, v
    return f"{path}z"


def _step(across: int, down: int) -> str:
    if not down:
        return f"h{across}"
    return f"l{across} {down}".replace(" -", "-") if across else f"v{down}"


if __name__ == "__main__":
    wanted, files = sys.argv[1], [Path(each) for each in sys.argv[2:]]
    print(json.dumps(outlines(wanted, files), ensure_ascii=False, indent=1))
