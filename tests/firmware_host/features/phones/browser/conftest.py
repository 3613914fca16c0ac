"""What the tests of phones in a browser share: a table that has let one in, and the browser."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

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


class PairedTable(SharedTable):
    """A shared table; a phone has been paired for ``visitor`` before."""

    def __init__(self, hands: Hands, folder: Path, visitor: PageVisitor) -> None:
        self.cookies = {TOKEN.name: Phones(folder / "web").pair(visitor)}
        super().__init__(hands, folder, PhoneAdmission.of)


@pytest.fixture
def share(
    begin: Begin, tmp_path: Path, chromium: "Browser", others_give_way: None
) -> Iterator[Share]:
    """Share a table: ``share(setup, visitor=...)``; for ``visitor`` a phone is paired."""
    opened: list[SharedTable] = []

    def shared(setup: Setup | None = None, visitor: PageVisitor | None = None) -> SharedTable:
        opened.append(PairedTable(begin(setup), tmp_path, visitor or PageVisitor()))
        return opened[-1]

    yield shared
    for table in opened:
        table.close()
