"""Why there is no update: a word for programs, and a line for people."""

from typing import Literal

from firmware_host.base.errors import HostError

Obstacle = Literal[
    "unreadable", "checksum", "signature", "program", "architecture", "system", "same", "older",
    "state", "room", "power", "overlay", "stick", "card", "interrupted", "order",
    "silent", "ended", "failed", "unsteady",
]  # fmt: skip
"""The last four are of a version that was tried."""


class UpdateError(HostError):
    """An update that is not possible, or that failed; ``obstacle`` says why in a word."""

    def __init__(self, obstacle: Obstacle, line: str) -> None:
        super().__init__(line)
        self.obstacle: Obstacle = obstacle
