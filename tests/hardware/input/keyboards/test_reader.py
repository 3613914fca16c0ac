import os
import queue
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hardware.input.edges import Edge
from hardware.input.keyboards import NOT_PLUGGED, KeyboardFiles, Keyboards
from hardware.input.plugged_keyboards import InputTree, devices
from tests.hardware.input.keyboards.plugged import HOST, PipeKeyboard

ENTER, UP, POWER, BUTTON_LEFT, BUTTON_SOUTH, PAD_UP = 28, 103, 116, 272, 304, 544
NOW = 100.0
PATIENCE = 10.0

Plug = Callable[..., PipeKeyboard]


@pytest.fixture
def plug(tmp_path: Path) -> Iterator[Plug]:
    """Plug a keyboard in; at the end, all of them come out."""
    plugged: list[PipeKeyboard] = []

    def one(node: str = "event0", **facts: object) -> PipeKeyboard:
        plugged.append(PipeKeyboard(tmp_path, node, **facts))  # type: ignore[arg-type]
        return plugged[-1]

    yield one
    for each in plugged:
        if each.file.exists():
            each.unplug()


class Reading:
    """What is read of the keyboards below a folder."""

    def __init__(self, root: Path, *wanted: str) -> None:
        self.inbox: queue.SimpleQueue[Edge] = queue.SimpleQueue()
        self.files = KeyboardFiles(wanted or ("*",), self.inbox, lambda: NOW, InputTree(root))
        self.files.look()

    def edges(self) -> list[Edge]:
        """Read everything; return the edges."""
        self.files.read(self.files.files)
        return [self.inbox.get() for _ in range(self.inbox.qsize())]


def test_a_key_is_an_edge_of_the_line_of_that_name(plug: Plug, tmp_path: Path) -> None:
    keyboard = plug()
    reading = Reading(tmp_path)
    keyboard.type(UP, 1, NOW - 1.0)
    keyboard.type(UP, 0, NOW - 0.5)
    assert reading.edges() == [(NOW - 1.0, "up", False), (NOW - 0.5, "up", True)]


def test_records_with_another_clock_count_as_of_now(plug: Plug, tmp_path: Path) -> None:
    keyboard = plug()
    reading = Reading(tmp_path)
    keyboard.type(ENTER, 1, 1.7e9)
    assert reading.edges() == [(NOW, "take", False)]


def test_a_key_that_two_keyboards_hold_comes_up_with_the_last(plug: Plug, tmp_path: Path) -> None:
    keyboards = plug(), plug("event1")
    reading = Reading(tmp_path)
    for keyboard in keyboards:
        keyboard.type(ENTER, 1, NOW)
    assert reading.edges() == [(NOW, "take", False)]
    keyboards[0].type(ENTER, 0, NOW)
    assert reading.edges() == []
    keyboards[1].type(ENTER, 0, NOW)
    assert reading.edges() == [(NOW, "take", True)]


def test_a_keyboard_that_is_pulled_out_leaves_no_key_down_and_may_come_back(
    plug: Plug, tmp_path: Path
) -> None:
    keyboard = plug()
    reading = Reading(tmp_path)
    keyboard.type(UP, 1, NOW)
    assert reading.edges() == [(NOW, "up", False)]
    keyboard.unplug()
    assert reading.edges() == [(NOW, "up", True)]
    assert (reading.files.names, reading.files.faults) == ((), (NOT_PLUGGED,))
    reading.files.look()
    keyboard = plug()
    reading.files.look()
    keyboard.type(UP, 1, NOW)
    assert reading.edges() == [(NOW, "up", False)]
    assert (reading.files.names, reading.files.faults) == (("Big Keys",), ())


def test_a_keyboard_whose_device_has_gone_leaves_no_key_down(plug: Plug, tmp_path: Path) -> None:
    keyboard = plug()
    reading = Reading(tmp_path)
    keyboard.type(UP, 1, NOW)
    assert reading.edges() == [(NOW, "up", False)]
    keyboard.file.unlink()
    reading.files.look()
    assert (reading.files.names, reading.files.files) == ((), ())
    assert reading.inbox.get_nowait() == (NOW, "up", True)


def test_a_device_may_come_under_a_name_that_another_had(plug: Plug, tmp_path: Path) -> None:
    plug().unplug()
    reading = Reading(tmp_path)
    plug(name="Little Keys")
    reading.files.look()
    assert reading.files.names == ("Little Keys",)


def test_what_cannot_be_opened_is_a_fault_and_is_tried_again(
    plug: Plug, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plug()

    def refuse(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patched:
        patched.setattr(os, "open", refuse)
        reading = Reading(tmp_path)
    (fault,) = reading.files.faults
    assert "Big Keys (/dev/input/event0) cannot be read: Permission denied" in fault
    reading.files.look()
    assert reading.files.faults == ()


def test_only_devices_that_are_wanted_and_have_keys_of_the_table_are_read(
    plug: Plug, tmp_path: Path
) -> None:
    plug("event0")
    plug("event1", name="Lid Switch", keys=[POWER])
    plug("event2", name="Mouse", keys=[BUTTON_LEFT])
    plug("event3", name="AT Keyboard", usb_id="0001:0001", bus=HOST)
    plug("event4", name="Game Pad", usb_id="081f:e401", keys=[BUTTON_SOUTH])
    tree = InputTree(tmp_path)

    def names(*wanted: str) -> list[str]:
        return [each.name for each in devices(tree, wanted)]

    assert names("*") == ["Big Keys", "Game Pad"]
    assert names("at*") == ["AT Keyboard"]
    assert names("046d:c31c", "Lid Switch", "Mouse") == ["Big Keys"]


def test_a_gamepad_has_arrows_on_its_axes_though_it_has_no_keys_for_them(
    plug: Plug, tmp_path: Path
) -> None:
    plug("event0", keys=[BUTTON_SOUTH])
    plug("event1", keys=[ENTER])
    pad, keyboard = devices(InputTree(tmp_path), ["*"])
    assert pad.lines == {"take", "up", "down", "left", "right"}
    assert keyboard.lines == {"take"}


def test_without_input_devices_nothing_is_found(tmp_path: Path) -> None:
    reading = Reading(tmp_path)
    assert (reading.files.names, reading.files.faults) == ((), (NOT_PLUGGED,))


def test_the_thread_reads_what_comes_and_ends(plug: Plug, tmp_path: Path) -> None:
    keyboard = plug()
    inbox: queue.SimpleQueue[Edge] = queue.SimpleQueue()
    keyboards = Keyboards(["*"], inbox, time.monotonic, InputTree(tmp_path))
    assert keyboards.names == ("Big Keys",)
    assert inbox.get(timeout=PATIENCE).line == "keyboard"
    keyboard.type(ENTER, 1, time.monotonic())
    assert inbox.get(timeout=PATIENCE)[1:] == ("take", False)
    keyboards.close()
    keyboards.close()
    assert inbox.get(timeout=PATIENCE)[1:] == ("take", True)


def link(keyboard: PipeKeyboard, path: str) -> None:
    """Let udev's link at ``path`` below the folder of input devices lead to ``keyboard``."""
    place = keyboard.file.parent / path
    place.parent.mkdir(exist_ok=True)
    place.unlink(missing_ok=True)
    place.symlink_to(f"../{keyboard.file.name}")


@pytest.mark.parametrize("folder", ["by-path", "by-id"])
@pytest.mark.parametrize("at_left", ["event0", "event1"])
def test_two_keyboards_of_the_same_kind_are_told_apart_by_a_link(
    plug: Plug, tmp_path: Path, folder: str, at_left: str
) -> None:
    keyboards = {node: plug(node) for node in ("event0", "event1")}
    for node, keyboard in keyboards.items():
        link(keyboard, f"{folder}/{'left' if node == at_left else 'right'}-event-kbd")
    reading = Reading(tmp_path, f"/dev/input/{folder}/left-*")
    for node, keyboard in keyboards.items():
        keyboard.type(UP if node == at_left else ENTER, 1)
    assert [edge.line for edge in reading.edges()] == ["up"]


def test_a_link_that_comes_after_its_device_is_found(plug: Plug, tmp_path: Path) -> None:
    keyboard = plug()
    reading = Reading(tmp_path, "/dev/input/by-path/left-*")
    expected = "expected a keyboard /dev/input/by-path/left-*, found Big Keys (046d:c31c)"
    assert list(reading.files.faults) == [expected]
    link(keyboard, "by-path/left-event-kbd")
    reading.files.look()
    assert list(reading.files.names) == ["Big Keys"]
    assert not list(reading.files.faults)
