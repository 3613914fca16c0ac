"""Somebody who plays by ear asks where the pieces stand, and puts the answers together again."""

import re
from collections import Counter

from firmware_host.features.speech.facts import BOARD
from firmware_host.session import names
from games.equipment import PLACES_BESIDE, Piece
from games.message import Message
from tests.firmware_host.features.speech.listener import Listener

Known = Counter[tuple[int | None, str | None, str]]
"""How many pieces of a seat and a kind (None if there is one kind) are known to be at a place."""

LINE = re.compile(r"(?P<label>.+), \w+ (?P<number>\d+) \w+ (?P<total>\d+)\.")
NUMBER = re.compile(r"(?P<number>\d+) \w+ (?P<total>\d+)\.")
TOLD = re.compile(r"(?P<place>[^:]+): (?:(?P<count>\d+) )?(?P<piece>[^,]+?)(?:, .*)?\.")


def ask_where(listener: Listener) -> Known:
    """Return where the table says that the pieces are; it awaits a move before and after."""
    asking = _Asking(listener)
    asking.open_menu()
    asking.press("left")
    asking.open(Message.of(BOARD))
    for seat in listener.game.seats:
        asking.open(names.seat(seat))
        asking.walk()
        asking.press("back")
    asking.press("back")
    asking.press("back")
    return asking.known


def known(pieces: tuple[Piece, ...], has_kinds: bool) -> Known:
    """Return what somebody knows who sees ``pieces``."""
    seen = Known()
    for piece in pieces:
        seen[piece.seat, piece.kind if has_kinds else None, piece.place] += piece.count
    return seen


class _Asking:
    def __init__(self, listener: Listener) -> None:
        self.known = Known()
        self._listener, self._heard = listener, [""]
        aloud = listener.phrases.aloud
        self._beside = {aloud(names.place(name)).rstrip("."): name for name in PLACES_BESIDE}

    def press(self, key: str) -> None:
        before = len(self._listener.heard)
        self._listener.press(key)
        self._heard = self._listener.heard[before:]

    def open_menu(self) -> None:
        """Go back until the lines of the menu are heard."""
        while not any(map(LINE.fullmatch, self._heard)):
            self.press("back")

    def open(self, label: Message) -> None:
        """Go down to the line that says ``label``, and open it."""
        wanted = self._listener.phrases.aloud(label).rstrip(".")
        while (line := self._matching(LINE))["label"] != wanted:
            assert line["number"] != line["total"], f"{wanted} is not offered"
            self.press("down")
        self.press("ok")

    def walk(self) -> None:
        """Hear everything once."""
        while True:
            number = self._matching(NUMBER)
            self._understand(self._matching(TOLD))
            if number["number"] == number["total"]:
                return
            self.press("down")

    def _matching(self, pattern: re.Pattern[str]) -> re.Match[str]:
        return next(found for found in map(pattern.fullmatch, self._heard) if found)

    def _understand(self, told: re.Match[str]) -> None:
        seat, kind = self._listener.phrases.pieces[told["piece"].lower()]
        place = self._beside.get(told["place"]) or self._listener.phrases.place(told["place"])
        self.known[seat, kind, place] += int(told["count"] or 1)
