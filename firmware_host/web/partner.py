"""What a feature adds to the agent of a table: it speaks with another table of the broker."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from firmware_host.base.registry import Registry

if TYPE_CHECKING:
    from firmware_host.web.table_client import TableClient


class Partner(Protocol):
    """Another table of the broker: what each of both tells the other has one ``topic``."""

    @property
    def table(self) -> str:
        """The name of the other table."""

    @property
    def topic(self) -> str:
        """The last part of the topics."""

    @property
    def longest(self) -> int:
        """Bytes of the longest message."""

    @property
    def said(self) -> bytes | None:
        """What to tell the other table now; None: nothing."""

    def look(self) -> None:
        """Take over what the table here shows now."""

    def hear(self, said: bytes) -> None:
        """Take what the other table says."""

    def be_there(self, *, is_there: bool) -> None:
        """Note whether the other table can be reached."""

    async def run(self, tell: Callable[[], None]) -> None:
        """Do what takes time until this is cancelled; call ``tell`` when there may be news."""


class PartnerOption(NamedTuple):
    """How the command line names a partner.

    ``add`` adds the options; ``words`` returns them again for the agent of a table, or of none
    (None): UsageError if they do not fit together. ``open`` returns the partner of the table with
    a name, with what is kept in a folder; None: it has none.
    """

    add: Callable[[ArgumentParser], None]
    words: Callable[[Namespace, str | None], tuple[str, ...]]
    open: "Callable[[Namespace, TableClient, str, Path], Partner | None]"


PARTNERS = Registry[PartnerOption]("cli")
"""The partners that features find for a table."""
