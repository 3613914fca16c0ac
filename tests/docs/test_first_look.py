"""The first pictures of the README show a turn as the program plays it on simulated hardware."""

import re

import pytest

from docs.writer import first_look, pixels
from docs.writer.manual import FOLDER
from docs.writer.scripted_turn import BEFORE, MOVE, THROW, game, recorded
from games.actions import Throw
from games.core import State

LARGEST = 300_000
"""Bytes of the animation."""
TABLE, TURN = (
    (FOLDER / f"pictures/readme/{name}.svg").read_text(encoding="utf-8")
    for name in ("table", "turn")
)
HIDDEN = re.compile(r'<g class="s t\d+">.*?</g></g>')


def played(*actions: str) -> State:
    state = game().start()
    for text in actions:
        state = state.apply(state.parse(text))
    return state


def test_the_turn_leads_from_the_throw_to_the_next_player() -> None:
    doing = list(dict.fromkeys(shot.doing for shot in recorded()))
    assert doing == [step for step, _, _ in first_look.STEPS]


def test_the_real_board_is_as_the_rules_say_before_and_after_the_turn() -> None:
    first, last = recorded()[0], recorded()[-1]
    assert set(first.pieces) == set(played(*BEFORE).pieces())
    assert set(last.pieces) == set(played(*BEFORE, THROW, MOVE).pieces())


def test_the_dice_show_the_throw() -> None:
    throw = played(*BEFORE).parse(THROW)
    assert isinstance(throw, Throw)
    tumbling = [number for number, each in enumerate(recorded()) if each.faces is None]
    assert tumbling
    assert {each.faces for each in recorded()[tumbling[-1] + 1 :]} == {throw.faces}


def test_every_picture_of_the_panel_is_in_the_animation() -> None:
    assert all(pixels.data(shot.image) in TURN for shot in recorded())


def test_where_nothing_moves_one_picture_of_the_panel_is_visible() -> None:
    visible = HIDDEN.sub("", TURN)
    shown = {pixels.data(shot.image) for shot in recorded()}
    assert len([each for each in shown if f'"{each}"' in visible]) == 1


def test_the_rendering_says_that_it_is_not_a_photo() -> None:
    assert "A rendering by the program, not a photo" in TABLE


@pytest.mark.parametrize("picture", [TABLE, TURN], ids=["table", "turn"])
def test_the_pictures_are_small_and_fetch_nothing(picture: str) -> None:
    assert len(picture.encode()) < LARGEST
    assert re.findall(r"https?://[^\"]+", picture) == ["http://www.w3.org/2000/svg"]
    assert "<script" not in picture
