"""While a card fails, the table says so until everything is saved again."""

import errno
from pathlib import Path

import pytest

from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.storage.filesystem import Storage
from firmware_host.storage.journal import RETRY_SECONDS, Journal
from tests.firmware_host.storage.disk import failure
from tests.table import Begin, OneGame

THAAYAM = OneGame("thaayam")


def test_the_table_says_not_saved_until_the_card_works_again(
    begin: Begin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: Storage, descriptor: int, data: bytes) -> int:
        raise failure(errno.ENOSPC)

    hands = begin(Setup("thaayam", {"seats": 2}), THAAYAM)
    with monkeypatch.context() as broken:
        broken.setattr(Storage, "write", full)
        hands.throw("1")
        assert "Not saved!" in hands.world.app.words
        hands.world.run_for(RETRY_SECONDS - 1)
        assert "Not saved!" not in hands.world.app.words
        hands.world.run_for(1.5)
        assert "Not saved!" in hands.world.app.words
    hands.world.run_for(RETRY_SECONDS)
    assert "Not saved!" not in hands.world.app.words
    _, *records = next(Journal(tmp_path).sessions())
    assert Session.resume(records, THAAYAM).actions == hands.world.app.table.game.playing.actions
