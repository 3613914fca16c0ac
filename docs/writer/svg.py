"""The few shapes that the drawings of the manual are made of, as SVG."""

from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

Number = int | float


def picture(width: Number, height: Number, title: str, shapes: Iterable[str]) -> str:
    """A drawing of that size in pixels, on white; ``title`` is read aloud in its place."""
    opened = element(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:g} {height:g}",
        width=width,
        height=height,
        font_family="sans-serif",
    )
    ground = element("rect", width=width, height=height, fill="#ffffff")
    lines = (opened.replace("/>", ">"), f"<title>{escape(title)}</title>", ground, *shapes)
    return "\n".join((*lines, "</svg>\n"))


def element(name: str, **attributes: Number | str) -> str:
    """An element with these attributes, of which the underscores are written as hyphens.

    >>> element("circle", cx=3, cy=4.5, stroke_width=2)
    '<circle cx="3" cy="4.5" stroke-width="2"/>'
    """
    told = (f" {key.replace('_', '-')}={_quoted(value)}" for key, value in attributes.items())
    return f"<{name}{''.join(told)}/>"


def text(x: Number, y: Number, words: str, **attributes: Number | str) -> str:
    """Words whose line stands at ``y``, beginning at ``x`` unless ``text_anchor`` says otherwise.

    >>> text(1, 2, "a < b", fill="red")
    '<text x="1" y="2" fill="red">a &lt; b</text>'
    """
    opened = element("text", x=x, y=y, **attributes)
    return f"{opened.removesuffix('/>')}>{escape(words)}</text>"


def _quoted(value: Number | str) -> str:
    return quoteattr(value if isinstance(value, str) else f"{value:g}")
