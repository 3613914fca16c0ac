"""The site of a class: a table for each visitor, and a teacher who sees all of them."""

import asyncio
import csv
import io
import math
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from starlette.testclient import WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

import games
from firmware_host.app.request import StartedReader, TableReader
from firmware_host.features import NAMES
from firmware_host.features.practice.pages import VISITOR
from firmware_host.features.practice.table import PracticeTable
from firmware_host.features.practice.table_of_visitor import ANIMALS, RESTING_SECONDS
from firmware_host.features.practice.tables import (
    CROWD_SECONDS,
    IDLE_SECONDS,
    LONGEST_MESSAGE,
    MOST_TABLES,
    RETURN_SECONDS,
    UNUSED_SECONDS,
)
from firmware_host.features.practice.teacher import class_state
from firmware_host.features.practice.web import StartGame
from firmware_host.remote.requests import PressKey
from firmware_host.text.translator import Language
from firmware_host.web.doorway import MOST_CONNECTIONS, PLACES_OF_A_PHONE
from firmware_host.web.entry_code import MOST_WRONG
from firmware_host.web.listening import Signpost
from firmware_host.web.open_page import NOT_LET_IN
from firmware_host.web.visitor import SignedTokens
from games.exercises import read
from hardware.simulated import VirtualClock
from tests.firmware_host.features.practice.practice import PLACE, ClassSite
from tests.games.shipped import shipped
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


@pytest.mark.parametrize("path", ["/throws.csv", "/answers.csv"])
def test_what_is_the_teachers_is_closed_to_the_class(path: str, school: ClassSite) -> None:
    assert school.client.get(path, headers=school.arrive()).status_code == 403


@pytest.mark.parametrize("path", ["/class", "/watch?table=1"])
def test_pages_of_the_teacher_are_closed_to_the_class(path: str, school: ClassSite) -> None:
    with (
        pytest.raises(WebSocketDisconnect) as ended,
        school.client.websocket_connect(path, headers=school.arrive()) as lesson,
    ):
        lesson.receive_text()
    # a page from before a restart loads again, and asks for the code
    assert ended.value.code == NOT_LET_IN


def test_a_pupil_and_the_teacher_call_the_table_the_same(school: ClassSite) -> None:
    with (
        school.client.websocket_connect("/live", headers=school.arrive()) as page,
        school.client.websocket_connect("/class", headers=school.teach()) as lesson,
    ):
        while "table" not in (mine := received(page, "practice")):
            pass
        (tile,) = received(lesson, "tables")
    assert mine["table"] == tile["name"] == "Table 1 · Fox"


def test_every_table_that_can_be_open_has_an_animal_of_its_own() -> None:
    assert len(set(ANIMALS)) == len(ANIMALS) >= MOST_TABLES


def test_the_teacher_has_orders_for_one_table_or_for_all(school: ClassSite) -> None:
    teacher = school.teach()
    with (
        school.client.websocket_connect("/live", headers=school.arrive()) as one,
        school.client.websocket_connect("/live", headers=school.arrive()) as other,
        school.client.websocket_connect("/class", headers=teacher) as lesson,
    ):
        for page in (one, other):
            received(page, "practice")
        lesson.send_json({"start": "squadro", "alone": True, "level": "friend", "for": 2})
        lesson.send_json({"message": "Table 2:\n well <b>done</b>", "for": 2})
        lesson.send_json({"pause": True, "for": None})
        while not (told := received(other, "practice")).get("message"):
            pass
        while not received(one, "practice").get("isPaused"):
            pass
        first, second = school.tables.all
        assert first.table.mirror.session is None
        session = second.table.mirror.session
        assert session is not None
        assert session.seats.players == ("person", "friend")
        assert (first.message, second.message) == ("", "Table 2: well <b>done</b>")
        assert told["message"] == second.message
        # who comes later finds the class paused, too
        with school.client.websocket_connect("/live", headers=school.arrive()) as late:
            while not received(late, "practice").get("isPaused"):
                pass


NONSENSE: tuple[dict[str, object], ...] = (
    {"start": "chess", "alone": True},
    {"start": "squadro", "alone": True, "level": "god"},
    {"start": "squadro", "alone": "yes"},
    {"start": ["squadro"], "alone": True},
    {"start": "squadro", "alone": True, "for": "1"},
    {"start": "squadro", "alone": True, "for": True},
    {"start": "squadro", "alone": True, "for": 7},
    {"pause": "yes"},
    {"message": 5},
    {"close": "1"},
)


def test_orders_that_make_no_sense_change_nothing(school: ClassSite) -> None:
    with (
        school.client.websocket_connect("/live", headers=school.arrive()) as page,
        school.client.websocket_connect("/class", headers=school.teach()) as lesson,
    ):
        received(page, "practice")
        for order in NONSENSE:
            lesson.send_json(order)
        lesson.send_json({"message": "x" * 900})
        while not (told := received(page, "practice")).get("message"):
            pass
        (at,) = school.tables.all
        assert at.table.mirror.session is None
        assert not at.table.practice.is_paused
    assert len(told["message"]) == LONGEST_MESSAGE


def test_the_teacher_watches_a_table_and_cannot_act_there(school: ClassSite) -> None:
    teacher = school.teach()
    with (
        school.client.websocket_connect("/live", headers=school.arrive()) as page,
        school.client.websocket_connect("/watch?table=1", headers=teacher) as watching,
    ):
        page.send_json({"start": "squadro", "alone": False})
        while not received(watching, "ground"):
            pass
        watching.send_json({"start": "thaayam", "alone": False})
        watching.send_json({"home": True})
        page.send_json({"press": "menu"})
        received(page, "practice")
        session = school.tables.all[0].table.mirror.session
        assert session is not None
        assert session.game.name == "squadro"
    assert 'class="screen"' in school.client.get("/?screen&table=1", headers=teacher).text


def test_who_is_stuck_or_idle_comes_first(tmp_path: Path) -> None:
    clock = VirtualClock()
    school = ClassSite(tmp_path, clock)
    with (
        school.client,
        school.client.websocket_connect("/live", headers=school.arrive()) as one,
        school.client.websocket_connect("/live", headers=school.arrive()) as two,
        school.client.websocket_connect("/live", headers=school.arrive()) as three,
    ):
        for page in (one, two, three):
            received(page, "practice")
        school.tables.start(StartGame("squadro"), 3)
        until(three, lambda shown: shown.get("atHome") is False)
        clock.advance_to(clock() + RESTING_SECONDS + 5)
        school.tables.all[0].table.ask(PressKey("down"))
        tiles = class_state(school.tables, PLACE, Language("en"))["tables"]
    assert [(tile["number"], tile["trouble"], tile["why"]) for tile in tiles] == [
        (3, "stuck", "nothing done for 5 min"),
        (2, "idle", "idle for 5 min"),
        (1, "", ""),
    ]


@pytest.mark.skipif("exercises" not in NAMES, reason="another feature")
def test_the_answers_to_exercises_are_a_table_and_a_spreadsheet(school: ClassSite) -> None:
    teacher = school.teach()
    exercise = next(iter(read(shipped("squadro") or "", games).exercises))
    wrong, right = list(exercise.gives_away)[-1], exercise.best_move.text
    with (
        school.client.websocket_connect("/live", headers=school.arrive()) as page,
        school.client.websocket_connect("/class", headers=teacher) as lesson,
    ):
        received(lesson, "tables")
        received(page, "practice")
        lesson.send_json({"exercises": "squadro"})
        choose(page, "Easy: 0/8")
        for move, then in ((wrong, "Try again"), (right, "Next exercise")):
            until(page, lambda shown: SOLUTION in dict(shown.get("answers", ())))
            page.send_json({"choose": move, "after": 0})
            choose(page, then)
        while not (rows := received(lesson, "results")) or rows[0][3:] != [1, 1, 0, 1]:
            pass
    assert rows == [[1, "", "Squadro", 1, 1, 0, 1]]
    text = school.client.get("/answers.csv", headers=teacher).text
    found = [
        (row["name"], row["answer"], row["right"]) for row in csv.DictReader(io.StringIO(text))
    ]
    assert found == [("Table 1 · Fox", wrong, "0"), ("Table 1 · Fox", right, "1")]


def test_a_code_of_the_class_leads_to_one_table_from_any_device(school: ClassSite) -> None:
    codes = ["ABCDE", "FGHJK", "no code", 7]
    with school.client.websocket_connect("/class", headers=school.teach()) as lesson:
        lesson.send_json({"codes": codes, "isPrinted": True})
        slips = received(lesson, "slips")
        assert {code: address for code, (address, _) in slips.items()} == {
            code: f"{PLACE.url}p/{code}" for code in ("ABCDE", "FGHJK")
        }
        assert all(drawing.startswith("<svg") for _, drawing in slips.values())
    cookies = set[str]()
    for code in ("abcde", "ABCDE", "ABCDE"):  # each time another device
        school.client.cookies.clear()
        came = school.client.get(f"/p/{code}", follow_redirects=False)
        assert (came.status_code, came.headers["location"]) == (303, "../")
        cookies.add(came.headers["set-cookie"].partition(";")[0])
    (cookie,) = cookies
    with school.client.websocket_connect("/live", headers={"cookie": cookie}) as page:
        received(page, "practice")
        (tile,) = class_state(school.tables, PLACE, Language("en"))["tables"]
        assert tile["code"] == "ABCDE"
    school.client.cookies.clear()
    assert "set-cookie" not in school.client.get("/p/ZZZZZ", follow_redirects=False).headers


@pytest.mark.skipif("exercises" not in NAMES, reason="another feature")
def test_a_table_that_is_opened_later_is_given_the_exercises(school: ClassSite) -> None:
    wanted = VISITOR.request({"exercises": "squadro"})
    assert wanted is not None
    school.tables.start(wanted)
    with school.client.websocket_connect("/live", headers=school.arrive()) as page:
        until(page, lambda shown: "Easy: 0/8" in dict(shown.get("answers", ())))


@pytest.mark.skipif("lessons" not in NAMES, reason="another feature")
def test_a_table_that_is_opened_later_is_given_the_lesson(school: ClassSite) -> None:
    wanted = VISITOR.request({"learn": "squadro"})
    assert wanted is not None
    school.tables.start(wanted)
    with school.client.websocket_connect("/live", headers=school.arrive()) as page:
        until(page, lambda shown: shown.get("atHome") is False)


SOLUTION = "Help, next one…"


def choose(page: WebSocketTestSession, words: str) -> None:
    """Click on the button of a pupil's ``page`` with these ``words``, once it is there."""
    shown = until(page, lambda shown: words in dict(shown.get("answers", ())))
    page.send_json(dict(shown["answers"])[words])


def until(page: WebSocketTestSession, happened: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Return what ``page`` is told of its practice table once it has ``happened``."""
    while not happened(found := received(page, "practice")):
        pass
    return dict(found)


def test_what_a_page_is_told_first_of_its_practice_table_is_whole(school: ClassSite) -> None:
    with school.client.websocket_connect("/live", headers=school.arrive()) as page:
        found = received(page, "practice")
    assert {"cards", "words", "throws", "answers", "table"} <= set(found)


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
        boards: dict[str, Any] = {}
        while not (boards.get("1") and boards.get("2")):
            boards |= received(lesson, "boards")
        assert boards["1"]["ground"] == boards["2"]["ground"]
        assert len(boards["2"]["pieces"]) == len(boards["1"]["pieces"]) > 0


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
