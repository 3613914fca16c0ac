"""When a new version has stood its trial, and when it has failed: pure, with the time passed in."""

from typing import Final, Literal, NamedTuple

from firmware_host.setup.update.obstacles import UpdateError
from firmware_host.setup.update.record import UpdateRecord

PATIENCE: Final = 60.0
"""Seconds for the first picture and the first answer to the watchdog."""

PROBATION: Final = 600.0
"""Seconds after those in which one failure is enough to return."""

MOST_STARTS: Final = 3
"""How often the machine may be started during a trial: a version that brings it down has failed."""

STARTED, FAILED = "started", "failed"
"""What the program says of itself: the id of the update, one of these, and more after a failure."""

Verdict = Literal["wait", "started", "stood"]


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
