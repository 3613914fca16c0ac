"""The page on conformance has every clause, and what it names is there."""

import re
from collections.abc import Sequence
from pathlib import Path

from docs.writer.conformance import HOW, Clause, clauses
from docs.writer.manual import FOLDER

ROOT = FOLDER.parent

EN_301_549 = (
    *("5.1.2.1", "5.1.2.2"),
    *(f"5.1.3.{number}" for number in range(1, 17)),
    *("5.1.4", "5.1.5", "5.1.6.1", "5.1.6.2", "5.1.7", "5.2", "5.3", "5.4", "5.5.1", "5.5.2"),
    *("5.6.1", "5.6.2", "5.7", "5.8", "5.9"),
)
"""The clauses of section 5 of EN 301 549 V3.2.1 that demand something."""

WCAG_A = (
    "1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 "
    "2.4.1 2.4.2 2.4.3 2.4.4 2.5.1 2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 3.3.7 "
    "4.1.2"
).split()
WCAG_AA = (
    "1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7 "
    "2.4.11 2.5.7 2.5.8 3.1.2 3.2.3 3.2.4 3.3.3 3.3.4 3.3.8 4.1.3"
).split()
"""The success criteria of WCAG 2.2, by level."""

ALL = (*clauses("table"), *clauses("pages"))


def numbers(found: Sequence[Clause], level: str = "") -> list[str]:
    return [each.number for each in found if each.level == level]


def is_there(shown: str) -> bool:
    """Return whether the project has the file or the test that is named."""
    path, _, name = shown.partition("::")
    file = ROOT / path
    if not file.is_file():
        return False
    return (
        not name or re.search(rf"^def {name}\(", file.read_text("utf-8"), re.MULTILINE) is not None
    )


def test_every_clause_has_one_entry() -> None:
    assert numbers(clauses("table")) == list(EN_301_549)


def test_every_criterion_has_one_entry_with_its_level() -> None:
    assert sorted(numbers(clauses("pages"), "A")) == sorted(WCAG_A)
    assert sorted(numbers(clauses("pages"), "AA")) == sorted(WCAG_AA)
    assert len(clauses("pages")) == len(WCAG_A) + len(WCAG_AA)


def test_an_entry_says_what_is_done_and_what_shows_it() -> None:
    for clause in ALL:
        assert clause.how in HOW, clause
        assert clause.what.endswith("."), clause
        assert (clause.shown == ()) == (clause.how == "none"), clause


def test_what_shows_it_is_there() -> None:
    missing = [(each.number, shown) for each in ALL for shown in each.shown if not is_there(shown)]
    assert missing == []


def test_a_test_that_is_not_there_is_found() -> None:
    here = Path(__file__).relative_to(ROOT).as_posix()
    assert is_there(f"{here}::test_every_clause_has_one_entry")
    assert not is_there(f"{here}::test_every_clause_has_two_entries")
    assert not is_there("tests/docs/no_such_file.py")
