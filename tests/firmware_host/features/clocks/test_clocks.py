"""Clocks: what they count, what happens at zero, and who may stop them."""

import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import games
from firmware_host.app.request import Request
from firmware_host.features.clocks.counting import ClockRules, ClocksChosen, Noted
from firmware_host.features.clocks.remote import ClocksHere, PauseClocks
from firmware_host.features.clocks.scenes import Paused
from firmware_host.features.clocks.web import OFFERS
from firmware_host.remote.requests import Fulfilled, Outcome, RemoteRequest, RequestRefused
from firmware_host.screens import draw
from firmware_host.screens.view import Frame
from firmware_host.session.names import end_reason
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from firmware_host.simulator.simulated_table import World
from firmware_host.table.device import Preferences
from firmware_host.table.effects import Apply, BeginGame, PlaceGroups, Undo
from firmware_host.table.scene import Cover, Effect, Resume
from firmware_host.text.translator import Aloud, Language
from firmware_host.web.mirror import TableMirror
from firmware_host.web.page_parts import PAGE_PARTS, PageStates
from firmware_host.web.visitor import PAGE_MESSAGES, PageVisitor
from games.actions import Move, Throw
from hardware.wiring import wiring
from tests.faults.lean import LeanTable
from tests.firmware_host.features.clocks.model import TWO, Evening, spend
from tests.table import lines, point_at, take, take_in_menu, words

UR = Setup("ur", players=("person", "person"))
ENGLISH = Language("en")


class Clocks:
    """A game of ``setup`` with clocks as in ``chosen``, whose board is set up."""

    def __init__(self, setup: Setup = TWO, **chosen: Any) -> None:
        preferences = Preferences().with_facts([ClocksChosen(**chosen)])
        self.lean = LeanTable(1, setup, preferences)
        self.do(PlaceGroups(None), Resume())

    @property
    def session(self) -> Session:
        return self.lean.table.game.playing

    @property
    def here(self) -> ClocksHere:
        return self.lean.table.context.fact(ClocksHere)

    def do(self, *effects: Effect) -> None:
        self.lean.table.parts.use_files(lambda: effects)
        self.lean.step()

    def ask(self, request: RemoteRequest) -> list[Outcome]:
        """Ask for something from elsewhere; return what has become of it."""
        heard: list[Outcome] = []
        self.lean.app.requests.put(request, heard.append)
        self.lean.step()
        return heard

    def move(self) -> None:
        """Choose the first move and carry it out."""
        self.do(Apply({"do": str(self.session.state.legal_moves()[0])}), Resume())
        self.do(Apply({"act": len(self.session.hand_steps.steps)}), Resume())

    def said_within(self, seconds: int) -> list[str]:
        """Let so many seconds pass; return the notices in their order."""
        said: list[str] = []
        for _ in range(seconds):
            self.lean.run_for(1)
            notice = self.lean.table.frame.notice
            if notice is not None and (not said or said[-1] != ENGLISH.heading(notice)):
                said.append(ENGLISH.heading(notice))
        return said


def test_nobody_counts_time_unless_people_have_chosen_it() -> None:
    clocks = Clocks()
    clocks.move()
    clocks.lean.run_for(1000)
    assert clocks.here == ClocksHere()
    assert clocks.lean.table.frame.timer is None
    assert not any("clock" in name for each in clocks.lean.app.game_records for name in each)


@pytest.fixture
def jumping(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the clock of the day say something else whenever it is asked."""
    times = iter(range(0, 2**40, 86_399))
    monkeypatch.setattr(time, "time", lambda: float(next(times)))


@pytest.mark.parametrize("seed", range(100))
@pytest.mark.usefixtures("jumping")
def test_no_second_is_lost_or_jumps_that_people_are_not_told_of(seed: int) -> None:
    assert spend(seed, 30).session is not None


@pytest.mark.deep
@pytest.mark.usefixtures("jumping")
def test_ten_thousand_evenings() -> None:
    evenings = [_counted(spend(seed, 30)) for seed in range(100, 10_100)]
    cuts, told = map(sum, zip(*evenings, strict=True))
    print(f"10,000 evenings: {cuts} power cuts lost time, people were told {told} times")
    assert cuts > 1000


def _counted(evening: Evening) -> tuple[int, int]:
    return evening.cuts, evening.told


def test_hands_that_move_pieces_cost_nobody_time() -> None:
    clocks = Clocks(clock="seat", clock_minutes="3")
    clocks.do(Apply({"do": str(clocks.session.state.legal_moves()[0])}), Resume())
    clocks.lean.run_for(500)
    assert clocks.here.faces == ("3:00", "3:00")
    assert clocks.here.seat == -1


def test_a_machine_has_no_clock() -> None:
    clocks = Clocks(Setup("squadro", players=("person", "first")), clock="seat")
    assert clocks.here.faces == ("15:00", "")


def test_a_quiet_word_comes_as_often_as_people_have_chosen() -> None:
    clocks = Clocks(clock="reminder", clock_seconds="60")
    assert clocks.said_within(59) == []
    assert clocks.said_within(5) == ["White has been thinking for 1 min"]
    assert clocks.said_within(60) == ["White has been thinking for 2 min"]
    clocks.move()
    assert clocks.said_within(50) == []
    assert clocks.lean.table.frame.timer is None


def test_people_are_told_a_minute_and_ten_seconds_before_the_end_and_at_it() -> None:
    clocks = Clocks(clock="seat", clock_minutes="3")
    assert clocks.said_within(119) == []
    assert clocks.said_within(62) == [
        "White: 1 min left",
        "White: 10 s left",
        "White: time is up",
    ]
    assert clocks.here.faces == ("0:00", "3:00")
    assert not clocks.session.is_over
    assert clocks.said_within(300)[1:] == []


def test_a_limit_for_a_move_begins_anew_with_each() -> None:
    clocks = Clocks(clock="move", clock_seconds="30")
    clocks.lean.run_for(12)
    assert clocks.here.faces == ("0:18", "")
    clocks.move()
    assert clocks.here.faces == ("", "0:30")


def test_seconds_are_added_at_the_end_of_a_turn() -> None:
    clocks = Clocks(clock="seat", clock_minutes="3", clock_added="10")
    clocks.lean.run_for(30)
    clocks.move()
    assert clocks.here.faces == ("2:40", "3:00")


def test_who_has_no_time_left_has_lost_where_that_was_chosen_and_undo_gives_it_back() -> None:
    clocks = Clocks(clock="seat", clock_minutes="3", clock_zero="loss")
    clocks.lean.run_for(60)
    clocks.move()
    clocks.lean.run_for(180)
    outcome = clocks.session.outcome
    assert outcome is not None
    assert (outcome.winners, str(end_reason(outcome))) == ((0,), "on time")
    assert clocks.here.seat == -1
    resumed = clocks.lean.resumed()
    assert resumed.outcome == outcome
    clocks.do(Undo())
    assert not clocks.session.is_over
    assert clocks.here.faces == ("2:00", "3:00")


def test_the_machine_throws_and_moves_for_whoever_has_no_time_left() -> None:
    clocks = Clocks(UR, clock="move", clock_seconds="15", clock_zero="machine")
    clocks.lean.run_for(14)
    assert clocks.session.actions == []
    clocks.lean.run_for(120)
    kinds = {type(action) for action in clocks.session.actions}
    assert kinds == {Throw} or any(issubclass(kind, Move) for kind in kinds)
    for _ in range(40):
        if clocks.session.hand_steps.due:
            clocks.do(Apply({"act": len(clocks.session.hand_steps.steps)}), Resume())
        clocks.lean.run_for(16)
    assert any(isinstance(action, Move) for action in clocks.session.actions)
    assert {state.turn for state in clocks.session.states} == {0, 1}


def test_with_no_time_for_the_game_the_machine_makes_every_move_at_once() -> None:
    clocks = Clocks(clock="seat", clock_minutes="3", clock_zero="machine")
    clocks.lean.run_for(181)
    assert len(clocks.session.actions) == 1
    assert clocks.here.faces == ("0:00", "3:00")


def test_a_pause_stops_the_clocks_and_a_key_lets_them_go_on() -> None:
    clocks = Clocks(clock="seat", clock_minutes="3")
    clocks.lean.run_for(10)
    assert clocks.ask(PauseClocks(True)) == [Fulfilled()]
    assert clocks.ask(PauseClocks(True)) == [Fulfilled(has_changed=False)]
    clocks.lean.run_for(1000)
    assert clocks.here == ClocksHere(("2:50", "3:00"), -1, True, False, True)
    spoken = " ".join(map(Aloud(ENGLISH, {}), clocks.lean.view.spoken))
    assert "White: 2 min 50 s" in spoken
    assert clocks.ask(PauseClocks(False)) == [Fulfilled()]
    clocks.lean.run_for(1)
    assert clocks.here == ClocksHere(("2:49", "3:00"), 0, True, False, False)


@pytest.mark.parametrize("is_paused", [True, False])
def test_there_is_nothing_to_stop_in_a_game_without_clocks(is_paused: bool) -> None:
    (outcome,) = Clocks().ask(PauseClocks(is_paused))
    assert isinstance(outcome, RequestRefused)


def test_two_tables_have_no_clock_in_common() -> None:
    clocks = Clocks(clock="seat")
    clocks.do(BeginGame(Setup("squadro", players=("person", "far"))))
    assert clocks.session.setup.arranged == {}
    clocks.do(BeginGame(TWO))
    assert clocks.session.setup.arranged == {"clock": "seat 900 0 reminder"}


@pytest.mark.parametrize(
    "text", ["", "seat", "seat 1 2", "sit 1 2 loss", "seat -1 2 loss", "seat 1 2 won", "seat x y z"]
)
def test_rules_that_make_no_sense_are_none(text: str) -> None:
    setup = Setup("squadro", arranged={"clock": text})
    session = Session.begin(setup.record(), games)
    assert session.setup == setup
    assert ClockRules.of(session) is None


@pytest.mark.parametrize("noted", ["", "-3", "x", "3.5 stopped", None, True])
def test_notes_that_make_no_sense_are_none(noted: str | None) -> None:
    session = Session.begin(Setup("squadro").record(), games)
    session.apply({"note.clock": noted})
    assert Noted.at(session) is None


def test_a_throw_that_is_corrected_keeps_the_time_that_it_took() -> None:
    session = Session.begin(Setup("ur").record(), games)
    session.apply({"do": "2", "note.clock": "4000"})
    session.apply({"throw": "1", "back": 1, "note.clock": "9000"})
    assert [Noted.at(session, 0), Noted.at(session)] == [Noted(4000), Noted(9000)]


Sit = Callable[[], Hands]


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Sit]:
    """Sit down at the table, also after its power was cut."""
    opened: list[World] = []

    def one() -> Hands:
        opened.append(World(Request(games, wiring.load("generic"), "en", tmp_path)))
        return Hands(opened[-1])

    yield one
    for world in opened:
        world.close()


def begin_with_clocks(hands: Hands) -> None:
    """Choose clocks for each player, begin Squadro for two, and set it up."""
    take(hands, "Squadro")
    hands.press("right")
    take(hands, "Clock")
    for _ in range(3):
        hands.press("right")
    assert lines(hands) == [
        "Clock",
        "Time for a game",
        "Added each turn",
        "At zero",
    ]
    point_at(hands, "At zero")
    hands.press("left")
    hands.press("back")
    point_at(hands, lines(hands)[0])
    hands.press("ok")
    hands.press("right")


def test_everything_is_done_at_the_table_with_keys(sit: Sit) -> None:
    hands = sit()
    begin_with_clocks(hands)
    assert hands.world.app.table.game.playing.setup.arranged == {"clock": "seat 900 0 loss"}
    hands.world.run_for(30)
    assert " 14:30" in words(hands)
    take_in_menu(hands, "Pause")
    assert ": 14 min 29 s" in words(hands)
    hands.world.run_for(500)
    hands.press("ok")
    assert " 14:29" in words(hands)


def test_a_pause_of_four_players_has_pages_in_large_letters() -> None:
    clocks = Clocks(Setup("thaayam"), clock="seat")
    clocks.do(Cover(Paused()))
    shown = clocks.lean.table.scene
    (effect,) = shown.press("down", clocks.lean.table.context) or ()
    clocks.do(effect)
    view = clocks.lean.table.scene.view(clocks.lean.table.context)
    picture = draw(Frame(view), (128, 64), ENGLISH, is_big=True)
    assert "blue: 15 min 0 s" in picture.words


def test_what_a_power_cut_has_cost_is_said_before_the_clock_goes_on(sit: Sit) -> None:
    hands = sit()
    begin_with_clocks(hands)
    hands.world.run_for(20)
    again = sit()
    assert words(again).startswith("Resume?")
    again.press("ok")
    assert "up to a minute of thinking is not counted" in " ".join(words(again).split())
    again.world.run_for(500)
    again.press("ok")
    again.world.run_for(1)
    assert " 14:59" in words(again)


def state_of(hands: Hands) -> Mapping[str, Any]:
    """What a page gets of the table."""
    return {"state": PageStates(mirror_of(hands)).of("en"), "parts": parts_of(hands)}


def mirror_of(hands: Hands) -> TableMirror:
    mirror = TableMirror(games)
    updates = hands.world.app.observers.subscribe()
    hands.world.app.redraw()
    hands.world.run_for(1)
    for update in updates.take():
        mirror.show(update.shown)
    return mirror


def parts_of(hands: Hands) -> Mapping[str, str]:
    return {part.name: part.show(mirror_of(hands), ENGLISH) for part in PAGE_PARTS}


def test_a_page_shows_the_clocks_beside_the_seats_and_a_button(sit: Sit) -> None:
    hands = sit()
    begin_with_clocks(hands)
    notes = state_of(hands)["state"]["table"]["seatNotes"]
    assert sorted(notes.values()) == ["14:59", "15:00"]
    assert 'data-clocks="pause"' in parts_of(hands)["clocks"]
    take_in_menu(hands, "Pause")
    assert 'data-clocks="go on"' in parts_of(hands)["clocks"]


@pytest.mark.parametrize(
    ("role", "may"), [("observer", False), ("seat", True), ("staff", True), ("practice", True)]
)
def test_whoever_plays_may_stop_the_clocks(role: Any, may: bool) -> None:
    visitor = PageVisitor(role, 0 if role == "seat" else None)
    assert OFFERS
    asked = [read(visitor, {"clocks": "pause"}) for read in PAGE_MESSAGES]
    assert (PauseClocks(True) in asked) == may
    assert visitor.request({"clocks": "nonsense"}) is None
