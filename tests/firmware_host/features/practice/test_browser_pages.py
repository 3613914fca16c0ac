"""Pages of games inside of a browser: a game in an address, read back, checked and shown."""

import asyncio
import json
import random
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from functools import cache
from pathlib import Path
from urllib.parse import urlencode

import pytest

import games
from firmware_host.features import NAMES
from firmware_host.features.practice.browser import BrowserTable
from firmware_host.features.practice.browser_pages import (
    DAMAGED,
    PAGE,
    Answered,
    BrowserPages,
)
from firmware_host.remote.requests import KeptGame
from firmware_host.session.replay import record
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.session.shared_record import journal_of, link_text, shared_record
from firmware_host.storage.history import SavedGame
from firmware_host.storage.journal import Journal
from firmware_host.thinking.inline import Answer, Question, find_answer
from firmware_host.thinking.worker import ThinkingWorker
from games.budget import never

SITE = "https://school.example/games/"


@cache
def played(name: str) -> KeptGame:
    """Return a game of chance from its begin to its end."""
    rng = random.Random(name)
    records = [Setup(name, first=0).record()]
    session = Session.begin(records[0], games)
    while not session.is_over:
        if session.hand_steps.due:
            records.append({"act": len(session.hand_steps.steps)})
        elif session.state.is_chance:
            outcomes = session.state.chance_outcomes()
            records.append({"do": str(rng.choice(outcomes)[0])})
        else:
            records.append({"do": str(rng.choice(session.state.legal_moves()))})
        session.apply(records[-1])
    return KeptGame("", "2026-11-28", tuple(records))


def thought(question: Question) -> Future[Answer]:
    """Return the answer, found at once."""
    found = Future[Answer]()
    found.set_result(find_answer(question, never))
    return found


def pages(folder: Path) -> BrowserPages:
    return BrowserPages(games, folder, folder, None, thought)


def asked(found: BrowserPages, path: str, **values: object) -> Answered:
    return asyncio.run(found.answer(SITE, f"{path}?{urlencode(values)}"))


def link_of(game: KeptGame) -> str:
    return link_text(record(SavedGame(game.date, game.records), games))


@pytest.mark.parametrize("change", [lambda key: key[:-9], lambda key: key[:40] + "A" + key[41:]])
def test_a_damaged_address_is_refused_in_one_line(
    change: Callable[[str], str], tmp_path: Path
) -> None:
    found = asked(pages(tmp_path), "replay", key=change(link_of(played("ur"))), language="en")
    assert found.status == 404
    assert found.text.count(DAMAGED) == 1


def test_a_game_that_cannot_have_been_played_is_refused_in_one_line(tmp_path: Path) -> None:
    first = record(SavedGame("", played("squadro").records), games)
    cheated = replace(first, entries=first.entries[1:])
    found = asked(pages(tmp_path), "replay", key=link_text(cheated), language="en")
    assert found.status == 404
    assert found.text.count(DAMAGED) == 1


@pytest.mark.parametrize("name", games.names())
def test_the_page_of_a_game_in_an_address_shows_it_whole(name: str, tmp_path: Path) -> None:
    game, here = played(name), pages(tmp_path)
    key = link_of(game)
    page = asked(here, "replay", key=key, language="ru")
    assert page.status == 200
    assert f'data-game="{key}"' in page.text
    course = json.loads(asked(here, "course", key=key).text)
    session = Session.resume(game.records, games)
    assert course["actions"] == len(session.actions)
    last = json.loads(asked(here, "position", key=key, at=len(session.actions)).text)
    assert last["pieces"]
    assert "tableside record 1" in asked(here, "record", key=key).text


def test_the_newest_game_of_the_table_is_shared_in_an_address(tmp_path: Path) -> None:
    game = played("ur")
    journal = Journal(tmp_path)
    journal.open()
    journal.begin(game.records[0])
    for each in game.records[1:]:
        journal.append(each)
    journal.close()
    here = pages(tmp_path)
    found = json.loads(asked(here, "share", at="/games/").text)
    address, _, key = found["address"].partition("#")
    assert address == f"{SITE}{PAGE}"
    assert "<svg" in found["picture"]
    assert [*journal_of(shared_record(key), games)][1:-1] == [*game.records[1:]]
    read = asyncio.run(here.answer(SITE, found["record"]))
    assert read.text.startswith("tableside record 1\ngame: ur\n")


@pytest.mark.parametrize("is_at_home", [False, True])
def test_a_game_in_progress_is_offered_unless_a_newer_version_has_come(
    is_at_home: bool, tmp_path: Path
) -> None:
    journal = Journal(tmp_path)
    journal.open()
    journal.begin(played("squadro").records[0])
    journal.append(played("squadro").records[1])
    journal.close()

    async def first() -> list[str]:
        thinking, said = ThinkingWorker(lambda *_: None, lambda _: None), list[str | bytes]()
        table = BrowserTable(games, tmp_path, lambda: None, thinking, "en", is_at_home=is_at_home)
        table.show(said.append, "en")
        while not (told := [json.loads(each) for each in said if '"answers"' in str(each)]):
            await asyncio.sleep(0.01)
        await table.close()
        return [words for words, _ in told[-1]["practice"]["answers"]]

    assert ("Resume this game" in asyncio.run(first())) is not is_at_home


@pytest.mark.skipif("review" not in NAMES, reason="another feature")
def test_a_review_is_worked_out_where_machines_think(tmp_path: Path) -> None:
    key = link_of(played("ur"))

    async def worked_out() -> str:
        here = pages(tmp_path)
        while True:
            answer = await here.answer(SITE, f"review?{urlencode({'key': key})}")
            told = json.loads(answer.text)
            if told["isOver"]:
                return str(told["reviewed"])
            await asyncio.sleep(0.01)

    assert "<svg" in asyncio.run(worked_out())
