"""The trial of a new version: what the program says of itself, and whether it has stood or failed.

The program has no rights: it writes one file in its own folder, which the updater reads. What the
updater concludes from it is pure, with the time passed in.
"""

import logging
from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from firmware_host.setup.paths import FOR_UPDATER, STATE
from firmware_host.setup.update.disk import PRIVATE, UpdateDisk, replace_with
from firmware_host.setup.update.record import (
    ENDED,
    ON_TRIAL,
    UpdateError,
    UpdateRecord,
    read_record,
)
from firmware_host.setup.update.releases import Releases
from hardware.untrusted_input import harmless

PATIENCE: Final = 60.0
"""Seconds for the first picture and the first answer to the watchdog."""

PROBATION: Final = 600.0
"""Seconds after those in which one failure is enough to return."""

MOST_STARTS: Final = 3
"""How often the machine may be started during a trial: a version that brings it down has failed."""

STARTED, FAILED = "started", "failed"
"""What the program says of itself: the id of the update, one of these, and more after a failure."""

ANSWER: Final = f"{FOR_UPDATER}answer"
LONGEST_ANSWER: Final = 300

Verdict = Literal["wait", "started", "stood"]

log = logging.getLogger(__name__)


class ServiceState(NamedTuple):
    """The service of the table as systemd sees it.

    ``run`` is another word each time it is started. ``how`` says how it ended, empty while it runs
    or is started.
    """

    run: str
    how: str = ""
    is_over: bool = False
    """True if it ended as somebody wanted: systemd will not start it again."""


class Trial:
    """The trial of the version in ``record`` from ``now`` on, in seconds.

    ``before`` is the run of the service that goes on until it is restarted; it does not count.
    """

    def __init__(self, record: UpdateRecord, now: float, before: str = "") -> None:
        self._record, self._before = record, before
        self._run: str | None = None
        self._is_started = record.state == "watched"
        self._until = now + (PROBATION if self._is_started else PATIENCE)

    def look(self, answer: str, service: ServiceState, now: float) -> Verdict:
        """Return what the ``answer`` of the program and the ``service`` mean at ``now``.

        UpdateError if the version has failed.
        """
        about, said, why = _words(answer)
        is_ours = about == self._record.id
        if is_ours and said == FAILED:
            raise self._failure("failed", f"reported a failure: {why}")
        self._check(service)
        if is_ours and said == STARTED and not self._is_started:
            self._is_started, self._until = True, now + PROBATION
            return "started"
        if now >= self._until and not self._is_started:
            raise self._failure("silent", f"did not draw its first picture within {PATIENCE:.0f} s")
        return "stood" if self._is_started and (now >= self._until or service.is_over) else "wait"

    def _check(self, service: ServiceState) -> None:
        """Note the run of the new version, and raise UpdateError if it has ended."""
        if service.run in ("", self._before):
            return
        self._run = self._run or service.run
        if service.run != self._run:
            raise self._failure("ended", "ended and was started again")
        if service.how:
            raise self._failure("ended", f"ended: {service.how}")
        if service.is_over and not self._is_started:
            raise self._failure("ended", "ended before its first picture")

    def _failure(self, word: Literal["silent", "ended", "failed"], what: str) -> UpdateError:
        return UpdateError(word, f"tableside {self._record.to} {what}")


def _words(answer: str) -> tuple[str, str, str]:
    words = answer.split(maxsplit=2)
    about, said, why = (*words, "", "", "")[:3]
    return about, said, why


def unsteady(record: UpdateRecord) -> UpdateError:
    """Return the failure of a version during whose trial the machine was started too often."""
    return UpdateError(
        "unsteady",
        f"the machine was started {MOST_STARTS} times during the trial of tableside {record.to}",
    )


class TrialAnswer:
    """Says of the running program, once each, that it has started and that it has failed.

    ``folder`` is the state folder of the service. Nothing is said unless the program is on trial.
    """

    def __init__(self, disk: UpdateDisk | None = None, folder: str = STATE) -> None:
        self._disk, self._folder = disk or UpdateDisk(), folder
        record, current = read_record(self._disk), Releases(self._disk).current
        is_on_trial = record is not None and record.state in ON_TRIAL and record.to == current
        self._about = record.id if record is not None and is_on_trial else ""
        self._said = ""

    def started(self) -> None:
        """Say that the first picture is drawn and the watchdog has its first answer."""
        if not self._said:
            self._say(STARTED)

    def failed(self, error: Exception) -> None:
        """Say that the table has failed with ``error``."""
        if self._said != FAILED:
            self._say(FAILED, f"{type(error).__name__}: {error}")

    def _say(self, word: str, why: str = "") -> None:
        if self._about:
            self._said = word
            text = harmless(" ".join(f"{self._about} {word} {why}".split()), LONGEST_ANSWER)
            try:
                path = f"{self._folder}/{ANSWER}"
                replace_with(self._disk, path, text.encode("utf-8"), PRIVATE)
            except OSError as error:
                log.warning("the updater cannot be answered: %s", error)


def trial_answer(environ: Mapping[str, str]) -> TrialAnswer | None:
    """Return the answer of a program that systemd has started as a service; None elsewhere."""
    folder = environ.get("STATE_DIRECTORY", "").split(":")[0]
    return TrialAnswer(folder=folder) if folder else None


def has_come_back(disk: UpdateDisk | None = None) -> bool:
    """Return whether the program runs again because a newer version has failed its trial."""
    found = disk or UpdateDisk()
    record, current = read_record(found), Releases(found).current
    return record is not None and record.before == current and record.state != ENDED[0]
