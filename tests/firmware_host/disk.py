"""A disk double that fails or loses its power where a test says so, and knows what is safe."""

import errno
import io
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import BinaryIO

FOLDER = Path("state")
SHORT, ALL, FEW = -1, 1 << 30, 7
FOREVER = 1000

Image = dict[str, bytes]
Cuts = Callable[[int], Sequence[int]]


def failure(number: int) -> OSError:
    return OSError(number, os.strerror(number))


class PowerCut(BaseException):
    """Ends a run on the disk double where the plug is pulled."""


class Stored:
    """A file on the disk double: what is on the card, and what was written so far."""

    def __init__(self, data: bytes = b"") -> None:
        self.saved = self.written = data


class Disk:
    """A storage that counts its calls, fails or stops at a chosen one, and knows what was synced.

    ``faults`` maps the number of a call to the errno with which it fails; a write that fails with
    ``SHORT`` takes only a few bytes and says so. At the call ``cut_at`` the power goes.
    """

    def __init__(
        self,
        image: Mapping[str, bytes] | None = None,
        *,
        faults: Mapping[int, int] | None = None,
        cut_at: int | None = None,
    ) -> None:
        self.files = {name: Stored(data) for name, data in (image or {}).items()}
        self.folders = [dict(self.files)]
        self.faults = dict(faults or {})
        self.cut_at = cut_at
        self.log: list[str] = []
        self._open: dict[int, Stored] = {}
        self._spoilt: set[int] = set()

    @property
    def calls(self) -> int:
        return len(self.log)

    @property
    def open_files(self) -> int:
        return len(self._open)

    @property
    def saved(self) -> Image:
        """What the files hold on the card, under the names that they have now."""
        return {name: stored.saved for name, stored in self.files.items()}

    def fail(self, number: int, calls: int = FOREVER) -> None:
        """Let the next ``calls`` fail with the errno ``number``."""
        self.faults = dict.fromkeys(range(self.calls, self.calls + calls), number)

    def mend(self) -> None:
        self.faults = {}

    def names(self, folder: Path) -> Sequence[str]:
        assert folder == FOLDER
        self._call("names")
        return list(self.files)

    def read(self, path: Path) -> BinaryIO:
        self._call("read")
        return io.BytesIO(self.files[path.name].written)

    def open_new(self, path: Path) -> int:
        self._call("open_new")
        if path.name in self.files:
            raise failure(errno.EEXIST)
        self.files[path.name] = self._open[self.calls] = Stored()
        self._renamed()
        return self.calls

    def write(self, descriptor: int, data: bytes) -> int:
        taken = data[: self._call("write", descriptor)]
        self._open[descriptor].written += taken
        return len(taken)

    def sync(self, descriptor: int) -> None:
        self._call("sync", descriptor)
        stored = self._open[descriptor]
        stored.saved = stored.written

    def sync_folder(self, folder: Path) -> None:
        assert folder == FOLDER
        self._call("sync_folder")
        self.folders = [dict(self.files)]

    def rename(self, path: Path, name: str) -> None:
        self._call("rename")
        assert name not in self.files
        self.files[name] = self.files.pop(path.name)
        self._renamed()

    def remove(self, path: Path) -> None:
        self._call("remove")
        if path.name not in self.files:
            raise failure(errno.ENOENT)
        del self.files[path.name]
        self._renamed()

    def close(self, descriptor: int) -> None:
        self._call("close", descriptor)
        del self._open[descriptor]

    def images(self, cuts: Cuts) -> Iterator[Image]:
        """Every state of the card that a power cut here may leave behind."""
        for folder in self.folders:
            versions = [remains(stored, cuts) for stored in folder.values()]
            for data in product(*versions):
                yield dict(zip(folder, data, strict=True))

    def _call(self, what: str, descriptor: int = -1) -> int:
        """Count a call; returns how many bytes are taken if it is a write."""
        assert what == "close" or descriptor not in self._spoilt
        number = self.calls
        self.log.append(what)
        if number == self.cut_at:
            raise PowerCut
        fault = self.faults.get(number)
        if fault is None:
            return ALL
        if descriptor >= 0:
            self._spoilt.add(descriptor)
        if fault == SHORT:
            return FEW
        raise failure(fault)

    def _renamed(self) -> None:
        self.folders.append(dict(self.files))


def remains(stored: Stored, cuts: Cuts) -> Sequence[bytes]:
    """What a power cut may leave of a file: unsynced bytes gone, torn, zeroed or out of order."""
    pending = stored.written.removeprefix(stored.saved)
    half = len(pending) // 2
    torn = [pending[:cut] for cut in cuts(len(pending))]
    holes = [bytes(len(pending)), bytes(half) + pending[half:], pending[:half] + bytes(half)]
    return [stored.saved + rest for rest in sorted({*torn, *holes})]


def everywhere(length: int) -> Sequence[int]:
    return range(length + 1)


def in_three_places(length: int) -> Sequence[int]:
    return (0, length // 2, length)
