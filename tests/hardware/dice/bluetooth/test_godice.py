"""What GoDice say, read as published."""

import pytest

from hardware.dice.bluetooth.godice import SHELLS, GoDieReader, face_up
from hardware.dice.bluetooth.news import Charge, Motion


def said(kind: bytes, *gravity: int) -> bytes:
    return kind + bytes(each % 256 for each in gravity)


@pytest.mark.parametrize("sides", [4, 6])
def test_every_published_position_is_read_as_its_number(sides: int) -> None:
    reader = GoDieReader(sides)
    for position, number in SHELLS[sides].items():
        assert reader.read(said(b"S", *position)) == Motion("settled", number)


@pytest.mark.parametrize("sides", [4, 6])
def test_a_number_is_read_with_the_noise_of_a_die_that_lies_still(sides: int) -> None:
    for position, number in SHELLS[sides].items():
        for x in (-3, 3):
            for y in (-3, 3):
                for z in (-3, 3):
                    a, b, c = position
                    assert face_up(sides, (a + x, b + y, c + z)) == number


@pytest.mark.parametrize(
    "gravity",
    [(45, 45, 0), (37, 37, 37), (58, 27, 0), (0, 0, 0), (20, 0, 0), (120, 0, 0)],
)
def test_a_die_on_its_edge_or_under_a_blow_has_no_number(gravity: tuple[int, int, int]) -> None:
    assert GoDieReader(6).read(said(b"S", *gravity)) == Motion("cocked")


@pytest.mark.parametrize(("felt", "number"), [(47, None), (48, 6), (84, 6), (85, None)])
def test_a_die_that_lies_still_feels_about_its_weight(felt: int, number: int | None) -> None:
    assert face_up(6, (felt, 0, 0)) == number


def test_a_die_says_whether_it_has_rolled_was_moved_or_leans() -> None:
    reader = GoDieReader(6)
    six = (64, 0, 0)
    assert reader.read(b"R") == Motion("rolling")
    assert reader.read(said(b"FS", *six)) == Motion("moved", 6)
    assert reader.read(said(b"MS", *six)) == Motion("moved", 6)
    assert reader.read(said(b"TS", *six)) == Motion("cocked")


def test_the_battery_is_read_and_its_nonsense_is_not() -> None:
    assert GoDieReader(6).read(b"Bat\x37") == Charge(55)
    assert GoDieReader(6).read(b"Bat\xff") is None


@pytest.mark.parametrize("data", [b"", b"S", b"S\x00", b"SS123", b"Col\x01", b"XS\x40\x00\x00"])
def test_anything_else_says_nothing(data: bytes) -> None:
    assert GoDieReader(6).read(data) is None


def test_the_published_positions_are_whole_steps() -> None:
    parts = {
        sides: {abs(part) for position in SHELLS[sides] for part in position} for sides in (4, 6)
    }
    assert parts == {4: {0, 20, 40, 60}, 6: {0, 64}}


def test_the_published_shell_with_four_sides_has_as_many_positions_as_the_docs_say() -> None:
    numbers = list(SHELLS[4].values())
    assert [numbers.count(number) for number in (1, 2, 3, 4)] == [7, 6, 5, 6]
