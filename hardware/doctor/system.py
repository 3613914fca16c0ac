"""What the doctor may ask of the machine that it runs on; tests put another one in its place."""

import errno
import getpass
import glob
import grp
import importlib
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from hardware import PinsError
from hardware.input import pins
from hardware.untrusted_input import open_untrusted
from hardware.wiring.wiring import Wiring

PROGRAM = "tableside"

LONGEST = 256 * 1024
"""The largest number of bytes read of a file; a config.txt has some two thousand."""

NUMBER_BYTES = 4
UNSTARTED = 127
"""The code of a command that cannot be started, as shells give it."""

# what the I2C drivers of the Pi return when no device acknowledges its address
NO_ANSWER = (errno.ENXIO, errno.EREMOTEIO)


class Ran(NamedTuple):
    """How a command ended: its exit ``code``, None if it had to be ended, and its last words."""

    code: int | None
    words: str = ""


class System:
    """The machine that this program runs on, as the doctor sees it; no method changes it."""

    def python(self) -> tuple[int, int, int]:
        """Return the version of the interpreter."""
        return sys.version_info[:3]

    def pip(self) -> str:
        """Return the command that runs the pip of this program, with its full path."""
        command = f"{shlex.quote(sys.executable)} -m pip"
        return command if os.access(sys.prefix, os.W_OK) else f"sudo {command}"

    def user(self) -> str:
        """Return the name of the user who runs the program."""
        try:
            return getpass.getuser()
        except (KeyError, OSError):  # a number without a name, as in some containers
            return f"#{os.getuid()}"

    def requirements(self) -> Sequence[str]:
        """Return the packages that the program requires, as its metadata lists them."""
        try:
            return metadata.requires(PROGRAM) or ()
        except metadata.PackageNotFoundError:
            return ()

    def version(self, package: str) -> str | None:
        """Return the installed version of ``package``, None if it is not installed."""
        try:
            return metadata.version(package)
        except metadata.PackageNotFoundError:
            return None

    def import_trouble(self, module: str) -> str:
        """Return why ``module`` cannot be imported; empty if it can."""
        try:
            if module == "lgpio":
                pins.load_lgpio()
            else:
                importlib.import_module(module)
        except (ImportError, PinsError) as error:
            return str(error)
        return ""

    def model(self) -> str:
        """Return the name of the machine; empty if it has none."""
        return pins.model_name()

    def text(self, path: str) -> str | None:
        """Return up to 256 KiB of text of the file at ``path``, None if it cannot be read."""
        try:
            with open_untrusted(Path(path)) as file:
                return file.read(LONGEST).decode("utf-8", errors="replace")
        except OSError:
            return None

    def number(self, path: str) -> int | None:
        """Return the 32-bit number at ``path`` of the device tree, None if there is none."""
        try:
            with open_untrusted(Path(path)) as file:
                return int.from_bytes(file.read(NUMBER_BYTES), "big")
        except OSError:
            return None

    def exists(self, path: str) -> bool:
        """Return whether there is anything at ``path``."""
        return Path(path).exists()

    def files(self, pattern: str) -> Sequence[str]:
        """Return the paths that match ``pattern``, sorted."""
        return sorted(glob.glob(pattern, recursive=True))  # noqa: PTH207 - the pattern is a whole path

    def real(self, path: str) -> str:
        """Return ``path`` with every link followed."""
        return os.path.realpath(path)

    def usable(self, path: str) -> bool:
        """Return whether this process may read and write the file or folder at ``path``."""
        return os.access(path, os.R_OK | os.W_OK)

    def groups(self) -> Collection[str]:
        """Return the groups of this process."""
        return {_group_name(number) for number in (os.getegid(), *os.getgroups())}

    def memberships(self) -> Collection[str]:
        """Return the groups that the user will have after logging in again."""
        return {group.gr_name for group in grp.getgrall() if self.user() in group.gr_mem}

    def chip_labels(self) -> Mapping[int, str]:
        """Return the labels of the GPIO chips by number; raise PinsError without lgpio."""
        return pins.chip_labels(pins.load_lgpio())

    def line_user(self, chip: int, pin: int) -> str:
        """Return who has claimed BCM ``pin`` of ``chip``; empty if free. PinsError as above."""
        return pins.line_user(pins.load_lgpio(), chip, pin)

    def answers(self, bus: int, address: int) -> bool:
        """Return whether a device on I2C ``bus`` acknowledges ``address``; OSError on a failure."""
        from smbus2 import SMBus

        # a read, because not every driver of the Pi can do the empty write that i2cdetect prefers
        with SMBus(bus) as opened:
            try:
                opened.read_byte(address)
            except OSError as error:
                if error.errno in NO_ANSWER:
                    return False
                raise
        return True

    def run(self, command: Sequence[str], given: bytes, seconds: float) -> Ran:
        """Run ``command``, which reads ``given``, for so many ``seconds`` at most."""
        try:
            done = subprocess.run(
                command, input=given, timeout=seconds, capture_output=True, check=False
            )
        except subprocess.TimeoutExpired as error:
            return Ran(None, _last_words(error.stderr))
        except OSError as error:
            return Ran(UNSTARTED, str(error))
        return Ran(done.returncode, _last_words(done.stderr))

    def free_bytes(self, path: str) -> int:
        """Return how many bytes are free where ``path`` is."""
        return shutil.disk_usage(path).free

    def now(self) -> datetime:
        """Return the date and time of the machine's clock."""
        return datetime.now().astimezone()


class Installation(Struct, frozen=True):
    """What is examined: a machine, its ``wiring``, and the ``folder`` of its saved games.

    The table is to speak on the ALSA device ``sound_device``, None: it does not speak.
    """

    system: System
    wiring: Wiring
    folder: Path
    sound_device: str | None = None

    @property
    def is_speaking(self) -> bool:
        """Whether the table is to speak."""
        return self.sound_device is not None


def _last_words(said: bytes | None) -> str:
    lines = (said or b"")[-LONGEST:].decode("utf-8", errors="replace").split("\n")
    return next((line.strip() for line in reversed(lines) if line.strip()), "")


def _group_name(number: int) -> str:
    try:
        return grp.getgrgid(number).gr_name
    except KeyError:
        return f"#{number}"
