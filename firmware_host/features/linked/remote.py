"""What a linked table knows of the other one, and what its agent asks of it."""

from typing import Final

from firmware_host.base.registry import Fact
from firmware_host.remote.requests import REQUEST_KINDS, RemoteRequest


class LinkHere(Fact, frozen=True):
    """How this table and the other one stand, as the agent beside this table says.

    ``standing`` is one of :data:`firmware_host.features.linked.agreement.Standing`, or ``versions
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


class FollowLink(RemoteRequest, frozen=True):
    """The agent says how this table and the other one stand ``here``."""

    here: LinkHere


class FarAct(RemoteRequest, frozen=True):
    """The other table did ``act``, a record as JSON; ``after`` so many records of this table."""

    act: str
    after: int


class JoinGame(RemoteRequest, frozen=True):
    """A game with the other table is to be played here: ``begin`` is its first record, as JSON.

    ``acts`` are those that were done; with ``replaces``, they replace the game here.
    """

    begin: str
    acts: tuple[str, ...]
    replaces: bool


OFFERS: Final = (REQUEST_KINDS.offer(FollowLink, FarAct, JoinGame),)
