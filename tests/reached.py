"""Which files of tests run a line of the program: ``python -m tests.reached`` records it.

Each file of tests runs once, alone and measured, which takes an hour of a processor. What was
recorded lies below ``build`` until the commit changes, and a run that was broken off goes on there.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple, Self

from firmware_host.base.values import from_json, to_json

ROOT: Final = Path(__file__).resolve().parents[1]
PACKAGES: Final = ("firmware_host", "games", "hardware")
KEPT: Final = ROOT / "build" / "reached"

MOST: Final = 10_000_000
"""Bytes of what is recorded of one file of tests."""


class Reach(NamedTuple):
    """The lines that a file of tests runs, by their modules, and the ``seconds`` that it takes."""

    seconds: float
    lines: Mapping[str, Sequence[int]]

    def runs(self, path: str, line: int) -> bool:
        """Return whether the line of the module at ``path`` (below the root) is run."""
        return line in self.lines.get(path, ())

    @classmethod
    def measured(cls, test: str) -> Self:
        """Run the file of tests ``test`` and return what it reaches."""
        began = time.monotonic()
        data = KEPT / f"{test.replace('/', '.')}.coverage"
        run = ["coverage", "run", f"--data-file={data}", f"--include={_included()}"]
        command = [sys.executable, "-m", *run, "-m", "pytest", "-q", "-n0", test]
        environ = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        nowhere = subprocess.DEVNULL
        subprocess.run(command, cwd=ROOT, env=environ, stdout=nowhere, stderr=nowhere, check=False)
        found = cls(round(time.monotonic() - began, 1), dict(_lines(data)))
        data.unlink(missing_ok=True)
        return found


def _included() -> str:
    return ",".join(f"{ROOT / package}/*" for package in PACKAGES)


def _lines(file: Path) -> Iterator[tuple[str, Sequence[int]]]:
    from coverage import CoverageData

    data = CoverageData(str(file))
    data.read()
    for path in data.measured_files():
        yield Path(path).relative_to(ROOT).as_posix(), sorted(data.lines(path) or ())


def tests() -> Sequence[str]:
    """Return the files of tests, below the root."""
    found = sorted((ROOT / "tests").rglob("test_*.py"))
    return [path.relative_to(ROOT).as_posix() for path in found]


def recorded(beside: int) -> Mapping[str, Reach]:
    """Return what each file of tests reaches; so many are measured ``beside`` each other.

    What is missing of the present commit is recorded first.
    """
    folder = KEPT / _commit()
    folder.mkdir(parents=True, exist_ok=True)

    def look(test: str) -> tuple[str, Reach]:
        file = folder / f"{test.replace('/', '.')}.json"
        if not file.exists():
            reach = Reach.measured(test)
            file.write_bytes(to_json(reach))
            print(f"{reach.seconds:.1f} s  {test}", flush=True)
        return test, from_json(file.read_bytes(), Reach, MOST)

    with ThreadPoolExecutor(beside) as pool:
        return dict(pool.map(look, tests()))


def _commit() -> str:
    command = ["git", "rev-parse", "--short", "HEAD"]
    found = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    return found.stdout.strip()


if __name__ == "__main__":
    recorded(os.cpu_count() or 1)
