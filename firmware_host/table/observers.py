"""The public way to watch a table: after each step of the loop, what it shows goes to observers.

Sounds, the terminal simulator and whatever else follows a game (a browser, speech, MQTT) read
:class:`TableStep`, and nothing of the table itself. There are two ways to get updates:

- :meth:`Observers.watch` calls a function for every update, in a thread of its own. A function that
  raises is dropped with one line in the log.
- :meth:`Observers.subscribe` returns a :class:`Subscription`, from which you take the updates when
  you like, in your own thread.

Neither can hold the loop up: publishing only appends to queues of limited length. Who reads too
slowly loses the oldest updates; every update is complete in itself.

>>> from firmware_host.screens.notes import NoteView
>>> observers = Observers()
>>> subscription = observers.subscribe()
>>> view = NoteView(Message.of("Hello"), Message.of(""))
>>> observers.publish(TableStep(0.0, view, Published(words="Hello")))
>>> [update.shown.words for update in subscription.take()]
['Hello']
"""

import logging
import threading
from collections import deque
from collections.abc import Callable

from msgspec import Struct

from firmware_host.base.registry import KnownFacts
from firmware_host.remote.wire import Published
from firmware_host.screens.view import View
from firmware_host.session.hand_steps import SessionAction
from firmware_host.table.device import AS_USUAL, Preferences
from firmware_host.text.translator import Called
from games.core import State
from games.message import Message

QUEUE_LIMIT = 100
"""Updates that wait for an observer at most: half a minute of a busy game."""

CLOSE_SECONDS = 1.0
"""A watching function has this long to finish when the table ends."""

log = logging.getLogger(__name__)


class TableStep(Struct, frozen=True):
    """What one step of a table's loop led to: an immutable value, complete in itself.

    ``time`` is that of the loop's clock in seconds. ``view`` is what the display shows, as data,
    and ``shown`` is what the table publishes of it: other processes get that as it is. The rest is
    for observers in this process. ``position`` is the state of the game on the table, None between
    games, and ``done`` are the throws and moves of this step, without those that were taken back in
    it. ``stroke`` says what a stroke of a switch does now, at a table that is played with switches;
    ``going_on`` is the one that only goes on to what can be done next, empty if none does.
    ``preferences`` are what people have chosen on the device. ``touches`` counts how often somebody
    has touched a key; ``facts`` are what features know of the table, ``persons`` the names of the
    people at the seats, by what the seats are called otherwise.
    """

    time: float
    view: View
    shown: Published = Published()
    position: State | None = None
    done: tuple[SessionAction, ...] = ()
    stroke: Message | None = None
    going_on: str = ""
    preferences: Preferences = AS_USUAL
    touches: int = 0
    facts: KnownFacts = KnownFacts()
    persons: Called = ()


Observer = Callable[[TableStep], None]


class Subscription:
    """Updates that wait to be taken; the oldest go when there are more than ``limit``.

    ``lost`` counts those that went unread. Every method may be called from any thread.
    """

    def __init__(self, limit: int = QUEUE_LIMIT) -> None:
        self.lost = 0
        self._waiting: deque[TableStep] = deque(maxlen=limit)
        self._news = threading.Condition()
        self._is_closed = False

    @property
    def is_closed(self) -> bool:
        """Whether no more updates will come."""
        return self._is_closed

    def take(self) -> tuple[TableStep, ...]:
        """Return the updates since the last call, the oldest first."""
        with self._news:
            updates = tuple(self._waiting)
            self._waiting.clear()
        return updates

    def wait(self, timeout: float | None = None) -> tuple[TableStep, ...]:
        """Return the updates since the last call; wait for one up to ``timeout`` seconds.

        Nothing is returned when the time is over or the subscription is closed. None waits as long
        as it takes.
        """
        with self._news:
            self._news.wait_for(lambda: self._waiting or self._is_closed, timeout)
        return self.take()

    def put(self, update: TableStep) -> None:
        """Let ``update`` wait to be taken."""
        with self._news:
            self.lost += len(self._waiting) == self._waiting.maxlen
            self._waiting.append(update)
            self._news.notify_all()

    def close(self) -> None:
        """Take no more updates, and let go of who waits for one. Closing twice is fine."""
        with self._news:
            self._is_closed = True
            self._news.notify_all()


class Observers:
    """All who watch one table."""

    def __init__(self) -> None:
        self._subscriptions: tuple[Subscription, ...] = ()
        self._changing = threading.Lock()
        self._watching: dict[str, tuple[Subscription, threading.Thread]] = {}
        self._latest: TableStep | None = None

    def subscribe(self, limit: int = QUEUE_LIMIT) -> Subscription:
        """Return a subscription that begins with the latest update, if there was one.

        It keeps ``limit`` updates at most. Close it when you have seen enough.
        """
        subscription = Subscription(limit)
        with self._changing:
            if self._latest is not None:
                subscription.put(self._latest)
            self._subscriptions += (subscription,)
        return subscription

    def watch(self, observer: Observer, name: str) -> None:
        """Call ``observer`` for every update, in a thread of its own.

        ``name`` stands in the log if the observer raises; then it is called no more. Nothing
        happens if an observer called ``name`` is watching already, so that a table that is opened
        again after a failure may connect its observers again.
        """
        if name in self._watching and not self._watching[name][0].is_closed:
            return
        subscription = self.subscribe()
        thread = threading.Thread(
            target=_call, args=(observer, subscription, name), name=f"observer {name}", daemon=True
        )
        self._watching[name] = subscription, thread
        thread.start()

    def publish(self, update: TableStep) -> None:
        """Hand ``update`` to everybody; return at once."""
        with self._changing:
            self._latest = update
            self._subscriptions = tuple(each for each in self._subscriptions if not each.is_closed)
            subscriptions = self._subscriptions
        for subscription in subscriptions:
            subscription.put(update)

    def close(self) -> None:
        """End all subscriptions; watching functions may finish what has been published."""
        for subscription in self._subscriptions:
            subscription.close()
        for _, thread in self._watching.values():
            thread.join(CLOSE_SECONDS)


def _call(observer: Observer, subscription: Subscription, name: str) -> None:
    while True:
        updates = subscription.wait()
        if not updates and subscription.is_closed:
            return
        for update in updates:
            try:
                observer(update)
            except Exception as error:  # noqa: BLE001 - an observer may be anybody's code
                log.error("observer %s failed and is dropped: %r", name, error)
                subscription.close()
                return
