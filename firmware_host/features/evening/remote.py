"""Names and scores: what a table knows of the evening, what it publishes, and what is asked."""

from collections.abc import Callable, Mapping
from typing import Annotated, ClassVar, Final

from msgspec import Meta

from firmware_host.base.registry import Fact, Lasting
from firmware_host.remote.requests import REQUEST_KINDS, RemoteRequest
from firmware_host.remote.wire import PUBLISHED
from games.message import Message, msg

LONGEST_NAME: Final = 8
"""The most letters of a name: it stands in the head of the smallest display."""

MOST_PEOPLE: Final = 40
NO_SCORE: Final = msg("No game of people with names is over yet.")


class KeptNames(Fact, frozen=True):
    """The ``names`` that people have given themselves at this table, by their numbers.

    ``keep`` writes names to the card; None where nobody has one, as at a table in public.
    """

    names: Mapping[int, str] = {}
    keep: Callable[[Mapping[int, str]], None] | None = None


class KeptLuck(Fact, frozen=True):
    """What throws brought each seat in ``games``, in percent of the point, by their numbers.

    ``keep`` writes it to the card; None where nobody has a name.
    """

    games: Mapping[int, tuple[int, ...]] = {}
    keep: Callable[[Mapping[int, tuple[int, ...]]], None] | None = None


class Evening(Fact, frozen=True):
    """Who sits where: the numbers of people by the colours of their seats; and which ``match``.

    The match is its number and of how many games it is; empty: single games.
    """

    seats: Mapping[str, int] = {}
    match: str = ""


class EveningHere(Fact, frozen=True):
    """What everybody at this table sees: ``persons`` and ``points`` by seat, and the ``sheet``.

    ``next`` is what the match goes on with after a game; None without a match.
    """

    lasting: ClassVar[Lasting] = "game"
    persons: tuple[str, ...] = ()
    points: tuple[str, ...] = ()
    sheet: tuple[Message, ...] = ()
    next: Message | None = None


class NameSeat(RemoteRequest, frozen=True):
    """The person who plays ``seat`` gives themselves a ``name``; empty: a colour is enough."""

    seat: int
    name: Annotated[str, Meta(max_length=LONGEST_NAME)]


class GoOn(RemoteRequest, frozen=True):
    """The match goes on with its next game; ``seat`` is that of the phone that wants it, if any."""

    seat: int | None = None


def sound_name(text: str) -> str:
    """Return ``text`` as a name: letters, digits and what stands between them.

    >>> sound_name("  Eva-Mo Schmidt "), sound_name("<b>")
    ('Eva-Mo S', 'b')
    """
    kept = "".join(sign for sign in text if sign.isalnum() or sign in " -'.")
    return " ".join(kept.split())[:LONGEST_NAME].strip()


OFFERS: Final = (PUBLISHED.offer(EveningHere), REQUEST_KINDS.offer(NameSeat, GoOn))
