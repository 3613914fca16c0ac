"""What a camera makes of codes: zxing, which knows nothing of this program, reads pictures."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from PIL import Image, ImageDraw

SCALE = 4
"""Pixels of a picture for one of a display, or for a module of a code on a page."""


def reader() -> Any:
    """Return zxing; skip the test where it is not installed."""
    why = "pip install '.[codes]': nobody else reads the codes"
    return pytest.importorskip("zxingcpp", reason=why)


def read_in(picture: Image.Image) -> str:
    """Return what is in the code in ``picture``."""
    size = picture.width * SCALE, picture.height * SCALE
    large = picture.convert("L").resize(size, Image.Resampling.NEAREST)
    found = reader().read_barcodes(large)
    assert len(found) == 1, "one code in the picture"
    return str(found[0].text)


def pictures_in(html: str) -> Iterator[Image.Image]:
    """Yield the codes on a page, as a browser draws them."""
    for width, path in re.findall(
        r'<svg viewBox="0 0 (\d+) .*?class="qrline"[^>]* d="([^"]*)"', html
    ):
        picture = Image.new("L", (int(width), int(width)), 255)
        pen, x, y = ImageDraw.Draw(picture), 0.0, 0.0
        for act, first, second in re.findall(r"([Mmh])(-?[\d.]+)(?: (-?[\d.]+))?", path):
            if act == "h":
                pen.line((x, y, x + float(first) - 1, y), fill=0)
                x += float(first)
            else:
                moved = float(first), float(second)
                x, y = moved if act == "M" else (x + moved[0], y + moved[1])
        yield picture
