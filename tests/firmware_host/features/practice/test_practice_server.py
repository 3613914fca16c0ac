"""What the teacher's terminal says of practice tables."""

import io

import pytest

from firmware_host.features.practice.site import welcome
from firmware_host.text.translator import Language
from firmware_host.web.listening import Signpost


@pytest.mark.parametrize(
    ("encoding", "is_drawn"),
    [("utf-8", True), ("koi8-r", True), ("iso8859-1", False), ("cp1251", False), ("ascii", False)],
)
def test_a_code_is_spoken_of_only_where_the_terminal_can_draw_it(
    monkeypatch: pytest.MonkeyPatch, encoding: str, is_drawn: bool
) -> None:
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(io.BytesIO(), encoding))
    said = welcome(Signpost("192.0.2.7:8080"), "ABCDEFGH", Language("en"))
    assert ("scan the code" in said, "█" in said) == (is_drawn, is_drawn)
    assert "type the address" in said
    assert "http://192.0.2.7:8080/teacher   code: ABCDEFGH" in said
