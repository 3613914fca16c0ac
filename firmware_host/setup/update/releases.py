"""The versions on the card: their folders, how one is put there, which runs, and which is on trial.

What an update does to the card before the switch is data, so that it can be tried at every step:

>>> entries = [PackageEntry("bin"), PackageEntry("bin/tableside", b"#!")]
>>> for each in unpacking("0.2.0", entries):
...     print(type(each).__name__, getattr(each, "path", ""))
Clear /opt/tableside/update/unpacked
MakeFolder /opt/tableside/update/unpacked
MakeFolder /opt/tableside/update/unpacked/bin
WriteFile /opt/tableside/update/unpacked/bin/tableside
Settle
Publish /opt/tableside/update/unpacked
"""

import logging
import os
import re
import subprocess
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final, Literal, NamedTuple, Protocol

from msgspec import Struct

from firmware_host.base.errors import reason
from firmware_host.setup.machine import PATH
from firmware_host.setup.paths import CURRENT, FOR_UPDATER, RELEASES, STATE, TRUSTED, UPDATES
from firmware_host.setup.update.disk import (
    PRIVATE,
    UpdateDisk,
    exists,
    point,
    remove_tree,
    replace_with,
)
from firmware_host.setup.update.record import (
    ENDED,
    ON_TRIAL,
    UpdateError,
    UpdateRecord,
    read_record,
)
from hardware.untrusted_input import harmless

FOLDER = RELEASES.rpartition("/")[2]

BACK = f"{CURRENT}.back"
"""A link to the version before, from the switch to the end of the trial."""

UNPACKED: Final = f"{UPDATES}/unpacked"
"""Where a version is unpacked, and where an old one is taken apart: nothing here is ever run."""

RUBBISH: Final = f"{UPDATES}/rubbish"

EXECUTABLE, PLAIN = 0o755, 0o644

VERSION = re.compile(r"[0-9][0-9A-Za-z.+~-]{0,63}")
"""A version of tableside; it has no epoch, because it is also the name of a folder."""


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


class PackageEntry(NamedTuple):
    """A file, a folder or a link of a version.

    ``path`` is relative to the folder of the version. ``data`` is None for a folder, ``target``
    None unless it is a link.
    """

    path: str
    data: bytes | None = None
    mode: int = PLAIN
    target: str | None = None


class Operation(Protocol):
    """One change of the card, or the wait until the changes before are safe."""

    def do(self, disk: UpdateDisk) -> None:
        """Carry it out; OSError if that fails."""


class Clear(Struct, frozen=True):
    """Remove what an update that did not end has left at ``path``."""

    path: str

    def do(self, disk: UpdateDisk) -> None:
        remove_tree(disk, self.path)


class MakeFolder(Struct, frozen=True):
    """Make the folder at ``path``."""

    path: str

    def do(self, disk: UpdateDisk) -> None:
        disk.make_folder(self.path)


class WriteFile(Struct, frozen=True):
    """Write ``data`` to a new file at ``path``."""

    path: str
    data: bytes
    mode: int

    def do(self, disk: UpdateDisk) -> None:
        disk.write(self.path, self.data, self.mode)


class MakeLink(Struct, frozen=True):
    """Make a link to ``target`` at ``path``."""

    path: str
    target: str

    def do(self, disk: UpdateDisk) -> None:
        disk.make_link(self.path, self.target)


class Settle(Struct, frozen=True):
    """Wait until everything so far is on the card."""

    def do(self, disk: UpdateDisk) -> None:
        disk.sync()


class Publish(Struct, frozen=True):
    """Give the complete folder at ``path`` its name ``to``, and wait until it has it."""

    path: str
    to: str

    def do(self, disk: UpdateDisk) -> None:
        disk.rename(self.path, self.to)
        disk.sync_folder(self.to.rpartition("/")[0])


def unpacking(version: str, entries: Iterable[PackageEntry]) -> Iterator[Operation]:
    """Yield what puts ``version`` with its ``entries`` among the releases, whole or not at all."""
    yield Clear(UNPACKED)
    yield MakeFolder(UNPACKED)
    for entry in entries:
        path = f"{UNPACKED}/{entry.path}"
        if entry.target is not None:
            yield MakeLink(path, entry.target)
        elif entry.data is None:
            yield MakeFolder(path)
        else:
            yield WriteFile(path, entry.data, entry.mode)
    yield Settle()
    yield Publish(UNPACKED, f"{RELEASES}/{version}")


def removing(version: str) -> Iterator[Operation]:
    """Yield what removes ``version``: first its name, so that no part of a folder has one."""
    yield Clear(RUBBISH)
    yield Publish(f"{RELEASES}/{version}", RUBBISH)
    yield Clear(RUBBISH)


def is_newer(version: str, than: str) -> bool:
    """Return whether Debian takes ``version`` for newer than the version ``than``.

    UpdateError where there is no dpkg to say so.

    >>> is_newer("0.10.0", "0.9.1"), is_newer("1.0~rc1", "1.0"), is_newer("1.0-10", "1.0-2")
    (True, False, True)
    """
    command = ("dpkg", "--compare-versions", version, "gt", than)
    try:
        ended = subprocess.run(command, env=environment(), stderr=subprocess.DEVNULL, check=False)
    except OSError as error:
        raise without_dpkg(error) from error
    return ended.returncode == 0


def environment() -> Mapping[str, str]:
    """Return the environment in which programs of the system are found."""
    return {**os.environ, "PATH": PATH, "LC_ALL": "C.UTF-8"}


def without_dpkg(error: OSError) -> UpdateError:
    """Return why there are no updates where dpkg cannot be run because of ``error``."""
    return UpdateError(
        "system",
        f"expected dpkg, which reads packages and compares versions, but {reason(error)}: updates "
        "are for Raspberry Pi OS and other systems of Debian",
    )


PATIENCE: Final = 60.0
"""Seconds for the first picture and the first answer to the watchdog."""

PROBATION: Final = 600.0
"""Seconds after those in which one failure is enough to return."""

MOST_STARTS: Final = 3
"""How often the machine may be started during a trial: a version that brings it down has failed."""

STARTED, FAILED = "started", "failed"
"""What the program says of itself: the id of the update, one of these, and more after a failure."""

ANSWER: Final = f"{FOR_UPDATER}answer"
LONGEST_ANSWER: Final = 300

Verdict = Literal["wait", "started", "stood"]

log = logging.getLogger(__name__)


class ServiceState(NamedTuple):
    """The service of the table as systemd sees it.

    ``run`` is another word each time it is started. ``how`` says how it ended, empty while it runs
    or is started.
    """

    run: str
    how: str = ""
    is_over: bool = False
    """True if it ended as somebody wanted: systemd will not start it again."""


class Trial:
    """The trial of the version in ``record`` from ``now`` on, in seconds.

    ``before`` is the run of the service that goes on until it is restarted; it does not count.
    """

    def __init__(self, record: UpdateRecord, now: float, before: str = "") -> None:
        self._record, self._before = record, before
        self._run: str | None = None
        self._is_started = record.state == "watched"
        self._until = now + (PROBATION if self._is_started else PATIENCE)

    def look(self, answer: str, service: ServiceState, now: float) -> Verdict:
        """Return what the ``answer`` of the program and the ``service`` mean at ``now``.

        UpdateError if the version has failed.
        """
        about, said, why = _words(answer)
        is_ours = about == self._record.id
        if is_ours and said == FAILED:
            raise self._failure("failed", f"reported a failure: {why}")
        self._check(service)
        if is_ours and said == STARTED and not self._is_started:
            self._is_started, self._until = True, now + PROBATION
            return "started"
        if now >= self._until and not self._is_started:
            raise self._failure("silent", f"did not draw its first picture within {PATIENCE:.0f} s")
        return "stood" if self._is_started and (now >= self._until or service.is_over) else "wait"

    def _check(self, service: ServiceState) -> None:
        """Note the run of the new version, and raise UpdateError if it has ended."""
        if service.run in ("", self._before):
            return
        self._run = self._run or service.run
        if service.run != self._run:
            raise self._failure("ended", "ended and was started again")
        if service.how:
            raise self._failure("ended", f"ended: {service.how}")
        if service.is_over and not self._is_started:
            raise self._failure("ended", "ended before its first picture")

    def _failure(self, word: Literal["silent", "ended", "failed"], what: str) -> UpdateError:
        return UpdateError(word, f"tableside {self._record.to} {what}")


def _words(answer: str) -> tuple[str, str, str]:
    words = answer.split(maxsplit=2)
    about, said, why = (*words, "", "", "")[:3]
    return about, said, why


def unsteady(record: UpdateRecord) -> UpdateError:
    """Return the failure of a version during whose trial the machine was started too often."""
    return UpdateError(
        "unsteady",
        f"the machine was started {MOST_STARTS} times during the trial of tableside {record.to}",
    )


class TrialAnswer:
    """Says of the running program, once each, that it has started and that it has failed.

    ``folder`` is the state folder of the service. Nothing is said unless the program is on trial.
    """

    def __init__(self, disk: UpdateDisk | None = None, folder: str = STATE) -> None:
        self._disk, self._folder = disk or UpdateDisk(), folder
        record, current = read_record(self._disk), Releases(self._disk).current
        is_on_trial = record is not None and record.state in ON_TRIAL and record.to == current
        self._about = record.id if record is not None and is_on_trial else ""
        self._said = ""

    def started(self) -> None:
        """Say that the first picture is drawn and the watchdog has its first answer."""
        if not self._said:
            self._say(STARTED)

    def failed(self, error: Exception) -> None:
        """Say that the table has failed with ``error``."""
        if self._said != FAILED:
            self._say(FAILED, f"{type(error).__name__}: {error}")

    def _say(self, word: str, why: str = "") -> None:
        if self._about:
            self._said = word
            text = harmless(" ".join(f"{self._about} {word} {why}".split()), LONGEST_ANSWER)
            try:
                path = f"{self._folder}/{ANSWER}"
                replace_with(self._disk, path, text.encode("utf-8"), PRIVATE)
            except OSError as error:
                log.warning("the updater cannot be answered: %s", error)


def trial_answer(environ: Mapping[str, str]) -> TrialAnswer | None:
    """Return the answer of a program that systemd has started as a service; None elsewhere."""
    folder = environ.get("STATE_DIRECTORY", "").split(":")[0]
    return TrialAnswer(folder=folder) if folder else None


def has_come_back(disk: UpdateDisk | None = None) -> bool:
    """Return whether the program runs again because a newer version has failed its trial."""
    found = disk or UpdateDisk()
    record, current = read_record(found), Releases(found).current
    return record is not None and record.before == current and record.state != ENDED[0]
