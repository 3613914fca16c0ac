"""Draw the wood of a board as SVG: squares inlaid, lines, grooves or points; and its names."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count, pairwise
from math import dist
from string import ascii_lowercase, digits
from typing import Final

from firmware_host.web.piece_svg import GLOSS, SHADE, SQUARE
from firmware_host.web.svg import Number, element, group, text
from games.equipment import Board, Build, Look, Point

RIMS: Final[Mapping[Build, int]] = {"inlaid": 11, "lined": 15, "grooved": 19, "pointed": 17}
"""Pixels of wood around the outermost squares."""
AROUND: Final = 6
"""Pixels around the wood, for its border and its shadow."""
NIGHT: Final = 0.7
"""How light a board is by night, compared with the day."""
NAMES: Final[Mapping[Build, float]] = {"inlaid": 7.2, "lined": 10, "grooved": 8, "pointed": 11}
"""The size of the letters of names, in pixels."""

RIVER: Final = 0.5
"""How much of a gap between two points a river fills."""

Spot = tuple[float, float]
Cell = tuple[int, int]


class WoodPlan:
    """Where the points of a board are in the drawing, and how the board is built.

    A cross has the size of a square; where pieces stand on lines it goes over the four around it.
    """

    def __init__(self, board: Board, look: Look) -> None:
        points = board.points
        self.board, self.theme, self.colours = board, look.theme, look.squares
        self.links = look.links
        self.build: Build = look.build or ("lined" if board.lines else "inlaid")
        self.rim, self.is_whole = RIMS[self.build], look.is_whole
        self.left = min(point.x - point.size // 2 for point in points)
        self.right = max(point.x + point.size // 2 for point in points)
        self.right += self.build == "pointed"  # the tray
        self.bottom = min(point.y - point.size // 2 for point in points)
        self.top = max(point.y + point.size // 2 for point in points)
        self.width = (self.right - self.left + 1) * SQUARE + 2 * (self.rim + AROUND)
        self.height = (self.top - self.bottom + 1) * SQUARE + 2 * (self.rim + AROUND)
        self.cells = self._all_cells() if look.is_whole else self._own_cells()
        self.outline = self._outline()

    def at(self, point: Point) -> Spot:
        """The middle of ``point``, from the left and from the top."""
        return self.spot((point.x, point.y))

    def spot(self, place: Spot) -> Spot:
        """An x and a y of the board, from the left and from the top."""
        x, y = place
        begin = self.rim + AROUND
        return begin + (x - self.left + 0.5) * SQUARE, begin + (self.top - y + 0.5) * SQUARE

    def beside(self, side: str, part: float) -> Spot:
        """A place outside, at a ``part`` of the way along a ``side``."""
        across, down = self.width * part, self.height * part
        far = SQUARE / 2
        return {
            "south": (across, self.height + far),
            "north": (self.width - across, -far),
            "west": (-far, down),
            "east": (self.width + far, self.height - down),
        }[side]

    @property
    def trays(self) -> Mapping[str, tuple[float, float]]:
        """From where to where, upwards, the tray for pieces that have come home reaches, by side.

        A tray has the width of a piece and lies on the right; other boards have none.
        """
        if self.build != "pointed":
            return {}
        middle = (self.top + self.bottom) / 2
        return {
            "north": (self.top + 0.5, middle + 0.3),
            "south": (self.bottom - 0.5, middle - 0.3),
        }

    def _own_cells(self) -> frozenset[Cell]:
        return frozenset(
            (point.x - point.size // 2 + across, point.y - point.size // 2 + up)
            for point in self.board.points
            for across in range(point.size)
            for up in range(point.size)
        )

    def _all_cells(self) -> frozenset[Cell]:
        columns, rows = range(self.left, self.right + 1), range(self.bottom, self.top + 1)
        return frozenset((x, y) for x in columns for y in rows)

    def _outline(self) -> str:
        """Return the line around all cells: the edges that only one of them has."""
        edges: set[tuple[Cell, Cell]] = set()
        for x, y in self.cells:
            corners = ((x, y), (x, y + 1), (x + 1, y + 1), (x + 1, y))
            for begin, end in zip(corners, (*corners[1:], corners[0]), strict=True):
                if (end, begin) in edges:
                    edges.remove((end, begin))
                else:
                    edges.add((begin, end))
        ways = defaultdict[Cell, list[Cell]](list)
        for begin, end in sorted(edges):  # two begin where cells only touch at a corner
            ways[begin].append(end)
        path = ""
        while ways:
            path += self._loop(ways)
        return path

    def _loop(self, ways: dict[Cell, list[Cell]]) -> str:
        """Take one closed line out of ``ways`` and return it: where it bends, it has a corner."""
        at, line = next(iter(ways)), list[Cell]()
        while at in ways:
            line.append(at)
            begin, at = at, ways[at].pop()
            if not ways[begin]:
                del ways[begin]
        around = zip((line[-1], *line), line, (*line[1:], line[0]), strict=False)
        bends = (spot for before, spot, after in around if not _in_line(before, after))
        spots = (self.spot((x - 0.5, y - 0.5)) for x, y in bends)
        return f"M{'L'.join(f'{x:g} {y:g}' for x, y in spots)}z"


def _in_line(one: Cell, other: Cell) -> bool:
    return one[0] == other[0] or one[1] == other[1]


def carved(plan: WoodPlan) -> Iterator[str]:
    """Yield the wood, what is inlaid, drawn or cut into it, the marks and the names of points."""
    theme, edge = plan.theme, 2 * plan.rim
    wood, border = theme.field, theme.frame
    if plan.build in ("inlaid", "pointed"):
        wood, border = theme.frame, theme.line
    yield _slab(plan, SHADE, edge + 6, transform="translate(0 2.4)", opacity=0.1)
    yield _slab(plan, SHADE, edge + 5, transform="translate(0 1.6)", opacity=0.18)
    yield _slab(plan, border, edge + 5)
    yield _slab(plan, wood, edge)
    yield _slab(plan, GLOSS, edge, opacity=0.25)
    yield _slab(plan, wood, edge, transform="translate(0 1.1)")
    yield from BUILDS[plan.build](plan)
    yield group(_names(plan), font_size=NAMES[plan.build], fill=theme.ink, class_="names")
    yield _slab(plan, SHADE, edge + 5, class_="dusk", opacity=0)


def _slab(plan: WoodPlan, fill: str, edge: float, **more: Number | str) -> str:
    """Return the wood under all squares, ``edge`` / 2 pixels larger than they are."""
    look: dict[str, Number | str] = {"fill": fill, "stroke": fill, "stroke_linejoin": "round"}
    return element("path", d=plan.outline, stroke_width=edge, **look, **more)


def stroke(path: str, ink: str, width: float, **more: Number | str) -> str:
    """Return a line along ``path``, ``width`` pixels wide, in the colour ``ink``.

    ``more`` are other attributes of the shape.
    """
    look: dict[str, Number | str] = {"fill": "none", "stroke": ink, "stroke_linecap": "round"}
    return element("path", d=path, stroke_width=width, **look, **more)


def _inlaid(plan: WoodPlan) -> Iterator[str]:
    """Yield squares of wood let into the board, those with a mark darker, with their grain."""
    theme, points = plan.theme, plan.board.points
    seam = "".join(_square(point, plan, 1.2) for point in points)
    yield element("path", d=seam, fill=theme.line, transform="translate(0 -.8)", opacity=0.6)
    yield from _fields(plan)
    yield stroke(
        "".join(_grain(_box(p, plan), p, 9) for p in points), theme.frame, 0.7, opacity=0.2
    )
    for point in points:
        if point.size > 1:
            yield from tuple(_gates(point, plan)) or _hollow(point, plan)
        yield from _marks(point, plan)
    arcs = "".join(_arc(plan.at(plan.board[a]), plan.at(plan.board[b])) for a, b in plan.links)
    if arcs:
        yield stroke(arcs, theme.field, 5.2, opacity=0.8)
        yield stroke(arcs, theme.carved, 2.4)


def _arc(begin: Spot, end: Spot) -> str:
    """Return a bow from near ``begin`` to near ``end``, which leaves what lies between them clear.

    >>> _arc((0, 0), (88, 0))
    'M14 0C29 -22.2 59 -22.2 74 0'
    """
    (x1, y1), (x2, y2) = _towards(begin, end, LINKED), _towards(end, begin, LINKED)
    bows = [
        (x1 + part * (x2 - x1) + (y2 - y1) * 0.37, y1 + part * (y2 - y1) - (x2 - x1) * 0.37)
        for part in (0.25, 0.75)
    ]
    return f"M{x1:g} {y1:g}C" + " ".join(f"{u:.4g} {v:.4g}" for u, v in (*bows, (x2, y2)))


LINKED: Final = 14
"""How far from the middle of a square the line of a shortcut begins, in pixels."""


def _fields(plan: WoodPlan) -> Iterator[str]:
    """Yield the squares: those without a mark, half of these a shade darker, and the rest."""
    theme, by_fill = plan.theme, defaultdict[str, list[Point]](list)
    for point in plan.board.points:
        usual = theme.marked if point.marks else theme.field
        by_fill[plan.colours.get(point.name, usual)].append(point)
    plain = by_fill.pop(theme.field, [])
    darker = [point for point in plain if (point.x + point.y) % 2]
    for fill, squares, opacity in (
        (theme.field, plain, 1),
        (theme.frame, darker, 0.1),
        *((fill, squares, 1) for fill, squares in by_fill.items()),
    ):
        path = "".join(_square(point, plan, 1.7) for point in squares)
        look: dict[str, Number | str] = {"fill": fill, "stroke": fill, "stroke_linejoin": "round"}
        if path:
            yield element("path", d=path, stroke_width=1.4, opacity=opacity, **look)


def _box(point: Point, plan: WoodPlan) -> tuple[float, float, float]:
    """Return left, top and edge of the square of ``point``."""
    x, y = plan.at(point)
    edge = point.size * SQUARE
    return x - edge / 2, y - edge / 2, edge


def _square(point: Point, plan: WoodPlan, inset: float) -> str:
    left, top, edge = _box(point, plan)
    inner = edge - 2 * inset
    return f"M{left + inset:g} {top + inset:g}h{inner:g}v{inner:g}h{-inner:g}z"


def _grain(box: tuple[float, float, float], point: Point, step: float) -> str:
    """Return the lines of wood over a square, upright ones beside level ones."""
    left, top, edge = box
    is_level = (point.x + point.y) % 2 == 0
    begin = (left + 1.5, top + 1.5) if is_level else (top + 1.5, left + 1.5)
    seed = point.x * 7 + point.y * 3
    return _fibres(begin, (edge - 3, edge - 3), step, seed, is_level=is_level)


def _fibres(begin: Spot, size: Spot, step: float, seed: int, *, is_level: bool) -> str:
    """Return bent lines about ``step`` apart, along the first of ``size`` and beside the other.

    ``seed`` bends them: equal seeds give equal wood. Level lines begin at an x and a y.
    """
    (along, aside), (length, depth) = begin, size
    path, third = "", round(length / 3, 1)
    for number in range(int(depth / step)):
        far = step * (number + 0.5) + BENDS[(seed + number) % len(BENDS)] / 2
        bends = [BENDS[(seed * 3 + number * 5 + each) % len(BENDS)] for each in range(3)]
        spots = [(third, bends[0]), (2 * third, bends[1]), (length, bends[2])]
        turned = [(u, v) if is_level else (v, u) for u, v in spots]
        x, y = (along, aside + far) if is_level else (aside + far, along)
        path += f"M{x:.4g} {y:.4g}c" + " ".join(f"{u:g} {v:g}" for u, v in turned)
    return path.replace(" -", "-")


BENDS: Final = (0.6, -1.1, 1.4, 0.2, -0.7, 1.0, -1.3, 0.4, -0.3, 1.2, -0.9)
"""How far wood bends aside, in pixels."""


def _gates(point: Point, plan: WoodPlan) -> Iterator[str]:
    """Yield a triangle in a large square for each coloured square beside it, in its colour."""
    (x, y), far = plan.at(point), point.size * SQUARE / 2 - 4
    colours = {(each.x, each.y): plan.colours.get(each.name, "") for each in plan.board.points}
    beside = point.size // 2 + 1
    for across, up in ((0, -1), (-1, 0), (0, 1), (1, 0)):
        if fill := colours.get((point.x + across * beside, point.y + up * beside)):
            corners = [
                (x + far * (across + aside * up), y - far * (up + aside * across))
                for aside in (-1, 1)
            ]
            sides = "".join(f"L{u:g} {v:g}" for u, v in corners)
            look = {"stroke": plan.theme.line, "stroke_linejoin": "round"}
            yield element("path", d=f"M{x:g} {y:g}{sides}z", fill=fill, stroke_width=1.2, **look)


def _hollow(point: Point, plan: WoodPlan) -> Iterator[str]:
    """Yield what is inlaid in a large square: a border and a rosette."""
    (x, y), ink = plan.at(point), plan.theme.frame
    for inset, width in ((8, 2.2), (12.5, 0.9)):
        yield stroke(_square(point, plan, inset), ink, width)
    petals = [element("path", d=PETAL, transform=f"rotate({angle})") for angle in range(0, 360, 45)]
    place = f"translate({x:g} {y:g})"
    yield group(petals, transform=place, fill=ink, opacity=0.18)
    yield group(petals, transform=place, fill="none", stroke=ink, stroke_width=1.1)


PETAL: Final = "M0-5c6.5-8 6.5-20 0-31c-6.5 11-6.5 23 0 31z"


def _marks(point: Point, plan: WoodPlan) -> Iterator[str]:
    """Yield the marks of ``point`` as if they were carved: light falls on their lower border."""
    for path, width in _carvings(point, plan):
        yield stroke(path, GLOSS, width, transform="translate(.6 .9)", opacity=0.5)
        yield stroke(path, plan.theme.carved, width)


def _carvings(point: Point, plan: WoodPlan) -> Iterator[tuple[str, float]]:
    """Yield the lines of the marks of ``point``, and how wide they are."""
    x, y = plan.at(point)
    signs = {mark.sign for mark in point.marks}
    if "cross" in signs:
        yield _diagonals((x, y), point.size * SQUARE / 2 - 9.2), 2.6
    if "frame" in signs:
        yield _square(point, plan, 4.6), 2.4
        yield _square(point, plan, 8.4), 1
    if "dot" in signs:
        yield f"M{x - 7:g} {y:g}{RING}", 2.4


RING: Final = "c0-3.9 3.1-7 7-7s7 3.1 7 7s-3.1 7-7 7s-7-3.1-7-7z"


def _diagonals(middle: Spot, arm: float) -> str:
    (x, y), far = middle, 2 * arm
    return f"M{x - arm:g} {y - arm:g}l{far:g} {far:g}m0 {-far:g}l{-far:g} {far:g}"


def _lined(plan: WoodPlan) -> Iterator[str]:
    """Yield lines drawn on the wood, crosses over the four squares around, and rivers over them."""
    theme, points = plan.theme, plan.board.points
    yield stroke(_planks(plan), theme.frame, 0.8, opacity=0.2)
    yield stroke("".join(_runs(plan)), theme.line, 1.4)
    crosses = (p for p in points if any(mark.sign == "cross" for mark in p.marks))
    yield stroke("".join(_diagonals(plan.at(p), SQUARE) for p in crosses), theme.carved, 1.7)
    yield from _boundaries(plan)


def _planks(plan: WoodPlan) -> str:
    """Return the grain of a board that is one piece: along its rows, from end to end."""
    path = ""
    for y in range(plan.bottom, plan.top + 1):
        columns = [column for column, row in plan.cells if row == y]
        begin = plan.spot((min(columns) - 0.5, y + 0.5))
        length = (max(columns) - min(columns) + 1) * SQUARE
        path += _fibres(begin, (length, SQUARE), 8.8, y * 7, is_level=True)
    return path


def _runs(plan: WoodPlan, beyond: float = 0) -> Iterator[str]:
    """Yield the lines of the board, those that go on in one direction as one.

    They go on for ``beyond`` squares at both ends.
    """
    ends = set(_ends(plan.board))
    for begin, end in sorted(ends):
        step = end[0] - begin[0], end[1] - begin[1]
        if (_moved(begin, step, -1), begin) in ends:
            continue
        length = next(
            n for n in count(1) if (_moved(begin, step, n), _moved(begin, step, n + 1)) not in ends
        )
        x1, y1 = plan.spot(_moved(begin, step, -beyond))
        x2, y2 = plan.spot(_moved(begin, step, length + beyond))
        yield f"M{x1:g} {y1:g}L{x2:g} {y2:g}"


def _ends(board: Board) -> Iterator[tuple[Cell, Cell]]:
    for names in board.lines:
        begin, end = sorted((board[name].x, board[name].y) for name in names)
        yield begin, end


def _moved(place: Cell, step: Cell, times: float) -> Spot:
    return place[0] + step[0] * times, place[1] + step[1] * times


def _boundaries(plan: WoodPlan) -> Iterator[str]:
    """Yield rivers as one band with banks and waves, and lines as they are."""
    theme = plan.theme
    ends = [(each, plan.spot(each.start), plan.spot(each.end)) for each in plan.board.boundaries]
    lines = "".join(
        f"M{begin[0]:g} {begin[1]:g}L{end[0]:g} {end[1]:g}"
        for each, begin, end in ends
        if each.sign == "line"
    )
    if lines:
        yield stroke(lines, theme.line, 2.4)
    if rivers := [(begin, end) for each, begin, end in ends if each.sign == "river"]:
        band = _band(rivers)
        yield stroke(band, theme.bank, RIVER * SQUARE + 3)
        yield stroke(band, theme.water, RIVER * SQUARE)
        yield stroke("".join(map(_waves, rivers)), theme.bank, 1.1, opacity=0.5)


River = tuple[Spot, Spot]


def _band(rivers: Sequence[River]) -> str:
    """Return the middle of ``rivers``, which flow round the corners where they meet."""
    meeting = Counter(end for river in rivers for end in river)
    corners: dict[Spot, list[Spot]] = defaultdict(list)
    path = ""
    for begin, end in rivers:
        (x1, y1), (x2, y2) = ways = [
            _towards(one, other, BEND if meeting[one] > 1 else 0)
            for one, other in ((begin, end), (end, begin))
        ]
        path += f"M{x1:g} {y1:g}L{x2:g} {y2:g}"
        for corner, way in zip((begin, end), ways, strict=True):
            corners[corner].append(way)
    for (x, y), ways in corners.items():
        if len(ways) > 1:
            (x1, y1), (x2, y2) = ways[:2]
            handles = ((x1 + 2 * x) / 3, (y1 + 2 * y) / 3), ((x2 + 2 * x) / 3, (y2 + 2 * y) / 3)
            curve = " ".join(f"{u:.4g} {v:.4g}" for u, v in (*handles, (x2, y2)))
            path += f"M{x1:g} {y1:g}C{curve}"
    return path


BEND: Final = 20
"""How far from a corner a river leaves its line, in pixels."""


def _towards(begin: Spot, end: Spot, far: float) -> Spot:
    """Return the place that is ``far`` from ``begin`` on the way to ``end``."""
    part = far / dist(begin, end)
    return begin[0] + (end[0] - begin[0]) * part, begin[1] + (end[1] - begin[1]) * part


def _waves(river: River) -> str:
    """Return small waves along ``river``, turn by turn on its two sides."""
    (x1, y1), (x2, y2) = sorted(river)
    is_level = y1 == y2
    path, wave = "", "c3-3 5-3 8 0s5 3 8 0" if is_level else "c-3 3-3 5 0 8s3 5 0 8"
    for number in range(int(dist((x1, y1), (x2, y2)) / SQUARE * 1.5)):
        along, aside = (number + 0.2) * SQUARE / 1.5, -4.5 if number % 2 else 4.5
        across, down = (along, aside) if is_level else (aside, along)
        path += f"M{x1 + across:.4g} {y1 + down:.4g}{wave}"
    return path


PEG: Final = 0.27
"""How far a groove goes on beyond its last point, in squares: a peg there lies in it."""


def _grooved(plan: WoodPlan) -> Iterator[str]:
    """Yield grooves along the lines, boundaries between them, and dots outside their ends."""
    theme, tracks = plan.theme, "".join(_runs(plan, PEG))
    yield stroke(_planks(plan), theme.frame, 0.8, opacity=0.2)
    yield from _boundaries(plan)
    yield stroke(tracks, GLOSS, 22, transform="translate(0 1)", opacity=0.5)
    yield stroke(tracks, theme.line, 21.5)
    yield stroke(tracks, theme.groove, 19, transform="translate(0 .5)")
    yield stroke(tracks, GLOSS, 10, opacity=0.07, transform="translate(0 .5)")
    for point in plan.board.points:
        yield from _outer_dots(point, plan)


def _outer_dots(point: Point, plan: WoodPlan) -> Iterator[str]:
    """Yield as many dots as ``point`` has, outside it, along the border of the board."""
    number = sum(mark.sign == "dot" for mark in point.marks)
    (x, y), (across, down) = plan.at(point), _outward(point, plan)
    out = SQUARE / 2 + 8.5
    for each in range(number):
        aside = (each - (number - 1) / 2) * 9
        middle = {"cx": x + across * out + down * aside, "cy": y + down * out + across * aside}
        yield element("circle", **middle, r=3.3, fill=plan.theme.carved)


def _outward(point: Point, plan: WoodPlan) -> Cell:
    """Return the direction to the nearest border from ``point``, to the right and down."""
    borders = {
        (-1, 0): point.x - plan.left,
        (1, 0): plan.right - point.x,
        (0, 1): point.y - plan.bottom,
        (0, -1): plan.top - point.y,
    }
    return min(borders, key=borders.__getitem__)


def _pointed(plan: WoodPlan) -> Iterator[str]:
    """Yield fields with a triangle for each point that has a row, and two trays on the right."""
    theme, board = plan.theme, plan.board
    for left, right in _runs_of_columns(plan):
        yield _field(plan, (left - 0.5, plan.top + 0.5), (right + 0.5, plan.bottom - 0.5))
    for outer, inner in plan.trays.values():
        yield _field(
            plan, (plan.right - 0.3, max(outer, inner)), (plan.right + 0.5, min(outer, inner))
        )
    for number, fill in enumerate((theme.marked, theme.groove)):
        rows = [point for point in board.points if point.reach][number::2]
        path = "".join(_triangle(plan, point) for point in rows)
        yield element("path", d=path, fill=fill, stroke=theme.line, stroke_width=0.8)


def _runs_of_columns(plan: WoodPlan) -> Iterator[tuple[int, int]]:
    """Yield the first and the last of the columns between those that are narrow."""
    ends = (plan.left - 1, *plan.board.narrow_columns, plan.right)
    return ((before + 1, after - 1) for before, after in pairwise(ends))


def _field(plan: WoodPlan, upper: Spot, lower: Spot) -> str:
    """Return a field let into the wood, between two corners."""
    (x1, y1), (x2, y2) = plan.spot(upper), plan.spot(lower)
    look: dict[str, Number | str] = {"fill": plan.theme.field, "stroke": plan.theme.line}
    path = f"M{x1:g} {y1:g}H{x2:g}V{y2:g}H{x1:g}z"
    return element("path", d=path, stroke_width=1.6, stroke_linejoin="round", **look)


def _triangle(plan: WoodPlan, point: Point) -> str:
    """Return the triangle of ``point``, a little longer than its row."""
    half = 0.5 if point.reach > 0 else -0.5
    (x1, y), (x2, _) = (plan.spot((point.x + each, point.y - half)) for each in (-0.46, 0.46))
    x, apex = plan.spot((point.x, point.y + point.reach - half * 0.6))
    return f"M{x1:g} {y:g}L{x:g} {apex:g}L{x2:g} {y:g}z"


BUILDS: Final[Mapping[Build, Callable[[WoodPlan], Iterator[str]]]] = {
    "inlaid": _inlaid,
    "lined": _lined,
    "grooved": _grooved,
    "pointed": _pointed,
}


def _names(plan: WoodPlan) -> Iterator[str]:
    """Yield the name of each square in its corner, or those of files and ranks where lines end."""
    if plan.build == "pointed":
        yield from _numbers(plan)
        return
    if plan.build != "inlaid":
        yield from _files(plan)
        yield from _ranks(plan)
        return
    for point in plan.board.points:
        left, top, edge = _box(point, plan)
        yield text(left + 3.5, top + edge - 3.5, point.name)


def _numbers(plan: WoodPlan) -> Iterator[str]:
    """Yield the name of each point on the wood before the base of its row, or above."""
    for point in plan.board.points:
        x, y = plan.spot((point.x, point.y if point.reach else plan.top))
        out = SQUARE / 2 + 12.5 if point.reach > 0 else -SQUARE / 2 - 4.5
        yield text(x, y + out, point.name, text_anchor="middle")


def _files(plan: WoodPlan) -> Iterator[str]:
    """Yield the name of each file below its lowest point."""
    half = SQUARE / 2
    aside, down = (15, half - 2) if plan.build == "grooved" else (0, half + 8)
    for column in range(plan.left, plan.right + 1):
        points = [point for point in plan.board.points if point.x == column]
        row = plan.bottom if plan.is_whole else min(point.y for point in points)
        x, y = plan.spot((column, row))
        yield text(x + aside, y + down, points[0].name.rstrip(digits), text_anchor="middle")


def _ranks(plan: WoodPlan) -> Iterator[str]:
    """Yield the name of each rank on the left of its first point."""
    half = SQUARE / 2
    aside, down = (half - 2, -12) if plan.build == "grooved" else (half + 2.5, 3)
    for row in range(plan.bottom, plan.top + 1):
        points = [point for point in plan.board.points if point.y == row]
        column = plan.left if plan.is_whole else min(point.x for point in points)
        x, y = plan.spot((column, row))
        yield text(
            x - aside, y + down, points[0].name.lstrip(ascii_lowercase), text_anchor="middle"
        )
