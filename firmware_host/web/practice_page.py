"""An open page of a practice table: what every page shows, and what hands can do."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from starlette.websockets import WebSocket

from firmware_host.session import names
from firmware_host.table.keys import KEYS
from firmware_host.text.aloud import ENDS
from firmware_host.text.translator import Language
from firmware_host.web import board_svg
from firmware_host.web.hints import Hints
from firmware_host.web.live import LivePage
from firmware_host.web.page_state import PageState, PageStates, beside, labels
from firmware_host.web.practice_requests import PracticeVisitor
from firmware_host.web.practice_table import CABLES, STICKING, Practice, PracticeTable
from firmware_host.web.visitor import PageVisitor
from games.core import Game
from games.equipment import HAND, RESERVE, Die, Piece, has_kinds
from games.message import Message, msg
from games.replay import Catalogue

KEY_TITLES: Final[Mapping[str, str]] = {key.name: key.title for key in KEYS}
CABLE_WORDS: Final[Mapping[str, str]] = {
    "display": msg("Cable of the display"),
    "dice": msg("Cable of the dice"),
}
ARROWS: Final[Mapping[str, str]] = {"up": "↑", "down": "↓", "left": "←", "right": "→", "ok": "OK"}
"""What stands on the keys of the page in place of their names."""

LOOSE: Final = (HAND, RESERVE)
"""The places beside the board from which a hand takes pieces."""

KEY_NAMES: Final = re.compile(r"`([^`]*)`")
"""The marks around the names of keys in a prompt."""

LOT = (0, 1)
LOT_SIGNS = "●○"
"""The dark and the light side of a lot."""

VISITOR: PageVisitor = PracticeVisitor("practice")


class PracticePage(LivePage):
    """The connection to an open page of ``table``, which plays the games of ``catalogue``.

    The other arguments are those of :class:`~firmware_host.web.live.LivePage`.
    """

    def __init__(
        self,
        socket: WebSocket,
        table: PracticeTable,
        states: PageStates,
        language: str,
        hints: Hints,
        catalogue: Catalogue,
    ) -> None:
        super().__init__(socket, table, states, VISITOR, language, hints)
        self._practice_table, self._catalogue = table, catalogue
        self._practice_sent: PageState | None = None

    async def _send_more(self) -> None:
        say = Language(self._language)
        found = practice_state(self._practice_table, self._catalogue, say)
        if found != self._practice_sent:
            self._practice_sent = found
            await self._send({"practice": found})


def practice_state(table: PracticeTable, catalogue: Catalogue, say: Language) -> PageState:
    """Return what only the page of a practice table shows, in the language of ``say``."""
    practice, session = table.practice, table.mirror.session
    game = None if session is None else session.game
    return {
        "prompt": " ".join(_asked(practice.question, table.mirror.snapshot.prompt, say)),
        "dice": _dice(practice),
        "isRolling": practice.is_rolling,
        "throws": [str(throw) for throw in practice.dice.throws] if practice.dice else [],
        "held": "" if practice.held is None else say.heading(practice.held),
        "differs": practice.differs,
        "byHand": practice.moves_by_hand,
        "board": None if game is None else _board(practice, game, say),
        "cables": [[name, say(CABLE_WORDS[name])] for name in CABLES],
        "unplugged": sorted(practice.unplugged),
        "keys": [[key.name, say(key.title)] for key in KEYS],
        "sticking": STICKING,
        "stuck": sorted(practice.stuck),
        "games": [[name, say(catalogue.kind(name).title)] for name in catalogue.names()],
    }


def _asked(question: Iterable[Message], prompt: Message | None, say: Language) -> Iterator[str]:
    """Yield the sentences of ``question``, and what people do now."""
    for message in question:
        words = say.heading(message)
        yield words if words[-1:] in ENDS else f"{words}."
    if prompt is not None:
        yield _prompt(prompt, say)


def _prompt(prompt: Message, say: Language) -> str:
    """Return what people do now, with the keys as they are called on the page."""
    return KEY_NAMES.sub(lambda found: _called(found[1], say), say.heading(prompt))


def _called(keys: str, say: Language) -> str:
    titles = (ARROWS.get(key) or say(KEY_TITLES.get(key, "")) or key for key in keys.split())
    return " ".join(titles)


def _dice(practice: Practice) -> list[str] | None:
    """Return the upper faces of the dice; None if there are none, or nothing reads them."""
    seen = practice.dice
    if seen is None or not seen.dice or seen.faces is None:
        return None
    return [_face(die, face) for die, face in zip(seen.dice, seen.faces, strict=True)]


def _face(die: Die, face: int) -> str:
    return LOT_SIGNS[face] if die.faces == LOT else str(face)


def _board(practice: Practice, game: Game, say: Language) -> dict[str, Any] | None:
    """Return what stands on the board, if the visitor moves the pieces."""
    pieces = practice.pieces
    if pieces is None:
        return None
    return {
        "pieces": board_svg.pieces(pieces, game),
        "labels": labels(pieces, game, say),
        "beside": beside(pieces, game, say),
        "loose": _loose(pieces, game, say),
    }


def _loose(pieces: Sequence[Piece], game: Game, say: Language) -> Sequence[PageState]:
    """Return the pieces beside the board that a hand can take to put them on it."""
    named = has_kinds(game.start().pieces())
    return [
        {
            "seat": piece.seat,
            "words": say(
                msg("{piece}: {count} ({place})"),
                place=names.place(piece.place),
                count=piece.count,
                piece=names.piece(piece, game.seats, named),
            ),
        }
        for piece in pieces
        if piece.place in LOOSE and piece.seat is not None
    ]
