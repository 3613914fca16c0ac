"""What the tests of phones in a browser share: a table that has let one in, and the browser."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from firmware_host.features.phones.desk import Phones
from firmware_host.features.phones.web import TOKEN, PhoneAdmission
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from firmware_host.web.visitor import PageVisitor
from tests.browser.conftest import Share, axe, chromium, others_give_way, picture, visit
from tests.browser.served_sites import SharedTable
from tests.table import Begin

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["axe", "chromium", "others_give_way", "picture", "share", "visit"]


class PairedPhone(NamedTuple):
    """A phone that a table knows, as a browser at its ``address`` with these ``cookies``."""

    address: str
    cookies: Mapping[str, str]


class PairedTable(SharedTable):
    """A shared table; a phone has been paired for each of ``visitors`` before."""

    def __init__(self, hands: Hands, folder: Path, *visitors: PageVisitor) -> None:
        phones = Phones(folder / "web")
        paired = [{TOKEN.name: phones.pair(each)} for each in visitors]
        self.cookies = paired[0]
        super().__init__(hands, folder, PhoneAdmission.of)
        self.phones = [PairedPhone(self.address, each) for each in paired]


@pytest.fixture
def share(
    begin: Begin, tmp_path: Path, chromium: "Browser", others_give_way: None
) -> Iterator[Share]:
    """Share a table: ``share(setup, visitor=...)``; for ``visitor`` a phone is paired.

    A phone is paired for each of the ``others`` too.
    """
    opened: list[PairedTable] = []

    def shared(
        setup: Setup | None = None,
        visitor: PageVisitor | None = None,
        others: Sequence[PageVisitor] = (),
    ) -> PairedTable:
        opened.append(PairedTable(begin(setup), tmp_path, visitor or PageVisitor(), *others))
        return opened[-1]

    yield shared
    for table in opened:
        table.close()
