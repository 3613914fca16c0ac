"""What the program says of itself during its trial, and what it may know of the update.

The program has no rights: it writes one file in its own folder, which the updater reads.
"""

import logging
from collections.abc import Mapping
from typing import Final

from firmware_host.setup.paths import FOR_UPDATER, STATE
from firmware_host.setup.update.disk import PRIVATE, OsUpdateDisk, UpdateDisk, replace_with
from firmware_host.setup.update.record import ENDED, LONGEST, ON_TRIAL, RECORD, UpdateRecord
from firmware_host.setup.update.releases import Releases
from firmware_host.setup.update.trial import FAILED, STARTED
from hardware.untrusted_text import harmless

ANSWER: Final = f"{FOR_UPDATER}answer"
LONGEST_ANSWER: Final = 300

log = logging.getLogger(__name__)


class TrialAnswer:
    """Says of the running program, once each, that it has started and that it has failed.

    ``folder`` is the state folder of the service. Nothing is said unless the program is on trial.
    """

    def __init__(self, disk: UpdateDisk | None = None, folder: str = STATE) -> None:
        self._disk, self._folder = disk or OsUpdateDisk(), folder
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


def read_record(disk: UpdateDisk) -> UpdateRecord | None:
    """Return the record of the last update, None if there is none or it cannot be read."""
    try:
        return UpdateRecord.read(disk.read(RECORD, LONGEST))
    except OSError:
        return None


def has_come_back(disk: UpdateDisk | None = None) -> bool:
    """Return whether the program runs again because a newer version has failed its trial."""
    found = disk or OsUpdateDisk()
    record, current = read_record(found), Releases(found).current
    return record is not None and record.before == current and record.state != ENDED[0]
