"""What sharing adds to the table: a game that is over, as codes for the camera of a phone."""

from math import ceil
from typing import Final

from msgspec.structs import replace

from firmware_host.screens.canvas import (
    QUIET,
    SMALLEST_MODULE,
    Canvas,
    Modules,
)
from firmware_host.screens.notes import NoteView
from firmware_host.screens.text_layout import height
from firmware_host.screens.view import View, sentences
from firmware_host.session.session import Session
from firmware_host.table.context import SceneContext, persons
from firmware_host.table.effects import Explain
from firmware_host.table.scene import AwaitFiles, Close, Cover, Effects, Scene, Show
from firmware_host.table.scenes.additions import AFTER_GAME_LINES, PAGES_AT
from firmware_host.table.scenes.base import Entry, EntryList, plain_entry
from firmware_host.text.translator import Language
from games.message import Message, msg

SHARE: Final = msg("Share"), msg("The game as codes that the camera of a phone reads.")
DRAWING: Final = msg("The codes are drawn…")
TOO_SMALL: Final = msg(
    "A code with a game in it does not fit on this display. On the page of the table, Share has"
    " codes, a link, the record and pictures."
)
NOT_HERE: Final = msg("Codes need the package segno.")
CODE: Final = msg("Code {number} of {of}")
POINT: Final = msg(
    "Point a camera at it: the numbers that it reads go into “Open a game that was shared”."
)
POINT_FROM_HERE: Final = msg(
    "Point the camera of a phone in this network at it: the table's page opens the game."
)
KEYS: Final = msg("`up down`: other codes; `ok`: done")
MOST_CODES: Final = 20
"""Nobody points a camera at more."""

ROOMS: Final = (41, 77, 127, 187, 255, 322, 370, 461, 552, 652, 772, 883, 1022, 1101, 1250)
"""Digits that fit into codes of the first sizes, at their lowest level (ISO/IEC 18004, table 7)."""

HEAD_BITS: Final = 4 + 16
"""What says of a part of a code how it is written and how long it is takes so many at most."""

SMALLEST, STEP = 21, 4
"""Modules along a side of the smallest code, and how many more the next one has."""


def room_on(size: tuple[int, int]) -> int:
    """Return how many digits a code has that fits on a display of ``size``; 0 if that is too few.

    >>> room_on((128, 128)), room_on((128, 64))
    (652, 0)
    """
    pixels = min(size[0], size[1] - height("body")) - 2 * QUIET
    number = _number(pixels // SMALLEST_MODULE)
    room = ROOMS[min(number, len(ROOMS) - 1)] if number >= 0 else 0
    return room if room >= ROOMS[5] else 0


def _number(side: int) -> int:
    """Return how many sizes are smaller than that with so many modules along a ``side``."""
    return (side - SMALLEST) // STEP


class CodeView(View, frozen=True):
    """The code ``number`` of several, whose rows are ``modules``, dark where True.

    It ``is_link`` if a phone in the network of the table opens it.
    """

    modules: Modules
    number: int
    of: int
    is_link: bool = False

    awaited = "key"

    @property
    def prompt(self) -> Message | None:
        return Message.of(KEYS)

    @property
    def spoken(self) -> tuple[Message, ...]:
        point = POINT_FROM_HERE if self.is_link else POINT
        return sentences(self._name, Message.of(point), Message.of(KEYS))

    @property
    def _name(self) -> Message:
        return Message.of(CODE, number=self.number, of=self.of)

    def draw(self, canvas: Canvas, say: Language) -> None:
        """Draw the code, and below it which one it is; say so if the display is too small."""
        if room_on((canvas.box.width, canvas.box.height)) < ROOMS[_number(len(self.modules))]:
            NoteView(Message.of(SHARE[0]), Message.of(TOO_SMALL)).draw(canvas, say)
            return
        canvas.keep(canvas.box)
        foot = canvas.box.rows(canvas.box.bottom - height("body"), height("body"))
        canvas.fitted(foot, say(self._name), ("body",), "center")
        canvas.code(self.modules, canvas.box._replace(height=foot.top))


class ShownCodes(Scene, frozen=True, kw_only=True):
    """The codes of a game, of which the one ``at`` a place is shown."""

    help = POINT
    is_overlay = True
    codes: tuple[Modules, ...]
    is_link: bool = False
    at: int = 0

    def view(self, context: SceneContext) -> View:
        return CodeView(self.codes[self.at], self.at + 1, len(self.codes), self.is_link)

    def press(self, key: str, context: SceneContext) -> Effects | None:
        match key:
            case "up" | "left":
                return (Show(replace(self, at=(self.at - 1) % len(self.codes))),)
            case "down" | "right":
                return (Show(replace(self, at=(self.at + 1) % len(self.codes))),)
            case "ok" | "back":
                return (Close(),)
        return None


class WithNames(EntryList, frozen=True):
    """Whether a game is shared with the names of those who played it."""

    help = msg("Up and down: choose a line. OK: share. Back: what next.")
    back = msg("Back: what next")
    is_overlay = True

    def title(self, context: SceneContext) -> Message:
        return Message.of(SHARE[0])

    def entries(self, context: SceneContext) -> tuple[Entry, ...]:
        names = ", ".join(filter(None, persons(context)))
        without, with_them = msg("Without names"), msg("With names")
        return (
            plain_entry(without, msg("The game alone leaves this table."), _share),
            Entry(
                Message.of(with_them),
                Message.of(msg("Whoever reads the codes knows who played: {names}."), names=names),
                lambda context: _share(context, persons(context)),
            ),
        )

    def leave(self, context: SceneContext) -> Effects | None:
        return (Close(),)


def _begin(context: SceneContext) -> Effects:
    room = room_on(context.device.display_size() or (0, 0))
    if not room:
        return (Explain(Message.of(SHARE[0]), Message.of(TOO_SMALL)),)
    return (Cover(WithNames()),) if any(persons(context)) else _share(context)


def _share(context: SceneContext, named: tuple[str, ...] = ()) -> Effects:
    room, session = room_on(context.device.display_size() or (0, 0)), context.playing
    title, at = Message.of(SHARE[0]), next(filter(None, (find(context) for find in PAGES_AT)), "")
    base = f"http://{at}/shared#" if at else ""

    def draw() -> Effects:
        if base and (linked := drawn(session, named, room, base)):
            return (Cover(ShownCodes(codes=linked, is_link=True)),)
        return _shown(drawn(session, named, room))

    return (AwaitFiles(title, Message.of(DRAWING), draw),)


def _shown(codes: tuple[Modules, ...] | None) -> Effects:
    if codes:
        return (Cover(ShownCodes(codes=codes)),)
    why = NOT_HERE if codes is None else TOO_SMALL
    return (Explain(Message.of(SHARE[0]), Message.of(why)),)


def drawn(
    session: Session, named: tuple[str, ...], room: int, base: str = ""
) -> tuple[Modules, ...] | None:
    """Return the game of ``session`` as codes with ``room`` for so many digits, without a date.

    It has the names of those who are ``named``. Each begins with ``base``, the address of a page up
    to its ``#``. None if nothing here draws codes; there are none if it takes too many.
    """
    try:
        import segno
    except ImportError:
        return None
    from firmware_host.session.replay import record_of_session
    from firmware_host.session.shared_record import code_texts, with_names

    colours = (seat.colour for seat in session.game.seats)
    record = with_names(record_of_session(session), dict(zip(colours, named, strict=False)))
    texts = code_texts(record, room - _digits_of(base))
    if len(texts) > MOST_CODES:
        return ()
    # its stubs do not know that there may be several segments
    made = (
        segno.make([base, text] if base else text, error="l", micro=False, boost_error=False)  # type: ignore[arg-type]
        for text in texts
    )
    return tuple(tuple(tuple(map(bool, row)) for row in each.matrix) for each in made)


def _digits_of(base: str) -> int:
    """Return the room of how many digits ``base`` takes in a code, with its head."""
    return ceil((HEAD_BITS + 8 * len(base)) * 0.3) if base else 0


def _after_game(context: SceneContext) -> tuple[Entry, ...]:
    return (plain_entry(*SHARE, _begin),)


OFFERS: Final = (AFTER_GAME_LINES.offer(_after_game),)
