"""Where a table speaks and listens at the broker."""

import re
from typing import Final

from msgspec import Struct

ROOT: Final = "tableside/1"
"""All topics begin so; the number is the version of what is said there."""

NAME: Final = re.compile(r"[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?")
"""The name of a table: it is a part of topics, and of names in Home Assistant."""

EVERYBODY: Final = "all"
"""In place of a name: orders to all tables. No table may be called so."""

ANSWER: Final = "answer"
STATES: Final = ("online", "state", "health", "counters", ANSWER)
"""What a table says in JSON; all but the answer are retained."""

PICTURE: Final = "picture"

ORDER: Final = "order"


def is_name(text: str) -> bool:
    """Return whether a table may be called ``text``.

    >>> is_name("hall-2"), is_name("Hall 2"), is_name("all")
    (True, False, False)
    """
    return NAME.fullmatch(text) is not None and text != EVERYBODY


class Topics(Struct, frozen=True):
    """The topics of the table called ``name``.

    >>> Topics("hall-2").of("state")
    'tableside/1/hall-2/state'
    """

    name: str

    def of(self, what: str) -> str:
        """Return the topic of ``what``."""
        return f"{ROOT}/{self.name}/{what}"

    @property
    def orders(self) -> tuple[str, ...]:
        """Where orders to this table come from."""
        return self.of(ORDER), Topics(EVERYBODY).of(ORDER)


def parted(topic: str) -> tuple[str, str] | None:
    """Return which table says what in ``topic``; None if it is no topic of a table.

    >>> parted("tableside/1/hall-2/state")
    ('hall-2', 'state')
    """
    root, _, rest = topic.partition(f"{ROOT}/")
    name, _, what = rest.partition("/")
    return (name, what) if not root and is_name(name) and what in (*STATES, PICTURE) else None
