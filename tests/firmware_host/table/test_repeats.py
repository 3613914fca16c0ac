"""Whoever may repeat a throw does so at the panel, by ear, by a contact and on a page."""

import random
from pathlib import Path

import pytest

import games
from firmware_host.screens.choose import ChooseView
from firmware_host.screens.throw import ThrowView
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import keys_for, play_game
from firmware_host.text import LANGUAGES
from firmware_host.text.translator import Language
from firmware_host.web.page_state import moves_state
from games.options import PREFIX
from games.repeats import REPEAT
from tests.firmware_host.features.switches.player import OneSwitch
from tests.games.test_repeats import NAMES
from tests.table import Begin

UR = Setup("ur", {"handicap_white": "repeat"})
THROW = {"en": "throw again", "ru": "бросить снова"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_throw_is_repeated_with_the_keys(begin: Begin, language: str) -> None:
    hands, say = begin(UR, language=language), Language(language)
    hands.look_up()
    hands.throw("1")
    hands.look_up()
    view = hands.world.view
    assert isinstance(view, ChooseView)
    *there, ok = keys_for(view, REPEAT)
    for key in there:
        hands.press(key)
    assert THROW[language] in hands.world.app.words
    assert THROW[language] in " ".join(map(say, hands.world.view.spoken))
    hands.press(ok)
    assert isinstance(hands.world.view, ThrowView)
    hands.throw("2")
    assert REPEAT not in hands.state.legal_moves()
    assert [str(each) for each in hands.world.app.table.game.playing.actions] == [
        *("1", "repeat", "2")
    ]


def test_it_is_taken_back_and_survives_a_power_cut(begin: Begin) -> None:
    hands = begin(UR)
    hands.look_up()
    hands.throw("1")
    hands.play(REPEAT.text)
    hands.undo()
    assert REPEAT in hands.state.legal_moves()
    hands.play(REPEAT.text)
    hands.world.close()
    again = begin()
    again.press("ok")
    assert str(again.state).endswith(" repeated")
    again.look_up()
    again.throw("3")
    assert REPEAT not in again.state.legal_moves()


@pytest.mark.parametrize(
    "name", ["ur", *(pytest.param(each, marks=pytest.mark.deep) for each in NAMES if each != "ur")]
)
def test_a_whole_game_is_played_with_it(begin: Begin, name: str) -> None:
    colour = games.load(name).seats[0].colour
    hands = begin(Setup(name, {PREFIX + colour: "repeat"}))
    play_game(hands, random.Random(3))
    assert hands.world.app.table.game.playing.actions.count(REPEAT) > 2


def test_a_contact_reaches_it(tmp_path: Path) -> None:
    player = OneSwitch(tmp_path, "en", seed=1, setup=UR)
    while "repeat" not in map(str, player.actions):
        player.act()
    assert player.tally.wrong == []
    player.world.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_offers_it_in_words(begin: Begin, language: str) -> None:
    hands = begin(UR, language=language)
    hands.look_up()
    hands.throw("1")
    moves = str(moves_state(hands.state, Language(language)))
    assert THROW[language] in moves
