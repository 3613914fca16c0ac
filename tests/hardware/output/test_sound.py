from typing import Any

import pytest
from gpiozero import DigitalOutputDevice
from hypothesis import given
from hypothesis import strategies as st

from hardware.output import PAUSE, SIGNALS, Buzzer, BuzzerPlayer, Signal
from hardware.simulated import SimulatedPi

PIN = 13
Heard = list[float | None]
ASKED = st.lists(st.tuples(st.sampled_from(list(SIGNALS)), st.floats(0, 0.5)), max_size=40)


@pytest.fixture
def heard() -> Heard:
    return []


@pytest.fixture
def player(heard: Heard) -> BuzzerPlayer:
    return BuzzerPlayer(heard.append)


@pytest.fixture
def factory(pi: SimulatedPi) -> Any:
    return pi.factory


def play_out(player: BuzzerPlayer) -> list[float]:
    """Tick at every deadline; return the times."""
    times = []
    while (deadline := player.deadline) is not None:
        times.append(deadline)
        player.tick(deadline)
    return times


def tones(signal: Signal) -> Heard:
    return [note.tone for note in SIGNALS[signal]]


def refuse(*_: object) -> None:
    raise OSError("GPIO busy")


def test_every_signal_is_short_and_unique() -> None:
    assert len({tuple(notes) for notes in SIGNALS.values()}) == len(SIGNALS)
    for notes in SIGNALS.values():
        assert 0 < sum(note.seconds for note in notes) < 0.8


def test_a_signal_is_played_tone_by_tone_and_ends(player: BuzzerPlayer, heard: Heard) -> None:
    player.play("turn", 5.0)
    times = play_out(player)
    assert heard == [*tones("turn"), None]
    lengths = [note.seconds for note in SIGNALS["turn"]]
    assert times == pytest.approx([5.0, 5.0 + lengths[0], 5.0 + sum(lengths)])


def test_between_notes_there_is_nothing_to_do(player: BuzzerPlayer, heard: Heard) -> None:
    player.play("turn", 5.0)
    for time in (5.0, 5.01, 5.02):
        player.tick(time)
    assert heard == tones("turn")[:1]


def test_a_late_tick_leaves_out_what_was_missed(player: BuzzerPlayer, heard: Heard) -> None:
    player.play("captured", 5.0)
    player.tick(5.1)
    player.tick(60.0)
    assert heard == [tones("captured")[1], None]
    assert player.deadline is None


def test_signals_are_heard_one_after_the_other(player: BuzzerPlayer, heard: Heard) -> None:
    player.play("captured", 5.0)
    player.play("turn", 5.0)
    times = play_out(player)
    assert heard == [*tones("captured"), None, *tones("turn"), None]
    captured = len(tones("captured"))
    assert times[captured + 1] - times[captured] == pytest.approx(PAUSE)


def test_a_signal_that_plays_or_waits_is_not_played_twice(
    player: BuzzerPlayer, heard: Heard
) -> None:
    for time in (5.0, 5.01, 5.02):
        player.play("wrong", time)
        player.play("turn", time)
    play_out(player)
    assert heard == [*tones("wrong"), None, *tones("turn"), None]


def test_a_signal_that_is_over_is_played_again(player: BuzzerPlayer, heard: Heard) -> None:
    for _ in range(2):
        player.play("settled", 5.0)
        player.tick(5.0)
        player.tick(5.1)
        player.play("settled", 5.3)
        player.tick(5.3)
    assert heard == [*tones("settled"), None, *tones("settled")]


@given(ASKED)
def test_after_any_signals_the_buzzer_is_soon_silent(
    asked: list[tuple[Signal, float]],
) -> None:
    heard: Heard = []
    player, now = BuzzerPlayer(heard.append), 0.0
    for signal, pause in asked:
        now += pause
        player.tick(now)
        player.play(signal, now)
    times = play_out(player)
    assert heard[-1:] in ([], [None])
    longest = sum(note.seconds for notes in SIGNALS.values() for note in notes)
    assert not times or times[-1] <= now + longest + len(SIGNALS) * PAUSE


@pytest.mark.parametrize("signal", SIGNALS)
def test_a_buzzer_plays_every_tone_of_a_signal(factory: Any, signal: Signal) -> None:
    buzzer = Buzzer(PIN, factory)
    for tone in tones(signal):
        buzzer.sound(tone)
        assert factory.pin(PIN).frequency == tone
    buzzer.sound(None)
    assert factory.pin(PIN).frequency is None
    assert buzzer.fault is None


def test_a_buzzer_that_is_not_wired_is_silent_and_no_fault(factory: Any) -> None:
    buzzer = Buzzer(None, factory)
    buzzer.sound(440.0)
    buzzer.close()
    assert buzzer.fault is None


def test_a_buzzer_on_a_pin_that_is_taken_says_so_in_one_line(factory: Any) -> None:
    with DigitalOutputDevice(PIN, pin_factory=factory):
        buzzer = Buzzer(PIN, factory)
        buzzer.sound(440.0)
    assert buzzer.fault is not None
    assert buzzer.fault.startswith("[sound] buzzer: pin 13 cannot be used (")
    assert buzzer.fault.endswith("free it or wire another; the game continues without it")
    assert "\n" not in buzzer.fault


def test_a_buzzer_that_fails_is_not_used_again(
    factory: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    buzzer = Buzzer(PIN, factory)
    monkeypatch.setattr(factory.pin(PIN), "_set_frequency", refuse)
    buzzer.sound(440.0)
    monkeypatch.undo()
    buzzer.sound(440.0)
    assert factory.pin(PIN).frequency is None
    assert buzzer.fault is not None
    assert "(GPIO busy)" in buzzer.fault


def test_a_closed_buzzer_is_silent_and_releases_its_pin(factory: Any) -> None:
    buzzer = Buzzer(PIN, factory)
    buzzer.sound(440.0)
    for _ in range(2):
        buzzer.close()
    assert factory.pin(PIN).frequency is None
    DigitalOutputDevice(PIN, pin_factory=factory).close()
