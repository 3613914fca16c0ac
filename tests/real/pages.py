"""Browsers' sockets at a server of the program."""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from http.client import HTTPConnection, HTTPException
from typing import Any, Final

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.told import ToldPage

HOST: Final = "127.0.0.1"
PATIENCE: Final = 120.0
LOOK: Final = 0.1
AGAIN: Final = 3.0
"""Seconds after which a message that has done nothing is sent again."""


POSITION: Final = ("pieces", "beside", "pending", "seats", "moves", "motions", "actions", "turns")


class OpenPage:
    """The page at ``port`` in a browser of its own.

    ``cookie`` is what the browser has been given before.
    """

    def __init__(self, port: int, cookie: str = "") -> None:
        self._port, self.cookie = port, cookie or wait_for_page(port)
        headers = {"Cookie": self.cookie} if self.cookie else {}
        opening = connect(
            f"ws://{HOST}:{port}/live", origin=Origin(f"http://{HOST}:{port}"),
            additional_headers=headers, ping_interval=None, open_timeout=PATIENCE,
        )  # fmt: skip
        self._opened = ExitStack()
        self._socket = self._opened.enter_context(opening)
        self._page = ToldPage()

    def send(self, **message: Any) -> None:
        """Send ``message`` as the page does."""
        self._socket.send(json.dumps(message))

    def send_until(self, happened: Callable[[], bool], what: str, **message: Any) -> None:
        """Send ``message`` until it has ``happened``, again if the table passes over it."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            self.send(**message)
            if self._comes(happened, AGAIN):
                return
        raise AssertionError(f"expected {what}, the page shows {self._told}")

    def wait_until(self, happened: Callable[[], bool], what: str) -> None:
        """Take what comes until it has ``happened``; AssertionError tells what the page shows."""
        assert self._comes(happened, PATIENCE), f"expected {what}, the page shows {self._told}"

    def review(self) -> Mapping[str, Any]:
        """Ask for the review of the game on the table until it is there, and return it."""
        end = time.monotonic() + PATIENCE
        while not (told := self._asked("/review"))["isOver"]:
            assert time.monotonic() < end, f"expected a review, the server says {told}"
            time.sleep(LOOK)
        return told

    def wait_until_shut(self) -> int:
        """Take what comes until the server closes the page; return the code that it gives."""
        with suppress(ConnectionClosed):
            while True:
                self._socket.recv(PATIENCE)
        return self._socket.close_code or 0

    def _asked(self, path: str) -> Mapping[str, Any]:
        """Return what the server answers to the script of the page."""
        asked = HTTPConnection(HOST, self._port, timeout=PATIENCE)
        asked.request("GET", path, headers={"Cookie": self.cookie})
        told: Mapping[str, Any] = json.loads(asked.getresponse().read())
        asked.close()
        return told

    def _comes(self, happened: Callable[[], bool], seconds: float) -> bool:
        end = time.monotonic() + seconds
        while not happened():
            left = end - time.monotonic()
            if left <= 0:
                return False
            with suppress(TimeoutError):
                message = self._socket.recv(left)
                if isinstance(message, str):
                    self._page.take(message)
        return True

    @property
    def _told(self) -> Mapping[str, Any]:
        told = {name: self.table.get(name) for name in ("words", "awaited", "notice", "problem")}
        return {**told, "actions": self.actions}

    @property
    def table(self) -> Mapping[str, Any]:
        """What the page shows of the table; nothing before it was told."""
        found: Mapping[str, Any] = self._page.shown.get("table", {})
        return found

    @property
    def game(self) -> Mapping[str, Any] | None:
        """The game on the table."""
        return self._page.shown.get("game")

    @property
    def actions(self) -> int:
        """How many actions the game has."""
        return max(0, self._page.actions)

    @property
    def position(self) -> Mapping[str, Any]:
        """Everything on the page that an action changes and one that is taken back restores."""
        shown = self._page.shown
        return {name: (shown.get("game", {}) | shown).get(name) for name in POSITION}

    @property
    def moves(self) -> Sequence[str]:
        """The texts of the moves that can be chosen."""
        return self._page.moves

    @property
    def awaited(self) -> str:
        """What the table waits for."""
        return str(self.table.get("awaited", ""))

    def close(self) -> None:
        """Close the browser."""
        self._opened.close()


def wait_for_page(port: int, path: str = "/") -> str:
    """Wait until the server at ``port`` answers with a page; return the cookie that it gives."""
    end = time.monotonic() + PATIENCE
    while True:
        with suppress(OSError, HTTPException):
            asked = HTTPConnection(HOST, port, timeout=PATIENCE)
            asked.request("GET", path)
            answer = asked.getresponse()
            answer.read()
            asked.close()
            assert answer.status == 200, f"{path} is answered by {answer.status}"
            return (answer.headers["set-cookie"] or "").partition(";")[0]
        assert time.monotonic() < end, f"expected a page at port {port}"
        time.sleep(LOOK)


def post(port: int, path: str, cookie: str = "", **body: str) -> tuple[int, str]:
    """Send ``body`` as a page of the site does; return the status and the cookie of the answer."""
    asked = HTTPConnection(HOST, port, timeout=PATIENCE)
    headers = {"Origin": f"http://{HOST}:{port}", "Cookie": cookie}
    asked.request("POST", path, json.dumps(body), headers)
    answer = asked.getresponse()
    answer.read()
    asked.close()
    return answer.status, (answer.headers["set-cookie"] or "").partition(";")[0]
