"""Where a table speaks and listens at the broker."""

from typing import Final

from msgspec import Struct

from firmware_host.web.table_states import EVERYBODY, is_name

ROOT: Final = "tableside/1"
"""All topics begin so; the number is the version of what is said there."""

ANSWER: Final = "answer"
STATES: Final = ("online", "state", "health", "counters", ANSWER)
"""What a table says in JSON; all but the answer are retained."""

PICTURE: Final = "picture"

ORDER: Final = "order"


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
