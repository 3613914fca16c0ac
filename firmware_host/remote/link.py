"""What a table knows of the table that it is linked with."""

from typing import Final

from firmware_host.base.facts import Fact


class LinkHere(Fact, frozen=True):
    """How this table and the other one stand, as the agent beside this table says.

    ``standing`` is one of :data:`firmware_host.session.linked.agreement.Standing`, or ``versions
    differ`` if the other program cannot be understood. ``decisions`` are those between records so
    far. ``ours`` and ``theirs`` are how many acts each record has. The other table has been away
    ``since`` this time of the day, empty: it is there. It ``asked`` people here for an act, empty:
    for nothing; or it ``has_refused`` what they asked for.
    """

    standing: str = "connecting"
    decisions: int = 0
    ours: int = 0
    theirs: int = 0
    since: str = ""
    asked: str = ""
    has_refused: bool = False


UNLINKED: Final = LinkHere()
