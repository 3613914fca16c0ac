"""Updates of real folders with real processes, and an updater that is killed in the middle."""

import os
import random
import signal
import subprocess
import time
import tracemalloc
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest

from firmware_host.setup.paths import CURRENT, RELEASES, STATE, TRUSTED, UPDATES
from firmware_host.setup.update import releases
from firmware_host.setup.update.disk import UpdateDisk
from firmware_host.setup.update.record import UpdateRecord
from firmware_host.setup.update.releases import ANSWER, Releases, ServiceState, TrialAnswer
from firmware_host.setup.update.updater import Updater, UpdateSite
from tests.firmware_host.setup.update.packages import handed, package
from tests.firmware_host.setup.update.table import NEW, OLD

PATIENCE, PROBATION = 3.0, 2.0
MOST_CALLS = 2000

SCRIPTS = {
    "good": "says started; sleep 60",
    "ends": "exit 1",
    "hangs": "sleep 60",
    "fails": "says failed; sleep 60",
    "crashes later": "says started; sleep 1; exit 9",
    "is killed": "kill -9 $$",
    "is no program": None,
}


@dataclass
class RealMachine:
    """An ``UpdateMachine`` whose table is a shell script that is run in a folder."""

    folder: Path
    process: "subprocess.Popen[bytes] | None" = None
    version: str = OLD
    runs: int = 0

    @property
    def disk(self) -> UpdateDisk:
        return UpdateDisk(self.folder)

    def site(self) -> UpdateSite:
        return UpdateSite(Releases(self.disk).current, "arm64", "bookworm", 1, 1 << 40)

    def key(self) -> str | None:
        return None

    def compile(self, folder: str, later: str) -> None:
        """Leave the modules as they are."""

    def restart(self) -> None:
        self.end()
        self.runs += 1
        program = self.disk.at(f"{CURRENT}/bin/tableside")
        says = self.disk.at(f"{STATE}/said")
        says.unlink(missing_ok=True)
        script = f"says() {{ echo $1 > '{says}.new'; mv '{says}.new' '{says}'; }}\n. '{program}'\n"
        self.process = subprocess.Popen(["sh", "-c", script], start_new_session=True)

    def service(self) -> ServiceState:
        code = self.process.poll() if self.process else None
        return ServiceState(f"run {self.runs}", "" if code is None else f"exit-code {code}")

    def answer(self) -> str:
        """Say for the shell script what a program says of itself."""
        said = self.disk.at(f"{STATE}/said")
        if said.exists():
            word = said.read_text().strip()
            said.unlink()
            answer = TrialAnswer(self.disk)
            answer.started() if word == "started" else answer.failed(ValueError(word))
        path = self.disk.at(f"{STATE}/{ANSWER}")
        return path.read_text() if path.exists() else ""

    def clock(self) -> float:
        return time.monotonic()

    def wait(self, seconds: float) -> None:
        time.sleep(seconds / 10)

    def end(self) -> None:
        if self.process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


def release_of(script: str | None) -> dict[str, bytes | str | None]:
    files: dict[str, bytes | str | None] = {"bin": None, "lib": None}
    if script is not None:
        files["bin/tableside"] = script.encode()
    return {**files, **{f"lib/{number}.py": b"%d" % number * 500 for number in range(40)}}


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[RealMachine]:
    real = RealMachine(tmp_path)
    for folder in (f"{RELEASES}/{OLD}/bin", UPDATES, STATE):
        real.disk.at(folder).mkdir(parents=True)
    (real.disk.at(f"{RELEASES}/{OLD}/bin") / "tableside").write_text(SCRIPTS["good"] or "")
    for link in (CURRENT, TRUSTED):
        real.disk.make_link(link, f"releases/{OLD}")
    real.restart()
    yield real
    real.end()


def updater(machine: RealMachine) -> Updater:
    numbers = count(random.randrange(1 << 30))
    return Updater(machine.disk, machine, lambda: f"id{next(numbers)}")


def record_of(machine: RealMachine) -> UpdateRecord:
    record = updater(machine).record
    assert record is not None
    return record


@pytest.mark.deep
@pytest.mark.parametrize("name", SCRIPTS)
def test_a_real_program_is_tried_and_taken_back(
    machine: RealMachine, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(releases, "PATIENCE", PATIENCE)
    monkeypatch.setattr(releases, "PROBATION", PROBATION)
    updater(machine).install(handed(package(NEW, release_of(SCRIPTS[name]))))
    expected = NEW if name == "good" else OLD
    assert machine.disk.target(CURRENT) == machine.disk.target(TRUSTED) == f"releases/{expected}"
    assert record_of(machine).state == ("done" if name == "good" else "failed")
    assert machine.service().how == "", "the version that stays is running"


class MortalDisk(UpdateDisk):
    """The card of a process that is killed at its call ``last``."""

    def __init__(self, root: Path, last: int) -> None:
        super().__init__(root)
        self._left = last

    def at(self, path: str) -> Path:
        self._left -= 1
        if self._left < 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().at(path)

    def sync(self) -> None:
        """Wait for nothing: a kill leaves what was written."""


def update_until(machine: RealMachine, last: int) -> bool:
    """Update in a process that is killed at its call ``last``; return whether it ended before."""
    child = os.fork()
    if child == 0:
        machine.process = None
        mortal = MortalDisk(machine.folder, last)
        again = Updater(mortal, DeafMachine(machine.folder), lambda: f"id{last}")
        again.recover()
        again.watch()
        again.install(handed(package(NEW, release_of(SCRIPTS["good"]))))
        os._exit(0)
    return os.waitpid(child, 0)[1] == 0


class DeafMachine(RealMachine):
    """A machine whose table says at once that it has started, and is switched off then."""

    def restart(self) -> None:
        self.runs += 1

    def service(self) -> ServiceState:
        return ServiceState(f"run {self.runs}", is_over=True)

    def answer(self) -> str:
        record = Updater(self.disk, self, str).record
        return f"{record.id} started" if record else ""


@pytest.mark.deep
def test_an_updater_that_is_killed_at_any_call_leaves_a_version_that_is_whole(
    machine: RealMachine,
) -> None:
    whole = sorted(release_of(SCRIPTS["good"]))
    versions = set()
    for last in range(0, MOST_CALLS, 2):
        is_at_its_end = update_until(machine, last)
        version = (machine.disk.target(CURRENT) or "").rpartition("/")[2]
        versions.add(version)
        if version == NEW:
            inside = machine.disk.at(f"{RELEASES}/{NEW}")
            assert sorted(str(path.relative_to(inside)) for path in inside.rglob("*")) == whole
        else:
            assert version == OLD
        if is_at_its_end:
            break
    assert is_at_its_end
    assert versions == {OLD, NEW}


def test_a_small_file_is_read_without_room_for_the_largest(tmp_path: Path) -> None:
    (tmp_path / "counters").write_bytes(b"1 2 3\n")
    tracemalloc.start()
    assert UpdateDisk(tmp_path).read("/counters", 1 << 30) == b"1 2 3\n"
    assert UpdateDisk(tmp_path).read("/counters", 1) == b"1"
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1 << 20
