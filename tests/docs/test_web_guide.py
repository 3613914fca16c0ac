"""What docs/developers/web.md says about the page is so."""

import re
from pathlib import Path

from docs.writer.manual import FOLDER
from firmware_host.app.feed import REQUESTS_A_SECOND
from firmware_host.remote.requests import ChooseMove
from firmware_host.remote.wire import BUSY, LONGEST_REQUEST, read_request
from tests.docs.copies import ROOT

STEPS = re.compile(r"^`([\w/.]+)`, below `([^`]+)`:.*?^```\w+\n(.*?)^```", re.MULTILINE | re.DOTALL)
"""A step that adds something to the page: a file, the end of a line, and what goes below it."""

PAGE = (FOLDER / "developers" / "web.md").read_text(encoding="utf-8")


def test_the_example_of_a_request_is_one() -> None:
    (example,) = re.findall(r"`(\{\"request\".*?\})`", PAGE)
    assert read_request(example.encode()) == ChooseMove(1, "c3-c5", 12, ticket=7)


def test_the_bounds_are_those_of_the_program() -> None:
    assert f"at most {LONGEST_REQUEST:,} bytes" in PAGE
    assert f"reads {REQUESTS_A_SECOND} a second" in PAGE
    assert f"`{BUSY.decode().strip()}`" in PAGE


def follow_steps(folder: Path) -> None:
    """Add to the page of the program in ``folder`` what the guide adds."""
    for name, above, added in STEPS.findall(PAGE):
        path = folder / name
        before, line, after = path.read_text("utf-8").partition(f"{above}\n")
        path.write_text(f"{before}{line}{added}{after}", "utf-8")


def test_every_step_has_its_place_in_the_page() -> None:
    steps = STEPS.findall(PAGE)
    assert len(steps) == 4
    for name, above, _ in steps:
        assert (ROOT / name).read_text("utf-8").count(f"{above}\n") == 1, above
