"""Light a lamp at each capture: python capture_lamp.py http://museum.local:8080 17

The lamp is at a pin of a Raspberry Pi, here GPIO 17, which switches it by gpiozero.
"""

import json
import sys
import time
import urllib.request
from collections.abc import Callable
from typing import Any, Protocol

SECONDS = 3.0


class Lamp(Protocol):
    """A lamp, as gpiozero has it."""

    def on(self) -> None:
        """Light it."""

    def off(self) -> None:
        """Put it out."""


def watch(
    ask: Callable[[str], Any], lamp: Lamp, sleep: Callable[[float], object] = time.sleep
) -> None:
    """Light ``lamp`` for a while whenever a piece is captured; ``ask`` answers to a path."""
    now = ask("/api/v1/table")
    while True:
        before, now = now, ask(f"/api/v1/table?after={now['news']}")
        if before["game"] is None or now["game"] is None:
            continue
        actions = ask("/api/v1/turns")["actions"][before["game"]["actions"] :]
        if any(action["captures"] for action in actions):
            lamp.on()
            sleep(SECONDS)
            lamp.off()


def asking(address: str) -> Callable[[str], Any]:
    """Return what asks the server at ``address``."""

    def ask(path: str) -> Any:
        with urllib.request.urlopen(address + path, timeout=40) as answer:
            return json.load(answer)

    return ask


if __name__ == "__main__":
    from gpiozero import LED

    watch(asking(sys.argv[1].rstrip("/")), LED(int(sys.argv[2])))
