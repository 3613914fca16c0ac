"""Make the parts as solids, write their files, and check whether they can be printed and fit.

``python -m hardware.parts.solids FOLDER`` writes the files; they are the same each time. It
needs build123d and trimesh, of the extra ``parts``.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from itertools import combinations
from math import radians, sin
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from hardware.parts.dimensions import BED, LEAST_WALL, STEEPEST
from hardware.parts.made import PARTS, Circle, Outline, Placed, Prism, Workpiece

Body = Any
"""A solid of build123d."""

WRITTEN: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""What a STEP file says of when it was written, so that it is the same tomorrow."""
FINENESS: Final = 0.05
"""How far the triangles of an STL file may be from a round face, in mm."""
Mesh = Any
"""Triangles of trimesh."""

RAYS: Final = 4000
OPPOSITE: Final = -0.9
"""How exactly the far side of a wall looks the other way: a wedge is no wall."""
CONTACT: Final = 0.01
"""How near two parts are that touch, and how deep they may be in each other, in mm."""
POINTS: Final = 72 / 25.4
"""Points of a PDF for a millimetre."""


@cache
def solid(part: Workpiece) -> Body:
    """Return ``part`` as a solid of build123d."""
    first, *others = [_extruded(prism) for prism in part.prisms]
    whole = first.fuse(*others) if others else first
    if part.cuts:
        whole = whole.cut(*(_extruded(prism) for prism in part.cuts))
    return whole.clean()


def placed(each: Placed) -> Body:
    """Return the solid of a part where it stands in an assembly."""
    from build123d import Location

    return solid(each.part).moved(Location(each.move, (0, 0, each.turn)))


def _extruded(prism: Prism) -> Body:
    from build123d import Face, Plane, Solid, Vector

    face = Face(_wire(prism.outline), [_wire(hole) for hole in prism.holes])
    raised = Solid.extrude(face, Vector(0, 0, prism.high - prism.low))
    frame = prism.frame
    plane = Plane(origin=frame.origin, x_dir=frame.x, z_dir=frame.normal)
    return plane.from_local_coords(raised.translate(Vector(0, 0, prism.low)))


def _wire(outline: Outline) -> Any:
    from build123d import Plane, Wire

    if isinstance(outline, Circle):
        return Wire.make_circle(outline.diameter / 2, Plane((*outline.middle, 0)))
    return Wire.make_polygon([(*point, 0) for point in outline], close=True)


def dxf(sheet: Prism) -> str:
    """Return the outlines of a sheet for a laser, as DXF R12, which every program reads."""
    rows = ["0", "SECTION", "2", "ENTITIES"]
    for outline in (sheet.outline, *sheet.holes):
        if isinstance(outline, Circle):
            x, y = outline.middle
            rows += ["0", "CIRCLE", "8", "CUT", "10", f"{x:.4f}", "20", f"{y:.4f}"]
            rows += ["40", f"{outline.diameter / 2:.4f}"]
            continue
        for (x, y), (u, v) in zip(outline, (*outline[1:], outline[0]), strict=True):
            rows += ["0", "LINE", "8", "CUT", "10", f"{x:.4f}", "20", f"{y:.4f}"]
            rows += ["11", f"{u:.4f}", "21", f"{v:.4f}"]
    return "\n".join([*rows, "0", "ENDSEC", "0", "EOF", ""])


def pdf(sheet: Prism, margin: float = 5) -> bytes:
    """Return the outlines of a sheet on a page of its size, as hairlines."""
    outlines = [
        each.corners(180) if isinstance(each, Circle) else each
        for each in (sheet.outline, *sheet.holes)
    ]
    xs, ys = zip(*outlines[0], strict=True)
    left, bottom = min(xs) - margin, min(ys) - margin
    drawn = "".join(_path(outline, left, bottom) for outline in outlines)
    size = [(max(each) - min(each) + 2 * margin) * POINTS for each in (xs, ys)]
    return _document(f"0.2 w\n{drawn}", *size)


def _path(outline: tuple[tuple[float, float], ...], left: float, bottom: float) -> str:
    points = [f"{(x - left) * POINTS:.3f} {(y - bottom) * POINTS:.3f}" for x, y in outline]
    return f"{points[0]} m\n" + "".join(f"{each} l\n" for each in points[1:]) + "s\n"


def _document(content: str, width: float, height: float) -> bytes:
    """Return a PDF of one page with this ``content``."""
    objects = (
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width:.3f} {height:.3f}] /Contents 4 0 R >>",
        f"<< /Length {len(content)} >>\nstream\n{content}endstream",
    )
    text, places = "%PDF-1.4\n", []
    for number, each in enumerate(objects, 1):
        places.append(len(text))
        text += f"{number} 0 obj\n{each}\nendobj\n"
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    count = len(objects) + 1
    end = f"trailer\n<< /Size {count} /Root 1 0 R >>\nstartxref\n{len(text)}\n%%EOF\n"
    return f"{text}xref\n0 {count}\n0000000000 65535 f \n{table}{end}".encode("ascii")


def files(part: Workpiece, folder: Path) -> Iterator[Path]:
    """Write the files of ``part`` into ``folder``."""
    from build123d import Unit, export_step, export_stl

    name, body = part.file_name, solid(part)
    body.label = part.name
    yield (step := folder / f"{name}.step")
    export_step(body, step, unit=Unit.MM, timestamp=WRITTEN)
    # the kernel writes the name of the file into it, with the folder where it happens to be
    text = step.read_text(encoding="utf-8")
    step.write_text(re.sub(r"FILE_NAME\('[^']*'", f"FILE_NAME('{name}'", text), encoding="utf-8")
    yield (stl := folder / f"{name}.stl")
    export_stl(body, stl, tolerance=FINENESS)
    if sheet := part.sheet:
        yield (drawing := folder / f"{name}.dxf")
        drawing.write_text(dxf(sheet), encoding="ascii")
        yield (page := folder / f"{name}.pdf")
        page.write_bytes(pdf(sheet))


def write(folder: Path) -> list[Path]:
    """Write the files of all parts into ``folder``; return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    return [path for part in PARTS for path in files(part, folder)]


def mesh(part: Workpiece) -> Mesh:
    """Return the triangles of ``part``, as they would be printed."""
    import trimesh
    from build123d import export_stl

    with TemporaryDirectory() as folder:
        export_stl(solid(part), path := Path(folder, "part.stl"), tolerance=FINENESS)
        return trimesh.load(path)


def faults(part: Workpiece) -> list[str]:
    """Return what is wrong with ``part`` for a printer that knows no support."""
    triangles = mesh(part)
    checks = (_whole, _size, _walls, _overhangs)
    return [f"{part.name}: {fault}" for check in checks for fault in check(triangles)]


def _whole(triangles: Mesh) -> Iterator[str]:
    if not triangles.is_watertight:
        yield "not watertight"
    if triangles.body_count != 1:
        yield f"{triangles.body_count} pieces"


def _size(triangles: Mesh) -> Iterator[str]:
    if max(triangles.extents) > BED:
        yield f"larger than {BED:g} mm: {triangles.extents.round(1)}"
    if abs(triangles.bounds[0][2]) > CONTACT:
        yield "not on the bed"


def thinnest(triangles: Mesh) -> float:
    """Return the thickness of the thinnest wall that rays find, in mm."""
    import trimesh

    points, faces = trimesh.sample.sample_surface(triangles, RAYS, seed=1)
    normals = triangles.face_normals[faces]
    inside = points - normals * 1e-3
    found, rays, hit = triangles.ray.intersects_location(inside, -normals, multiple_hits=False)
    facing = (triangles.face_normals[hit] * normals[rays]).sum(axis=1) < OPPOSITE
    lengths = ((found - points[rays]) ** 2).sum(axis=1) ** 0.5
    return float(lengths[facing].min())


def _walls(triangles: Mesh) -> Iterator[str]:
    if (thin := thinnest(triangles)) < LEAST_WALL - CONTACT:
        yield f"a wall of {thin:.2f} mm"


def overhang(triangles: Mesh) -> float:
    """Return how much looks down more steeply than a printer can do, in square mm."""
    looks_down = triangles.face_normals[:, 2] < -sin(radians(STEEPEST)) - 1e-3
    in_the_air = triangles.triangles_center[:, 2] > triangles.bounds[0][2] + CONTACT
    return float(triangles.area_faces[looks_down & in_the_air].sum())


def _overhangs(triangles: Mesh) -> Iterator[str]:
    if (area := overhang(triangles)) > 0:
        yield f"{area:.1f} square mm hang over"


def touching(assembly: Sequence[Placed]) -> set[tuple[int, int]]:
    """Return the pairs in ``assembly`` that touch, by their places in it."""
    bodies = [placed(each) for each in assembly]
    pairs = combinations(range(len(bodies)), 2)
    return {(a, b) for a, b in pairs if bodies[a].distance_to(bodies[b]) < CONTACT}


def overlapping(assembly: Sequence[Placed]) -> dict[tuple[int, int], float]:
    """Return how much of one part is inside another, in cubic mm, for the pairs of which any is."""
    bodies = [placed(each) for each in assembly]
    shared = {
        pair: _volume(bodies[pair[0]], bodies[pair[1]]) for pair in sorted(touching(assembly))
    }
    return {pair: volume for pair, volume in shared.items() if volume > CONTACT}


def _volume(one: Any, other: Any) -> float:
    both = one.intersect(other)
    if both is None:
        return 0.0
    return float(sum(each.volume for each in (both if isinstance(both, list) else [both])))


def grams(part: Workpiece, density: float = 1.24) -> float:
    """Return how heavy ``part`` is at most, of PLA."""
    return float(solid(part).volume) / 1000 * density


if __name__ == "__main__":
    for path in write(Path(sys.argv[1])):
        print(path)
