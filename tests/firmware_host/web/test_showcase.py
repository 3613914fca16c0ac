"""The games as pages show them, and the screens that other sites may show, or not."""

from collections.abc import Sequence

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

import games
from firmware_host.base.errors import UsageError
from firmware_host.text.translator import Language
from firmware_host.web.listening import Signpost
from firmware_host.web.page_parts import cards
from firmware_host.web.server import MOST_SITES, Showcase, read_sites


def client(sites: Sequence[str] = ()) -> TestClient:
    showcase = Showcase(games, lambda: Signpost("table.local:8080"), read_sites(sites))
    return TestClient(Starlette(routes=[*showcase.routes]))


def ancestors(browser: TestClient) -> str:
    policy = browser.get("/embed").headers["content-security-policy"]
    return next(each.strip() for each in policy.split(";") if "frame-ancestors" in each)


def test_no_site_may_show_the_board_unless_a_setting_names_it() -> None:
    assert ancestors(client()) == "frame-ancestors 'none'"


def test_sites_that_a_setting_names_may_show_the_board_and_nothing_else_is_loosened() -> None:
    browser = client(["https://Museum.example/", "http://10.0.0.5:8000"])
    expected = "frame-ancestors https://museum.example http://10.0.0.5:8000"
    assert ancestors(browser) == expected
    policy, strict = (
        each.get("/embed").headers["content-security-policy"] for each in (browser, client())
    )
    assert policy.replace(expected, "frame-ancestors 'none'") == strict
    assert "default-src 'none'; script-src 'self'" in policy


@pytest.mark.parametrize(
    "site",
    [
        "museum.example",
        "*",
        "https://*.example",
        "https://museum.example/page",
        "https://museum.example; script-src *",
        "https://a.example https://b.example",
        "javascript:alert(1)",
        "https://" + "a" * 300,
        "",
    ],
)
def test_what_is_no_site_is_refused_in_a_line(site: str) -> None:
    with pytest.raises(UsageError, match=r"--embed takes a site such as https://museum\.example"):
        read_sites([site])


def test_only_so_many_sites_can_be_named() -> None:
    with pytest.raises(UsageError, match="16 sites at most, not 17"):
        read_sites([f"https://{number}.example" for number in range(MOST_SITES + 1)])


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_game_has_a_card_with_one_sentence_players_dice_and_minutes(language: str) -> None:
    found = cards(games, Language(language))
    assert [card["name"] for card in found] == [*games.names()]
    for card in found:
        assert card["title"]
        assert card["about"].count(".") == 1
        assert card["players"]
        assert card["dice"]
        assert card["minutes"]


def test_a_screen_learns_what_can_be_played_and_where_phones_follow() -> None:
    found = client().get("/showcase?language=ru").json()
    assert [card["name"] for card in found["cards"]] == [*games.names()]
    assert found["place"]["address"] == "http://table.local:8080/"
    assert found["place"]["qr"].startswith("<svg")
    assert found["words"]["throw"] == "{seat}: бросок"


@pytest.mark.parametrize("name", games.names())
def test_there_is_a_picture_of_every_game(name: str) -> None:
    answer = client().get(f"/picture?game={name}")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg")


@pytest.mark.parametrize("name", ["chess", "", "../squadro", "x" * 400])
def test_there_is_no_picture_of_what_is_no_game(name: str) -> None:
    assert client().get("/picture", params={"game": name}).status_code == 404
