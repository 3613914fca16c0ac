"""The glossary names modules and classes that exist, and has every class of the core vocabulary."""

import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from types import ModuleType

import pytest

from docs.writer.manual import FOLDER
from firmware_host import remote, web
from firmware_host.features import NAMES
from firmware_host.remote.requests import RemoteRequest
from firmware_host.web.hints import Hints

PAGE = (FOLDER / "developers" / "glossary.md").read_text(encoding="utf-8")
ROW = re.compile(
    r"^\| (?P<term>[^|]+) \| (?P<meaning>[^|]+) \| `(?P<place>[\w.]+)` \|$", re.MULTILINE
)
ROWS = [(each["term"], each["meaning"], each["place"]) for each in ROW.finditer(PAGE)]
PLACES = [place for _, _, place in ROWS]


def modules(package: ModuleType) -> Iterator[str]:
    """Yield the names of all modules of ``package``."""
    yield from (
        each.name for each in pkgutil.iter_modules(package.__path__, f"{package.__name__}.")
    )


CORE = (
    *modules(remote),
    *modules(web),
    "games.actions",
    "games.core",
    "games.equipment",
    "games.message",
    "hardware.board",
    "hardware.dice.tray",
    "firmware_host.session.session",
    "firmware_host.session.setup",
    "firmware_host.session.seats",
    "firmware_host.session.chooser",
    "firmware_host.session.board_check",
    "firmware_host.screens.view",
    "firmware_host.table.table",
    "firmware_host.table.context",
    "firmware_host.table.game_controller",
    "firmware_host.table.idle",
    "firmware_host.table.observers",
)
"""The modules whose public classes are the words that everybody needs."""


def found(place: str) -> object:
    """The module or the class at ``place``, a dotted path."""
    try:
        return importlib.import_module(place)
    except ModuleNotFoundError:
        module, _, name = place.rpartition(".")
        return getattr(importlib.import_module(module), name)


def is_there(place: str) -> bool:
    """Whether ``place`` is in the core, or in a feature that there is."""
    package, _, inner = place.removeprefix("firmware_host.").partition(".")
    return package != "features" or inner.split(".")[0] in NAMES


def test_every_row_has_a_term_a_meaning_and_a_place() -> None:
    heads = ("| term |", "|---|")
    lines = [line for line in PAGE.splitlines() if line.startswith("|")]
    assert len(ROWS) == len([line for line in lines if not line.startswith(heads)])


def test_a_term_and_a_place_stand_there_once() -> None:
    assert len({term for term, _, _ in ROWS}) == len(ROWS)
    assert len(set(PLACES)) == len(PLACES)


def test_every_module_and_class_of_the_glossary_exists() -> None:
    for place in filter(is_there, PLACES):
        assert inspect.ismodule(found(place)) or inspect.isclass(found(place)), place


def is_explained_kind(each: type) -> bool:
    """Return whether its base explains a class: one more request, hint or error."""
    return issubclass(each, (RemoteRequest, Hints, Exception)) and each is not RemoteRequest


@pytest.mark.parametrize("module", CORE)
def test_every_class_of_the_core_vocabulary_is_in_the_glossary(module: str) -> None:
    names = {
        name
        for name, each in inspect.getmembers(importlib.import_module(module), inspect.isclass)
        if each.__module__ == module and not name.startswith("_") and not is_explained_kind(each)
    }
    missing = {name for name in names if f"{module}.{name}" not in PLACES}
    assert not missing, f"add to docs/developers/glossary.md: {sorted(missing)}"
