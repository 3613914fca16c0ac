"""A rotary encoder that is turned, bounces and misses edges."""

import random
from collections.abc import Iterable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.errors import WiringError
from hardware.input.edges import Edge
from hardware.input.encoder import QUARTERS, Encoder, edges_of
from hardware.input.key_timing import KeyEvent
from hardware.input.keys import Keys


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
