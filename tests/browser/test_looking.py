"""Tests of pages wait for what they look for: a page shows it when it has drawn it, not at once."""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
WAITING = {
    re.compile(r"assert [^\n]*\.count\(\) =="): "use `has`, which waits",
    re.compile(r"\bpage\w*\.wait_for_function\("): "use `becomes`: a page forbids code from text",
    re.compile(r"assert [^\n]*\.(is_[a-z]+|inner_text|text_content)\(\)"): "use `expect`",
}
"""What does not wait for a page as it should, and what does."""


@pytest.mark.parametrize(
    ("form", "advice"), WAITING.items(), ids=["counting", "functions", "looking"]
)
def test_every_test_of_pages_waits_for_what_it_looks_for(
    form: re.Pattern[str], advice: str
) -> None:
    files = [*TESTS.glob("browser/*.py"), *TESTS.glob("firmware_host/features/*/browser/*.py")]
    assert len(files) > 20
    found = [
        f"{path.relative_to(TESTS)}: {line[0]}: {advice}"
        for path in sorted(files)
        if path != Path(__file__)
        for line in form.finditer(path.read_text("utf-8"))
    ]
    assert not found, "\n".join(found)
