"""The pictures of the parts are those that the program draws."""

import pytest

pytest.importorskip("build123d", reason="no build123d: make .venv/ready-for-deep-tests")

from docs.writer.parts_pictures import PICTURES, drawn

pytestmark = pytest.mark.deep

LARGEST = 60_000


def test_every_picture_is_small_and_as_the_parts_are() -> None:
    pictures = dict(drawn())
    assert len(pictures) == len(PICTURES)
    assert max(map(len, pictures.values())) < LARGEST
    changed = [
        path.name for path, text in pictures.items() if path.read_text(encoding="utf-8") != text
    ]
    assert changed == [], "look at what has changed, then: make parts"
