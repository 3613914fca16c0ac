"""Set up the service that starts the table with the Raspberry Pi, and take it back."""

import time
from collections.abc import Callable
from pathlib import Path

from firmware_host.base.errors import InstallError
from firmware_host.setup.card import make_table, recipe_beside, switch_bus_on
from firmware_host.setup.machine import Machine, check, check_root
from firmware_host.setup.paths import STATE
from firmware_host.setup.services import ServiceRequest, SetUp, is_set_up, set_up, take_back
from hardware.wiring.wiring import load

NOTHING_THERE = "the service is not installed: nothing to remove"
INTERRUPTED = "interrupted: run the command again to continue where it stopped"
RESTART = "restart now: sudo reboot"


def install(request: ServiceRequest, machine: Machine) -> int:
    """Set up on ``machine`` what ``request`` asks for; return the exit code.

    Errors are those of :func:`~firmware_host.setup.services.set_up`, and InstallError if something
    is lacking that the table can do without.
    """
    ended = _explain_interrupt(lambda: set_up(request, machine))
    state = "to see its state: systemctl status tableside"
    machine.conclude(
        f"installed; {f'config.txt was changed; {RESTART}' if ended.must_restart else state}"
    )
    if ended.lacking:
        raise InstallError(f"the table works, but without this: {ended.lacking}")
    return 0


def install_card(package: Path, machine: Machine) -> int:
    """Make ``machine`` a table from ``package`` and what lies beside it; return the exit code.

    InstallError says what is missing; the panel has said it too.
    """
    from firmware_host.app.build import first_start_panel

    check(machine)
    path = str(package.absolute())
    recipe = recipe_beside(machine, path)
    wiring = load(recipe.wiring)
    switch_bus_on(machine, wiring)
    make_table(machine, path, recipe, first_start_panel(wiring, recipe.language, print), time.sleep)
    return 0


def uninstall(machine: Machine) -> int:
    """Take back what was set up on ``machine``; return the exit code.

    The games stay. InstallError says what has failed.
    """
    check_root(machine)
    if not is_set_up(machine):
        print(NOTHING_THERE)
        return 0
    ended = _explain_interrupt(lambda: take_back(machine))
    machine.conclude("removed")
    if ended.must_restart:
        machine.conclude(f"config.txt was restored; {RESTART}")
    if machine.exists(STATE):
        print(f"the games are still there; to delete them too: sudo rm -r {STATE}")
    return 0


def _explain_interrupt(work: Callable[[], SetUp]) -> SetUp:
    try:
        return work()
    except KeyboardInterrupt:
        raise InstallError(INTERRUPTED) from None
