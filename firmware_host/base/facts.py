"""KnownFacts that features keep of a table: values that are found by their type.

>>> class Weather(Fact):
...     is_fine: bool = False
>>> facts = KnownFacts()
>>> facts.of(Weather)
Weather(is_fine=False)
>>> facts.with_fact(Weather(is_fine=True)).of(Weather)
Weather(is_fine=True)
>>> facts.of(Weather)
Weather(is_fine=False)
"""

from collections.abc import Mapping
from typing import ClassVar, Final, Literal, Self, TypeVar

from msgspec import Struct

Lasting = Literal["run", "visit", "game", "interlude", "scene"]
"""How long a fact counts: while the program runs, until the visitors of a public table have left,
until the game is left, until people return from an interlude to their game, or until the game goes
on."""


class Fact(Struct, frozen=True):
    """Something that is true of a table; every field has a default, which is the fact at first."""

    lasting: ClassVar[Lasting] = "run"


F = TypeVar("F", bound=Fact)


class KnownFacts(Struct, frozen=True):
    """What is known of a table: at most one fact of each type."""

    known: Mapping[type[Fact], Fact] = {}

    def of(self, kind: type[F]) -> F:
        """Return the fact of this ``kind``; its defaults if nobody has noted one."""
        found = self.known.get(kind)
        return found if isinstance(found, kind) else kind()

    def with_fact(self, fact: Fact) -> Self:
        """Return the same with ``fact`` in the place of the one of its type."""
        return type(self)({**self.known, type(fact): fact})

    def without(self, *lasting: Lasting) -> Self:
        """Return the same without the facts that are ``lasting`` only so long."""
        return type(self)(
            {kind: fact for kind, fact in self.known.items() if kind.lasting not in lasting}
        )


NOTHING_KNOWN: Final = KnownFacts()
