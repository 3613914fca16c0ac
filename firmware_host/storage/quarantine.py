"""Setting aside what a journal cannot read: it is kept under another name, and told."""

from collections.abc import Callable
from itertools import chain, count
from pathlib import Path

from firmware_host.errors import reason
from firmware_host.storage.filesystem import Storage, append


def keep_tail(storage: Storage, folder: Path, name: str, tail: bytes) -> str:
    """Copy the ``tail`` of the file ``name`` in ``folder`` to ``*.tail``; return a sentence."""

    def copy(aside: str) -> None:
        descriptor = storage.open_new(folder / aside)
        try:
            append(storage, descriptor, tail)
        finally:
            storage.close(descriptor)

    kept = _kept(storage, folder, f"{name}.tail", copy)
    return f"{name} ends in something that is no record: {kept}"


def keep_unreadable(storage: Storage, folder: Path, name: str, fault: str) -> str:
    """Rename the file ``name`` in ``folder`` to ``*.unreadable``; return a sentence."""

    def rename(aside: str) -> None:
        storage.rename(folder / name, aside)

    return f"{name} {fault}: {_kept(storage, folder, f'{name}.unreadable', rename)}"


def _kept(storage: Storage, folder: Path, wanted: str, keep: Callable[[str], None]) -> str:
    """Let ``keep`` use the ``wanted`` name or one like it; tell where it is now."""
    try:
        taken = set(storage.names(folder))
        names = chain([wanted], (f"{wanted}{number}" for number in count(2)))
        aside = next(name for name in names if name not in taken)
        keep(aside)
    except OSError as error:
        return f"it stays there ({reason(error)})"
    return f"it is kept as {aside}"
