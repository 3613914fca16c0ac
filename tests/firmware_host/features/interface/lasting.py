"""What other programs need after each start: their tokens count."""

from collections.abc import Callable
from pathlib import Path

from firmware_host.features.interface.store import ProgramTokens
from firmware_host.setup.paths import WEB_STATE_KEPT
from tests.table import Begin


def leave(at: Callable[[str], Path], _: Begin) -> Callable[[], bool]:
    """Give a program a token in the system whose paths ``at`` finds; return whether it counts."""
    folder = at(f"{WEB_STATE_KEPT}/phones")
    token = ProgramTokens(folder).add("lamp", may_act=True)
    return lambda: ProgramTokens(folder).find(token) is not None
