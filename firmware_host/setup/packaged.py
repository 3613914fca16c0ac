"""The steps of an installation where Debian's package has brought the program and its units.

They are those of :mod:`firmware_host.setup.plan` without what the package brings, so both ways
end in the same state. The unit of the package stays as it is: whatever depends on the choices is
in a file beside it.
"""

from collections.abc import Iterator

from firmware_host.base.errors import InstallError
from firmware_host.setup import systemd_units, update_units
from firmware_host.setup.machine import Machine
from firmware_host.setup.paths import (
    COMMAND,
    FLEET_UNIT,
    RELEASES,
    SHARING,
    SOURCE,
    UNIT,
    UPDATE_PATH_UNIT,
    UPDATE_SERVICE,
    UPDATE_UNIT,
    USB_AUTOMOUNT_UNIT,
    USB_MOUNT_UNIT,
    USER,
    WEB_UNIT,
)
from firmware_host.setup.plan import InstallRequest, fleet_steps, plan, web_steps
from firmware_host.setup.steps import CommandStep, FileStep, InstallStep
from hardware.wiring.wiring import Wiring

PATHS = {
    f"file {path}": path
    for path in (UNIT, USB_MOUNT_UNIT, USB_AUTOMOUNT_UNIT, WEB_UNIT, FLEET_UNIT)
}
"""The steps with files that the package brings in another place, and the files."""

BROUGHT = {
    "list of packages",
    f"user {USER}",
    "environment",
    "source",
    "program",
    "command",
    *PATHS,
}
"""The steps that the package makes unnecessary, and those of single Debian packages."""

FROM_PACKAGE = SOURCE
"""Instead of a folder with the program: nothing is built from it."""


def is_packaged(machine: Machine) -> bool:
    """Return whether the program on ``machine`` comes from Debian's package."""
    return machine.exists(RELEASES)


def check_source(machine: Machine, is_named: bool) -> None:
    """Raise InstallError if a folder with sources ``is_named`` although the package is there."""
    if is_named and is_packaged(machine):
        raise InstallError(
            "the program here is a Debian package: leave --from out, or remove the package first "
            "(sudo apt remove tableside)"
        )


def packaged_plan(wanted: InstallRequest, machine: Machine) -> tuple[InstallStep, ...]:
    """Return the steps of the ``wanted`` installation that the package leaves to do."""
    steps = (step for step in plan(wanted, machine) if not _is_brought(step))
    shared = [_share()] if wanted.is_shared else []
    return (*shared, *steps, *_updater())


def packaged_sharing_steps(*, has_web: bool, has_fleet: bool) -> tuple[InstallStep, ...]:
    """Return the steps for the page and for the agent that the package leaves to do."""
    steps = (*(web_steps() if has_web else ()), *(fleet_steps() if has_fleet else ()))
    shared = [_share()] if has_web and has_fleet else []
    return (*shared, *(step for step in steps if not _is_brought(step)))


def replaced_steps(machine: Machine, wiring: Wiring) -> Iterator[InstallStep]:
    """Yield the steps of an installation from sources that the package takes the place of.

    To undo one removes what would be used instead of the package, and nothing else.
    """
    wanted = InstallRequest("", "", wiring, has_web=True, has_fleet=True)
    for step in filter(_is_brought, plan(wanted, machine)):
        path = COMMAND if step.name == "command" else PATHS.get(step.name)
        to_undo = (("rm", "-f", path),) if path else ()
        yield CommandStep(step.name, "the package brings it now", (), to_undo)


def _updater() -> Iterator[InstallStep]:
    yield FileStep(
        UPDATE_UNIT,
        "the updater, which alone may change the program",
        systemd_units.text(update_units.UPDATER),
    )
    yield FileStep(
        UPDATE_PATH_UNIT,
        "starts the updater when the staff confirm an update at the table",
        systemd_units.text(update_units.WISH),
        (("systemctl", "daemon-reload"),),
    )
    wish = UPDATE_PATH_UNIT.rpartition("/")[2]
    yield CommandStep(
        "updater",
        "before the table starts, it puts in order what a power cut has left of an update",
        (("systemctl", "enable", UPDATE_SERVICE), ("systemctl", "enable", "--now", wish)),
        (
            ("systemctl", "disable", "--now", wish),
            ("systemctl", "disable", "--now", UPDATE_SERVICE),
        ),
    )


def _is_brought(step: InstallStep) -> bool:
    return step.name in BROUGHT or step.name.startswith("package ")


def _share() -> FileStep:
    return FileStep(
        SHARING,
        "the table has sockets for the web server and the agent of a fleet",
        systemd_units.text(systemd_units.SHARED),
        (("systemctl", "daemon-reload"),),
    )
