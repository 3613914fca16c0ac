"""A program with a token does what people at the table do; nobody else changes anything."""

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from firmware_host.features.interface import web
from firmware_host.features.interface.answers import TableNow, table_now
from firmware_host.features.interface.store import FILE
from firmware_host.text.translator import Language
from firmware_host.web.mirror import TableMirror
from tests.firmware_host.features.interface.conftest import Serve
from tests.firmware_host.features.interface.served import HOST, ROOT, SITE


def error(answer: Any) -> str:
    """Return why there is no answer."""
    return str(answer.json()["error"])


def test_a_whole_game_is_played_by_a_program(serve: Serve) -> None:
    served = serve("ur")
    program = served.program()
    for _ in range(40):
        served.table.look()
        now, can = program.get(f"{ROOT}table").json(), program.get(f"{ROOT}moves").json()
        after = now["game"]["actions"]
        if now["awaits"] == "throw":
            assert can["moves"] == []
            thrown = can["throws"][0] if after % 3 else ""
            answer = program.post(f"{ROOT}throw", json={"after": after, "throw": thrown})
        elif now["awaits"] == "choice":
            move = can["moves"][0]["move"]
            answer = program.post(f"{ROOT}choose", json={"after": after, "move": move})
        else:
            served.table.hands.follow()
            served.table.hands.look_up()
            continue
        assert (answer.status_code, answer.json()) == (200, {"outcome": "fulfilled"}), now
        assert len(served.actions) > after
    assert len(served.actions) > 15


def test_a_move_is_chosen_where_the_board_is_seen_to_follow(serve: Serve) -> None:
    served = serve("squadro")
    program = served.program()
    (first, *_) = program.get(f"{ROOT}moves").json()["moves"]
    assert program.post(f"{ROOT}choose", json={"after": 0, "move": first["move"]}).is_success
    assert served.actions == [first["move"]]
    turns = program.get(f"{ROOT}turns").json()
    assert [each["action"] for each in turns["actions"]] == [first["move"]]
    before = program.get(f"{ROOT}position", params={"at": 0}).json()
    assert (before["actions"], before["at_turn"]) == (0, "white")
    assert program.get(f"{ROOT}position", params={"at": 99}).status_code == 404


def test_what_comes_late_or_makes_no_sense_is_refused_in_a_sentence(serve: Serve) -> None:
    served = serve("squadro")
    program = served.program()
    for what, body, status, words in (
        ("choose", {"after": 7, "move": "A"}, 409, "The game has gone on"),
        ("choose", {"after": 0, "move": "nowhere"}, 409, "The game has gone on"),
        ("throw", {"after": 0}, 409, "The table cannot do that now"),
        ("new-game", {"game": "chess"}, 409, "The table does not have this game"),
        ("message", {"text": ""}, 400, "text"),
        ("message", {"text": "a\nb"}, 400, "text"),
        ("choose", {"after": -1, "move": "A"}, 400, "after"),
        ("choose", {"move": "A"}, 400, "after"),
    ):
        answer = program.post(ROOT + what, json=body)
        assert answer.status_code == status, (what, body, answer.text)
        assert words in error(answer)
    assert program.post(f"{ROOT}choose", content=b"[").status_code == 400
    assert served.actions == []


def test_a_game_begins_and_a_message_is_shown(serve: Serve) -> None:
    served = serve("squadro")
    program = served.program()
    assert program.post(f"{ROOT}new-game", json={"game": "thaayam"}).is_success
    assert program.get(f"{ROOT}table").json()["game"]["name"] == "thaayam"
    assert program.post(f"{ROOT}message", json={"text": "Tea is ready"}).is_success
    assert "Tea is ready" in served.table.hands.world.app.words


def test_a_throw_that_is_not_possible_is_refused(serve: Serve) -> None:
    served = serve("ur")
    program = served.program()
    answer = program.post(f"{ROOT}throw", json={"after": 0, "throw": "17"})
    assert (answer.status_code, error(answer)) == (409, "No such throw is possible now.")


def test_without_a_token_nobody_acts(serve: Serve) -> None:
    served = serve("squadro")
    body = {"game": "ur"}
    for visitor, status in (
        (served.browser, 401),
        (served.program("watcher", may_act=False), 403),
        (TestClient(served.site, HOST, headers={"authorization": "Bearer guess"}), 401),
        (TestClient(served.site, HOST, headers={"authorization": "Basic Z3Vlc3M6"}), 401),
    ):
        answer = visitor.post(f"{ROOT}new-game", json=body)
        assert answer.status_code == status
        assert error(answer)
    assert served.table.asked == []


def test_a_token_lets_look_where_others_may_not(serve: Serve) -> None:
    served = serve("squadro")
    program, served.admission.is_open = served.program(may_act=False), False
    assert served.browser.get(f"{ROOT}table").status_code == 401
    assert served.browser.get("/games").status_code == 403
    assert program.get(f"{ROOT}table").is_success
    assert served.browser.get(f"{ROOT}openapi.json").is_success


def test_a_token_that_is_removed_counts_no_longer(serve: Serve, tmp_path: Path) -> None:
    served = serve("squadro")
    program = served.program("lamp")
    assert program.post(f"{ROOT}message", json={"text": "Hello"}).is_success
    served.tokens.remove("lamp")
    assert program.post(f"{ROOT}message", json={"text": "Hello"}).status_code == 401
    kept = (tmp_path / FILE).read_text("utf-8")
    token = served.tokens.add("lamp", may_act=True)
    assert token not in kept + (tmp_path / FILE).read_text("utf-8")


def test_many_wrong_tokens_take_turns_and_the_right_one_counts(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = serve("squadro")
    found = []
    for number in range(7):
        headers = {"authorization": f"Bearer guess{'abcdefgh'[number]}"}
        answer = TestClient(served.site, HOST, headers=headers).get(f"{ROOT}table")
        found.append(answer.status_code)
        if number == 4:
            monkeypatch.setattr("firmware_host.web.entry_code.TURN_SECONDS", 0.0)
    assert found == [401, 401, 401, 401, 429, 429, 429]
    assert served.program().get(f"{ROOT}table").is_success


def test_a_table_that_does_not_hear_is_said(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    served = serve("squadro")
    program, served.table.is_deaf = served.program(), True
    answer = program.post(f"{ROOT}message", json={"text": "Hello"})
    assert (answer.status_code, error(answer)) == (429, "too many requests: wait a moment")
    monkeypatch.setattr(served.table, "ask", lambda *_: True)
    monkeypatch.setattr(web, "TABLE_SECONDS", 0.0)
    assert program.post(f"{ROOT}message", json={"text": "Hello"}).status_code == 503


def test_only_pages_of_named_sites_may_ask(serve: Serve) -> None:
    served = serve("squadro")
    program = served.program()
    for site, status in ((SITE, 200), ("https://evil.example", 403), ("null", 403)):
        answer = program.get(f"{ROOT}table", headers={"origin": site})
        assert answer.status_code == status
        granted = answer.headers.get("access-control-allow-origin")
        assert granted == (SITE if status == 200 else None)
        assert "access-control-allow-credentials" not in answer.headers
    # everything else is for its own pages
    assert served.browser.get("/games", headers={"origin": SITE}).status_code == 403
    asking = {"origin": SITE, "access-control-request-method": "POST"}
    answer = served.browser.options(f"{ROOT}choose", headers=asking)
    assert answer.status_code == 204
    assert answer.headers["access-control-allow-headers"] == "authorization, content-type"
    assert served.browser.options("/games", headers={"origin": SITE}).status_code == 403


def test_a_page_of_a_named_site_has_no_cookies_here(serve: Serve) -> None:
    """It may look if everybody may, or with a token; who is at its browser does not count."""
    served = serve("squadro")
    assert served.browser.get(f"{ROOT}table").is_success
    answer = served.browser.get(f"{ROOT}table", headers={"origin": SITE})
    assert answer.status_code == 401
    assert answer.headers["access-control-allow-origin"] == SITE


def test_moves_are_worked_out_once_for_all_who_ask(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = serve("xiangqi4")
    made = []

    def counted(mirror: TableMirror, say: Language) -> TableNow:
        made.append(say.code)
        return table_now(mirror, say)

    monkeypatch.setattr(web, "table_now", counted)
    for _ in range(5):
        assert served.browser.get(f"{ROOT}table").is_success
    assert served.browser.get(f"{ROOT}table", params={"language": "ru"}).is_success
    assert made == ["en", "ru"]
    served.table.mirror.disconnect()
    assert served.browser.get(f"{ROOT}table").json()["is_connected"] is False
    assert made == ["en", "ru", "en"]


def test_pictures_are_those_of_the_board_and_the_display(serve: Serve) -> None:
    served = serve("squadro")
    panel = served.browser.get(f"{ROOT}display.png")
    assert panel.headers["content-type"] == "image/png"
    assert panel.content.startswith(b"\x89PNG")
    assert served.browser.get(f"{ROOT}board.svg").text.startswith("<svg")
