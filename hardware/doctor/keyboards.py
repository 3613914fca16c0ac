"""Checks of keyboards, pads and switch interfaces: which are there, and which the wiring names."""

from collections.abc import Iterable, Mapping

from hardware.doctor.findings import Finding, Probe, failed, not_needed, ok
from hardware.doctor.system import Installation, System
from hardware.input.keyboards.tree import (
    ANY,
    FACTS,
    LINKS,
    NODES,
    InputDevice,
    described,
    listed,
)

SECTION = '[keyboards] find = ["*"]'


def keyboards(installation: Installation) -> Finding:
    """Check that there is a keyboard that the wiring names; name those that it does not."""
    wanted = installation.wiring.keyboards
    here = [each for each in found(installation.system) if each.fits(wanted or (ANY,))]
    names = listed(here)
    if here and wanted:
        return ok(names)
    if here:
        return not_needed(f"{names} is not read: write {SECTION} into the wiring to play with it")
    if not wanted:
        return not_needed("the wiring has no section [keyboards]")
    others = listed(found(installation.system))
    return failed(
        f"expected a keyboard {' or '.join(wanted)}, found {others or 'none'}",
        "plug it in, or put its USB id, name or path into [keyboards] find",
    )


def found(system: System) -> tuple[InputDevice, ...]:
    """Return the devices of ``system`` that have keys of the table."""
    links = [path for kind in LINKS for path in system.files(f"{NODES}/{kind}/*")]
    nodes = (path.rpartition("/")[2] for path in system.files(f"{FACTS}/event*"))
    every = (described(node, system.text, _leading(links, node, system)) for node in nodes)
    return tuple(device for device in every if device.lines)


def _leading(links: Iterable[str], node: str, system: System) -> tuple[str, ...]:
    return tuple(link for link in links if system.real(link) == f"{NODES}/{node}")


def files(installation: Installation) -> tuple[str, ...]:
    """Return the files of the devices that the wiring names."""
    wanted = installation.wiring.keyboards
    here = found(installation.system) if wanted else ()
    return tuple(f"{NODES}/{each.node}" for each in here if each.fits(wanted))


PROBES: Mapping[str, Probe] = {"keyboards": keyboards}
