"""Draw a circuit: parts as boxes with their pins, and the wires between them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from firmware_host.web.svg import Number, element, group, picture, text

ROW, STUB, HEAD, MARGIN = 22, 10, 30, 24

COLOURS: Final[Mapping[str, str]] = {
    "5 V": "#b91c1c",
    "3.3 V": "#c2410c",
    "ground": "#111111",
    "signal": "#1d4ed8",
    "lights": "#15803d",
    "fields": "#1d4ed8",
    "data": "#be185d",
    "clock": "#7c3aed",
    "load": "#0e7490",
}
"""The colour of a wire, by what it carries."""


class Part(NamedTuple):
    """A part at (``x``, ``y``) with its ``name``, a line about it, and pins on the left and right.

    An empty pin leaves a row free.
    """

    name: str
    about: str
    x: int
    y: int
    width: int
    left: tuple[str, ...] = ()
    right: tuple[str, ...] = ()

    @property
    def height(self) -> int:
        """How high the box is."""
        return HEAD + 16 + ROW * max(len(self.left), len(self.right), 1)

    def place(self, pin: str) -> tuple[int, int]:
        """Return where the wire of ``pin`` begins."""
        side, x = (self.left, self.x - STUB) if pin in self.left else (self.right, 0)
        x = x or self.x + self.width + STUB
        return x, self.y + HEAD + 22 + ROW * side.index(pin)


class Wire(NamedTuple):
    """A wire that carries ``what`` from a pin ``(part, pin)`` to another, upright at ``x``.

    Where several wires have the same ``x`` and meet, they are joined.
    """

    what: str
    start: tuple[str, str]
    end: tuple[str, str]
    x: int


class Circuit(NamedTuple):
    """A drawing with its ``title``, ``parts`` and ``wires``, and ``notes`` beneath."""

    title: str
    parts: Sequence[Part]
    wires: Sequence[Wire]
    notes: Sequence[str] = ()


def drawing(circuit: Circuit) -> str:
    """Return ``circuit`` as SVG."""
    parts = {part.name: part for part in circuit.parts}
    width = max(part.x + part.width for part in circuit.parts) + 2 * MARGIN
    bottom = max(part.y + part.height for part in circuit.parts) + MARGIN
    shapes = [text(MARGIN, 28, circuit.title, font_size=17, font_weight="bold")]
    shapes.extend(_wires(circuit.wires, parts))
    for part in circuit.parts:
        shapes.extend(_part(part))
    for row, note in enumerate((*circuit.notes, "")):
        shapes.append(text(MARGIN, bottom + 18 * row, note, font_size=12, fill="#404040"))
    shapes.extend(_legend(circuit.wires, bottom + 18 * len(circuit.notes)))
    return picture(width, bottom + 18 * len(circuit.notes) + 18, circuit.title, shapes)


def _part(part: Part) -> Iterator[str]:
    box = {"x": part.x, "y": part.y, "width": part.width, "height": part.height}
    yield element("rect", **box, rx=5, fill="#f5f5f4", stroke="#404040", stroke_width=1.5)
    middle: Number = part.x + part.width / 2
    yield text(
        middle, part.y + 19, part.name, text_anchor="middle", font_size=13, font_weight="bold"
    )
    yield text(middle, part.y + 35, part.about, text_anchor="middle", font_size=10, fill="#525252")
    stubs = ""
    for pins, edge, away, anchor in (
        (part.left, part.x, -STUB, "start"),
        (part.right, part.x + part.width, STUB, "end"),
    ):
        places = [(pin, part.place(pin)[1]) for pin in pins if pin]
        stubs += "".join(f"M{edge} {y}h{away}" for _, y in places)
        names = [text(edge - away * 0.6, y + 4, pin) for pin, y in places]
        yield group(names, text_anchor=anchor, font_size=11)
    yield element("path", d=stubs, stroke="#404040", stroke_width=1.5)


def _wires(wires: Sequence[Wire], parts: Mapping[str, Part]) -> Iterator[str]:
    """Yield all wires that carry the same as one line."""
    for what in dict.fromkeys(wire.what for wire in wires):
        path = "".join(_path(wire, parts) for wire in wires if wire.what == what)
        yield element("path", d=path, fill="none", stroke=COLOURS[what], stroke_width=2)


def _path(wire: Wire, parts: Mapping[str, Part]) -> str:
    (x, y), (to_x, to_y) = (parts[part].place(pin) for part, pin in (wire.start, wire.end))
    return f"M{x} {y}H{wire.x}V{to_y}H{to_x}"


def _legend(wires: Sequence[Wire], y: int) -> Iterator[str]:
    x = MARGIN
    for what in dict.fromkeys(wire.what for wire in wires):
        yield element("path", d=f"M{x} {y - 4}h24", stroke=COLOURS[what], stroke_width=3)
        yield text(x + 30, y, what, font_size=12, fill="#404040")
        x += 110
