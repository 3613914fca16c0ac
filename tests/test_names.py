"""One name, one thing: two public classes of the three packages never share a name."""

import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = ("firmware_host", "games", "hardware")
CLASS = re.compile(r"^ *class ([^\W_]\w*)[:(]", re.MULTILINE)
"""How a class begins whose name does not begin with an underscore."""


def test_no_two_classes_share_a_name() -> None:
    found = defaultdict(list)
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            for name in CLASS.findall(path.read_text("utf-8")):
                found[name].append(str(path.relative_to(ROOT)))
    assert {name: paths for name, paths in found.items() if len(paths) > 1} == {}
