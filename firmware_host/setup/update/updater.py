"""Carry an update out: check, unpack, switch, watch; and return to the old version if it fails."""

import logging
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Final, Protocol

from msgspec import Struct
from msgspec.structs import replace

from firmware_host.base.errors import reason
from firmware_host.setup.paths import RECORD, RELEASES
from firmware_host.setup.update.disk import UpdateDisk, replace_with
from firmware_host.setup.update.package import PACKAGE, UpdatePackage, check_sum
from firmware_host.setup.update.record import ENDED, LONGEST, ON_TRIAL, UpdateError, UpdateRecord
from firmware_host.setup.update.releases import (
    MOST_STARTS,
    UNPACKED,
    PackageEntry,
    Releases,
    ServiceState,
    Settle,
    Trial,
    is_newer,
    unpacking,
    unsteady,
)

RESERVE: Final = 32 << 20
"""Bytes that stay free on the card: games and the log go on while a version is unpacked."""

EVERY_ARCHITECTURE: Final = "all"
"""What a package says that has nothing for one kind of processor only."""

MB: Final = 1_000_000

LOOK: Final = 0.5
"""Seconds between two looks at a version on trial."""

STEPS: Final = 10
"""How many times the progress of unpacking is written down."""

log = logging.getLogger(__name__)


class UpdateSite(Struct, frozen=True):
    """Where an update is to go.

    ``version`` runs now, None if it did not come from a package. ``architecture`` is Debian's name
    for that of the machine, ``system`` the code name of the release, ``state_format`` that of the
    folder with the games, and ``free`` the number of free bytes. The others are what the machine
    says of its power and its card.
    """

    version: str | None
    architecture: str
    system: str
    state_format: int
    free: int
    is_power_low: bool = False
    is_overlay: bool = False


class HandedPackage(Struct, frozen=True):
    """A package as it was handed in: its file ``name`` and ``data``, and what was beside it.

    ``wanted`` is the version that somebody confirmed, None if that of the file is meant.
    """

    name: str
    data: bytes
    sums: bytes | None
    signature: bytes | None = None
    wanted: str | None = None
    may_be_older: bool = False

    def for_somebody(
        self, wanted: str | None = None, may_be_older: bool = False
    ) -> "HandedPackage":
        """Return the same package with what somebody has confirmed."""
        return replace(self, wanted=wanted, may_be_older=may_be_older)


class UpdateMachine(Protocol):
    """The machine around the card, as an update needs it."""

    def site(self) -> UpdateSite:
        """Return where the update is to go."""

    def key(self) -> str | None:
        """Return the text of the public key that is known here; None if none is."""

    def compile(self, folder: str, later: str) -> None:
        """Compile the modules in ``folder``, which has the name ``later`` when they run.

        Without it everything works, only slower.
        """

    def service(self) -> ServiceState:
        """Return the state of the table's service."""

    def restart(self) -> None:
        """Ask for a restart of the table's service, without waiting for it."""

    def answer(self) -> str:
        """Return what the program has said of itself during the trial."""

    def clock(self) -> float:
        """Return seconds."""

    def wait(self, seconds: float) -> None:
        """Return after ``seconds``."""


class Updater:
    """Carries updates out on ``disk`` and ``machine``; ``new_id`` names each of them.

    No method raises UpdateError: what prevents an update is in the :attr:`record`. OSError means
    that the card takes nothing any more; the next start continues.
    """

    def __init__(self, disk: UpdateDisk, machine: UpdateMachine, new_id: Callable[[], str]) -> None:
        self._disk, self._machine, self._new_id = disk, machine, new_id
        self._releases = Releases(disk)

    @property
    def record(self) -> UpdateRecord | None:
        """The record of the last update."""
        return UpdateRecord.read(self._disk.read(RECORD, LONGEST))

    def recover(self) -> None:
        """Put in order what the last end of the machine has left, before the table starts.

        Afterwards a version that runs on trial is in the :attr:`record`, and :meth:`watch` goes on.
        """
        record, current, trusted = self.record, self._releases.current, self._releases.trusted
        if current is None or trusted is None:
            return
        if record is None or record.state in ENDED:
            if current != trusted:
                log.error("tableside %s runs without a trial: back to %s", current, trusted)
                self._releases.run(trusted)
        elif record.state in ON_TRIAL and current == trusted == record.to:
            self._stood(record)
        elif record.state in ON_TRIAL and current != trusted:
            self._count_start(record)
        else:
            self._end(record, _interrupted(record))

    def install(self, handed: HandedPackage) -> None:
        """Install what was ``handed`` in and watch its trial; change nothing if it is unfit."""
        self._releases.prepare()
        before = self._releases.current or ""
        record = UpdateRecord("unpacking", self._new_id(), handed.wanted or "", before)
        try:
            package = checked(handed, self._machine)
        except UpdateError as error:
            self._fail(record, error)
            return
        record = replace(record, to=package.version)
        try:
            self._unpack(package, record)
            record = replace(record, state="trying")
            self._releases.plan_return(before)
            self._note(record)
            run = self._machine.service().run
            self._releases.run(record.to)
        except (UpdateError, OSError) as error:
            self._end(record, _as_failure(error))
            return
        log.warning("update: tableside %s runs on trial instead of %s", record.to, before)
        self._machine.restart()
        self.watch(run)

    def refuse(self, why: UpdateError) -> None:
        """Say ``why`` there is nothing to install."""
        self._releases.prepare()
        before = self._releases.current or ""
        self._fail(UpdateRecord("unpacking", self._new_id(), "", before), why)

    def watch(self, before: str = "") -> None:
        """Watch a version on trial, if one is, until it has stood it or the old one is back.

        ``before`` is the run of the service that is still to be restarted.
        """
        record = self.record
        if record is None or record.state not in ON_TRIAL:
            return
        trial = Trial(record, self._machine.clock(), before)
        try:
            while True:
                machine = self._machine
                verdict = trial.look(machine.answer(), machine.service(), machine.clock())
                if verdict == "started":
                    record = replace(record, state="watched")
                    self._note(record)
                elif verdict == "stood":
                    self._releases.trust(record.to)
                    self._stood(record)
                    return
                machine.wait(LOOK)
        except (UpdateError, OSError) as error:
            self._return(record, _as_failure(error))

    def _unpack(self, package: UpdatePackage, record: UpdateRecord) -> None:
        self._note(record)
        self._releases.keep_only({record.before})
        done, step, whole = 0, 0, max(package.installed_bytes, 1)

        def counted(entry: PackageEntry) -> PackageEntry:
            nonlocal done, step
            done += len(entry.data or b"")
            if done * STEPS // whole > step:
                step = done * STEPS // whole
                self._note(replace(record, percent=min(99, 100 * done // whole)))
            return entry

        for operation in unpacking(package.version, map(counted, package.entries())):
            if isinstance(operation, Settle):
                self._machine.compile(UNPACKED, f"{RELEASES}/{package.version}")
            operation.do(self._disk)

    def _count_start(self, record: UpdateRecord) -> None:
        """Count one more start of the machine during the trial of ``record``."""
        record = replace(record, starts=record.starts + 1)
        try:
            if record.starts > MOST_STARTS:
                raise unsteady(record)
            self._note(record)
        except (UpdateError, OSError) as error:
            self._return(record, _as_failure(error), is_started=False)

    def _return(self, record: UpdateRecord, why: UpdateError, is_started: bool = True) -> None:
        """Let the old version run again; on a full card this needs no room."""
        log.error("update: %s; tableside %s runs again", why, record.before)
        record = replace(record, state="returning", obstacle=why.obstacle, why=str(why))
        with suppress(OSError):
            self._note(record)
        self._releases.come_back()
        if is_started:
            self._machine.restart()
        self._end(record, why)

    def _end(self, record: UpdateRecord, why: UpdateError) -> None:
        """Leave the trusted version alone on the card, and say ``why``."""
        with suppress(OSError):  # the record matters more, and the next update tries again
            self._releases.come_back()
            self._releases.keep_only(())
        self._fail(record, why)

    def _fail(self, record: UpdateRecord, why: UpdateError) -> None:
        log.error("update: %s", why)
        self._note(replace(record, state="failed", obstacle=why.obstacle, why=str(why)))

    def _stood(self, record: UpdateRecord) -> None:
        """Say that the version of ``record`` stays; the one before it stays on the card too."""
        log.warning("update: tableside %s has stood its trial", record.to)
        with suppress(OSError):  # the next start says it again
            self._note(replace(record, state="done"))
            self._releases.keep_only({record.before})

    def _note(self, record: UpdateRecord) -> None:
        replace_with(self._disk, RECORD, record.text())


def checked(handed: HandedPackage, machine: UpdateMachine) -> UpdatePackage:
    """Return the package that was ``handed`` in if it can be installed on ``machine``.

    UpdateError says why not.
    """
    check_sum(handed.name, handed.data, handed.sums, handed.signature, machine.key())
    package = UpdatePackage.read(handed.data)
    if handed.wanted not in (None, package.version):
        raise UpdateError(
            "program",
            f"expected tableside {handed.wanted}, which was confirmed, got {package.version}",
        )
    check(package, machine.site(), handed.may_be_older)
    return package


def check(package: UpdatePackage, site: UpdateSite, may_be_older: bool = False) -> None:
    """Raise an UpdateError for the first thing that prevents ``package`` on ``site``, if any does.

    An older version is refused unless it ``may_be_older``.
    """
    for problem in _problems(package, site, may_be_older):
        raise problem


def _problems(
    package: UpdatePackage, site: UpdateSite, may_be_older: bool
) -> Iterator[UpdateError]:
    yield from _of_the_file(package, site)
    version, name = site.version or "", f"{PACKAGE} {package.version}"
    if package.version == version:
        yield UpdateError("same", f"{name} runs already: nothing was changed")
    elif not may_be_older and not is_newer(package.version, version):
        yield UpdateError(
            "older", f"expected a version newer than {version}, got {name}: to return to it, "
            "add --older",
        )  # fmt: skip
    written = package.state_format
    if written is not None and written < site.state_format:
        yield UpdateError(
            "state", f"the games are in a folder of format {site.state_format}, {name} reads up to "
            f"{written}: it could not start; take a newer version",
        )  # fmt: skip
    yield from _of_the_machine(package, site)


def _of_the_file(package: UpdatePackage, site: UpdateSite) -> Iterator[UpdateError]:
    if package.name != PACKAGE:
        yield UpdateError(
            "program", f"expected a package of {PACKAGE}, got one of {package.name!r}"
        )
    if package.architecture not in (site.architecture, EVERY_ARCHITECTURE):
        yield UpdateError(
            "architecture", f"expected a package for {site.architecture}, got one for "
            f"{package.architecture!r}: take the file for this one",
        )  # fmt: skip
    if site.system not in package.systems:
        known = ", ".join(package.systems) or "none that it names"
        yield UpdateError(
            "system", f"expected a package for {site.system}, this one is for {known}: take the "
            "one for this system, or write a newer system to the card",
        )  # fmt: skip


def _of_the_machine(package: UpdatePackage, site: UpdateSite) -> Iterator[UpdateError]:
    needed = package.installed_bytes + len(package.data) + RESERVE
    if site.is_overlay:
        yield UpdateError(
            "overlay", "the card is read-only behind an overlay, so an update would be lost with "
            "the next start: sudo raspi-config nonint disable_overlayfs, sudo reboot, try again",
        )  # fmt: skip
    if site.is_power_low:
        yield UpdateError(
            "power", "the supply is or was below 4.63 V since the start: use the supply that is "
            "made for this Raspberry Pi and a short, thick cable, restart it, then try again",
        )  # fmt: skip
    if site.free < needed:
        yield UpdateError(
            "room", f"expected {needed // MB} MB free on the card, there are {site.free // MB}: "
            "sudo apt clean, or see what fills it: sudo du -xh / | sort -h | tail",
        )  # fmt: skip


def _interrupted(record: UpdateRecord) -> UpdateError:
    """Return why ``record`` did not come to its end, as far as it says."""
    if record.obstacle is not None:
        return UpdateError(record.obstacle, record.why)
    return UpdateError("interrupted", "the power failed during the update: try again")


def _as_failure(error: UpdateError | OSError) -> UpdateError:
    if isinstance(error, UpdateError):
        return error
    return UpdateError(
        "card", f"the card cannot be written to: {reason(error)}: see tableside doctor"
    )
