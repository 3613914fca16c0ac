"""A card that is only read: what is written to it lies over it, and is gone when it is switched on
again."""

import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest

OVERLAY: Final = "mount -t overlay overlay -o lowerdir={0}/card,upperdir={0}/new,workdir={0}/work"
FOLDERS: Final = ("card", "new", "work", "root")


def _run(command: Sequence[str]) -> None:
    subprocess.run(command, check=True, capture_output=True, text=True)


def _trouble() -> str | None:
    """Return why no overlay can be mounted here; None if it can."""
    with TemporaryDirectory() as folder:
        for name in FOLDERS:
            Path(folder, name).mkdir()
        try:
            _run(["unshare", "--mount", *OVERLAY.format(folder).split(), f"{folder}/root"])
        except (subprocess.CalledProcessError, FileNotFoundError) as error:
            return str(getattr(error, "stderr", "") or error).strip()
    return None


TROUBLE: Final = _trouble()

NEEDS_OVERLAY: Final = pytest.mark.skipif(
    TROUBLE is not None, reason=f"A READ-ONLY CARD IS NOT TRIED, no overlay is mounted: {TROUBLE}"
)


class ReadOnlyCard:
    """The system in ``folder``, mounted at :attr:`root` behind an overlay while it is on.

    ``binds`` are folders outside of it that lie over folders of the system, by the paths of these.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        for name in FOLDERS:
            (folder / name).mkdir(parents=True)
        self.card, self.root = folder / "card", folder / "root"
        self._mounted: list[Path] = []

    def switch_on(self, binds: Mapping[str, Path]) -> None:
        """Mount the card, with nothing over it, and then ``binds``."""
        self._put(self.root, OVERLAY.format(self._folder).split())
        for path, kept in binds.items():
            place = self.at(path)
            place.mkdir(parents=True, exist_ok=True)
            self._put(place, ["mount", "--bind", str(kept)])

    def switch_off(self) -> None:
        """Unmount everything, and throw away what was written over the card."""
        while self._mounted:
            _run(["umount", str(self._mounted.pop())])
        for name in ("new", "work"):
            _run(["rm", "-r", str(self._folder / name)])
            (self._folder / name).mkdir()

    def at(self, path: str) -> Path:
        """Return where ``path`` of the system is while it is on."""
        return self.root / path.lstrip("/")

    def _put(self, place: Path, command: Sequence[str]) -> None:
        _run([*command, str(place)])
        self._mounted.append(place)
