"""The program of the evening as the service that an updater restarts and watches."""

import time
from pathlib import Path

from firmware_host.setup.paths import STATE
from firmware_host.setup.update.disk import UpdateDisk
from firmware_host.setup.update.releases import ANSWER, Releases, ServiceState
from firmware_host.setup.update.updater import UpdateSite
from firmware_host.storage.state_folder import FORMAT
from tests.firmware_host.features.phones.evening.card import SYSTEM
from tests.firmware_host.features.phones.evening.people import Evening


class EveningMachine:
    """The ``UpdateMachine`` of this evening: its service is the program."""

    def __init__(self, evening: Evening) -> None:
        self._evening, self._runs = evening, 0

    def site(self) -> UpdateSite:
        version = Releases(UpdateDisk()).current
        return UpdateSite(version, "arm64", "bookworm", FORMAT, UpdateDisk().free(SYSTEM))

    def key(self) -> str | None:
        return None

    def compile(self, folder: str, later: str) -> None:
        """Leave the modules as they are."""

    def service(self) -> ServiceState:
        return ServiceState(f"run {self._runs}", is_over=not self._evening.program.is_running)

    def restart(self) -> None:
        self._runs += 1
        self._evening.restart()

    def answer(self) -> str:
        path = Path(STATE, ANSWER)
        return path.read_text(encoding="utf-8") if path.exists() else ""

    def clock(self) -> float:
        return time.monotonic()

    def wait(self, seconds: float) -> None:
        time.sleep(seconds)
