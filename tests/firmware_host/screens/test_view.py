"""What a view tells those who do not draw it: sounds, the simulator, a voice."""

import random
from collections.abc import Iterator

import pytest
from msgspec.structs import asdict

import games
from firmware_host.screens import paint
from firmware_host.screens.canvas import Canvas
from firmware_host.screens.hand_steps import HandStepView
from firmware_host.screens.notes import NoteView
from firmware_host.screens.throw import WHICH, ThrowView
from firmware_host.screens.tower import TROUBLES
from firmware_host.screens.view import Frame, View
from firmware_host.session.names import seat as seat_name
from firmware_host.text.translator import Language
from games.message import Message
from tests.firmware_host.screens.gallery import gallery
from tests.firmware_host.screens.golden.pictures import Look
from tests.firmware_host.screens.test_fit import (
    LOOKS,
    NOTICES,
    all_screens,
    each_look,
    filled,
    say,
)
from tests.of_features import of_features

GAME = "thaayam"
AWAITED = {
    "games": "answer",
    "preparation": "answer",
    "menu": "answer",
    "help": "key",
    "throw": "throw",
    "throw-machine": "throw",
    "thrown": "nothing",
    "choose": "choice",
    "suggestion": "choice",
    "pass": "choice",
    "hand-step-1": "hand step",
    "hand-step-undo": "hand step",
    "thinking": "machine",
    "last-move": "key",
    "why-piece": "answer",
    "why-answer": "key",
    "compare": "answer",
    "correct-throw": "answer",
    "resign": "answer",
    "draw": "answer",
    "replay-end": "answer",
    "resume": "answer",
    "over": "next game",
    "board-differs-points": "answer",
    "attract-move": "anybody",
    "attract-invitation": "anybody",
    "closed": "opening",
}
OF_A_TURN = (
    *("throw", "throw-machine", "thrown", "choose", "suggestion", "pass", "hand-step-1"),
    *("thinking", "why-piece", "correct-throw", "machine-hand-step"),
)
OF_NOBODY = (
    *("games", "menu", "help", "last-move", "compare", "replay-end", "resume", "over"),
    *("hand-step-undo", "board-differs-points", "attract-move", "attract-invitation"),
)


def shown(screen: str) -> View:
    return gallery(GAME)[screen].view


@pytest.mark.parametrize("screen", AWAITED)
def test_a_view_tells_what_the_table_waits_for(screen: str) -> None:
    assert shown(screen).awaited == AWAITED[screen]


def test_before_the_first_turn_the_table_waits_for_the_pieces() -> None:
    view = gallery("squadro")["set-up"].view
    assert (view.awaited, view.actor) == ("set-up", None)


def test_last_words_wait_for_nothing() -> None:
    view = gallery(games.names()[0])["last-words"].view
    assert (view.awaited, view.prompt) == ("nothing", None)


@pytest.mark.parametrize("screen", OF_A_TURN)
def test_a_view_of_a_turn_tells_whose_it_is(screen: str) -> None:
    view = shown(screen)
    assert view.actor is not None
    assert view.actor == asdict(view)["seat"]


@pytest.mark.parametrize("screen", OF_NOBODY)
def test_a_view_that_is_not_of_a_turn_has_no_actor(screen: str) -> None:
    assert shown(screen).actor is None


def test_a_view_tells_what_is_wrong() -> None:
    wrong = {name: frame.view.problem for name, frame in gallery(GAME).items()}
    assert {name: problem for name, problem in wrong.items() if problem} == {
        **dict.fromkeys(("throw-unreadable", "throw-knocked", "throw-doubtful"), "throw"),
        **dict.fromkeys(("throw-cocked", "throw-missing"), "throw"),
        **dict.fromkeys((f"throw-which-{dice}" for dice in WHICH if dice != "away"), "throw"),
        "throw-of-shop": "throw",
        **dict.fromkeys(("throw-tower", *(f"throw-tower-{each}" for each in TROUBLES)), "throw"),
        **dict.fromkeys(
            ("board-differs-back", "board-differs-points", "board-differs-between"), "board"
        ),
    }


def test_the_prompt_of_a_hand_step_is_the_sentence_on_the_screen() -> None:
    prompt = shown("hand-step-1").prompt
    assert prompt is not None
    assert "{piece}" in prompt.text


QUICK = 60
EMPTY_ROOM = tuple(
    kind for part in of_features("gallery") for kind in vars(part).get("EMPTY_ROOM", ())
)
"""Nobody is asked for anything there."""


def with_notice(view: View, text: str, look: Look) -> Canvas:
    return paint(Frame(view, filled(text)), look.size, say(look.code), look.is_big)


def covered(canvas: Canvas) -> Iterator[object]:
    """Yield what the notice covers of that what has to be done, and what does not fit."""
    assert canvas.notice is not None
    yield from canvas.misfits
    yield from (box for box in canvas.kept if canvas.notice.overlaps(box))


def views() -> list[tuple[str, View]]:
    return [
        (where, frame.view)
        for where, frame in all_screens()
        if not isinstance(frame.view, EMPTY_ROOM)
    ]


def test_a_sample_of_all_notices_covers_nothing_that_has_to_be_done() -> None:
    rng, everything = random.Random(3), views()
    for look in LOOKS:
        for where, view in rng.sample(everything, QUICK // 4):
            text = rng.choice(NOTICES)
            assert list(covered(with_notice(view, text, look))) == [], f"{where} {look} {text}"


@pytest.mark.deep
@each_look
def test_no_notice_covers_what_has_to_be_done(look: Look) -> None:
    wrong = [
        (where, text)
        for where, view in views()
        for text in NOTICES
        if list(covered(with_notice(view, text, look)))
    ]
    assert wrong == []


@each_look
def test_every_screen_keeps_something_free_of_notices(look: Look) -> None:
    for where, view in random.Random(2).sample(views(), QUICK):
        canvas = Canvas(look.size, look.is_big)
        view.draw(canvas, say(look.code))
        assert canvas.kept, where


def test_a_notice_that_covers_something_is_found() -> None:
    canvas = with_notice(NoteView(Message.of("red"), Message.of("red")), NOTICES[0], LOOKS[0])
    assert canvas.notice is not None
    canvas.keep(canvas.notice)
    assert list(covered(canvas)) == [canvas.notice]


def test_no_half_of_a_head_is_left_below_a_notice() -> None:
    view = gallery("thaayam")["machine-hand-step"].view
    assert isinstance(view, HandStepView)
    canvas = paint(Frame(view, Message.of("red")), (128, 64), say("en"))
    assert canvas.head is not None
    assert canvas.notice is not None
    rest = canvas.head._replace(top=canvas.notice.bottom)
    assert rest.height > 0
    below = (rest.left, rest.top, rest.right, canvas.head.bottom)
    assert canvas.image.crop(below).getbbox() is None


class Crowded(View, frozen=True):
    """A view that needs all of its room, and marks the corner at the bottom."""

    @property
    def spoken(self) -> tuple[Message, ...]:
        return ()

    def draw(self, canvas: Canvas, say: Language) -> None:
        canvas.keep(canvas.box)
        canvas.image.putpixel((127, canvas.box.bottom - 1), 1)


@each_look
def test_a_view_that_needs_its_whole_room_ends_below_a_notice_where_the_display_does(
    look: Look,
) -> None:
    size = (128, look.size[1])
    canvas = paint(Frame(Crowded(), Message.of("red")), size, say(look.code), look.is_big)
    assert canvas.notice is not None
    rest = (0, canvas.notice.bottom, *size)
    assert canvas.image.crop(rest).getbbox() == (127, size[1] - 1 - rest[1], 128, size[1] - rest[1])


def test_a_voice_says_once_whose_throw_it_is() -> None:
    for screen in ("throw", "throw-machine"):
        view = gallery("thaayam")[screen].view
        assert isinstance(view, ThrowView)
        said = " ".join(say("en")(each) for each in view.spoken)
        assert said.count(say("en")(seat_name(view.seat))) == 1, screen
