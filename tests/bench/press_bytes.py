"""What a press costs on the bus of the display: ``python -m tests.bench.press_bytes [PRESSES]``.

Games are played by the keys on the simulated Pi. A figure counts what the step that handles a press
sends: on I2C addresses, control bytes, commands and bytes of the picture, on SPI the last two.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from statistics import mean
from typing import Any, NamedTuple

import games
from firmware_host.simulator.simulated_table import World
from hardware.input.edges import KeyEvent
from tests.bench.page import table
from tests.bench.presses import watched

HEAD = (
    "game", "display", "presses", "changed bytes", "bytes sent", "p50", "p95", "most", "transfers",
)  # fmt: skip
PRESSES, SEED = 300, 1
DISPLAYS: Mapping[str, str] = {
    "generic": "SSD1306, I2C",
    "waveshare-oled-hat": "SH1106, SPI",
}
"""The display of each profile that is counted."""


class Cost(NamedTuple):
    """What a press cost: bytes of the picture that ``changed``, bytes sent, and transfers."""

    changed: int
    sent: int
    transfers: int


class Meter:
    """Keeps in :attr:`found` the cost of each press in ``world`` that changed the picture."""

    def __init__(self, world: World) -> None:
        self.found: list[Cost] = []
        self._world, self._has_pressed = world, False
        self._step, self._handle = world.app.step, world.app.table.handle
        world.app.step = self._measured  # type: ignore[method-assign]
        world.app.table.handle = self._heard  # type: ignore[method-assign]

    def _measured(self) -> None:
        panel, bus = self._world.pi.model, self._world.pi.bus
        self._has_pressed, before = False, bytes(panel.memory)
        sent, transfers = bus.bytes_sent, bus.transfers
        self._step()
        if self._has_pressed and bus.bytes_sent > sent:
            changed = sum(old != new for old, new in zip(before, panel.memory, strict=True))
            self.found.append(Cost(changed, bus.bytes_sent - sent, bus.transfers - transfers))

    def _heard(self, event: Any, now: float) -> None:
        self._has_pressed |= isinstance(event, KeyEvent)
        self._handle(event, now)


def costs(name: str, profile: str, presses: int, seed: int = SEED) -> Sequence[Cost]:
    """The cost of each of so many ``presses`` in games called ``name`` on ``profile``'s display."""
    return watched(name, profile, presses, seed, Meter).found[:presses]


def rows(names: Sequence[str], presses: int = PRESSES) -> Iterator[Sequence[str]]:
    """The head, and a row for each game of ``names`` and each display."""
    yield HEAD
    for profile, display in DISPLAYS.items():
        for name in names:
            yield (name, display, *_figures(costs(name, profile, presses)))


def _figures(found: Sequence[Cost]) -> Iterator[str]:
    yield f"{len(found):,}"
    yield f"{mean(cost.changed for cost in found):.0f}"
    yield f"{mean(cost.sent for cost in found):.0f}"
    sent = sorted(cost.sent for cost in found)
    yield from (str(sent[len(sent) * share // 100]) for share in (50, 95))
    yield str(sent[-1])
    yield f"{mean(cost.transfers for cost in found):.1f}"


if __name__ == "__main__":
    print(*table(rows(games.names(), *map(int, sys.argv[1:]))), sep="\n")
