"""Attacks on a served table, as data: what is tried, and what the server must answer."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from firmware_host.remote.access import AccessWish
from firmware_host.remote.requests import ListPhones, ReturnSeat, TakeSeat
from firmware_host.web.entrance import TOKEN
from firmware_host.web.guard import LONGEST_BODY, LONGEST_HEADERS, LONGEST_QUERY, MESSAGES_AT_ONCE
from firmware_host.web.pairing import MOST_WRONG, PAUSE_SECONDS, VALID_SECONDS
from firmware_host.web.running import LONGEST_MESSAGE
from tests.firmware_host.web.target import TEXT, Client, Target, frame, said

JOIN_PAGE: Final = "asks for a code"
NOTHING: Final = "nothing is asked of the table"
CLOSED: Final = "connection closed"
DESK_WORK: Final = (ListPhones, TakeSeat, ReturnSeat)

Act = Callable[[Target], str]


@dataclass(frozen=True)
class Attack:
    """``what`` is tried, of a ``kind``; ``act`` tries it and returns what came of it."""

    kind: str
    what: str
    answer: str
    act: Act


def _status(answer: str) -> str:
    """Return the status of an ``answer``, or what the page is."""
    if 'id="join"' in answer:
        return JOIN_PAGE
    return answer.split(" ", 2)[1] if answer.startswith("HTTP/1.1 ") else CLOSED


def host(name: str | None, line: str = "GET / HTTP/1.1", *headers: str) -> Act:
    return lambda target: _status(target.send(target.request(line, name, headers)))


def get(path: str, *headers: str) -> Act:
    return lambda target: _status(
        target.send(target.request(f"GET {path} HTTP/1.1", headers=headers))
    )


def line(method: str) -> Act:
    return lambda target: _status(target.send(target.request(f"{method} / HTTP/1.1")))


def raw(*lines: str, body: bytes = b"") -> Act:
    """Send ``lines`` after those with the host and the origin of the server."""

    def act(target: Target) -> str:
        headers = (f"Origin: http://{target.host}", *lines[1:])
        return _status(target.send(target.request(lines[0], headers=headers, body=body)))

    return act


def page_from(origin: str | None) -> Act:
    return lambda target: _status(target.send(target.opening(origin, cookie=target.token())))


def join_from(origin: str | None) -> Act:
    return lambda target: _status(target.send(target.joining(target.code(), origin)))


def code(enter: Callable[[Target], object]) -> Act:
    return lambda target: _status(target.send(target.joining(enter(target))))


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
            return CLOSED if client.ended() else _status(client.answer())

    return act


# -- attacks that take several steps


def replayed(target: Target) -> str:
    used = target.code()
    target.send(target.joining(used))
    return _status(target.send(target.joining(used)))


def late(target: Target) -> str:
    shown = target.code()
    target.now += VALID_SECONDS
    return _status(target.send(target.joining(shown)))


def closed(target: Target) -> str:
    shown = target.code()
    target.show()
    return _status(target.send(target.joining(shown)))


def no_code(target: Target) -> str:
    target.show()
    return _status(target.send(target.joining("")))


def former(target: Target) -> str:
    shown = target.code()
    target.code()
    return _status(target.send(target.joining(shown)))


def guessed(source: str = "127.0.0.1") -> Act:
    def act(target: Target) -> str:
        shown = target.code()
        for _ in range(MOST_WRONG):
            target.send(target.joining("AAAAAAAA"), source)
        return _status(target.send(target.joining(shown)))

    return act


def still_paused(target: Target) -> str:
    answer = guessed()(target)
    target.now += PAUSE_SECONDS - 1
    return answer and _status(target.send(target.joining(target.code())))


def by_address(path: str) -> Act:
    """Open ``path`` with a code in it; return what comes, if the code still counts after that."""

    def act(target: Target) -> str:
        shown = target.code()
        answer = target.send(target.request(f"GET {path}{shown} HTTP/1.1"))
        assert TOKEN not in answer
        assert "204" in target.send(target.joining(shown))
        return _status(answer)

    return act


def revoked_token(target: Target) -> str:
    token = target.token()
    target.show(AccessWish(revoked=tuple(phone.id for phone in target.desk.phones)))
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
        target.show(AccessWish(revoked=tuple(phone.id for phone in target.desk.phones)))
        return f"closed with {client.messages()[1]}"


def cross_site_leave(target: Target) -> str:
    token = target.token()
    headers = ("Origin: http://evil.example", "Content-Length: 0")
    answer = target.send(target.request("POST /leave HTTP/1.1", headers=headers, cookie=token))
    assert target.do(lambda: target.desk.visitor(token)) is not None
    return _status(answer)


def hidden_request(target: Target) -> str:
    hidden = target.request("GET /static/table.js HTTP/1.1")
    with Client(target.server.port) as client:
        headers = (f"Content-Length: {len(hidden)}",)
        client.write(target.request(headers=headers, body=hidden))
        status = _status(client.answer())
        return status if client.ended() else "two answers"


def crowd(target: Target) -> str:
    clients = [Client(target.server.port, "127.0.0.3") for _ in range(9)]
    last = clients[-1].ended()
    for client in clients:
        client.socket.close()
    return CLOSED if last else "connected"


def in_cookie(token: Callable[[Target], str]) -> Act:
    return lambda target: _status(target.send(target.request(cookie=token(target))))


def _attacks() -> Iterator[Attack]:
    yield from (
        Attack("rebinding", f"Host: {shown}", answer, host(name))
        for shown, name, answer in (
            ("the name of another site", "evil.example", "421"),
            ("the name of another site with a port", "evil.example:8080", "421"),
            ("a name that begins with ours", "table.local.evil.example", "421"),
            ("a name that ends with ours", "eviltable.local", "421"),
            ("our name under another ending", "table.evil", "421"),
            ("another address of the network", "192.168.1.5", "421"),
            ("another address of loopback", "127.0.0.2", "421"),
            ("the address of no host", "0.0.0.0", "421"),
            ("the address as one number", "2130706433", "421"),
            ("the address in hexadecimal", "0x7f000001", "421"),
            ("the address in short", "127.1", "421"),
            ("another address in the form of IPv6", "[::ffff:127.0.0.2]", "421"),
            ("brackets around a name", "[table.local]", "421"),
            ("our name as a user of another site", "table.local@evil.example", "421"),
            ("our name after that of another site", "evil.example, table.local", "421"),
            ("a port that is none", "table.local:8080evil", "421"),
            ("none at all", None, "400"),
        )
    )
    yield Attack("rebinding", "no Host, as HTTP/1.0 allows", "421", host(None, "GET / HTTP/1.0"))
    yield Attack("rebinding", "two Hosts", "400", get("/", "Host: evil.example"))
    for name in ("X-Forwarded-Host: localhost", "Forwarded: host=localhost"):
        what = f"another site with the header {name.split(':')[0]}"
        yield Attack("rebinding", what, "421", host("evil.example", "GET / HTTP/1.1", name))
    yield Attack(
        "rebinding", "an absolute address of another site", JOIN_PAGE, get("http://evil.example/")
    )
    yield Attack(
        "rebinding",
        "a page of a rebound name opens its connection",
        "403",
        lambda target: _status(target.send(target.opening("http://evil.example", "evil.example"))),
    )
    origins = (
        ("another site", "http://evil.example"),
        ("no site: the header is absent", None),
        ("a frame without an origin", "null"),
        ("another port of this computer", "http://127.0.0.1:1"),
        ("a site whose name begins with ours", "http://127.0.0.1.evil.example"),
        ("a file", "file://"),
        ("an extension of the browser", "chrome-extension://abc"),
    )
    for what, origin in origins:
        yield Attack("cross-site", f"connection of a page of {what}", "403", page_from(origin))
        yield Attack(
            "cross-site", f"the right code from a page of {what}", "403", join_from(origin)
        )
    yield Attack(
        "cross-site", "another site reads the page", "403", get("/", "Origin: http://evil.example")
    )
    yield Attack(
        "cross-site",
        "two origins, one of them ours",
        "403",
        raw("POST /join HTTP/1.1", "Origin: http://evil.example", "Content-Length: 0"),
    )
    yield Attack("cross-site", "another site lets a phone leave", "403", cross_site_leave)
    yield Attack("cross-site", "a picture of another site lets a phone leave", "405", get("/leave"))
    for method in ("OPTIONS", "PUT", "DELETE", "TRACE"):
        yield Attack("cross-site", f"the method {method}", "405", line(method))
    yield Attack("codes", "a wrong code", "403", code(lambda target: target.code() and "A" * 8))
    yield Attack("codes", "an empty code", "403", code(lambda target: target.code() and ""))
    yield Attack(
        "codes",
        "an empty code while no code is shown",
        "403",
        no_code,
    )
    yield Attack("codes", "half of the code", "403", code(lambda target: target.code()[:4]))
    yield Attack(
        "codes", "the code with something after it", "403", code(lambda target: target.code() + "A")
    )
    yield Attack(
        "codes",
        "the code in letters that only look the same",
        "403",
        code(lambda target: chr(ord(target.code()[0]) + 0xFEE0) + target.code()[1:]),
    )
    yield Attack("codes", "the code in a list", "403", code(lambda target: [target.code()]))
    yield Attack(
        "codes",
        "JSON that is nested deeply",
        "403",
        raw("POST /join HTTP/1.1", "Content-Length: 9000", body=b"[" * 9000),
    )
    yield Attack("codes", "a code that was used", "403", replayed)
    yield Attack("codes", "a code after two minutes", "403", late)
    yield Attack("codes", "a code that the table no longer shows", "403", closed)
    yield Attack("codes", "the code before the one that is shown", "403", former)
    yield Attack("codes", "the right code after five wrong ones", "429", guessed())
    yield Attack("codes", "the same, guessed from another address", "429", guessed("127.0.0.4"))
    yield Attack("codes", "the same, 59 seconds later", "429", still_paused)
    yield Attack(
        "codes", "the code in the address: it is not redeemed", JOIN_PAGE, by_address("/J/")
    )
    yield Attack(
        "codes", "the code in a query: it is not redeemed", JOIN_PAGE, by_address("/join?code=")
    )
    tokens: tuple[tuple[str, Callable[[Target], str]], ...] = (
        ("no token", lambda target: ""),
        ("a made-up token", lambda target: "A" * 43),
        ("the beginning of a token", lambda target: target.token()[:-1]),
        ("the hash of a token", lambda target: hashlib.sha256(target.token().encode()).hexdigest()),
        ("another table's token", lambda target: other_token),
        ("a revoked token", revoked_token),
        ("the token of a phone that has left", returned_token),
        ("the token of a seat that has another phone by now", replaced_token),
        ("the token of a seat whose visitors have left", left_token),
    )
    for what, token in tokens:
        yield Attack("tokens", f"{what} in the cookie of a request", JOIN_PAGE, in_cookie(token))
        yield Attack("tokens", f"{what} in the cookie of a page", "closed with 4401", page(token))
    yield Attack(
        "tokens",
        "a token that is revoked while its page is open",
        "closed with 4401",
        revoked_while_open,
    )
    yield Attack(
        "tokens",
        "a token in the address",
        JOIN_PAGE,
        lambda target: get(f"/?{TOKEN}={target.token()}")(target),
    )
    yield Attack(
        "tokens",
        "a token in the header Authorization",
        JOIN_PAGE,
        lambda target: get("/", f"Authorization: Bearer {target.token()}")(target),
    )
    for header in ("X-Forwarded-For: 127.0.0.1", "X-Remote-User: staff", "X-Real-IP: ::1"):
        yield Attack(
            "tokens",
            f"the header {header.split(':')[0]} in place of a token",
            JOIN_PAGE,
            get("/", header),
        )
    press, move = {"press": "ok"}, {"choose": "a1-a2", "after": 0}
    yield Attack("roles", "an observer presses a key", NOTHING, asked("observer", None, press))
    yield Attack("roles", "an observer chooses a move", NOTHING, asked("observer", None, move))
    yield Attack("roles", "a player presses a key", NOTHING, asked("seat", 0, press))
    yield Attack(
        "roles", "a player restarts the table", NOTHING, asked("seat", 0, {"end": "restart"})
    )
    yield Attack(
        "roles", "a player shows a text on the panel", NOTHING, asked("seat", 0, {"text": "x"})
    )
    yield Attack(
        "roles",
        "a player names another seat: the move is for their own",
        "ChooseMove(seat=0, move='a1-a2', after=0)",
        asked("seat", 0, {**move, "seat": 1}),
    )
    yield Attack(
        "roles",
        "an observer calls themselves staff",
        NOTHING,
        asked("observer", None, {"you": {"role": "staff"}}, {**press, "role": "staff"}),
    )
    yield Attack(
        "roles",
        "a player sends a request in the form of the socket",
        NOTHING,
        asked("seat", 0, {"request": "EndTable", "ending": "end"}),
    )
    yield Attack(
        "oversize",
        f"headers of {2 * LONGEST_HEADERS} bytes",
        "431",
        get("/", "X: " + "x" * 2 * LONGEST_HEADERS),
    )
    yield Attack(
        "oversize",
        f"a query of {LONGEST_QUERY + 1} bytes",
        "414",
        get("/rules?" + "x" * (LONGEST_QUERY + 1)),
    )
    yield Attack(
        "oversize",
        "a body that is too long",
        "413",
        raw(
            "POST /join HTTP/1.1",
            f"Content-Length: {LONGEST_BODY + 1}",
            body=b"x" * (LONGEST_BODY + 1),
        ),
    )
    yield Attack(
        "oversize",
        "the same in pieces without a length",
        "413",
        raw(
            "POST /join HTTP/1.1",
            "Transfer-Encoding: chunked",
            body=b"1000\r\n" + b"x" * 4096 + (b"\r\n1000\r\n" + b"x" * 4096) * 4,
        ),
    )
    long = b"x" * (LONGEST_MESSAGE + 1)
    yield Attack("oversize", "a message that is too long", "closed with 1009", frames(frame(long)))
    yield Attack(
        "oversize",
        "the same in two pieces",
        "closed with 1009",
        frames(frame(long[:600], TEXT), frame(long[:600], 0x80)),
    )
    yield Attack(
        "oversize",
        f"{20 * MESSAGES_AT_ONCE} messages at once",
        "closed with 1008",
        frames(*(said({"at": 0}) for _ in range(20 * MESSAGES_AT_ONCE))),
    )
    yield Attack(
        "oversize",
        "a message that says it is compressed",
        "closed with 1002",
        frames(frame(b"x", 0xC0 | TEXT)),
    )
    yield Attack(
        "oversize",
        "a message without a mask",
        "closed with 1002",
        frames(frame(b"x", is_masked=False)),
    )
    yield Attack("oversize", "bytes that are no text", "closed with 1007", frames(frame(b"\xff")))
    yield Attack(
        "oversize",
        "JSON nested deeply on a page",
        NOTHING,
        asked("staff", None, {"text": [[[[[[[[]]]]]]]]}),
    )
    yield Attack("oversize", "a ninth connection where eight are allowed", CLOSED, crowd)
    yield Attack("slow", "a connection on which nothing comes", CLOSED, unfinished(lambda _: b""))
    yield Attack("slow", "half of a request", CLOSED, unfinished(lambda _: b"GET / HTTP/1.1\r\nX"))
    yield Attack(
        "slow",
        "half of a request after a whole one",
        CLOSED,
        unfinished(lambda target: target.request(), lambda _: b"GET / HTTP/1.1\r\nX"),
    )
    yield Attack(
        "slow",
        "a body that does not come",
        "408",
        raw("POST /join HTTP/1.1", "Content-Length: 20", body=b"{"),
    )
    for path in (
        "/static/../server.py",
        "/static/%2e%2e/server.py",
        "/static/..%2fserver.py",
        "/static/..%5cserver.py",
        "/static//etc/passwd",
        "/static/%2fetc%2fpasswd",
        "/static/table.js%00.css",
        "/static/....//server.py",
    ):
        yield Attack("traversal", f"`{path}`", "404", get(path))
    for game in ("../../etc/passwd", "/etc/passwd", "squadro/../xiangqi4", "__init__"):
        yield Attack(
            "traversal", f"the rules of the game `{game}`", "404", get(f"/rules?game={game}")
        )
    yield Attack(
        "smuggling",
        "a body with two kinds of length",
        "400",
        raw(
            "POST /join HTTP/1.1",
            "Content-Length: 5",
            "Transfer-Encoding: chunked",
            body=b"0\r\n\r\n",
        ),
    )
    yield Attack(
        "smuggling",
        "two lengths",
        "400",
        raw("POST /join HTTP/1.1", "Content-Length: 5", "Content-Length: 6", body=b"{}   "),
    )
    yield Attack(
        "smuggling",
        "a length with a sign",
        "400",
        raw("POST /join HTTP/1.1", "Content-Length: +5", body=b"{}   "),
    )
    yield Attack(
        "smuggling",
        "an encoding that hides another one",
        "400",
        raw("POST /join HTTP/1.1", "Transfer-Encoding: chunked, identity"),
    )
    yield Attack(
        "smuggling", "a space before the colon of a header", "400", get("/", "Content-Length : 5")
    )
    yield Attack(
        "smuggling", "a Host that is continued on the next line", "421", get("/", "\tevil.example")
    )
    yield Attack("smuggling", "a bare carriage return in a header", "400", get("/", "X: a\rY: b"))
    yield Attack("smuggling", "a zero byte in a header", "400", get("/", "X: a\0b"))
    yield Attack(
        "smuggling",
        "a size of a piece that is no number",
        "400",
        raw("POST /join HTTP/1.1", "Transfer-Encoding: chunked", body=b"zz\r\n"),
    )
    yield Attack("smuggling", "a second request in the body of the first", "413", hidden_request)


other_token = "x6Jp0dTqk8wXrJ2b4n7cV1mZs9QeLhYtUfGaOiPvRkE"  # a token of a table elsewhere

ATTACKS: Final = tuple(_attacks())


def table() -> str:
    """Return the attacks as a table in Markdown."""
    rows = (f"| {each.kind} | {each.what} | {each.answer} |" for each in ATTACKS)
    return "\n".join(("| kind | what is tried | answer |", "|---|---|---|", *rows))


if __name__ == "__main__":
    print(table())
