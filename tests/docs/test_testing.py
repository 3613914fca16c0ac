"""The page about tests names tests that there are."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
FEATURES = "tests/firmware_host/features"


def test_each_real_test_that_the_page_names_is_there() -> None:
    page = (ROOT / "docs/developers/testing.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(test_\w+)`", page))
    files = (*(ROOT / "tests/real").glob("test_*.py"), *(ROOT / FEATURES).rglob("test_*.py"))
    sources = "".join(path.read_text() for path in files)
    assert len(named) > 10
    assert named == {name for name in named if f"def {name}(" in sources}
