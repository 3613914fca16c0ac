"""The versions on the card: the folders, and the two links that say which of them runs."""

from collections.abc import Collection

from firmware_host.setup.paths import CURRENT, RELEASES, TRUSTED, UPDATES
from firmware_host.setup.update.disk import UpdateDisk, exists, point, remove_tree
from firmware_host.setup.update.obstacles import UpdateError
from firmware_host.setup.update.operations import RUBBISH, UNPACKED, Clear, removing
from firmware_host.setup.update.versions import VERSION

FOLDER = RELEASES.rpartition("/")[2]

BACK = f"{CURRENT}.back"
"""A link to the version before, from the switch to the end of the trial."""


class Releases:
    """The versions on ``disk``. Methods raise OSError when the card fails."""

    def __init__(self, disk: UpdateDisk) -> None:
        self._disk = disk

    @property
    def current(self) -> str | None:
        """The version that runs; None if the program was not installed from a package."""
        return self._named(CURRENT)

    @property
    def trusted(self) -> str | None:
        """The version that last stood its trial."""
        return self._named(TRUSTED)

    @property
    def all(self) -> Collection[str]:
        """Every version that is on the card."""
        return tuple(self._disk.names(RELEASES))

    def run(self, version: str) -> None:
        """Let ``version`` be what runs from the next start on."""
        self._point(CURRENT, version)

    def trust(self, version: str) -> None:
        """Let ``version`` be what carries updates out, and what comes back."""
        self._point(TRUSTED, version)

    def plan_return(self, version: str) -> None:
        """Prepare the way back to ``version``, so that going it needs no room on the card."""
        remove_tree(self._disk, BACK)
        self._disk.make_link(BACK, f"{FOLDER}/{version}")

    def come_back(self) -> None:
        """Let the trusted version run again, if another one runs."""
        trusted = self.trusted
        if trusted is None or trusted == self.current:
            return
        if self._named(BACK) == trusted:
            self._disk.rename(BACK, CURRENT)
            self._disk.sync_folder(CURRENT.rpartition("/")[0])
        else:
            self.run(trusted)

    def keep_only(self, versions: Collection[str | None]) -> None:
        """Remove what updates have left, and all versions but ``versions`` and those in use."""
        used = {*versions, self.current, self.trusted}
        for path in (UNPACKED, RUBBISH, BACK):
            Clear(path).do(self._disk)
        for version in self.all:
            if version not in used:
                for operation in removing(version):
                    operation.do(self._disk)

    def prepare(self) -> None:
        """Make the folder of the updates."""
        if not exists(self._disk, UPDATES):
            self._disk.make_folder(UPDATES)
            self._disk.sync_folder(UPDATES.rpartition("/")[0])

    def _point(self, link: str, version: str) -> None:
        if not self._disk.is_folder(f"{RELEASES}/{version}"):
            raise UpdateError(
                "unreadable", f"expected the folder {RELEASES}/{version}, there is none"
            )
        point(self._disk, link, f"{FOLDER}/{version}")

    def _named(self, link: str) -> str | None:
        folder, _, version = (self._disk.target(link) or "").rpartition("/")
        is_ours = folder == FOLDER and VERSION.fullmatch(version) is not None
        return version if is_ours else None
