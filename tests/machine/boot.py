"""Runs a command on a simulated computer: a real kernel, as an ordinary process of this one.

The kernel is User-Mode Linux. It has the device tree of a Raspberry Pi 4, the lines of its header
on ``/dev/gpiochip0``, a display on ``/dev/i2c-1``, and the files of this computer::

    python -m tests.machine.boot [--virtual-time] [--no-board] -- COMMAND ...
"""

import argparse
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from threading import Timer
from typing import Self

from tests.machine import image

INSIDE = "TABLESIDE_MACHINE"
"""The variable that is set on the simulated computer."""

MEMORY = 512 << 20
"""Bytes; they are a file of this computer's while the machine runs."""

NOT_OURS = ("GLIBC_TUNABLES", "LG_WD", "PWD", "TMPDIR", "PYTEST_CURRENT_TEST")
"""Variables of this computer that mean something else there."""

FAREWELLS = ("reboot: System halted", "reboot: Power down")
STOPPED = 124
"""The status of a machine that stopped without one, as of a command that ``timeout`` ended."""


class Machine:
    """A machine that runs ``command``, in this folder and environment, and then turns itself off.

    On ``virtual_time`` sleeping costs none; without its ``board`` it is no Raspberry Pi and has no
    pins; ``card``, a file of this computer, is its disk ``/dev/ubda``. After ``seconds`` its power
    is cut. ``more`` are variables to set.
    """

    def __init__(
        self,
        command: Sequence[str],
        virtual_time: bool = False,
        board: bool = True,
        card: Path | None = None,
        seconds: float = 600.0,
        more: Mapping[str, str] | None = None,
    ) -> None:
        self._job = tempfile.TemporaryDirectory(prefix="tableside-machine-")
        job = Path(self._job.name)
        (job / "command").write_text(_script(command, more or {}), encoding="utf-8")
        kernel = [
            str(image.folder() / "linux.uml"), "root=/dev/root", "rootfstype=hostfs",
            "rootflags=/", "rw", f"mem={MEMORY}", f"init={image.KERNEL / 'init.sh'}",
            f"MACHINE_JOB={job}", f"MACHINE_IMAGE={image.folder()}", f"uml_dir={job}/",
            "video=vfb:640x480-32@60", "vfb.videomemorysize=2097152",
            "con=null", "con0=null,fd:1", "panic=-1", "quiet", "loglevel=0",
        ]  # fmt: skip
        kernel += [f"dtb={image.folder() / 'pi4.dtb'}"] if board else []
        kernel += ["time-travel=inf-cpu"] if virtual_time else []
        kernel += [f"ubda={card}"] if card else []
        self._process = subprocess.Popen(
            kernel, env=_environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True, errors="replace", start_new_session=True,
        )  # fmt: skip
        self._timer = Timer(seconds, self.cut_power)
        self._timer.daemon = True
        self._timer.start()

    def lines(self) -> Iterator[str]:
        """Yield what is said on its console, until it is off."""
        assert self._process.stdout is not None, "it is a pipe"
        for line in self._process.stdout:
            if line.strip() not in FAREWELLS:
                yield line.rstrip("\r\n")

    def status(self) -> int:
        """Wait until it is off; return the status of the command, :data:`STOPPED` without one."""
        for _ in self.lines():
            pass
        self._process.wait()
        self._timer.cancel()
        try:
            return int((Path(self._job.name) / "status").read_text(encoding="ascii"))
        except (OSError, ValueError):
            return STOPPED

    def cut_power(self) -> None:
        """End it in this instant, with all that its memory held. Twice is fine."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.cut_power()
        self._process.wait()
        self._timer.cancel()
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._job.cleanup()


def obstacle() -> str:
    """Why no machine can be had here, in one line; empty if one can."""
    if not image.is_built():
        return "no simulated machine: build it with 'make machine' (Debian on x86-64)"
    if find_spec("lgpio") is None:
        return "no simulated machine: lgpio is not installed (the extra 'pi')"
    with Machine(["true"], seconds=300.0) as machine:
        said = list(machine.lines())
        if machine.status() == 0:
            return ""
    return f"no simulated machine: User-Mode Linux does not run here ({' '.join(said[-1:])})"


def _script(command: Sequence[str], more: Mapping[str, str]) -> str:
    """What the machine's first process runs: ``command``, as if nothing lay in between."""
    variables = {**os.environ, **more, INSIDE: "1"}
    exports = [
        f"export {name}={shlex.quote(value)}\n"
        for name, value in variables.items()
        if name.isidentifier() and name not in NOT_OURS
    ]
    return f"{''.join(exports)}cd {shlex.quote(str(Path.cwd()))}\nexec {shlex.join(command)}\n"


def _environment() -> dict[str, str]:
    """That of the kernel itself, whose memory must fit where it keeps it."""
    places = {} if shutil.disk_usage("/dev/shm").total > MEMORY else {"TMPDIR": "/var/tmp"}
    return {**places, **os.environ}


def _end(number: int, _: object) -> None:
    """End this program in such a way that the machine loses its power."""
    sys.exit(128 + number)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command in ``arguments`` on a machine; return its exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.machine.boot")
    parser.add_argument("--virtual-time", action="store_true", help="sleeping takes no time")
    parser.add_argument("--no-board", action="store_true", help="not a Raspberry Pi, no pins")
    parser.add_argument("command", nargs="+", metavar="COMMAND")
    asked = parser.parse_args(arguments)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _end)
    with Machine(asked.command, asked.virtual_time, not asked.no_board) as machine:
        for line in machine.lines():
            print(line, flush=True)
        return machine.status()


if __name__ == "__main__":
    sys.exit(main())
