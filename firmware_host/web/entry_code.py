"""A code in a terminal that opens a page, for whoever can read that terminal."""

import hmac
import secrets
from collections.abc import Callable
from html import escape
from typing import Final

from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, Response
from starlette.websockets import WebSocket

from firmware_host.text.translator import Language
from firmware_host.web.cookies import SiteCookie
from firmware_host.web.open_page import NOT_LET_IN
from firmware_host.web.page_frame import BACK, framed
from firmware_host.web.pairing import GUESSED, LENGTH, LETTERS, WrongCodes, plain
from firmware_host.web.visitor_language import language_of, remember_language
from games.message import msg

ENTER: Final = msg("Enter")
WRONG: Final = msg("This is not the code.")
LOST: Final = msg("The program cannot be reached. Is it still running?")
CODE_FORM: Final = """\
<h1>{title}</h1>
<form data-to="{path}" data-then="{path}" data-wrong="{wrong}" data-pause="{pause}"
 data-lost="{lost}">
<p><label>{prompt} <input name="code" autocomplete="off" autocapitalize="characters" required
 maxlength="20"></label> <button>{enter}</button></p>
<p id="answer" role="alert"></p>
</form>"""


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
        page = framed(say(self._title), form, say, here, script="code.js", back=self._back)
        return remember_language(request, HTMLResponse(page))

    async def enter(self, request: Request) -> Response:
        """Let in who has entered the code."""
        token = await self._code.wrong.judge(request, self._code.token_for)
        if isinstance(token, Response):
            return token
        answer = Response(status_code=204)
        self._cookie.give(request, answer, token)
        return answer
