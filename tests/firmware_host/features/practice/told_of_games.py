"""What the program tells of played games; Pyodide runs the same text in place of a browser."""

import asyncio
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

import games
from firmware_host.session.hand_steps import Correction
from firmware_host.session.replay import record
from firmware_host.session.session import Session
from firmware_host.session.shared_record import link_text
from firmware_host.storage.history import SavedGame
from firmware_host.thinking.inline import advice_question, advise, find_answer
from games.budget import never
from games.core import State

Records = Sequence[Mapping[str, Any]]

PLAYED: Final = Path("/app/played.json")
"""Where the games lie in Pyodide."""

SITE: Final = "https://school.example/games/"


async def told(whole: Records, short: Records, folder: Path) -> Mapping[str, Any]:
    """Return each position of the game ``whole``; hints in the ``short`` one, and its review."""
    states = [*_states(short)]
    choices = [state for state in states if len(state.legal_moves()) > 1]
    return {
        "positions": [str(state) for state in _states(whole)],
        "hints": [_hint(state) for state in choices[:: max(1, len(choices) // 2)]],
        "review": await _review(short, folder),
    }


def _states(records: Records) -> Iterator[State]:
    session = Session.resume(tuple(records), games)
    state = session.game.start(session.setup.first or 0)
    yield state
    for action in session.actions:
        if not isinstance(action, Correction):
            state = state.apply(action)
            yield state


def _hint(state: State) -> Sequence[str]:
    question = advice_question(state)
    advice = advise(find_answer(question, never), state.legal_moves())
    return [str(advice.move), str(advice.move_reason)]


async def _review(records: Records, folder: Path) -> str:
    from firmware_host.features.practice.browser_pages import BrowserPages

    pages = BrowserPages(games, folder, folder, None, _thought)
    key = link_text(record(SavedGame("2026-11-28", tuple(records)), games))
    while True:
        asked = urlencode({"key": key, "language": "en"})
        answer = json.loads((await pages.answer(SITE, f"review?{asked}")).text)
        if answer["isOver"]:
            return str(answer["reviewed"])
        await asyncio.sleep(0.01)


def _thought(question: Any) -> Any:
    from concurrent.futures import Future

    found = Future[Any]()
    found.set_result(find_answer(question, never))
    return found


async def play() -> str:
    """Return what is told of all games in Pyodide, as JSON."""
    from hardware.placeholder import leave_out

    leave_out(("anyio", "anyio.abc", "anyio.to_thread"))
    folder = Path("/tmp")
    given = json.loads(PLAYED.read_text("utf-8"))
    return json.dumps([await told(whole, short, folder) for whole, short in given])
