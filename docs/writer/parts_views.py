"""Draw parts as they stand in space: visible edges, and the colour of each part behind them.

It needs build123d, of the extra ``parts``, so its pictures are written by ``make parts`` and
checked by the deep tests; ``python -m docs.writer`` leaves them alone.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from build123d import Compound, Vector

from firmware_host.web.svg import element, picture
from hardware.parts.made import Place, Placed, Workpiece
from hardware.parts.solids import placed

Shape = Any
"""What build123d draws: a solid, a face, an edge, a place."""
Polyline = tuple[tuple[float, float], ...]

INK: Final = "#262626"
COLOURS: Final = {"black": "#b9c2cc", "red": "#eaa39b", "white": "#ffffff", "any": "#e7d8c4"}
"""How the colours of parts are drawn: black is grey, so that its edges can be seen."""
AROUND_OTHERS: Final = {"tower-lane"}
"""The parts that others stand in, and not only in front of or behind."""
OVERLAP: Final = 0.4
"""What share of the smaller one two things may overlap along an axis and still be apart on it."""
Extent = tuple[tuple[float, ...], tuple[float, ...]]
OTHERS: Final = {
    "wood": "#e7cf9f",
    "sensor": "#7aa7d9",
    "steel": "#d4d4d4",
    "board": "#8fc79a",
    "dark": "#5b6470",
}


@dataclass(frozen=True)
class View:
    """A picture: from where one looks, what is up, and how many pixels a millimetre has."""

    towards: Place
    up: Place = (0, 1, 0)
    scale: float = 1.6
    margin: float = 14

    @property
    def axes(self) -> tuple[Shape, Shape]:
        """Return which way is to the right in the picture, and which way up."""
        depth = Vector(self.towards).normalized()
        right = Vector(self.up).cross(depth).normalized()
        return right, depth.cross(right)

    def at(self, place: Shape) -> tuple[float, float]:
        """Return where ``place`` is in the picture, in mm, y up."""
        right, up = self.axes
        return place.dot(right), place.dot(up)


def draw(view: View, title: str, scene: Sequence[Placed], notes: Iterable[str] = ()) -> str:
    """Return ``scene`` as SVG."""
    bodies = [placed(each) for each in scene]
    edges, _ = Compound(bodies).project_to_viewport(
        tuple(1000 * each for each in view.towards), view.up, (0, 0, 0)
    )
    lines = sorted({_polyline(edge) for edge in edges})
    behind = _from_the_back(view, [piece for each in scene for piece in _pieces(each)])
    faces = [list(_faces(view, placed(each))) for each in behind]
    points = [point for line in lines for point in line]
    left, top = min(x for x, _ in points), max(y for _, y in points)

    def place(point: tuple[float, float]) -> str:
        x, y = point
        across, down = ((x - left) * view.scale, (top - y) * view.scale)
        return f"{across + view.margin:.1f} {down + view.margin:.1f}"

    shapes = [
        element("path", d="".join(_path(each, place, "z") for each in outlines), fill=fill)
        for outlines, fill in zip(faces, map(_fill, behind), strict=True)
    ]
    drawn = "".join(_path(line, place) for line in lines)
    width = max(x for x, _ in points) - left
    height = top - min(y for _, y in points)
    across, down = (round(each * view.scale + 2 * view.margin) for each in (width, height))
    return picture(
        across,
        down,
        title,
        [*shapes, element("path", d=drawn, fill="none", stroke=INK, stroke_width=1), *notes],
    )


def _pieces(each: Placed) -> Iterator[Placed]:
    """Yield what is coloured at once: walls that others stand between are coloured one by one."""
    part = each.part
    for number, prism in enumerate(part.prisms) if part.name in AROUND_OTHERS else ():
        wall = Workpiece(f"{part.name} {number}", part.colour, 1, (prism,))
        yield Placed(wall, each.move, each.turn)
    if part.name not in AROUND_OTHERS:
        yield each


def _from_the_back(view: View, pieces: Sequence[Placed]) -> list[Placed]:
    """Return ``pieces`` so that each comes after those that it may hide."""
    boxes = [placed(each).bounding_box() for each in pieces]
    extents = [(tuple(box.min), tuple(box.max)) for box in boxes]
    depths = [box.center().dot(Vector(view.towards)) for box in boxes]
    left, ordered = list(range(len(pieces))), []
    while left:
        free = [
            one
            for one in left
            if not any(_hides(view, extents[one], extents[two]) for two in left if two != one)
        ]
        ordered.append(first := min(free or left, key=depths.__getitem__))
        left.remove(first)
    return [pieces[each] for each in ordered]


def _hides(view: View, one: Extent, two: Extent) -> bool:
    """Return whether ``one`` is in front of ``two`` for sure, or in its way."""
    behind = in_front = False
    for towards, low, high, other_low, other_high in zip(view.towards, *one, *two, strict=True):
        room = OVERLAP * min(high - low, other_high - other_low)
        above, below = low >= other_high - room, high <= other_low + room
        in_front = in_front or (above if towards > 0 else below)
        behind = behind or (below if towards > 0 else above)
    return in_front and not behind


def _fill(each: Placed) -> str:
    return {**COLOURS, **OTHERS}[each.part.colour]


def _polyline(edge: Shape) -> Polyline:
    """Return ``edge`` as points; those of a line are always in one order."""
    count = _steps(edge)
    along = (edge @ (step / count) for step in range(count + 1))
    points = tuple((round(place.X, 2), round(place.Y, 2)) for place in along)
    return min(points, points[::-1])


def _steps(edge: Shape) -> int:
    """Return in how many straight lines ``edge`` is drawn."""
    return 1 if edge.geom_type.name == "LINE" else max(2, min(12, round(edge.length)))


def _faces(view: View, body: Shape) -> Iterator[Polyline]:
    """Yield the outlines of the flat faces that look at the viewer, and those of round ones."""
    towards = Vector(view.towards).normalized()
    for face in body.faces():
        if face.geom_type.name == "PLANE":
            if face.normal_at().dot(towards) > 1e-6:
                yield from (_outline(view, wire) for wire in _wires(face))
        else:
            points, _ = face.tessellate(0.3)
            seen = (view.at(point) for point in points)
            yield _hull({(round(x, 1), round(y, 1)) for x, y in seen})


def _hull(points: set[tuple[float, float]]) -> Polyline:
    """Return what a rubber band around ``points`` would be."""
    around: list[tuple[float, float]] = []
    for ordered in (sorted(points), sorted(points, reverse=True)):
        half: list[tuple[float, float]] = []
        for point in ordered:
            while len(half) > 1 and not _turns_left(half[-2], half[-1], point):
                half.pop()
            half.append(point)
        around += half[:-1]
    return tuple(around)


def _turns_left(
    one: tuple[float, float], two: tuple[float, float], three: tuple[float, float]
) -> bool:
    (a, b), (c, d), (e, f) = one, two, three
    return (c - a) * (f - b) - (d - b) * (e - a) > 1e-6


def _wires(face: Shape) -> list[Shape]:
    return [face.outer_wire(), *face.inner_wires()]


def _outline(view: View, wire: Shape) -> Polyline:
    points = []
    for edge in wire.order_edges():
        count = _steps(edge)
        points += [view.at(edge @ (step / count)) for step in range(count)]
    return tuple(points)


def _path(points: Polyline, place: Any, end: str = "") -> str:
    return f"M{'L'.join(map(place, points))}{end}"
