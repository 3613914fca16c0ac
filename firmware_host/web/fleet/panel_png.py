"""The picture of a panel as a file."""

import io
from typing import Final

from PIL import Image

from firmware_host.remote.published import PanelPicture

SCALE: Final = 4
"""A picture is so many times as large as the panel: browsers blur small ones."""


def png(panel: PanelPicture) -> bytes:
    """Return the picture of a ``panel`` as a PNG file."""
    size = panel.width, panel.height
    picture = Image.frombytes("1", size, panel.rows)
    written = io.BytesIO()
    picture.resize((size[0] * SCALE, size[1] * SCALE)).save(written, "PNG")
    return written.getvalue()
