"""Codes of letters that let people in, and a page that one in a terminal opens."""

import asyncio
import hmac
import secrets
from collections import deque
from collections.abc import Awaitable, Callable
from html import escape
from typing import Final, TypeVar

from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.websockets import WebSocket

from firmware_host.base.values import Struct, ValuesError, from_json
from firmware_host.text.translator import Language
from firmware_host.web.hosts import address_of
from firmware_host.web.open_page import NOT_LET_IN
from firmware_host.web.page_frame import BACK, framed
from firmware_host.web.visitor import SiteCookie, language_of, remember_language
from games.message import msg

LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""I and O look like figures; 24 to the power of 8 codes are 110 thousand million."""

LENGTH: Final = 8
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

ENTER: Final = msg("Enter")
WRONG: Final = msg("This is not the code.")
LOST: Final = msg("The program cannot be reached. Is it still running?")
CODE_FORM: Final = """\
<h1>{title}</h1>
<form class="entry" data-to="{path}" data-then="{path}" data-wrong="{wrong}" data-pause="{pause}"
 data-lost="{lost}">
<p><label>{prompt} <input name="code" autocomplete="off" autocapitalize="characters" required
 maxlength="20"></label> <button>{enter}</button></p>
<p id="answer" role="alert"></p>
</form>"""


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
        return await self.judged(address_of(visit), entered_code(await visit.body()), redeem)

    async def judged(
        self, address: str, text: str, redeem: Callable[[str], Result | None]
    ) -> Result | Response:
        """Return what ``redeem`` makes of the ``text`` that came from ``address``, or a refusal."""
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


class EntryCode:
    """A code, and the browsers that have entered it; ``clock`` returns seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        self.wrong = WrongCodes(clock)
        self._token = secrets.token_urlsafe(32)

    def token_for(self, text: str) -> str | None:
        """Return the token for who entered ``text``; None if it is not the code."""
        is_right = hmac.compare_digest(plain(text).encode(), self.code.encode())
        return self._token if is_right else None

    def lets_in(self, token: str) -> bool:
        """Return whether ``token`` is that of somebody who entered the code."""
        return hmac.compare_digest(token.encode(), self._token.encode())


class CodeDoor:
    """The page that asks for ``code``, and the ``cookie`` of browsers that were let in.

    The page is called ``title``, stands at ``path`` (as its own links write it) and says by
    ``prompt`` where the code is to be read. ``back`` is what its link to the top of the site says.
    """

    def __init__(
        self,
        code: EntryCode,
        cookie: SiteCookie,
        path: str,
        title: str,
        prompt: str,
        back: str = BACK,
    ) -> None:
        self._code, self._cookie, self._path = code, cookie, path
        self._title, self._prompt, self._back = title, prompt, back

    def lets_in(self, visit: HTTPConnection) -> bool:
        """Return whether the code was entered in the browser of ``visit``."""
        return self._code.lets_in(self._cookie.read(visit))

    async def admits(self, page: WebSocket) -> bool:
        """Return whether the code was entered in the browser of ``page``, and accept it.

        A page that is not let in, such as one from before a restart, loads again and asks.
        """
        await page.accept()
        if not self.lets_in(page):
            await page.close(NOT_LET_IN)
            return False
        return True

    def ask(self, request: Request) -> Response:
        """Return the page that asks for the code."""
        say = Language(language_of(request))
        words = {"title": self._title, "prompt": self._prompt}
        words |= {"wrong": WRONG, "pause": GUESSED, "lost": LOST, "enter": ENTER}
        filled = {name: escape(say(text)) for name, text in words.items()}
        form = CODE_FORM.format(path=self._path, **filled)
        here = f"{self._path}?"
        page = framed(say(self._title), form, say, here, files=("code.js",), back=self._back)
        return remember_language(request, HTMLResponse(page))

    async def enter(self, request: Request) -> Response:
        """Let in who has entered the code."""
        token = await self._code.wrong.judge(request, self._code.token_for)
        if isinstance(token, Response):
            return token
        answer = Response(status_code=204)
        self._cookie.give(request, answer, token)
        return answer
