"""Phones are let in by a token of which only the hash is kept."""

import stat
from datetime import date
from pathlib import Path

from firmware_host.features.phones.desk import NAME, Phones
from firmware_host.features.phones.remote import MOST_PHONES, PairedPhone
from firmware_host.web.doorway import MOST_CONNECTIONS, PLACES_OF_A_PHONE
from firmware_host.web.visitor import PageVisitor

SEAT = PageVisitor("seat", 1)


def phones(folder: Path) -> Phones:
    return Phones(folder / "web", lambda: date(2026, 11, 22))


def test_a_token_survives_a_restart_and_is_kept_hashed(tmp_path: Path) -> None:
    token = phones(tmp_path).pair(SEAT)
    found = phones(tmp_path).find(token)
    assert found is not None
    assert found == PairedPhone(found.id, "seat", 1, "2026-11-22")
    path = tmp_path / "web" / NAME
    assert token not in path.read_text()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_a_revoked_token_stays_revoked_after_a_restart(tmp_path: Path) -> None:
    kept = phones(tmp_path)
    token = kept.pair(SEAT)
    found = kept.find(token)
    assert found is not None
    assert kept.revoke(found.id) == found
    assert kept.revoke(found.id) is None
    assert phones(tmp_path).find(token) is None


def test_a_seat_has_one_phone(tmp_path: Path) -> None:
    kept = phones(tmp_path)
    first, second = kept.pair(SEAT), kept.pair(SEAT)
    assert kept.find(first) is None
    assert kept.find(second) is not None


def test_the_first_phone_makes_room(tmp_path: Path) -> None:
    kept = phones(tmp_path)
    tokens = [kept.pair(PageVisitor()) for _ in range(MOST_PHONES + 1)]
    assert len(kept.all) == MOST_PHONES
    assert [kept.find(token) is None for token in tokens[:2]] == [True, False]


def test_tokens_are_long_and_differ(tmp_path: Path) -> None:
    kept = phones(tmp_path)
    tokens = {kept.pair(PageVisitor()) for _ in range(20)}
    assert len(tokens) == 20
    assert all(len(token) >= 43 for token in tokens)


def test_a_file_that_makes_no_sense_lets_nobody_in(tmp_path: Path) -> None:
    kept = phones(tmp_path)
    token = kept.pair(SEAT)
    senseless = '{"a": "1a/king//2026-11-22"}', '{"a": "1a/seat/-1/2026-11-22"}'
    for text in ("", "[]", '{"a": 1}', '{"a": "b"}', *senseless, "\0"):
        (tmp_path / "web" / NAME).write_text(text)
        assert phones(tmp_path).find(token) is None


def test_a_folder_that_cannot_be_written_lets_phones_in_until_a_restart(tmp_path: Path) -> None:
    (tmp_path / "web").write_text("a file")
    kept = phones(tmp_path)
    assert kept.find(kept.pair(SEAT)) is not None


def test_there_are_places_for_all_phones_and_for_others() -> None:
    assert PLACES_OF_A_PHONE * MOST_PHONES < MOST_CONNECTIONS
