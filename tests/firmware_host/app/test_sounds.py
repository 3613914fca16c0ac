"""What is heard and lit at the table, from the first call to the last."""

from pathlib import Path
from typing import Any, ClassVar, get_args

import pytest
from gpiozero import DigitalOutputDevice
from msgspec.structs import replace

import games
from firmware_host.app import outputs
from firmware_host.app.outputs import Sounds
from firmware_host.app.request import Request
from firmware_host.screens import draw
from firmware_host.screens.moves import GameOverView
from firmware_host.screens.view import Frame
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands, Refused
from firmware_host.simulator.simulated_table import World
from firmware_host.storage.filesystem import Storage
from firmware_host.table.observers import TableStep
from firmware_host.table.scene import Notify
from firmware_host.text.translator import Language
from games.message import Message
from hardware.output import BuzzerPlayer, Signal
from hardware.simulated import SimulatedPi
from hardware.wiring import wiring
from tests import toy
from tests.table import Begin, put

TWO = Setup("thaayam", {"seats": 2})
TONGS = Setup("tongs", {"goal": 1})
FLASHES = 2
"""A picture may come back so often in a second (WCAG 2.3.1 allows three)."""
BUZZER = 13
LIGHTS = {"south": 16, "north": 20}
Heard = list[Signal]


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Heard:
    """Every signal that the program asks for."""
    signals: Heard = []
    play = BuzzerPlayer.play

    def note_down(player: BuzzerPlayer, signal: Signal, now: float) -> None:
        signals.append(signal)
        play(player, signal, now)

    monkeypatch.setattr(BuzzerPlayer, "play", note_down)
    return signals


def clear(heard: Heard) -> Heard:
    signals = heard.copy()
    heard.clear()
    return signals


def refuse(*_: object) -> None:
    raise OSError("GPIO busy")


def test_the_seat_that_begins_is_called(begin: Begin, heard: Heard) -> None:
    begin(TWO)
    assert heard == ["turn"]


def test_no_seat_is_called_while_a_game_is_chosen_or_set_up(begin: Begin, heard: Heard) -> None:
    begin(Setup("squadro"))
    begin()
    assert heard == []


def test_a_throw_is_heard_and_the_turn_goes_on_without_a_call(begin: Begin, heard: Heard) -> None:
    hands = begin(TWO)
    clear(heard)
    for throw in ("1", "4"):
        hands.throw(throw)
        hands.world.run_for(2)
        assert clear(heard) == ["settled"]


def test_the_next_seat_is_called_when_the_hands_are_done(begin: Begin, heard: Heard) -> None:
    hands = begin(TONGS, toy)
    clear(heard)
    hands.press("ok")
    assert heard == []
    hands.press("ok")
    assert heard == ["turn"]


def test_a_capture_is_heard(begin: Begin, heard: Heard) -> None:
    hands = begin(Setup("tongs"), toy)
    for move in ("@a1", "@b1"):
        hands.play(move)
    clear(heard)
    hands.play("@c1xb1")
    assert heard == ["captured", "turn"]


def test_what_is_taken_back_is_a_tick_and_not_heard_again(begin: Begin, heard: Heard) -> None:
    hands = begin(TONGS, toy)
    for move in ("@a1", "@b1", "@c1xb1"):
        hands.play(move)
    clear(heard)
    hands.undo()
    assert clear(heard) == ["settled", "turn"]


def test_the_end_of_the_game_is_heard_once(begin: Begin, heard: Heard) -> None:
    hands = begin(TONGS, toy)
    for move in ("@a1", "@b1", "@c1xb1"):
        hands.play(move)
    assert clear(heard)[-2:] == ["captured", "over"]
    hands.press("menu")
    hands.press("back")
    assert heard == []


class RecordedSounds(Sounds):
    """Notes down every update and the signals for it."""

    looks: ClassVar[list[tuple[Frame, tuple[Signal, ...]]]] = []

    def signals(self, update: TableStep) -> tuple[Signal, ...]:
        signals = super().signals(update)
        self.looks.append((Frame(update.view, update.shown.notice), signals))
        return signals


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Frame, tuple[Signal, ...]]]:
    """Every frame that was shown and what was heard with it."""
    monkeypatch.setattr(outputs, "Sounds", RecordedSounds)
    RecordedSounds.looks.clear()
    return RecordedSounds.looks


def test_whatever_is_heard_is_seen_at_the_same_time(
    begin: Begin,
    looks: list[tuple[Frame, tuple[Signal, ...]]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hands = begin(TONGS, toy)
    with pytest.raises(Refused):
        hands.undo()
    hands.play("@a1")
    hands.undo()
    monkeypatch.setattr(Storage, "sync", refuse)
    monkeypatch.setattr(Storage, "open_new", refuse)
    for move in ("@a1", "@b1", "@c1xb1"):
        hands.play(move)
    shown: bytes | None = None
    for frame, told in looks:
        picture = draw(frame, (128, 64), Language("en")).image.tobytes()
        assert not told or picture != shown, told
        shown = picture
    assert {signal for _, told in looks for signal in told} == set(get_args(Signal))


def test_whatever_is_told_at_the_foot_is_heard(
    begin: Begin, looks: list[tuple[Frame, tuple[Signal, ...]]]
) -> None:
    hands = begin(TWO)
    hands.world.app.table.run(Notify(Message.of("Anything at all")))
    hands.press("up")
    hands.world.app.table.run(Notify(Message.of("Anything at all")))
    hands.press("menu", 0.01)
    before: Message | None = None
    for frame, told in looks:
        if frame.notice is not None and frame.notice is not before:
            assert told
        before = frame.notice


def test_nothing_flashes_while_dice_roll_or_nobody_does_anything(tmp_path: Path) -> None:
    frames: list[Frame] = []
    world = World(Request(games, wiring.load("generic"), "en", tmp_path, TWO), 1, frames.append)
    changes: list[tuple[float, bytes]] = []

    def run(seconds: float) -> None:
        for _ in range(round(seconds * 50)):
            frames.clear()
            world.run_for(0.02)
            for frame in frames:
                picture = draw(frame, (128, 64), Language("en")).image.tobytes()
                changes.append((world.clock(), picture))

    run(5)
    idle = len(changes)
    for _ in range(3):
        world.pi.throw((1, 1, 0, 1), [(0, 1)] * 4)
        run(4)
    assert idle == 0
    assert len(changes) > 3
    for number, (time, _) in enumerate(changes):
        window = [picture for at, picture in changes[number:] if at < time + 1]
        flashes = sum(one == other for one, other in zip(window, window[2:], strict=False))
        assert flashes <= FLASHES


def test_help_and_menu_call_nobody(begin: Begin, heard: Heard) -> None:
    hands = begin(TWO)
    clear(heard)
    for key in ("hint", "ok", "menu", "back"):
        hands.press(key)
    assert heard == []


def test_nothing_to_take_back_is_wrong_each_time(begin: Begin, heard: Heard) -> None:
    hands = begin(TWO)
    clear(heard)
    for _ in range(2):
        with pytest.raises(Refused):
            hands.undo()
        assert clear(heard) == ["wrong"]
    hands.world.run_for(5)
    assert heard == []


def test_a_throw_that_is_not_due_is_wrong(begin: Begin, heard: Heard) -> None:
    hands = begin(TWO)
    hands.throw("1")
    hands.throw("2")
    hands.look_up()
    clear(heard)
    hands.world.pi.throw((1, 1, 1, 1), [(0, 1)] * 4)
    hands.world.run_for(3)
    assert heard == ["wrong"]


def test_dice_that_never_come_to_rest_are_wrong_once(begin: Begin, heard: Heard) -> None:
    hands = begin(TWO)
    clear(heard)
    hands.world.pi.throw((1, 1, 1, 1), [(0, 1)] * 4)
    hands.cause(lambda faults: faults.noise("D1", 50.0))
    hands.world.run_for(20)
    assert "Not readable" in hands.world.app.words
    assert heard == ["wrong"]


def test_what_is_not_saved_is_heard_every_time(
    begin: Begin, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = begin(TWO)
    clear(heard)
    monkeypatch.setattr(Storage, "sync", refuse)
    monkeypatch.setattr(Storage, "open_new", refuse)
    hands.throw("8")
    assert clear(heard) == ["unsaved", "settled"]
    hands.throw("8")
    assert clear(heard) == ["unsaved", "settled"]


def test_a_person_is_called_again_after_the_machine(begin: Begin, heard: Heard) -> None:
    hands = begin(replace(TONGS, players=("person", "friend")), toy)
    clear(heard)
    hands.play("@a1")
    assert heard == ["turn"]
    assert hands.state.turn == 0


def test_the_buzzer_sounds_and_falls_silent_by_itself(begin: Begin) -> None:
    hands = begin(TWO)
    pin = hands.world.pi.factory.pin(BUZZER)
    tones = []
    for _ in range(100):
        tones.append(pin.frequency)
        hands.world.run_for(0.01)
    assert [tone for tone in dict.fromkeys(tones) if tone] == [1047.0, 1568.0]
    assert tones[-1] is None


LIT = """
profile = "generic"

[lights]
south = 16
north = 20
"""


def lit(pi: SimulatedPi) -> set[str]:
    return {side for side, pin in LIGHTS.items() if pi.factory.pin(pin).state}


@pytest.fixture
def lit_hands(tmp_path: Path) -> Hands:
    path = tmp_path / "lit.toml"
    path.write_text(LIT)
    return Hands(World(Request(toy, wiring.load(str(path)), "en", tmp_path, TONGS), seed=1))


def test_the_light_of_the_seat_to_act_is_on(lit_hands: Hands) -> None:
    seen = [lit(lit_hands.world.pi)]
    for move in ("@a1", "@b1"):
        lit_hands.play(move)
        seen.append(lit(lit_hands.world.pi))
    assert seen == [{"south"}, {"north"}, {"south"}]


def test_the_light_stays_on_until_the_hands_are_done_and_under_the_menu(lit_hands: Hands) -> None:
    lit_hands.press("ok")
    assert lit(lit_hands.world.pi) == {"south"}
    lit_hands.press("ok")
    lit_hands.press("menu")
    assert lit(lit_hands.world.pi) == {"north"}


def test_when_the_game_is_over_every_light_is_off(lit_hands: Hands) -> None:
    for move in ("@a1", "@b1", "@c1xb1"):
        lit_hands.play(move)
    assert isinstance(lit_hands.world.view, GameOverView)
    assert lit(lit_hands.world.pi) == set()


def test_a_program_that_ends_leaves_no_sound_and_no_light(lit_hands: Hands) -> None:
    pi = lit_hands.world.pi
    assert pi.factory.pin(BUZZER).frequency is not None
    lit_hands.world.close()
    assert pi.factory.pin(BUZZER).frequency is None
    assert lit(pi) == set()


def test_a_buzzer_and_a_light_that_fail_are_one_line_each_and_the_game_goes_on(
    lit_hands: Hands, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    pi = lit_hands.world.pi
    lit_hands.world.run_for(1)
    monkeypatch.setattr(pi.factory.pin(BUZZER), "_set_frequency", refuse)
    monkeypatch.setattr(pi.factory.pin(LIGHTS["north"]), "_set_state", refuse)
    for move in ("@a1", "@b1", "@c1xb1"):
        lit_hands.play(move)
    assert [record.message.split(" cannot")[0] for record in caplog.records] == [
        "[sound] buzzer: pin 13",
        "[lights] north: pin 20",
    ]
    assert lit_hands.state.is_terminal


def test_a_buzzer_pin_that_is_taken_is_one_line_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    begun = SimulatedPi.__init__

    def begin_with_a_taken_pin(pi: SimulatedPi, *arguments: Any, **named: Any) -> None:
        begun(pi, *arguments, **named)
        taken.append(DigitalOutputDevice(BUZZER, pin_factory=pi.factory))

    taken: list[DigitalOutputDevice] = []
    monkeypatch.setattr(SimulatedPi, "__init__", begin_with_a_taken_pin)
    request = Request(games, wiring.load("generic"), "en", tmp_path, TWO)
    hands = Hands(World(request, seed=1))
    hands.throw("8")
    assert [record.message[:22] for record in caplog.records] == ["[sound] buzzer: pin 13"]


def heard_now(sounds: Sounds, hands: Hands) -> tuple[Signal, ...]:
    """The signals for what the table shows now and has done since the last time."""
    app = hands.world.app
    return sounds.signals(app._step(app.table.frame, app.table.take_records(), 0.0))


def test_actions_that_were_taken_back_at_once_are_not_signalled(begin: Begin) -> None:
    hands, sounds = begin(TWO), Sounds()
    heard_now(sounds, hands)
    for throw in ("8", "4"):
        hands.world.app.table.game.apply({"do": throw})
    hands.world.app.table.game.apply({"undo": 1})
    assert heard_now(sounds, hands) == ("settled",)


def test_a_move_that_was_replaced_at_once_lets_no_throw_be_heard_again(begin: Begin) -> None:
    hands, sounds = begin(TWO), Sounds()
    put(hands, "0 throw 0,0,0,0/0,0,0,0 - 1 -")
    game = hands.world.app.table.game
    game.apply({"do": "2"})
    heard_now(sounds, hands)
    game.apply({"do": "1:hand-c1"})
    game.apply({"again": 1})
    assert "settled" not in heard_now(sounds, hands)


def test_only_what_is_new_is_signalled(begin: Begin) -> None:
    hands, sounds = begin(TWO), Sounds()
    put(hands, "0 throw 0,0,0,0/0,0,0,0 - 8 -")
    assert heard_now(sounds, hands) == ("turn",)
    assert heard_now(sounds, hands) == ()
