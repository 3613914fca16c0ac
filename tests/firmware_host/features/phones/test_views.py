"""The screen that lets a phone in: its QR code is read from pictures of the panel."""

import importlib
from itertools import product
from typing import Any

import pytest
from PIL import Image

from firmware_host.features.phones.remote import ShowPairing
from firmware_host.features.phones.scenes import PairingView, pairing_view
from firmware_host.screens.canvas import QUIET, Canvas
from firmware_host.text.translator import Language
from firmware_host.web.listening import Signpost

POST = Signpost("192.168.178.100:8080", "tableside.local:8080")
TEXT = "HTTP://192.168.178.100:8080/J/ABCDEFGH"
SIZES = ((128, 64), (256, 64), (128, 128))
TILTS = (-25, -10, 0, 10, 25)
SCALES = (3, 5, 8)
READERS = ("zxingcpp", "cv2")


def shown() -> PairingView:
    made = ShowPairing(0, "ABCDEFGH", POST.address, POST.name, POST.qr_code("ABCDEFGH"))
    return pairing_view(made)


def drawn(size: tuple[int, int]) -> Canvas:
    canvas = Canvas(size)
    shown().draw(canvas, Language("en"))
    return canvas


@pytest.mark.parametrize("size", SIZES)
def test_modules_are_dark_on_lit_ground_with_a_quiet_zone(size: tuple[int, int]) -> None:
    picture, view = drawn(size).image, shown()
    count = len(view.modules)
    top = next(y for y in range(size[1]) if picture.getpixel((32, y)))
    left = next(x for x in range(size[0]) if picture.getpixel((x, top)))
    side = next(x for x in range(left, size[0]) if not picture.getpixel((x, top))) - left
    pixels = (side - 2 * QUIET) // count
    edge = (side - pixels * count) // 2
    assert pixels >= 2
    assert edge >= QUIET
    for row, column in product(range(count), repeat=2):
        spot = left + edge + column * pixels, top + edge + row * pixels
        assert bool(picture.getpixel(spot)) is not view.modules[row][column]


def test_a_low_panel_shows_the_code_alone() -> None:
    canvas = drawn((128, 32))
    assert canvas.words == "192.168.178.100:8080 ABCD EFGH tableside.local:8080"
    assert canvas.misfits == []


def read_by(reader: str, picture: Image.Image) -> str:
    """Return what ``reader`` reads in ``picture``."""
    module: Any = importlib.import_module(reader)
    if reader == "zxingcpp":
        found = module.read_barcodes(picture)
        return str(found[0].text) if found else ""
    numpy: Any = importlib.import_module("numpy")
    return str(module.QRCodeDetector().detectAndDecode(numpy.array(picture))[0])


@pytest.mark.deep
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("reader", READERS)
def test_the_code_is_read_from_pictures_of_the_panel(reader: str, size: tuple[int, int]) -> None:
    pytest.importorskip(reader, reason=f"pip install zxing-cpp opencv-python-headless: no {reader}")
    panel = drawn(size).image.convert("L")
    misread = []
    for scale, tilt in product(SCALES, TILTS):
        large = panel.resize((size[0] * scale, size[1] * scale), Image.Resampling.BICUBIC)
        framed = Image.new("L", (large.width + 80, large.height + 80), 40)
        framed.paste(large, (40, 40))
        picture = framed.rotate(tilt, Image.Resampling.BICUBIC, expand=True, fillcolor=40)
        if read_by(reader, picture) != TEXT:
            misread.append((scale, tilt))
    assert len(misread) <= len(SCALES) * len(TILTS) // 10, misread
