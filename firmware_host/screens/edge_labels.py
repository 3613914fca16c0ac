"""Write the names of files and ranks at the edges of a board, so that people find a square.

Files are named below the board, ranks on its left.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from firmware_host.screens.board_plan import Plan
from firmware_host.screens.canvas import SECONDARY, Box, Canvas
from firmware_host.screens.signs import LABEL, can_label, label
from games.equipment import Board, Point

DIGITS = "0123456789"
GAP = 1

REMEMBERED = 16
"""Enough for the boards of a class, and for a cursor that goes to and fro."""


class EdgeNames(NamedTuple):
    """What the files and ranks of a board are called, by the points that lie in them."""

    files: Mapping[str, tuple[Point, ...]]
    ranks: Mapping[str, tuple[Point, ...]]

    def margins(self, gap: int) -> tuple[int, int]:
        """Return the columns on the left and the rows below that the names take."""
        if not self.files or not self.ranks:
            return 0, 0
        longest = max(map(len, self.ranks))
        return longest * (LABEL[0] + 1) - 1 + gap, LABEL[1] + GAP


@lru_cache(maxsize=16)
def edge_names(board: Board) -> EdgeNames:
    """Return the names of the files and ranks of ``board``; none if its points have other names.

    >>> from games.equipment import Point
    >>> names = edge_names(Board((Point("a1", 0, 0), Point("b1", 1, 0))))
    >>> list(names.files), list(names.ranks)
    (['A', 'B'], ['1'])
    """
    files: dict[str, tuple[Point, ...]] = {}
    ranks: dict[str, tuple[Point, ...]] = {}
    for point in board.points:
        file = point.name.rstrip(DIGITS).upper()
        rank = point.name[len(file) :]
        files[file] = (*files.get(file, ()), point)
        ranks[rank] = (*ranks.get(rank, ()), point)
    are_straight = _are_straight([[point.x for point in file] for file in files.values()])
    are_level = _are_straight([[point.y for point in rank] for rank in ranks.values()])
    if are_straight and are_level and all(map(can_label, (*files, *ranks))):
        return EdgeNames(files, ranks)
    return EdgeNames({}, {})


def _are_straight(lines: Sequence[Sequence[int]]) -> bool:
    """Return whether each of ``lines`` has one place of its own."""
    places = [set(line) for line in lines]
    return all(len(each) == 1 for each in places) and len(set().union(*places)) == len(places)


class Labels(NamedTuple):
    """The names at the edges of a board: their ``picture``, its ``mask``, and a box for each.

    If they ``are_crowded``, one was left out because it would lie over another.
    """

    picture: Image.Image
    mask: Image.Image
    boxes: tuple[Box, ...]
    are_crowded: bool


def draw_edge_labels(canvas: Canvas, plan: Plan, first: Sequence[str], taken: Box | None) -> None:
    """Write the names at the edges of the board of ``plan``, nothing over what is ``taken``.

    Where there is no room for all names, those of the points in ``first`` come first.
    """
    labels = edge_labels(plan, canvas.image.size, taken)
    if labels.are_crowded:
        labels = edge_labels(plan, canvas.image.size, taken, tuple(first))
    canvas.stamp(0, 0, labels.picture, labels.mask)
    for box in labels.boxes:
        canvas.shade(box, SECONDARY)


# they stay the same from screen to screen, at most but for what comes first
@lru_cache(maxsize=REMEMBERED)
def edge_labels(
    plan: Plan, size: tuple[int, int], taken: Box | None, first: tuple[str, ...] = ()
) -> Labels:
    """Return what :func:`draw_edge_labels` writes on a canvas of ``size`` (width, height)."""
    canvas, mask = Canvas(size), Canvas(size)
    boxes: list[Box] = []
    are_crowded = False
    for name, box in _placed(plan, first):
        if not canvas.box.contains(box) or (taken and box.grown(GAP).overlaps(taken)):
            continue
        if any(map(box.grown(GAP).overlaps, boxes)):
            are_crowded = True
            continue
        canvas.stamp(box.left, box.top, label(name))
        mask.rectangle(box, filled=True)
        boxes.append(box)
    return Labels(canvas.image, mask.image, tuple(boxes), are_crowded)


def _placed(plan: Plan, first: Iterable[str]) -> Iterator[tuple[str, Box]]:
    """Yield the names and where they belong; those of the points in ``first`` before others."""
    names = edge_names(plan.board)
    for lines, line_up in ((names.files, _below), (names.ranks, _on_the_left)):
        for name in sorted(lines, key=lambda each: not _is_among(lines[each], first)):
            smallest = min(lines[name], key=lambda point: point.size)
            yield name, line_up(plan.frame, plan.square(smallest.name), label(name).size)


def _is_among(points: Iterable[Point], names: Iterable[str]) -> bool:
    return any(point.name in names for point in points)


def _below(frame: Box, square: Box, size: tuple[int, int]) -> Box:
    width, height = size
    return Box(square.middle[0] - (width - 1) // 2, frame.bottom + GAP, width, height)


def _on_the_left(frame: Box, square: Box, size: tuple[int, int]) -> Box:
    width, height = size
    left = max(frame.left - GAP - width, 0)
    return Box(left, max(square.middle[1] - (height - 1) // 2, 0), width, height)
