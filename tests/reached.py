"""Which tests run a line of the program: ``python -m tests.reached`` records it.

All tests run once, measured, each under its own name, which takes half an hour of a processor.
What was recorded lies below ``build`` until the commit changes.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

import pytest

from firmware_host.base.values import from_json, to_json

if TYPE_CHECKING:
    from coverage import Coverage, CoverageData

ROOT: Final = Path(__file__).resolve().parents[1]
PACKAGES: Final = ("firmware_host", "games", "hardware")
KEPT: Final = ROOT / "build" / "reached"

FOLDER: Final = "TESTS_REACHED_IN"
"""The variable that tells the plugin where to record."""

MOST: Final = 10_000_000
"""Bytes of what is recorded of the time that tests take."""


class Recorder:
    """A plugin that measures which lines each test runs, and how long it takes."""

    def __init__(self, coverage: "Coverage", times: Path) -> None:
        self._coverage, self._times = coverage, times
        self._seconds: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._coverage.switch_context(item.nodeid)
        began = time.process_time()
        try:
            return (yield)
        finally:
            self._seconds[item.nodeid] = round(time.process_time() - began, 3)
            self._coverage.switch_context("")

    def pytest_unconfigure(self) -> None:
        self._coverage.stop()
        self._coverage.save()
        self._times.write_bytes(to_json(self._seconds))


def pytest_configure(config: pytest.Config) -> None:
    """Measure in the processes that run tests, where a folder is told."""
    folder = os.environ.get(FOLDER)
    if folder is None or (config.option.numprocesses and not hasattr(config, "workerinput")):
        return
    from coverage import Coverage

    include = [f"{ROOT / package}/*" for package in PACKAGES]
    coverage = Coverage(f"{folder}/{os.getpid()}.coverage", include=include, config_file=False)
    coverage.start()
    config.pluginmanager.register(Recorder(coverage, Path(folder, f"{os.getpid()}.json")))


class Reached:
    """What the tests of the present commit were recorded to reach."""

    def __init__(self, data: Sequence["CoverageData"], seconds: Mapping[str, float]) -> None:
        self._data, self._seconds = data, seconds

    @classmethod
    def recorded(cls, beside: int) -> Self:
        """Return what was recorded; if nothing was, ``beside`` processes record it first."""
        folder = KEPT / _commit()
        if not any(folder.glob("*.json")):
            folder.mkdir(parents=True, exist_ok=True)
            command = [sys.executable, "-m", "pytest", "-q", f"-n{beside}", "-p", "tests.reached"]
            subprocess.run(command, cwd=ROOT, env={**os.environ, FOLDER: str(folder)}, check=False)
        times = [
            from_json(file.read_bytes(), dict[str, float], MOST) for file in folder.glob("*.json")
        ]
        return cls(
            [_read(file) for file in sorted(folder.glob("*.coverage"))],
            {test: spent for each in times for test, spent in each.items()},
        )

    def tests(self, path: str, line: int) -> Sequence[str]:
        """Return the tests that run the line of the module at ``path``, the quickest first."""
        found = {test for data in self._data for test in _contexts(data, path).get(line, ())}
        return sorted(found - {""}, key=self.seconds)

    def seconds(self, test: str) -> float:
        """Return how many seconds of a processor ``test`` takes, measured."""
        return self._seconds.get(test, 0)


def _read(file: Path) -> "CoverageData":
    from coverage import CoverageData

    data = CoverageData(str(file))
    data.read()
    return data


@lru_cache(64)
def _contexts(data: "CoverageData", path: str) -> Mapping[int, Sequence[str]]:
    return data.contexts_by_lineno(str(ROOT / path))


def _commit() -> str:
    command = ["git", "rev-parse", "--short", "HEAD"]
    found = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    return found.stdout.strip()


if __name__ == "__main__":
    Reached.recorded(os.cpu_count() or 1)
