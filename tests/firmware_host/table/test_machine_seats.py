"""Machine seats: the table asks, goes on living meanwhile, and never waits in vain."""

import random
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

import games
from firmware_host.app.request import Request
from firmware_host.base.registry import KnownFacts
from firmware_host.screens.choose import ChooseView, ThinkingView
from firmware_host.screens.hand_steps import HandStepView
from firmware_host.screens.lists import ListView
from firmware_host.screens.moves import GameOverView, LastMoveView, SuggestView
from firmware_host.screens.throw import ProgramThrowsView, ThrowView
from firmware_host.screens.view import View
from firmware_host.session.seats import LEVELS, parse_player
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands, check_board
from firmware_host.simulator.simulated_table import World
from firmware_host.table import game_controller
from firmware_host.table.effects import GoHome
from firmware_host.table.table import QUICK_LOOK
from firmware_host.thinking.inline import Answer, InlineThinker, Question, find_answer
from firmware_host.thinking.process import ProcessThinker
from games.core import random_action
from games.message import Message
from hardware.wiring import wiring
from tests.deep import deeply
from tests.table import OneGame, put, words

SQUADRO, THAAYAM = Setup("squadro", {}, 0, ("friend",)), Setup("thaayam", {"seats": 2}, 0)
CAPTURE_OR_NOT = "0 move 4,1,0,0/15,0,0,0 3 - -"
CAPTURE = "0 2,12,3,3,7/1,2,2,7,11"


class Slow:
    """Thinks for as long as a test wants; ``says`` is what then comes as an answer."""

    def __init__(self) -> None:
        self.asked: list[Question] = []
        self.question: Question | None = None
        self.is_hurried = self.is_ready = False
        self.says: Answer | None = None

    @property
    def answer(self) -> Answer | None:
        return self.says

    def ask(self, question: Question | None, *, is_hurried: bool = False) -> None:
        if question is not None and question != self.question:
            self.asked.append(question)
        self.question, self.is_hurried = question, is_hurried

    def prepare(self) -> None:
        self.is_ready = True

    def close(self) -> None:
        self.question = None

    def think(self) -> None:
        """Have found what is asked."""
        assert self.question is not None, "nothing is asked"
        self.says = find_answer(self.question, stop=lambda: True)


NOTHING = KnownFacts()


class Seated:
    """Hands at a table that is opened again and again, and its slow thinker."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.thinker = Slow()

    def sit_down(self, setup: Setup, facts: KnownFacts = NOTHING) -> Hands:
        self.thinker = Slow()
        catalogue, wired = OneGame(setup.game), wiring.load("generic")
        request = Request(catalogue, wired, "en", self._folder, setup, facts=facts)
        return Hands(World(request, seed=1, open_thinker=lambda wake: self.thinker))

    def decide(self, hands: Hands) -> None:
        """Let the thinker answer, and people look at what is shown then."""
        self.thinker.think()
        hands.world.run_for(0.1)
        hands.world.run_for(1)

    def at_squadro(self) -> Hands:
        """The machine is to make the first move, with all pieces set up."""
        hands = self.sit_down(SQUADRO)
        hands.follow()
        assert isinstance(shown(hands), ThinkingView)
        return hands


@pytest.fixture
def seated(tmp_path: Path) -> Seated:
    return Seated(tmp_path)


def shown(hands: Hands) -> View:
    return hands.world.view


def actions(hands: Hands) -> int:
    return len(hands.world.app.table.game.playing.actions)


def test_what_older_records_call_machine_is_the_middle_level() -> None:
    assert parse_player("machine") == LEVELS[2] == "friend"
    assert Setup.read({**SQUADRO.record(), "players": "machine"}) == SQUADRO


@pytest.mark.parametrize("name", ["beginner", "friend", "champion"])
def test_the_levels_of_older_records_are_still_read(name: str) -> None:
    setup = Setup.read({**SQUADRO.record(), "players": f"person {name}"})
    assert setup.players == ("person", name)
    assert find_answer(Question(games.load("squadro").start(), name), stop=lambda: True).ranked


def test_it_is_shown_who_thinks_and_then_the_move_with_its_reason(seated: Seated) -> None:
    hands = seated.sit_down(structs.replace(SQUADRO, players=("champion",)))
    hands.follow()
    put(hands, CAPTURE)
    assert words(hands) == "White (machine) Thinking… ▶: move now Back: menu"
    seated.decide(hands)
    view = shown(hands)
    assert isinstance(view, HandStepView)
    assert view.reason is not None
    assert "Jumps over 1" in words(hands)
    hands.press("hint")
    assert isinstance(shown(hands), LastMoveView)
    assert words(hands).startswith("Last move Jumps over 1")
    hands.press("ok")
    assert shown(hands) == view


def test_the_reason_is_told_with_the_first_act_only(seated: Seated) -> None:
    hands = seated.sit_down(structs.replace(SQUADRO, players=("champion",)))
    hands.follow()
    put(hands, CAPTURE)
    seated.decide(hands)
    hands.press("ok")
    view = shown(hands)
    assert isinstance(view, HandStepView)
    assert (view.number, view.reason) == (2, None)


def test_a_forced_move_is_not_thought_about(seated: Seated) -> None:
    hands = seated.sit_down(structs.replace(THAAYAM, players=("champion", "person")))
    put(hands, "0 move 0,0,0,0/0,0,0,0 1 - -")
    assert not seated.thinker.asked
    assert isinstance(shown(hands), HandStepView)
    assert "The only move" in words(hands)


def test_the_thinker_gets_ready_as_soon_as_a_machine_sits_at_the_table(seated: Seated) -> None:
    seated.sit_down(SQUADRO)
    assert seated.thinker.is_ready
    assert not seated.thinker.asked


def test_among_persons_no_thinker_is_kept_ready(seated: Seated) -> None:
    seated.sit_down(THAAYAM)
    assert not seated.thinker.is_ready


def test_ok_leaves_it_to_think(seated: Seated) -> None:
    hands = seated.at_squadro()
    thinking = shown(hands)
    hands.press("ok")
    assert shown(hands) == thinking
    assert not seated.thinker.is_hurried


def test_right_hurries_and_the_best_so_far_is_played(seated: Seated) -> None:
    hands = seated.at_squadro()
    hands.press("right")
    assert seated.thinker.is_hurried
    seated.thinker.think()
    hands.world.run_for(0.1)
    assert actions(hands) == 1


def test_who_does_not_even_hurry_is_not_waited_for(seated: Seated) -> None:
    hands = seated.at_squadro()
    hands.press("right")
    hands.world.run_for(game_controller.HURRIED_SECONDS)
    assert actions(hands) == 1


def test_who_never_answers_is_not_waited_for(seated: Seated) -> None:
    hands = seated.at_squadro()
    hands.world.run_for(game_controller.PATIENCE_SECONDS - 1)
    assert actions(hands) == 0
    hands.world.run_for(2)
    assert actions(hands) == 1
    hands.follow()
    check_board(hands)


@pytest.mark.parametrize("is_quick", [False, True])
def test_the_table_says_when_the_machine_only_took_a_quick_look(
    is_quick: bool, seated: Seated
) -> None:
    hands = seated.at_squadro()
    seated.thinker.think()
    assert seated.thinker.says is not None
    seated.thinker.says = replace(seated.thinker.says, is_quick=is_quick)
    hands.world.run_for(0.1)
    said = Message.of(QUICK_LOOK) if is_quick else None
    assert (actions(hands), notice(hands)) == (1, said)


def test_the_table_says_so_too_where_no_answer_comes_in_time(seated: Seated) -> None:
    hands = seated.at_squadro()
    hands.world.run_for(game_controller.PATIENCE_SECONDS + 0.1)
    assert (actions(hands), notice(hands)) == (1, Message.of(QUICK_LOOK))


def notice(hands: Hands) -> Message | None:
    return hands.world.app.table.frame.notice


def test_an_answer_to_something_else_is_not_heard(seated: Seated) -> None:
    hands = seated.at_squadro()
    other = Question(games.load("squadro").state(CAPTURE), "friend")
    seated.thinker.says = find_answer(other, stop=lambda: True)
    hands.world.run_for(1)
    assert isinstance(shown(hands), ThinkingView)


def test_a_throw_can_be_taken_back_while_it_is_thought_about(seated: Seated) -> None:
    hands = seated.sit_down(structs.replace(THAAYAM, players=("friend", "person")))
    put(hands, "0 throw 4,1,0,0/15,0,0,0 - - -")
    hands.throw("3")
    hands.look_up()
    assert isinstance(shown(hands), ThinkingView)
    seated.thinker.think()
    hands.undo()
    assert isinstance(shown(hands), ProgramThrowsView)
    assert seated.thinker.question is None


@pytest.mark.parametrize("opens", ["menu", "back", "up"])
def test_what_lies_over_the_board_does_not_lose_the_question(seated: Seated, opens: str) -> None:
    hands = seated.at_squadro()
    (asked,) = seated.thinker.asked
    hands.press(opens)
    assert seated.thinker.question is None
    hands.world.run_for(game_controller.PATIENCE_SECONDS + 1)
    assert actions(hands) == 0
    hands.press("back")
    assert isinstance(shown(hands), ThinkingView)
    assert seated.thinker.asked == [asked, asked]
    hands.world.run_for(1)
    assert actions(hands) == 0


def test_leaving_while_it_thinks_asks_nothing_any_more(seated: Seated) -> None:
    hands = seated.at_squadro()
    hands.world.app.table.run(GoHome())
    hands.press("down")
    assert seated.thinker.question is None
    assert isinstance(shown(hands), ListView)


def test_after_a_power_cut_it_is_thought_about_again(seated: Seated) -> None:
    seated.at_squadro()
    again = seated.sit_down(SQUADRO)
    again.press("ok")
    assert isinstance(shown(again), ThinkingView)
    seated.thinker.think()
    again.world.run_for(0.1)
    assert actions(again) == 1


def test_after_a_power_cut_the_reason_is_told_again(seated: Seated) -> None:
    hands = seated.at_squadro()
    seated.thinker.think()
    hands.world.run_for(0.1)
    before = shown(hands)
    assert isinstance(before, HandStepView)
    again = seated.sit_down(SQUADRO)
    again.press("ok")
    assert shown(again) == before


def test_a_key_pressed_as_the_answer_comes_is_not_taken_for_the_first_act(seated: Seated) -> None:
    hands = seated.at_squadro()
    hands.world.run_for(1)
    seated.thinker.think()
    hands.world.run_for(0.05)
    before = shown(hands)
    hands.press("ok")
    assert shown(hands) == before


def advised(hands: Hands) -> SuggestView:
    view = shown(hands)
    assert isinstance(view, SuggestView)
    return view


def asked_for_advice(seated: Seated) -> Hands:
    hands = seated.sit_down(THAAYAM)
    put(hands, CAPTURE_OR_NOT)
    hands.press("hint")
    hands.press("hint")
    view = shown(hands)
    assert isinstance(view, ChooseView)
    assert view.is_thinking
    assert words(hands).startswith("Thinking…")
    return hands


def test_advice_comes_when_it_was_found(seated: Seated) -> None:
    hands = asked_for_advice(seated)
    seated.thinker.think()
    hands.world.run_for(0.1)
    assert str(advised(hands).move) == "3:e2-e5x"


def test_the_same_advice_asked_for_again_is_given_at_once(seated: Seated) -> None:
    hands = asked_for_advice(seated)
    seated.thinker.think()
    hands.world.run_for(0.1)
    first = advised(hands)
    seated.thinker.says = None
    hands.world.run_for(1)
    for _ in range(3):
        hands.press("hint")
    assert advised(hands) == first


def test_hint_once_more_hurries_the_advice(seated: Seated) -> None:
    hands = asked_for_advice(seated)
    hands.press("hint")
    assert seated.thinker.is_hurried


@pytest.mark.parametrize("key", ["back", "left"])
def test_choosing_goes_on_without_waiting_for_advice(seated: Seated, key: str) -> None:
    hands = asked_for_advice(seated)
    hands.press(key)
    assert seated.thinker.question is None
    view = shown(hands)
    assert isinstance(view, ChooseView)
    assert not view.is_thinking


def test_a_move_is_taken_although_advice_is_still_thought_about(seated: Seated) -> None:
    hands = asked_for_advice(seated)
    hands.press("ok")
    assert actions(hands) == 1


@pytest.mark.parametrize("name", games.names())
def test_advice_for_a_hurried_answer_is_legal(name: str, seated: Seated) -> None:
    hands = seated.sit_down(Setup(name))
    hands.follow()
    rng = random.Random(2)
    while not isinstance(shown(hands), ChooseView):
        if hands.state.is_chance:
            hands.throw(str(random_action(hands.state, rng)))
            hands.look_up()
        else:
            hands.press("ok")
    hands.press("hint")
    hands.press("hint")
    seated.thinker.think()
    hands.world.run_for(0.1)
    assert advised(hands).move in hands.state.legal_moves()


def play(hands: Hands, until: Callable[[], bool]) -> None:
    """Let the machines play, and hands throw and carry out, ``until`` something holds."""
    while not until():
        hands.look_up()
        view = shown(hands)
        if isinstance(view, ThrowView):
            throws = [str(throw) for throw, _ in hands.state.chance_outcomes()]
            hands.throw(throws[actions(hands) % len(throws)])
        else:
            hands.press("ok")


def all_machines(name: str, players: tuple[str, ...]) -> Setup:
    seats = len(games.load(name).seats)
    return Setup(name, {}, 0, (players * seats)[:seats])


# the machines of xiangqi4 think longer than those of all other games together
@pytest.mark.parametrize(
    "name", [*(name for name in games.names() if name != "xiangqi4"), *deeply("xiangqi4")]
)
def test_machines_play_on_against_each_other(name: str, tmp_path: Path) -> None:
    setup = all_machines(name, ("beginner", "friend"))
    request = Request(OneGame(name), wiring.load("generic"), "en", tmp_path, setup)
    hands = Hands(World(request, seed=2))
    few = 6 if games.load(name).dice else 3
    play(hands, lambda: actions(hands) >= few or isinstance(shown(hands), GameOverView))
    assert actions(hands) >= few
    assert hands.world.board.pieces == hands.world.app.table.game.playing.standing()


@pytest.mark.deep
@pytest.mark.parametrize("name", games.names())
@pytest.mark.parametrize("players", [("beginner", "friend"), ("friend", "champion")])
def test_machines_play_every_game_to_its_end(
    name: str, players: tuple[str, ...], tmp_path: Path
) -> None:
    request = Request(
        OneGame(name), wiring.load("generic"), "en", tmp_path, all_machines(name, players)
    )
    hands = Hands(World(request, seed=3))
    play(hands, lambda: isinstance(shown(hands), GameOverView))
    check_board(hands)


def test_a_process_and_the_table_itself_choose_the_same(seated: Seated) -> None:
    hands = seated.at_squadro()
    (asked,) = seated.thinker.asked
    has_come = threading.Event()
    beside, at_once = ProcessThinker(has_come.set, seconds=60.0), InlineThinker()
    beside.prepare()
    beside.ask(asked)
    at_once.ask(asked)
    assert has_come.wait(60.0)
    seated.thinker.says = beside.answer
    beside.close()
    hands.world.run_for(0.1)
    assert at_once.answer is not None
    assert hands.world.app.table.game.playing.actions == [at_once.answer.ranked[0]]
