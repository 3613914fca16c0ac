"""Room on the card that is taken in good time, to be given back when the card is full."""

import errno
import random
from contextlib import suppress
from pathlib import Path
from typing import Final

from firmware_host.storage.filesystem import Storage, replace_file

NAME: Final = "ballast"
SIZE: Final = 1024 * 1024
"""Bytes: a game of some five thousand acts takes a fifth of it."""

FULL: Final = (errno.ENOSPC, errno.EDQUOT)
"""What a card says that has no room, or none for this user."""


class Ballast:
    """A file of ``size`` bytes in ``folder`` that holds nothing; none if ``size`` is 0."""

    def __init__(self, folder: Path, storage: Storage, size: int = SIZE) -> None:
        self._folder, self._storage, self._size = folder, storage, size

    def lay(self) -> None:
        """Take the room if it is not taken yet; nothing happens where there is none."""
        with suppress(OSError):
            if self._size and NAME not in self._storage.names(self._folder):
                replace_file(self._storage, self._folder, NAME, self._filling())

    def drop(self) -> bool:
        """Give the room back; return whether there was any to give."""
        try:
            self._storage.remove(self._folder / NAME)
            self._storage.sync_folder(self._folder)
        except OSError:
            return False
        return True

    def _filling(self) -> bytes:
        """Bytes that no file system can pack into fewer."""
        return random.Random(self._size).randbytes(self._size)
