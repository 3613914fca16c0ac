"""The rules of every game can be read on a page, with a picture for each position."""

import pytest

import games
from firmware_host.text import rule_sheets
from firmware_host.web.static_pages import rules_page

SHEETS = [(name, code) for name in games.names() for code in rule_sheets.languages(name)]


@pytest.mark.parametrize(("name", "language"), SHEETS)
def test_a_sheet_is_a_page_with_pictures(name: str, language: str) -> None:
    sheet, page = rule_sheets.read(name, language), rules_page(games, name, language)
    title = sheet.splitlines()[0].removeprefix("# ")
    assert f"<h1>{title.replace(chr(39), '&#x27;')}</h1>" in page or f"<h1>{title}</h1>" in page
    assert page.count("<svg") == len(rule_sheets.POSITION.findall(sheet)) > 0
    assert "```" not in page


def test_a_game_that_does_not_exist_has_no_page() -> None:
    with pytest.raises(ValueError, match="nonsense"):
        rules_page(games, "nonsense", "en")
