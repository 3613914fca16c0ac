"""The page of a practice table: what hands can do there, and buttons in place of its keys."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final, NamedTuple

from firmware_host.features.practice.table import CABLES, PAUSED, STICKING, Practice, PracticeTable
from firmware_host.features.practice.table_of_visitor import TableOfVisitor
from firmware_host.screens.lists import LINE, ListView
from firmware_host.screens.moves import GameOverView
from firmware_host.screens.notes import NoteView
from firmware_host.screens.throw import REQUESTS, ThrowView
from firmware_host.screens.view import View
from firmware_host.session import names
from firmware_host.session.seats import MACHINES
from firmware_host.session.session import Session
from firmware_host.table.keys import table_keys
from firmware_host.text.translator import ENDS, Language, Named
from firmware_host.web.hints import Hints
from firmware_host.web.motions import FollowedPieces, followed
from firmware_host.web.open_page import LivePage, PageParts, PageSocket
from firmware_host.web.page_parts import PICTURE, Picture, cards
from firmware_host.web.page_state import PageState, called_seats, pieces_state
from firmware_host.web.visitor import PageVisitor
from games.core import Catalogue, Game
from games.equipment import HAND, RESERVE, Piece, has_kinds
from games.message import Message, msg
from games.options import Option, OptionValue

KEY_TITLES: Final[Mapping[str, str]] = {key.name: key.title for key in table_keys()}
CABLE_WORDS: Final[Mapping[str, str]] = {
    "display": msg("Cable of the display"),
    "dice": msg("Cable of the dice"),
}
ARROWS: Final[Mapping[str, str]] = {"up": "↑", "down": "↓", "left": "←", "right": "→"}
"""What stands on buttons of the page in place of the names of keys."""

PEOPLE: Final = msg("people at this screen")
START: Final = msg("Start")
WORDS: Final[Mapping[str, str]] = {
    "new": msg("Choose a game"),
    "others": msg("Other players:"),
    "people": PEOPLE,
    "answers": msg("Answers"),
    "paused": PAUSED.why.text,
    "menu": msg("Menu of the table"),
    "help": msg("Help, next one…"),
    "leaveGame": msg("All games"),
    "setUp": msg("Players, options"),
}

AT_LEVEL: Final = msg("Machine ({level})")

LOOSE: Final = (HAND, RESERVE)
"""The places beside the board from which a hand takes pieces."""

VISITOR: Final = PageVisitor("practice")


class PracticePage(LivePage):
    """The connection to an open page of the table ``at``, in a ``language``.

    ``catalogue`` has the games to choose from, and ``hints`` are for its visitor.
    """

    def __init__(
        self,
        socket: PageSocket,
        at: TableOfVisitor,
        catalogue: Catalogue,
        hints: Hints,
        language: str,
    ) -> None:
        super().__init__(socket, VISITOR, PageParts(at.table, at.states, hints, language))
        self._at, self._catalogue = at, catalogue
        self._practice_sent: PageState = {}

    def picture(self, name: str) -> str:
        """Return the address of the picture of the game ``name``."""
        return PICTURE(name)

    async def _greet(self) -> None:
        await super()._greet()
        self._practice_sent = {}
        equipment = table_equipment(self._catalogue, Language(self._language), self.picture)
        # in one message: its page shows what it has as soon as it has its script
        await self._send({"practice": {**equipment, **self._news()}})

    async def _greet_again(self) -> None:
        await super()._greet_again()
        await self._send_more()

    async def _send_more(self) -> None:
        if new := self._news():
            await self._send({"practice": new})

    def _news(self) -> PageState:
        """Return what the page has not been told of its table, which now counts as told."""
        say = Language(self._language)
        table, numbers = self._at.table, self._states.followed
        found = {**practice_state(table, numbers, say), **lesson_state(self._at, say)}
        new = {name: value for name, value in found.items() if self._has_changed(name, value)}
        self._practice_sent = found
        return new

    def _has_changed(self, name: str, value: object) -> bool:
        return name not in self._practice_sent or self._practice_sent[name] != value


def table_equipment(catalogue: Catalogue, say: Language, picture: Picture = PICTURE) -> PageState:
    """Return what a practice table has, and the games of ``catalogue`` that are played there.

    ``picture`` says where that of a game is.
    """
    return {
        "cables": [[name, say(CABLE_WORDS[name])] for name in CABLES],
        "keys": [[key.name, say(key.title)] for key in table_keys()],
        "sticking": STICKING,
        "cards": cards(catalogue, say, picture),
        "words": {name: say(text) for name, text in WORDS.items()},
        "levels": levels(say),
    }


def levels(say: Language) -> Sequence[tuple[str, str]]:
    """Return the levels of the machine, and what people call them."""
    return [(level, say(AT_LEVEL, level=names.player(level))) for level in MACHINES]


def game_options(catalogue: Catalogue, say: Language) -> Mapping[str, Sequence[PageState]]:
    """Return the options of each game of ``catalogue``: name, title and the values in words."""
    kinds = map(catalogue.kind, catalogue.names())
    return {kind.name: [_option(each, kind, say) for each in kind.OPTIONS] for kind in kinds}


def _option(option: Option, kind: type[Game], say: Language) -> PageState:
    values = [[value, say.heading(names.option_value(option, value))] for value in option.values]
    needs = _seats_with(option.seat, kind) if option.seat else {}
    return {"name": option.name, "title": say(option.title), "values": values, "needs": needs}


def _seats_with(colour: str, kind: type[Game]) -> Mapping[str, Sequence[OptionValue]]:
    """Return which values of the option of ``kind`` for its seats let ``colour`` play."""
    counts = (option for option in kind.OPTIONS if option.name == kind.SEATS_OPTION)
    return {
        option.name: [
            value
            for value in option.values
            if any(seat.colour == colour for seat in kind(**{option.name: value}).seats)
        ]
        for option in counts
    }


def lesson_state(at: TableOfVisitor, say: Language) -> PageState:
    """Return what a teacher and the class have to do with the table ``at``."""
    return {"table": say(at.name), "message": at.message, "isPaused": at.table.practice.is_paused}


def practice_state(table: PracticeTable, numbers: FollowedPieces, say: Language) -> PageState:
    """Return what only the page of a practice table shows now, in the language of ``say``.

    Pieces have the ``numbers`` of those of the game.
    """
    practice, session = table.practice, table.mirror.session
    is_exercise = session is not None and session.setup.is_exercise
    named = Named(say.code, called_seats(table.mirror))
    asked = Asked.of(practice, table.mirror.snapshot.prompt, named, is_exercise=is_exercise)
    return {
        "prompt": asked.words,
        "answers": asked.answers,
        "atHome": practice.at_home,
        "dice": _dice(practice),
        "isRolling": practice.is_rolling,
        "throws": [str(throw) for throw in practice.dice.throws] if practice.dice else [],
        "held": "" if practice.held is None else say.heading(practice.held),
        "differs": practice.differs,
        "byHand": practice.moves_by_hand,
        "board": None if session is None else _board(practice, session, numbers, say),
        "unplugged": sorted(practice.unplugged),
        "stuck": sorted(practice.stuck),
    }


OUT: Final = "↩"
SIGNS: Final = " ◀▶"
"""What a title has where left and right lead to other lists."""

KEYED: Final = re.compile(r"`([^`]*)`:\s*([^;.!?]+)")
"""What a key does, in a sentence of the display, such as `ok`: continue."""

KEYS: Final = re.compile(r"`([^`]*)`")
PARTS: Final = re.compile(r"(?<=[.!?;])\s*")
TOLD: Final = ("answer", "key", "draw")
"""While a table waits for these, the whole display is to be read."""

MORE: Final = msg("More…")

Answer = tuple[str, Mapping[str, object]]
"""A button: its words, and the message that a click on it sends."""


TURNING: Final[tuple[Answer, ...]] = (("←", {"press": "left"}), ("→", {"press": "right"}))


class Asked(NamedTuple):
    """What a table asks of its visitor in ``words``, and the ``answers`` as buttons."""

    words: str = ""
    answers: tuple[Answer, ...] = ()

    @classmethod
    def of(
        cls, practice: Practice, prompt: Message | None, say: Language, *, is_exercise: bool
    ) -> "Asked":
        """Return what is asked at a table; ``prompt`` is what people do there now.

        In an exercise its menu is offered too: it leads to the solution and to the next one. Dice
        are thrown with the button beside them, also where the machine throws.
        """
        match practice.view:
            case ListView() as view:
                return cls._in_list(view, practice, say)
            case GameOverView():
                return cls(answers=((say(MORE), {"press": "ok"}),))
            case ThrowView(by_tray=False, has_dice=True, is_own=False, typed=None) as view:
                is_machines = view.seat.index in view.layout.machines
                return cls._told((None if is_machines else Message.of(REQUESTS["tray"]),), say)
            case View(awaited="choice"):
                menu: tuple[Answer, ...] = ((say(WORDS["help"]), {"press": "menu"}),)
                return cls(_without_keys(prompt, say), menu if is_exercise else ())
            case View(awaited=awaited) as view if awaited in TOLD:
                return cls._told((prompt, *_rest(view, say)), say)
        return cls._told((prompt,), say)

    @classmethod
    def _in_list(cls, view: ListView, practice: Practice, say: Language) -> "Asked":
        rows = (
            row.label if row.value is None else Message.of(LINE, label=row.label, value=row.value)
            for row in view.rows
        )
        lines = tuple((say.heading(row), {"line": number}) for number, row in enumerate(rows))
        # a press on such a line changes it, so that another button begins the game
        begins = (number for number, row in enumerate(view.rows) if row.begins)
        starting = tuple((say(START), {"begin": number}) for number in islice(begins, 1))
        back = "" if view.back is None else say.heading(view.back).rpartition(": ")[2]
        leaving: tuple[Answer, ...] = ((f"{OUT} {back}", {"press": "back"}),) if back else ()
        turning = TURNING if view.use == "turn" else ()
        title = say.heading(view.title).rstrip(SIGNS)
        return cls(title, (*starting, *lines, *turning, *leaving))

    @classmethod
    def _told(cls, sentences: Iterable[Message | None], say: Language) -> "Asked":
        """Return ``sentences`` as words, and a button for each key that is named in them."""
        texts = [_sentence(say(each)) for each in sentences if each is not None]
        answers = [answer for text in texts for answer in _answers(text, say)]
        words = " ".join(filter(None, map(_bare, texts)))
        return cls(words, tuple(answers))


def _sentence(text: str) -> str:
    """Return ``text`` with a capital letter, unless it begins with the name of a point.

    >>> _sentence("throw the dice"), _sentence("g2 → d2")
    ('Throw the dice', 'g2 → d2')
    """
    return text if text[1:2].isdigit() else f"{text[:1].upper()}{text[1:]}"


def _rest(view: View, say: Language) -> Iterator[Message]:
    """Yield what ``view`` says besides what people do now, of which it may be a part."""
    told = view.question if isinstance(view, NoteView) and view.question else view.spoken
    asked = "" if view.prompt is None else say(view.prompt)
    return (sentence for sentence in told if say(sentence) not in asked)


def _answers(text: str, say: Language) -> Iterator[Answer]:
    """Yield a button for each key that ``text`` names: what it does, else what it is called."""
    for part in PARTS.split(text):
        does, named = KEYED.search(part), KEYS.search(part)
        keys = named[1].split() if named else []
        for key in keys:
            words = does[2].strip() if does else say(KEY_TITLES.get(key, key))
            sign = f"{ARROWS[key]} " if len(keys) > 1 and key in ARROWS else ""
            yield f"{sign}{words[:1].upper()}{words[1:]}", {"press": key}


def _bare(text: str) -> str:
    """Return ``text`` without what it says of keys, and without a cursor.

    >>> _bare("Right! `ok`: next exercise"), _bare("Then press `ok`"), _bare("Offer a draw?")
    ('Right!', '', 'Offer a draw?')
    >>> _bare("Eva_")
    'Eva.'
    """
    parts = (KEYED.sub("", part).strip(" ;_") for part in PARTS.split(text))
    words = " ".join(part for part in parts if part and not KEYS.search(part) and part not in ENDS)
    return words if not words or words[-1] in ENDS else f"{words}."


def _without_keys(prompt: Message | None, say: Language) -> str:
    return "" if prompt is None else _bare(say.heading(prompt))


def _dice(practice: Practice) -> Sequence[int] | None:
    """Return the upper faces of the dice; None if there are none, or nothing reads them."""
    seen = practice.dice
    if seen is None or not seen.dice or seen.faces is None:
        return None
    return seen.faces


def _board(
    practice: Practice, session: Session, numbers: FollowedPieces, say: Language
) -> PageState | None:
    """Return what stands on the board, if the visitor moves the pieces."""
    pieces, game = practice.pieces, session.game
    if pieces is None:
        return None
    standing = followed(numbers.shown(session), (), pieces)
    return {
        **pieces_state(pieces, standing, game, say),
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
