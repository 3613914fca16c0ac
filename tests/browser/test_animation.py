"""A move as it travels on the board: the animation that the README shows."""

import io
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import pytest
from PIL import Image

from firmware_host.session.setup import Setup
from games.actions import Move
from tests.browser.conftest import PICTURES, Open, Share
from tests.browser.looking import becomes, shows_actions
from tests.browser.screenshots import play

if TYPE_CHECKING:
    from playwright.sync_api import Page

EDGE: Final = 360
"""Pixels of the board."""

FRAME: Final = 40
"""Milliseconds from one frame to the next."""

HOLD: Final = 1200
"""Milliseconds for which the first and the last picture stay."""

MOST_BYTES: Final = 300_000

HELD: Final = """() => {
  const { animate } = Element.prototype;
  window.held = [];
  Element.prototype.animate = function (...how) {
    const made = animate.apply(this, how);
    made.pause();
    window.held.push(made);
    return made;
  };
}"""
"""Lets what moves on a page wait, so that a slow computer misses nothing of it."""

AT: Final = "(time) => { for (const each of window.held) each.currentTime = time; }"
LONGEST: Final = """() => Math.max(
  ...window.held.map((each) => each.effect.getComputedTiming().endTime))"""


def frames(page: "Page") -> Iterator[Image.Image]:
    """Yield the board of ``page`` every few milliseconds while a move travels there."""
    end = page.evaluate(LONGEST)
    for time in range(0, int(end) + FRAME, FRAME):
        page.evaluate(AT, min(time, end))
        taken = Image.open(io.BytesIO(page.locator("#board").screenshot()))
        yield taken.convert("RGB").resize((EDGE, EDGE))


def weight(move: Move) -> tuple[int, int]:
    """Return how much there is to see of ``move``."""
    return len(move.captures), max((len(way) for way in move.ways), default=0)


def test_a_move_with_a_capture_can_be_seen_on_its_way(
    share: Share, visit: Open, request: pytest.FixtureRequest
) -> None:
    table = share(Setup("tshupu", first=0))
    table.hands.follow()
    count = play(table)
    page = visit(table, size=(1366, 768))
    shows_actions(page, count)
    before = Image.open(io.BytesIO(page.locator("#board").screenshot())).resize((EDGE, EDGE))
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate(HELD)
    table.hands.play(str(max(table.hands.state.legal_moves(), key=weight)))
    becomes(page, "() => window.held.length > 0")
    shown = [before.convert("RGB"), *frames(page)]
    assert len({each.tobytes() for each in shown}) > len(shown) // 2
    kept = io.BytesIO()
    times = [HOLD, *[FRAME] * (len(shown) - 2), 2 * HOLD]
    shown[0].save(
        kept, "WEBP", save_all=True, append_images=shown[1:], duration=times, loop=0, quality=60
    )
    assert len(kept.getvalue()) < MOST_BYTES
    if request.config.getoption("--write-pictures"):
        (PICTURES / "move.webp").write_bytes(kept.getvalue())
