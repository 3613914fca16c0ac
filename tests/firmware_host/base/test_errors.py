"""The tree of the companion's errors is the one that its docstring draws."""

import re
from pathlib import Path

import firmware_host
from firmware_host.base import errors

SOURCES = Path(firmware_host.__file__).parent
ERROR = re.compile(r"^class (\w+)\(HostError\b", re.MULTILINE)
BRANCH = re.compile(r"^ +\+-- (\w+)", re.MULTILINE)


def test_every_error_is_in_the_tree() -> None:
    sources = (path.read_text(encoding="utf-8") for path in SOURCES.rglob("*.py"))
    found = [name for source in sources for name in ERROR.findall(source)]
    assert sorted(BRANCH.findall(errors.__doc__ or "")) == sorted(found)
