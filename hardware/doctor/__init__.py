"""Finds out what is wrong with a real installation and says how to put it right.

A check is probed (it looks), then exercised (it uses the hardware), then witnessed (it asks the
person). Without a bench only the probes run, and what needs hands is skipped::

    for check, finding in examine(checks(wiring), Installation(ThisSystem(), wiring, folder)):
        print(finding.state, check.name, finding.text)
"""

from hardware.doctor.bench import Answer, DoctorBench, Person
from hardware.doctor.check_list import checks
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
    "examine",
]
