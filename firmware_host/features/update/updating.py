"""The updater on this machine, and the updates that are asked for on the command line.

systemd starts the updater with the machine, before the table, and when somebody asks. It is the
only part of the program that may change the program.
"""

import json
import os
import secrets
import subprocess
import time
from argparse import Namespace
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec.structs import asdict

from firmware_host import __version__
from firmware_host.app.systemd_notify import Notifier
from firmware_host.base.errors import reason
from firmware_host.setup.machine import Machine, is_behind_overlay, release
from firmware_host.setup.paths import PROGRAM, SERVICE, STATE, UPDATE_KEY, UPDATE_SERVICE, UPDATES
from firmware_host.setup.update.at_table import FILE
from firmware_host.setup.update.disk import UpdateDisk, exists
from firmware_host.setup.update.intake import (
    FETCH_SECONDS,
    UPDATE_SECONDS,
    ReadOrder,
    WantedUpdate,
    hand_in,
    read_folder,
    take,
)
from firmware_host.setup.update.record import ON_TRIAL, UpdateError, UpdateRecord, read_record
from firmware_host.setup.update.releases import (
    ANSWER,
    LONGEST_ANSWER,
    Releases,
    ServiceState,
    environment,
)
from firmware_host.setup.update.updater import (
    HandedPackage,
    UpdateMachine,
    Updater,
    UpdateSite,
    checked,
)
from firmware_host.storage.state_folder import format_of
from hardware.doctor.machine import is_weak
from hardware.doctor.system import System

if TYPE_CHECKING:
    from firmware_host.web.orders import Prove


KEY_LONGEST = 4096
SHOWN = "ActiveState,SubState,Result,InvocationID,ExecMainStatus"
OVER, RUNS_AGAIN = ("inactive", "failed"), "auto-restart"

StateFormat = Callable[[UpdateDisk, str], int]


class ThisUpdateMachine:
    """The :class:`~firmware_host.setup.update.updater.UpdateMachine` that this program runs on.

    ``state_format`` reads the format of a folder with games.
    """

    def __init__(self, state_format: StateFormat) -> None:
        self._disk, self._machine, self._state_format = UpdateDisk(), Machine(), state_format

    def site(self) -> UpdateSite:
        return UpdateSite(
            Releases(self._disk).current,
            _output(("dpkg", "--print-architecture")).strip(),
            release(self._machine),
            self._state_format(self._disk, STATE),
            self._disk.free(UPDATES if exists(self._disk, UPDATES) else "/"),
            is_weak(System()),
            is_behind_overlay(self._machine.text("/proc/mounts") or "", PROGRAM),
        )

    def key(self) -> str | None:
        text = self._disk.read(UPDATE_KEY, KEY_LONGEST)
        return None if text is None else text.decode("ascii", "replace")

    def compile(self, folder: str, later: str) -> None:
        """Compile for the Python of the system, which runs the versions; failures do not matter."""
        command = ("/usr/bin/python3", "-m", "compileall", "-q", "-s", folder, "-p", later)
        _output((*command, f"{folder}/lib"))

    def service(self) -> ServiceState:
        return service_state(_output(("systemctl", "show", "--property", SHOWN, SERVICE)))

    def restart(self) -> None:
        _output(("systemctl", "--no-block", "restart", SERVICE))

    def answer(self) -> str:
        try:
            text = self._disk.read(f"{STATE}/{ANSWER}", LONGEST_ANSWER)
        except OSError:
            return ""
        return (text or b"").decode("utf-8", "replace")

    def clock(self) -> float:
        return time.monotonic()

    def wait(self, seconds: float) -> None:
        time.sleep(seconds)


def service_state(shown: str) -> ServiceState:
    """Return the state that the output of ``systemctl show`` means.

    >>> service_state("ActiveState=active\\nSubState=running\\nInvocationID=7\\nResult=success\\n")
    ServiceState(run='7', how='', is_over=False)
    """
    lines = (line.partition("=") for line in shown.splitlines())
    values = {name: value for name, _, value in lines}
    result, code = values.get("Result", ""), values.get("ExecMainStatus", "")
    has_failed = values.get("ActiveState") == "failed" or values.get("SubState") == RUNS_AGAIN
    return ServiceState(
        values.get("InvocationID", ""),
        f"{result} {code}".strip() if has_failed else "",
        values.get("ActiveState") in OVER,
    )


def keep_up(machine: ThisUpdateMachine, ready: Callable[[], None], read_order: ReadOrder) -> None:
    """Settle what the last end of the machine has left, call ``ready``, then do what is asked.

    ``read_order`` reads the signed orders of a fleet.
    """
    disk = UpdateDisk()
    updater = Updater(disk, machine, lambda: secrets.token_hex(4))
    updater.recover()
    ready()
    updater.watch()
    while (waiting := take(disk, read_order)) is not None:
        if isinstance(waiting, UpdateError):
            updater.refuse(waiting)
        else:
            updater.install(waiting)


def start() -> bool:
    """Let systemd start the updater for what was handed in; return whether it could be started."""
    command = ("systemctl", "--no-block", "start", UPDATE_SERVICE)
    return subprocess.run(command, env=environment(), check=False).returncode == 0


def _output(command: Sequence[str]) -> str:
    """Return what ``command`` prints; empty if it cannot be run."""
    try:
        done = subprocess.run(
            command, cwd="/", env=environment(), stdout=subprocess.PIPE, check=False, text=True
        )
    except OSError:
        return ""
    return done.stdout


LOOK: Final = 0.5
UPDATE_ORDER: Final = "update"
NO_ORDERS: Final = "this program takes no signed orders"
PATIENCE: Final = 20.0
"""Seconds for the updater to begin."""

FROM_SOURCES: Final = (
    f"the program was not installed from a Debian package ({PROGRAM}/current is missing): install "
    "the package once with sudo apt install ./FILE.deb"
)


def run(arguments: Namespace) -> int:
    """Install the package, show the state, or be the updater."""
    if arguments.service:
        return serve()
    if arguments.state:
        return show_state(is_json=arguments.json)
    if arguments.check:
        return check(arguments.file, arguments.older)
    return update(arguments.file, arguments.older)


def serve() -> int:
    """Be the updater; systemd hears that the table may start."""
    notifier = Notifier(os.environ)
    keep_up(_this_machine(), lambda: notifier.cycle(time.monotonic()), read_ordered)
    return 0


def read_ordered(payload: bytes, proofs: "Iterable[Prove] | None" = None) -> WantedUpdate:
    """Return what the order in ``payload`` names; UpdateError says why it does not count.

    One of ``proofs`` shows that it does, by default those of features. Which orders were taken is
    kept where only the updater writes.
    """
    # orders are rare, and what reads them needs all games
    from firmware_host.web.orders import PROOFS, OrderRefusedError

    patience = FETCH_SECONDS + UPDATE_SECONDS
    try:
        for prove in PROOFS if proofs is None else proofs:
            value = prove(UPDATE_ORDER, payload, Path(UPDATES), patience)
            try:
                return WantedUpdate.read(value)
            except ValueError as error:
                raise OrderRefusedError(f"update: {error}") from None
        raise OrderRefusedError(NO_ORDERS)
    except OrderRefusedError as error:
        raise UpdateError("order", f"the order that asks for it: {error}") from None


def show_state(disk: UpdateDisk | None = None, *, is_json: bool = False) -> int:
    """Print which version runs, and how the last update was; if it ``is_json``, for programs."""
    found = disk or UpdateDisk()
    releases, record = Releases(found), read_record(found)
    others = sorted(each for each in releases.all if each != releases.current)
    if is_json:
        last = None if record is None else asdict(record)
        state = {"program": __version__, "runs": releases.current}
        print(json.dumps({**state, "also": others, "last": last}))
        return 0
    print(f"runs: {_packaged(found)}")
    print(f"also on the card: {', '.join(others) or 'none'}")
    if record is not None:
        print(f"last update: {record.before} -> {record.to}: {record.state} {record.why}".rstrip())
    return 0


def check(
    file: Path,
    may_be_older: bool,
    disk: UpdateDisk | None = None,
    machine: UpdateMachine | None = None,
) -> int:
    """Print that ``file`` can be installed here; UpdateError says why not."""
    before = _packaged(disk or UpdateDisk())
    handed = _read(file, may_be_older)
    package = checked(handed, machine or _this_machine())
    print(f"{before} -> {package.version}: it can be installed")
    return 0


def update(
    file: Path,
    may_be_older: bool,
    disk: UpdateDisk | None = None,
    start: Callable[[], bool] = start,
    wait: Callable[[float], object] = time.sleep,
) -> int:
    """Hand ``file`` to the updater, and print how far it is until the new version has started.

    UpdateError says what prevents it, or why the old version runs again.
    """
    card = disk or UpdateDisk()
    _packaged(card)
    if disk is None and os.geteuid():
        raise UpdateError("card", "this needs root: put sudo before the command")
    earlier = read_record(card)
    if earlier is not None and earlier.state in ON_TRIAL:
        raise UpdateError(
            "interrupted", f"tableside {earlier.to} is on trial: try again in ten minutes"
        )
    try:
        Releases(card).prepare()
        hand_in(card, _read(file, may_be_older))
    except OSError as error:
        raise UpdateError("card", f"{PROGRAM} cannot be written to: {reason(error)}") from error
    if not start():
        raise UpdateError("card", f"{UPDATE_SERVICE} cannot be started: sudo tableside install")
    return _follow(card, earlier.id if earlier else "", wait)


def _follow(disk: UpdateDisk, earlier: str, wait: Callable[[float], object]) -> int:
    """Print the progress of the update after the one called ``earlier``."""
    said, waited = "", 0.0
    while True:
        record = read_record(disk)
        if record is None or record.id == earlier:
            if waited >= PATIENCE:
                raise UpdateError("card", f"nothing happens: journalctl -u {UPDATE_SERVICE}")
        elif record.state == "failed":
            raise UpdateError(record.obstacle or "interrupted", record.why)
        elif record.state in ("watched", "done"):
            print(_stays(record))
            return 0
        elif (line := _progress(record)) != said:
            said = line
            print(said, flush=True)
        wait(LOOK)
        waited += LOOK


def _progress(record: UpdateRecord) -> str:
    if record.state == "unpacking":
        return f"{record.before} -> {record.to}: {record.percent} % unpacked"
    return f"{record.before} -> {record.to}: the new version starts"


def _stays(record: UpdateRecord) -> str:
    trial = f"; if it fails in the next ten minutes, {record.before} comes back by itself"
    return f"tableside {record.to} runs{trial if record.state == 'watched' else ''}"


def _read(file: Path, may_be_older: bool) -> HandedPackage:
    place = file.absolute()
    if not FILE.fullmatch(place.name):
        raise UpdateError(
            "program", f"expected a file tableside_VERSION_ARCHITECTURE.deb, got {place.name}"
        )
    handed = read_folder(UpdateDisk(), str(place.parent), place.name)
    return handed.for_somebody(may_be_older=may_be_older)


def _this_machine() -> ThisUpdateMachine:
    return ThisUpdateMachine(format_of)


def _packaged(disk: UpdateDisk) -> str:
    """Return the version that runs; UpdateError if it is not from a package."""
    current = Releases(disk).current
    if current is None:
        raise UpdateError("program", FROM_SOURCES)
    return current
