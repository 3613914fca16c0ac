"""What a feature adds to the agent of a table: it speaks with another table of the broker."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol, cast

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


class PartnerModule(Protocol):
    """A module that opens partners."""

    def linked_table(self, client: "TableClient", table: str, other: str, folder: Path) -> Partner:
        """Return the partner ``other``; ``client`` is that of ``table``, ``folder`` its state."""


class PartnerOption(NamedTuple):
    """How the command line names a partner: by an ``option``, which its help explains.

    ``apply`` returns the request of a table that has one. The function ``linked_table`` of
    ``module``, which only the agent of a table needs, opens it.
    """

    option: str
    help: str
    apply: "Callable[[Request, Namespace], Request]"
    module: str

    def open(self, client: "TableClient", table: str, other: str, folder: Path) -> Partner:
        """Return the partner ``other``; ``client`` is that of ``table``, ``folder`` its state."""
        module = cast(PartnerModule, import_module(self.module))
        return module.linked_table(client, table, other, folder)

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
