"""Install and remove the service that starts the table with the Raspberry Pi."""

import json
import time
from collections.abc import Callable, Iterable, Sequence
from importlib import metadata
from pathlib import Path
from typing import TypeVar
from urllib.parse import unquote, urlsplit

from msgspec import Struct

from firmware_host.base.errors import InstallError
from firmware_host.setup import packaged
from firmware_host.setup.card import make_table, recipe_beside, switch_bus_on
from firmware_host.setup.choices import DEFAULT_WIRING, Choices, changed
from firmware_host.setup.installer import (
    Ledger,
    carry_out,
    is_installed,
    steps_to_undo,
    undo,
    withdraw,
)
from firmware_host.setup.machine import Machine
from firmware_host.setup.paths import FLEET_SETTINGS, OPTIONS, SIGNATURE, STATE, WIRING
from firmware_host.setup.plan import BOOT, PARTS, InstallRequest, fleet_steps, plan, web_steps
from firmware_host.setup.preconditions import model, problems
from firmware_host.setup.steps import InstallStep
from hardware.wiring.schema import text_at
from hardware.wiring.wiring import load, names

Result = TypeVar("Result")

NOTHING_THERE = "the service is not installed: nothing to remove"
INTERRUPTED = "interrupted: run the command again to continue where it stopped"


class ServiceRequest(Struct, frozen=True):
    """What the command line asks for; None keeps what is installed, or takes the default.

    ``wiring`` is a profile or the path of a file, ``language`` a language code, and ``more`` has
    further arguments for ``tableside play``. ``source`` is the folder with the program; by default
    it is the folder from which the running program was installed. ``web`` is the HOST:PORT of the
    page in the browser, empty for no page. ``fleet`` has the settings of the agent of a fleet,
    empty for no agent.
    """

    wiring: str | None = None
    language: str | None = None
    more: tuple[str, ...] | None = None
    source: Path | None = None
    web: str | None = None
    fleet: str | None = None


def install(request: ServiceRequest, is_dry: bool, machine: Machine | None = None) -> int:
    """Install the service, or show the plan if ``is_dry``; return the exit code.

    ``machine`` is where to install it (None: here). InstallError says what prevents it or what has
    failed; WiringError and UsageError say what is wrong in the request.
    """
    place = machine or Machine()
    installation = _installation(request, place)
    is_packaged = packaged.is_packaged(place)
    steps = (packaged.packaged_plan if is_packaged else plan)(installation, place)
    replaced = packaged.replaced_steps(place, installation.wiring) if is_packaged else ()
    unwanted = (*replaced, *_unwanted(installation, is_packaged))
    if is_dry:
        _show_undoing(unwanted, place)
        _show_plan(steps, place)
    _check(place, needs_root=not is_dry)
    if not is_dry:
        _explain_interrupt(lambda: withdraw(unwanted, place, print))
        outcome = _explain_interrupt(lambda: carry_out(steps, place, print))
        _print_next_step(outcome.done)
        if outcome.failed:
            raise InstallError(f"the table works, but without this: {'; '.join(outcome.failed)}")
    return 0


def install_card(package: Path, machine: Machine | None = None) -> int:
    """Make ``machine`` a table from ``package`` and what lies beside it; return the exit code.

    InstallError says what is missing; the panel has said it too.
    """
    from firmware_host.app.first_start import panel

    place = machine or Machine()
    _check(place, needs_root=True)
    path = str(package.absolute())
    recipe = recipe_beside(place, path)
    wiring = load(recipe.wiring)
    switch_bus_on(place, wiring)
    make_table(place, path, recipe, panel(wiring, recipe.language, print), time.sleep)
    return 0


def uninstall(is_dry: bool, machine: Machine | None = None) -> int:
    """Remove the service, or show how if ``is_dry``; return the exit code.

    The games stay. ``machine`` and errors are as in :func:`install`.
    """
    place = machine or Machine()
    everything = InstallRequest(
        "", model(place), load(DEFAULT_WIRING), has_web=True, has_fleet=True
    )
    steps = (packaged.packaged_plan if packaged.is_packaged(place) else plan)(everything, place)
    if is_dry:
        if not _show_undoing(steps, place):
            print(NOTHING_THERE)
        return 0
    _check_root(place)
    undone = _explain_interrupt(lambda: undo(steps, place, print))
    print("removed" if undone else NOTHING_THERE)
    if BOOT in undone:
        print("config.txt was restored; restart now: sudo reboot")
    if place.exists(STATE):
        print(f"the games are still there; to delete them too: sudo rm -r {STATE}")
    return 0


def source_of_this() -> Path | None:
    """Return the folder that the running program was installed from (PEP 610), if it is known."""
    try:
        text = metadata.distribution("tableside").read_text("direct_url.json")
    except metadata.PackageNotFoundError:
        return None
    url = urlsplit(json.loads(text)["url"]) if text else None
    return Path(unquote(url.path)) if url and url.scheme == "file" else None


def _installation(request: ServiceRequest, machine: Machine) -> InstallRequest:
    kept = machine.text(OPTIONS)
    before = Choices() if kept is None else Choices.read(kept)
    words = (request.wiring, request.language, request.more, request.web)
    is_new = kept is None or any(word is not None for word in words)
    name, text = _own_wiring(request.wiring)
    choices = changed(before, name, request.language, request.more, request.web)
    if request.wiring is not None:
        wiring = load(request.wiring)
    else:
        wiring = load(str(machine.at(WIRING)) if choices.wiring == WIRING else choices.wiring)
    packaged.check_source(machine, request.source is not None)
    is_packaged = packaged.is_packaged(machine)
    return InstallRequest(
        packaged.FROM_PACKAGE if is_packaged else _source(request.source),
        model(machine),
        wiring,
        has_web=choices.web != "",
        choices=choices if is_new else None,
        wiring_text=text,
        has_fleet=machine.exists(FLEET_SETTINGS) if request.fleet is None else request.fleet != "",
        fleet_text=f"{SIGNATURE}\n{request.fleet}" if request.fleet else None,
    )


def _unwanted(wanted: InstallRequest, is_packaged: bool) -> Sequence[InstallStep]:
    """Return the steps for the page and for the agent that are not ``wanted``."""
    if is_packaged:
        return packaged.packaged_sharing_steps(
            has_web=not wanted.has_web, has_fleet=not wanted.has_fleet
        )
    return (
        *(() if wanted.has_web else web_steps()),
        *(() if wanted.has_fleet else fleet_steps()),
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


def _source(named: Path | None) -> str:
    source = named or source_of_this()
    if source is None or not all((source / part).exists() for part in PARTS):
        raise InstallError(
            f"expected a folder with the program ({PARTS[0]} and the rest), not "
            f"{source or 'an unknown one'}: name it with --from"
        )
    return str(source.resolve())


def _check(machine: Machine, needs_root: bool) -> None:
    if needs_root:
        _check_root(machine)
    for problem in problems(machine):
        raise InstallError(problem)


def _check_root(machine: Machine) -> None:
    if not machine.is_root:
        raise InstallError("this needs root: put sudo before the command")


def _explain_interrupt(work: Callable[[], Result]) -> Result:
    try:
        return work()
    except KeyboardInterrupt:
        raise InstallError(INTERRUPTED) from None


def _print_next_step(carried_out: Iterable[str]) -> None:
    if BOOT in carried_out:
        print("installed; config.txt was changed; restart now: sudo reboot")
    else:
        print("installed; to see its state: systemctl status tableside")


def _show_undoing(steps: Iterable[InstallStep], machine: Machine) -> bool:
    """Show how those of ``steps`` that are installed would be undone; return whether any is."""
    shown = [
        "\n      $ ".join([step.name, *step.undoing]) for step in steps_to_undo(steps, machine)
    ]
    print(*shown, sep="\n", end="\n" * bool(shown))
    return shown != []


def _show_plan(steps: Iterable[InstallStep], machine: Machine) -> None:
    ledger = Ledger(machine)
    for number, step in enumerate(steps, start=1):
        is_needed = not is_installed(step, machine, ledger)
        print(f"{number:2}. {step.name}: {step.why}")
        lines = [f"$ {line}" for line in step.doing] if is_needed else ["nothing to do"]
        lines += [f"undone by: {line}" for line in step.undoing if is_needed]
        for line in lines:
            print(f"      {line}")
