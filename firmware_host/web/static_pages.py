"""The files of the pages: scripts and styles, and pages that a script fills."""

from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from firmware_host.text.translator import Language
from firmware_host.web.page_frame import head
from firmware_host.web.visitor_language import language_of, remember_language
from games.message import msg

OPENING: Final = msg("The page is opening… If nothing comes, load it again in a minute.")
"""It stays where a server that is full lets no script through."""

STATIC: Final = Path(__file__).parent / "static"


def static_files() -> Mount:
    """Return the route of the scripts and styles of all pages."""
    return Mount("/static", StaticFiles(directory=STATIC))


def live_page(request: Request, name: str) -> Response:
    """Return the page ``name`` of the folder ``static``, which its script of that name fills."""
    language = language_of(request)
    body = _body(name).format(opening=escape(Language(language)(OPENING)))
    page = head("tableside", language, f"{name}.js") + body
    headers = {"Vary": "Accept-Language, Cookie"}
    return remember_language(request, HTMLResponse(page, headers=headers))


@lru_cache(maxsize=2)
def _body(name: str) -> str:
    return (STATIC / f"{name}.html").read_text(encoding="utf-8")
