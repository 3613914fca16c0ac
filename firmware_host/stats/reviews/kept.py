"""Keep what is worked out of a review, so that an interrupted one goes on where it was.

Each review has a file with a line of JSON for each point. A line that was cut off by a kill is
passed over.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import Final

from firmware_host.base.errors import UsageError, reason
from firmware_host.base.values import Struct, ValuesError, from_json
from games.digest import digest
from games.record import Record, write
from games.review.accounts import Assessed
from hardware.untrusted_file import read_untrusted_text

FOLDER: Final = "reviews"
"""The folder in the folder for saved games."""
FORMAT: Final = 1
"""Raised whenever the lines of a file mean something else."""
DIGITS: Final = 24
LONGEST: Final = 4 << 20
"""Bytes of a file at most: a record of the longest game has fewer points than fill them."""

MOST_FILES: Final = 50
"""The oldest reviews are removed when there are more."""


class _KeptPoint(Struct, frozen=True):
    """A line: what was found of a ``point``, by its number."""

    point: int
    worth: tuple[float, ...]
    change: tuple[float, ...]
    best: str


class KeptReview:
    """What is known of the review of ``record``, kept in ``folder``.

    ``code`` is that of :func:`firmware_host.stats.game_code.game_code`: other rules or players may
    judge differently. UsageError if the folder cannot be used.
    """

    def __init__(self, record: Record, code: str, folder: Path) -> None:
        played = write(replace(record, date="", players={}))  # whoever played it, and when
        key = digest(f"{FORMAT} {code}\n{played}".encode(), DIGITS)
        self.path = folder / f"{key}.jsonl"
        self.found: dict[int, Assessed] = {}
        try:
            folder.mkdir(parents=True, exist_ok=True)
            _prune(folder)
            text = read_untrusted_text(self.path, LONGEST) if self.path.exists() else ""
        except (OSError, UnicodeDecodeError) as error:
            why = reason(error) if isinstance(error, OSError) else "this is not text"
            raise UsageError(f"{folder}: reviews cannot be kept there: {why}") from None
        for line in text.splitlines():
            with suppress(ValuesError):
                kept = from_json(line, _KeptPoint)
                self.found[kept.point] = Assessed(kept.worth, kept.change, kept.best)

    def add(self, found: Mapping[int, Assessed]) -> None:
        """Keep what was ``found``, by the numbers of the points."""
        self.found.update(found)
        lines = [json.dumps({"point": number, **asdict(each)}) for number, each in found.items()]
        try:
            with self.path.open("a", encoding="utf-8") as file:
                file.write("\n" + "\n".join(lines) + "\n")
        except OSError as error:
            raise UsageError(f"{self.path}: cannot be written: {reason(error)}") from None


def _prune(folder: Path) -> None:
    """Remove the oldest files of ``folder``, so that there is room for one more."""
    files = sorted(folder.glob("*.jsonl"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in files[MOST_FILES - 1 :]:
        path.unlink(missing_ok=True)
