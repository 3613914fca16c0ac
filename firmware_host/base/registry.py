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
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final, Generic, NamedTuple, TypeVar, cast

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
        module = f"{FEATURES}.{name}.{part}"
        if find_spec(module) is not None:
            for offer in import_module(module).OFFERS:
                found[offer.registry] += offer.items
    return found
