"""The site of a class: a table for each visitor, and a teacher who sees all of them."""

import asyncio
import csv
import io
import math
import re
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
from starlette.testclient import WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from firmware_host.app.sharing import StartedReader, TableReader
from firmware_host.features.practice.table import PracticeTable
from firmware_host.features.practice.tables import (
    CROWD_SECONDS,
    IDLE_SECONDS,
    MOST_TABLES,
    RETURN_SECONDS,
    UNUSED_SECONDS,
)
from firmware_host.remote.requests import PressKey
from firmware_host.web.doorway import MOST_CONNECTIONS, PLACES_OF_A_PHONE
from firmware_host.web.entry_code import MOST_WRONG
from firmware_host.web.listening import Signpost
from firmware_host.web.open_page import NOT_LET_IN
from firmware_host.web.visitor import SignedTokens
from hardware.simulated import VirtualClock
from tests.firmware_host.features.practice.practice import ClassSite
from tests.told import received, told


@pytest.fixture
def school(tmp_path: Path) -> Iterator[ClassSite]:
    found = ClassSite(tmp_path)
    with found.client:
        yield found


def ended(page: WebSocketTestSession) -> int:
    """Return the code with which the site closes ``page``."""
    with pytest.raises(WebSocketDisconnect) as farewell:
        received(page, "a message that never comes")
    return farewell.value.code


def open_tables(school: ClassSite) -> int:
    return len(school.tables.all)


def test_each_visitor_has_a_table_of_their_own(school: ClassSite) -> None:
    one, other = school.arrive(), school.arrive()
    with (
        school.client.websocket_connect("/live", headers=one) as mine,
        school.client.websocket_connect("/live", headers=other) as theirs,
    ):
        assert received(mine, "you")["role"] == "practice"
        received(theirs, "practice")
        mine.send_json({"start": "squadro", "alone": False})
        while told(mine).actions < 0:
            pass
        games = [each.table.mirror.session for each in school.tables.all]
    assert [session is not None for session in games] == [True, False]


def test_a_table_is_found_again_after_a_reload(school: ClassSite) -> None:
    visitor = school.arrive()
    with school.client.websocket_connect("/live", headers=visitor) as page:
        page.send_json({"start": "squadro", "alone": False})
        while told(page).actions < 0:
            pass
    again = school.client.get("/", headers=visitor)
    assert "set-cookie" not in again.headers
    with school.client.websocket_connect("/live", headers=visitor) as page:
        assert told(page).shown["game"]["name"] == "squadro"
    assert open_tables(school) == 1


def test_each_visitor_sees_the_games_of_their_own_table(school: ClassSite) -> None:
    one, other = school.arrive(), school.arrive()
    with (
        school.client.websocket_connect("/live", headers=one) as page,
        school.client.websocket_connect("/live", headers=other),
    ):
        page.send_json({"start": "squadro", "alone": False})
        while (state := told(page)).shown["table"]["awaited"] != "choice":
            pass
        page.send_json({"choose": state.moves[0], "after": 0})
        while told(page).actions == 0:
            pass
        mine, theirs = (school.client.get("/games", headers=each).text for each in (one, other))
        assert school.client.get("/review", headers=other).status_code == 404
    assert "No game has been kept yet" in theirs
    assert "Squadro" in mine


def test_the_cookie_of_a_visitor_is_hidden_from_scripts_and_other_sites(school: ClassSite) -> None:
    cookie = school.client.get("/").headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie


def test_the_cookie_of_another_visitor_reaches_another_table(school: ClassSite) -> None:
    one, other = school.arrive(), school.arrive()
    assert one != other
    with school.client.websocket_connect("/live", headers=one) as page:
        told(page)
    with school.client.websocket_connect("/live", headers=other) as page:
        told(page)
    assert [each.number for each in school.tables.all] == [1, 2]


FOREIGN = SignedTokens().make()


@pytest.mark.parametrize("token", ["", "short", "x" * 43, FOREIGN, f"{FOREIGN}.{FOREIGN}"])
def test_who_has_no_token_of_ours_gets_no_table_and_loads_again(
    token: str, school: ClassSite
) -> None:
    cookie = {"cookie": f"table={token}"}
    with school.client.websocket_connect("/live", headers=cookie) as page:
        assert ended(page) == NOT_LET_IN
    assert open_tables(school) == 0
    assert "table=" in school.client.get("/", headers=cookie).headers["set-cookie"]


def test_a_link_from_another_site_does_not_take_the_table_away(school: ClassSite) -> None:
    answer = school.client.get("/", headers={"sec-fetch-site": "cross-site"})
    assert "set-cookie" not in answer.headers
    assert "refresh" in answer.text


def test_there_are_only_so_many_tables(tmp_path: Path) -> None:
    school = ClassSite(tmp_path, most=1)
    with school.client:
        first, second = school.arrive(), school.arrive()
        with school.client.websocket_connect("/live", headers=first) as page:
            told(page)
            with school.client.websocket_connect("/live", headers=second) as late:
                assert ended(late) == NOT_LET_IN
            answer = school.client.get("/")
            assert (answer.status_code, "All tables are taken" in answer.text) == (503, True)
            assert "free in 10 min" in answer.text
            assert answer.headers["refresh"] == answer.headers["retry-after"] == "60"
            assert school.client.get("/", headers=first).status_code == 200


def test_the_table_at_which_nobody_has_looked_for_longest_gives_way(tmp_path: Path) -> None:
    clock = VirtualClock()
    school = ClassSite(tmp_path, clock, most=2)
    with school.client:
        one, two, three = school.arrive(), school.arrive(), school.arrive()
        for visitor in (one, two):
            with school.client.websocket_connect("/live", headers=visitor) as page:
                told(page)
            clock.advance_to(clock() + 5)
        assert "free in 1 min" in school.client.get("/").text
        clock.advance_to(clock() + RETURN_SECONDS)
        assert school.client.get("/").status_code == 200
        with school.client.websocket_connect("/live", headers=three) as page:
            told(page)
            assert [each.number for each in school.tables.all] == [2, 3]
        # who was away for longest is told, and asked before they take somebody else's table
        with school.client.websocket_connect("/live", headers=one) as page:
            assert ended(page) == NOT_LET_IN
        assert "Open another table" in school.client.get("/", headers=one).text
        anew = school.client.get("/?anew", headers=one, follow_redirects=False)
        assert (anew.status_code, anew.headers["location"]) == (303, ".")
        assert anew.cookies["table"] not in one["cookie"]


def test_pages_that_do_nothing_give_their_tables_to_people_from_elsewhere(tmp_path: Path) -> None:
    clock = VirtualClock()
    school = ClassSite(tmp_path, clock, most=2)
    with school.client:
        one, other = school.arrive(), school.arrive()
        with (
            school.client.websocket_connect("/live", headers=one) as page,
            school.client.websocket_connect("/live", headers=other),
        ):
            told(page)
            # both are of one address: it gives way to another one sooner than to itself
            assert school.tables.wait("testclient") == UNUSED_SECONDS
            assert school.tables.wait("192.168.1.7") == CROWD_SECONDS
            clock.advance_to(clock() + CROWD_SECONDS)
            school.tables.all[0].table.ask(PressKey("down"))
            assert school.tables.wait("192.168.1.7") == 0
            assert school.tables.wait("testclient") == UNUSED_SECONDS - CROWD_SECONDS
            clock.advance_to(clock() + UNUSED_SECONDS - CROWD_SECONDS)
            with school.client.websocket_connect("/live", headers=school.arrive()) as late:
                told(late)
                assert [each.number for each in school.tables.all] == [1, 3]


def test_a_table_that_is_linked_gives_way_to_nobody_who_comes_by(tmp_path: Path) -> None:
    clock = VirtualClock()
    tables = ClassSite(
        tmp_path,
        clock,
        started=(StartedReader(TableReader("nobody", "x", ("web",)), (), is_linked=True),),
    ).tables
    assert tables.wait("192.168.1.7") == 0

    async def waits() -> tuple[float, float]:
        at = tables.open("its visitor", "192.168.1.5")
        with tables.looking(at):
            looked = tables.wait("192.168.1.7")
        unlooked = tables.wait("192.168.1.7")
        tables.close()
        return looked, unlooked

    with patch.object(PracticeTable, "share"):
        assert asyncio.run(waits()) == (math.inf, IDLE_SECONDS)


def test_the_teacher_closes_a_table(school: ClassSite) -> None:
    teacher, visitor = school.teach(), school.arrive()
    with (
        school.client.websocket_connect("/live", headers=visitor) as page,
        school.client.websocket_connect("/class", headers=teacher) as lesson,
    ):
        told(page)
        lesson.send_json({"close": 7})
        lesson.send_json({"close": 1})
        assert ended(page) == NOT_LET_IN
    assert open_tables(school) == 0
    page_without_table = school.client.get("/", headers=visitor).text
    assert "<h1>Your table was closed.</h1>" in page_without_table
    # no link says that there is a table to go back to
    assert re.findall(r'<a href="([^"]*)"', page_without_table) == ["?language=ru", "?anew"]


def test_a_table_at_which_nobody_looks_is_closed_and_its_throws_stay(tmp_path: Path) -> None:
    clock = VirtualClock()
    school = ClassSite(tmp_path, clock)
    with school.client:
        with school.client.websocket_connect("/live", headers=school.arrive()) as page:
            told(page)
            clock.advance_to(2 * IDLE_SECONDS)
            school.tables.close_idle()
            assert open_tables(school) == 1
            folder = school.tables.all[0].folder
            assert folder.is_dir()
        clock.advance_to(2.5 * IDLE_SECONDS)
        school.tables.close_idle()
        assert open_tables(school) == 1
        clock.advance_to(3 * IDLE_SECONDS + 60)
        school.client.get("/")
        assert open_tables(school) == 0
        assert not folder.exists()


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "The page is opening…"), ("ru", "Страница открывается…")],
)
def test_a_page_whose_scripts_do_not_come_says_that_it_is_opening(
    language: str, said: str, school: ClassSite
) -> None:
    headers = {**school.teach(), "accept-language": language}
    for path in ("/", "/teacher"):
        found = school.client.get(path, headers=headers).text
        assert f'<p id="connection" role="status">{said}' in found


def test_the_teacher_enters_with_the_code_and_nobody_else(school: ClassSite) -> None:
    assert "data-wrong" in school.client.get("/teacher").text
    assert school.client.post("/teacher", json={"code": "AAAAAAAA"}).status_code == 403
    spoken = f" {school.code.code[:4].lower()}-{school.code.code[4:]} "
    assert school.client.post("/teacher", json={"code": spoken}).status_code == 204
    assert 'id="tiles"' in school.client.get("/teacher").text


@pytest.mark.parametrize("path", ["/throws.csv", "/board?table=1"])
def test_what_is_the_teachers_is_closed_to_the_class(path: str, school: ClassSite) -> None:
    visitor = school.arrive()
    assert school.client.get(path, headers=visitor).status_code == 403
    with (
        pytest.raises(WebSocketDisconnect) as ended,
        school.client.websocket_connect("/class", headers=visitor) as lesson,
    ):
        lesson.receive_text()
    # a page from before a restart loads again, and asks for the code
    assert ended.value.code == NOT_LET_IN


def test_a_teachers_page_that_sends_bytes_does_no_harm(school: ClassSite) -> None:
    teacher = school.teach()
    with school.client.websocket_connect("/class", headers=teacher) as lesson:
        lesson.send_bytes(b"1")
    assert school.client.get("/throws.csv", headers=teacher).status_code == 200


def test_after_many_wrong_codes_the_right_one_lets_in(school: ClassSite) -> None:
    wrong = [f"{number:08}" for number in range(MOST_WRONG + 1)]
    statuses = [
        school.client.post("/teacher", json={"code": code}).status_code
        for code in (*wrong, school.code.code)
    ]
    assert statuses == [*[403] * (MOST_WRONG - 1), 429, 429, 204]


@pytest.mark.parametrize("body", [b"", b"[]", b'{"code":8}', b"[" * 9000, b"\xff"])
def test_a_body_that_is_no_code_is_a_wrong_one(body: bytes, school: ClassSite) -> None:
    assert school.client.post("/teacher", content=body).status_code == 403


def test_the_teacher_starts_a_game_for_all_also_for_who_comes_later(school: ClassSite) -> None:
    teacher = school.teach()
    with (
        school.client.websocket_connect("/live", headers=school.arrive()) as page,
        school.client.websocket_connect("/class", headers=teacher) as lesson,
    ):
        told(page)
        assert received(lesson, "place")["address"] == "http://testserver/"
        lesson.send_json({"start": "tshupu", "alone": False})
        while told(page).actions < 0:
            pass
        with school.client.websocket_connect("/live", headers=school.arrive()) as late:
            while told(late).actions < 0:
                pass
        names = [each.table.mirror.session.setup.game for each in school.tables.all]  # type: ignore[union-attr]
        assert names == ["tshupu", "tshupu"]
        picture = school.client.get("/board?table=2", headers=teacher)
        assert picture.headers["content-type"] == "image/svg+xml"


def test_the_teachers_page_shows_where_the_class_finds_the_tables_now(school: ClassSite) -> None:
    school.place = Signpost("localhost:8080", is_alone=True)
    with school.client.websocket_connect("/class", headers=school.teach()) as lesson:
        before = received(lesson, "place")
        school.place = Signpost("10.42.0.1:8080", others=("[fd00::2]:8080",))
        after = received(lesson, "place")
    assert before["address"] == "http://localhost:8080/"
    assert "not on a network yet" in before["remarks"]
    assert after["address"] == "http://10.42.0.1:8080/"
    assert after["remarks"].endswith("http://[fd00::2]:8080/")
    assert before["qr"] != after["qr"]


def test_chart_and_spreadsheet_have_every_throw_of_the_class(school: ClassSite) -> None:
    teacher = school.teach()
    for text in ("8", "1"):
        with school.client.websocket_connect("/live", headers=school.arrive()) as page:
            page.send_json({"start": "thaayam", "alone": False})
            while told(page).shown.get("game", {}).get("name") != "thaayam":
                pass
            page.send_json({"throw": text})
            while not told(page).actions:
                pass
    rows = list(csv.DictReader(io.StringIO(school.client.get("/throws.csv", headers=teacher).text)))
    assert [(row["table"], row["seat"], row["throw"]) for row in rows] == [
        ("1", "white", "8"),
        ("2", "white", "1"),
    ]
    (counts,) = school.tables.pool.counts().values()
    assert counts.observed == {"8": 1, "1": 1}
    assert sum(counts.expected.values()) == pytest.approx(2)
    with school.client.websocket_connect("/class", headers=teacher) as lesson:
        assert "Thaayam (throws: 2)" in received(lesson, "charts")


def test_there_are_places_for_all_tables_the_teacher_and_others() -> None:
    assert PLACES_OF_A_PHONE * (MOST_TABLES + 1) < MOST_CONNECTIONS
