"""A rotary encoder that is turned, bounces and misses edges."""

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware import WiringError
from hardware.input.edges import (
    HOLD_AFTER,
    REPEAT_AFTER,
    REPEAT_EVERY,
    STABLE,
    STUCK_AFTER,
    Edge,
    KeyEvent,
)
from hardware.input.keys import QUARTERS, Encoder, Keys, edges_of

NAMES = ("up", "ok", "back")


def keys() -> Keys:
    return Keys(NAMES, repeats={"up"}, holds={"back": "menu"})


def train(line: str, times: Sequence[float], first: bool = False) -> list[Edge]:
    """Return edges at ``times``, alternating, the first to the level ``first``."""
    return [Edge(time, line, first ^ bool(index % 2)) for index, time in enumerate(times)]


def at_the_end(edges: Sequence[Edge], now: float, of: Keys | None = None) -> list[str]:
    """Return the events of all ``edges`` in one late tick, as 'key kind'."""
    reader = of or keys()
    for edge in sorted(edges):
        reader.feed(edge)
    return [f"{event.key} {event.kind}" for event in reader.tick(now)]


def instant_by_instant(edges: Sequence[Edge], now: float) -> list[str]:
    """Return the events of ``edges`` with a tick whenever one is due."""
    reader, said = keys(), list[KeyEvent]()
    for edge in [*sorted(edges), Edge(now, "end", True)]:
        while reader.deadline is not None and reader.deadline <= edge.time:
            said.extend(reader.tick(reader.deadline))
        reader.feed(edge)
    return [f"{event.key} {event.kind}" for event in said]


def test_a_key_is_pressed_and_released() -> None:
    assert at_the_end(train("ok", [1.0, 1.1]), 2.0) == ["ok press", "ok release"]


def test_a_press_is_reported_as_soon_as_it_is_stable() -> None:
    reader = keys()
    reader.feed(Edge(1.0, "ok", False))
    assert reader.deadline == 1.0 + STABLE
    assert reader.tick(1.0 + STABLE - 1e-6) == ()
    assert reader.tick(1.0 + STABLE) == (KeyEvent("ok", "press"),)
    assert reader.deadline == 1.0 + STABLE + STUCK_AFTER


BOUNCES = st.lists(st.integers(100, 5500), min_size=0, max_size=20, unique=True).filter(
    lambda microseconds: len(microseconds) % 2 == 0
)


@given(BOUNCES, BOUNCES)
def test_a_bouncing_contact_is_one_press(down: list[int], up: list[int]) -> None:
    pressed = [1.0, *(1.0 + offset / 1e6 for offset in sorted(down))]
    let_go = [1.2, *(1.2 + offset / 1e6 for offset in sorted(up))]
    edges = train("ok", pressed) + train("ok", let_go, first=True)
    assert at_the_end(edges, 2.0) == ["ok press", "ok release"]


@given(st.lists(st.floats(0.004, 0.5), min_size=1, max_size=30))
def test_a_spike_is_no_press(gaps: list[float]) -> None:
    times = accumulate(gaps)
    edges = [edge for time in times for edge in train("ok", [time, time + STABLE / 2])]
    assert at_the_end(edges, 99.0) == []


def test_twelve_presses_a_second_lose_nothing() -> None:
    edges = []
    for number in range(120):
        start = number / 12
        edges += train("ok", [start, start + 0.001, start + 0.003])
        edges += train("ok", [start + 0.04, start + 0.042, start + 0.0425], first=True)
    assert at_the_end(edges, 11.0) == ["ok press", "ok release"] * 120


def test_a_press_shorter_than_a_late_tick_is_not_lost() -> None:
    assert at_the_end(train("ok", [1.0, 1.007]), 9.0) == ["ok press", "ok release"]


def test_a_held_arrow_repeats() -> None:
    pressed = 1.0 + STABLE
    reader = keys()
    reader.feed(Edge(1.0, "up", False))
    assert reader.tick(pressed) == (KeyEvent("up", "press"),)
    assert reader.deadline == pressed + REPEAT_AFTER
    repeats = reader.tick(pressed + REPEAT_AFTER + 2.5 * REPEAT_EVERY)
    assert repeats == (KeyEvent("up", "repeat"),) * 3


def test_repeats_end_when_the_key_is_released() -> None:
    said = at_the_end(train("up", [1.0, 1.0 + REPEAT_AFTER + 0.01]), 9.0)
    assert said == ["up press", "up repeat", "up release"]


def test_a_key_that_may_be_held_reports_its_press_at_the_release() -> None:
    reader = keys()
    reader.feed(Edge(1.0, "back", False))
    assert reader.tick(1.5) == ()
    reader.feed(Edge(1.5, "back", True))
    assert at_the_end([], 2.0, of=reader) == ["back press", "back release"]


def test_a_held_key_acts_as_another_while_still_down() -> None:
    reader = keys()
    reader.feed(Edge(1.0, "back", False))
    assert reader.tick(1.0 + STABLE + HOLD_AFTER) == (KeyEvent("menu", "press"),)
    reader.feed(Edge(3.0, "back", True))
    assert at_the_end([], 4.0, of=reader) == ["menu release"]


def test_a_key_held_for_itself_reports_one_hold() -> None:
    reader = Keys(["hint"], repeats={"hint"}, holds={"hint": "hint"})
    said = at_the_end(train("hint", [1.0, 5.0]), 9.0, of=reader)
    assert said == ["hint hold", "hint release"]


def test_just_short_of_a_hold_is_a_press() -> None:
    said = at_the_end(train("back", [1.0, 1.0 + HOLD_AFTER - 0.001]), 9.0)
    assert said == ["back press", "back release"]


def test_keys_are_independent_of_each_other() -> None:
    edges = train("ok", [1.0, 1.3]) + train("up", [1.1, 1.2])
    assert at_the_end(edges, 2.0) == ["ok press", "up press", "up release", "ok release"]


def test_a_key_held_at_start_up_does_nothing_until_pressed_again() -> None:
    held = train("ok", [1.0, 1.001, 1.002], first=True)
    assert at_the_end(held, 2.0) == []
    assert at_the_end(held + train("ok", [2.0, 2.1]), 3.0) == ["ok press", "ok release"]


def test_a_spike_on_a_key_held_at_start_up_is_no_press() -> None:
    assert at_the_end(train("ok", [1.0, 1.003], first=True), 2.0) == []


def test_lines_that_are_not_keys_are_ignored() -> None:
    assert at_the_end(train("D0", [1.0, 1.1]), 2.0) == []


def test_an_edge_that_comes_after_its_tick_still_counts() -> None:
    reader = keys()
    reader.feed(Edge(1.0, "ok", False))
    reader.tick(1.01)
    reader.feed(Edge(1.009, "ok", True))
    assert reader.tick(1.02) == (KeyEvent("ok", "release"),)


def test_an_event_from_a_late_edge_is_due_at_once() -> None:
    reader = keys()
    reader.feed(Edge(1.0, "ok", False))
    reader.feed(Edge(1.1, "ok", True))
    assert reader.deadline == 1.0 + STABLE


GAPS = st.lists(st.sampled_from([0.001, 0.004, 0.006, 0.05, 0.3, 0.5, 0.806, 1.0]), max_size=25)


@given(*[GAPS.map(accumulate).map(list)] * len(NAMES), st.booleans())
def test_a_late_tick_returns_what_punctual_ticks_return(
    up: list[float], ok: list[float], back: list[float], held: bool
) -> None:
    trains = zip(NAMES, (up, ok, back), strict=True)
    edges = [edge for line, times in trains for edge in train(line, times, first=held)]
    assert at_the_end(edges, 99.0) == instant_by_instant(edges, 99.0)


def switches(accept: float, lock: float) -> Keys:
    reader = Keys(["take"], repeats=(), holds={})
    reader.be_patient(["take"], accept, lock)
    return reader


def test_a_press_counts_when_it_has_lasted_as_long_as_it_must() -> None:
    brushed, held = train("take", [1.0, 1.4]), train("take", [2.0, 2.6])
    assert at_the_end([*brushed, *held], 3.0, switches(0.5, 0.0)) == ["take press", "take release"]
    reader = switches(0.5, 0.0)
    reader.feed(Edge(1.0, "take", False))
    assert (reader.deadline, reader.tick(1.49)) == (1.5, ())
    assert reader.tick(1.5) == (KeyEvent("take", "press"),)


def test_a_hand_that_trembles_does_not_reach_the_time_that_a_press_must_last() -> None:
    trembling = train("take", [1.0 + number * 0.1 for number in range(40)])
    assert at_the_end(trembling, 9.0, switches(0.2, 0.0)) == []


def test_strikes_that_follow_too_soon_belong_to_the_first() -> None:
    thrice = train("take", [1.0, 1.1, 1.3, 1.4, 1.6, 1.7])
    assert at_the_end(thrice, 5.0, switches(0.0, 1.0)) == ["take press", "take release"]
    later = train("take", [3.0, 3.1])
    assert at_the_end([*thrice, *later], 5.0, switches(0.0, 1.0)) == [
        *["take press", "take release"] * 2
    ]


def test_a_key_that_is_not_a_switch_stays_quick() -> None:
    reader = Keys(["ok", "take"], repeats=(), holds={})
    reader.be_patient(["take"], 1.0, 1.0)
    assert at_the_end(train("ok", [1.0, 1.05, 1.1, 1.15]), 2.0, reader) == [
        *["ok press", "ok release"] * 2
    ]


def quarters(turns: Iterable[int], each: int = 4) -> Iterator[tuple[str, bool]]:
    """Yield the line and level of every edge of turns by detents: 1 clockwise, -1 back."""
    levels = {"A": True, "B": True}
    for turn in turns:
        for line, level in edges_of(levels, turn * each):
            levels[line] = level
            yield line, level


def pressed(encoder: Encoder, edges: Iterable[tuple[str, bool]]) -> list[str]:
    said = [event for line, level in edges for event in encoder.feed(Edge(0.0, line, level))]
    return [event.key for event in said if event.kind == "press"]


def keys_of(turns: Iterable[int]) -> list[str]:
    return ["down" if turn > 0 else "up" for turn in turns]


TURNS = st.lists(st.sampled_from((1, -1)), max_size=30)


def test_clockwise_a_leads_and_b_follows() -> None:
    assert list(quarters([1])) == [("A", False), ("B", False), ("A", True), ("B", True)]
    assert list(quarters([-1])) == [("B", False), ("A", False), ("B", True), ("A", True)]


@pytest.mark.parametrize("each", QUARTERS)
@given(turns=TURNS)
def test_every_detent_is_one_press_in_its_direction(each: int, turns: list[int]) -> None:
    assert pressed(Encoder(quarters=each), quarters(turns, each)) == keys_of(turns)


def bouncing(edges: Iterable[tuple[str, bool]], rng: random.Random) -> Iterator[tuple[str, bool]]:
    for line, level in edges:
        for _ in range(rng.randrange(8)):
            yield line, level
            yield line, not level
        yield line, level


@given(TURNS, st.randoms(use_true_random=False))
def test_bouncing_contacts_are_one_press_a_detent(turns: list[int], rng: random.Random) -> None:
    assert pressed(Encoder(), bouncing(quarters(turns), rng)) == keys_of(turns)


def test_a_shaft_that_vibrates_is_not_turned() -> None:
    to_and_fro = [("A", False), ("B", False), ("A", True), ("A", False), ("B", True), ("A", True)]
    assert pressed(Encoder(), to_and_fro * 50) == []


@given(st.data(), st.lists(st.sampled_from((1, -1)), min_size=2, max_size=20))
def test_a_missed_edge_loses_at_most_one_detent_and_adds_none(
    data: st.DataObject, turns: list[int]
) -> None:
    edges = list(quarters(turns))
    del edges[data.draw(st.integers(0, len(edges) - 1))]
    heard = pressed(Encoder(), edges)
    assert len(turns) - 2 <= len(heard) <= len(turns)
    rest = iter(keys_of(turns))
    assert all(key in rest for key in heard)


def test_an_encoder_that_rests_between_its_contacts_is_known_from_the_levels() -> None:
    encoder = Encoder(quarters=2)
    encoder.begin({"A": False, "B": False})
    assert pressed(encoder, [("A", True), ("B", True)]) == ["down"]


def test_turns_come_between_presses_in_the_order_of_time() -> None:
    keys = Keys(["ok"], repeats=(), holds={}, encoder=Encoder("right", "left"))
    keys.begin({"ok": True, "A": True, "B": True}, now=0.0)
    for time, (line, level) in enumerate(quarters([1])):
        keys.feed(Edge(1.0 + time / 100, line, level))
    keys.feed(Edge(2.0, "ok", False))
    for time, (line, level) in enumerate(quarters([-1])):
        keys.feed(Edge(3.0 + time / 100, line, level))
    assert keys.deadline == pytest.approx(1.03)
    assert [f"{event.key} {event.kind}" for event in keys.tick(4.0)] == [
        *("right press", "right release", "ok press", "left press", "left release"),
    ]


def test_other_lines_do_not_turn_it() -> None:
    assert Encoder().feed(Edge(1.0, "D0", False)) == ()


def test_detents_that_no_encoder_has_are_refused() -> None:
    with pytest.raises(WiringError, match=r"expected one of \(1, 2, 4\), not 3"):
        Encoder(quarters=3)


def turned(levels: dict[str, bool], quarters: Iterable[int]) -> Iterator[tuple[str, bool]]:
    """Yield the edges of turns by so many quarters each, from a shaft with ``levels``."""
    now = dict(levels)
    for each in quarters:
        for line, level in edges_of(now, each):
            now[line] = level
            yield line, level


@pytest.mark.parametrize("each", QUARTERS)
@pytest.mark.parametrize(("a", "b"), [(True, True), (False, True), (False, False), (True, False)])
@given(turns=TURNS)
def test_it_loses_nothing_wherever_its_rests_are(
    each: int, a: bool, b: bool, turns: list[int]
) -> None:
    encoder, levels = Encoder(quarters=each), {"A": a, "B": b}
    encoder.begin(levels)
    edges = turned(levels, (turn * each for turn in turns))
    assert pressed(encoder, edges) == keys_of(turns)


@pytest.mark.parametrize(("a", "b"), [(False, True), (False, False), (True, False)])
def test_a_rest_that_nobody_knew_is_where_the_shaft_lies(a: bool, b: bool) -> None:
    encoder, levels, now = Encoder(), {"A": a, "B": b}, 0.0
    heard = [*encoder.feed(Edge(now, "A", a)), *encoder.feed(Edge(now, "B", b))]
    for turn in (1, 1, -1, -1, -1, 1):
        now += 5.0  # it lies for a while after each detent
        for line, level in edges_of(levels, turn * 4):
            levels[line] = level
            now += 0.01
            heard += encoder.feed(Edge(now, line, level))
    keys = [event.key for event in heard if event.kind == "press"]
    assert keys == keys_of([1, 1, -1, -1, -1, 1])


def test_a_hand_that_stops_between_two_detents_loses_nothing() -> None:
    encoder, levels, now = Encoder(), {"A": True, "B": True}, 0.0
    heard: list[KeyEvent] = []
    for turn in (1, -1, -1, 1):
        now += 30.0
        for line, level in edges_of(levels, turn * 4):
            levels[line] = level
            now += 0.8
            heard += encoder.feed(Edge(now, line, level))
    assert [event.key for event in heard if event.kind == "press"] == keys_of([1, -1, -1, 1])
