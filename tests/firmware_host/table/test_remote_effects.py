"""People elsewhere ask: what fits the table happens, what does not leads to nothing."""

from pathlib import Path

import pytest

from firmware_host.remote.requests import (
    GONE_ON,
    NO_SETTING,
    NO_THROW,
    NOT_INSTALLED,
    NOT_NOW,
    BeginPlay,
    ChangeSetting,
    EndTable,
    EnterThrow,
    Fulfilled,
    MakeMove,
    Outcome,
    PressKey,
    RemoteRequest,
    RequestRefused,
    ShowText,
)
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from firmware_host.table.device import AS_USUAL, PreferenceFile
from firmware_host.table.effects import EndVisit, Prefer
from firmware_host.table.scenes.settings import setting_entries
from tests.firmware_host.public import at_game
from tests.table import Begin, words


@pytest.fixture
def hands(begin: Begin) -> Hands:
    hands = begin(Setup("squadro"))
    hands.follow()
    return hands


def ask(hands: Hands, *requests: RemoteRequest) -> list[Outcome]:
    """Ask ``requests``; return what became of each."""
    outcomes = list[Outcome]()
    for request in requests:
        hands.world.app.requests.put(request, outcomes.append)
    hands.world.run_for(0.01)
    return outcomes


def players(hands: Hands) -> tuple[str, ...]:
    return hands.world.app.table.game.playing.seats.players


def awaited(hands: Hands) -> str:
    return hands.world.app.table.frame.view.awaited


def actions(hands: Hands) -> list[str]:
    return [str(action) for action in hands.world.app.table.game.playing.actions]


def legal(hands: Hands) -> list[str]:
    return [str(move) for move in hands.state.legal_moves()]


def test_the_staff_presses_keys_and_shows_a_text(hands: Hands) -> None:
    ask(hands, ShowText("Closing soon\nGood night"))
    assert "Closing soon" in words(hands)
    pressed, refused = ask(hands, PressKey("ok"), PressKey("nonsense"))
    assert awaited(hands) == "choice"
    assert pressed == Fulfilled()
    assert isinstance(refused, RequestRefused)


@pytest.mark.parametrize("ending", ["restart", "end"])
def test_the_staff_ends_the_program(hands: Hands, ending: str) -> None:
    ask(hands, EndTable("nonsense"))
    assert hands.world.app.ending is None
    ask(hands, EndTable(ending))
    assert hands.world.app.ending == ending


def values(hands: Hands) -> dict[str, str]:
    settings = hands.world.app.table.controls.settings
    return {each.field: each.value for each in settings}


@pytest.mark.parametrize(("field", "value"), [("brightness", "low"), ("sound", "false")])
def test_the_staff_set_what_the_device_can_set_and_it_stays(
    hands: Hands, tmp_path: Path, field: str, value: str
) -> None:
    ask(hands, ChangeSetting(field, value))
    assert values(hands)[field] == value
    assert hands.world.app.table.controls.are_saved
    kept = PreferenceFile(tmp_path).read(AS_USUAL)
    assert kept == hands.world.app.table.context.lasting


def test_what_the_staff_set_in_public_stays_when_the_visitors_have_left(tmp_path: Path) -> None:
    hands = at_game(tmp_path)
    table = hands.world.app.table
    ask(hands, ChangeSetting("sound", "false"))
    table.run(Prefer({"big_text": True}, for_good=False), EndVisit())
    assert not table.context.preferences.sound
    assert not table.context.preferences.big_text


@pytest.mark.parametrize(
    ("field", "value"),
    [("brightness", "9"), ("sound", "True"), ("dice", "tray"), ("phones", ""), ("", "")],
)
def test_what_the_device_cannot_set_is_refused_and_said_so(
    hands: Hands, field: str, value: str
) -> None:
    before = values(hands)
    assert ask(hands, ChangeSetting(field, value)) == [NO_SETTING]
    assert values(hands) == before
    assert ask(hands, ChangeSetting("big_text", "true")) == [Fulfilled()]


def test_everything_in_the_staff_menu_can_be_set_elsewhere_in_the_same_words(begin: Begin) -> None:
    hands = begin(Setup("thaayam"))
    table = hands.world.app.table
    entries = setting_entries(table.context, for_good=True)
    shared = table.controls.settings
    assert [each.label for each in entries] == [each.label for each in shared]
    assert [each.help for each in entries] == [each.help for each in shared]
    named = [dict(each.choices)[each.value] for each in shared]
    assert [each.value for each in entries] == named


def test_settings_that_did_not_change_are_not_worked_out_again(hands: Hands) -> None:
    table = hands.world.app.table
    before = table.controls
    hands.press("hint")
    assert table.controls is before


def test_a_move_is_made_for_whoever_chooses_at_the_table(hands: Hands) -> None:
    move = legal(hands)[0]
    assert ask(hands, MakeMove(move, 1), MakeMove("nowhere", 0)) == [GONE_ON, GONE_ON]
    assert ask(hands, MakeMove(move, 0)) == [Fulfilled()]
    assert (actions(hands), awaited(hands)) == ([move], "hand step")
    assert ask(hands, MakeMove(move, 1)) == [NOT_NOW]
    hands.press("left", 1.0)
    hands.follow()
    assert actions(hands) == [], "people take back what a program did"


def test_a_throw_is_entered_or_made_by_the_machine(begin: Begin) -> None:
    hands = begin(Setup("thaayam", first=0))
    hands.follow()
    possible = [str(throw) for throw, _ in hands.state.chance_outcomes()]
    late, wrong = ask(hands, EnterThrow(possible[0], 5), EnterThrow("99", 0))
    assert (late, wrong) == (GONE_ON, NO_THROW)
    assert ask(hands, EnterThrow(possible[-1], 0)) == [Fulfilled()]
    assert actions(hands) == [possible[-1]]
    assert ask(hands, EnterThrow("", 1)) == [NOT_NOW]
    assert ask(hands, BeginPlay("thaayam")) == [Fulfilled()]
    hands.follow()
    assert ask(hands, EnterThrow("", 0)) == [Fulfilled()]
    assert actions(hands)[0] in possible


def test_another_game_begins_and_the_one_before_is_kept(hands: Hands) -> None:
    move = legal(hands)[0]
    ask(hands, MakeMove(move, 0))
    assert ask(hands, BeginPlay("chess")) == [NOT_INSTALLED]
    assert actions(hands) == [move]
    assert ask(hands, BeginPlay("ur")) == [Fulfilled()]
    assert hands.world.app.table.game.playing.game.name == "ur"
    assert set(players(hands)) == {"person"}
    assert actions(hands) == []
