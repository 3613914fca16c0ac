"""A file that people name for what a command writes: nothing of theirs is lost by it."""

from pathlib import Path
from typing import Final

from msgspec import Struct

from firmware_host.base.errors import UsageError, reason
from hardware.untrusted_file import open_untrusted

OVERWRITE: Final = "--overwrite"
LOOKED_AT: Final = 64 * 1024
"""Bytes in which a file that a command has made is known again."""


class NewFile(Struct, frozen=True):
    """The file ``path``, which is to be written.

    One that is there already stays, unless it ``is_to_go``, or has the bytes ``own``: then the same
    command has made it.
    """

    path: Path
    is_to_go: bool = False
    own: bytes = b""

    def check(self) -> None:
        """Raise UsageError if there is a file that has to stay; ask before long work."""
        if self.path.is_file() and not (self.is_to_go or self._is_own()):
            raise UsageError(
                f"{self.path}: expected a new file, but there is one: name another, or give"
                f" {OVERWRITE} to replace it"
            )

    def write(self, content: bytes) -> None:
        """Write ``content``; UsageError if there is a file that has to stay, OSError as usual."""
        self.check()
        with self.path.open("wb" if self.path.exists() else "xb") as file:
            file.write(content)

    def _is_own(self) -> bool:
        try:
            with open_untrusted(self.path) as file:
                return bool(self.own) and self.own in file.read(LOOKED_AT)
        except OSError as error:
            raise UsageError(f"{self.path}: cannot be read: {reason(error)}") from None
