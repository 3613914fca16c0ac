"""What a feature adds to the agent of a table: it speaks with another table of the broker."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from firmware_host.base.registry import Registry

if TYPE_CHECKING:
    from firmware_host.app.request import Request
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
    """How the command line names a partner: by an ``option``, which its help explains.

    ``apply`` returns the request of a table that has one. ``open`` returns the partner with a name,
    for a client of the table with the other name, with what is kept in a folder.
    """

    option: str
    help: str
    apply: "Callable[[Request, Namespace], Request]"
    open: "Callable[[TableClient, str, str, Path], Partner]"

    def named(self, arguments: Namespace) -> str | None:
        """Return the name that ``arguments`` give; None if they give none."""
        name: str | None = getattr(arguments, self.option.strip("-").replace("-", "_"))
        return name


PARTNERS = Registry[PartnerOption]("cli")
"""The partners that features find for a table."""


def add_partners(parser: ArgumentParser) -> None:
    """Add the options that name partners."""
    for each in PARTNERS:
        parser.add_argument(each.option, metavar="TABLE", help=each.help)


def named_partners(arguments: Namespace) -> Iterator[tuple[PartnerOption, str]]:
    """Yield the partners that ``arguments`` name, each with its name."""
    for each in PARTNERS:
        name = each.named(arguments)
        if name is not None:
            yield each, name
