"""``tableside install`` and ``tableside uninstall``."""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from urllib.parse import unquote, urlsplit

from firmware_host.errors import InstallError
from firmware_host.install.choices import DEFAULT_WIRING, Choices, changed
from firmware_host.install.installer import Ledger, carry_out, is_installed, steps_to_undo, undo
from firmware_host.install.machine import Machine
from firmware_host.install.paths import OPTIONS, SIGNATURE, STATE, WIRING
from firmware_host.install.plan import BOOT, PARTS, InstallRequest, plan
from firmware_host.install.preconditions import model, problems
from firmware_host.install.steps import InstallStep
from hardware.wiring.schema import text_at
from hardware.wiring.wiring import load, names

NOTHING_THERE = "there is nothing to take away"
GO_ON = "stopped: run this again, it goes on where it stopped"


@dataclass(frozen=True)
class ServiceRequest:
    """What was asked for on the command line; None stays as it is, or as usual.

    ``wiring`` is a profile or the path of a file, ``language`` a code, ``more`` further words for
    ``tableside play``; ``source`` is the folder with the program, None that from which the running
    one was installed.
    """

    wiring: str | None = None
    language: str | None = None
    more: tuple[str, ...] | None = None
    source: Path | None = None


def install(request: ServiceRequest, is_dry: bool, machine: Machine | None = None) -> int:
    """Install the service, or show the plan if ``is_dry``; return the exit code.

    ``machine`` is where, None this one. InstallError, WiringError and UsageError are one line: what
    stands in the way, what failed, what cannot be meant.
    """
    place = machine or Machine()
    aim = _aim(request, place)
    steps = plan(aim, place)
    if is_dry:
        _show_plan(steps, place)
    _check(place, needs_root=not is_dry)
    if not is_dry:
        carried_out = _with_care(lambda: carry_out(steps, place, print))
        _say_what_now(carried_out)
    return 0


def uninstall(is_dry: bool, machine: Machine | None = None) -> int:
    """Take the service away, or show how if ``is_dry``; return the exit code.

    Games stay where they are. ``machine`` and errors are as with :func:`install`.
    """
    place = machine or Machine()
    steps = plan(InstallRequest("", model(place), load(DEFAULT_WIRING)), place)
    if is_dry:
        shown = [
            "\n      $ ".join([each.name, *each.undoing]) for each in steps_to_undo(steps, place)
        ]
        print("\n".join(shown) or NOTHING_THERE)
        return 0
    _check_root(place)
    taken_back = _with_care(lambda: undo(steps, place, print))
    print("taken away" if taken_back else NOTHING_THERE)
    if BOOT in taken_back:
        print("config.txt was changed back: sudo reboot")
    if place.exists(STATE):
        print(f"the games are still there; to remove them too: sudo rm -r {STATE}")
    return 0


def source_of_this() -> Path | None:
    """The folder that the running program was installed from, None if there was none (PEP 610)."""
    try:
        text = metadata.distribution("tableside").read_text("direct_url.json")
    except metadata.PackageNotFoundError:
        return None
    url = urlsplit(json.loads(text)["url"]) if text else None
    return Path(unquote(url.path)) if url and url.scheme == "file" else None


def _aim(request: ServiceRequest, machine: Machine) -> InstallRequest:
    kept = machine.text(OPTIONS)
    before = Choices() if kept is None else Choices.read(kept)
    words = (request.wiring, request.language, request.more)
    is_new = kept is None or any(word is not None for word in words)
    name, text = _own_wiring(request.wiring)
    choices = changed(before, name, request.language, request.more)
    if request.wiring is not None:
        wiring = load(request.wiring)
    else:
        wiring = load(str(machine.at(WIRING)) if choices.wiring == WIRING else choices.wiring)
    return InstallRequest(
        _source(request.source), model(machine), wiring, choices if is_new else None, text
    )


def _own_wiring(name: str | None) -> tuple[str | None, str | None]:
    """What the service calls the wiring called ``name``, and the text of it if it is a file."""
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


def _with_care(work: Callable[[], tuple[str, ...]]) -> tuple[str, ...]:
    try:
        return work()
    except KeyboardInterrupt:
        raise InstallError(GO_ON) from None


def _say_what_now(carried_out: Iterable[str]) -> None:
    if BOOT in carried_out:
        print("installed; config.txt was changed: sudo reboot")
    else:
        print("installed; how it is: systemctl status tableside")


def _show_plan(steps: Iterable[InstallStep], machine: Machine) -> None:
    ledger = Ledger(machine)
    for number, step in enumerate(steps, start=1):
        is_needed = not is_installed(step, machine, ledger)
        print(f"{number:2}. {step.name}: {step.why}")
        lines = [f"$ {line}" for line in step.doing] if is_needed else ["nothing to do"]
        lines += [f"taken back by: {line}" for line in step.undoing if is_needed]
        for line in lines:
            print(f"      {line}")
