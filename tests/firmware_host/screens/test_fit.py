"""Every text of every screen fits, in every language, on every display, and in large letters."""

import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import get_args

import pytest

import games
from docs.writer.subset import GLYPH
from firmware_host.app import inputs
from firmware_host.screens import paint
from firmware_host.screens.hand_steps import HandStepView
from firmware_host.screens.lists import ListView, Row
from firmware_host.screens.moves import SuggestView
from firmware_host.screens.notes import NoteKeys, NoteView
from firmware_host.screens.text_layout import FILES, FONTS
from firmware_host.screens.view import Frame, Layout
from firmware_host.sensing import observed_board
from firmware_host.session import names
from firmware_host.storage import journal
from firmware_host.table import effects, scene, table
from firmware_host.table.scenes import choose
from firmware_host.text import CATALOGUES, LANGUAGES
from firmware_host.text.translator import Language
from games.actions import Step, Verb
from games.core import Game
from games.equipment import HAND, OFF, Piece
from games.message import Message
from tests.firmware_host.screens.gallery import gallery
from tests.firmware_host.screens.golden.pictures import LARGER, SIZES, Look
from tests.firmware_host.screens.positions import states
from tests.firmware_host.text.test_translator import FIELD, in_the_sources
from tests.games.reason_checks import CHECKS
from tests.of_features import of_features

LOOKS = tuple(
    Look(size, code, is_big) for size in SIZES for code in LANGUAGES for is_big in (False, True)
)
LARGER_LOOKS = tuple(
    Look(size, code, is_big) for size in LARGER for code in LANGUAGES for is_big in (False, True)
)
EVERY_LOOK = (*LOOKS, *LARGER_LOOKS)
QUICK = 60
MOST_PAGES = 5
MOST_LOW_PAGES = 8
NOTICE_ROWS = 38
"""A notice covers at most so many rows: three large lines, and the margin."""

LONGEST = 12
FACTS: dict[str, str | int | Message] = {
    **dict.fromkeys(("colour", "other", "owner", "seat"), Message.of("yellow")),
    **dict.fromkeys(("kind", "piece", "victim"), Message.of("general")),
    **dict.fromkeys(("place", "point", "origin", "target", "reached"), "m13"),
    **dict.fromkeys(("count", "number", "total", "needed", "reach", "page", "pages"), 28),
    **dict.fromkeys(("columns", "rows", "wide", "high"), 19),
    "percent": 88,
    **dict.fromkeys(("throw", "kept", "progress"), "6+6"),
    **dict.fromkeys(("ways", "choices", "right", "given"), "6+5:e1-i5x"),
}
NOTICES = (
    *(inputs.LINK_FAULT, inputs.LINK_IS_BACK, scene.NOT_DUE),
    *(journal.NOT_SAVED, journal.LEFT_GONE),
    *(
        table.STUCK,
        effects.TAKEN_BACK,
        observed_board.TOO_SMALL,
    ),
    *(effects.NOWHERE, choose.UNDERSTOOD),
    effects.NOTHING_TO_UNDO,
    *(text for part in of_features("gallery") for text in vars(part).get("NOTICES", ())),
)

each_look = pytest.mark.parametrize("look", LOOKS, ids=str)
every_look = pytest.mark.parametrize("look", EVERY_LOOK, ids=str)
reference = pytest.mark.parametrize(
    "look", [look for look in LOOKS if look.size == SIZES[0]], ids=str
)


@cache
def say(code: str) -> Language:
    return Language(code)


def misfits(frame: Frame, look: Look) -> list[str]:
    return paint(frame, look.size, say(look.code), look.is_big).misfits


def all_screens() -> list[tuple[str, Frame]]:
    return [
        (f"{name} {screen}", frame)
        for name in games.names()
        for screen, frame in gallery(name).items()
    ]


def filled(text: str) -> Message:
    """Return ``text`` with long facts."""
    return Message.of(
        text, **{field: FACTS.get(field, "w" * LONGEST) for field in FIELD.findall(text)}
    )


@cache
def texts() -> Sequence[Message]:
    """Return every text that has a translation, with long facts."""
    found = set().union(*(in_the_sources(domain) for domain, _ in CATALOGUES))
    return [filled(text) for text in sorted(found)]


def note_misfits(title: Message, text: Message, look: Look) -> list[str]:
    """Return what of a note does not fit; a note of too many pages does not fit either."""
    most = MOST_PAGES if look.size[1] >= 64 else MOST_LOW_PAGES
    views = [NoteView(title, text, page=page) for page in range(most + 1)]
    pages = [paint(Frame(view), look.size, say(look.code), look.is_big) for view in views]
    if len({page.words for page in pages}) > most:
        return [f"more than {most} pages: {text.text}"]
    return [misfit for page in pages for misfit in page.misfits]


def hand_steps(kind: type[Game]) -> Iterator[HandStepView]:
    """Yield every hand step with every kind of piece, several at once, and long names of places."""
    start = states(kind.name)[0]
    layout = Layout(start.game.board, start.game.seats, start.pieces())
    longest = max((point.name for point in layout.board.points), key=len)
    kinds = {piece.kind: piece for piece in layout.pieces}
    targets: dict[Verb, tuple[str, ...]] = {
        **dict.fromkeys(get_args(Verb), (longest,)),
        "take_off": (OFF, HAND),
    }
    ways = [(verb, target) for verb in targets for target in targets[verb]]
    for seat, piece, (verb, target) in product(layout.seats, kinds.values(), ways):
        several = Piece(seat.index, piece.kind, longest, count=4)
        step = Step(verb, several, longest, target)
        yield HandStepView(layout, seat, step, 10, 12, "undo")


def test_a_sample_of_all_screens_fits() -> None:
    everything = [(where, frame, look) for where, frame in all_screens() for look in EVERY_LOOK]
    for where, frame, look in random.Random(1).sample(everything, QUICK):
        assert misfits(frame, look) == [], f"{where} {look}"


@pytest.mark.deep
@every_look
def test_every_screen_fits(look: Look) -> None:
    assert {where: wrong for where, frame in all_screens() if (wrong := misfits(frame, look))} == {}


@each_look
def test_every_value_of_every_option_fits_and_is_explained(look: Look) -> None:
    for kind in map(games.kind, games.names()):
        for option in kind.OPTIONS:
            title = names.colour(option.seat) if option.seat else Message.of(option.title)
            for value in option.values:
                rows = (Row(title, names.option_value(option, value)),)
                assert misfits(Frame(ListView(Message.of(kind.title), rows, 0)), look) == []
            assert note_misfits(title, Message.of(option.meaning), look) == []


def test_a_sample_of_all_texts_can_be_read_to_their_end() -> None:
    everything = [(text, look) for text in texts() for look in EVERY_LOOK]
    for text, look in random.Random(1).sample(everything, QUICK // 2):
        assert note_misfits(Message.of("red"), text, look) == []


@pytest.mark.deep
@every_look
def test_every_text_can_be_read_to_its_end(look: Look) -> None:
    wrong = (note_misfits(Message.of("red"), text, look) for text in texts())
    assert [misfit for misfit in wrong if misfit] == []


@pytest.mark.parametrize("look", [look for look in LOOKS if not look.is_big], ids=str)
def test_every_reason_can_be_read_beside_the_largest_board(look: Look) -> None:
    start = states("xiangqi4")[0]
    layout = Layout(start.game.board, start.game.seats, start.pieces())
    move, seat = start.legal_moves()[0], start.game.seats[0]
    for text in CHECKS:
        reason = filled(text)
        hint = paint(Frame(SuggestView(layout, seat, move, reason)), look.size, say(look.code))
        assert say(look.code).heading(reason) in hint.words
        assert hint.misfits == []


@reference
def test_a_sample_of_all_hand_steps_fits(look: Look) -> None:
    everything = [view for name in games.names() for view in hand_steps(games.kind(name))]
    for view in random.Random(1).sample(everything, QUICK // 4):
        assert misfits(Frame(view), look) == []


@pytest.mark.deep
@every_look
def test_all_hand_steps_fit(look: Look) -> None:
    views = [view for name in games.names() for view in hand_steps(games.kind(name))]
    assert [wrong for view in views if (wrong := misfits(Frame(view), look))] == []


@each_look
def test_a_notice_fits_and_leaves_room_for_the_screen_under_it(look: Look) -> None:
    view = NoteView(Message.of("red"), Message.of(""), closes=False)
    for text in NOTICES:
        canvas = paint(Frame(view, filled(text)), look.size, say(look.code), look.is_big)
        assert canvas.misfits == []
        assert canvas.words.startswith(say(look.code).heading("red"))
        edge = canvas.image.crop((0, 12, 1, canvas.box.bottom))
        assert sum(map(bool, edge.get_flattened_data())) <= NOTICE_ROWS


def test_no_letter_of_any_text_is_missing_in_any_font() -> None:
    written = [say(code)(text) for code in LANGUAGES for text in texts()]
    written += [paint(frame, SIZES[0], say("ru")).words for _, frame in all_screens()]
    for name, _ in FILES.values():
        font = (FONTS / name).read_text(encoding="latin-1")
        there = {chr(int(found[1])) for found in GLYPH.finditer(font)}
        assert set("".join(written)) - {"\n"} <= there, name


def test_a_text_that_is_cut_or_broken_is_found() -> None:
    long = Message.of("w" * 200)
    assert misfits(Frame(ListView(long, (Row(long),), 0)), LOOKS[0]) != []
    note = NoteView(Message.of("red"), Message.of("red"), keys=NoteKeys(long, long))
    assert misfits(Frame(note), LOOKS[0]) != []
    assert note_misfits(Message.of("red"), Message.of("red " * 500), LOOKS[0]) != []
