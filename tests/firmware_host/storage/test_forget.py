"""A game is removed from the card: whole, or after a power cut not at all; and it still counts."""

import errno
from collections.abc import Sequence

import pytest

from firmware_host.storage.counters import Counters
from firmware_host.storage.history import SavedGame, saved_games
from firmware_host.storage.journal import Journal
from firmware_host.storage.records import JournalRecord, encode
from firmware_host.storage.segments import FORMAT, file_name
from tests.firmware_host.storage.disk import FOLDER, Disk, PowerCut
from tests.firmware_host.storage.journal_sample import journal_on

DAY = "2026-03-09"
OVER: JournalRecord = {"over": "drawn", "winners": "", "is_draw": True}


def begin(game: str) -> JournalRecord:
    return {"begin": game}


def kept(disk: Disk) -> Sequence[SavedGame]:
    return saved_games(journal_on(Disk(disk.saved)).sessions())


def names(games: Sequence[SavedGame]) -> list[object]:
    return [game.records[0]["begin"] for game in games]


def one_of_three_files(disk: Disk) -> tuple[Journal, SavedGame]:
    """Return a journal with the games a, b and c; a goes on twice, so that it has three files."""
    journal = journal_on(disk, date=DAY)
    for game in ("a", "b"):
        journal.begin(begin(game))
        journal.append({"do": "1"})
    for _ in range(2):
        a = next(each for each in saved_games(journal.sessions()) if each.records[0] == begin("a"))
        journal.go_on(a)
        journal.append({"do": "2"})
    journal.begin(begin("c"))
    journal.append({"do": "1"})
    return journal, next(each for each in kept(disk) if each.records[0] == begin("a"))


def test_all_files_of_a_game_go_and_all_others_stay() -> None:
    disk = Disk()
    journal, a = one_of_three_files(disk)
    assert names(kept(disk)) == ["c", "a", "b"]
    assert journal.forget(a)
    assert names(kept(disk)) == ["c", "b"]
    journal.append({"do": "3"})
    journal.close()
    assert journal_on(disk).open() == (begin("c"), {"do": "1"}, {"do": "3"})


def test_a_power_cut_leaves_the_whole_game_or_nothing_of_it() -> None:
    states = 0
    first = Disk()
    one_of_three_files(first)
    for call in range(100):
        disk = Disk(first.saved)
        journal = journal_on(disk, date=DAY)
        journal.open()
        a = next(each for each in kept(disk) if each.records[0] == begin("a"))
        disk.cut_at = disk.calls + call
        try:
            assert journal.forget(a)
        except PowerCut:
            pass
        else:
            break
        for image in disk.images(range):
            found = [each for each in kept(Disk(image)) if each.records[0] == begin("a")]
            assert [each.records for each in found] in ([], [a.records])
            states += 1
    assert call < 99
    assert states > call


def test_the_present_game_goes_too_and_the_next_one_gets_another_number() -> None:
    disk = Disk()
    journal = journal_on(disk, date=DAY)
    journal.begin(begin("a"))
    journal.append({"do": "1"})
    (a,) = kept(disk)
    assert journal.forget(a)
    assert kept(disk) == ()
    journal.retry()
    journal.begin(begin("b"))
    journal.append({"do": "1"})
    (b,) = kept(disk)
    assert b.session != a.session


def test_a_game_counts_also_when_it_is_deleted() -> None:
    disk = Disk()
    journal, a = one_of_three_files(disk)
    journal.append(OVER)
    c = kept(disk)[0]
    for game in (a, c):
        assert journal.forget(game)
    journal.begin(begin("d"))
    (day,) = Counters(FOLDER, Disk(disk.saved)).days()
    assert (day.begun, day.finished, day.abandoned) == (4, 1, 2)


def test_old_files_without_the_number_of_a_session_are_told_by_their_records() -> None:
    files = {
        file_name(number): b"".join(map(encode, ({"tableside": FORMAT}, begin(game), *done)))
        for number, game, done in (
            (1, "a", [{"do": "1"}]), (2, "a", [{"do": "1"}, {"do": "2"}]), (3, "b", [{"do": "1"}])
        )
    }  # fmt: skip
    disk = Disk(files)
    journal = journal_on(disk)
    assert [game.session for game in kept(disk)] == [None, None]
    assert journal.forget(kept(disk)[1])
    assert names(kept(disk)) == ["b"]


def test_a_card_that_fails_is_told_and_the_game_stays() -> None:
    disk = Disk()
    journal, a = one_of_three_files(disk)
    disk.fail(errno.EIO)
    assert not journal.forget(a)
    assert "a game is not deleted" in journal.notices[-1]
    disk.mend()
    assert "a" in names(kept(disk))


@pytest.mark.parametrize("game", ["a", "b"])
def test_a_deleted_game_does_not_come_back(game: str) -> None:
    disk = Disk()
    journal, _ = one_of_three_files(disk)
    wanted = next(each for each in kept(disk) if each.records[0] == begin(game))
    journal.forget(wanted)
    for _ in range(3):
        journal.close()
        journal = journal_on(disk, date=DAY)
        journal.open()
        journal.begin(begin("e"))
        journal.append({"do": "1"})
    assert game not in names(kept(disk))
