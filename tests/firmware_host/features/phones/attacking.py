"""How a served table is attacked: each act tries one thing, and returns what came of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from firmware_host.features.phones.desk import VALID_SECONDS
from firmware_host.features.phones.remote import ListPhones, PhoneWishes, ReturnSeat, TakeSeat
from firmware_host.features.phones.web import TOKEN
from firmware_host.web.entry_code import (
    LENGTH,
    LETTERS,
    LONGEST_WAIT,
    MOST_WRONG,
    TURN_SECONDS,
)
from tests.firmware_host.features.phones.target import (
    MOST_CONNECTIONS,
    Client,
    Target,
    said,
)

JOIN_PAGE: Final = "asks for a code"
NOTHING: Final = "nothing is asked of the table"
CLOSED: Final = "connection closed"
DESK_WORK: Final = (ListPhones, TakeSeat, ReturnSeat)

LONGEST_TURNS: Final = int(LONGEST_WAIT / TURN_SECONDS) + 1

Act = Callable[[Target], str]


@dataclass(frozen=True)
class Attack:
    """``what`` is tried, of a ``kind``; ``act`` tries it and returns what came of it."""

    kind: str
    what: str
    answer: str
    act: Act


def status_of(answer: str) -> str:
    """Return the status of an ``answer``, or what the page is."""
    if 'id="join"' in answer:
        return JOIN_PAGE
    return answer.split(" ", 2)[1] if answer.startswith("HTTP/1.1 ") else CLOSED


def host(name: str | None, line: str = "GET / HTTP/1.1", *headers: str) -> Act:
    return lambda target: status_of(target.send(target.request(line, name, headers)))


def get(path: str, *headers: str) -> Act:
    return lambda target: status_of(
        target.send(target.request(f"GET {path} HTTP/1.1", headers=headers))
    )


def line(method: str) -> Act:
    return lambda target: status_of(target.send(target.request(f"{method} / HTTP/1.1")))


def raw(*lines: str, body: bytes = b"") -> Act:
    """Send ``lines`` after those with the host and the origin of the server."""

    def act(target: Target) -> str:
        headers = (f"Origin: http://{target.host}", *lines[1:])
        return status_of(target.send(target.request(lines[0], headers=headers, body=body)))

    return act


def page_from(origin: str | None) -> Act:
    return lambda target: status_of(target.send(target.opening(origin, cookie=target.token())))


def join_from(origin: str | None) -> Act:
    return lambda target: status_of(target.send(target.joining(target.code(), origin)))


def code(enter: Callable[[Target], object]) -> Act:
    return lambda target: status_of(target.send(target.joining(enter(target))))


def page(token: Callable[[Target], str], *headers: str) -> Act:
    """Open a page with a token; return how the server ends it."""

    def act(target: Target) -> str:
        with Client(target.server.port) as client:
            opening = target.opening(cookie=token(target))
            client.write(
                opening.replace(
                    b"\r\n\r\n", "".join(f"\r\n{each}" for each in headers).encode() + b"\r\n\r\n"
                )
            )
            client.answer()
            texts, end = client.messages()
            return f"{len(texts)} messages" if texts else f"closed with {end}"

    return act


def asked(role: str, seat: int | None, *messages: Mapping[str, object]) -> Act:
    """Send ``messages`` on the page of a paired phone; return what is asked of the table."""

    def act(target: Target) -> str:
        with Client(target.server.port) as client:
            client.write(target.opening(cookie=target.token(role, seat)))
            client.answer()
            client.message()
            target.table.asked.clear()
            client.write(b"".join(said(each) for each in (*messages, {"why": ["a1", "a2"]})))
            while '"answer"' not in client.message():
                pass
        requests = [each for each in target.table.asked if not isinstance(each, DESK_WORK)]
        return ", ".join(map(str, requests)) or NOTHING

    return act


def frames(*sent: bytes) -> Act:
    """Send frames on the page of a paired phone; return how the server ends it."""

    def act(target: Target) -> str:
        with Client(target.server.port) as client:
            client.write(target.opening(cookie=target.token()))
            client.answer()
            client.message()
            client.write(b"".join(sent))
            return f"closed with {client.messages()[1]}"

    return act


def unfinished(*parts: Callable[[Target], bytes]) -> Act:
    """Send requests of which the last never ends; return whether the server hangs up."""

    def act(target: Target) -> str:
        with Client(target.server.port) as client:
            for part in parts[:-1]:
                client.write(part(target))
                client.answer()
            client.write(parts[-1](target))
            return CLOSED if client.ended() else status_of(client.answer())

    return act


# -- attacks that take several steps


def replayed(target: Target) -> str:
    used = target.code()
    target.send(target.joining(used))
    return status_of(target.send(target.joining(used)))


def late(target: Target) -> str:
    shown = target.code()
    target.now += VALID_SECONDS
    return status_of(target.send(target.joining(shown)))


def closed(target: Target) -> str:
    shown = target.code()
    target.show()
    return status_of(target.send(target.joining(shown)))


def no_code(target: Target) -> str:
    target.show()
    return status_of(target.send(target.joining("")))


def former(target: Target) -> str:
    shown = target.code()
    target.code()
    return status_of(target.send(target.joining(shown)))


def guessed(source: str, tried: str = "") -> Act:
    """Enter wrong codes from ``source``; return what comes of the right one, or of ``tried``."""

    def act(target: Target) -> str:
        shown = target.code()
        for letter in LETTERS[: MOST_WRONG + 1]:
            target.send(target.joining(letter * LENGTH), source)
        return status_of(target.send(target.joining(tried or shown), "127.0.0.4"))

    return act


def guessed_at_once(target: Target) -> str:
    """Guess so often that turns are far ahead; return what comes of one more guess."""
    target.code()
    statuses = [
        status_of(target.send(target.joining(f"{number:08}"))) for number in range(MOST_WRONG)
    ]
    assert statuses == [*["403"] * (MOST_WRONG - 1), "429"]
    waits = [target.desk.codes.wrong._wait("127.0.0.1") for _ in range(LONGEST_TURNS)]
    assert waits == sorted(set(waits))
    return status_of(target.send(target.joining("A" * LENGTH)))


def by_address(path: str) -> Act:
    """Open ``path`` with a code in it; return what comes, if the code still counts after that."""

    def act(target: Target) -> str:
        shown = target.code()
        answer = target.send(target.request(f"GET {path}{shown} HTTP/1.1"))
        assert TOKEN.name not in answer
        assert "204" in target.send(target.joining(shown))
        return status_of(answer)

    return act


def revoked_token(target: Target) -> str:
    token = target.token()
    target.show(PhoneWishes(revoked=tuple(phone.id for phone in target.desk.phones)))
    return token


def replaced_token(target: Target) -> str:
    token = target.token("seat", 1)
    target.token("seat", 1)
    return token


def left_token(target: Target) -> str:
    token = target.token("seat", 1)
    target.show(is_unattended=True)
    return token


def returned_token(target: Target) -> str:
    token = target.token("seat", 1)
    headers = (f"Origin: http://{target.host}", "Content-Length: 0")
    target.send(target.request("POST /leave HTTP/1.1", headers=headers, cookie=token))
    return token


def revoked_while_open(target: Target) -> str:
    with Client(target.server.port) as client:
        client.write(target.opening(cookie=target.token("staff")))
        client.answer()
        client.message()
        target.show(PhoneWishes(revoked=tuple(phone.id for phone in target.desk.phones)))
        return f"closed with {client.messages()[1]}"


def cross_site_leave(target: Target) -> str:
    token = target.token()
    headers = ("Origin: http://evil.example", "Content-Length: 0")
    answer = target.send(target.request("POST /leave HTTP/1.1", headers=headers, cookie=token))
    assert target.do(lambda: target.desk.visitor(token)) is not None
    return status_of(answer)


def hidden_request(target: Target) -> str:
    hidden = target.request("GET /static/table.js HTTP/1.1")
    with Client(target.server.port) as client:
        headers = (f"Content-Length: {len(hidden)}",)
        client.write(target.request(headers=headers, body=hidden))
        status = status_of(client.answer())
        return status if client.ended() else "two answers"


def crowd(target: Target) -> str:
    clients = [Client(target.server.port, "127.0.0.3") for _ in range(2 * MOST_CONNECTIONS)]
    answer = status_of(target.send(target.request()))
    are_open = sum(not client.is_gone for client in clients)
    for client in clients:
        client.socket.close()
    return f"{answer}, {are_open} of {len(clients)} connections left"


def records_of(role: str, seat: int | None = None) -> Act:
    """Ask for all records with the token of a phone in ``role``."""
    return lambda target: status_of(
        target.send(target.request("GET /records HTTP/1.1", cookie=target.token(role, seat)))
    )


def records_in_public(target: Target) -> str:
    target.show(is_public=True)
    try:
        return status_of(target.send(target.request("GET /records HTTP/1.1")))
    finally:
        target.show()


def in_cookie(token: Callable[[Target], str]) -> Act:
    return lambda target: status_of(target.send(target.request(cookie=token(target))))
