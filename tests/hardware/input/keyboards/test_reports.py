import random
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.input.keys import DIGIT
from hardware.input.plugged_keyboards import (
    ABSOLUTE,
    AXES,
    DROPPED,
    KEY,
    LINES,
    SYNCHRONISE,
    DeviceReports,
    Ends,
    KeyChange,
    record,
)
from hardware.wiring.sections import SWITCHES
from hardware.wiring.wiring import KEYS

NO_AXES: Mapping[int, Ends] = {}
PAD = {0: Ends(0, 255), 1: Ends(0, 255), 16: Ends(-1, 1), 17: Ends(-1, 1)}
UP, ENTER, KEYPAD_ENTER, SPACE, ANY_OTHER = 103, 28, 96, 57, 30


def said(reports: DeviceReports, data: bytes) -> list[str]:
    return [f"{each.line} {'down' if each.is_down else 'up'}" for each in reports.feed(data)]


def test_every_key_of_the_table_and_both_switches_can_be_typed() -> None:
    assert set(LINES.values()) == {*KEYS, *SWITCHES, *DIGIT} - {"ok"}


def test_a_key_goes_down_and_comes_up_at_the_time_of_the_kernel() -> None:
    reports = DeviceReports(NO_AXES)
    data = record(KEY, UP, 1, 12.5) + record(KEY, UP, 0, 12.625)
    assert [tuple(each) for each in reports.feed(data)] == [
        (12.5, "up", True),
        (12.625, "up", False),
    ]


def test_what_the_kernel_repeats_and_what_is_no_key_of_the_table_is_ignored() -> None:
    data = record(KEY, ENTER, 1) + record(KEY, ENTER, 2) + record(KEY, ANY_OTHER, 1)
    assert said(DeviceReports(NO_AXES), data + record(4, 4, 458792)) == ["take down"]


def test_a_line_that_two_keys_hold_comes_up_with_the_last_of_them() -> None:
    reports = DeviceReports(NO_AXES)
    assert said(reports, record(KEY, ENTER, 1) + record(KEY, KEYPAD_ENTER, 1)) == ["take down"]
    assert said(reports, record(KEY, ENTER, 0)) == []
    assert said(reports, record(KEY, KEYPAD_ENTER, 0)) == ["take up"]


def test_a_release_without_a_press_means_nothing() -> None:
    assert said(DeviceReports(NO_AXES), record(KEY, SPACE, 0)) == []


@pytest.mark.parametrize(
    ("axis", "value", "line"),
    [(0, 0, "left"), (0, 255, "right"), (1, 0, "up"), (1, 255, "down"), (16, -1, "left"),
     (16, 1, "right"), (17, -1, "up"), (17, 1, "down")],
)  # fmt: skip
def test_the_ends_of_an_axis_are_arrows(axis: int, value: int, line: str) -> None:
    reports = DeviceReports(PAD)
    middle = sum(PAD[axis]) // 2
    assert said(reports, record(ABSOLUTE, axis, value)) == [f"{line} down"]
    assert said(reports, record(ABSOLUTE, axis, middle)) == [f"{line} up"]


def test_an_axis_that_goes_from_end_to_end_lets_one_arrow_go_before_it_takes_the_other() -> None:
    reports = DeviceReports(PAD)
    data = record(ABSOLUTE, 0, 0) + record(ABSOLUTE, 0, 60) + record(ABSOLUTE, 0, 255)
    assert said(reports, data) == ["left down", "left up", "right down"]


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("at", [64, 191])
def test_a_stick_that_is_held_half_way_and_trembles_is_one_press(axis: int, at: int) -> None:
    reports, rng = DeviceReports(PAD), random.Random(1)
    trembling = (record(ABSOLUTE, axis, at + rng.randrange(-6, 7)) for _ in range(2_000))
    line = AXES[axis][at > 128]
    assert said(reports, b"".join(trembling)) == [f"{line} down"]
    assert said(reports, record(ABSOLUTE, axis, 128)) == [f"{line} up"]


def test_a_stick_that_trembles_where_it_lets_go_lets_go_once() -> None:
    reports, rng = DeviceReports(PAD), random.Random(2)
    assert said(reports, record(ABSOLUTE, 0, 0)) == ["left down"]
    trembling = (record(ABSOLUTE, 0, 96 + rng.randrange(-6, 7)) for _ in range(2_000))
    assert said(reports, b"".join(trembling)) == ["left up"]


def test_the_axes_of_a_tablet_mean_nothing() -> None:
    assert said(DeviceReports(NO_AXES), record(ABSOLUTE, 0, 0)) == []


def test_when_records_were_dropped_nothing_stays_down() -> None:
    reports = DeviceReports(NO_AXES)
    data = record(KEY, UP, 1) + record(KEY, SPACE, 1) + record(SYNCHRONISE, DROPPED, 0)
    assert said(reports, data) == ["up down", "next down", "next up", "up up"]
    assert reports.lines == frozenset()


codes = st.sampled_from([*LINES, *((ABSOLUTE, axis) for axis in AXES), (0, 0), (0, 3), (4, 4)])
records = st.lists(
    st.builds(lambda code, value: record(code[0], code[1], value), codes, st.integers(-300, 300)),
    max_size=30,
)


@given(records=records, pieces=st.lists(st.integers(1, 40)), noise=st.binary(max_size=100))
def test_in_whatever_pieces_bytes_come_each_line_goes_down_and_up_in_turn(
    records: list[bytes], pieces: list[int], noise: bytes
) -> None:
    data, reports = b"".join(records) + noise, DeviceReports(PAD)
    whole, down = [*DeviceReports(PAD).feed(data)], set[str]()
    found = list[KeyChange]()
    for size in pieces:
        found += reports.feed(data[:size])
        data = data[size:]
    found += reports.feed(data)
    assert found == whole
    for change in (*found, *reports.forget(9.0)):
        assert (change.line in down) is not change.is_down
        (down.add if change.is_down else down.remove)(change.line)
    assert not down
