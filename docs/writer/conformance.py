"""Write the page on conformance from ``conformance.toml``: the table, and the pages of the browser.

Each clause says how it stands, what is done or why it does not apply, and what shows it.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from docs.writer import markdown

MAKER: Final = "docs/writer/conformance.toml"
DATA: Final = Path(__file__).with_name("conformance.toml")
ROOT: Final = Path(__file__).parents[2]

HOW: Final[Mapping[str, str]] = {
    "yes": "met",
    "in part": "met in part",
    "builder": "depends on who builds the table",
    "none": "does not apply",
}
"""How a clause may stand, and what the page says of it."""


@dataclass(frozen=True)
class Clause:
    """A clause by ``number`` and ``title``, and the ``level`` of a criterion of WCAG.

    ``how`` it stands is a key of :data:`HOW`, ``what`` says what is done or why it does not apply,
    and ``shown`` names tests as ``path::name`` and other files of the project by their path.
    """

    number: str
    title: str
    how: str
    what: str
    shown: tuple[str, ...] = ()
    level: str = ""


@cache
def clauses(part: str) -> Sequence[Clause]:
    """Return the clauses of ``part``: ``table`` (EN 301 549) or ``pages`` (WCAG)."""
    data: Mapping[str, Sequence[Mapping[str, Any]]] = tomllib.loads(
        DATA.read_text(encoding="utf-8")
    )
    return tuple(Clause(**{**each, "shown": tuple(each.get("shown", ()))}) for each in data[part])


def page() -> str:
    """Return the page."""
    return markdown.page(
        MAKER,
        "# Conformance",
        "This page shows how a table stands to clause 5 of EN 301 549 V3.2.1 (2021-03), the "
        "European standard for accessible devices, and how its pages in the browser stand to "
        "levels A and AA of WCAG 2.2. It is our own assessment, row by row with the test that "
        "shows it; nobody else has checked it. Clause 5.1.1 is only an introduction.",
        _sums(),
        "## The table",
        markdown.table(
            ("clause", "how it stands", "what is done, or why not", "shown by"),
            _rows(clauses("table")),
        ),
        "## The pages in the browser",
        "axe-core looks at every page in the colours of day and night; `make test-browser` runs "
        "it, and the other tests of pages, in Chromium.",
        markdown.table(
            ("criterion", "how it stands", "what is done, or why not", "shown by"),
            _rows(clauses("pages")),
        ),
        "Tests are named by file and function: `python -m pytest FILE -k NAME` runs one. Whole "
        "games are marked `deep`, which `make test-deep` runs.",
    )


def _sums() -> str:
    head = ("", *HOW.values())
    names = {"table": "EN 301 549, clause 5", "pages": "WCAG 2.2, A and AA"}
    rows = (
        (name, *(str(sum(each.how == how for each in clauses(part))) for how in HOW))
        for part, name in names.items()
    )
    return markdown.table(head, rows)


def _rows(found: Sequence[Clause]) -> Iterator[Sequence[str]]:
    for each in found:
        level = f" ({each.level})" if each.level else ""
        shown = "<br>".join(f"`{name}`" for name in each.shown)
        yield (f"{each.number} {each.title}{level}", HOW[each.how], each.what, shown)
