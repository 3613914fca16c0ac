"""Checks, what they find, and how they are run."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Literal

from msgspec import Struct

from hardware.doctor.bench import DoctorBench
from hardware.doctor.system import Installation
from hardware.errors import HardwareError
from hardware.untrusted_text import harmless

State = Literal["ok", "failed", "skipped", "not needed"]

HANDS_NEEDED = "needs a person at a terminal"
LAST_RESORT = "read docs/troubleshooting.md, and report it if that does not help"


class Finding(Struct, frozen=True):
    """What a check found: its ``state``, one line of ``text``, and what to type if it failed.

    The functions below create findings and escape untrusted text in them.
    """

    state: State
    text: str
    advice: str = ""


def ok(text: str) -> Finding:
    """Return the finding that all is well."""
    return Finding("ok", harmless(text))


def failed(text: str, advice: str) -> Finding:
    """Return the finding that something is wrong; ``advice`` says what to type or to do."""
    return Finding("failed", harmless(text), harmless(advice))


def skipped(text: str) -> Finding:
    """Return the finding that the check could not be made."""
    return Finding("skipped", harmless(text))


def not_needed(text: str) -> Finding:
    """Return the finding that this wiring does not need it."""
    return Finding("not needed", harmless(text))


def asked(bench: DoctorBench, question: str, good: str, advice: str) -> Finding:
    """Ask the person ``question``; return ok with ``good``, or a failure with ``advice``."""
    answer = bench.person.ask(question)
    if answer == "skip":
        return skipped("nobody answered")
    return ok(good) if answer == "yes" else failed(f"not {good}", advice)


Probe = Callable[[Installation], Finding]
BenchStep = Callable[[DoctorBench], Finding]


class Check(Struct, frozen=True):
    """One thing that an installation needs.

    ``probe`` only looks, ``exercise`` uses the hardware, ``witness`` asks the person. Each stage
    runs only if the one before it was ok. ``needs`` names the checks that must not fail first.
    """

    name: str
    probe: Probe | None = None
    exercise: BenchStep | None = None
    witness: BenchStep | None = None
    needs: tuple[str, ...] = ()


def examine(
    checks: Iterable[Check], installation: Installation, bench: DoctorBench | None = None
) -> Iterator[tuple[Check, Finding]]:
    """Run ``checks`` on ``installation``; yield each with its finding as soon as it is known.

    Without a ``bench`` only the probes run. A check is skipped if a check that it needs failed or
    was skipped for that reason; its finding names the one that failed.
    """
    causes: dict[str, str] = {}
    for check in checks:
        cause = next((causes[need] for need in check.needs if need in causes), None)
        if cause is None:
            finding = _found(check, installation, bench)
        else:
            finding = skipped(f"comes after {cause!r}")
        if finding.state == "failed" or cause is not None:
            causes[check.name] = cause or check.name
        yield check, finding


def _found(check: Check, installation: Installation, bench: DoctorBench | None) -> Finding:
    finding = skipped(HANDS_NEEDED)
    for stage in _stages(check, installation, bench):
        try:
            finding = stage()
        except (HardwareError, OSError) as error:
            return failed(str(error), LAST_RESORT)
        if finding.state != "ok":
            break
    return finding


def _stages(
    check: Check, installation: Installation, bench: DoctorBench | None
) -> Iterator[Callable[[], Finding]]:
    if check.probe is not None:
        yield partial(check.probe, installation)
    if bench is not None:
        yield from (partial(use, bench) for use in (check.exercise, check.witness) if use)
