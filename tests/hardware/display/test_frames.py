import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from luma.oled.device import ssd1306
from PIL import Image, ImageDraw

from hardware.display.sending import (
    OVERHEAD,
    RUN_OVERHEAD,
    Window,
    WindowRun,
    changed_runs,
    changed_windows,
    pack,
)
from tests.hardware.display.panels import noise

WIDTH, HEIGHT = 128, 64


class Listener:
    """A serial interface that stores the last data."""

    last = b""

    def command(self, *_codes: int) -> None:
        pass

    def data(self, data: list[int]) -> None:
        self.last = bytes(data)

    def cleanup(self) -> None:
        pass


def framed(x: int, y: int, size: int) -> bytes:
    """Return a cursor: a frame of ``size`` by ``size`` pixels with its corner at x, y."""
    image = Image.new("1", (WIDTH, HEIGHT))
    ImageDraw.Draw(image).rectangle((x, y, x + size - 1, y + size - 1), outline=1)
    return pack(image)


def cost(parts: Sequence[Window | WindowRun]) -> int:
    return sum(part.cost for part in parts)


def put(frame: bytes, after: bytes, windows: list[Window]) -> bytes:
    """Return what a panel with ``frame`` shows after it got ``windows`` of ``after``."""
    memory = bytearray(frame)
    for window in windows:
        columns = window.right - window.left + 1
        data = window.cut(after, WIDTH)
        for index, page in enumerate(range(window.top, window.bottom + 1)):
            start = page * WIDTH + window.left
            memory[start : start + columns] = data[index * columns : (index + 1) * columns]
    return bytes(memory)


@pytest.mark.parametrize("size", [(128, 64), (128, 32)])
def test_packing_gives_the_bytes_that_luma_gives(size: tuple[int, int]) -> None:
    listener, rng = Listener(), random.Random(1)
    device = ssd1306(listener, *size)
    for _ in range(5):
        image = noise(rng, size)
        device.display(image)
        assert pack(image) == listener.last


def test_an_identical_frame_has_no_changes() -> None:
    frame = framed(10, 10, 13)
    assert changed_windows(frame, frame, WIDTH) == []


def test_an_unknown_panel_needs_all_of_it() -> None:
    windows = changed_windows(None, framed(0, 0, 9), WIDTH)
    assert windows == [Window(0, 127, 0, 7)]
    assert cost(windows) == 1024 + OVERHEAD


def test_a_short_gap_is_bridged_and_a_long_one_is_not() -> None:
    before = bytes(WIDTH)
    near, far = bytearray(WIDTH), bytearray(WIDTH)
    near[5] = near[5 + OVERHEAD + 1] = far[5] = far[5 + OVERHEAD + 2] = 1
    assert len(changed_windows(before, bytes(near), WIDTH)) == 1
    assert len(changed_windows(before, bytes(far), WIDTH)) == 2


def test_changes_at_both_edges_are_found() -> None:
    after = bytes([1, *bytes(WIDTH - 2), 1])
    assert changed_windows(bytes(WIDTH), after, WIDTH) == [
        Window(0, 0, 0, 0),
        Window(127, 127, 0, 0),
    ]


@pytest.mark.parametrize(
    ("size", "step", "most"),
    [
        (8, (8, 0), 26),
        (8, (0, 8), 26),
        # a frame of 13 pixels takes two pages, and 50 of their bytes differ after a step of 12
        (13, (12, 0), 60),
        (13, (0, 12), 62),
    ],
)
def test_a_cursor_step_is_cheap(size: int, step: tuple[int, int], most: int) -> None:
    before, after = framed(16, 8, size), framed(16 + step[0], 8 + step[1], size)
    assert cost(changed_windows(before, after, WIDTH)) <= most


def test_windows_send_any_change_for_at_most_a_whole_frame() -> None:
    rng = random.Random(2)
    before = bytes(WIDTH * 8)
    for _ in range(200):
        after = bytearray(before)
        for _ in range(rng.choice((1, 3, 30, 300))):
            after[rng.randrange(len(after))] = rng.randrange(256)
        windows = changed_windows(before, bytes(after), WIDTH)
        assert put(before, bytes(after), windows) == after
        assert cost(windows) <= len(after) + OVERHEAD
        before = bytes(after)


def test_runs_of_an_unknown_panel_are_its_pages() -> None:
    assert changed_runs(None, bytes(4 * WIDTH), WIDTH) == [
        WindowRun(page, 0, WIDTH - 1) for page in range(4)
    ]
    assert cost(changed_runs(None, bytes(8 * WIDTH), WIDTH)) == 1080


def test_an_identical_frame_has_no_runs() -> None:
    assert changed_runs(framed(10, 10, 13), framed(10, 10, 13), WIDTH) == []


def test_runs_bridge_a_gap_of_as_many_columns_as_a_run_costs() -> None:
    before, near, far = bytes(WIDTH), bytearray(WIDTH), bytearray(WIDTH)
    near[5] = near[5 + RUN_OVERHEAD + 1] = far[5] = far[5 + RUN_OVERHEAD + 2] = 1
    assert changed_runs(before, bytes(near), WIDTH) == [WindowRun(0, 5, 5 + RUN_OVERHEAD + 1)]
    assert changed_runs(before, bytes(far), WIDTH) == [
        WindowRun(0, 5, 5), WindowRun(0, 5 + RUN_OVERHEAD + 2, 5 + RUN_OVERHEAD + 2),
    ]  # fmt: skip


def cheapest(changed: list[bool]) -> int:
    """Return the fewest bytes of runs that reach every changed column of a page."""
    least = [0]
    for end in range(len(changed)):
        skip = [] if changed[end] else [least[end]]
        least.append(
            min(
                [
                    *skip,
                    *(least[start] + RUN_OVERHEAD + end - start + 1 for start in range(end + 1)),
                ]
            )
        )
    return least[-1]


@given(st.lists(st.booleans(), min_size=1, max_size=40))
def test_no_runs_are_cheaper(changed: list[bool]) -> None:
    before, after = bytes(len(changed)), bytes(changed)
    assert cost(changed_runs(before, after, len(changed))) == cheapest(changed)


@given(st.binary(min_size=64, max_size=64), st.binary(min_size=64, max_size=64))
def test_runs_send_any_change(before: bytes, after: bytes) -> None:
    memory = bytearray(before)
    for run in changed_runs(before, after, 16):
        start = run.page * 16
        memory[start + run.left : start + run.right + 1] = run.cut(after, 16)
    assert bytes(memory) == after
