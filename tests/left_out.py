"""Which tests need a feature that is not there: they are left out where it was deleted."""

import re
from functools import cache
from pathlib import Path
from typing import Final

from firmware_host.base.registry import feature_names

ROOT: Final = Path(__file__).parents[1]
FEATURE: Final = re.compile(r"firmware_host\.features(?:\.| import )(\w+)")
HELPER: Final = re.compile(r"^from (tests[\w.]*) import (\w+)", re.MULTILINE)


def is_left_out(path: Path) -> bool:
    """Return whether the tests at ``path``, or what they import from other tests, need one."""
    return not features_of(path) <= {*feature_names(), "NAMES"}


@cache
def features_of(path: Path) -> frozenset[str]:
    """Return the names of the features that the module at ``path`` needs, also by its helpers."""
    text = path.read_text(encoding="utf-8")
    return frozenset(FEATURE.findall(text)).union(
        *(features_of(each) for helper in HELPER.findall(text) for each in _files(*helper))
    )


def _files(module: str, name: str) -> tuple[Path, ...]:
    place = ROOT.joinpath(*module.split("."))
    return tuple(path for path in (place.with_suffix(".py"), place / f"{name}.py") if path.exists())
