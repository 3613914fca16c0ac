"""The glossary names modules and classes that exist, and has every class of the core vocabulary."""

import importlib
import inspect
import re

import pytest

from docs.writer.manual import FOLDER
from firmware_host.remote.requests import RemoteRequest
from firmware_host.web.hints import Hints

PAGE = (FOLDER / "developers" / "glossary.md").read_text(encoding="utf-8")
ROW = re.compile(
    r"^\| (?P<term>[^|]+) \| (?P<meaning>[^|]+) \| `(?P<place>[\w.]+)` \|$", re.MULTILINE
)
ROWS = [(each["term"], each["meaning"], each["place"]) for each in ROW.finditer(PAGE)]
PLACES = [place for _, _, place in ROWS]
CORE = (
    "games.actions",
    "games.core",
    "games.equipment",
    "games.message",
    "hardware.board",
    "hardware.dice.tray",
    "firmware_host.remote.access",
    "firmware_host.remote.history",
    "firmware_host.remote.inbox",
    "firmware_host.remote.requests",
    "firmware_host.remote.snapshot",
    "firmware_host.remote.wire",
    "firmware_host.session.session",
    "firmware_host.session.setup",
    "firmware_host.session.seats",
    "firmware_host.session.chooser",
    "firmware_host.session.board_check",
    "firmware_host.screens.view",
    "firmware_host.table.table",
    "firmware_host.table.board_watch",
    "firmware_host.table.context",
    "firmware_host.table.game_controller",
    "firmware_host.table.machine_turns",
    "firmware_host.table.notices",
    "firmware_host.table.observers",
    "firmware_host.table.scene_stack",
    "firmware_host.web.classroom",
    "firmware_host.web.desk",
    "firmware_host.web.entrance",
    "firmware_host.web.guard",
    "firmware_host.web.live",
    "firmware_host.web.mirror",
    "firmware_host.web.page_state",
    "firmware_host.web.pairing",
    "firmware_host.web.phones",
    "firmware_host.web.practice_hands",
    "firmware_host.web.practice_table",
    "firmware_host.web.practice_tables",
    "firmware_host.web.running",
    "firmware_host.web.table_client",
    "firmware_host.web.throw_pool",
    "firmware_host.web.visitor",
)
"""The modules whose public classes are the words that everybody needs."""


def found(place: str) -> object:
    """The module or the class at ``place``, a dotted path."""
    try:
        return importlib.import_module(place)
    except ModuleNotFoundError:
        module, _, name = place.rpartition(".")
        return getattr(importlib.import_module(module), name)


def test_every_row_has_a_term_a_meaning_and_a_place() -> None:
    heads = ("| term |", "|---|")
    lines = [line for line in PAGE.splitlines() if line.startswith("|")]
    assert len(ROWS) == len([line for line in lines if not line.startswith(heads)])


def test_a_term_and_a_place_stand_there_once() -> None:
    assert len({term for term, _, _ in ROWS}) == len(ROWS)
    assert len(set(PLACES)) == len(PLACES)


@pytest.mark.parametrize("place", PLACES)
def test_every_module_and_class_of_the_glossary_exists(place: str) -> None:
    assert inspect.ismodule(found(place)) or inspect.isclass(found(place))


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
