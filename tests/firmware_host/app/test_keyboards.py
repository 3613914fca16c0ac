"""Keyboards at a simulated table: they do what wired keys do, and are missed when they are gone."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import games
from firmware_host.app.loop import KEYBOARD_IS_BACK, NO_KEYBOARD
from firmware_host.app.request import Request
from firmware_host.screens.lists import ListView
from firmware_host.simulator.world import World
from hardware.wiring.wiring import load

WIRING = '[display]\ndisplay = "ssd1306"\ninterface = "i2c"\n[keyboards]\nfind = ["*"]\n'


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A table that has nothing but a keyboard."""
    sheet = tmp_path / "keyboard.toml"
    sheet.write_text(WIRING, encoding="utf-8")
    world = World(Request(games, load(str(sheet)), "en", tmp_path / "kept"))
    yield world
    world.close()


def press(world: World, key: str, seconds: float = 0.1) -> None:
    world.run_until(world.pi.press(key, seconds) + 0.1)


@pytest.mark.parametrize("ok", ["take", "next", "ok"])
def test_a_table_without_any_wired_key_is_played_by_a_keyboard(world: World, ok: str) -> None:
    before = world.view
    press(world, "down")
    assert isinstance(before, ListView)
    assert isinstance(world.view, ListView)
    assert (before.cursor, world.view.cursor) == (0, 1)
    press(world, ok)
    assert world.view.title != before.title


def test_people_are_told_that_the_keyboard_is_gone_and_that_it_is_back(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def notice() -> str:
        world.run_for(0.1)
        world.app.wake()
        world.run_for(0.1)
        frame = world.app.frame
        return "" if frame is None or frame.notice is None else frame.notice.text

    with monkeypatch.context() as unplugged:
        unplugged.setattr(type(world.pi.keyboard), "names", ())
        assert notice() == NO_KEYBOARD
    assert notice() == KEYBOARD_IS_BACK


def test_a_wired_table_says_nothing_of_keyboards(tmp_path: Path) -> None:
    world = World(Request(games, load("generic"), "en", tmp_path / "generic"))
    world.run_for(1.0)
    assert world.app.frame is not None
    assert world.app.frame.notice is None
    world.close()
