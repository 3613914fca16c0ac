"""What docs/developers/web.md says about the page is so."""

import re

from docs.writer.manual import FOLDER
from firmware_host.app.feed import REQUESTS_A_SECOND
from firmware_host.remote.requests import ChooseMove
from firmware_host.remote.wire import BUSY, LONGEST_REQUEST, read_request

PAGE = (FOLDER / "developers" / "web.md").read_text(encoding="utf-8")


def test_the_example_of_a_request_is_one() -> None:
    (example,) = re.findall(r"`(\{\"request\".*?\})`", PAGE)
    assert read_request(example.encode()) == ChooseMove(1, "c3-c5", 12)


def test_the_bounds_are_those_of_the_program() -> None:
    assert f"at most {LONGEST_REQUEST:,} bytes" in PAGE
    assert f"reads {REQUESTS_A_SECOND} a second" in PAGE
    assert f"`{BUSY.decode().strip()}`" in PAGE
