"""What a view tells those who do not draw it: sounds, the simulator, a voice."""

import pytest
from msgspec.structs import asdict

import games
from firmware_host.screens.throw import WHICH
from firmware_host.screens.view import View
from tests.firmware_host.screens.gallery import gallery

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
        **dict.fromkeys(
            ("board-differs-back", "board-differs-points", "board-differs-between"), "board"
        ),
    }


def test_the_prompt_of_a_hand_step_is_the_sentence_on_the_screen() -> None:
    prompt = shown("hand-step-1").prompt
    assert prompt is not None
    assert "{piece}" in prompt.text
