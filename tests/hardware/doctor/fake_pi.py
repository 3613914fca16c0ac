"""Fake Raspberry Pis that are healthy for the doctor; a test removes a part."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from fnmatch import fnmatch
from typing import Self

from hardware import PinsError
from hardware.doctor.system import Ran, System

CONFIG = "/boot/firmware/config.txt"
SPEED = "/sys/bus/i2c/devices/i2c-1/of_node/clock-frequency"
SYNCHRONISED = "/run/systemd/timesync/synchronized"
HOME = "/home/pat"
PIP = f"{HOME}/tableside/.venv/bin/python -m pip"
ALARM = "/sys/class/hwmon/hwmon1/in0_lcrit_alarm"

REQUIREMENTS = (
    "gpiozero>=2.0.1.post3",
    "luma.oled>=3.16",
    "pyserial>=3.5",
    "Pillow<14,>=9.4",
    'textual>=8; extra == "simulator"',
    'lgpio>=0.2.2; extra == "pi"',
    'spidev>=3.6; extra == "pi"',
)
VERSIONS = {
    "gpiozero": "2.0.1.post3", "luma.oled": "3.16.0", "pyserial": "3.5", "Pillow": "13.0.0",
    "lgpio": "0.2.2.0", "spidev": "3.8",
}  # fmt: skip
OWNERS = {
    "/dev/gpiochip*": "gpio",
    "/dev/i2c-*": "i2c",
    "/dev/spidev*": "spi",
    "/dev/serial/*": "dialout",
    "/dev/tty*": "dialout",
    "/dev/snd/*": "audio",
    "/dev/fb*": "video",
}
GROUPS = ("pat", "gpio", "i2c", "spi", "dialout")

CHIPS: Mapping[str, Mapping[int, str]] = {
    "Raspberry Pi 3 Model B Rev 1.2": {
        0: "pinctrl-bcm2835", 1: "brcmvirt-gpio", 2: "raspberrypi-exp-gpio",
    },
    "Raspberry Pi 4 Model B Rev 1.4": {0: "pinctrl-bcm2711", 1: "raspberrypi-exp-gpio"},
    "Raspberry Pi 5 Model B Rev 1.0": {
        0: "gpio-brcmstb@107d508500", 1: "gpio-brcmstb@107d508520", 4: "pinctrl-rp1",
    },
    "Raspberry Pi Zero 2 W Rev 1.0": {0: "pinctrl-bcm2835", 1: "raspberrypi-exp-gpio"},
}  # fmt: skip
MODELS = tuple(CHIPS)


PLAYED = Ran(0)


@dataclass(frozen=True)
class FakePi(System):
    """A :class:`hardware.doctor.System` made of its fields; healthy unless a test changes them."""

    name: str
    labels: Mapping[int, str]
    interpreter: tuple[int, int, int] = (3, 11, 2)
    needed: Sequence[str] = REQUIREMENTS
    versions: Mapping[str, str] = field(default_factory=lambda: VERSIONS)
    unimportable: Mapping[str, str] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    numbers: Mapping[str, int] = field(default_factory=dict)
    present: frozenset[str] = frozenset()
    locked: frozenset[str] = frozenset()
    in_groups: tuple[str, ...] = GROUPS
    of_groups: tuple[str, ...] = GROUPS
    links: Mapping[str, str] = field(default_factory=dict)
    users: Mapping[int, str] = field(default_factory=dict)
    on_bus: tuple[int, ...] = (0x3C,)
    bus_error: OSError | None = None
    plays: Ran = PLAYED
    free: int = 8_000_000_000
    time: datetime = datetime(2026, 5, 4, 12, 30, tzinfo=UTC)

    def without(self, *paths: str) -> Self:
        """Return the same machine with nothing at ``paths``."""
        return replace(self, present=self.present - set(paths))

    def python(self) -> tuple[int, int, int]:
        return self.interpreter

    def pip(self) -> str:
        return PIP

    def user(self) -> str:
        return "pat"

    def requirements(self) -> Sequence[str]:
        return self.needed

    def version(self, package: str) -> str | None:
        return self.versions.get(package)

    def import_trouble(self, module: str) -> str:
        return self.unimportable.get(module, "")

    def model(self) -> str:
        return self.name

    def text(self, path: str) -> str | None:
        return self.texts.get(path)

    def number(self, path: str) -> int | None:
        return self.numbers.get(path)

    def exists(self, path: str) -> bool:
        return path in self.present

    def files(self, pattern: str) -> Sequence[str]:
        return sorted(path for path in self.present if fnmatch(path, pattern))

    def real(self, path: str) -> str:
        return self.links.get(path, path)

    def usable(self, path: str) -> bool:
        owners = [group for pattern, group in OWNERS.items() if fnmatch(path, pattern)]
        return path not in self.locked and set(owners) <= set(self.in_groups)

    def groups(self) -> Collection[str]:
        return self.in_groups

    def memberships(self) -> Collection[str]:
        return self.of_groups

    def chip_labels(self) -> Mapping[int, str]:
        return self.labels

    def line_user(self, chip: int, pin: int) -> str:
        if chip not in self.labels:
            raise PinsError(f"gpiochip{chip}: the state of pin {pin} cannot be read: not found")
        return self.users.get(pin, "")

    def answers(self, bus: int, address: int) -> bool:
        if self.bus_error is not None:
            raise self.bus_error
        return address in self.on_bus

    def run(self, command: Sequence[str], given: bytes, seconds: float) -> Ran:
        return self.plays if set(given) else Ran(1, "nothing to play")

    def free_bytes(self, path: str) -> int:
        return self.free

    def now(self) -> datetime:
        return self.time


def healthy(model: str = MODELS[1], interface: str = "i2c") -> FakePi:
    """Return a healthy machine called ``model`` with its display on ``interface``."""
    switch, node, sysfs = {
        "i2c": ("i2c_arm", "/dev/i2c-1", "/sys/bus/i2c/devices/i2c-1"),
        "spi": ("spi", "/dev/spidev0.0", "/sys/bus/spi/devices/spi0.0"),
    }[interface]
    config = f"[all]\ndtparam={switch}=on\ndtparam=i2c_arm_baudrate=400000\n"
    chips = {f"/dev/gpiochip{number}" for number in CHIPS[model]}
    return FakePi(
        name=model,
        labels=CHIPS[model],
        texts={CONFIG: config, ALARM: "0\n"},
        numbers={SPEED: 400_000},
        present=frozenset({"/", HOME, CONFIG, SYNCHRONISED, ALARM, node, sysfs} | chips),
    )
