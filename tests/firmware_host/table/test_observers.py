"""Whoever watches a table sees every step, and can neither hold it up nor end it."""

import logging
import threading
from pathlib import Path

import pytest

from firmware_host.remote.wire import Published
from firmware_host.screens.notes import NoteView
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from firmware_host.table.observers import Observers, Subscription, TableStep
from games.message import Message
from hardware.input.edges import KeyEvent
from tests.table import Begin

A_MOMENT = 0.1
"""Seconds in which a thread comes unless something holds it up."""


def update(number: int) -> TableStep:
    words = str(number)
    return TableStep(
        float(number), NoteView(Message.of(words), Message.of("")), Published(words=words)
    )


def test_every_step_brings_view_position_and_what_is_awaited(begin: Begin) -> None:
    hands: Hands = begin(Setup("thaayam"))
    seen = hands.world.app.observers.subscribe()
    hands.throw("8")
    hands.throw("4")
    updates = seen.take()
    assert [str(action) for each in updates for action in each.done] == ["8", "4"]
    last = updates[-1]
    session = hands.world.app.table.game.playing
    assert last.position == session.state
    assert last.view == hands.world.app.table.frame.view
    assert last.shown.awaited in ("throw", "choice", "nothing")
    assert last.view.actor == session.game.seats[0]
    assert last.shown.words == hands.world.app.words


def test_a_notice_is_part_of_the_update(begin: Begin) -> None:
    hands = begin(Setup("thaayam"))
    seen = hands.world.app.observers.subscribe()
    hands.world.app.table.handle(KeyEvent("left", "hold"), hands.world.clock())
    hands.world.app.redraw()
    hands.world.run_for(0.01)
    notices = [each.shown.notice.text for each in seen.take() if each.shown.notice is not None]
    assert notices == ["Nothing to take back"]


def test_who_comes_late_begins_with_what_is_shown_now(begin: Begin) -> None:
    hands = begin(Setup("thaayam"))
    late = hands.world.app.observers.subscribe()
    (now,) = late.take()
    assert now.view == hands.world.app.table.frame.view


def test_who_comes_while_an_update_is_published_gets_those_that_follow(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    observers, late = Observers(), list[Subscription]()
    observers.subscribe()
    coming = threading.Thread(target=lambda: late.append(observers.subscribe()))

    def come(subscription: Subscription) -> bool:
        if coming.ident is None:
            coming.start()
            coming.join(A_MOMENT)
        return False

    monkeypatch.setattr(Subscription, "is_closed", property(come))
    observers.publish(update(1))
    coming.join()
    observers.publish(update(2))
    assert [each.shown.words for each in late[0].take()] == ["1", "2"]


def test_the_last_words_come_last(begin: Begin) -> None:
    hands = begin(Setup("thaayam"))
    seen = hands.world.app.observers.subscribe()
    hands.world.close()
    last = seen.take()[-1]
    assert last.shown.is_last
    assert "The program has stopped" in last.shown.words
    assert seen.is_closed


def test_a_slow_reader_loses_the_oldest_updates_and_knows_how_many() -> None:
    observers = Observers()
    slow, quick = observers.subscribe(limit=2), observers.subscribe()
    for number in range(5):
        observers.publish(update(number))
    assert [each.shown.words for each in slow.take()] == ["3", "4"]
    assert slow.lost == 3
    assert [each.shown.words for each in quick.take()] == ["0", "1", "2", "3", "4"]
    assert quick.lost == 0


def test_a_function_that_never_returns_does_not_hold_the_table_up() -> None:
    observers, entered, released = Observers(), threading.Event(), threading.Event()
    seen = observers.subscribe()

    def stuck(_: TableStep) -> None:
        entered.set()
        released.wait()

    observers.watch(stuck, "stuck")
    observers.publish(update(0))
    entered.wait()
    for number in range(1, 200):
        observers.publish(update(number))
    assert seen.take()[-1].shown.words == "199"
    released.set()
    observers.close()


def test_a_function_that_raises_is_dropped_with_one_line_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    observers, words, calls = Observers(), list[str](), list[str]()

    def fail(update: TableStep) -> None:
        calls.append(update.shown.words)
        raise ValueError("out of paper")

    with caplog.at_level(logging.INFO):
        observers.watch(fail, "printer")
        observers.watch(lambda update: words.append(update.shown.words), "diary")
        for number in range(3):
            observers.publish(update(number))
        observers.close()
    (line,) = caplog.messages
    assert line == "observer printer failed and is dropped: ValueError('out of paper')"
    assert calls == ["0"]
    assert words == ["0", "1", "2"]


def test_a_name_watches_once_until_it_is_dropped() -> None:
    observers, words = Observers(), list[str]()

    def note(update: TableStep) -> None:
        words.append(update.shown.words)

    observers.watch(note, "diary")
    observers.watch(note, "diary")
    observers.publish(update(0))
    observers.close()
    assert words == ["0"]


def test_a_closed_subscription_gets_no_more(tmp_path: Path) -> None:
    observers = Observers()
    seen = observers.subscribe()
    seen.close()
    observers.publish(update(1))
    assert seen.wait() == ()


def test_waiting_ends_with_the_next_update_or_with_the_time() -> None:
    observers = Observers()
    seen = observers.subscribe()
    assert seen.wait(0.0) == ()
    observers.publish(update(1))
    assert [each.shown.words for each in seen.wait()] == ["1"]
