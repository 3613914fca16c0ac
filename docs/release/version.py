"""The version of the Debian package and its changelog, both from CHANGELOG.md.

>>> news = "## [Unreleased]\\n- Dice.\\n\\n## [0.1.0] - 2026-10-30\\n\\n- A board\\n  for four.\\n"
>>> release, first = releases(news, datetime(2026, 11, 22, 17, 5, tzinfo=UTC))
>>> release.version, first.version
('0.1.0+20261122.1705', '0.1.0')
>>> first.changes
('A board for four.',)
"""

import os
import re
import subprocess
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Final

EPOCH: Final = "SOURCE_DATE_EPOCH"
"""The date of everything in the package, in seconds since 1970 (reproducible-builds.org)."""

SECTION: Final = re.compile(r"^## \[([^]]+)\](?: - (\d{4}-\d{2}-\d{2}))?\n", re.MULTILINE)
CHANGE: Final = re.compile(r"^- (.+?)(?=\n- |\n#|\n\n|\Z)", re.MULTILINE | re.DOTALL)
UNRELEASED: Final = "Unreleased"
MAINTAINER: Final = re.compile(r"^Maintainer: (.+)$", re.MULTILINE)
COLUMNS: Final = 78


@dataclass(frozen=True)
class Release:
    """A ``version`` for Debian, its ``date``, and its ``changes``, a line each."""

    version: str
    date: datetime
    changes: tuple[str, ...]


def source_date(root: Path) -> datetime:
    """Return the date of the sources in ``root``: SOURCE_DATE_EPOCH, else that of the commit."""
    if EPOCH not in os.environ:
        command = ("git", "log", "-1", "--format=%ct")
        answer = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
        return datetime.fromtimestamp(int(answer.stdout), UTC)
    return datetime.fromtimestamp(int(os.environ[EPOCH]), UTC)


def releases(changelog: str, today: datetime) -> tuple[Release, ...]:
    """Return the releases that ``changelog`` lists, the newest first.

    Changes that are not released yet make a version between the last release and the next one,
    with the date of ``today``. Of two releases of one day the newer one is a minute later, as
    a Debian changelog wants it.
    """
    found = list(SECTION.finditer(changelog))
    ends = [*(each.start() for each in found[1:]), len(changelog)]
    listed = []
    for number, (each, end) in enumerate(zip(found, ends, strict=True), start=1):
        name, day = each.groups()
        changes = tuple(_changes(changelog[each.end() : end]))
        if name == UNRELEASED:
            last = next(other[1] for other in found if other[1] != UNRELEASED)
            name, date = f"{last}+{today:%Y%m%d.%H%M}", today
        else:
            since_noon = timedelta(minutes=len(found) - number)
            date = datetime.fromisoformat(f"{day}T12:00+00:00") + since_noon
        if changes:
            listed.append(Release(name, date, changes))
    return tuple(listed)


def maintainer(root: Path) -> str:
    """Return whom debian/control of the sources in ``root`` names: no other place does."""
    (found,) = MAINTAINER.findall((root / "debian" / "control").read_text(encoding="utf-8"))
    return str(found)


def debian_changelog(listed: tuple[Release, ...], maintainer: str) -> str:
    """Return the file debian/changelog with the releases ``listed``, by ``maintainer``."""
    return "\n".join(_entry(release, maintainer) for release in listed)


def _changes(section: str) -> Iterator[str]:
    for change in CHANGE.findall(section):
        yield " ".join(change.split())


def _entry(release: Release, maintainer: str) -> str:
    changes = [
        textwrap.fill(
            change, COLUMNS, initial_indent="  * ", subsequent_indent="    ",
            break_long_words=False, break_on_hyphens=False,
        )
        for change in release.changes
    ]  # fmt: skip
    head = f"tableside ({release.version}) unstable; urgency=medium"
    foot = f" -- {maintainer}  {format_datetime(release.date)}\n"
    return "\n\n".join([head, "\n".join(changes), foot])
