"""A simulated card with folders and links, which loses power, fails and fills up as a test says.

What was not synced may or may not be there after a power cut: each name in each folder and each
part of a file for itself, so more may be lost than on any real file system.
"""

import errno
import os
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from firmware_host.setup.update.disk import UpdateDisk

ALL = 1 << 40
BLOCK = 4096
TORN = (0.0, 0.5, 1.0)


class CardPowerCut(BaseException):
    """The power of the card failed; this ends the run."""


@dataclass(eq=False)
class Blob:
    """A file: what is safe of it, and what is read."""

    data: bytes = b""
    is_safe: bool = False

    def after_cut(self, rng: random.Random) -> "Blob":
        share = 1.0 if self.is_safe else rng.choice(TORN)
        kept = self.data[: int(len(self.data) * share)]
        return Blob(kept if rng.random() < 0.5 else kept.ljust(len(self.data), b"\0"), True)


@dataclass(eq=False)
class Symlink:
    """A link; it is one entry, so it is there or not."""

    target: str


@dataclass(eq=False)
class Directory:
    """A folder: its names as they are read, those that are safe, and the changes between."""

    names: dict[str, "Node"] = field(default_factory=dict)
    safe: dict[str, "Node"] = field(default_factory=dict)
    pending: list[tuple[str | None, str | None, "Node | None"]] = field(default_factory=list)

    def change(self, gone: str | None, come: str | None, node: "Node | None") -> None:
        self.pending.append((gone, come, node))
        _apply(self.names, gone, come, node)

    def settle(self) -> None:
        self.safe, self.pending = dict(self.names), []

    def after_cut(self, rng: random.Random) -> "Directory":
        names = dict(self.safe)
        for change in self.pending:
            if rng.random() < 0.6:
                _apply(names, *change)
        left = {name: node.after_cut(rng) if not isinstance(node, Symlink) else node
                for name, node in names.items()}  # fmt: skip
        return Directory(left, dict(left))


Node = Blob | Symlink | Directory


def _apply(names: dict[str, Node], gone: str | None, come: str | None, node: Node | None) -> None:
    if gone is not None:
        names.pop(gone, None)
    if come is not None and node is not None:
        names[come] = node


def failure(number: int) -> OSError:
    return OSError(number, os.strerror(number))


class Card(UpdateDisk):
    """An ``UpdateDisk`` in memory.

    ``watch`` is called before each call that changes anything; ``room`` is the number of bytes for
    all files, in blocks. ``faults`` maps the number of a call to the errno with which it fails.
    """

    def __init__(
        self,
        root: Directory | None = None,
        watch: Callable[[str], None] | None = None,
        room: int = ALL,
    ) -> None:
        self.root = root or Directory()
        self.watch, self.room = watch, room
        self.faults: dict[int, int] = {}
        self.calls = 0

    def after_cut(self, rng: random.Random, watch: Callable[[str], None] | None = None) -> "Card":
        """Return the card as a power cut in this moment may leave it."""
        return Card(self.root.after_cut(rng), watch, self.room)

    def tree(self, path: str = "") -> dict[str, object]:
        """Return what is below ``path``: the bytes of files, the targets of links."""
        found: dict[str, object] = {}
        node = self._node(path)
        if isinstance(node, Directory):
            for name, below in node.names.items():
                if isinstance(below, Directory):
                    found[f"{name}/"] = None
                    found |= {f"{name}/{k}": v for k, v in self.tree(f"{path}/{name}").items()}
                else:
                    found[name] = below.data if isinstance(below, Blob) else below.target
        return found

    def names(self, folder: str) -> Sequence[str]:
        node = self._node(folder)
        return sorted(node.names) if isinstance(node, Directory) else ()

    def is_folder(self, path: str) -> bool:
        return isinstance(self._node(path), Directory)

    def target(self, path: str) -> str | None:
        node = self._node(path)
        return node.target if isinstance(node, Symlink) else None

    def read(self, path: str, most: int) -> bytes | None:
        node = self._node(path)
        return node.data[:most] if isinstance(node, Blob) else None

    def free(self, path: str) -> int:
        return self.room - self._used()

    def make_folder(self, path: str) -> None:
        self._call("make_folder")
        self._add(path, Directory())

    def write(self, path: str, data: bytes, mode: int) -> None:
        self._call("write")
        blob = Blob()
        self._add(path, blob)
        if self._used() + len(data) > self.room:
            raise failure(errno.ENOSPC)
        blob.data = data

    def make_link(self, path: str, target: str) -> None:
        self._call("make_link")
        if self._used() + BLOCK > self.room:
            raise failure(errno.ENOSPC)
        self._add(path, Symlink(target))

    def rename(self, path: str, to: str) -> None:
        self._call("rename")
        (folder, name), (other, come) = self._parent(path), self._parent(to)
        node, there = folder.names.get(name), other.names.get(come)
        if node is None:
            raise failure(errno.ENOENT)
        if isinstance(there, Directory) and there.names:
            raise failure(errno.ENOTEMPTY)
        if folder is other:
            folder.change(name, come, node)
        else:
            other.change(None, come, node)
            folder.change(name, None, None)

    def remove(self, path: str) -> None:
        self._call("remove")
        folder, name = self._parent(path)
        node = folder.names.get(name)
        if node is None:
            raise failure(errno.ENOENT)
        if isinstance(node, Directory) and node.names:
            raise failure(errno.ENOTEMPTY)
        folder.change(name, None, None)

    def sync(self) -> None:
        self._call("sync")
        for node in _all(self.root):
            if isinstance(node, Directory):
                node.settle()
            elif isinstance(node, Blob):
                node.is_safe = True

    def sync_folder(self, folder: str) -> None:
        self._call("sync_folder")
        node = self._node(folder)
        assert isinstance(node, Directory), folder
        node.settle()

    def _call(self, what: str) -> None:
        if self.watch is not None:
            self.watch(what)
        self.calls += 1
        if self.calls in self.faults:
            raise failure(self.faults[self.calls])

    def _used(self) -> int:
        blobs = (node for node in _all(self.root) if isinstance(node, Blob))
        return sum(-(-len(blob.data) // BLOCK) * BLOCK for blob in blobs)

    def _add(self, path: str, node: Node) -> None:
        folder, name = self._parent(path)
        if name in folder.names:
            raise failure(errno.EEXIST)
        folder.change(None, name, node)

    def _parent(self, path: str) -> tuple[Directory, str]:
        above, _, name = path.rpartition("/")
        node = self._node(above)
        if not isinstance(node, Directory):
            raise failure(errno.ENOENT)
        return node, name

    def _node(self, path: str) -> Node | None:
        node: Node | None = self.root
        for name in filter(None, path.split("/")):
            node = node.names.get(name) if isinstance(node, Directory) else None
        return node


def _all(node: Node) -> Iterator[Node]:
    yield node
    if isinstance(node, Directory):
        for below in node.names.values():
            yield from _all(below)
