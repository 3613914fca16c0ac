"""A table in public: when nobody is there any more, it is cleared for the next, and says so."""

import random
from contextlib import closing
from pathlib import Path

import pytest

from firmware_host.app.request import Request
from firmware_host.cli.main import main
from firmware_host.features.kiosk import scenes
from firmware_host.features.kiosk.scenes import Attract, CountdownView, IdlePrompt
from firmware_host.screens.choose import ThinkingView
from firmware_host.screens.lists import ListView
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from firmware_host.simulator.sensinghands import SensingHands
from firmware_host.simulator.simulated_table import World
from firmware_host.storage.journal import NOT_SAVED, Journal
from firmware_host.table.effects import EndVisit
from firmware_host.table.scene import Notify, Show
from firmware_host.text import LANGUAGES
from firmware_host.text.translator import Language
from games.message import Message
from hardware.wiring import wiring
from tests.firmware_host.public import (
    COUNTED,
    DUEL,
    IDLE,
    MARGIN,
    PUBLIC,
    SITUATIONS,
    asked_to_resume,
    at_game,
    at_home,
    at_the_end,
    is_resting,
    last_record,
    opened,
)
from tests.firmware_host.table.scenes.test_effects import context
from tests.firmware_host.table.test_machine_seats import SQUADRO, Seated, shown
from tests.table import (
    OneGame,
    choose_russian,
    lines,
    menu_lines,
    point_at,
    take,
    take_in_menu,
    words,
)

KEYS = ("up", "down", "left", "right", "ok", "back", "hint")

each_situation = pytest.mark.parametrize("situation", SITUATIONS)


def counting(hands: Hands) -> Hands:
    """``hands`` that have not touched anything for so long that the table asks."""
    hands.world.run_for(IDLE + 1.5)
    assert isinstance(hands.world.view, CountdownView)
    return hands


@each_situation
def test_after_90_seconds_it_asks_and_after_30_more_it_rests(
    situation: str, tmp_path: Path
) -> None:
    hands = SITUATIONS[situation](tmp_path)
    hands.world.run_for(IDLE - MARGIN)
    assert "Still there?" not in words(hands)
    hands.world.run_for(2 * MARGIN)
    assert words(hands) == "Still there? 30 Press any key"
    hands.world.run_for(COUNTED - IDLE - 2 * MARGIN)
    assert words(hands) == "Still there? 1 Press any key"
    hands.world.run_for(2 * MARGIN)
    assert is_resting(hands)
    assert hands.world.app.table.game.session is None


@pytest.mark.parametrize(
    ("situation", "key"),
    [*(("game", key) for key in KEYS), *((situation, "ok") for situation in SITUATIONS)],
)
def test_any_key_leads_back_to_exactly_what_was_shown(
    situation: str, key: str, tmp_path: Path
) -> None:
    hands = SITUATIONS[situation](tmp_path)
    hands.world.run_for(IDLE - MARGIN)
    scene, picture = hands.world.app.table.scene, hands.world.pi.model.image().tobytes()
    hands.world.run_for(10)
    hands.press(key, 1.5)
    assert hands.world.app.table.scene is scene
    hands.world.run_for(1)
    assert hands.world.pi.model.image().tobytes() == picture
    hands.world.run_for(IDLE - 5)
    assert "Still there?" not in words(hands)


def test_the_key_that_woke_it_is_a_key_again_once_it_is_let_go(tmp_path: Path) -> None:
    hands = counting(at_home(tmp_path))
    hands.press("hint")
    assert words(hands).startswith("Which game?")
    hands.press("hint")
    assert words(hands).startswith("A race for two")


def test_a_throw_stops_the_count_down_and_counts(tmp_path: Path) -> None:
    hands = opened(tmp_path, Setup("thaayam", {"seats": 2}), OneGame("thaayam"))
    hands.press("ok")
    take(hands, "English")
    counting(hands)
    hands.world.pi.throw((1, 0, 0, 0), [(0, 1)] * 4)
    hands.world.run_for(5)
    assert [str(action) for action in hands.world.app.table.game.playing.actions] == ["1"]


def test_a_piece_that_is_lifted_stops_the_count_down_and_is_seen(tmp_path: Path) -> None:
    setup = Setup("squadro")
    request = Request(DUEL, wiring.load("generic"), "en", tmp_path, setup, facts=PUBLIC)
    with closing(World(request, seed=1, senses=True)) as world:
        begin = Hands(world)
        begin.press("ok")
        take(begin, "English")
        hands = SensingHands(world, random.Random(1))
        hands.follow()
        counting(hands)
        hands.lift(hands.state.legal_moves()[0].steps[0].origin)
        world.run_for(0.2)
        assert not isinstance(world.view, CountdownView)
        assert world.app.table.context.sight.last_touch is not None


def test_a_key_that_is_stuck_is_nobody(tmp_path: Path) -> None:
    hands = at_home(tmp_path)
    hands.world.pi.faults.stick("up")
    hands.world.run_for(20 + COUNTED + 2)
    assert is_resting(hands)


def test_outside_of_a_kiosk_nothing_of_this_happens(tmp_path: Path) -> None:
    hands = opened(tmp_path, Setup("squadro"), is_kiosk=False)
    hands.follow()
    before = words(hands)
    hands.world.run_for(3600)
    assert words(hands) == before


@pytest.mark.parametrize("situation", ["game", "menu", "resume"])
def test_a_game_that_was_left_is_kept_and_not_gone_on_with(situation: str, tmp_path: Path) -> None:
    hands = SITUATIONS[situation](tmp_path)
    hands.world.run_for(COUNTED + 1)
    assert last_record(tmp_path)["left"] == "idle"
    assert len(hands.world.app.table.context.device.history() or ()) == 1
    assert is_resting(opened(tmp_path))
    again = opened(tmp_path, is_kiosk=False)
    assert lines(again) == ["Squadro", "Games played", "Learn", "Settings"]


def test_a_game_that_is_over_is_not_left(tmp_path: Path) -> None:
    hands = at_the_end(tmp_path)
    before = last_record(tmp_path)
    assert "over" in before
    hands.world.run_for(COUNTED + 1)
    assert is_resting(hands)
    assert last_record(tmp_path) == before


def test_after_a_power_cut_the_game_goes_on_if_somebody_is_there(tmp_path: Path) -> None:
    hands = asked_to_resume(tmp_path)
    assert words(hands).startswith("Resume?")
    hands.press("ok")
    assert len(hands.world.app.table.game.playing.actions) == 1


def test_who_does_not_want_that_game_leaves_it_for_good(tmp_path: Path) -> None:
    hands = asked_to_resume(tmp_path)
    hands.press("back")
    assert lines(hands) == ["Squadro", "Learn", "Settings"]
    assert last_record(tmp_path)["left"] == "anew"


def test_nothing_can_happen_in_a_game_after_it_was_left(tmp_path: Path) -> None:
    table = at_game(tmp_path).world.app.table
    table.game.playing.apply({"left": "anew"})
    with pytest.raises(ValueError, match="no record after the game was left"):
        table.game.playing.apply({"undo": 1})
    with pytest.raises(ValueError, match="fits the position"):
        Session(table.game.playing.game, table.game.playing.setup).apply({"left": "angrily"})


def test_a_new_game_is_asked_for_once(tmp_path: Path) -> None:
    hands = at_game(tmp_path)
    take_in_menu(hands, "New game")
    assert "Leave this game? Its record is kept." in words(hands)
    hands.press("back")
    assert hands.world.app.table.game.is_playing
    take(hands, "New game")
    hands.press("ok")
    assert lines(hands)[0] == "Squadro"
    assert last_record(tmp_path)["left"] == "anew"


def test_visitors_find_neither_the_games_of_others_nor_a_way_to_leave_theirs_to_them(
    tmp_path: Path,
) -> None:
    hands = at_game(tmp_path)
    hands.press("menu")
    assert "Save and leave" not in menu_lines(hands)
    take(hands, "New game")
    hands.press("ok")
    assert lines(hands) == ["Squadro", "Learn", "Settings"]


def test_what_a_visitor_likes_lasts_until_the_visitor_has_gone(tmp_path: Path) -> None:
    hands = at_home(tmp_path)
    full = hands.world.pi.model.contrast
    take(hands, "Settings")
    point_at(hands, "Brightness")
    hands.press("right")
    choose_russian(hands)
    assert words(hands).startswith("Настройки")
    assert hands.world.pi.model.contrast < full
    hands.world.run_for(COUNTED + 1)
    assert hands.world.app.table.context.preferences == hands.world.app.table.context.lasting
    assert not (tmp_path / "preferences").exists()
    hands.press("ok")
    hands.press("ok")
    assert words(hands).startswith("Which game?")
    assert hands.world.pi.model.contrast == full


def test_a_second_visitor_begins_with_a_fresh_set_up(tmp_path: Path) -> None:
    hands = opened(tmp_path, catalogue=OneGame("thaayam"))
    hands.press("ok")
    take(hands, "English")
    take(hands, "Thaayam")
    usual = words(hands)
    hands.press("left")
    assert words(hands) != usual
    hands.press("ok")
    hands.world.run_for(COUNTED + 1)
    hands.press("ok")
    take(hands, "English")
    take(hands, "Thaayam")
    assert words(hands) == usual


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("seconds", [0.1, 1.5])
def test_any_key_begins_a_visit_with_the_languages(
    key: str, seconds: float, tmp_path: Path
) -> None:
    hands = opened(tmp_path)
    hands.press(key, seconds)
    assert lines(hands) == [Language(code).name for code in LANGUAGES]
    take(hands, "Русский")
    assert words(hands).startswith("Какая игра?")


def test_where_there_is_one_language_the_games_come_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scenes, "LANGUAGES", ("en",))
    hands = opened(tmp_path)
    hands.press("ok")
    assert words(hands).startswith("Which game?")


def test_a_game_that_was_asked_for_begins_after_the_language(tmp_path: Path) -> None:
    hands = opened(tmp_path, Setup("squadro"))
    assert is_resting(hands)
    hands.press("ok")
    take(hands, "English")
    assert hands.world.app.table.game.is_playing


def test_that_nothing_is_saved_is_shown_but_not_heard_while_nobody_is_there(
    tmp_path: Path,
) -> None:
    hands = opened(tmp_path)
    app = hands.world.app
    app.table.run(Notify(Message.of(NOT_SAVED)))
    app.redraw()
    hands.world.run_for(0.1)
    assert NOT_SAVED in words(hands)
    assert app.outputs.player.deadline is None


@pytest.mark.parametrize("seed", range(2))
def test_keys_mashed_at_any_moment_never_lead_astray(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    hands = at_game(tmp_path)
    pauses = (0.0, 0.3, 45.0, IDLE, IDLE + 15.0, COUNTED - 0.1, COUNTED, COUNTED + 20.0)
    for _ in range(12):
        hands.world.run_for(rng.choice(pauses) + rng.random())
        for _ in range(rng.randrange(2)):
            hands.world.pi.press(rng.choice(KEYS), rng.choice((0.1, 0.1, 1.2)))
            hands.world.run_for(rng.random() * 0.4)
        table = hands.world.app.table
        assert not table.game.in_game or table.game.session is not None
        assert not (isinstance(table.scene, Attract) and table.game.session)
    hands.world.run_for(2 * COUNTED)
    assert is_resting(hands)


def test_a_journal_that_cannot_be_played_is_told_and_begins_no_game(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.begin({"begin": "chess", "first": 0, "players": ""})
    journal.close()
    hands = opened(tmp_path, Setup("squadro"))
    assert "The last game could not be read and was set aside." in words(hands)
    hands.press("ok")
    assert is_resting(hands)


@pytest.mark.parametrize("arguments", [["--random", "1"], []])
def test_a_simulation_without_people_is_no_kiosk(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", "squadro", "--kiosk", *arguments]) == 2
    assert capsys.readouterr().err.startswith("tableside simulate: --kiosk waits for people")


def test_a_script_can_be_the_people(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "visit"
    script.write_text(
        """
press ok
expect screen "English"
press ok
press back
wait 91
expect screen "Still there?"
wait 31
expect screen "Squadro"
""",
        encoding="utf-8",
    )
    assert main(["simulate", "squadro", "--kiosk", "--script", str(script)]) == 0


def test_in_public_nobody_being_there_ends_the_thought(tmp_path: Path) -> None:
    hands = Seated(tmp_path).sit_down(SQUADRO, PUBLIC)
    hands.press("ok")
    hands.world.run_for(1)
    for _ in range(4):
        if isinstance(shown(hands), ListView):
            hands.press("ok")
    hands.follow()
    assert isinstance(shown(hands), ThinkingView)
    hands.world.wait_for(lambda: isinstance(shown(hands), CountdownView), 120)
    assert isinstance(shown(hands), CountdownView)
    hands.world.run_for(40)
    assert is_resting(hands)


def test_the_last_second_of_the_count_down_ends_the_visit() -> None:
    assert IdlePrompt(11.0, left=1).tick(context()) == (EndVisit(),)
    assert IdlePrompt(11.0, left=2).tick(context()) == (Show(IdlePrompt(12.0, left=1)),)
