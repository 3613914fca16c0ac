"""Draw a board in its place on a screen: all of it or a part, with what helps to find a square.

A part of a large board comes with a small map of the whole, below the board on the left.
"""

from msgspec import Struct

from firmware_host.screens.board_part import MAP, draw_map, shown_part
from firmware_host.screens.board_picture import draw_board
from firmware_host.screens.board_plan import Highlights, Plan
from firmware_host.screens.canvas import Box, Canvas, Overflow
from firmware_host.screens.edge_labels import draw_edge_labels, edge_names
from firmware_host.screens.view import Layout

GAP = 1


class BoardFrame(Struct, frozen=True):
    """What is shown of a board: the board or a part of it, in a ``box``, with or without names."""

    layout: Layout
    box: Box
    has_names: bool

    @classmethod
    def of(
        cls,
        layout: Layout,
        box: Box,
        lit: Highlights,
        needs_names: bool,
        wants_letters: bool = False,
    ) -> "BoardFrame":
        """Decide what of the board of ``layout`` is shown in ``box``.

        A board too large for letters is shown in part; if it only becomes so beside the names of
        its files and ranks, it is shown in part if it ``wants_letters``. Those names are shown if
        they are needed, or where they cost nothing: where the points have the same signs anyway.
        """
        whole = Plan.fit(layout.board, box)
        is_tiny = whole.is_tiny or (wants_letters and _is_tiny_with_names(layout, box))
        if is_tiny and (part := _part(layout, box, lit, needs_names)) is not None:
            return part
        for gap in (GAP, 0):
            left, below = edge_names(layout.board).margins(gap)
            inner = Box(box.left + left, box.top, box.width - left, box.height - below)
            try:
                named = Plan.fit(layout.board, inner)
            except Overflow:
                continue
            if left and (needs_names or named.is_roomy or named.pitch == whole.pitch):
                return cls(layout, inner, has_names=True)
        return cls(layout, box, has_names=False)


def _is_tiny_with_names(layout: Layout, box: Box) -> bool:
    """Return whether the points are too small for letters beside the names of files and ranks."""
    left, below = edge_names(layout.board).margins(0)
    named = box._replace(width=box.width - left, height=box.height - below)
    return Plan.fit(layout.board, named).is_tiny


def _part(layout: Layout, box: Box, lit: Highlights, needs_names: bool) -> BoardFrame | None:
    """Return the part of a large board, None if the whole board has to be shown."""
    left, below = edge_names(layout.board).margins(GAP) if needs_names else (0, 0)
    below = max(below, MAP + GAP)
    inner = Box(box.left + left, box.top, box.width - left, box.height - below)
    board = shown_part(layout.board, inner, lit)
    if board is layout.board:
        return None
    return BoardFrame(Layout(board, layout.seats, layout.pieces), inner, needs_names)


def draw_framed_board(
    canvas: Canvas,
    box: Box,
    layout: Layout,
    lit: Highlights,
    needs_names: bool,
    wants_letters: bool = False,
) -> None:
    """Draw the board of ``layout`` in ``box``; ``needs_names`` asks for its files and ranks.

    If it ``wants_letters``, a part of it is shown where the whole would have none.
    """
    picture = Canvas((box.width, box.height))
    frame = BoardFrame.of(layout, picture.box, lit, needs_names, wants_letters)
    shown = frame.layout
    draw_board(picture, frame.box, shown.board, shown.pieces, shown.seats, lit)
    on_map = Box(0, picture.box.bottom - MAP, MAP, MAP) if shown.board != layout.board else None
    if on_map is not None:
        draw_map(picture, (on_map.left, on_map.top), layout.board, shown.board)
    if frame.has_names:
        plan = Plan.fit(shown.board, frame.box)
        draw_edge_labels(picture, plan, _found_first(lit), on_map)
    canvas.place(picture, box.left, box.top)


def _found_first(lit: Highlights) -> tuple[str, ...]:
    """Return the points that people look for, which are named before others."""
    names = (lit.cursor, lit.origin, lit.target, *lit.targets, *lit.surplus)
    return tuple(name for name in names if name is not None)
