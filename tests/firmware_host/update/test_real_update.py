"""Updates of real folders with real processes, and an updater that is killed in the middle."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest

from firmware_host.install.paths import CURRENT, RELEASES, STATE, TRUSTED, UPDATES
from firmware_host.update import trial
from firmware_host.update.answer import ANSWER, TrialAnswer
from firmware_host.update.checks import UpdateSite
from firmware_host.update.disk import OsUpdateDisk
from firmware_host.update.record import UpdateRecord
from firmware_host.update.releases import Releases
from firmware_host.update.trial import ServiceState
from firmware_host.update.updater import Updater
from tests.firmware_host.update.packages import handed, package
from tests.firmware_host.update.table import NEW, OLD

PATIENCE, PROBATION = 3.0, 2.0
KILLS = 60

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
    def disk(self) -> OsUpdateDisk:
        return OsUpdateDisk(self.folder)

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
        script = f"says() {{ echo $1 > '{says}'; }}\n. '{program}'\n"
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
    monkeypatch.setattr(trial, "PATIENCE", PATIENCE)
    monkeypatch.setattr(trial, "PROBATION", PROBATION)
    updater(machine).install(handed(package(NEW, release_of(SCRIPTS[name]))))
    expected = NEW if name == "good" else OLD
    assert machine.disk.target(CURRENT) == machine.disk.target(TRUSTED) == f"releases/{expected}"
    assert record_of(machine).state == ("done" if name == "good" else "failed")
    assert machine.service().how == "", "the version that stays is running"


UPDATING = """
import sys
from pathlib import Path
from tests.firmware_host.update.packages import handed, package
from tests.firmware_host.update.test_real_update import SCRIPTS, RealMachine, release_of, updater
machine = RealMachine(Path(sys.argv[1]))
machine.restart = lambda: None
machine.answer = lambda: machine.disk.at("/said").read_text()
again = updater(machine)
again.recover()
again.watch()
given = handed(package("0.2.0", release_of(SCRIPTS["good"])))
print("ready", flush=True)
again.install(given)
"""


@pytest.mark.deep
def test_an_updater_that_is_killed_leaves_a_version_that_is_whole(machine: RealMachine) -> None:
    """The machine goes on after a kill, so what was written is there."""
    rng, disk = random.Random(4), machine.disk
    whole = sorted(release_of(SCRIPTS["good"]))
    disk.at("/said").write_text("")
    seen: dict[str, int] = {}
    for _ in range(KILLS):
        command = [sys.executable, "-c", UPDATING, str(machine.folder)]
        victim = subprocess.Popen(command, stdout=subprocess.PIPE)
        assert victim.stdout is not None
        victim.stdout.readline()
        time.sleep(rng.random() * 0.03)
        victim.kill()
        victim.wait()
        victim.stdout.close()
        updater(machine).recover()
        version = (disk.target(CURRENT) or "").rpartition("/")[2]
        if version == NEW:
            inside = disk.at(f"{RELEASES}/{NEW}")
            assert sorted(str(path.relative_to(inside)) for path in inside.rglob("*")) == whole
        else:
            assert version == OLD
        record = updater(machine).record
        seen[record.state if record else ""] = seen.get(record.state if record else "", 0) + 1
    assert len(seen) > 1, seen
