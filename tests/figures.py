"""Figures of the manual that tests measure, and how they get into its pages.

A figure stands between two comments, which readers do not see::

    <!-- crash states -->132,699<!-- / -->

A test calls the fixture ``figure`` with the name and the new text. It is printed, and ``pytest
--write-figures`` (``make figures``) writes it into the page.
"""

import fcntl
import re
from collections.abc import Callable, Iterator
from pathlib import Path

Figure = Callable[[str, str], None]
"""Publish the figure of that name with that text."""

DOCS = Path(__file__).parents[1] / "docs"
PAGES = ("developers/reliability.md", "firmware.md", "builders/tiles.md")
END = "<!-- / -->"


def marked(name: str) -> re.Pattern[str]:
    """Return what matches the figure ``name`` in a page."""
    return re.compile(rf"(<!-- {re.escape(name)} -->).*?({END})")


def names() -> Iterator[str]:
    """Yield the names of the figures in all pages."""
    for page in PAGES:
        yield from re.findall(rf"<!-- ([\w ]+) -->.*?{END}", (DOCS / page).read_text("utf-8"))


def write(name: str, text: str, docs: Path = DOCS) -> None:
    """Write ``text`` as the figure ``name`` into the page that has it; several tests may at once.

    Raise LookupError if no page has it.
    """
    with (docs / PAGES[0]).open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for page in map(docs.joinpath, PAGES):
            old = page.read_text("utf-8")
            new, count = marked(name).subn(rf"\g<1>{text}\g<2>", old)
            if count:
                page.write_text(new, "utf-8")
                return
    raise LookupError(f"no page in docs has a figure <!-- {name} -->")
