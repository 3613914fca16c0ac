"""Write the few shapes of SVG that boards, charts and the pictures of the manual are made of."""

from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

Number = int | float


def picture(width: Number, height: Number, title: str, shapes: Iterable[str]) -> str:
    """Return a drawing of that size in pixels, on white; a screen reader reads its ``title``."""
    paper = element("rect", width=width, height=height, fill="#ffffff")
    return framed(width, height, title, (paper, *shapes))


def framed(width: Number, height: Number, title: str, shapes: Iterable[str]) -> str:
    """Return a drawing of that size in pixels on nothing; a screen reader reads its ``title``."""
    opened = element(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:g} {height:g}",
        width=width,
        height=height,
        font_family="sans-serif",
    )
    lines = (opened.replace("/>", ">"), f"<title>{escape(title)}</title>", *shapes)
    return "\n".join((*lines, "</svg>\n"))


def element(name: str, **attributes: Number | str) -> str:
    """Return an element with these attributes; underscores in names become hyphens.

    A name that is a word of Python ends with one more underscore.

    >>> element("circle", class_="o", cx=3, cy=4.5, stroke_width=2)
    '<circle class="o" cx="3" cy="4.5" stroke-width="2"/>'
    """
    names = (key.rstrip("_").replace("_", "-") for key in attributes)
    pairs = (
        f" {name}={_quoted(attributes[key])}" for name, key in zip(names, attributes, strict=True)
    )
    return f"<{name}{''.join(pairs)}/>"


def group(shapes: Iterable[str], **attributes: Number | str) -> str:
    """Return ``shapes`` as one shape with these attributes.

    >>> group([element("path", d="m1 2h3")], transform="scale(2)")
    '<g transform="scale(2)"><path d="m1 2h3"/></g>'
    """
    return f"{element('g', **attributes).removesuffix('/>')}>{''.join(shapes)}</g>"


def text(x: Number, y: Number, words: str, **attributes: Number | str) -> str:
    """Return words on the line ``y`` that begin at ``x``, unless ``text_anchor`` says otherwise.

    >>> text(1, 2, "a < b", fill="red")
    '<text x="1" y="2" fill="red">a &lt; b</text>'
    """
    opened = element("text", x=x, y=y, **attributes)
    return f"{opened.removesuffix('/>')}>{escape(words)}</text>"


def _quoted(value: Number | str) -> str:
    return quoteattr(value if isinstance(value, str) else f"{value:g}")
