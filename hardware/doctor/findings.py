"""The grammar of the doctor: checks, what they find, and the order in which they are made."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Literal

from hardware.doctor.bench import DoctorBench
from hardware.doctor.system import Installation
from hardware.errors import HardwareError
from hardware.untrusted_text import harmless

State = Literal["ok", "failed", "skipped", "not needed"]

HANDS_NEEDED = "needs a person at a terminal"
LAST_RESORT = "read docs/troubleshooting.md, and report it if that does not help"


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check found: its ``state``, one line of ``text``, and what to type if it failed.

    The functions below make the words of others in them fit to be shown.
    """

    state: State
    text: str
    advice: str = ""


def ok(text: str) -> Finding:
    """It is as it should be."""
    return Finding("ok", harmless(text))


def failed(text: str, advice: str) -> Finding:
    """It is not, and ``advice`` says what to type or to do."""
    return Finding("failed", harmless(text), harmless(advice))


def skipped(text: str) -> Finding:
    """It could not be looked at."""
    return Finding("skipped", harmless(text))


def not_needed(text: str) -> Finding:
    """This wiring can do without it."""
    return Finding("not needed", harmless(text))


def asked(bench: DoctorBench, question: str, good: str, advice: str) -> Finding:
    """Ask the person ``question``: ``good`` if so, ``advice`` if not."""
    answer = bench.person.ask(question)
    if answer == "skip":
        return skipped("nobody answered")
    return ok(good) if answer == "yes" else failed(f"not {good}", advice)


Probe = Callable[[Installation], Finding]
BenchStep = Callable[[DoctorBench], Finding]


@dataclass(frozen=True, slots=True)
class Check:
    """One thing an installation needs.

    ``probe`` only looks, ``exercise`` uses the hardware, ``witness`` asks the person; each is made
    if the one before it was good. ``needs`` names the checks without which this one tells nothing.
    """

    name: str
    probe: Probe | None = None
    exercise: BenchStep | None = None
    witness: BenchStep | None = None
    needs: tuple[str, ...] = ()


def examine(
    checks: Iterable[Check], installation: Installation, bench: DoctorBench | None = None
) -> Iterator[tuple[Check, Finding]]:
    """Yield each of ``checks`` with what it found in ``installation``, as it is found.

    Without a ``bench`` only the probes run. A check that needs one which failed is skipped, as is
    what needs that in turn; the finding names the failure it comes after.
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
