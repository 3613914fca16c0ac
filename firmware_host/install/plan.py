"""What an installation is: its steps, in order, for what was chosen."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from firmware_host.install import boot_config, stick_units, systemd_unit
from firmware_host.install.choices import Choices
from firmware_host.install.machine import Machine
from firmware_host.install.paths import (
    COMMAND,
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
    WIRING,
)
from firmware_host.install.steps import Block, Commands, Look, OwnFile, Step
from firmware_host.install.udev_rules import rules
from hardware.doctor.bootconfig import PLACES
from hardware.wiring.wiring import Wiring

PACKAGES = {
    "python3-venv": "it makes the environment that the program lives in",
    "python3-lgpio": "it talks to the pins; Python 3.13 has no ready-made package elsewhere",
    "python3-spidev": "it talks to displays on SPI",
    "python3-pil": "it draws the screens, and brings the libraries that a newer Pillow needs",
}
"""Packages of Raspberry Pi OS, and what for."""

PARTS = ("pyproject.toml", "README.md", "LICENSE", "firmware_host", "games", "hardware")
"""What the program is built from."""

BOOT = "config.txt"
"""The name of the step that works after the next start of the machine."""


@dataclass(frozen=True)
class Aim:
    """What is to be installed where.

    ``source`` is the folder with the program, ``model`` the name of the machine; ``choices`` and
    ``wiring_text`` are written down unless they are None, ``wiring`` is what they come to.
    """

    source: str
    model: str
    wiring: Wiring
    choices: Choices | None = None
    wiring_text: str | None = None


def plan(aim: Aim, machine: Machine) -> tuple[Step, ...]:
    """Return the steps of ``aim`` on ``machine``; their names are the same for every aim."""
    settings = _settings(aim, machine)
    return (*_packages(), *_user(), *_program(aim), *settings, *_stick(), *_service())


def _packages() -> Iterator[Step]:
    yield Commands(
        "list of packages",
        "the packages below are looked up in it",
        (("apt-get", "update"),),
        done=lambda machine: all(_has_package(name)(machine) for name in PACKAGES),
        is_aid=True,
    )
    for name, why in PACKAGES.items():
        yield Commands(
            f"package {name}",
            why,
            (("apt-get", "install", "--yes", "--no-install-recommends", name),),
            (("apt-mark", "auto", name),),
            _has_package(name),
        )


def _user() -> Iterator[Step]:
    yield Commands(
        f"user {USER}",
        "the program runs as a user of its own, who may do nothing else",
        (
            (
                "useradd", "--system", "--user-group", "--home-dir", STATE, "--no-create-home",
                "--shell", "/usr/sbin/nologin", USER,
            ),
        ),
        (("userdel", USER),),
        _has_line("/etc/passwd", rf"{USER}:.*"),
    )  # fmt: skip
    for group in GROUPS:
        yield Commands(
            f"group {group}",
            f"the devices of the group {group} may be used",
            (("gpasswd", "--add", USER, group),),
            (("gpasswd", "--delete", USER, group),),
            _has_line("/etc/group", rf"{group}:.*[:,]{USER}(,.*)?"),
        )


def _program(aim: Aim) -> Iterator[Step]:
    yield Commands(
        "environment",
        "the program and what it needs, apart from everything else; it sees the packages above",
        (("/usr/bin/python3", "-m", "venv", "--system-site-packages", VENV),),
        (("rm", "-rf", VENV),),
    )
    if aim.source != SOURCE:
        yield from _built(aim.source)
    yield Commands(
        "command",
        "'tableside' can be typed everywhere",
        (("ln", "-s", f"{VENV}/bin/tableside", COMMAND),),
        (("rm", COMMAND),),
        lambda machine: machine.exists(COMMAND),
    )


def _built(source: str) -> Iterator[Step]:
    yield Commands(
        "source",
        "a copy, so that building leaves nothing in the folder it comes from",
        (
            ("rm", "-rf", SOURCE),
            ("mkdir", SOURCE),
            ("cp", "-r", *(f"{source}/{part}" for part in PARTS), SOURCE),
        ),
    )
    yield Commands(
        "program",
        "the program goes into its environment",
        ((f"{VENV}/bin/python", "-m", "pip", "install", SOURCE),),
    )


def _settings(aim: Aim, machine: Machine) -> Iterator[Step]:
    options = aim.choices.text() if aim.choices else None
    yield OwnFile(OPTIONS, "what was chosen: wiring, language, game", options)
    yield OwnFile(WIRING, "a wiring of your own, where the service may read it", aim.wiring_text)
    yield OwnFile(
        RULES,
        "who owns the devices, where the system does not say; peers are left alone by modem tools",
        rules(machine, aim.wiring),
        (("udevadm", "control", "--reload"), ("udevadm", "trigger")),
    )
    path = config_path(machine)
    yield Block(
        BOOT,
        "the bus of the display is switched on",
        path,
        partial(boot_config.with_block, wiring=aim.wiring, model=aim.model),
        boot_config.missing(machine.text(path) or "", aim.wiring, aim.model),
    )


def _stick() -> Iterator[Step]:
    yield OwnFile(
        USB_MOUNT_UNIT, "a USB stick for the counters", systemd_unit.text(stick_units.MOUNT)
    )
    yield OwnFile(
        USB_AUTOMOUNT_UNIT,
        "it is mounted when the program looks at it, and let go of again",
        systemd_unit.text(stick_units.AUTOMOUNT),
        (("systemctl", "daemon-reload"),),
    )
    name = USB_AUTOMOUNT_UNIT.rpartition("/")[2]
    yield Commands(
        "stick",
        "it is waited for from now on and with every boot",
        (("systemctl", "enable", "--now", name),),
        (("systemctl", "disable", "--now", name), ("rm", "-df", USB_FOLDER)),
    )


def _service() -> Iterator[Step]:
    yield OwnFile(
        UNIT,
        "what systemd starts at boot, watches, and starts again",
        systemd_unit.text(),
        (("systemctl", "daemon-reload"),),
    )
    yield Commands(
        "service",
        "it starts now and with every boot",
        (("systemctl", "enable", SERVICE), ("systemctl", "--no-block", "restart", SERVICE)),
        (("systemctl", "disable", "--now", SERVICE),),
    )


def config_path(machine: Machine) -> str:
    """Where ``machine`` has its config.txt."""
    return next((path for path in PLACES if machine.exists(path)), PLACES[0])


def _has_package(name: str) -> Look:
    return _has_line("/var/lib/dpkg/status", rf"Package: {name}\nStatus: install ok installed")


def _has_line(path: str, pattern: str) -> Look:
    """Whether the file at ``path`` has a whole line, or some, of ``pattern``."""
    lines = re.compile(rf"^{pattern}$", re.MULTILINE)
    return lambda machine: lines.search(machine.text(path) or "") is not None
