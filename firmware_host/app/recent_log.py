"""The latest lines of the log, kept in memory for the staff."""

import logging
import re
from collections import deque
from typing import Final

LINES: Final = 200
LONGEST_LINE: Final = 300
"""Characters of a line; the rest, such as a traceback, is in the journal of the system."""

FORMAT: Final = "%(asctime)s %(levelname)s %(message)s"
SECRETS: Final = re.compile(r"\b[A-Z]{4}[ -]?[A-Z]{4}\b|[\w+/=-]{32,}")
"""What looks like a code to pair a phone, or like a token or its hash."""

HIDDEN: Final = "…"


class RecentLog(logging.Handler):
    """Keeps the newest :data:`LINES` lines that the program has logged, without secrets."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(logging.Formatter(FORMAT, "%Y-%m-%d %H:%M:%S"))
        self._lines: deque[str] = deque(maxlen=LINES)

    @property
    def text(self) -> str:
        """The lines, the newest last."""
        return "\n".join(self._lines.copy())

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the line of ``record``."""
        try:
            line = self.format(record).partition("\n")[0][:LONGEST_LINE]
        except (KeyError, TypeError, ValueError):  # arguments that do not fit their text
            self.handleError(record)
        else:
            self._lines.append(SECRETS.sub(HIDDEN, line))
