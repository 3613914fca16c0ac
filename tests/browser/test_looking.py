"""Tests of pages wait for what they look for: a page shows it when it has drawn it, not at once."""

import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
COUNTED_ONCE = re.compile(r"assert [^\n]*\.count\(\) ==")


def test_no_test_of_pages_counts_what_a_page_has_just_once() -> None:
    files = [*TESTS.glob("browser/*.py"), *TESTS.glob("firmware_host/features/*/browser/*.py")]
    assert len(files) > 20
    found = [
        f"{path.relative_to(TESTS)}: {line[0]}: use `has`, which waits"
        for path in sorted(files)
        for line in COUNTED_ONCE.finditer(path.read_text("utf-8"))
    ]
    assert not found, "\n".join(found)
