"""Requests from elsewhere in the loop: a press is shown first, and they are not forgotten."""

import pytest

from firmware_host.remote.requests import PressKey
from firmware_host.table.scenes.game_setup import Home
from hardware.input.edges import KeyEvent
from tests.table import Begin


def test_a_request_that_came_with_a_press_is_fulfilled_in_the_next_step_without_waiting(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = begin().world.app
    home = app.table.scene
    assert isinstance(home, Home)
    pressed, woken = [(KeyEvent("down", "press"),)], list[bool]()
    monkeypatch.setattr(app._inputs, "take", lambda now, game: pressed.pop() if pressed else ())
    app.requests.put(PressKey("down"))
    monkeypatch.setattr(app._inputs, "wake", lambda: woken.append(True))
    app.step()
    assert (app.table.scene, app.requests.is_waiting, woken) == (
        Home(home.cursor + 1),
        True,
        [True],
    )
    app.step()
    assert (app.table.scene, app.requests.is_waiting) == (Home(home.cursor + 2), False)
