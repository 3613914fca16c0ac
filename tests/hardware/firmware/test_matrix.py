"""Boards read by rows and columns: on pins, on shift registers, and an input for each field."""

import random
from collections.abc import Callable
from functools import partial
from itertools import product

import pytest

from hardware.firmware.registers import ChainIn, ChainOut, Matrix, PinsIn, PinsOut
from tests.hardware.firmware.chips import Bus, Chip165s, Chip595s, Crossings

Wired = Callable[[Crossings, int], Matrix]

SIZES = [(1, 1), (5, 5), (8, 8), (9, 10), (10, 9), (16, 16), (19, 19), (20, 20), (1, 30), (30, 1)]


def on_pins(crossings: Crossings, rows: int) -> Matrix:
    levels = [1] * rows
    outputs = PinsOut([partial(levels.__setitem__, row) for row in range(rows)])

    def pin(column: int) -> int:
        return crossings.columns_at(levels)[column]

    inputs = PinsIn([partial(pin, column) for column in range(crossings.columns)])
    return Matrix(crossings.columns, rows, outputs.select, inputs.read)


def on_registers(crossings: Crossings, rows: int) -> Matrix:
    out = Chip595s((rows + 7) // 8)
    into = Chip165s((crossings.columns + 7) // 8, lambda: crossings.columns_at(out.outputs[:rows]))
    bus = Bus(out, into)
    select = ChainOut(bus, out.latch, rows).select
    return Matrix(crossings.columns, rows, select, ChainIn(bus, into.load, crossings.columns).read)


def bits_of(closed: set[tuple[int, int]], columns: int) -> int:
    return sum(1 << row * columns + column for column, row in closed)


@pytest.mark.parametrize("wired", [on_pins, on_registers])
@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_with_diodes_a_board_is_read_correctly(wired: Wired, columns: int, rows: int) -> None:
    rng = random.Random(columns * 100 + rows)
    fields = list(product(range(columns), range(rows)))
    crossings = Crossings(columns, set(), diodes=True)
    matrix = wired(crossings, rows)
    for _ in range(10):
        closed = set(rng.sample(fields, rng.randint(0, len(fields))))
        crossings.closed = closed
        assert matrix.read() == bits_of(closed, columns)


@pytest.mark.parametrize("wired", [on_pins, on_registers])
def test_every_field_has_its_bit(wired: Wired) -> None:
    crossings = Crossings(9, set(), diodes=True)
    matrix = wired(crossings, 11)
    for column, row in product(range(9), range(11)):
        crossings.closed = {(column, row)}
        assert matrix.read() == 1 << row * 9 + column


def test_without_diodes_three_corners_show_a_ghost_at_the_fourth() -> None:
    corners = {(0, 0), (3, 0), (0, 2)}
    ghost = {*corners, (3, 2)}
    assert on_pins(Crossings(5, corners, diodes=False), 5).read() == bits_of(ghost, 5)
    assert on_pins(Crossings(5, corners, diodes=True), 5).read() == bits_of(corners, 5)


def test_fields_with_an_input_each_need_no_rows() -> None:
    rng = random.Random(4)
    levels = [1] * 25
    into = Chip165s(4, lambda: levels)
    inputs = ChainIn(Bus(into), into.load, 25)
    for _ in range(50):
        levels[:] = [rng.randrange(2) for _ in range(25)]
        assert inputs.read() == sum((1 - level) << at for at, level in enumerate(levels))


def test_lights_and_rows_on_one_bus_are_independent() -> None:
    lamps, rows, into = Chip595s(4), Chip595s(1), Chip165s(1, lambda: [1] * 5)
    bus = Bus(lamps, rows, into)
    lights = ChainOut(bus, lamps.latch, 25)
    select = ChainOut(bus, rows.latch, 5).select
    matrix = Matrix(5, 5, select, ChainIn(bus, into.load, 5).read)
    lights.show(1 << 24 | 1 << 9 | 1)
    for _ in range(3):
        matrix.read()
    assert [at for at, level in enumerate(lamps.outputs) if level] == [0, 9, 24]
    assert rows.outputs[:5] == [1, 1, 1, 1, 0]


def test_a_pass_over_361_fields_is_two_short_transfers_a_row() -> None:
    out, into = Chip595s(3), Chip165s(3, lambda: [1] * 19)
    bus = Bus(out, into)
    select = ChainOut(bus, out.latch, 19).select
    Matrix(19, 19, select, ChainIn(bus, into.load, 19).read).read()
    assert bus.transfers == 2 * 19
