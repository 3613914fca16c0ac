"""A phone at the page of the table: it is let in by a code, reads the page, and chooses moves."""

import http.client
import json
from collections.abc import Mapping
from typing import Any, Self

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.machine.patience import PATIENCE, Patience
from tests.served import page
from tests.told import ToldPage

HOST = "127.0.0.1"
LOOK = 0.05
"""Seconds between two looks."""


class Phone:
    """A phone that is let in with ``code`` at ``port``, whose owner reads ``language``."""

    def __init__(self, port: int, code: str, language: str) -> None:
        page(port)
        cookie = _join(port, code)
        self._page: ClientConnection = connect(
            f"ws://{HOST}:{port}/live",
            origin=Origin(f"http://{HOST}:{port}"),
            additional_headers={"Cookie": cookie, "Accept-Language": language},
            ping_interval=None,
        )
        self._page_told = ToldPage()

    @property
    def state(self) -> Mapping[str, Any]:
        """What the page shows now."""
        while (message := self._next()) is not None:
            if isinstance(message, str):
                self._page_told.take(message)
        return self._page_told.shown

    def choose(self, move: str, after: int) -> None:
        """Choose ``move`` on the page, which then shows a game with ``after`` actions."""
        self._wait(after)
        self._page.send(json.dumps({"choose": move, "after": after}))

    def follows(self, actions: int) -> str:
        """Wait until the page shows a game with so many ``actions``; return its sentence."""
        self._wait(actions)
        return str(self.state["table"]["happening"])

    def close(self) -> None:
        """Put the phone away."""
        self._page.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _wait(self, actions: int) -> None:
        patience = Patience()
        while self.state.get("game", {}).get("actions") != actions:
            if patience.is_over:
                raise TimeoutError(f"expected {actions} actions, the page shows {self.state}")
            patience.wait(LOOK)

    def _next(self) -> str | bytes | None:
        try:
            return self._page.recv(0.0)
        except TimeoutError:
            return None


def _join(port: int, code: str) -> str:
    """Enter ``code`` on the page for it; return the cookie that it gives."""
    asked = http.client.HTTPConnection(HOST, port, timeout=PATIENCE)
    origin = f"http://{HOST}:{port}"
    headers = {"Origin": origin, "Content-Type": "application/json"}
    asked.request("POST", "/join", json.dumps({"code": code}), headers)
    answer = asked.getresponse()
    assert answer.status == 204, f"the code does not let the phone in: {answer.read()!r}"
    cookie = answer.headers["set-cookie"].partition(";")[0]
    asked.close()
    return cookie
