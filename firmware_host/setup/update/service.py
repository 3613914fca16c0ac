"""The updater on this machine: started with it, before the table, and when somebody asks.

It is the only part of the program that may change the program.
"""

import secrets
import subprocess
import time
from collections.abc import Callable, Sequence

from firmware_host.setup.machine import OVERLAY, Machine, release
from firmware_host.setup.paths import SERVICE, STATE, UPDATE_KEY, UPDATE_SERVICE, UPDATES
from firmware_host.setup.update.disk import OsUpdateDisk, UpdateDisk, exists
from firmware_host.setup.update.intake import ReadOrder, take
from firmware_host.setup.update.record import UpdateError
from firmware_host.setup.update.releases import Releases, environment
from firmware_host.setup.update.trial import ANSWER, LONGEST_ANSWER, ServiceState
from firmware_host.setup.update.updater import Updater, UpdateSite
from hardware.doctor.machine import is_weak
from hardware.doctor.system import ThisSystem

KEY_LONGEST = 4096
SHOWN = "ActiveState,SubState,Result,InvocationID,ExecMainStatus"
OVER, RUNS_AGAIN = ("inactive", "failed"), "auto-restart"

StateFormat = Callable[[UpdateDisk, str], int]


class ThisUpdateMachine:
    """The :class:`~firmware_host.setup.update.updater.UpdateMachine` that this program runs on.

    ``state_format`` reads the format of a folder with games.
    """

    def __init__(self, state_format: StateFormat) -> None:
        self._disk, self._machine, self._state_format = OsUpdateDisk(), Machine(), state_format

    def site(self) -> UpdateSite:
        return UpdateSite(
            Releases(self._disk).current,
            _output(("dpkg", "--print-architecture")).strip(),
            release(self._machine),
            self._state_format(self._disk, STATE),
            self._disk.free(UPDATES if exists(self._disk, UPDATES) else "/"),
            is_weak(ThisSystem()),
            OVERLAY.search(self._machine.text("/proc/mounts") or "") is not None,
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


def serve(machine: ThisUpdateMachine, ready: Callable[[], None], read_order: ReadOrder) -> None:
    """Settle what the last end of the machine has left, call ``ready``, then do what is asked.

    ``read_order`` reads the signed orders of a fleet.
    """
    disk = OsUpdateDisk()
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
