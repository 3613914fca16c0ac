"""What a page was told, put together from the patches that it got, as the page does it."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from starlette.testclient import WebSocketTestSession

STATE = {"table", "game", "names", "pieces", "beside", "motions", "turns", "moves"}
"""What patches are of."""

MOST_BEATS = 3
"""So many beats in a row, with nothing between them, say that what is awaited does not come."""

REMEMBERED = 5
"""Of so many messages tells who has waited in vain."""


def merged(told: Any, patch: Any) -> Any:
    """Return ``told`` with ``patch`` merged into it, as RFC 7396 says."""
    if not isinstance(patch, dict):
        return patch
    found = dict(told) if isinstance(told, dict) else {}
    for key, value in patch.items():
        if value is None:
            found.pop(key, None)
        else:
            found[key] = merged(found.get(key), value)
    return found


class ToldPage:
    """The state that a page shows, of the messages that it ``took``."""

    def __init__(self) -> None:
        self.shown: dict[str, Any] = {}
        self.took: list[str] = []

    def take(self, text: str) -> bool:
        """Take a message; return whether it was news of the state."""
        news = {key: value for key, value in json.loads(text).items() if key in STATE}
        if news:
            self.took.append(text)
            self.shown = merged(self.shown, news)
        return bool(news)

    @property
    def actions(self) -> int:
        """How many actions the game has had; -1 if there is none."""
        actions: int = self.shown.get("game", {}).get("actions", -1)
        return actions

    @property
    def moves(self) -> Sequence[str]:
        """The texts of the moves that can be chosen."""
        moves = self.shown.get("moves", {"list": [], "choices": []})
        values = [each[1] for each in moves["choices"]]
        return [_text(each, values) for each in moves["list"]]


def _text(move: list[Any], values: Sequence[str]) -> str:
    picks, text, *_ = (*move, "") if isinstance(move[0], list) else (move, "")
    return text or "-".join(values[each] for each in picks)


_pages: "WeakKeyDictionary[WebSocketTestSession, ToldPage]" = WeakKeyDictionary()
_heard: "WeakKeyDictionary[WebSocketTestSession, list[dict[str, Any]]]" = WeakKeyDictionary()


def told(page: "WebSocketTestSession") -> ToldPage:
    """Return what ``page`` shows after the next news of the state."""
    while not _next(page).keys() & STATE:
        pass
    return _pages[page]


def received(page: "WebSocketTestSession", name: str) -> Any:
    """Return the next message with ``name``."""
    while name not in (found := _next(page)):
        pass
    return found[name]


def _next(page: "WebSocketTestSession") -> dict[str, Any]:
    """Return the next message, none of which is lost to the state; empty for a picture.

    TimeoutError tells what came last, if nothing more comes.
    """
    found, heard = _message(page), _heard.setdefault(page, [])
    heard.append(found)
    if len(heard) >= MOST_BEATS and all("beat" in each for each in heard[-MOST_BEATS:]):
        last = [each for each in heard if "beat" not in each][-REMEMBERED:]
        raise TimeoutError(f"nothing more comes after {last}")
    return found


def _message(page: "WebSocketTestSession") -> dict[str, Any]:
    message = page.receive()
    page._raise_on_close(message)
    if "text" not in message:
        return {}
    _pages.setdefault(page, ToldPage()).take(message["text"])
    found: dict[str, Any] = json.loads(message["text"])
    return found
