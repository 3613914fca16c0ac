"""Codes that let a phone in: eight letters, valid two minutes and once."""

import asyncio
import hmac
import secrets
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from firmware_host.base.values import Struct, ValuesError, from_json
from firmware_host.web.hosts import address_of
from firmware_host.web.visitor import PageVisitor
from games.message import msg

LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""I and O look like figures; 24 to the power of 8 codes are 110 thousand million."""

LENGTH: Final = 8
VALID_SECONDS: Final = 120.0
MOST_WRONG: Final = 5
"""Different wrong codes of one address within a minute; after that its codes take turns."""

MOST_TOGETHER: Final = 1000
"""The same for all addresses: after that the codes of each take turns."""

FORGET_SECONDS: Final = 60.0
TURN_SECONDS: Final = 1.0
"""Between two codes of an address that take turns: all codes would need 3,500 years."""

LONGEST_WAIT: Final = 10.0
"""Seconds; who would have to wait for longer is told to come again."""

MOST_ADDRESSES: Final = 1000
LONGEST_CODE: Final = 20
GUESSED: Final = msg(
    "Too many wrong codes came from your address. Check the code, and try again in a moment."
)

Result = TypeVar("Result")
Kept = TypeVar("Kept")
Sleep = Callable[[float], Awaitable[object]]


class WrongCodes:
    """Slows down whoever guesses codes, by their address; ``clock`` returns seconds.

    The right code is always taken: after wrong ones from its address perhaps a second later.
    Nobody is slowed down by what others send, unless very many guess at the same time. A wrong
    code that comes again, such as an old one in a page that is loaded again, counts once.
    """

    def __init__(self, clock: Callable[[], float], sleep: Sleep = asyncio.sleep) -> None:
        self._clock, self._sleep = clock, sleep
        self.forget()

    def forget(self) -> None:
        """Forget all wrong codes: they were not for the code that is shown from now on."""
        self._of_address: dict[str, dict[str, float]] = {}
        self._together: deque[float] = deque(maxlen=MOST_TOGETHER)
        self._turns: dict[str, float] = {}

    async def judge(
        self, visit: Request, redeem: Callable[[str], Result | None]
    ) -> Result | Response:
        """Return what ``redeem`` makes of the code that ``visit`` brings, or a refusal."""
        address, text = address_of(visit), entered_code(await visit.body())
        wait = self._wait(address)
        if wait > LONGEST_WAIT:
            return self._refusal(429)
        await self._sleep(wait)
        found = redeem(text)
        if found is not None:
            return found
        self._note(address, plain(text)[:LONGEST_CODE])
        return self._refusal(429 if self._takes_turns(address) else 403)

    def _refusal(self, status: int) -> Response:
        again = {"retry-after": f"{TURN_SECONDS:.0f}"} if status == 429 else {}
        return PlainTextResponse("wrong code\n", status, again)

    def _wait(self, address: str) -> float:
        """Return in how many seconds it is the turn of ``address``, and count it as taken."""
        now = self._clock()
        if not self._takes_turns(address):
            return 0.0
        turn = max(now, self._turns.get(address, now))
        if turn - now <= LONGEST_WAIT:
            _keep(self._turns, address, turn + TURN_SECONDS, MOST_ADDRESSES)
        return turn - now

    def _takes_turns(self, address: str) -> bool:
        since = self._clock() - FORGET_SECONDS
        own = sum(at > since for at in self._of_address.get(address, {}).values())
        are_many = len(self._together) == MOST_TOGETHER and self._together[0] > since
        return own >= MOST_WRONG or are_many

    def _note(self, address: str, text: str) -> None:
        wrong = self._of_address.get(address, {})
        if text not in wrong:
            self._together.append(self._clock())
        _keep(wrong, text, self._clock(), MOST_WRONG)
        _keep(self._of_address, address, wrong, MOST_ADDRESSES)


def _keep(kept: dict[str, Kept], name: str, value: Kept, most: int) -> None:
    """Keep ``value`` as the newest of ``most``; the oldest makes room for it."""
    kept.pop(name, None)
    while len(kept) >= most:
        del kept[next(iter(kept))]
    kept[name] = value


class PairingCodes:
    """The code that a table shows, for one visitor; ``clock`` returns seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._code, self._visitor, self._until = "", PageVisitor(), 0.0
        self.wrong = WrongCodes(clock)

    def make(self, visitor: PageVisitor) -> str:
        """Return a code that makes whoever enters it ``visitor``; the last code ends."""
        self._code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        self._visitor, self._until = visitor, self._clock() + VALID_SECONDS
        self.wrong.forget()
        return self._code

    def forget(self) -> None:
        """Let the code count no longer."""
        self._code = ""

    def redeem(self, text: str) -> PageVisitor | None:
        """Return whom ``text`` lets in; None if it is not the code."""
        is_valid = bool(self._code) and self._clock() < self._until
        is_right = hmac.compare_digest(plain(text).encode(), self._code.encode())
        if is_valid and is_right:
            self._code = ""
            return self._visitor
        return None


class _Entered(Struct, frozen=True):
    code: str


def entered_code(body: bytes) -> str:
    """Return the code in the ``body`` of a request; an empty one if there is none.

    >>> entered_code(b'{"code": "ABCD EFGH"}'), entered_code(b"ABCD EFGH")
    ('ABCD EFGH', '')
    """
    try:
        return from_json(body, _Entered).code
    except ValuesError:
        return ""


def plain(text: str) -> str:
    """Return what people typed without the gaps that make a code easier to read.

    >>> plain("abcd-efgh")
    'ABCDEFGH'
    """
    return "".join(text.split()).replace("-", "").upper()
