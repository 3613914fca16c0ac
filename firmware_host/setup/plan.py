"""The steps of an installation, in order, for what was chosen."""

import re
from collections.abc import Iterator
from functools import partial

from msgspec import Struct

from firmware_host.setup import boot_config, fleet_unit, systemd_units, web_unit
from firmware_host.setup.choices import Choices
from firmware_host.setup.machine import Machine
from firmware_host.setup.paths import (
    BLUETOOTH_ADAPTER,
    BLUETOOTH_GROUP,
    COMMAND,
    FLEET_SETTINGS,
    FLEET_STATE,
    FLEET_STATE_KEPT,
    FLEET_UNIT,
    GROUPS,
    OPTIONS,
    RULES,
    SERVICE,
    SOURCE,
    STATE,
    UNIT,
    USB_AUTOMOUNT_UNIT,
    USB_FOLDER,
    USB_MOUNT_UNIT,
    USER,
    VENV,
    WEB_STATE,
    WEB_STATE_KEPT,
    WEB_UNIT,
    WIRING,
)
from firmware_host.setup.steps import BlockStep, Check, CommandStep, FileStep, InstallStep
from firmware_host.setup.systemd_units import Unit
from firmware_host.setup.udev_rules import rules
from hardware.doctor.bootconfig import PLACES
from hardware.wiring.wiring import Wiring

PACKAGES = {
    "python3-venv": "creates the environment of the program",
    "python3-lgpio": "controls the pins; other sources have no package for Python 3.13",
    "python3-spidev": "controls displays on SPI",
    "python3-pil": "draws the screens, and has the libraries that a newer Pillow needs",
    "python3-cbor2": "a part of luma, which is not built on a 32-bit system then",
}
"""Packages of Raspberry Pi OS, and what each is for."""

PARTS = ("pyproject.toml", "README.md", "LICENSE", "firmware_host", "games", "hardware")
"""The files and folders that the program is built from."""

BOOT = "config.txt"
"""The name of the step that takes effect with the next start of the machine."""


class InstallRequest(Struct, frozen=True):
    """What is installed, and on what machine.

    ``source`` is the folder with the program, ``model`` the model of the machine. ``choices`` and
    ``wiring_text`` are written to files unless they are None; ``wiring`` is the wiring that they
    describe. ``has_web`` adds the page in the browser, ``has_fleet`` the agent of a fleet, with the
    settings ``fleet_text`` unless they are there already (None).
    """

    source: str
    model: str
    wiring: Wiring
    has_web: bool = False
    choices: Choices | None = None
    wiring_text: str | None = None
    has_fleet: bool = False
    fleet_text: str | None = None

    @property
    def is_shared(self) -> bool:
        """Whether the table has sockets for others."""
        return self.has_web or self.has_fleet


def plan(wanted: InstallRequest, machine: Machine) -> tuple[InstallStep, ...]:
    """Return the steps of the ``wanted`` installation on ``machine``.

    The names of the steps do not depend on what is wanted, so every installation can be undone:
    these steps, :func:`web_steps` and :func:`fleet_steps` are all there are.
    """
    web = web_steps() if wanted.has_web else ()
    fleet = fleet_steps(wanted.fleet_text) if wanted.has_fleet else ()
    settings = _settings(wanted, machine)
    return (
        *_packages(),
        *_user(),
        *_program(wanted, machine),
        *settings,
        *_usb_stick(),
        *_service(wanted.is_shared),
        *web,
        *fleet,
    )


def web_steps() -> tuple[InstallStep, ...]:
    """Return the steps for the page in the browser."""
    return _steps_beside(
        WEB_UNIT,
        web_unit.WEB,
        "systemd starts the web server at boot and restarts it; it may only talk to the table",
        "page",
        "the web server starts now and with every boot",
        (WEB_STATE, WEB_STATE_KEPT),
    )


def fleet_steps(settings: str | None = None) -> tuple[InstallStep, ...]:
    """Return the steps for the agent of a fleet with ``settings``; None leaves them as they are."""
    kept = FileStep(
        FLEET_SETTINGS,
        "the broker and the orders that count; nobody but root can read it",
        settings,
        is_secret=True,
    )
    steps = _steps_beside(
        FLEET_UNIT,
        fleet_unit.FLEET,
        "systemd starts the agent at boot and restarts it; it only calls the broker",
        "agent",
        "the agent of the fleet starts now and with every boot",
        (FLEET_STATE, FLEET_STATE_KEPT),
    )
    return (kept, *steps)


def _steps_beside(
    path: str, unit: Unit, why: str, name: str, why_now: str, folders: tuple[str, ...]
) -> tuple[InstallStep, ...]:
    """Return the steps for the ``unit`` at ``path`` of a service beside the table.

    They are taken for the reasons ``why`` and ``why_now``. ``name`` is that of the second, and
    ``folders`` are what the service leaves.
    """
    service = path.rpartition("/")[2]
    return (
        FileStep(path, why, systemd_units.text(unit), (("systemctl", "daemon-reload"),)),
        CommandStep(
            name,
            why_now,
            (("systemctl", "enable", service), ("systemctl", "--no-block", "restart", service)),
            (("systemctl", "disable", "--now", service), ("rm", "-rf", *folders)),
        ),
    )


def _packages() -> Iterator[InstallStep]:
    yield CommandStep(
        "list of packages",
        "it is needed to find the packages below",
        (("apt-get", "update"),),
        done=lambda machine: all(_has_package(name)(machine) for name in PACKAGES),
        is_preparation=True,
    )
    for name, why in PACKAGES.items():
        yield CommandStep(
            f"package {name}",
            why,
            (("apt-get", "install", "--yes", "--no-install-recommends", name),),
            (("apt-mark", "auto", name),),
            _has_package(name),
        )


def _user() -> Iterator[InstallStep]:
    yield CommandStep(
        f"user {USER}",
        "the program runs as this user, who may do nothing else",
        (
            (
                "useradd", "--system", "--user-group", "--home-dir", STATE, "--no-create-home",
                "--shell", "/usr/sbin/nologin", USER,
            ),
        ),
        (("userdel", USER),),
        _has_line("/etc/passwd", rf"{USER}:.*"),
    )  # fmt: skip
    for group in (*GROUPS, BLUETOOTH_GROUP):
        yield CommandStep(
            f"group {group}",
            f"its members may use the devices of {group}",
            (("gpasswd", "--add", USER, group),),
            (("gpasswd", "--delete", USER, group),),
            partial(_has_member, group=group),
        )


def _has_member(machine: Machine, group: str) -> bool:
    """Return whether the user is in ``group``; there may be no group for Bluetooth to be in."""
    is_missing = group == BLUETOOTH_GROUP and not _has_line("/etc/group", rf"{group}:.*")(machine)
    return is_missing or _has_line("/etc/group", rf"{group}:.*[:,]{USER}(,.*)?")(machine)


def _program(wanted: InstallRequest, machine: Machine) -> Iterator[InstallStep]:
    yield CommandStep(
        "environment",
        "the program and what it needs, separate from the system; it uses the packages above",
        (("/usr/bin/python3", "-m", "venv", "--system-site-packages", VENV),),
        (("rm", "-rf", VENV),),
    )
    if wanted.source != SOURCE:
        yield from _built_from(wanted, machine)
    yield CommandStep(
        "command",
        "so that 'tableside' can be typed anywhere",
        (("ln", "-s", f"{VENV}/bin/tableside", COMMAND),),
        (("rm", COMMAND),),
        lambda machine: machine.exists(COMMAND),
    )


def _built_from(wanted: InstallRequest, machine: Machine) -> Iterator[InstallStep]:
    yield CommandStep(
        "source",
        "a copy, so that building leaves no files in the original folder",
        (
            ("rm", "-rf", SOURCE),
            ("mkdir", SOURCE),
            ("cp", "-r", *(f"{wanted.source}/{part}" for part in PARTS), SOURCE),
        ),
    )
    extras = ["bluetooth"] if machine.exists(BLUETOOTH_ADAPTER) else []
    extras += ["web"] * wanted.has_web + ["fleet"] * wanted.has_fleet
    extra = f"[{','.join(extras)}]" if extras else ""
    yield CommandStep(
        "program",
        "the program is installed in its environment",
        ((f"{VENV}/bin/python", "-m", "pip", "install", f"{SOURCE}{extra}"),),
    )


def _settings(wanted: InstallRequest, machine: Machine) -> Iterator[InstallStep]:
    options = wanted.choices.text() if wanted.choices else None
    yield FileStep(OPTIONS, "what was chosen: wiring, language, game", options)
    yield FileStep(WIRING, "your own wiring, where the service may read it", wanted.wiring_text)
    yield FileStep(
        RULES,
        "groups of devices, where the system sets none; keeps modem tools off serial devices",
        rules(machine, wanted.wiring),
        (("udevadm", "control", "--reload"), ("udevadm", "trigger")),
    )
    path = config_path(machine)
    yield BlockStep(
        BOOT,
        "enables the bus of the display",
        path,
        partial(boot_config.with_block, wiring=wanted.wiring, model=wanted.model),
        boot_config.missing(machine.text(path) or "", wanted.wiring, wanted.model),
    )


def _usb_stick() -> Iterator[InstallStep]:
    yield FileStep(
        USB_MOUNT_UNIT, "a USB stick for the counters", systemd_units.text(systemd_units.USB_MOUNT)
    )
    yield FileStep(
        USB_AUTOMOUNT_UNIT,
        "mounts the stick when the program uses it, and unmounts it again",
        systemd_units.text(systemd_units.USB_AUTOMOUNT),
        (("systemctl", "daemon-reload"),),
    )
    name = USB_AUTOMOUNT_UNIT.rpartition("/")[2]
    yield CommandStep(
        "stick",
        "systemd watches for the stick from now on and after every boot",
        (("systemctl", "enable", "--now", name),),
        (("systemctl", "disable", "--now", name), ("rm", "-df", USB_FOLDER)),
        is_optional=True,
    )


def _service(is_shared: bool) -> Iterator[InstallStep]:
    yield FileStep(
        UNIT,
        "systemd starts the program at boot, watches it and restarts it",
        systemd_units.text(systemd_units.service_unit(is_shared)),
        (("systemctl", "daemon-reload"),),
    )
    yield CommandStep(
        "service",
        "the program starts now and with every boot",
        (("systemctl", "enable", SERVICE), ("systemctl", "--no-block", "restart", SERVICE)),
        (("systemctl", "disable", "--now", SERVICE),),
    )


def config_path(machine: Machine) -> str:
    """Return the path of config.txt on ``machine``."""
    return next((path for path in PLACES if machine.exists(path)), PLACES[0])


def _has_package(name: str) -> Check:
    return _has_line("/var/lib/dpkg/status", rf"Package: {name}\nStatus: install ok installed")


def _has_line(path: str, pattern: str) -> Check:
    """Return a check whether the file at ``path`` has whole lines that match ``pattern``."""
    lines = re.compile(rf"^{pattern}$", re.MULTILINE)
    return lambda machine: lines.search(machine.text(path) or "") is not None
