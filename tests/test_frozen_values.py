"""Values do not change once they are made, so that whoever holds one holds what it was."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from msgspec import Struct

ROOT = Path(__file__).parents[1]
PACKAGES = ("firmware_host", "games", "hardware")

KEEP_ACCOUNTS = {
    # the game's own position, which a search takes forward and back
    "BackgammonPosition",
    "RacePosition",
    "RepeatablePosition",
    "ThaayamPosition",
    "TshupuPosition",
    # what goes on, each owned by one object
    "Asker",
    "CellRun",
    "DiceMovement",
    "GivenOrder",
    "LaneReader",
    "Place",
    "TableOfVisitor",
    "ToldLine",
    "WantedReview",
    "_Die",
    "_Line",
    "_Noise",
    "_Open",
    # counts that grow
    "Tally",
    "Throws",
}
"""The classes with named fields that are written again."""


def _classes() -> Iterator[type]:
    """Yield every class of the product."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            if path.stem == "__main__":
                continue
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            module = import_module(name.removesuffix(".__init__"))
            yield from (
                each
                for each in vars(module).values()
                if isinstance(each, type) and each.__module__ == module.__name__
            )


def _changes(kind: type) -> bool:
    """Return whether ``kind`` has named fields that can be written again."""
    if issubclass(kind, Struct):
        return not kind.__struct_config__.frozen
    made = vars(kind).get("__dataclass_params__")
    return made is not None and not made.frozen


def test_values_do_not_change_but_those_that_keep_accounts() -> None:
    assert {kind.__name__ for kind in _classes() if _changes(kind)} == KEEP_ACCOUNTS
