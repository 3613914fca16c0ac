"""Probes of the machine: its model, supply, GPIO chip and pins, who may use them, and saved
games."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from itertools import chain

from hardware import PinsError
from hardware.doctor import attached, buses
from hardware.doctor.findings import Finding, Probe, failed, not_needed, ok
from hardware.doctor.system import Installation, System
from hardware.input.pins import header_chip
from hardware.wiring.sections import where
from hardware.wiring.wiring import CUP, Wiring

PEERS = "/dev/serial/by-id/*"

ONE_WIRE_PIN = "4"
"""The pin of 1-Wire where config.txt names none."""

ONE_WIRE_OVERLAYS = ("w1-gpio", "w1-gpio-pullup")

END_THE_OTHER = (
    "end the program that uses it (the service: sudo systemctl stop tableside), or wire another pin"
)
RELEASES: Mapping[str, str] = {
    "spi": "without an SPI display: sudo raspi-config nonint do_spi 1, and sudo reboot; "
    "with one: add dtoverlay=spi0-1cs to config.txt; or wire another pin",
    "onewire": "sudo raspi-config nonint do_onewire 1, and sudo reboot; or wire another pin",
}
"""What frees a line, by the start of the name of the driver that has claimed it."""


def raspberry(installation: Installation) -> Finding:
    """Check that the machine is a Raspberry Pi."""
    model = installation.system.model()
    if "Raspberry Pi" in model:
        return ok(model)
    return failed(
        f"this is {model or 'a machine without a device tree'}",
        "run the doctor on the Raspberry Pi; to try tableside here: tableside simulate",
    )


def nodes(installation: Installation) -> Finding:
    """Check that the kernel offers the GPIO chips as devices."""
    files = installation.system.files("/dev/gpiochip*")
    if files:
        return ok(", ".join(files))
    return failed(
        "there is no /dev/gpiochip*",
        "sudo apt full-upgrade, and sudo reboot; in a container: pass the devices of the host in",
    )


def groups(installation: Installation) -> Finding:
    """Check that the user may use the devices that the wiring needs."""
    system = installation.system
    closed: dict[str, list[str]] = {}
    for group, pattern in _needed_groups(installation):
        if files := [file for file in system.files(pattern) if not system.usable(file)]:
            closed.setdefault(group, []).extend(files)
    if not closed:
        return ok(f"{system.user()} may use what is wired")
    missing = [group for group in closed if group not in system.memberships()]
    text = f"{system.user()} may not use " + ", ".join(chain(*closed.values()))
    if missing:
        return failed(
            text, f"sudo usermod -aG {','.join(missing)} {system.user()}, then log in again"
        )
    if set(closed) <= set(system.groups()):
        return failed(text, "sudo udevadm trigger, and sudo reboot if that does not help")
    return failed(text + ", though the groups are right", "log out and in again, or sudo reboot")


def chip(installation: Installation) -> Finding:
    """Find the GPIO chip of the header by its label, or the one that the wiring names."""
    labels, named = installation.system.chip_labels(), installation.wiring.chip
    if named is not None and named not in labels:
        found = ", ".join(f"gpiochip{number} {label}" for number, label in labels.items())
        return failed(
            f"the wiring names gpiochip{named}, but here is {found or 'none that opens'}",
            "remove 'chip' from [pins] in the wiring: the chip is then found by its label",
        )
    try:
        number = _number(installation)
    except PinsError as error:
        return failed(str(error), "find its number with gpiodetect: [pins] chip = N in the wiring")
    return ok(f"gpiochip{number} {labels[number]}")


def lines(installation: Installation) -> Finding:
    """Check that nobody else has claimed a pin of the wiring."""
    system, number = installation.system, _number(installation)
    taken = {
        f"{where(pin)} for {use} is used by {user}": user
        for use, pin in claims(installation.wiring).items()
        if (user := system.line_user(number, pin))
    }
    if not taken:
        return ok(f"{len(claims(installation.wiring))} pins are free")
    return failed("; ".join(taken), "; ".join(dict.fromkeys(map(_release, taken.values()))))


def one_wire(installation: Installation) -> Finding:
    """Check that 1-Wire does not use a pin of the wiring."""
    config = buses.read_config(installation.system)
    uses = {str(pin): use for use, pin in claims(installation.wiring).items()}
    for overlay in (each for name in ONE_WIRE_OVERLAYS for each in config.overlays(name)):
        pin = overlay.option("gpiopin", ONE_WIRE_PIN)
        if pin in uses:
            return failed(
                f"line {overlay.line} of {config.path} gives {where(int(pin))} to 1-Wire, "
                f"but it is wired for {uses[pin]}",
                f"remove dtoverlay={overlay.name} from {config.path} and sudo reboot, "
                f"or wire {uses[pin]} to another pin",
            )
    return ok("uses no pin of the wiring")


def peers(installation: Installation) -> Finding:
    """List the microcontrollers on USB, if there are any."""
    found = installation.system.files(PEERS)
    if not found:
        return not_needed("no microcontroller is plugged in")
    return ok(", ".join(path.rpartition("/")[2] for path in found))


def claims(wiring: Wiring) -> dict[str, int]:
    """Return every BCM pin that the program claims for ``wiring``, by its use."""
    pins = {
        f"the {line} contact" if line == CUP else line: pin for line, pin in wiring.lines.items()
    }
    others = {
        "the buzzer": wiring.buzzer,
        "the display's data/command": wiring.display.gpio_data_command,
        "the display's reset": wiring.display.gpio_reset,
    }
    others |= {f"the light of {side}": pin for side, pin in wiring.lights.items()}
    return pins | {use: pin for use, pin in others.items() if pin is not None}


def _needed_groups(installation: Installation) -> Iterator[tuple[str, str]]:
    """Yield the groups that the devices of the wiring belong to, with the devices."""
    display = installation.wiring.display
    buses = {
        "i2c": f"/dev/i2c-{display.i2c_port}",
        "spi": f"/dev/spidev{display.spi_port}.{display.spi_device}",
    }
    yield from (("video", path) for path in attached.screen_files(installation))
    yield "gpio", "/dev/gpiochip*"
    if display.interface in buses:
        yield display.interface, buses[display.interface]
    link = installation.wiring.link
    if installation.is_speaking:
        yield "audio", attached.PLAYERS
    yield from (("input", path) for path in attached.keyboard_files(installation))
    yield from (("dialout", path) for path in (PEERS, *(link.paths if link else ())))


def _number(installation: Installation) -> int:
    named = installation.wiring.chip
    return header_chip(installation.system.chip_labels()) if named is None else named


def _release(user: str) -> str:
    return next(
        (advice for start, advice in RELEASES.items() if user.startswith(start)), END_THE_OTHER
    )


THROTTLED = "/sys/devices/platform/soc/soc:firmware/get_throttled"
"""The bits that ``vcgencmd get_throttled`` prints, in hexadecimal."""

LOW_NOW, LOW_SINCE_START = 1 << 0, 1 << 16

ALARMS = "/sys/class/hwmon/hwmon*/in0_lcrit_alarm"
"""1 when the supply was too low (the kernel's driver raspberrypi-hwmon)."""


def supply(installation: Installation) -> Finding:
    """Check that the supply has not been too weak since the machine started."""
    system = installation.system
    bits = _throttled(system)
    if bits is None and not system.files(ALARMS):
        return not_needed("this machine does not measure its supply")
    if is_weak(system):
        is_low = bits is not None and bits & LOW_NOW
        return failed(
            f"the supply {'is' if is_low else 'was'} below 4.63 V: "
            "the machine slows down, and cards and displays fail",
            "use the supply that is made for this Raspberry Pi and a short, thick cable, "
            "then restart it; vcgencmd get_throttled prints 0x0 when all is well",
        )
    return ok("the voltage of the supply is high enough")


def is_weak(system: System) -> bool:
    """Return whether the supply of ``system`` is or was too low since its start."""
    bits = _throttled(system)
    alarms = (system.text(path) for path in system.files(ALARMS))
    is_low = bits is not None and bits & (LOW_NOW | LOW_SINCE_START)
    return bool(is_low) or any((alarm or "").strip() == "1" for alarm in alarms)


def _throttled(system: System) -> int | None:
    try:
        return int((system.text(THROTTLED) or "").strip(), 16)
    except ValueError:
        return None


ENOUGH = 50_000_000
"""Bytes that should be free: a game takes some ten thousand, but a full card stops other things."""

EARLIEST = datetime(2026, 1, 1, tzinfo=UTC)
"""An earlier clock has not been set: a Pi without a battery starts with the time it stopped at."""

SYNCHRONISED = "/run/systemd/timesync/synchronized"


def folder(installation: Installation) -> Finding:
    """Check that the folder of the saved games can be written or created."""
    system, wanted = installation.system, installation.folder
    existing = _existing(installation)
    if system.usable(existing):
        return ok(str(wanted) if existing == str(wanted) else f"{wanted}, which will be created")
    return failed(
        f"{system.user()} may not write in {existing}",
        f"sudo install -d -m 700 -o {system.user()} {wanted}, or name another with --state-dir "
        "(if the card is mounted read-only: sudo mount -o remount,rw /)",
    )


def free_space(installation: Installation) -> Finding:
    """Check that there is free space for saved games."""
    free = installation.system.free_bytes(_existing(installation))
    text = f"{free // 1_000_000} MB free for {installation.folder}"
    if free < ENOUGH:
        return failed(
            f"{text}, expected {ENOUGH // 1_000_000}",
            "see what fills the card: sudo du -xh / | sort -h | tail; then sudo apt clean",
        )
    return ok(text)


def clock(installation: Installation) -> Finding:
    """Check that the clock is set, so that records have the right date."""
    now = installation.system.now()
    text = now.strftime("%Y-%m-%d %H:%M %Z")
    if now < EARLIEST:
        return failed(
            f"{text} is in the past",
            "sudo timedatectl set-ntp true with a network, else sudo date -s 'YYYY-MM-DD HH:MM'",
        )
    if installation.system.exists(SYNCHRONISED):
        return ok(f"{text}, set by the network")
    return ok(f"{text}, not set by the network")


def _existing(installation: Installation) -> str:
    """Return the state folder, or the nearest folder above it that exists."""
    path = installation.folder.absolute()
    places = map(str, (path, *path.parents))
    return next(place for place in places if installation.system.exists(place))


PROBES: Mapping[str, Probe] = {
    "Raspberry Pi": raspberry, "GPIO devices": nodes, "groups": groups, "GPIO chip": chip,
    "1-Wire": one_wire, "pins": lines, "serial peers": peers,
    "supply": supply, "state folder": folder, "free space": free_space, "clock": clock,
}  # fmt: skip
