"""The table's end of the socket: what it publishes goes out, requests come in.

Whatever happens at the other end, the table goes on: a thread sends only the newest of what is
published, and nothing twice, and a reader that does not keep up is disconnected. Requests
come in in another thread, so many a second and so many waiting at most. One reader at a time is
served, and another is told so; as soon as the first is gone, the next one is served.
"""

import logging
import os
import select
import socket
import threading
import time
from collections import defaultdict, deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from firmware_host.base.errors import reason
from firmware_host.remote.requests import (
    Outcome,
    OutcomeQuestion,
    RemoteRequest,
    RequestAnswer,
    RequestInbox,
    ServerGone,
)
from firmware_host.remote.wire import (
    BUSY,
    LONGEST_REQUEST,
    AnyAnswer,
    PublishedEncoder,
    Question,
    answer_line,
    read_request,
)
from firmware_host.table.observers import Observers, Subscription

SEND_SECONDS: Final = 2.0
"""A reader that takes nothing for this long is disconnected."""

REQUESTS_A_SECOND: Final = 20
"""Requests are read no faster: a flood waits in the socket, not in the table."""

ANSWER_SECONDS: Final = 0.5
"""An answer to a question takes at least this long, however often one asks."""

READERS_A_SECOND: Final = 5
"""Readers are let in no faster: each of them gets the whole game."""

MOST_CONNECTING: Final = 4
CLOSE_SECONDS: Final = 1.0
GONE: Final = ServerGone()
PRIVATE: Final = 0o660
"""Only the user of the service and its group may connect."""

MOST_OUTCOMES: Final = 100
"""What became of so many requests is remembered, for readers whose connection broke."""

Answer = Callable[[Any], AnyAnswer]
"""Answers a question."""

log = logging.getLogger(__name__)


class Feed:
    """Serves the table that ``observers`` watch on the Unix socket ``path``.

    Requests go to ``inbox``; ``answers`` has who answers each kind of question, beside the loop.
    ``sleep`` waits for seconds, ``farewell`` is put into the inbox when the reader has gone.
    OSError if the socket cannot be made. Close it at the end: then the socket is removed.
    """

    def __init__(
        self,
        path: Path,
        observers: Observers,
        inbox: RequestInbox,
        answers: Mapping[type[Question], Answer],
        sleep: Callable[[float], object] = time.sleep,
        farewell: RemoteRequest | None = GONE,
    ) -> None:
        self._path, self._observers, self._inbox, self._sleep = path, observers, inbox, sleep
        self._answers, self._sending = answers, threading.Lock()
        self._farewell = farewell
        self._answering: Mapping[type[Question], threading.Lock] = defaultdict(threading.Lock)
        self._outcomes = Outcomes()
        self._reader: tuple[socket.socket, Subscription] | None = None
        self._number = 0
        self._listener = _listening(path)
        self._thread = threading.Thread(target=self._accept, name="remote feed", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Disconnect the reader and remove the socket; nothing is raised."""
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._thread.join(CLOSE_SECONDS)
        self._listener.close()
        self._disconnect()
        with suppress(OSError):
            self._path.unlink()

    def _accept(self) -> None:
        while True:
            try:
                reader, _ = self._listener.accept()
            except OSError:
                return
            reader.settimeout(SEND_SECONDS)
            if self.is_served():
                _turn_away(reader)
            else:
                self._serve(reader)
            self._sleep(1 / READERS_A_SECOND)

    def _serve(self, reader: socket.socket) -> None:
        self._disconnect()
        subscription = self._observers.subscribe(limit=1)
        self._reader = reader, subscription
        for work, name in (
            (self._send, "remote showing"),
            (self._tell, "remote outcomes"),
            (self._receive, "remote requests"),
        ):
            threading.Thread(
                target=work, args=(reader, subscription), name=name, daemon=True
            ).start()

    def is_served(self) -> bool:
        """Return whether there is a reader that has neither gone nor been disconnected."""
        if self._reader is None or self._reader[1].is_closed:
            return False
        # HUP comes as soon as the other process has ended, whatever it left to be read
        poll = select.poll()
        try:
            poll.register(self._reader[0], 0)
        except ValueError:
            return False
        gone = select.POLLHUP | select.POLLNVAL
        return not any(event & gone for _, event in poll.poll(0))

    def _disconnect(self) -> None:
        if self._reader is not None:
            reader, subscription = self._reader
            self._reader = None
            subscription.close()
            self._outcomes.wake()
            with suppress(OSError):
                reader.shutdown(socket.SHUT_RDWR)

    def _send(self, reader: socket.socket, subscription: Subscription) -> None:
        encoder, sent = PublishedEncoder(), None
        try:
            while updates := subscription.wait():
                if updates[-1].shown == sent:
                    continue  # half of the steps change nothing that is seen
                sent = updates[-1].shown
                self._number += 1
                line = encoder.line(replace(sent, number=self._number))
                with self._sending:
                    reader.sendall(line)
        except OSError as error:
            log.info("the web server is gone: %s", reason(error))
        finally:
            subscription.close()
            with suppress(OSError):
                reader.shutdown(socket.SHUT_RDWR)

    def _tell(self, reader: socket.socket, subscription: Subscription) -> None:
        """Tell ``reader`` what becomes of its requests."""
        with suppress(OSError):
            while answers := self._outcomes.take(subscription):
                with self._sending:
                    reader.sendall(b"".join(map(answer_line, answers)))

    def _receive(self, reader: socket.socket, subscription: Subscription) -> None:
        with suppress(OSError), reader:
            rest, has_warned = b"", False
            while not subscription.is_closed:
                try:
                    received = reader.recv(LONGEST_REQUEST)
                except TimeoutError:
                    continue
                if not received:
                    break
                *lines, rest = (rest + received).split(b"\n")
                for line in lines:
                    has_warned |= not self._take(line, reader, has_warned)
                    self._sleep(1 / REQUESTS_A_SECOND)
                if len(rest) > LONGEST_REQUEST:
                    log.warning("the web server sent a line of more than %d bytes", LONGEST_REQUEST)
                    break
        subscription.close()
        self._outcomes.wake()
        is_last = self._reader is None or self._reader[0] is reader
        if is_last and self._farewell is not None:
            self._inbox.put_last(self._farewell)

    def _take(self, line: bytes, reader: socket.socket, has_warned: bool) -> bool:
        """Take the request of ``line``; return False if it makes no sense, and log the first."""
        try:
            request = read_request(line)
        except ValueError as error:
            if not has_warned:
                log.warning("a request from the web server is ignored: %s", error)
            return False
        if isinstance(request, RemoteRequest):
            self._inbox.put(request, self._outcomes.awaited(request.ticket))
        elif isinstance(request, OutcomeQuestion):
            self._outcomes.repeat(request.ticket)
        elif self._answering[type(request)].acquire(blocking=False):
            threading.Thread(
                target=self._answer, args=(request, reader), name="remote answer", daemon=True
            ).start()
        return True

    def _answer(self, question: Question, reader: socket.socket) -> None:
        """Answer in a thread of its own; a question of a kind that is being answered is dropped."""
        kind = type(question)
        try:
            self._sleep(ANSWER_SECONDS)
            line = answer_line(self._answers[kind](question))
        finally:
            self._answering[kind].release()
        with suppress(OSError), self._sending:
            reader.sendall(line)


class Outcomes:
    """What became of the requests of one socket: of those that wait, and of the latest others.

    Every method may be called from any thread, and none of them waits but :meth:`take`.
    """

    def __init__(self) -> None:
        self._awaited = set[int]()
        self._known = dict[int, RequestAnswer]()
        self._untold = deque[RequestAnswer](maxlen=MOST_OUTCOMES)
        self._news = threading.Condition()

    def awaited(self, ticket: int) -> Callable[[Outcome], None]:
        """Return where to tell what becomes of the request with this ``ticket``."""
        if ticket:
            with self._news:
                self._awaited.add(ticket)
        return partial(self._note, ticket)

    def repeat(self, ticket: int) -> None:
        """Tell what has become of the request with this ``ticket``, as soon as it is decided."""
        with self._news:
            if ticket not in self._awaited:
                known = self._known.get(ticket) or RequestAnswer.to(ticket, None)
                self._untold.append(known)
                self._news.notify_all()

    def take(self, subscription: Subscription) -> tuple[RequestAnswer, ...]:
        """Return what has not been told; wait for it until ``subscription`` is closed.

        What comes after that is for the next reader, and stays.
        """
        with self._news:
            self._news.wait_for(lambda: self._untold or subscription.is_closed)
            if subscription.is_closed:
                return ()
            untold = tuple(self._untold)
            self._untold.clear()
        return untold

    def wake(self) -> None:
        """Let those who wait look whether they still should."""
        with self._news:
            self._news.notify_all()

    def _note(self, ticket: int, outcome: Outcome) -> None:
        if not ticket:
            return
        answer = RequestAnswer.to(ticket, outcome)
        with self._news:
            self._awaited.discard(ticket)
            self._known[ticket] = answer
            if len(self._known) > MOST_OUTCOMES:
                del self._known[next(iter(self._known))]
            self._untold.append(answer)
            self._news.notify_all()


def _listening(path: Path) -> socket.socket:
    """Return a socket that listens at ``path``, in place of one that a killed program left."""
    _remove_left_over(path)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_CLOEXEC)
    try:
        listener.bind(os.fspath(path))
        path.chmod(PRIVATE)
        listener.listen(MOST_CONNECTING)
    except OSError:
        listener.close()
        raise
    return listener


def _remove_left_over(path: Path) -> None:
    """Remove the socket at ``path`` if nobody listens there; anything else stays in the way."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as visitor:
        visitor.setblocking(False)
        try:
            visitor.connect(os.fspath(path))
        except ConnectionRefusedError:
            if path.is_socket():
                path.unlink()
        except OSError:
            pass


def _turn_away(reader: socket.socket) -> None:
    with suppress(OSError), reader:
        reader.sendall(BUSY)
