"""Draw a table with a board, pieces, thrown lots and the panel: a rendering, to scale.

The board is that of the game, the pieces stand where the hands have put them, and the panel shows
its own picture. Lots have the size that docs/builders/dice.md gives them.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from PIL import Image

from docs.writer import pixels
from docs.writer.camera import FLAT, Camera
from firmware_host.web import board_svg
from firmware_host.web.piece_svg import FILLS, INKS, SIGNS
from firmware_host.web.piece_svg import SQUARE as PIXELS
from firmware_host.web.svg import element, group, text
from games.core import Game
from games.equipment import PLACES_BESIDE, Board, Piece, Seat

WOOD, GRAIN, LINE, FELT = "#5c3a22", "#50311b", "#4a3a28", "#2f5d50"
LOT_COLOURS: Final = ("#4a2f1d", "#f2ead8")
"""The two sides of a lot: dark, white."""
SQUARE, THICK = 42, 6
PIECE: Final = {"radius": 12.0, "height": 8.0}
MARKED: Final = 15.0
"""The radius of a disc in the units of the mark on it."""
LOT: Final = {"length": 80.0, "width": 15.0}
LYING: Final[Sequence[Sequence[tuple[float, float, float]]]] = (
    ((50, 96, 20), (104, 44, -35), (160, 96, 66), (52, 36, 8)),
    ((58, 50, 62), (96, 98, -12), (158, 34, 20), (160, 98, -40)),
    ((46, 62, -64), (106, 112, 30), (108, 36, 4), (164, 76, 84)),
    ((54, 104, -15), (76, 44, 28), (160, 34, -8), (146, 94, 40)),
    ((52, 48, -30), (66, 104, 12), (150, 60, 58), (138, 112, -6)),
)
"""Where four lots lie in the tray, and how they are turned, from throw to throw."""

BONNET: Final = (65.0, 30.5)
"""Width and depth of the bonnet, the size of a Raspberry Pi Zero."""
GLASS_SIZE: Final = (29.42, 14.7)
"""Width and depth of the lit area of a display of 1.3 inches."""
PANEL: Final = {"width": 512.0, "height": 226.0}
GLASS_AT: Final = (64.0, 17.0)
KEYS: Final[Mapping[str, tuple[float, float]]] = {
    "up": (32, 91),
    "down": (32, 135),
    "left": (10, 113),
    "right": (54, 113),
    "ok": (32, 113),
    "back": (484, 80),
    "hint": (484, 146),
}
"""The middle of each key of the bonnet, in pixels of the enlarged panel."""
HOLES: Final = ((14, 14), (498, 14), (14, 212), (498, 212))
PRESSED: Final = "#ffb300"


def ground(width: int, height: int) -> Iterator[str]:
    """Yield the top of the table: wood, with joints between its planks."""
    yield element("rect", width=width, height=height, fill=WOOD)
    for number in range(1, height // 60 + 1):
        yield element("rect", y=number * 60, width=width, height=1.5, fill=GRAIN)


def empty_board(game: Game, camera: Camera) -> Iterator[str]:
    """Yield the board of ``game`` as pages draw it, with its lower left square at the origin."""
    ground, pixel = board_svg.ground(game), SQUARE / PIXELS
    lowest = min(game.board.points, key=lambda point: (point.y, point.x))
    x, y, edge = ground.points[lowest.name]
    left, bottom = (x - edge / 2) * pixel, (ground.height - y - edge / 2) * pixel
    width, depth = ground.width * pixel, ground.height * pixel
    wood = game.look.theme.frame
    yield camera.plate((3 - left, -6 - bottom, 0), width, depth, fill="#00000030")
    yield camera.slab((4 - left, 4 - bottom, 0), (width - 8, depth - 8, THICK), wood, stroke=LINE)
    corner = camera.at((-left, depth - bottom, THICK))
    yield group([ground.shapes], transform=camera.lying(corner, pixel))


def pieces(standing: Sequence[Piece], board: Board, seats: Sequence[Seat], camera: Camera) -> str:
    """Return the pieces on the board and those beside it, the farthest first."""
    groups: dict[tuple[int, str], list[str]] = defaultdict(list)
    for piece in standing:
        colour = seats[piece.seat or 0].colour
        beside = piece.seat or 0 if piece.place in PLACES_BESIDE else -1
        groups[beside, piece.place].extend([colour] * piece.count)
    places = [
        (x, y, z, colour)
        for (beside, name), colours in groups.items()
        for (x, y, z), colour in _spread(beside, name, colours, board)
    ]
    farthest_first = sorted(places, key=lambda each: (-each[1], each[0]))
    return group(_piece((x, y, z), colour, camera) for x, y, z, colour in farthest_first)


def _piece(middle: tuple[float, float, float], colour: str, camera: Camera) -> str:
    """Return a disc of that colour with the mark of its seat on it."""
    (x, y, z), height = middle, PIECE["height"]
    top = camera.lying(camera.at((x, y, z + height)), PIECE["radius"] / MARKED)
    mark = element("path", d=SIGNS[colour], fill=INKS[colour], transform=top)
    return camera.disc(middle, fill=FILLS[colour], **PIECE) + mark


def _spread(
    beside: int, name: str, colours: Sequence[str], board: Board
) -> Iterator[tuple[tuple[float, float, float], str]]:
    """Yield where each piece of a place stands: side by side, and beside the board in a row."""
    width = (max(point.x for point in board.points) + 1) * SQUARE
    for number, colour in enumerate(colours):
        if beside >= 0:
            front = (-30.0, width + 28.0)[beside]
            yield (width - 20 - number * 28, front, 0), colour
        else:
            aside = (number - (len(colours) - 1) / 2) * 17
            x, y = (board[name].x + 0.5) * SQUARE, (board[name].y + 0.5) * SQUARE
            yield (x + aside, y - aside / 2, THICK), colour


def tray(camera: Camera, width: float, depth: float) -> Iterator[str]:
    """Yield an empty tray of that size, lined with felt, with its corner at the origin."""
    yield camera.plate((3, -8, 0), width + 4, depth + 4, fill="#00000030")
    yield camera.slab((-6, -6, 0), (width + 12, depth + 12, 12), "#6d4527", stroke=LINE)
    yield camera.plate((0, 0, 12), width, depth, fill=FELT, stroke=LINE)


def lots(faces: Sequence[int], lying: int, camera: Camera) -> str:
    """Return four lots in the tray that show ``faces`` (1 is white), as after throw ``lying``."""
    shapes = []
    for face, (x, y, turn) in sorted(
        zip(faces, LYING[lying % len(LYING)], strict=True), key=lambda each: -each[1][1]
    ):
        wire = camera.line((x, y, 13), (x + (x - 105) / 3, 140, 13), stroke="#c9c2b4")
        shapes += [wire, camera.stick((x, y, 13), turn=turn, fill=LOT_COLOURS[face], **LOT)]
    return group(shapes)


def panel(left: float, top: float) -> Iterator[str]:
    """Yield the bonnet from above, enlarged: joystick, glass without a picture, two keys."""
    yield element("rect", x=left + 5, y=top + 7, **PANEL, rx=14, fill="#00000040")
    yield element("rect", x=left, y=top, **PANEL, rx=14, fill="#20262b", stroke="#0b0e11")
    for x, y in HOLES:
        ring: dict[str, str | float] = {"stroke": "#c9a227", "stroke_width": 2}
        yield element("circle", cx=left + x, cy=top + y, r=6, fill=WOOD, **ring)
    glass = {"x": left + GLASS_AT[0], "y": top + GLASS_AT[1], "width": 392, "height": 192}
    yield element("rect", **glass, rx=3, fill=pixels.GLASS)
    yield element("circle", cx=left + 32, cy=top + 113, r=27, fill="#14181b", stroke="#5b656d")
    for key in KEYS:
        yield _key(key, left, top, "#3a4248")
    for key in ("back", "hint"):
        below = {"x": left + KEYS[key][0], "y": top + KEYS[key][1] + 28}
        yield text(**below, words=key, text_anchor="middle", font_size=11, fill="#9fb0bc")


def pressed(key: str, left: float, top: float) -> str:
    """Return the lit ``key`` of the enlarged panel."""
    return _key(key, left, top, PRESSED)


def _key(key: str, left: float, top: float, fill: str) -> str:
    x, y = KEYS[key]
    radius = {"ok": 12, "back": 15, "hint": 15}.get(key, 7)
    return element("circle", cx=left + x, cy=top + y, r=radius, fill=fill)


def shown(image: Image.Image, left: float, top: float) -> str:
    """Return the picture ``image`` on the glass of the enlarged panel."""
    return pixels.lit(image, left + GLASS_AT[0] + 4, top + GLASS_AT[1], 3)


def device(corner: tuple[float, float], image: Image.Image, camera: Camera) -> Iterator[str]:
    """Yield a Raspberry Pi Zero with the bonnet on it, in its size, with ``image`` on its glass."""
    (x, y), (width, depth) = corner, BONNET
    yield camera.plate((x + 2, y - 5, 0), width + 3, depth + 3, fill="#00000045")
    yield camera.slab((x, y, 2), (width, depth, 1.5), "#2e7d4f", stroke=LINE)
    yield camera.slab((x + 7, y + depth - 6, 3.5), (51, 5, 8), "#1b1f22")
    yield camera.slab((x, y, 11), (width, depth, 1.6), "#30383e", stroke="#0b0e11")
    glass = (x + (width - GLASS_SIZE[0]) / 2, y + (depth - GLASS_SIZE[1]) / 2 + 1, 12.6)
    yield camera.plate(glass, *GLASS_SIZE, fill=pixels.GLASS)
    left, top = camera.at((glass[0], glass[1] + GLASS_SIZE[1], glass[2]))
    pixel = GLASS_SIZE[0] / image.width * camera.scale
    yield group(
        [pixels.lit(image, 0, 0, pixel)], transform=f"translate({left} {top}) scale(1 {FLAT:.3f})"
    )
    yield camera.disc((x + 9, y + depth / 2, 12.6), 3.5, 4, "#14181b")
    for key in (0.3, 0.7):
        yield camera.disc((x + width - 6, y + depth * key, 12.6), 2.5, 2, "#5b656d")
