"""Write pages to print, in millimetres, as PDF: lines, rectangles, dots and words.

A browser may scale a drawing when it prints it; a page of a PDF has its size. Only what is needed
here is supported, without compression, so that equal pages are equal files (ISO 32000-1).
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

POINTS: Final = 72 / 25.4
"""Points in a millimetre: the unit of PDF is the 72nd part of an inch."""
ROUND: Final = 0.5523
"""Where the handles of four curves lie that look like a circle, in radii."""

Colour = tuple[float, float, float]
Spot = tuple[float, float]
BLACK, GREY = (0.1, 0.1, 0.1), (0.55, 0.53, 0.5)


class Form(NamedTuple):
    """Something that several pages show: its ``size`` in pixels, and what is drawn.

    ``opacities`` are those that it uses, each as O and its number in percent.
    """

    size: tuple[float, float]
    content: str
    opacities: tuple[int, ...]


class Page:
    """A page of ``width`` by ``height`` mm; x goes to the right and y up, from the lower left."""

    def __init__(self, width: float, height: float) -> None:
        self.size = width, height
        self._drawn: list[str] = [f"{POINTS:.6f} 0 0 {POINTS:.6f} 0 0 cm 1 J"]

    @property
    def content(self) -> str:
        """What is drawn on the page, in the language of PDF."""
        return "\n".join(self._drawn)

    def line(self, begin: Spot, end: Spot, ink: Colour = BLACK, width: float = 0.3) -> None:
        """Draw a straight line that is ``width`` mm wide."""
        path = f"{numbers(*begin)} m {numbers(*end)} l S"
        self._drawn.append(f"{numbers(*ink)} RG {width:g} w {path}")

    def rectangle(self, corner: Spot, size: Spot, ink: Colour = BLACK, width: float = 0.3) -> None:
        """Draw a rectangle from its lower left ``corner``."""
        self._drawn.append(f"{numbers(*ink)} RG {width:g} w {numbers(*corner, *size)} re S")

    def form(self, corner: Spot, scale: float) -> None:
        """Show the form of the document with its upper left ``corner`` there.

        ``scale`` is how many mm a pixel of it is.
        """
        place = numbers(scale, 0, 0, -scale, *corner)
        self._drawn.append(f"q {place} cm /B Do Q")

    def text(self, spot: Spot, words: str, size: float, ink: Colour = BLACK) -> None:
        """Write ``words`` in Latin letters, ``size`` mm high, from ``spot`` to the right."""
        escaped = words.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        place = f"{numbers(*ink)} rg BT /F {size:g} Tf {numbers(*spot)} Td"
        self._drawn.append(f"{place} ({escaped}) Tj ET")

    def only_inside(self, corner: Spot, size: Spot) -> None:
        """Show nothing outside this rectangle, until :meth:`everywhere`."""
        self._drawn.append(f"q {numbers(*corner, *size)} re W n")

    def everywhere(self) -> None:
        """Show what is drawn from now on everywhere again."""
        self._drawn.append("Q")


def document(title: str, pages: Sequence[Page], form: Form) -> str:
    """Return a PDF with ``pages``, which may show ``form``, as text in ASCII."""
    places = [5 + 2 * number for number, _ in enumerate(pages)]
    kids = " ".join(f"{place} 0 R" for place in places)
    objects = [
        "<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        _stream(form.content, _of_form(form)),
    ]
    for place, page in zip(places, pages, strict=True):
        box = numbers(*(length * POINTS for length in page.size))
        look = f"/MediaBox [0 0 {box}] /Resources << {FONT} /XObject << /B 4 0 R >> >>"
        objects.append(f"<< /Type /Page /Parent 2 0 R {look} /Contents {place + 1} 0 R >>")
        objects.append(_stream(page.content))
    return _file([*objects, f"<< /Title ({title}) >>"])


FONT: Final = "/Font << /F 3 0 R >>"


def _of_form(form: Form) -> str:
    levels = " ".join(
        f"/O{each} << /ca {each / 100} /CA {each / 100} >>" for each in form.opacities
    )
    kind = f"/Type /XObject /Subtype /Form /BBox [0 0 {numbers(*form.size)}]"
    return f"{kind} /Resources << {FONT} /ExtGState << {levels} >> >> "


def _stream(content: str, look: str = "") -> str:
    return f"<< {look}/Length {len(content)} >>\nstream\n{content}\nendstream"


def _file(objects: Sequence[str]) -> str:
    """Return a file of ``objects`` with the table of where they begin; the last tells its title."""
    text, places = "%PDF-1.4\n", []
    for number, each in enumerate(objects, start=1):
        places.append(len(text))
        text += f"{number} 0 obj\n{each}\nendobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    size = len(objects) + 1
    ends = f"<< /Size {size} /Root 1 0 R /Info {len(objects)} 0 R >>"
    begins = f"xref\n0 {size}\n0000000000 65535 f \n{table}"
    return f"{text}{begins}trailer\n{ends}\nstartxref\n{len(text)}\n%%EOF\n"


def numbers(*values: float) -> str:
    """Return ``values`` as PDF writes them.

    >>> numbers(1, 0.25, -2 / 3)
    '1 0.25 -0.667'
    """
    return " ".join(f"{value:.3f}".rstrip("0").rstrip(".") for value in values)
