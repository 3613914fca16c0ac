"""What phones need after each start: whoever was let in stays so."""

from collections.abc import Callable
from pathlib import Path

from firmware_host.features.phones.desk import Phones
from firmware_host.setup.paths import WEB_STATE_KEPT
from firmware_host.web.visitor import PageVisitor
from tests.table import Begin


def leave(at: Callable[[str], Path], _: Begin) -> Callable[[], bool]:
    """Let a phone in at the system whose paths ``at`` finds; return what tells whether it is."""
    folder = at(f"{WEB_STATE_KEPT}/phones")
    token = Phones(folder).pair(PageVisitor(seat=1))
    return lambda: Phones(folder).find(token) is not None
