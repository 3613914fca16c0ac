"""Find out what is wrong with a real installation, and say how to repair it.

A check has up to three stages: a probe only looks, an exercise uses the hardware, a witness asks
the person. Without a bench only the probes run, and checks that need a person are skipped::

    for check, finding in examine(checks(wiring), Installation(System(), wiring, folder)):
        print(finding.state, check.name, finding.text)

This module has all checks of a wiring, in the order in which they are run.

    findings      checks, what they find, and how they are run; the hardware opened to try it
    system        what the doctor may ask of a machine
    packages      Python and its packages
    machine       the Raspberry Pi, its supply, GPIO chip and pins, permissions, saved games
    buses         I2C and SPI, and config.txt, which enables them
    attached      screens of the kernel, keyboards, loudspeakers, microcontrollers on USB, and the
                  adapter for Bluetooth dice
    panel         keys, encoder, dice, display, buzzer and lights, tried with the person
"""

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from hardware.doctor import attached, buses, machine, packages, panel
from hardware.doctor.findings import (
    Answer,
    Check,
    DoctorBench,
    Finding,
    Person,
    Probe,
    State,
    examine,
    skipped,
)
from hardware.doctor.system import Installation, System
from hardware.wiring.wiring import CUP, DICE_LINES, Wiring

__all__ = [
    "Answer",
    "Check",
    "DoctorBench",
    "Finding",
    "Installation",
    "Person",
    "State",
    "System",
    "checks",
    "checks_beside_table",
    "examine",
]


PROBES: Mapping[str, Probe] = {
    **packages.PROBES, **machine.PROBES, **panel.PROBES, **buses.PROBES, **attached.PROBES,
}  # fmt: skip


def _probed(name: str, *needs: str) -> Check:
    return Check(name, PROBES[name], needs=needs)


PI = "Raspberry Pi"
PINS = "pins"
ADDRESS = "display address"
TONE = "tone"
IN_USE: Final = (PINS, ADDRESS, TONE)
"""What a running table holds, so that nobody else can try it."""

CHECKS: tuple[Check, ...] = (
    _probed("Python"),
    _probed("packages"),
    _probed("lgpio"),
    _probed("spidev"),
    _probed(PI),
    _probed("supply", PI),
    _probed("GPIO devices", PI),
    _probed("I2C", PI),
    _probed("I2C speed", PI, "I2C"),
    _probed("SPI", PI),
    _probed("1-Wire", PI),
    _probed("overlays", PI),
    _probed("groups", PI),
    Check(
        "GPIO chip", machine.chip, panel.open_chip,
        needs=(PI, "packages", "lgpio", "GPIO devices", "groups"),
    ),
    Check(PINS, machine.lines, panel.claim, needs=("GPIO chip", "1-Wire", "overlays")),
    _probed(ADDRESS, PI, "packages", "I2C", "groups"),
    _probed("framebuffer", PI),
    _probed("keyboards"),
    _probed("Bluetooth dice"),
    _probed("Bluetooth and Wi-Fi", "Bluetooth dice"),
    _probed("speech"),
    _probed("sound card"),
    Check(TONE, PROBES[TONE], witness=attached.hear_tone, needs=("speech", "sound card", "groups")),
    _probed("serial peers"),
    Check("link", attached.port, attached.answer, needs=("packages", "groups")),
    _probed("state folder"),
    _probed("free space"),
    _probed("clock"),
    Check(
        "display picture", None, panel.show_frame, panel.see_frame,
        needs=(PINS, ADDRESS, "SPI", "spidev", "framebuffer"),
    ),
)  # fmt: skip


def checks(wiring: Wiring) -> tuple[Check, ...]:
    """Return every check of an installation with ``wiring``, in order."""
    keys = [Check(f"key {key}", witness=panel.press(key), needs=(PINS,)) for key in wiring.keys]
    return (*CHECKS, *keys, *_wired(wiring), *_dice(wiring))


def _dice(wiring: Wiring) -> Iterator[Check]:
    """Yield the checks of the dice lines, or of the sensors of a tower, and of the cup."""
    if wiring.dice is not None and wiring.dice.is_tower:
        yield Check("lanes", None, panel.lanes, needs=(PINS,))
        for line in (each for each in wiring.dice.pins if each != CUP):
            yield Check(f"sensor {line}", witness=panel.sense(line), needs=(PINS,))
    elif wiring.dice is not None:
        for line in DICE_LINES:
            yield Check(f"dice line {line}", witness=panel.turn(line), needs=(PINS,))
    if CUP in wiring.lines:
        yield Check("cup contact", witness=panel.lift, needs=(PINS,))


def checks_beside_table(wiring: Wiring) -> tuple[Check, ...]:
    """Return the checks of :func:`checks` for while a table runs: what it uses is left alone."""
    return tuple(
        replace(check, probe=_in_use) if check.name in IN_USE else check for check in checks(wiring)
    )


def _in_use(installation: Installation) -> Finding:
    return skipped("the table is using it")


def _wired(wiring: Wiring) -> Iterator[Check]:
    """Yield the checks of the encoder, the buzzer and the lights, where they are wired."""
    if wiring.encoder is not None:
        yield Check("encoder", witness=panel.rotate, needs=(PINS,))
    if wiring.buzzer is not None:
        yield Check("buzzer", None, panel.play, panel.hear, needs=(PINS,))
    if wiring.link is not None:
        yield Check("tray sensors", None, attached.tray_sensors, needs=("link",))
        yield Check("board lights", witness=attached.lights, needs=("link",))
    for side in wiring.lights:
        yield Check(f"light {side}", witness=panel.light(side), needs=(PINS,))
