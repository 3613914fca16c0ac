"""The pages read well on a forge too: every link leads somewhere, and lists keep their numbers."""

import re

import pytest

from docs.writer.manual import FOLDER

LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")
SHALLOW = re.compile(r"^ {1,3}```", re.MULTILINE)
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
