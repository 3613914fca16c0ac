"""Keys that are held down together, and keys that never come up."""

import pytest

from hardware import WiringError
from hardware.input.edges import HOLD_AFTER, STABLE, STUCK_AFTER, Edge
from hardware.input.keys import Keys

UP = {"up": True, "ok": True, "back": True, "hint": True}
CHORD = 1.0 + STABLE + HOLD_AFTER


def keys() -> Keys:
    chords = {"undo": ("back", "hint"), "help": ("back", "ok")}
    return Keys(UP, repeats={"up"}, holds={"back": "menu"}, chords=chords)


def said(*moves: tuple[float, str, bool], now: float = 99.0, of: Keys | None = None) -> list[str]:
    """Return the events of ``moves`` (time, key, whether it goes down), as 'key kind'."""
    reader = of or keys()
    for time, key, is_down in sorted(moves):
        reader.feed(Edge(time, key, not is_down))
    return [f"{event.key} {event.kind}" for event in reader.tick(now)]


def pressed(key: str, start: float, end: float) -> tuple[tuple[float, str, bool], ...]:
    return (start, key, True), (end, key, False)


def test_keys_held_together_act_as_another_without_their_own_holds() -> None:
    moves = pressed("back", 0.9, 4.0) + pressed("hint", 1.0, 3.0)
    assert said(*moves) == ["undo press", "undo release"]


def test_a_chord_is_reported_while_it_is_still_held() -> None:
    reader = keys()
    moves = ((0.5, "back", True), (1.0, "hint", True))
    assert said(*moves, now=CHORD - 1e-6, of=reader) == []
    assert reader.deadline == pytest.approx(CHORD)
    assert said(now=CHORD + 1e-6, of=reader) == ["undo press"]
    assert said((3.0, "hint", False), now=3.1, of=reader) == ["undo release"]
    assert said((3.5, "back", False), of=reader) == []


def test_keys_rolled_over_each_other_are_two_presses() -> None:
    moves = pressed("back", 1.0, 1.2) + pressed("hint", 1.1, 1.3)
    assert said(*moves) == ["back press", "back release", "hint press", "hint release"]


def test_a_chord_released_too_soon_restarts_the_hold() -> None:
    reader = keys()
    moves = (1.0, "back", True), (1.5, "hint", True), (2.2, "hint", False)
    assert said(*moves, now=2.3, of=reader) == ["hint press", "hint release"]
    assert reader.deadline == pytest.approx(2.2 + STABLE + HOLD_AFTER)
    assert said((4.0, "back", False), of=reader) == ["menu press", "menu release"]


def test_a_chord_ends_an_earlier_hold() -> None:
    moves = pressed("back", 1.0, 5.0) + pressed("hint", 2.5, 4.5)
    assert said(*moves) == ["menu press", "menu release", "undo press", "undo release"]


def test_a_key_of_a_chord_reports_its_press_at_the_release() -> None:
    assert said(*pressed("hint", 1.0, 1.1)) == ["hint press", "hint release"]
    assert said((1.0, "hint", True), now=9.0) == []


def test_a_key_may_belong_to_two_chords() -> None:
    moves = pressed("back", 1.0, 3.0) + pressed("ok", 1.0, 3.0)
    assert said(*moves) == ["help press", "help release"]


def test_a_chord_may_be_pressed_again_with_one_finger_still_down() -> None:
    moves = (*pressed("hint", 1.0, 3.0), *pressed("hint", 4.0, 6.0), *pressed("back", 1.0, 7.0))
    assert said(*moves) == ["undo press", "undo release"] * 2


@pytest.mark.parametrize(
    ("members", "reason"),
    [(("back", "hnt"), "no key 'hnt' is wired"), (("back", "back"), "two keys or more")],
)
def test_an_impossible_chord_is_refused(members: tuple[str, ...], reason: str) -> None:
    with pytest.raises(WiringError, match=reason):
        Keys(UP, repeats=(), holds={}, chords={"menu": members})


def test_a_key_that_stays_down_is_stuck_and_ignored_until_it_comes_up() -> None:
    plain = Keys(["menu"], repeats=(), holds={})
    assert said((1.0, "menu", True), now=1.0 + STUCK_AFTER, of=plain) == ["menu press"]
    told = said(now=1.0 + STABLE + STUCK_AFTER, of=plain)
    assert told == ["menu release", "menu stuck"]
    assert said((99.0, "menu", False), now=100.0, of=plain) == []
    assert said(*pressed("menu", 101.0, 101.1), now=102.0, of=plain) == [
        "menu press",
        "menu release",
    ]


def test_a_stuck_key_repeats_no_more() -> None:
    told = said((1.0, "up", True), now=999.0)
    assert told[-2:] == ["up release", "up stuck"]
    assert told[1:-2] == ["up repeat"] * (len(told) - 3)


def test_a_hold_that_never_ends_is_ended_and_the_key_named() -> None:
    assert said((1.0, "back", True)) == ["menu press", "menu release", "back stuck"]


def test_a_stuck_key_ends_its_chord() -> None:
    told = said((1.0, "back", True), (1.5, "hint", True))
    assert told == ["undo press", "undo release", "back stuck", "hint stuck"]


def test_a_stuck_key_does_not_make_others_chords() -> None:
    told = said((1.0, "back", True), *pressed("hint", 30.0, 33.0))
    assert told[2:] == ["back stuck", "hint press", "hint release"]


def test_other_keys_work_while_one_is_stuck() -> None:
    assert said((1.0, "back", True), *pressed("up", 30.0, 30.1))[3:] == ["up press", "up release"]


def test_a_key_that_is_down_from_the_start_is_not_pressed_and_becomes_stuck() -> None:
    reader = keys()
    reader.begin(UP | {"ok": False}, now=5.0)
    assert said(now=5.0 + STUCK_AFTER - 0.001, of=reader) == []
    assert reader.deadline == 5.0 + STUCK_AFTER
    assert said(now=5.0 + STUCK_AFTER, of=reader) == ["ok stuck"]
    assert said((30.0, "ok", False), *pressed("ok", 31.0, 31.1), of=reader) == [
        "ok press",
        "ok release",
    ]


def test_a_key_released_soon_after_the_start_is_not_stuck() -> None:
    reader = keys()
    reader.begin(UP | {"ok": False}, now=5.0)
    assert said((6.0, "ok", False), of=reader) == []


def test_a_spike_on_a_key_that_is_down_from_the_start_is_no_press() -> None:
    reader = keys()
    reader.begin(UP | {"ok": False}, now=5.0)
    assert said((6.0, "ok", False), (6.003, "ok", True), now=10.0, of=reader) == []


def test_keys_without_a_key_report_nothing() -> None:
    assert said(of=Keys([], repeats=(), holds={})) == []
