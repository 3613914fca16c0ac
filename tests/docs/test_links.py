"""Links between the pages of the manual, as they are followed on a forge."""

import re

import pytest

from docs.writer.manual import FOLDER

LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")
PAGES = sorted(page.relative_to(FOLDER).as_posix() for page in FOLDER.rglob("*.md"))


@pytest.mark.parametrize("page", PAGES)
def test_every_link_of_a_page_leads_somewhere(page: str) -> None:
    path = FOLDER / page
    for target in LINK.findall(path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), f"{page}: {target}"
