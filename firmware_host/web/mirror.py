"""A table as the server knows it: its newest snapshot, and the game behind it."""

import asyncio
import struct
import zlib
from typing import Final

from firmware_host.remote.wire import PanelPicture, Published
from firmware_host.session.session import Session
from games.core import Catalogue

NOTHING_YET: Final = Published()


class TableMirror:
    """A table of which snapshots arrive; games are loaded from ``catalogue``.

    ``snapshot`` is the newest, ``session`` the game on the table, None between games. ``version``
    grows with every change. ``is_connected`` is false while the table cannot be reached. The games
    are those of ``catalogue``.
    """

    def __init__(self, catalogue: Catalogue) -> None:
        self.snapshot = NOTHING_YET
        self.session: Session | None = None
        self.version = 0
        self.is_connected = False
        self.catalogue = catalogue
        self._changed = asyncio.Event()

    def show(self, snapshot: Published) -> None:
        """Take the newest ``snapshot``; ValueError if its records do not fit together."""
        known, records = self.snapshot.records, snapshot.records
        session = self.session
        if not records:
            session = None
        elif session is not None and known and records[: len(known)] == known:
            for record in records[len(known) :]:
                session.apply(record)
        else:
            session = Session.resume(records, self.catalogue)
        self.present(snapshot, session)

    def present(self, snapshot: Published, session: Session | None) -> None:
        """Take the newest ``snapshot``, and the ``session`` that it shows."""
        self.snapshot, self.session, self.is_connected = snapshot, session, True
        self._announce()

    def disconnect(self) -> None:
        """Note that the table cannot be reached; what it showed last stays."""
        if self.is_connected:
            self.is_connected = False
            self._announce()

    async def wait_for_news(self, seen: int) -> int:
        """Return the version once it is later than the one that was ``seen``."""
        while self.version <= seen:
            await self._changed.wait()
        return self.version

    def _announce(self) -> None:
        self.version += 1
        self._changed.set()
        self._changed = asyncio.Event()


PNG: Final = b"\x89PNG\r\n\x1a\n"
"""What a picture begins with (PNG specification, 5.2)."""

SCALE: Final = 4
"""A picture is so many times as large as the panel: browsers blur small ones."""


def png(panel: PanelPicture) -> bytes:
    """Return the picture of a ``panel`` as a PNG file, in black and white.

    >>> png(PanelPicture(8, 1, b"\\xa0"))[12:16]
    b'IHDR'
    """
    length = (panel.width + 7) // 8
    rows = (panel.rows[at : at + length] for at in range(0, length * panel.height, length))
    lines = b"".join((b"\0" + _widened(row, panel.width)) * SCALE for row in rows)
    head = struct.pack(">IIBBBBB", panel.width * SCALE, panel.height * SCALE, 1, 0, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(lines)), (b"IEND", b""))
    return PNG + b"".join(_chunk(name, data) for name, data in chunks)


def _widened(row: bytes, width: int) -> bytes:
    bits = f"{int.from_bytes(row, 'big'):0{8 * len(row)}b}"[:width]
    wide = "".join(bit * SCALE for bit in bits)
    length = (len(wide) + 7) // 8
    return int(wide.ljust(8 * length, "0"), 2).to_bytes(length, "big")


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
