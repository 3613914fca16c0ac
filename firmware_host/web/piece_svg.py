"""Draw pieces and dice as symbols, which drawings and pages show with ``<use>``.

A piece is drawn around its middle, as large as on a square of :data:`SQUARE` pixels. The symbol
``piece-SEAT`` is a piece of that seat, ``piece-SEAT-KIND`` one of several kinds, ``die-FACE`` a die
with that face up. What has the class ``dusk`` is the shade of the night over a piece.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from firmware_host.web.svg import Number, element, group, text
from games.core import Game
from games.equipment import NEUTRAL, PLAIN, Body, Die, Look, Piece, Seat

SQUARE: Final = 44
"""Pixels from one point to the next."""
FILLS: Final[Mapping[str, str]] = {
    "white": "#fbf6ea",
    "black": "#35302c",
    "red": "#c9302c",
    "blue": "#2563b8",
    "yellow": "#f4bd1a",
    "green": "#1d8a50",
    "neutral": "#a8a29e",
}
"""The colour of the pieces of each seat."""
INKS: Final[Mapping[str, str]] = {
    "white": "#4a3b2a",
    "black": "#f3ead9",
    "red": "#fff3ea",
    "blue": "#f2f6ff",
    "yellow": "#4d3600",
    "green": "#f0fff6",
    "neutral": "#26211c",
}
"""The colour of what is drawn on these."""
PAINTS: Final[Mapping[str, str]] = {
    "white": "#5d4a33",
    "black": "#1d1815",
    "red": "#a01c16",
    "blue": "#1c4c94",
    "yellow": "#6f4a00",
    "green": "#0c5731",
    "neutral": "#57534e",
}
"""The colour of each seat where it is painted on pieces that are all of one material."""
EDGE, GLOSS, SHADE = "#1d130b", "#ffffff", "#000000"
SIGNS: Final[Mapping[str, str]] = {
    "white": "M-7 0a7 7 0 1 1 14 0a7 7 0 1 1-14 0zm3 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
    "black": "M-6.5 0a6.5 6.5 0 1 1 13 0a6.5 6.5 0 1 1-13 0z",
    "red": "M0-8.5l8.5 8.5-8.5 8.5-8.5-8.5z",
    "blue": "M-7.5-7h15v3.4h-15zm0 5.3h15v3.4h-15zm0 5.3h15v3.4h-15z",
    "yellow": "M-8.5-6.5h17l-8.5 15z",
    "green": "M-7-7.5h3.4v15h-3.4zm5.3 0h3.4v15h-3.4zm5.3 0h3.4v15h-3.4z",
    "neutral": "M-7-1.7h14v3.4h-14z",
}
"""The mark of each colour around its middle: the same as on the display of the device."""
BODIES: Final[Mapping[Body, str]] = {
    "disc": "M-16.5 0a16.5 16.5 0 1 1 33 0a16.5 16.5 0 1 1-33 0z",
    "peg": "M0-20.5c5.5 4 8.5 8.5 8.5 14v19.5a6 6 0 0 1-6 6h-5a6 6 0 0 1-6-6v-19.5"
    "c0-5.5 3-10 8.5-14z",
}
"""The outline of a piece; a peg points to the north."""
FACES: Final[Mapping[Body, str]] = {
    "disc": "M-13.2 0a13.2 13.2 0 1 1 26.4 0a13.2 13.2 0 1 1-26.4 0z",
    "peg": "M0-16.5c3.5 3 5.5 6.5 5.5 10.3v18.7a3.5 3.5 0 0 1-3.5 3.5h-4"
    "a3.5 3.5 0 0 1-3.5-3.5v-18.7c0-3.8 2-7.3 5.5-10.3z",
}
"""The outline of its upper side, inside the rim."""
GLEAMS: Final[Mapping[Body, str]] = {
    "disc": "M-12.6-7.8a14.8 14.8 0 0 1 9-6.3",
    "peg": "M-6.9-5c.3-3 1.7-6.4 4.6-9.6",
}
"""Where light falls on the rim."""
SHADOWS: Final[Mapping[Body, Sequence[tuple[float, float, float]]]] = {
    "disc": ((2.6, 3.4, 0.08), (2.1, 1.6, 0.11), (1.5, 0, 0.15)),
    "peg": ((0, 4.5, 0.12), (0, 2.5, 0.16)),
}
"""How far each layer of the soft shadow lies below, how far it spreads, and how dark it is."""
TURNS: Final[Mapping[str, int]] = {"north": 0, "east": 90, "south": 180, "west": 270}

CROWDS: Final[Sequence[Sequence[tuple[float, float, float]]]] = (
    ((0, 0, 1),),
    ((-0.2, -0.2, 0.64), (0.2, 0.2, 0.64)),
    ((0, -0.22, 0.56), (-0.23, 0.2, 0.56), (0.23, 0.2, 0.56)),
    ((-0.23, -0.23, 0.54), (0.23, -0.23, 0.54), (-0.23, 0.23, 0.54), (0.23, 0.23, 0.54)),
)
"""Where one to four different pieces of one point are, in parts of its square, and their size."""

Say = Callable[[str], str]
Attributes = dict[str, Number | str]


def crowd(number: int) -> Sequence[tuple[float, float, float]]:
    """Return where so many different pieces of one point are, in parts of its square.

    Each has its way from the middle to the right and down, and its size.

    >>> crowd(1), crowd(16)[0]
    (((0, 0, 1),), (-0.375, -0.375, 0.3))
    """
    if number <= len(CROWDS):
        return CROWDS[number - 1]
    side = next(side for side in range(number) if side * side >= number)
    places = [
        ((each % side) - (side - 1) / 2, (each // side) - (side - 1) / 2) for each in range(number)
    ]
    parts = [(x / side, y / side, 1.2 / side) for x, y in places]
    return [(round(x, 3), round(y, 3), round(size, 3)) for x, y, size in parts]


def symbols(game: Game, say: Say = str) -> str:
    """Return the symbols of all pieces and dice of ``game``.

    ``say`` translates the kinds of pieces. Where they have characters, their letters stand beside
    these, hidden: a page that shows what has the class ``letter`` hides what is a ``character``.
    """
    return _symbols(game, tuple(map(say, _kinds_of(game))))


@lru_cache(maxsize=32)
def _symbols(game: Game, words: Sequence[str]) -> str:
    return "".join((*_pieces(game, words, ""), *_dice(game.dice)))


@lru_cache(maxsize=16)
def _kinds_of(game: Game) -> tuple[str, ...]:
    return tuple(sorted({piece.kind for piece in game.start().pieces()}))


def symbols_in(shapes: str, game: Game, prefix: str) -> str:
    """Return only those symbols that ``shapes`` show, whose names begin with ``prefix``."""
    known = {NAMED.findall(each)[0]: each for each in _pieces(game, _kinds_of(game), prefix)}
    shown, found = set[str](), set(USED.findall(shapes))
    while found - shown:
        shown |= found
        found = {name for each in shown for name in USED.findall(known[each])}
    return "".join(known[each] for each in known if each in shown)


NAMED, USED = re.compile('id="([^"]+)"'), re.compile('href="#([^"]+)"')


def piece_name(piece: Piece, is_named: bool) -> str:
    """Return the name of the symbol of ``piece``; kinds count where ``is_named``.

    >>> piece_name(Piece(0, "rook", "a1"), True), piece_name(Piece(None, "rook", "a1"), False)
    ('piece-0-rook', 'piece--1')
    """
    seat = NEUTRAL.index if piece.seat is None else piece.seat
    return f"piece-{seat}-{piece.kind}" if is_named else f"piece-{seat}"


def standing(
    pieces: Sequence[Piece], game: Game, prefix: str = "", edge: float = SQUARE, reach: int = 0
) -> Iterator[str]:
    """Yield ``pieces`` of one point around its middle, those that differ side by side.

    ``edge`` is that of its square: a larger one has room for whole pieces. Equal ones stand in a
    row as far as it may ``reach``.
    """
    is_named = len(_kinds_of(game)) > 1
    for piece, (x, y, part) in zip(pieces, crowd(len(pieces)), strict=True):
        size = 1 if edge > SQUARE else part
        turn = f" rotate({TURNS[piece.facing]})" if TURNS.get(piece.facing) else ""
        body = element("use", href=f"#{prefix}{piece_name(piece, is_named)}")
        shapes = [group([body], transform=turn.strip()) if turn else body]
        in_row = max(1, min(piece.count, abs(reach)))
        step = -edge if reach > 0 else edge
        shapes += [
            group(shapes[:1], transform=f"translate(0 {n * step:g})") for n in range(1, in_row)
        ]
        if words := f"{piece.count if piece.count > in_row else ''}{piece.badge}":
            shapes += _plate(words, (in_row - 1) * step)
        moved = f"translate({x * edge:g} {y * edge:g})" if x or y else ""
        scaled = f"scale({size:g})" if size != 1 else ""
        place = f"{moved} {scaled}".strip()
        yield group(shapes, transform=place) if place else "".join(shapes)


def piece_of(seat: Seat, look: Look = PLAIN) -> str:
    """Return a piece of ``seat`` around its middle, without its kind."""
    return "".join((*_shadow(look), *_body(seat, look), *_mark(seat, look), _dusk(look)))


def _plate(words: str, down: float = 0) -> list[str]:
    """Return a small badge with the count of a piece, so far ``down``, and with its own badge."""
    look: Attributes = {"text_anchor": "middle", "font_weight": "bold", "fill": EDGE}
    plate = element("circle", cx=11, cy=down - 11, r=8, fill=GLOSS, stroke=EDGE, stroke_width=1)
    return [plate, text(11, down - 7, words, font_size=12 if len(words) < 2 else 10, **look)]


def _symbol(name: str, shapes: Iterable[str], **attributes: Number | str) -> str:
    opened = element("symbol", id=name, **(attributes or {"overflow": "visible"}))
    return f"{opened.removesuffix('/>')}>{''.join(shapes)}</symbol>"


def _pieces(game: Game, words: Sequence[str], prefix: str) -> Iterator[str]:
    """Yield what pieces have in common, then each piece, made of that.

    The kinds of pieces are called ``words``, in their order.
    """
    look, kinds = game.look, _kinds_of(game)
    yield _symbol(f"{prefix}shadow", _shadow(look))
    yield _symbol(f"{prefix}dusk", [_dusk(look)])
    if len(kinds) == 1:
        for seat in (*game.seats, NEUTRAL):
            shapes = (*_body(seat, look), *_mark(seat, look))
            yield _symbol(f"{prefix}piece-{seat.index}", _between(shapes, prefix))
        return
    is_neutral = any(piece.seat is None for piece in game.start().pieces())
    seats = (*game.seats, NEUTRAL) if is_neutral else game.seats
    faces = _faces(look, seats, kinds, prefix)
    place = "translate(0 -1.1) scale(.098)"
    for path, name in faces.items():
        yield _symbol(name, [element("path", d=path, transform=place)])
    for kind, letter in zip(kinds, _letters(words), strict=True):
        yield _symbol(f"{prefix}letter-{kind}", [_letter(letter)])
    for seat in seats:
        yield from _kinds(seat, look, kinds, faces, prefix)


def _faces(
    look: Look, seats: Iterable[Seat], kinds: Sequence[str], prefix: str
) -> Mapping[str, str]:
    """Return the name of the symbol of each character, by its outline."""
    outlines = dict.fromkeys(look.character(seat.colour, kind) for seat in seats for kind in kinds)
    return {each: f"{prefix}face-{number}" for number, each in enumerate(filter(None, outlines))}


def _kinds(
    seat: Seat, look: Look, kinds: Sequence[str], faces: Mapping[str, str], prefix: str
) -> Iterator[str]:
    """Yield the pieces of ``seat``: with a character or, where people choose it, with a letter."""
    name, body = f"{prefix}piece-{seat.index}", f"{prefix}body-{seat.index}"
    shapes = (*_body(seat, look), *_small_mark(seat, look))
    yield _symbol(body, [_use(f"{prefix}shadow"), *shapes])
    for kind in kinds:
        letter, face = f"{prefix}letter-{kind}", faces.get(look.character(seat.colour, kind))
        shown = [_use(letter)]
        if face:
            shown = [_use(face, class_="character"), _use(letter, class_="letter", display="none")]
        words = group(shown, fill=_ink(seat, look))
        yield _symbol(f"{name}-{kind}", [_use(body), words, _use(f"{prefix}dusk")])


def _between(shapes: Iterable[str], prefix: str) -> list[str]:
    """Return ``shapes`` over their shadow and under the shade of the night."""
    return [_use(f"{prefix}shadow"), *shapes, _use(f"{prefix}dusk")]


def _use(name: str, **attributes: Number | str) -> str:
    return element("use", href=f"#{name}", **attributes)


def _letters(words: Sequence[str]) -> Iterator[str]:
    """Yield the shortest beginning of each word that no other word has.

    >>> list(_letters(["rook", "soldier", "cannon"])), list(_letters(["слон", "советник"]))
    (['R', 'S', 'C'], ['Сл', 'Со'])
    """
    for word in words:
        others = [each for each in words if each != word]
        own = (word[:n] for n in range(1, len(word)))
        short = next((o for o in own if not any(e.startswith(o) for e in others)), word)
        yield short[:2].capitalize()


def _letter(letter: str) -> str:
    size = 17 if len(letter) == 1 else 13
    look: Attributes = {"text_anchor": "middle", "font_weight": "bold", "font_size": size}
    return text(0, size * 0.36 - 1.5, letter, **look)


def _shadow(look: Look) -> Iterator[str]:
    for down, spread, dark in SHADOWS[look.body]:
        shade: Attributes = {"fill": SHADE, "stroke": SHADE, "stroke_width": spread}
        place = f"translate(0 {down:g})"
        yield element("path", d=BODIES[look.body], transform=place, opacity=dark, **shade)


def _body(seat: Seat, look: Look) -> Iterator[str]:
    """Yield the body of a piece: its rim in the seat's colour, the light on it, and its face."""
    outline, face = BODIES[look.body], FACES[look.body]
    yield element("path", d=outline, fill=FILLS[seat.colour], stroke=EDGE, stroke_width=1.3)
    gleam: Attributes = {"fill": "none", "stroke": GLOSS, "stroke_linecap": "round"}
    yield element("path", d=GLEAMS[look.body], stroke_width=1.5, opacity=0.55, **gleam)
    fill: Attributes = {
        "fill": look.material or GLOSS,
        "fill_opacity": 1 if look.material else 0.14,
    }
    yield element("path", d=face, **fill, stroke=_ink(seat, look), stroke_width=1.1)


def _ink(seat: Seat, look: Look) -> str:
    return PAINTS[seat.colour] if look.material else INKS[seat.colour]


def _mark(seat: Seat, look: Look) -> Iterator[str]:
    """Yield the mark of ``seat`` on a piece without a kind."""
    size = "scale(.5)" if look.body == "peg" else "scale(.92)"
    yield element("path", d=SIGNS[seat.colour], transform=size, fill=_ink(seat, look))


def _small_mark(seat: Seat, look: Look) -> Iterator[str]:
    """Yield the mark of ``seat`` on its rim, where a kind has the face."""
    ink, fill = _ink(seat, look), look.material or FILLS[seat.colour]
    yield element("circle", cy=13.7, r=4.9, fill=fill, stroke=ink, stroke_width=0.9)
    place = "translate(0 13.7) scale(.38)"
    yield element("path", d=SIGNS[seat.colour], transform=place, fill=ink)


def _dusk(look: Look) -> str:
    """Return the shade of the night over a piece, which only a page by night shows."""
    shade: Attributes = {"fill": SHADE, "stroke": SHADE, "stroke_width": 1.3}
    return element("path", d=BODIES[look.body], class_="dusk", opacity=0, **shade)


STICK, LONG, CUBE = (96, 26), (64, 32), (40, 40)
"""Width and height of a throwing stick, a long die and a cube, in pixels."""
IVORY, PITH, BARK, PIP, RED_PIP = "#fbf0d8", "#f3dfb4", "#6b4320", "#241a12", "#b3261e"
PIPS: Final[Mapping[int, Sequence[tuple[float, float]]]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""The dots of each face of a cube, to the right and down."""


def _dice(dice: Iterable[Die]) -> Iterator[str]:
    """Yield each face of ``dice`` once: two faces are those of a stick, four of a long die."""
    faces = {face: die for die in dice for face in die.faces}
    for face, each in faces.items():
        (width, height), shapes = die(each, face)
        box = f"-2 -2 {width + 4} {height + 5}"
        yield _symbol(f"die-{face}", shapes, viewBox=box)


Drawn = tuple[tuple[int, int], Iterable[str]]


def die(die: Die, face: int) -> Drawn:
    """Return width and height of ``die`` with that ``face`` up, and its shapes."""
    return {2: _stick, 4: _long_die}.get(len(die.faces), _cube)(die, face)


def _stick(die: Die, face: int) -> Drawn:
    """Return a stick with its light side up, the last one of ``die``, or with its bark up."""
    (width, height), is_light = STICK, face == die.faces[-1]
    shapes = list(_block(STICK, height / 2, PITH if is_light else BARK))
    if is_light:
        cross = f"M{width / 2 - 6} {height / 2 - 6}l12 12m0-12l-12 12"
        shapes.append(_line(cross, BARK, 2.6))
    else:
        grain = f"M14 {height / 2 - 4}h{width - 34}M20 {height / 2 + 3}h{width - 40}"
        shapes.append(_line(grain, "#3f2510", 1.6))
    return STICK, shapes


def _long_die(die: Die, face: int) -> Drawn:
    """Return a long die with as many dots in rows of up to three; one and four are red."""
    rows = [face] if face < 4 else [face - face // 2, face // 2]
    spots = [
        ((2 * column - number + 1) * 6.5, (2 * row - len(rows) + 1) * 5.5)
        for row, number in enumerate(rows)
        for column in range(number)
    ]
    ink = RED_PIP if face in (1, 4) else PIP
    return LONG, [*_block(LONG, 7, IVORY), *_dots(spots, LONG, ink)]


def _cube(die: Die, face: int) -> Drawn:
    """Return a cube with the dots of ``face``, or its number if it has too many."""
    width, height = CUBE
    shapes = list(_block(CUBE, 8, IVORY))
    if face in PIPS:
        return CUBE, [*shapes, *_dots([(x * 10, y * 10) for x, y in PIPS[face]], CUBE, PIP)]
    look: Attributes = {"text_anchor": "middle", "font_weight": "bold", "fill": PIP}
    return CUBE, [*shapes, text(width / 2, height / 2 + 8, die.name(face), font_size=22, **look)]


def _block(size: tuple[int, int], round_: float, fill: str) -> Iterator[str]:
    width, height = size
    shape: Attributes = {"width": width, "height": height, "rx": round_}
    yield element("rect", y=2.5, **shape, fill=SHADE, opacity=0.3)
    yield element("rect", **shape, fill=fill, stroke=EDGE, stroke_width=1.4)
    gloss = {"x": 3, "y": 2.5, "width": width - 6, "height": height * 0.38, "rx": round_ * 0.7}
    yield element("rect", **gloss, fill=GLOSS, opacity=0.22)


def _dots(spots: Iterable[tuple[float, float]], size: tuple[int, int], ink: str) -> Iterator[str]:
    middle_x, middle_y = size[0] / 2, size[1] / 2
    for x, y in spots:
        yield element("circle", cx=middle_x + x, cy=middle_y + y, r=4, fill=ink)


def _line(path: str, ink: str, width: float) -> str:
    look: Attributes = {"fill": "none", "stroke": ink, "stroke_linecap": "round"}
    return element("path", d=path, stroke_width=width, **look)
