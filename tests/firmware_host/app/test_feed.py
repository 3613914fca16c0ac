"""A table on a socket: what it shows goes out, requests come in, and nothing holds it up."""

import socket
import threading
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path

import pytest

from firmware_host.app.feed import READERS_A_SECOND, Answer, Feed, Outcomes
from firmware_host.remote.requests import (
    MOST_WAITING,
    AwaitGame,
    Fulfilled,
    HistoryAnswer,
    HistoryQuestion,
    KeptGame,
    OutcomeQuestion,
    PressKey,
    RemoteRequest,
    Report,
    ReportQuestion,
    RequestAnswer,
    RequestInbox,
    RequestRefused,
    ServerGone,
)
from firmware_host.remote.wire import (
    BUSY,
    LONGEST_REQUEST,
    AnyLine,
    Published,
    PublishedDecoder,
    PublishedLine,
    Question,
    read_line,
    request_line,
)
from firmware_host.screens.notes import NoteView
from firmware_host.table.observers import Observers, TableStep
from games.message import Message
from tests.served import beside

WAIT_SECONDS = 10.0
MOST_THREADS = 9
"""Those of a reader that is served and of two that are about to end."""


VIEW = NoteView(Message.of("Hello"), Message.of(""))


def update(words: str) -> TableStep:
    return TableStep(0.0, VIEW, Published(words=words))


class ListeningInbox(RequestInbox):
    """An inbox whose requests can be waited for."""

    def __init__(self) -> None:
        super().__init__()
        self._news = threading.Semaphore(0)
        self.wake = self._news.release

    def wait(self, count: int) -> None:
        for _ in range(count):
            assert self._news.acquire(timeout=WAIT_SECONDS)

    def taken(self) -> list[RemoteRequest]:
        return [each.request for each in self.take()]


def shown_by(decoder: PublishedDecoder, line: bytes) -> Published:
    found = read_line(line)
    assert isinstance(found, PublishedLine)
    return decoder.shown(found)


class Reader:
    """A web server that reads the snapshots of the table at ``path``."""

    def __init__(self, path: Path) -> None:
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(str(path))
        self.socket.settimeout(WAIT_SECONDS)
        self._lines = self.socket.makefile("rb")
        self._decoder = PublishedDecoder()

    def line(self) -> bytes:
        return self._lines.readline()

    def next(self) -> Published:
        return shown_by(self._decoder, self.line())

    def next_answer(self) -> AnyLine:
        return read_line(self._lines.readline())

    def is_disconnected(self) -> bool:
        try:
            return self._lines.readline() == b""
        except ConnectionResetError:
            return True

    def close(self) -> None:
        self._lines.close()
        self.socket.close()


class Place:
    """A table that is shared, with what asks of it."""

    def __init__(self, folder: Path, more: Mapping[type[Question], Answer] = {}) -> None:
        self.path = folder / "table.socket"
        self._readers: list[Reader] = []
        self.observers, self.inbox = Observers(), ListeningInbox()
        self.naps: list[float] = []
        self.asked: list[HistoryQuestion] = []
        answers: dict[type[Question], Answer] = {HistoryQuestion: self.history, **more}
        self.feed = Feed(self.path, self.observers, self.inbox, answers, self.naps.append)

    def history(self, question: HistoryQuestion) -> HistoryAnswer:
        self.asked.append(question)
        return HistoryAnswer(question.key, (KeptGame("a", "2026-03-09", ({"begin": "toy"},)),))

    def reader(self) -> Reader:
        reader = Reader(self.path)
        self._readers.append(reader)
        return reader

    def observers_watching(self) -> bool:
        return any(not each.is_closed for each in self.observers._subscriptions)

    def close(self) -> None:
        for reader in self._readers:
            reader.close()
        self.feed.close()


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    place = Place(tmp_path)
    yield place
    place.close()


def test_who_connects_sees_what_is_shown_now_and_what_follows(place: Place) -> None:
    place.observers.publish(update("first"))
    reader = place.reader()
    assert reader.next().words == "first"
    place.observers.publish(update("second"))
    assert reader.next().words == "second"


def test_what_is_shown_already_is_not_sent_again(place: Place) -> None:
    place.observers.publish(update("first"))
    reader = place.reader()
    assert reader.next().number == 1
    place.observers.publish(update("first"))
    place.observers.publish(update("second"))
    second = reader.next()
    assert (second.words, second.number) == ("second", 2)


class Told:
    """Updates as a feed takes them, one after the other."""

    def __init__(self, *words: str) -> None:
        self._updates = [update(each) for each in words]
        self.is_closed = False

    def wait(self) -> list[TableStep]:
        return [self._updates.pop(0)] if self._updates else []

    def close(self) -> None:
        self.is_closed = True


def test_of_two_equal_updates_one_is_sent(place: Place) -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        place.feed._send(ours, Told("a", "a", "b", "b", "a"))  # type: ignore[arg-type]
        decoder = PublishedDecoder()
        lines = theirs.makefile("rb").readlines()
    shown = [shown_by(decoder, line) for line in lines]
    assert [(each.number, each.words) for each in shown] == [(1, "a"), (2, "b"), (3, "a")]


def test_a_second_reader_is_told_that_there_is_one_and_the_first_reads_on(place: Place) -> None:
    place.observers.publish(update("shown"))
    first = place.reader()
    first.next()
    second = place.reader()
    assert second.line() == BUSY
    assert second.is_disconnected()
    place.observers.publish(update("and on"))
    assert first.next().words == "and on"


def test_the_next_reader_is_served_at_once_whatever_the_one_before_has_left(place: Place) -> None:
    place.observers.publish(update("shown"))
    before = place.reader()
    before.socket.sendall(request_line(PressKey("ok")) * 1000)
    before.close()
    assert place.reader().next().words == "shown"


def test_a_reader_that_connects_and_goes_1000_times_is_let_in_slowly(place: Place) -> None:
    place.observers.publish(update("shown"))
    begun = threading.active_count()
    for _ in range(1000):
        reader = Reader(place.path)
        reader.close()
    last = place.reader()
    while (line := last.line()) == BUSY:
        last = place.reader()
    assert b'"shown"' in line
    assert place.naps.count(1 / READERS_A_SECOND) >= 1000
    assert threading.active_count() <= begun + MOST_THREADS


def test_a_reader_that_never_reads_is_disconnected(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware_host.app.feed.SEND_SECONDS", 0.05)
    place.observers.publish(update("first"))
    place.reader().next()
    numbers = count()
    while place.observers_watching():
        place.observers.publish(update(f"{next(numbers):10000}"))
    place.observers.publish(update("next"))
    assert place.reader().next().words == "next"


def test_nonsense_is_ignored_and_logged_once(
    place: Place, caplog: pytest.LogCaptureFixture
) -> None:
    reader = place.reader()
    reader.socket.sendall(b"nonsense\n\0\xff\n[[[\n{}\n" * 250 + request_line(PressKey("ok")))
    place.inbox.wait(1)
    assert place.inbox.taken() == [PressKey("ok")]
    assert len([each for each in caplog.records if "is ignored" in each.getMessage()]) == 1
    assert len(place.naps) >= 1000


def test_a_server_that_goes_is_noticed_however_much_it_had_asked(place: Place) -> None:
    reader, many = place.reader(), 3 * MOST_WAITING
    reader.socket.sendall(request_line(PressKey("ok")) * many)
    reader.close()
    place.inbox.wait(many + 1)
    waiting = place.inbox.taken()
    assert len(waiting) == MOST_WAITING
    assert waiting[-1] == ServerGone()


def test_a_socket_on_which_another_table_is_shared_is_left_alone(place: Place) -> None:
    with pytest.raises(OSError, match="in use"):
        Feed(place.path, Observers(), RequestInbox(), {})
    place.observers.publish(update("still here"))
    assert place.reader().next().words == "still here"


def test_a_file_at_the_path_of_the_socket_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "precious"
    path.write_text("mine")
    with pytest.raises(OSError, match="in use"):
        Feed(path, Observers(), RequestInbox(), beside(tmp_path))
    assert path.read_text() == "mine"


def test_requests_reach_the_inbox_and_wake_the_loop(place: Place) -> None:
    reader = place.reader()
    reader.socket.sendall(
        request_line(AwaitGame("")) + b"nonsense\n" + request_line(PressKey("ok"))
    )
    place.inbox.wait(2)
    assert place.inbox.taken() == [AwaitGame(""), PressKey("ok")]


def test_a_flood_is_read_slowly_and_bounded(place: Place) -> None:
    reader, many = place.reader(), 3 * MOST_WAITING
    reader.socket.sendall(request_line(PressKey("ok")) * many)
    place.inbox.wait(many)
    assert len(place.inbox.take()) == MOST_WAITING
    assert place.inbox.dropped == many - MOST_WAITING
    assert min(place.naps) > 0


def test_games_that_were_played_are_read_without_the_loop(place: Place) -> None:
    reader = place.reader()
    reader.socket.sendall(request_line(HistoryQuestion("a")))
    answer = reader.next_answer()
    assert answer == HistoryAnswer("a", (KeptGame("a", "2026-03-09", ({"begin": "toy"},)),))
    assert place.inbox.take() == ()


def test_while_a_report_is_made_snapshots_go_out_and_requests_come_in(tmp_path: Path) -> None:
    asked: list[ReportQuestion] = []
    is_made = threading.Event()

    def report(question: ReportQuestion) -> Report:
        asked.append(question)
        is_made.wait(WAIT_SECONDS)
        return Report(question.report, "all")

    place = Place(tmp_path, {ReportQuestion: report})
    reader = place.reader()
    reader.socket.sendall(request_line(ReportQuestion("log")) * 50 + request_line(PressKey("ok")))
    place.inbox.wait(1)
    place.observers.publish(update("on"))
    assert reader.next().words == "on"
    is_made.set()
    assert reader.next_answer() == Report("log", "all")
    assert len(asked) == 1
    place.close()


WHY = Message.of("Somebody is at the table.")


def test_what_becomes_of_each_request_is_told_to_whoever_asked(place: Place) -> None:
    reader = place.reader()
    asked = [PressKey("ok", ticket=7), PressKey("ok"), PressKey("none", ticket=8)]
    reader.socket.sendall(b"".join(map(request_line, asked)))
    place.inbox.wait(3)
    first, silent, last = place.inbox.take()
    first.tell(Fulfilled())
    silent.tell(Fulfilled())  # nobody waits for it
    last.tell(RequestRefused(WHY))
    assert reader.next_answer() == RequestAnswer(7, "fulfilled")
    assert reader.next_answer() == RequestAnswer(8, "refused", WHY)


def test_who_comes_back_hears_what_has_become_of_a_request_and_nothing_of_others(
    place: Place,
) -> None:
    before = place.reader()
    before.socket.sendall(request_line(PressKey("ok", ticket=7)))
    place.inbox.wait(1)
    before.close()
    place.inbox.wait(1)
    asked, _ = place.inbox.take()
    reader = place.reader()
    reader.socket.sendall(request_line(OutcomeQuestion(7)) + request_line(OutcomeQuestion(9)))
    assert reader.next_answer() == RequestAnswer(9, "unknown")
    asked.tell(Fulfilled())
    assert reader.next_answer() == RequestAnswer(7, "fulfilled")
    reader.socket.sendall(request_line(OutcomeQuestion(7)))
    assert reader.next_answer() == RequestAnswer(7, "fulfilled")


def test_what_was_not_told_to_a_reader_that_has_gone_is_told_to_the_next_one() -> None:
    outcomes, observers = Outcomes(), Observers()
    gone, here = observers.subscribe(), observers.subscribe()
    gone.close()
    outcomes.awaited(7)(Fulfilled())
    assert outcomes.take(gone) == ()
    assert outcomes.take(here) == (RequestAnswer(7, "fulfilled"),)


def test_a_request_that_finds_no_room_is_refused(place: Place) -> None:
    reader = place.reader()
    asked = [PressKey("ok", ticket=number + 1) for number in range(MOST_WAITING + 1)]
    reader.socket.sendall(b"".join(map(request_line, asked)))
    answer = reader.next_answer()
    assert isinstance(answer, RequestAnswer)
    assert (answer.ticket, answer.outcome) == (MOST_WAITING + 1, "refused")


def test_a_line_without_an_end_disconnects_the_reader(place: Place) -> None:
    reader = place.reader()
    reader.socket.sendall(b"x" * (LONGEST_REQUEST + 1))
    assert reader.is_disconnected()


def test_only_the_service_and_its_group_may_connect(place: Place) -> None:
    assert place.path.stat().st_mode & 0o777 == 0o660


def test_the_socket_goes_with_the_feed_and_replaces_one_that_was_left(tmp_path: Path) -> None:
    left = tmp_path / "table.socket"
    old = socket.socket(socket.AF_UNIX)
    old.bind(str(left))
    old.close()
    place = Place(tmp_path)
    reader = place.reader()
    place.feed.close()
    assert reader.is_disconnected()
    assert not left.exists()
    place.close()
