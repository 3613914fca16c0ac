"""Attacks on a served table, as data: what is tried, and what the server must answer."""

import hashlib
from collections.abc import Callable, Iterator
from typing import Final

from firmware_host.features.phones.web import TOKEN
from firmware_host.web.entry_code import LENGTH
from firmware_host.web.running import (
    LONGEST_BODY,
    LONGEST_HEADERS,
    LONGEST_MESSAGE,
    LONGEST_QUERY,
    MESSAGES_AT_ONCE,
)
from tests.firmware_host.features.phones.attacking import (
    CLOSED,
    JOIN_PAGE,
    NOTHING,
    Attack,
    asked,
    by_address,
    closed,
    code,
    cross_site_leave,
    crowd,
    former,
    frames,
    get,
    guessed,
    guessed_at_once,
    hidden_request,
    host,
    in_cookie,
    join_from,
    late,
    left_token,
    line,
    no_code,
    page,
    page_from,
    raw,
    records_in_public,
    records_of,
    replaced_token,
    replayed,
    returned_token,
    revoked_token,
    revoked_while_open,
    status_of,
    unfinished,
)
from tests.firmware_host.features.phones.target import (
    TEXT,
    Target,
    frame,
    said,
)


def _attacks() -> Iterator[Attack]:
    yield from (
        Attack("rebinding", f"Host: {shown}", answer, host(name))
        for shown, name, answer in (
            ("the name of another site", "evil.example", "421"),
            ("the name of another site with a port", "evil.example:8080", "421"),
            ("a name that begins with ours", "table.local.evil.example", "421"),
            ("a name that ends with ours", "eviltable.local", "421"),
            ("our name under another ending", "table.evil", "421"),
            ("our name before a domain of a router in another site", "table.lan.evil", "421"),
            ("our name with a word after it", "table-evil.local", "421"),
            ("our name in a house of the domain of a router", "table.evil.fritz.box", "421"),
            ("the domain of a router", "fritz.box", "421"),
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
        lambda target: status_of(
            target.send(target.opening("http://evil.example", "evil.example"))
        ),
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
    yield Attack(
        "codes", "half of a character", "403", code(lambda target: target.code()[:7] + "\ud800")
    )
    yield Attack("codes", "a code that was used", "403", replayed)
    yield Attack("codes", "a code after two minutes", "403", late)
    yield Attack("codes", "a code that the table no longer shows", "403", closed)
    yield Attack("codes", "the code before the one that is shown", "403", former)
    yield Attack("codes", "the right code after six wrong ones", "204", guessed("127.0.0.4"))
    yield Attack(
        "codes", "the same after six wrong ones from another address", "204", guessed("127.0.0.5")
    )
    yield Attack(
        "codes", "one more wrong code after six", "429", guessed("127.0.0.4", "A" * LENGTH)
    )
    yield Attack(
        "codes",
        "a wrong code from an address with ten others that wait",
        "429",
        guessed_at_once,
    )
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
        lambda target: get(f"/?{TOKEN.name}={target.token()}")(target),
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
            body=(b"1000\r\n" + b"x" * 4096 + b"\r\n") * (LONGEST_BODY // 4096 + 1),
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
    yield Attack(
        "oversize",
        "48 silent connections where 24 are allowed: another address is served",
        f"{JOIN_PAGE}, 23 of 48 connections left",
        crowd,
    )
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


def _on_what_is_for_the_staff() -> Iterator[Attack]:
    report, setting = {"report": "log", "again": True}, {"set": "sound", "to": "false"}
    for who, role, seat in (("an observer", "observer", None), ("a player", "seat", 0)):
        yield Attack("roles", f"{who} asks for the log", NOTHING, asked(role, seat, report))
        yield Attack("roles", f"{who} changes a setting", NOTHING, asked(role, seat, setting))
        yield Attack("roles", f"{who} downloads all records", "403", records_of(role, seat))
    yield Attack("roles", "a passer-by downloads all records in public", "403", records_in_public)
    yield Attack(
        "roles",
        "the staff ask for a report that is none",
        NOTHING,
        asked("staff", None, {"report": "../phones", "again": True}),
    )


other_token = "x6Jp0dTqk8wXrJ2b4n7cV1mZs9QeLhYtUfGaOiPvRkE"  # a token of a table elsewhere

ATTACKS: Final = (*_attacks(), *_on_what_is_for_the_staff())


def table() -> str:
    """Return the attacks as a table in Markdown."""
    rows = (f"| {each.kind} | {each.what} | {each.answer} |" for each in ATTACKS)
    return "\n".join(("| kind | what is tried | answer |", "|---|---|---|", *rows))


if __name__ == "__main__":
    print(table())
