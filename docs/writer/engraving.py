"""Turn a drawing of a board into the language of PDF, so that paper shows what pages show.

Only those shapes are supported that :mod:`firmware_host.web.board_svg` draws boards with: paths,
circles and words, in groups, with their opacity, and moved or turned.
"""

import re
from collections.abc import Iterator, Mapping
from math import cos, radians, sin
from typing import Final
from xml.etree import ElementTree as ET

from docs.writer.pdf import ROUND, Form, numbers

TOKEN: Final = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)")
LENGTHS: Final[Mapping[str, int]] = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Z": 0}
"""How many numbers each verb of a path takes."""
TURNED: Final = re.compile(r"(\w+)\(([^)]*)\)")
NARROW: Final[Mapping[str, float]] = {**dict.fromkeys("fijlrt", 0.26), "m": 0.83}
WIDE: Final = 0.55
"""How wide letters and digits of Helvetica are, in parts of their height."""

Look = Mapping[str, str]
Spot = tuple[float, float]


def engraved(shapes: str, width: float, height: float) -> Form:
    """Return ``shapes`` of SVG, ``width`` by ``height`` pixels, as something that pages show.

    ValueError names a shape or a verb that is not supported.
    """
    drawn = list(_drawn(ET.fromstring(f"<g>{shapes}</g>"), {}))
    opacities = sorted({part for line in drawn for part in re.findall(r"/O(\d+) gs", line)})
    return Form((width, height), "\n".join(drawn), tuple(map(int, opacities)))


def _drawn(shape: ET.Element, above: Look) -> Iterator[str]:
    """Yield ``shape`` in the look that it has of its own, and of the groups above it."""
    own = {**above, **shape.attrib}
    if float(own.get("opacity", 1)) == 0:
        return  # shown by night only
    yield "q"
    yield from map(_moved, TURNED.findall(shape.get("transform", "")))
    if shape.tag == "g":
        inherited = {key: value for key, value in own.items() if key != "transform"}
        for each in shape:
            yield from _drawn(each, inherited)
    elif shape.tag == "text":
        yield _words(shape.text or "", own)
    else:
        yield " ".join((*_ink(own), *SHAPES[shape.tag](own), _paint(own)))
    yield "Q"


def _moved(turn: tuple[str, str]) -> str:
    verb, given = turn
    values = [float(each) for each in given.replace(",", " ").split()]
    if verb == "translate":
        return f"1 0 0 1 {numbers(*values)} cm"
    if verb == "rotate":
        c, s = cos(radians(values[0])), sin(radians(values[0]))
        return f"{numbers(c, s, -s, c)} 0 0 cm"
    raise ValueError(f"expected translate or rotate, not {verb}")


def _ink(look: Look) -> Iterator[str]:
    for key, verb in (("fill", "rg"), ("stroke", "RG")):
        if _has(look, key):
            yield f"{_colour(look.get(key, '#000000'))} {verb}"
    yield f"{numbers(float(look.get('stroke-width', 1)))} w 1 j 1 J"
    opacity = float(look.get("opacity", 1))
    if opacity < 1:
        yield f"/O{round(opacity * 100)} gs"


def _has(look: Look, key: str) -> bool:
    return look.get(key, "#000000" if key == "fill" else "none") != "none"


def _colour(colour: str) -> str:
    return numbers(*(int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)))


def _paint(look: Look) -> str:
    verbs = {(True, True): "B", (True, False): "f", (False, True): "S", (False, False): "n"}
    return verbs[_has(look, "fill"), _has(look, "stroke")]


def _words(words: str, look: Look) -> str:
    """Return words upright, although y goes down; the middle may be meant by their place."""
    size, x, y = (float(look[key]) for key in ("font-size", "x", "y"))
    if look.get("text-anchor") == "middle":
        x -= size * sum(NARROW.get(letter, WIDE) for letter in words) / 2
    ink = _colour(look["fill"])
    return f"{ink} rg BT /F {numbers(size)} Tf 1 0 0 -1 {numbers(x, y)} Tm ({words}) Tj ET"


def _circle(look: Look) -> Iterator[str]:
    x, y, radius = (float(look[key]) for key in ("cx", "cy", "r"))
    handle = radius * ROUND
    yield f"{numbers(x + radius, y)} m"
    for u, v in ((1, 0), (0, 1), (-1, 0), (0, -1)):
        first = (x + u * radius - v * handle, y + v * radius + u * handle)
        second = (x - v * radius + u * handle, y + u * radius + v * handle)
        yield f"{numbers(*first, *second, x - v * radius, y + u * radius)} c"


def _path(look: Look) -> Iterator[str]:
    at, begin, handle = (0.0, 0.0), (0.0, 0.0), (0.0, 0.0)
    for verb, given in _verbs(look["d"]):
        if verb in "Zz":
            at = begin
            yield "h"
            continue
        spots = _spots(verb, given, at)
        if verb in "Ss":
            spots = [(2 * at[0] - handle[0], 2 * at[1] - handle[1]), *spots]
        at, handle = spots[-1], spots[-2] if len(spots) > 1 else spots[-1]
        begin = at if verb in "Mm" else begin
        flat = (value for spot in spots for value in spot)
        yield f"{numbers(*flat)} {'m' if verb in 'Mm' else 'c' if len(spots) > 1 else 'l'}"


def _verbs(path: str) -> Iterator[tuple[str, list[float]]]:
    """Yield each verb of ``path`` with its numbers; more of them repeat it."""
    tokens, verb = TOKEN.findall(path), ""
    while tokens:
        if tokens[0].isalpha():
            verb = tokens.pop(0)
        if verb.upper() not in LENGTHS:
            raise ValueError(f"expected one of {' '.join(LENGTHS)}, not {verb}")
        taken = LENGTHS[verb.upper()]
        yield verb, [float(each) for each in tokens[:taken]]
        tokens = tokens[taken:]
        verb = {"M": "L", "m": "l"}.get(verb, verb)


def _spots(verb: str, given: list[float], at: Spot) -> list[Spot]:
    """Return where the numbers of ``verb`` lead, counted from the corner."""
    x, y = at if verb.islower() else (0.0, 0.0)
    if verb in "Hh":
        return [(x + given[0], at[1])]
    if verb in "Vv":
        return [(at[0], y + given[0])]
    return [(x + u, y + v) for u, v in zip(given[::2], given[1::2], strict=True)]


SHAPES: Final = {"path": _path, "circle": _circle}
