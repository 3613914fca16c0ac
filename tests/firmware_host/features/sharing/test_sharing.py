"""A game that is over is shared: by codes that others read, pictures, and names if people want."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

import games
from firmware_host.features.evening.remote import EveningHere
from firmware_host.features.phones.remote import PhonesHere
from firmware_host.features.sharing import feature
from firmware_host.features.sharing.feature import CodeView, ShownCodes, WithNames, drawn, room_on
from firmware_host.features.sharing.web import FRAMES
from firmware_host.screens import draw
from firmware_host.screens.view import Frame
from firmware_host.session.replay import record_of_session
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.session.shared_record import journal_of, shared_record
from firmware_host.table.effects import Apply, BeginGame, PlaceGroups
from firmware_host.table.scene import Resume
from firmware_host.text.translator import Language
from firmware_host.web.history_pages import HistoryPages
from games.record import write
from tests.firmware_host.features.sharing.codes import pictures_in, read_in, reader
from tests.firmware_host.screens.stage import Stage
from tests.firmware_host.session.test_shared_record import random_record
from tests.firmware_host.web.test_history_pages import Kept, keep
from tests.table import set_context

LARGE, SMALL = (128, 128), (128, 64)
ENGLISH = Language("en")


def ended(size: tuple[int, int]) -> Stage:
    """A game of Squadro on a display of ``size`` that has ended after one move."""
    stage = Stage("squadro")
    device = stage.table.context.device
    set_context(stage.table, device=type(device)(display_size=lambda: size))
    stage.table.run(BeginGame(Setup("squadro", first=0)), PlaceGroups(None), Resume())
    move = str(stage.table.game.playing.state.legal_moves()[0])
    stage.table.run(Apply({"do": move}), Resume())
    steps = len(stage.table.game.playing.hand_steps.steps)
    stage.table.run(Apply({"act": steps}), Apply({"resigned": 0}), Resume())
    return stage


def share(stage: Stage) -> None:
    """Take the line that shares the game."""
    stage.press("ok")
    while str(feature.SHARE[0]) not in str(_chosen(stage)):
        stage.press("down")
    stage.press("ok")
    stage.table.use_files_at_once()


def _chosen(stage: Stage) -> Any:
    entries = stage.table.scene.entries(stage.table.context)  # type: ignore[attr-defined]
    return entries[stage.table.scene.cursor].label  # type: ignore[attr-defined]


def shown(stage: Stage) -> list[str]:
    """What zxing reads in the codes on the display, each shown once."""
    scene = stage.table.scene
    assert isinstance(scene, ShownCodes)
    found = []
    for _ in scene.codes:
        found.append(read_in(draw(stage.frame, LARGE, ENGLISH).image))
        stage.press("down")
    return found


@pytest.mark.codes
def test_the_panel_shows_codes_in_which_the_whole_game_is() -> None:
    reader()
    stage = ended(LARGE)
    share(stage)
    found = shared_record(" ".join(shown(stage)))
    assert write(found) == write(record_of_session(stage.table.game.playing))
    stage.press("back")
    assert not isinstance(stage.table.scene, ShownCodes)


@pytest.mark.codes
def test_codes_open_the_page_of_a_table_whose_address_is_known() -> None:
    reader()
    stage = ended(LARGE)
    stage.table.parts.note(PhonesHere(is_connected=True, at="192.168.100.155:8080"))
    share(stage)
    read = shown(stage)
    assert all(each.startswith("http://192.168.100.155:8080/shared#") for each in read)
    assert write(shared_record(" ".join(read))) == write(
        record_of_session(stage.table.game.playing)
    )
    assert "opens the game" in " ".join(map(ENGLISH, stage.frame.view.spoken))


@pytest.mark.codes
def test_names_are_in_the_codes_only_if_people_say_so() -> None:
    reader()
    for line, players in ((0, {"white": "person"}), (1, {"white": "Zoë (person)"})):
        stage = ended(LARGE)
        stage.table.parts.note(EveningHere(("Zoë", "")))
        share(stage)
        assert isinstance(stage.table.scene, WithNames)
        stage.press(*["down"] * line, "ok")
        stage.table.use_files_at_once()
        assert shared_record(" ".join(shown(stage))).players.items() >= players.items()


def test_a_display_that_is_too_small_says_where_the_codes_are() -> None:
    stage = ended(SMALL)
    share(stage)
    assert "On the page" in ENGLISH(stage.frame.view.text)  # type: ignore[attr-defined]


@pytest.mark.codes
@pytest.mark.parametrize("name", games.names())
def test_codes_of_every_game_are_read_from_the_display(name: str) -> None:
    reader()
    record = random_record(name, 1)
    codes = drawn(Session.resume(journal_of(record, games), games), (), room_on(LARGE))
    assert codes
    views = (CodeView(each, number, len(codes)) for number, each in enumerate(codes, 1))
    read = [read_in(draw(Frame(view), LARGE, ENGLISH).image) for view in views]
    assert shared_record(" ".join(read)).entries == record.entries


def test_without_the_package_that_draws_codes_the_display_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "segno", None)
    stage = ended(LARGE)
    share(stage)
    assert "segno" in ENGLISH(stage.frame.view.text)  # type: ignore[attr-defined]


@pytest.fixture
def pages(tmp_path: Path) -> Iterator[TestClient]:
    pages = HistoryPages.of(Kept(tmp_path), games)
    routes = [*pages.routes(), *pages.more_routes(tmp_path)]
    with TestClient(Starlette(routes=routes)) as client:
        yield client


def shared_by(pages: TestClient) -> Any:
    headers = {"origin": "http://table.local"}
    return pages.post("/share", params={"at": "/"}, headers=headers).json()


@pytest.mark.codes
def test_codes_of_the_page_are_read_by_another_table(tmp_path: Path, pages: TestClient) -> None:
    reader()
    keep(tmp_path, "squadro", 40)
    found = shared_by(pages)
    codes = [read_in(picture) for picture in pictures_in(found["more"])]
    assert codes
    assert all(code.startswith("http://table.local/shared#") for code in codes)
    text = pages.get(f"/{found['record']}").text
    assert write(shared_record(" ".join(codes))) == text
    (link,) = re.findall(r'href="([^"]*#g[^"]*)"', found["more"])
    assert write(shared_record(link)) == text


def test_pictures_show_the_end_and_what_led_to_it(tmp_path: Path, pages: TestClient) -> None:
    keep(tmp_path, "squadro", 12)
    links = re.findall(r'href="(moment[^"]*)" download', shared_by(pages)["more"])
    still, moving = (pages.get("/" + link.replace("&amp;", "&")) for link in links)
    assert 'filename="2026-03-09-squadro-12.svg"' in still.headers["content-disposition"]
    assert b"<animate" not in still.content
    drawn = ET.fromstring(moving.content)
    changes = drawn.findall(".//{*}animate")
    assert len(changes) == FRAMES
    assert [each.get("values", "").count("inline") for each in changes] == [1] * FRAMES
    looks = [
        group.get("display")
        for group in drawn.findall("{*}g")
        if group.find("{*}animate") is not None
    ]
    assert looks == ["none"] * (FRAMES - 1) + ["inline"], "without motion the end is seen"


@pytest.mark.parametrize("query", ["", "key=x&at=1", "key={key}&at=13", "key={key}&at=-1"])
def test_a_moment_that_is_not_there_has_no_picture(
    query: str, tmp_path: Path, pages: TestClient
) -> None:
    keep(tmp_path, "squadro", 12)
    key = shared_by(pages)["record"].partition("key=")[2]
    assert pages.get("/moment?" + query.format(key=key)).status_code == 404
