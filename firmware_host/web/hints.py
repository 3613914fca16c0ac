"""Hints for those who look at a table in the browser: one at a time, beside the event loop."""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from firmware_host.session import names
from firmware_host.text.translator import Language
from firmware_host.thinking.inline import (
    Advice,
    Answer,
    Question,
    ThinkingFailed,
    advice_question,
    advise,
    find_answer,
    quick_look,
)
from firmware_host.web.motions import motion
from games.actions import Move
from games.core import State
from games.message import Message, msg

if TYPE_CHECKING:
    from concurrent.futures import Future

THINK_SECONDS: Final = 2.0
"""Seconds after which the best move found so far is the hint, as at the table."""

MOST_WAITING: Final = 8
"""More people than this wait for nothing: they are asked to try again."""

NO_MOVE: Final = Message.of(msg("There is no move to choose now."))
FIND_IT: Final = msg("This is an exercise: find the best move yourself.")
NO_HINT: Final = Message.of(msg("There is no hint for this position."))
BUSY: Final = Message.of(msg("Many people ask for hints. Try again in a moment."))
HINT: Final = msg("Hint: {move}. Reason: {reason}.")
BARE_HINT: Final = msg("Hint: {move}.")

log = logging.getLogger(__name__)


class Hints:
    """Works out hints in a thread; all who ask about one position share the answer."""

    def __init__(self) -> None:
        self._thinking = asyncio.Lock()
        self._waiting = 0
        self._known: tuple[State, Advice] | None = None

    async def hint(self, state: State, say: Language) -> dict[str, object]:
        """Return the hint for ``state`` in words, and the points and ways of its move.

        ``origin`` is where the first piece of the move stands, ``target`` where the last one goes.
        """
        if state.is_terminal or state.is_chance or not state.legal_moves():
            return {"hint": say(NO_MOVE), "points": []}
        if self._waiting >= MOST_WAITING:
            return {"hint": say(BUSY), "points": []}
        self._waiting += 1
        try:
            async with self._thinking:
                advice = await self._advice(state)
        except Exception:
            log.exception("a hint failed")
            return {"hint": say(NO_HINT), "points": []}
        finally:
            self._waiting -= 1
        return {"hint": _words(advice, state, say), **_shown(advice.move, state)}

    async def _advice(self, state: State) -> Advice:
        if self._known is None or self._known[0] != state:
            self._known = state, await asyncio.to_thread(_think, state)
        return self._known[1]


class HintsBeside(Hints):
    """Works out hints where machines think: ``submit`` hands a question on."""

    def __init__(self, submit: Callable[[Question], "Future[Answer]"]) -> None:
        super().__init__()
        self._submit = submit

    async def _advice(self, state: State) -> Advice:
        question = advice_question(state)
        try:
            answer = await asyncio.wrap_future(self._submit(question))
        except ThinkingFailed:
            answer = quick_look(question)
        return advise(answer, state.legal_moves())


def _think(state: State) -> Advice:
    ends_at = time.monotonic() + THINK_SECONDS
    answer = find_answer(advice_question(state), lambda: time.monotonic() > ends_at)
    return advise(answer, state.legal_moves())


def _shown(move: Move, state: State) -> dict[str, object]:
    ways = motion(move, state)["ways"]
    if not ways:
        return {"points": []}
    return {"points": move.path, "ways": ways, "origin": ways[0][0], "target": ways[-1][-1]}


def _words(advice: Advice, state: State, say: Language) -> str:
    move = names.path(advice.move.choices, state.pieces())
    if advice.move_reason is None:
        return say(BARE_HINT, move=move)
    return say(HINT, move=move, reason=advice.move_reason)
