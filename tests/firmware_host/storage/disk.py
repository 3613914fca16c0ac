"""A simulated disk that fails or loses power where a test says so, and knows what is safe."""

import errno
import io
import os
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import BinaryIO, NamedTuple

from firmware_host.storage.filesystem import Storage
from tests.firmware_host.storage.stored import Cuts, Stored, Truncation, Write, subsets

FOLDER = Path("state")
SHORT, ALL, FEW = -1, 1 << 30, 7
FOREVER = 1000

Image = dict[str, bytes]


def failure(number: int) -> OSError:
    return OSError(number, os.strerror(number))


class PowerCut(BaseException):
    """The power of the simulated disk failed; this ends the run."""


class Entry(NamedTuple):
    """A change of the folder: a name that disappears, and one that appears with its file."""

    gone: str | None = None
    come: str | None = None
    stored: Stored | None = None

    def on(self, files: dict[str, Stored]) -> None:
        if self.gone is not None:
            files.pop(self.gone, None)
        if self.come is not None and self.stored is not None:
            files[self.come] = self.stored


class LateSync:
    """Syncs only when it is joined, as a card that takes as long as it can."""

    def __init__(self) -> None:
        self._begun: tuple[Storage, int] | None = None

    @property
    def is_pending(self) -> bool:
        """Whether something was begun that is not on the card yet."""
        return self._begun is not None

    def begin(self, storage: Storage, descriptor: int) -> None:
        assert not self.is_pending, "a file was written while another sync went on"
        self._begun = storage, descriptor

    def join(self) -> None:
        begun, self._begun = self._begun, None
        if begun is not None:
            storage, descriptor = begun
            storage.sync(descriptor)

    def close(self) -> None:
        assert not self.is_pending, "the table was closed before all was on the card"


class Disk(Storage):
    """A storage that counts its calls, fails at chosen ones, and knows what was synced.

    ``faults`` maps the number of a call to the errno with which it fails; a write that fails with
    ``SHORT`` writes only a few bytes and says so. At the call ``cut_at`` the power fails. ``room``
    is the number of bytes for all files. ``watch`` is called with the name of a call before it.
    """

    def __init__(
        self,
        image: Mapping[str, bytes] | None = None,
        *,
        faults: Mapping[int, int] | None = None,
        cut_at: int | None = None,
        room: int = ALL,
        watch: Callable[[str], None] | None = None,
    ) -> None:
        self.files = {name: Stored(data) for name, data in (image or {}).items()}
        self.faults = dict(faults or {})
        self.cut_at = cut_at
        self.room = room
        self.watch = watch
        self.log: list[str] = []
        self._safe = dict(self.files)
        self._entries: list[Entry] = []
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
        """What is on the card of each file, under the name that it has now."""
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

    def size(self, path: Path) -> int:
        self._call("size")
        return len(self.files[path.name].written)

    def read(self, path: Path) -> BinaryIO:
        self._call("read")
        return io.BytesIO(self._there(path).written)

    def open_new(self, path: Path) -> int:
        self._call("open_new")
        if path.name in self.files:
            raise failure(errno.EEXIST)
        stored = self._open[self.calls] = Stored()
        self._change(Entry(come=path.name, stored=stored))
        return self.calls

    def write(self, descriptor: int, data: bytes) -> int:
        limit = self._call("write", descriptor)
        if limit == FEW:
            limit = min(FEW, len(data) - 1)
        taken = data[: min(limit, self._free())]
        stored = self._open[descriptor]
        if taken:
            stored.change(Write(len(stored.written), taken))
        if len(taken) < len(data):
            self._spoilt.add(descriptor)
            if not taken:
                raise failure(errno.ENOSPC)
        return len(taken)

    def truncate(self, descriptor: int, length: int) -> None:
        self._call("truncate", descriptor)
        self._open[descriptor].change(Truncation(length))

    def sync(self, descriptor: int) -> None:
        self._call("sync", descriptor)
        self._open[descriptor].sync()

    def sync_folder(self, folder: Path) -> None:
        assert folder == FOLDER
        self._call("sync_folder")
        self._safe, self._entries = dict(self.files), []

    def rename(self, path: Path, name: str) -> None:
        self._call("rename")
        assert name not in self.files or not name.endswith(".journal")
        self._change(Entry(path.name, name, self._there(path)))

    def remove(self, path: Path) -> None:
        self._call("remove")
        self._there(path)
        self._change(Entry(path.name))

    def close(self, descriptor: int) -> None:
        self._call("close", descriptor)
        del self._open[descriptor]

    def images(self, cuts: Cuts) -> Iterator[Image]:
        """Yield every state of the card that a power cut at this point may leave."""
        for chosen in subsets(len(self._entries)):
            folder = self._folder(chosen)
            versions = [stored.versions(cuts) for stored in folder.values()]
            for data in product(*versions):
                yield dict(zip(folder, data, strict=True))

    def image(self, rng: random.Random) -> Image:
        """Return one of the states that a power cut at this point may leave."""
        folder = self._folder([rng.random() < 0.6 for _ in self._entries])
        return {name: stored.version(rng) for name, stored in folder.items()}

    def _folder(self, chosen: Sequence[bool]) -> dict[str, Stored]:
        """Return the folder on the card if only the ``chosen`` changes reached it."""
        files = dict(self._safe)
        for entry, is_there in zip(self._entries, chosen, strict=True):
            if is_there:
                entry.on(files)
        return files

    def _there(self, path: Path) -> Stored:
        """Return the file at ``path``; raise the error of the system if there is none."""
        if path.name not in self.files:
            raise failure(errno.ENOENT)
        return self.files[path.name]

    def _free(self) -> int:
        """Return the bytes left; the sync of the folder frees those of removed files."""
        there = {*self.files.values(), *self._safe.values()}
        return max(self.room - sum(len(stored.written) for stored in there), 0)

    def _call(self, what: str, descriptor: int = -1) -> int:
        """Count a call; return how many bytes it may write."""
        assert what == "close" or descriptor not in self._spoilt
        if self.watch is not None:
            self.watch(what)
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

    def _change(self, entry: Entry) -> None:
        entry.on(self.files)
        self._entries.append(entry)
