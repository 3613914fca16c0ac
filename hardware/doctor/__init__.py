"""Find out what is wrong with a real installation, and say how to repair it.

A check has up to three stages: a probe only looks, an exercise uses the hardware, a witness asks
the person. Without a bench only the probes run, and checks that need a person are skipped::

    for check, finding in examine(checks(wiring), Installation(ThisSystem(), wiring, folder)):
        print(finding.state, check.name, finding.text)

    check_list    all checks of a wiring, in order
    findings      checks, what they find, and how they are run
    bench         the hardware of a wiring, opened to try it, and the person
    system        what the doctor may ask of a machine
    packages      Python and its packages
    machine       the Raspberry Pi, its GPIO chip and pins, permissions
    buses         I2C and SPI
    bootconfig    config.txt
    overlays      overlays that take a wired pin
    power         the supply
    sound         the programs that speak, the sound cards, and whether they play
    storage       the state folder, free space and the clock
    bluetooth     the adapter for Bluetooth dice, who may use it, Wi-Fi
    framebuffers  the screens that a driver of the kernel shows
    keyboards     the keyboards, pads and switch interfaces
    peers         the microcontrollers on the serial link
    inputs        try keys, encoder, dice lines and cup contact
    outputs       try display, buzzer and lights
"""

from hardware.doctor.bench import Answer, DoctorBench, Person
from hardware.doctor.check_list import checks, checks_beside_table
from hardware.doctor.findings import Check, Finding, State, examine
from hardware.doctor.system import Installation, System, ThisSystem

__all__ = [
    "Answer",
    "Check",
    "DoctorBench",
    "Finding",
    "Installation",
    "Person",
    "State",
    "System",
    "ThisSystem",
    "checks",
    "checks_beside_table",
    "examine",
]
