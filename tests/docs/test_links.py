"""The pages read well on a forge too: every link leads somewhere, and lists keep their numbers."""

import importlib
import re

import pytest

from docs.writer.manual import FOLDER

LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")
SHALLOW = re.compile(r"^ {1,3}```", re.MULTILINE)
NAMED_PATH = re.compile(
    r"(?<![\w/.-])((?:docs|firmware_host|games|hardware|tests)/[\w/.-]*[\w/])(?![\w/*])"
)
NAMED_OBJECT = re.compile(r"`((?:firmware_host|games|hardware)\.[\w.]+)`")
GUIDES = ("command", "display", "game", "key", "language", "observer")
"""Pages in developers that name files which a reader is about to add; each has its own test."""
BUILT = ("games/squadro/endgames.table", "games/squadro/perfect.table")
"""Files that are made, not kept with the sources."""
PAGES = sorted(page.relative_to(FOLDER).as_posix() for page in FOLDER.rglob("*.md"))


@pytest.mark.parametrize("page", PAGES)
def test_every_link_of_a_page_leads_somewhere(page: str) -> None:
    path = FOLDER / page
    for target in LINK.findall(path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), f"{page}: {target}"


@pytest.mark.parametrize("page", PAGES)
def test_code_in_a_list_does_not_end_the_list(page: str) -> None:
    text = (FOLDER / page).read_text(encoding="utf-8")
    assert not SHALLOW.search(text), "indent it by four, or the built site counts from 1 again"


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
