r"""A table is set up as people chose, and that is taken back: what Debian's package cannot know.

The package brings program, user, units and rules. Everything here looks at the machine itself, so
it can be done again at any time: after a power cut, after a change by hand, for another choice.

The bus of the display is enabled in a part of config.txt between two marks. Everything outside the
marks stays byte for byte as it is; what is set there is not set again.

>>> from hardware.wiring.wiring import load
>>> print(with_block("[pi5]\n", load("waveshare-oled-hat"), "Raspberry Pi 4"), end="")
[pi5]
# begin tableside
[all]
dtparam=spi=on
# end tableside
>>> without_block(with_block("[pi5]\n", load("generic"), "Raspberry Pi 4"))
'[pi5]\n'
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple

from msgspec import Struct

from firmware_host.base.errors import InstallError
from firmware_host.setup.choices import SERVICES_BESIDE, UNITS_OF_FEATURES, Choices, changed
from firmware_host.setup.machine import Machine, check, model
from firmware_host.setup.paths import (
    BACKUP,
    BLUETOOTH_GROUP,
    FOLDER,
    GROUPS,
    LINK_RULES,
    OPTIONS,
    PROGRAM,
    RELEASES,
    SERVICE,
    SHARED,
    SHARING,
    SIGNATURE,
    UNITS,
    USB_AUTOMOUNT,
    USB_FOLDER,
    USER,
    WEB_SERVICE,
    WEB_STATE,
    WEB_STATE_KEPT,
    WIRING,
)
from hardware.doctor.buses import (
    FASTEST,
    PLACES,
    SPEEDS,
    BootConfig,
    BusDevice,
    i2c_bus,
    parse_config,
    spi_bus,
)
from hardware.doctor.machine import claims
from hardware.wiring.display import DisplayWiring
from hardware.wiring.sections import PICO, text_at
from hardware.wiring.wiring import Wiring, load, names

BEGIN, END = "# begin tableside", "# end tableside"
JOINED = " (the line before had no end)"
"""Follows BEGIN if a line break had to be added before it."""

BLOCK = re.compile(
    rf"(?:\r?\n(?={BEGIN}{re.escape(JOINED)}))?{BEGIN}[^\n]*\n.*?{END}[^\n]*(?:\n|\Z)", re.DOTALL
)
"""The block, with the line break that was added before it, if any."""

SECOND_SELECT = 7
"""The BCM pin that SPI 0 uses for a second chip select, unless it is set up with only one."""


def bus(display: DisplayWiring) -> BusDevice | None:
    """Return the bus of ``display``; None if it has none."""
    if display.interface == "i2c":
        return i2c_bus(display.i2c_port)
    if display.interface == "spi":
        return spi_bus(display.spi_port, display.spi_device)
    return None


def with_block(text: str, wiring: Wiring, model: str) -> str:
    """Return ``text`` of config.txt with what ``wiring`` needs on a machine of this ``model``.

    An existing block is replaced, or removed if nothing is needed. Raise InstallError if its marks
    are damaged.
    """
    others, lines = without_block(text), missing(text, wiring, model)
    if not lines:
        return others
    is_joined = others != "" and not others.endswith(("\n", "\r"))
    head = f"\n{BEGIN}{JOINED}" if is_joined else BEGIN
    return "\n".join([others + head, "[all]", *lines, END, ""])


def missing(text: str, wiring: Wiring, model: str) -> tuple[str, ...]:
    r"""Return the lines that ``text`` of config.txt lacks; errors as in :func:`with_block`.

    >>> from hardware.wiring.wiring import load
    >>> missing("dtparam=i2c_arm=on\n", load("generic"), "Raspberry Pi 4")
    ('dtparam=i2c_arm_baudrate=400000',)
    """
    return tuple(_lacking(wiring, parse_config("config.txt", without_block(text), model)))


def without_block(text: str) -> str:
    """Return ``text`` of config.txt without the block; errors as in :func:`with_block`."""
    others = BLOCK.sub(_remainder, text)
    if BEGIN in others or END in others:
        raise InstallError(
            f"expected both or none of the lines {BEGIN!r} and {END!r} in config.txt, found one: "
            "remove that line and the settings that belong to it"
        )
    return others


def _lacking(wiring: Wiring, config: BootConfig) -> Iterator[str]:
    """Yield the lines that ``config`` lacks."""
    needed = bus(wiring.display)
    if needed is None:
        return
    if not needed.switch:
        if not config.overlays(needed.overlay):
            yield f"dtoverlay={needed.overlay}"
        return
    setting = config.param(*needed.switch)
    if setting is None or not setting.is_on:
        yield f"dtparam={needed.switch[0]}=on"
    if needed.name == "I2C" and config.param(*SPEEDS) is None:
        yield f"dtparam={SPEEDS[0]}={FASTEST}"
    if needed.name == "SPI" and SECOND_SELECT in claims(wiring).values():
        yield from () if config.overlays("spi0-1cs") else ("dtoverlay=spi0-1cs",)


def _remainder(block: re.Match[str]) -> str:
    """Return what stays in place of ``block``: the line break before it, if something follows."""
    is_followed = block.end() < len(block.string)
    return "\n" if is_followed and not block[0].startswith("#") else ""


def always() -> tuple[str, ...]:
    """Return the units that start with every table."""
    return (SERVICE, USB_AUTOMOUNT, *UNITS_OF_FEATURES)


IN_0_2_0: Final = (
    SERVICE,
    WEB_SERVICE,
    "tableside-fleet.service",
    "tableside-update.service",
    "tableside-update.path",
    USB_AUTOMOUNT,
    "media-tableside.mount",
)
"""The units that tableside install wrote up to 0.2.0."""

EARLIER: Final[Mapping[str, str]] = {
    **{f"{UNITS}/{name}": f"/usr/lib/systemd/system/{name}" for name in IN_0_2_0},
    "/etc/udev/rules.d/60-tableside.rules": "/usr/lib/udev/rules.d/60-tableside.rules",
    "/usr/local/bin/tableside": "/usr/bin/tableside",
}
"""What tableside install wrote up to 0.2.0, and what the package has, which that would hide."""

LEDGER: Final = f"{FOLDER}/installed"
"""The list of steps that versions up to 0.2.0 kept."""

FROM_PACKAGE: Final = (
    "a table comes from its Debian package: type 'make deb' in the folder with the sources, then "
    "'sudo apt install ./build/deb/tableside_*.deb' and this again; the package takes the place of "
    "a table that was installed from sources, and keeps its games and choices"
)


INTERRUPTED = "interrupted: run the command again to continue where it stopped"


class ServiceRequest(Struct, frozen=True):
    """What the command line asks for; None keeps what is chosen already, or takes the default.

    ``wiring`` is a profile or the path of a file, ``language`` a language code, and ``more`` has
    further arguments for ``tableside play``. ``web`` is the HOST:PORT of the page in the browser,
    empty for no page. ``settings`` has those of services of features by their names, empty where
    there is to be no such service.
    """

    wiring: str | None = None
    language: str | None = None
    more: tuple[str, ...] | None = None
    web: str | None = None
    settings: Mapping[str, str] = {}


class WantedTable(Struct, frozen=True):
    """The table that is wanted: its ``wiring``, the services ``beside`` it, and its ``files``.

    ``files`` has the text of each file of settings that is written, by its path, and ``config`` the
    text of config.txt.
    """

    wiring: Wiring
    beside: tuple[str, ...]
    files: Mapping[str, str]
    config: str


class SetUp(NamedTuple):
    """How it ended: whether the machine ``must_restart``, and what is ``lacking``, if anything."""

    must_restart: bool
    lacking: str = ""


def explain_interrupt(work: Callable[[], SetUp]) -> SetUp:
    """Return what ``work`` does; InstallError says how to go on if Ctrl-C has ended it."""
    try:
        return work()
    except KeyboardInterrupt:
        raise InstallError(INTERRUPTED) from None


def set_up(request: ServiceRequest, machine: Machine) -> SetUp:
    """Set up on ``machine`` what ``request`` asks for, and start it.

    InstallError says what prevents it or what has failed: the next call continues. WiringError and
    UsageError say what is wrong in the request; nothing is changed then.
    """
    wanted = _wanted(request, machine)
    check(machine)
    if not machine.exists(RELEASES):
        raise InstallError(FROM_PACKAGE)
    machine.because("what was chosen: wiring, language, game, page, services")
    for path, text in wanted.files.items():
        machine.write(path, text, is_secret=path in [each.settings for each in SERVICES_BESIDE])
    machine.because("the package brings these now")
    for path in filter(lambda each: machine.exists(EARLIER[each]), _earlier(machine)):
        machine.remove(path)
    machine.because("the user of the table may use the devices of these groups")
    for group in _groups_to_join(machine):
        machine.run(("gpasswd", "--add", USER, group))
    _write_rules(wanted.wiring, machine)
    must_restart = _write_config(wanted.config, machine)
    return SetUp(must_restart, _start(wanted.beside, machine))


def take_back(machine: Machine) -> SetUp:
    """Take back on ``machine`` what was set up.

    The games stay. InstallError says what has failed: the next call continues.
    """
    units = [unit for unit in (*always(), *_kept_beside()) if machine.exists(_at_boot(unit))]
    machine.because("nothing of the table starts any more")
    machine.run(("systemctl", "disable", "--now", *dict.fromkeys((*units, SERVICE))))
    machine.because("what was chosen, and what depends on it")
    settings = [each.settings for each in SERVICES_BESIDE]
    for path in (SHARING, LINK_RULES, *settings, WIRING, LEDGER, *_earlier(machine)):
        machine.remove(path)
    machine.run(("rm", "-rf", *chain.from_iterable(_kept_beside().values())))
    machine.run(("rm", "-df", USB_FOLDER))
    members = _groups(machine)
    for group in (*GROUPS, BLUETOOTH_GROUP):
        if USER in members.get(group, ()):
            machine.run(("gpasswd", "--delete", USER, group))
    must_restart = _write_config(without_block(machine.text(_config(machine)) or ""), machine)
    machine.remove(_config(machine) + BACKUP)
    # the last, for it shows that there is something to take back
    machine.remove(OPTIONS)
    if machine.is_empty(FOLDER):
        machine.remove(FOLDER)
    return SetUp(must_restart)


def _kept_beside() -> Mapping[str, Sequence[str]]:
    """Return the services that only some tables have, and what they keep."""
    of_features = {each.unit: each.kept for each in SERVICES_BESIDE}
    return {WEB_SERVICE: (WEB_STATE, WEB_STATE_KEPT), **of_features}


def is_set_up(machine: Machine) -> bool:
    """Return whether a table is set up on ``machine``, or was begun to be."""
    return machine.exists(OPTIONS)


def _wanted(request: ServiceRequest, machine: Machine) -> WantedTable:
    kept = machine.text(OPTIONS)
    before = Choices() if kept is None else Choices.read(kept)
    name, text = _own_wiring(request.wiring)
    words = (name, request.language, request.more, request.web)
    choices = changed(before, *words)
    is_new = kept is None or any(word is not None for word in words)
    files = {
        OPTIONS: choices.text() if is_new else None,
        WIRING: text,
    }
    wanted = {WEB_SERVICE: choices.web != ""}
    for service in SERVICES_BESIDE:
        told = request.settings.get(service.name)
        files[service.settings] = f"{SIGNATURE}\n{told}" if told else None
        wanted[service.unit] = machine.exists(service.settings) if told is None else told != ""
    wiring = _wiring(request.wiring or choices.wiring, machine)
    config = machine.text(_config(machine)) or ""
    return WantedTable(
        wiring,
        tuple(service for service, is_wanted in wanted.items() if is_wanted),
        {path: text for path, text in files.items() if text is not None},
        with_block(config, wiring, model(machine)),
    )


def _own_wiring(name: str | None) -> tuple[str | None, str | None]:
    """Return how the service names the wiring ``name``, and its text if it is a file."""
    if name is None or name in names():
        return name, None
    load(name)
    text = text_at(Path(name))
    if text.startswith(SIGNATURE):
        return WIRING, text
    return WIRING, f"{SIGNATURE}\n# After a change: sudo systemctl restart tableside\n{text}"


def _wiring(name: str, machine: Machine) -> Wiring:
    return load(str(machine.at(WIRING)) if name == WIRING else name)


def _earlier(machine: Machine) -> Iterator[str]:
    """Yield what an earlier version has written on ``machine`` and this one does not."""
    for path in EARLIER:
        is_ours = (machine.text(path) or "").startswith(SIGNATURE)
        if is_ours or (machine.target(path) or "").startswith(f"{PROGRAM}/"):
            yield path


def _groups(machine: Machine) -> Mapping[str, Sequence[str]]:
    """Return the members of each group of ``machine``."""
    lines = (line.split(":") for line in (machine.text("/etc/group") or "").splitlines())
    return {line[0]: line[-1].split(",") for line in lines}


def _groups_to_join(machine: Machine) -> Iterator[str]:
    groups = _groups(machine)
    for group in (*GROUPS, *({BLUETOOTH_GROUP} & groups.keys())):
        if USER not in groups.get(group, ()):
            yield group


def _write_rules(wiring: Wiring, machine: Machine) -> None:
    """Let ModemManager leave the peers alone that ``wiring`` names: it would open each new port."""
    machine.because("devices that only this wiring names")
    ids = [each for each in (wiring.link.usb_ids if wiring.link else ()) if each != PICO]
    if not ids and not machine.exists(LINK_RULES):
        return
    if ids:
        machine.write(LINK_RULES, "\n".join([SIGNATURE, *map(_rule, ids), ""]))
    else:
        machine.remove(LINK_RULES)
    machine.run(("udevadm", "control", "--reload"))
    machine.run(("udevadm", "trigger"))


def _rule(usb_id: str) -> str:
    vendor, _, product = usb_id.partition(":")
    return (
        f'ACTION!="remove", SUBSYSTEM=="usb", ENV{{DEVTYPE}}=="usb_device", '
        f'ATTR{{idVendor}}=="{vendor}", ATTR{{idProduct}}=="{product}", '
        'ENV{ID_MM_DEVICE_IGNORE}="1"'
    )


def _config(machine: Machine) -> str:
    """Return the path of config.txt on ``machine``."""
    return next((path for path in PLACES if machine.exists(path)), PLACES[0])


def _write_config(text: str, machine: Machine) -> bool:
    """Let ``text`` be in config.txt, with a copy of what was there first; return whether it is new.

    A machine without the file gets none if there is nothing to put into it.
    """
    path = _config(machine)
    before = machine.text(path) or ""
    if text == before:
        return False
    machine.because("the bus of the display, from the next start on")
    if without_block(before) == before:
        machine.write(path + BACKUP, before)
    machine.write(path, text)
    return True


def _start(beside: Sequence[str], machine: Machine) -> str:
    """Start the table and the services ``beside`` it; return what could not be started, if any."""
    machine.because("services that are not chosen any more")
    for service in _kept_beside():
        if service not in beside:
            _remove_service(service, machine)
    machine.because("the table has sockets for the services beside it, if there are any")
    if beside:
        machine.link(SHARING, SHARED)
    else:
        machine.remove(SHARING)
    machine.because("the table starts now and with every boot")
    machine.run(("systemctl", "daemon-reload"))
    machine.run(("systemctl", "enable", *always(), *beside))
    for unit in UNITS_OF_FEATURES:
        if unit.endswith(".path"):
            machine.run(("systemctl", "start", unit))
    machine.run(("systemctl", "--no-block", "restart", SERVICE, *beside))
    try:
        machine.run(("systemctl", "start", USB_AUTOMOUNT))
    except InstallError as error:
        return f"a USB stick for the counters: {error}"
    return ""


def _remove_service(service: str, machine: Machine) -> None:
    """Disable ``service`` and remove what it keeps, if it is or was there."""
    if machine.exists(_at_boot(service)):
        machine.run(("systemctl", "disable", "--now", service))
    kept = tuple(path for path in _kept_beside()[service] if machine.exists(path))
    if kept:
        machine.run(("rm", "-rf", *kept))
    for each in SERVICES_BESIDE:
        if each.unit == service:
            machine.remove(each.settings)


def _at_boot(unit: str) -> str:
    """Return the link that lets ``unit`` start with the machine."""
    return f"{UNITS}/multi-user.target.wants/{unit}"
