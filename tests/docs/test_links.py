"""The pages read well on a forge too: every link leads somewhere, and lists keep their numbers.

What ``make docs`` would refuse is found here as well, without mkdocs.
"""

import importlib
import re
from functools import cache
from pathlib import Path

import pytest

from docs.writer.manual import FOLDER

ROOT = FOLDER.parent
LINK = re.compile(r"\]\(([^)#:\s]*)(?:#([^)\s]+))?\)")
FENCE = re.compile(r"^ *```.*?^ *```", re.DOTALL | re.MULTILINE)
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
IN_THE_NAVIGATION = re.compile(r"^ +- (?:.+: )?([\w./-]+\.md)$", re.MULTILINE)
SHOWN = ("only-light", "only-dark")
"""Not anchors: the site shows the picture only where the page is light, or dark."""
SHALLOW = re.compile(r"^ {1,3}```", re.MULTILINE)
SWALLOWED = re.compile(r"\n\n(?: {4}.*\n)+(?:\d+\.|-) .*")
"""A step that follows the second paragraph of the step before without an empty line."""
NAMED_PATH = re.compile(
    r"(?<![\w/.-])((?:docs|firmware_host|games|hardware|tests)/[\w/.-]*[\w/])(?![\w/*])"
)
NAMED_OBJECT = re.compile(r"`((?:firmware_host|games|hardware)\.[\w.]+)`")
GUIDES = ("feature", "command", "display", "game", "key", "language", "observer")
"""Pages in developers that name files which a reader is about to add; each has its own test."""
BUILT = ("games/squadro/endgames.table", "games/squadro/perfect.table")
"""Files that are made, not kept with the sources."""
PAGES = sorted(
    page.relative_to(FOLDER).as_posix()
    for page in FOLDER.rglob("*.md")
    if page.parent.name != "rules"  # the rule sheet of an example
)
AT_THE_ROOT = sorted(f"../{page.name}" for page in ROOT.glob("*.md"))


@pytest.mark.parametrize("page", [*PAGES, *AT_THE_ROOT])
def test_every_link_of_a_page_leads_somewhere(page: str) -> None:
    path = FOLDER / page
    for name, anchor in LINK.findall(prose(path)):
        target = path.parent / name if name else path
        assert target.exists(), f"{page}: {name}"
        is_shown = anchor in ("", *SHOWN)
        assert is_shown or anchor in anchors(target.resolve()), f"{page}: {name}#{anchor}"


@cache
def prose(path: Path) -> str:
    """Return the text of a page without its blocks of code."""
    return FENCE.sub("", path.read_text(encoding="utf-8"))


@cache
def anchors(path: Path) -> frozenset[str]:
    """Return the anchors of the headings of a page: those that a forge and the site both make."""
    plain = [re.sub(r"[^\w\- ]", "", title.lower()) for title in HEADING.findall(prose(path))]
    on_the_site = {re.sub(r"[-\s]+", "-", title) for title in plain}
    return frozenset(title.replace(" ", "-") for title in plain) & on_the_site


def test_the_navigation_has_every_page_once() -> None:
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    listed = IN_THE_NAVIGATION.findall(text.partition("\nnav:\n")[2])
    assert sorted(listed) == PAGES


def test_no_file_takes_the_place_of_a_page_in_the_site() -> None:
    assert [page for page in PAGES if (FOLDER / page).with_suffix(".html").exists()] == []


@pytest.mark.parametrize("page", PAGES)
def test_code_in_a_list_does_not_end_the_list(page: str) -> None:
    text = (FOLDER / page).read_text(encoding="utf-8")
    assert not SHALLOW.search(text), "indent it by four, or the built site counts from 1 again"


@pytest.mark.parametrize("page", PAGES)
def test_a_step_of_two_paragraphs_does_not_swallow_the_next_step(page: str) -> None:
    assert not SWALLOWED.search(prose(FOLDER / page)), "put an empty line before the next step"


@pytest.mark.parametrize("page", PAGES)
def test_every_file_that_a_page_names_exists(page: str) -> None:
    if page in [f"developers/{guide}.md" for guide in GUIDES]:
        return
    named = NAMED_PATH.findall((FOLDER / page).read_text(encoding="utf-8"))
    missing = [path for path in named if path not in BUILT and not (FOLDER.parent / path).exists()]
    assert not missing


@pytest.mark.parametrize("page", PAGES)
def test_every_module_and_name_in_it_that_a_page_names_exists(page: str) -> None:
    for dotted in NAMED_OBJECT.findall((FOLDER / page).read_text(encoding="utf-8")):
        assert exists(dotted), f"{page}: {dotted}"


def exists(dotted: str) -> bool:
    """Return whether ``dotted`` is a module, or a name in a module or in one of its classes."""
    parts = dotted.split(".")
    for size in range(len(parts), 0, -1):
        try:
            found: object = importlib.import_module(".".join(parts[:size]))
        except ModuleNotFoundError:
            continue
        for name in parts[size:]:
            if not hasattr(found, name):
                return False
            found = getattr(found, name)
        return True
    return False
