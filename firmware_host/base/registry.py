"""What features add to the core: a registry for each kind of thing, read when it is needed.

A feature is a folder in ``firmware_host/features``. Its modules ``feature``, ``web`` and ``cli``,
as far as there are such, say in ``OFFERS`` what it adds to which registry. ``feature`` is loaded
with the table, ``web`` with a server and ``cli`` with the command line.

>>> from firmware_host.base.registry import Registry
>>> tunes = Registry[str]("no such part")
>>> tunes.offer("fanfare").items
('fanfare',)
>>> tuple(tunes)  # no feature offers one
()

What features know of a table are facts, values that are found by their type:

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

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, ClassVar, Final, Generic, Literal, NamedTuple, Self, TypeVar, cast

from msgspec import Struct

FEATURES: Final = "firmware_host.features"

T = TypeVar("T")


class FeatureOffer(NamedTuple):
    """What a feature adds to one ``registry``: the ``items``."""

    registry: "Registry[Any]"
    items: tuple[object, ...]


class Registry(Generic[T]):
    """What features add to one place of the core, in the order of the features.

    ``part`` is the module of a feature in which it says what it adds. Iterate over a registry when
    something happens, not while modules are imported: a feature imports the module of the registry.
    """

    def __init__(self, part: str = "feature") -> None:
        self._part = part

    def offer(self, *items: T) -> FeatureOffer:
        """Return ``items`` as what a feature adds; they are found if its ``OFFERS`` name them."""
        return FeatureOffer(self, items)

    def __iter__(self) -> Iterator[T]:
        return iter(cast("tuple[T, ...]", _items(self._part).get(self, ())))


def feature_names() -> tuple[str, ...]:
    """Return the names of the features, in the order in which people see what they add."""
    names: tuple[str, ...] = import_module(FEATURES).NAMES
    return names


@cache
def _items(part: str) -> Mapping[Registry[Any], tuple[object, ...]]:
    """Return what the modules called ``part`` of all features offer to each registry."""
    found = defaultdict[Registry[Any], tuple[object, ...]](tuple)
    for name in feature_names():
        module = feature_module(name, part)
        for offer in () if module is None else module.OFFERS:
            found[offer.registry] += offer.items
    return found


def feature_module(name: str, part: str) -> ModuleType | None:
    """Return the module called ``part`` of the feature ``name``; None if it has none."""
    module = f"{FEATURES}.{name}.{part}"
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        return None


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
