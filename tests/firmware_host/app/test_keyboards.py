"""Keyboards at a simulated table: they do what wired keys do, and are missed when they are gone."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import games
from firmware_host.app.inputs import KEYBOARD_IS_BACK, NO_KEYBOARD
from firmware_host.app.request import Request
from firmware_host.screens.lists import ListView
from firmware_host.screens.throw import ThrowView
from firmware_host.session.setup import Setup
from firmware_host.simulator.simulated_table import World
from firmware_host.table.effects import BeginGame, Prefer
from firmware_host.table.scene import Resume
from games.actions import Throw
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
    assert world.view.cursor == before.cursor + 1
    press(world, ok)
    assert world.view.title != before.title


def digits(world: World, *lines: str) -> Throw | None:
    """Press the digits ``lines`` of a keyboard; return the throw that is entered then."""
    for line in lines:
        press(world, line)
    view = world.view
    assert isinstance(view, ThrowView)
    return view.typed


@pytest.fixture
def throwing(world: World) -> World:
    """A table with a keyboard that awaits a throw of T'shu-p'u from the people's own dice."""
    table = world.app.table
    table.run(Prefer({"dice": "typed"}, for_good=False), BeginGame(Setup("tshupu", first=0)))
    table.game.groups_placed = None
    table.run(Resume())
    world.run_for(0.1)
    return world


def test_the_digits_of_a_keyboard_and_of_a_pad_type_the_throw(throwing: World) -> None:
    assert str(digits(throwing, "digit 3")) == "1+3"
    assert str(digits(throwing, "pad 6")) == "3+6"
    press(throwing, "take")
    assert [str(action) for action in throwing.app.table.game.playing.actions] == ["3+6"]


def test_a_digit_too_many_begins_again_and_one_that_is_on_no_die_is_refused(
    throwing: World,
) -> None:
    assert str(digits(throwing, "pad 4", "pad 4", "pad 1")) == "1+1"
    assert str(digits(throwing, "digit 9")) == "1+1"
    frame = throwing.app.frame
    assert frame is not None
    assert str(frame.notice) == "No throw has 9"


def test_where_no_throw_is_typed_a_pad_is_arrows(throwing: World) -> None:
    table = throwing.app.table
    press(throwing, "back")
    menu = throwing.view
    assert isinstance(menu, ListView)
    press(throwing, "pad 6")
    press(throwing, "digit 6")
    assert isinstance(throwing.view, ListView)
    assert throwing.view.title != menu.title
    press(throwing, "pad 0")
    assert isinstance(throwing.view, ThrowView)
    table.run(Prefer({"dice": "machine"}, for_good=False), Resume())
    throwing.run_for(0.1)
    press(throwing, "pad 5")
    assert len(table.game.playing.actions) == 1


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
