"""The simulator in the terminal with a board that senses: the mouse lifts and puts pieces."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

import games
from firmware_host.app.request import Request
from firmware_host.screens.hand_steps import SetUpView
from firmware_host.session.setup import Setup
from firmware_host.simulator.people import Press
from firmware_host.simulator.simulated_table import Desk
from firmware_host.simulator.terminal.panels import Surface
from firmware_host.table.scene import Resume
from games.equipment import HAND
from hardware.simulated import VirtualClock
from hardware.wiring import wiring
from tests.firmware_host.simulator.desks import open_desk
from tests.firmware_host.simulator.terminal_table import Steady, Still

SQUADRO = Setup("squadro")


class Mouse:
    """Somebody with a mouse at a desk on virtual time."""

    def __init__(self, desk: Desk, clock: VirtualClock) -> None:
        self.desk, self.clock = desk, clock

    def wait(self, seconds: float) -> None:
        end = self.clock() + seconds
        while self.clock() < end:
            self.desk.step()
            self.desk.app.step()
            due = (self.desk.pi.timeline.next, self.desk.app.deadline, self.clock() + 0.01)
            soonest = min(time for time in due if time is not None)
            self.clock.advance_to(max(self.clock(), soonest))
        self.desk.step()

    def click(self, *places: str | int) -> None:
        for place in places:
            self.desk.touch(place)
            self.wait(0.5)

    @property
    def holds(self) -> bool:
        return self.desk.people.held is not None

    @property
    def actions(self) -> list[str]:
        return [str(action) for action in self.desk.app.table.game.playing.actions]


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Callable[..., Mouse]]:
    """Sit down: ``sit(setup, senses=True)``."""
    with ExitStack() as desks:

        def seated(setup: Setup, senses: bool = True) -> Mouse:
            clock = VirtualClock()
            request = Request(games, wiring.load("generic"), "en", tmp_path, setup)
            desk = open_desk(request, clock, senses=senses)
            desks.enter_context(closing(desk.app))
            mouse = Mouse(desk, clock)
            mouse.wait(2)
            while isinstance(desk.people.view, SetUpView):
                desk.key_presser.request(Press("ok"))
                mouse.wait(1)
            return mouse

        yield seated


Sit = Callable[..., Mouse]


def test_a_piece_is_lifted_and_put_and_the_move_is_seen(sit: Sit) -> None:
    mouse = sit(SQUADRO)
    move = mouse.desk.app.table.game.playing.state.legal_moves()[0]
    step = move.steps[0]
    mouse.click(step.origin)
    held = mouse.desk.people.held
    mouse.click(step.target)
    mouse.wait(3)
    assert mouse.actions == [str(move)]
    assert held is not None
    assert not mouse.holds
    assert not mouse.desk.people.board_differs


def test_a_piece_from_beside_the_board_is_put_on_it(sit: Sit) -> None:
    mouse = sit(Setup("thaayam", {"seats": 2}))
    table = mouse.desk.app.table
    for throw in ("1", "2"):
        table.game.play(table.game.playing.state.parse(throw))
    table.run(Resume())
    mouse.wait(1)
    mouse.click(0, "c1")
    mouse.wait(3)
    assert mouse.actions == ["1", "2", "1:hand-c1"]


def test_a_piece_in_the_hand_is_put_beside_the_board(sit: Sit) -> None:
    mouse = sit(SQUADRO)
    point = next(iter(mouse.desk.people.board.occupied))
    mouse.click(point, 1)
    assert HAND in {piece.place for piece in mouse.desk.people.board.pieces}
    assert mouse.desk.people.board.hand == []


def test_an_empty_point_or_place_puts_nothing_in_the_hand(sit: Sit) -> None:
    mouse = sit(SQUADRO)
    board = mouse.desk.app.table.game.playing.game.board
    empty = next(p.name for p in board.points if p.name not in mouse.desk.people.board.occupied)
    mouse.click(empty, 0)
    assert not mouse.holds


def test_a_plain_board_cannot_be_touched(sit: Sit) -> None:
    mouse = sit(SQUADRO, senses=False)
    mouse.click(next(iter(mouse.desk.people.board.occupied)))
    assert not mouse.holds


def test_a_click_finds_the_point_under_it(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    mouse = sit(SQUADRO)
    touched: list[str | int] = []
    monkeypatch.setattr(mouse.desk, "touch", touched.append)

    async def click() -> None:
        ui = Still(mouse.desk, Steady())
        async with ui.run_test(size=(160, 50)) as pilot:
            ui.tick()
            await pilot.pause()
            ui.tick()
            await pilot.pause()
            plan = ui._arrangement.plan
            assert plan is not None
            for name in ("b2", "f6"):
                offset = plan.cell(plan.board[name]).middle
                await pilot.click(Surface, offset=offset)
            await pilot.click(Surface, offset=(2, plan.rows + 1))

    asyncio.run(click())
    assert touched == ["b2", "f6", 1]
