"""The figures of each day, counted from the journal."""

import errno
import random
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

import pytest

import games
from firmware_host.app.request import Request
from firmware_host.simulator.simulated_table import World
from firmware_host.storage.counters import (
    MAX_DAYS,
    NAME,
    TIMES,
    UNREADABLE,
    Contents,
    Counters,
    Day,
    Figures,
    counted_run,
    csv_text,
    newest_last,
    until,
)
from firmware_host.storage.history import SavedGame, saved_games
from firmware_host.storage.journal import Journal
from firmware_host.storage.records import JournalRecord, encode
from firmware_host.storage.retention import Retention
from hardware.wiring.wiring import load
from tests.deep import deeply
from tests.firmware_host.recorded import whole_game
from tests.firmware_host.storage.disk import FOLDER, Disk
from tests.firmware_host.storage.journal_sample import FIRST

BEGIN: JournalRecord = {"begin": "any"}
MOVE: JournalRecord = {"do": "e3-e5"}
OVER: JournalRecord = {"over": "home"}
MONDAY, TUESDAY = "2026-03-09", "2026-03-10"


class Table:
    """A journal on a simulated disk, with a date and a clock that the test sets."""

    def __init__(self, disk: Disk | None = None, retention: Retention | None = None) -> None:
        self.disk = disk or Disk()
        self.today, self.seconds = MONDAY, 1000.0
        self.retention = retention or Retention()
        self.open()

    def open(self) -> None:
        """Open the journal again, as a program does after a restart."""
        self.journal = Journal(
            FOLDER,
            self.disk,
            today=lambda: self.today,
            clock=lambda: self.seconds,
            retention=self.retention,
            reserve=0,
        )
        self.journal.open()

    def play(self, *records: JournalRecord, seconds: float = 0) -> None:
        """Begin a game and write ``records`` after so many ``seconds``."""
        self.journal.begin(BEGIN)
        self.go_on(*records, seconds=seconds)

    def go_on(self, *records: JournalRecord, seconds: float = 0) -> None:
        self.seconds += seconds
        for record in records:
            self.journal.append(record)

    @property
    def days(self) -> tuple[Day, ...]:
        return Counters(FOLDER, self.disk).days()


def told(days: tuple[Day, ...]) -> list[tuple[str, int, int, int]]:
    return [(day.day, day.begun, day.finished, day.abandoned) for day in days]


def test_an_empty_folder_has_no_days(tmp_path: Path) -> None:
    assert Counters(tmp_path).days() == ()


def test_a_game_in_play_counts_as_begun_but_not_as_finished_or_abandoned() -> None:
    table = Table()
    table.play(MOVE)
    assert told(table.days) == [(MONDAY, 1, 0, 0)]


@pytest.mark.parametrize(
    ("records", "expected"),
    [
        ([MOVE, OVER], (1, 0)),
        ([MOVE, OVER, {"left": "idle"}], (1, 0)),
        ([MOVE, {"left": "idle"}], (0, 1)),
        ([{"left": "anew"}], (0, 1)),
        ([MOVE, OVER, {"undo": 1}], (0, 0)),
        ([MOVE, OVER, {"undo": 1}, {"left": "anew"}], (0, 1)),
    ],
)
def test_the_last_records_decide_how_a_game_ended(
    records: list[JournalRecord], expected: tuple[int, int]
) -> None:
    table = Table()
    table.play(*records)
    assert told(table.days) == [(MONDAY, 1, *expected)]


def test_a_game_that_was_replaced_by_another_one_is_abandoned() -> None:
    table = Table()
    table.play(MOVE)
    table.play(MOVE, OVER)
    table.play(MOVE)
    assert told(table.days) == [(MONDAY, 3, 1, 1)]


def test_a_game_counts_on_the_day_on_which_it_began() -> None:
    table = Table()
    table.play(MOVE)
    table.today = TUESDAY
    table.open()
    table.go_on(OVER)
    assert told(table.days) == [(MONDAY, 1, 1, 0)]
    table.play(MOVE)
    assert told(table.days) == [(MONDAY, 1, 1, 0), (TUESDAY, 1, 0, 0)]


def test_the_median_is_of_the_finished_games() -> None:
    table = Table()
    for seconds in (60, 600, 90):
        table.play(MOVE, OVER, seconds=seconds)
    table.play(MOVE, {"left": "idle"}, seconds=9999)
    assert [day.median_minutes for day in table.days] == [1.5]


def test_the_time_while_the_program_is_off_does_not_count_as_play() -> None:
    table = Table()
    table.play(MOVE, seconds=100)
    table.seconds = 5.0
    table.open()
    table.go_on(OVER, seconds=20)
    assert [day.median_minutes for day in table.days] == [2.0]


def test_records_are_read_back_without_their_time() -> None:
    table = Table()
    table.play(MOVE, seconds=100)
    assert [records for _, *records in table.journal.sessions()] == [[BEGIN, MOVE]]
    assert table.journal.open() == (BEGIN, MOVE)
    assert encode({**MOVE, "at": 100}) in table.disk.saved["000002.journal"]


def test_an_old_journal_without_times_is_counted_and_continues() -> None:
    header: JournalRecord = {"tableside": 1, "program": "0.1.0", "file": FIRST, "date": MONDAY}
    disk = Disk({FIRST: b"".join(map(encode, [header, BEGIN, MOVE]))})
    table = Table(disk)
    assert table.journal.notices == []
    table.today = TUESDAY
    table.go_on(MOVE, OVER, seconds=30)
    assert table.days == (Day(MONDAY, 1, 1, 0, 0.5, 0, 0),)


def test_a_journal_without_times_has_no_median() -> None:
    header: JournalRecord = {"tableside": 1, "program": "0.1.0", "file": FIRST, "date": MONDAY}
    disk = Disk({FIRST: b"".join(map(encode, [header, BEGIN, OVER]))})
    assert Counters(FOLDER, disk).days() == (Day(MONDAY, 1, 1, 0, None, 0, 0),)


def test_days_survive_the_removal_of_their_games() -> None:
    table = Table(retention=Retention(sessions=2))
    for number in range(20):
        table.today = (MONDAY, TUESDAY)[number // 10]
        table.play(OVER)
    assert len(list(table.journal.sessions())) == 2
    assert told(table.days) == [(MONDAY, 10, 10, 0), (TUESDAY, 10, 10, 0)]


def test_after_the_removal_of_a_journal_numbers_continue_after_the_counted_ones() -> None:
    table = Table()
    for _ in range(3):
        table.play(OVER)
    for name in [name for name in table.disk.files if name.endswith(".journal")]:
        table.disk.remove(FOLDER / name)
    table.open()
    table.play(OVER)
    assert told(table.days) == [(MONDAY, 3, 3, 0)]
    assert "000003.journal" in table.disk.files


def test_a_game_that_a_failure_left_unsaved_continues_and_counts_once(tmp_path: Path) -> None:
    records = whole_game("squadro", random.Random(1))
    journal = Journal(tmp_path, today=lambda: MONDAY)
    journal.begin(records[0])
    journal.append(records[1])
    journal.close()
    request = Request(
        games, load("generic"), "en", tmp_path, today=lambda: TUESDAY, unsaved=tuple(records)
    )
    with closing(World(request)):
        assert told(Counters(tmp_path).days()) == [(MONDAY, 1, 0, 0)]
    _, *kept = next(Journal(tmp_path).sessions())
    assert kept == records


def test_a_game_of_which_nothing_was_kept_is_kept_whole_after_a_failure(tmp_path: Path) -> None:
    records = whole_game("squadro", random.Random(1))
    request = Request(games, load("generic"), "en", tmp_path, unsaved=tuple(records))
    with closing(World(request)):
        pass
    _, *kept = next(Journal(tmp_path).sessions())
    assert kept == records


def test_every_start_counts_and_a_start_after_an_unfinished_run_counts_as_a_power_cut() -> None:
    counters = Counters(FOLDER, Disk())
    for day, ends in ((MONDAY, True), (MONDAY, False), (TUESDAY, False), (TUESDAY, True)):
        counters.start(day)
        if ends:
            counters.end()
    assert counters.days() == (Day(MONDAY, 0, 0, 0, None, 2, 0), Day(TUESDAY, 0, 0, 0, None, 2, 2))


def test_a_run_that_ends_with_an_error_does_not_count_as_a_power_cut(tmp_path: Path) -> None:
    counters = Counters(tmp_path)
    with pytest.raises(KeyError), counted_run(counters, MONDAY):
        raise KeyError
    counters.start(MONDAY)
    assert counters.days() == (Day(MONDAY, 0, 0, 0, None, 2, 0),)


def test_a_start_that_cannot_be_counted_is_logged_and_the_program_runs(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with counted_run(Counters(tmp_path / "gone"), MONDAY):
        pass
    assert len(caplog.messages) == 2


def test_the_number_of_playing_times_is_limited() -> None:
    table = Table()
    for number in range(TIMES + 20):
        table.play(OVER, seconds=60 if number < TIMES else 6000)
    assert [(day.finished, day.median_minutes) for day in table.days] == [(TIMES + 20, 1.0)]


def test_the_number_of_days_is_limited() -> None:
    every = [date(2020, 1, 1) + timedelta(number) for number in range(MAX_DAYS + 4)]
    data = Contents({day.isoformat(): Figures(restarts=1) for day in every}).data()
    counters = Counters(FOLDER, Disk({NAME: data}))
    counters.start("2026-03-09")
    found = counters.days()
    assert (len(found), found[0].day, found[-1].day) == (MAX_DAYS, "2020-01-06", MONDAY)


# A damaged or malicious file


def written() -> Table:
    """Return a table with games on three days; the journal still has the newest two days."""
    table = Table(retention=Retention(sessions=3))
    for day in ("2026-03-08", MONDAY, MONDAY, TUESDAY):
        table.today = day
        table.play(MOVE, OVER, seconds=60)
    return table


WHOLE = [("2026-03-08", 1, 1, 0), (MONDAY, 2, 2, 0), (TUESDAY, 1, 1, 0)]


def test_a_missing_file_is_rebuilt_from_the_journal() -> None:
    table = written()
    assert told(table.days) == WHOLE
    table.disk.remove(FOLDER / NAME)
    assert told(table.days) == WHOLE[1:]
    table.play(OVER)
    assert told(table.days) == [WHOLE[1], (TUESDAY, 2, 2, 0)]


def damages(data: bytes) -> list[bytes]:
    header, *days = data.splitlines(keepends=True)
    monday = days[0].split(b" ", 1)[1]
    return [
        b"",
        b"\0" * 99,
        data[:-1],
        header[:9] + b"x" + header[10:],
        header + days[0] + b"no day\n",
        header + days[0] + days[0],
        encode({"counters": 2, "before": 4}) + b"".join(days),
        header + encode({"day": "yesterday"}),
        header + b"00000000 " + monday,
        header + encode({"day": MONDAY, "begun": -1, "finished": 1}),
        header + encode({"day": MONDAY, "begun": True, "seconds": "a"}),
        header + b"x" * 100_000,
    ]


@pytest.mark.parametrize("number", range(len(damages(written().disk.saved[NAME]))))
def test_a_damaged_file_is_reported_and_no_game_counts_twice(number: int) -> None:
    table = written()
    data = damages(table.disk.saved[NAME])[number]
    disk = Disk({**table.disk.saved, NAME: data})
    reader = Counters(FOLDER, disk)
    assert told(reader.days())[-2:] == WHOLE[1:]
    assert reader.fault
    table = Table(disk)
    table.today = TUESDAY
    table.play(OVER)
    assert table.disk.saved[UNREADABLE] == data
    assert [UNREADABLE in notice for notice in table.journal.notices] == [True]
    assert told(reader.days())[-2:] == [WHOLE[1], (TUESDAY, 2, 2, 0)]
    assert reader.fault is None


def test_a_folder_in_place_of_the_file_is_renamed(tmp_path: Path) -> None:
    (tmp_path / NAME).mkdir()
    counters = Counters(tmp_path)
    assert counters.days() == ()
    assert counters.fault
    counters.start(MONDAY)
    assert counters.days() == (Day(MONDAY, 0, 0, 0, None, 1, 0),)
    assert (tmp_path / UNREADABLE).is_dir()


def test_if_games_cannot_be_counted_they_are_kept_and_a_notice_says_so() -> None:
    class Stubborn(Disk):
        def rename(self, path: Path, name: str) -> None:
            if name == NAME:
                raise PermissionError(errno.EPERM, "Operation not permitted")
            super().rename(path, name)

    table = Table(Stubborn(), Retention(sessions=1))
    for _ in range(3):
        table.play(OVER)
    assert table.journal.trouble is None
    assert len(list(table.journal.sessions())) == 3
    assert (
        table.journal.notices
        == ["older games are not counted, or not removed: Operation not permitted"] * 2
    )
    assert told(table.days) == [(MONDAY, 3, 3, 0)]


def test_a_reader_reads_again_if_a_running_table_counts_meanwhile() -> None:
    class Busy(Disk):
        """Begins a game while somebody reads, so that older ones are counted and removed."""

        busy: Table | None = None

        def names(self, folder: Path) -> list[str]:
            table, self.busy = self.busy, None
            if table is not None:
                table.play(OVER)
            return list(super().names(folder))

    disk = Busy()
    table = Table(disk, Retention(sessions=1))
    table.play(OVER)
    disk.busy = table
    assert told(table.days) == [(MONDAY, 2, 2, 0)]


def test_an_unknown_median_is_empty_in_the_csv() -> None:
    lines = csv_text([Day(MONDAY, 3, 2, 1, None, 1, 0)]).splitlines()
    assert lines[1] == "2026-03-09,3,2,1,,1,0"


def test_days_of_a_clock_that_was_ahead_make_room_first(tmp_path: Path) -> None:
    counters = Counters(tmp_path)
    first = date(2026, 3, 9)
    days = [(first + timedelta(number)).isoformat() for number in range(MAX_DAYS)]
    figures = dict.fromkeys((*days[:-1], "2036-03-09"), Figures(restarts=1))
    (tmp_path / NAME).write_bytes(Contents(figures).data())
    counters.start(days[-1])
    assert [day.day for day in counters.days()] == days


def test_days_of_a_clock_that_was_ahead_are_not_the_newest() -> None:
    days = [Day(day, 1, 0, 0, None, 0, 0) for day in ("2026-03-08", "2026-03-10", "2036-03-09")]
    ordered = newest_last(days, "2026-03-09")
    assert [day.day for day in ordered] == ["2036-03-09", "2026-03-08", "2026-03-10"]
    assert until(ordered, "2026-03-09") == ordered[1:]


class PlainCount:
    """Games and how they stand, counted one by one: what the counters have to agree with."""

    def __init__(self) -> None:
        self.stands: dict[int, bool] = {}
        self.present: int | None = None

    def expected(self) -> tuple[int, int, int]:
        finished = sum(self.stands.values())
        open_here = int(self.present is not None and not self.stands[self.present])
        return len(self.stands), finished, len(self.stands) - finished - open_here


def left_at(table: Table, plain: PlainCount) -> list[SavedGame]:
    """The games that can go on, without the one at the table."""
    games = [game for game in saved_games(table.journal.sessions()) if game.can_go_on]
    return [game for game in games if game.records[1]["number"] != plain.present]


def step(table: Table, plain: PlainCount, rng: random.Random) -> None:
    """Begin, resume or finish a game, restart, or damage the counters."""
    match rng.choice(("begin", "begin", "resume", "resume", "finish", "restart", "rebuild")):
        case "begin":
            table.play({**MOVE, "number": len(plain.stands)})
            plain.present = len(plain.stands)
            plain.stands[plain.present] = False
        case "resume" if left := left_at(table, plain):
            game = rng.choice(left)
            table.journal.go_on(game)
            plain.present = int(str(game.records[1]["number"]))
        case "finish" if plain.present is not None and not plain.stands[plain.present]:
            table.go_on(OVER)
            plain.stands[plain.present] = True
        case "restart":
            table.open()
        case "rebuild" if NAME in table.disk.saved:
            saved = table.disk.saved
            table.disk = Disk({**saved, NAME: saved[NAME][:-10]})
            table.open()


@pytest.mark.parametrize("seed", [*range(8), *deeply(*range(8, 100))])
def test_games_left_and_resumed_in_any_order_count_as_they_stand(seed: int) -> None:
    rng, table, plain = random.Random(seed), Table(), PlainCount()
    for _ in range(40):
        step(table, plain, rng)
        table.today = rng.choice((MONDAY, TUESDAY))
        days = table.days
        begun, finished = sum(day.begun for day in days), sum(day.finished for day in days)
        abandoned = sum(day.abandoned for day in days)
        assert (begun, finished, abandoned) == plain.expected()


RELEASE_0_2_0 = {
    "000001.journal": (
        b'572fa179 {"begun":"2026-03-09","date":"2026-03-09","file":"000001.journal",'
        b'"program":"unknown","session":1,"tableside":1}\n'
        b'6d3abc43 {"begin":"any"}\n'
        b'f86aff02 {"at":0,"do":"e3-e5"}\n'
    ),
    "000002.journal": (
        b'57186327 {"begun":"2026-03-09","date":"2026-03-09","file":"000002.journal",'
        b'"program":"unknown","session":2,"tableside":1}\n'
        b'6d3abc43 {"begin":"any"}\n'
        b'f86aff02 {"at":0,"do":"e3-e5"}\n'
    ),
    "000003.journal": (
        b'e1da20d2 {"begun":"2026-03-09","date":"2026-03-09","file":"000003.journal",'
        b'"program":"unknown","session":3,"tableside":1}\n'
        b'6d3abc43 {"begin":"any"}\n'
        b'f86aff02 {"at":0,"do":"e3-e5"}\n'
    ),
    "counters": (
        b'8dd1a7f6 {"before":3,"counters":1,"running":false}\n'
        b'dc5f9049 {"abandoned":2,"begun":2,"day":"2026-03-09","finished":0,"lost_power":0,'
        b'"restarts":0,"seconds":""}\n'
    ),
}
"""What release 0.2.0 wrote when three games were begun, each left for the next one."""


def test_a_game_that_release_0_2_0_counted_as_abandoned_counts_as_finished_later() -> None:
    table = Table(Disk(RELEASE_0_2_0))
    assert told(table.days) == [(MONDAY, 3, 0, 2)]
    table.journal.go_on([*saved_games(table.journal.sessions())][-1])
    table.go_on(OVER)
    assert told(table.days) == [(MONDAY, 3, 1, 2)]
    table.play(MOVE)
    assert told(table.days) == [(MONDAY, 4, 1, 2)]
