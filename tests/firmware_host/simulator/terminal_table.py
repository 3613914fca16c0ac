"""The simulator in the terminal on virtual time, with somebody at the keyboard."""

from dataclasses import dataclass

from textual.pilot import Pilot

from firmware_host.simulator.simulated_table import Desk
from firmware_host.simulator.terminal.app import Simulator
from hardware.simulated import VirtualClock


@dataclass
class Steady:
    """A companion that the test itself steps."""

    has_failed: bool = False


class Still(Simulator):
    """A simulator that only moves when it is told to; ``planned`` is in how many seconds next."""

    HEARTBEAT = 3600.0
    planned: float | None = None

    def plan(self, seconds: float | None) -> None:
        self.planned = seconds

    def wake(self) -> None:
        """Wait to be told."""


LONGEST = 0.2
"""Virtual seconds after which the simulator looks again, whatever is due."""


class Table:
    """A simulator on virtual time, with somebody at the keyboard."""

    def __init__(
        self,
        ui: Simulator,
        desk: Desk,
        clock: VirtualClock,
        program: Steady,
        pilot: Pilot[None],
    ) -> None:
        self.ui, self.desk, self.clock = ui, desk, clock
        self.program, self.pilot = program, pilot
        self.companion_is_busy = False

    async def strike(self, *keys: str, seconds: float = 0.4) -> None:
        """Strike each key and let so many virtual seconds pass after it."""
        for key in keys:
            await self.pilot.press(key)
            await self.wait(seconds)

    async def wait(self, seconds: float) -> None:
        end = self.clock() + seconds
        while True:
            self.ui.tick()
            if not self.companion_is_busy:
                self.desk.app.step()
            if self.clock() >= end:
                break
            later = self.clock() + LONGEST
            due = (self.desk.pi.timeline.next, self.desk.app.deadline, later, end)
            soonest = min(time for time in due if time is not None)
            self.clock.advance_to(max(self.clock(), soonest))
        self.ui.tick()
        await self.pilot.pause()

    async def resize(self, size: tuple[int, int]) -> None:
        await self.pilot.resize_terminal(*size)
        await self.wait(0.01)
        await self.wait(0.01)

    @property
    def lines(self) -> list[str]:
        """What stands on the screen."""
        return [strip.text for strip in self.ui.screen._compositor.render_strips()]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def view(self) -> object:
        return self.desk.people.view

    @property
    def actions(self) -> list[str]:
        return [str(action) for action in self.desk.app.table.game.playing.actions]
