"""Pages that do not change: scripts, styles, pages that a script fills, and rule sheets."""

import os
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from gzip import compress
from html import escape
from pathlib import Path
from typing import Final, NamedTuple
from zlib import crc32

from starlette.datastructures import Headers
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from firmware_host.session.setup import handicap_table, option_table
from firmware_host.text import rule_sheets
from firmware_host.text.translator import Language
from firmware_host.web import board_svg
from firmware_host.web.page_frame import (
    FILES,
    choice_of_letters,
    framed,
    head,
    page_file,
    page_folders,
    section_files,
    sections,
)
from firmware_host.web.running import POLICY
from firmware_host.web.visitor import language_of, remember_language
from games.core import Catalogue
from games.message import msg


def rules_page(catalogue: Catalogue, name: str, language: str) -> str:
    """Return the rules of the game ``name`` in ``language`` as HTML; ValueError if there is none.

    The rule sheets are files of the program, so their HTML is not escaped.
    """
    # it is loaded when somebody reads the rules
    from markdown_it import MarkdownIt

    game, say = catalogue.load(name), Language(language)

    def picture(position: str, caption: str) -> str:
        drawing = board_svg.drawing(game.state(position), caption)
        return f"<figure>{drawing}<figcaption>{escape(caption)}</figcaption></figure>\n"

    sheet = rule_sheets.read(name, language)
    tables = option_table(catalogue.kind(name), say), handicap_table(catalogue.kind(name), say)
    markdown = MarkdownIt("commonmark", {"html": True}).enable("table")
    article = markdown.render(rule_sheets.illustrated(sheet, picture, *tables))
    label = escape(say(msg("Table")))
    wide = f'<div class="wide" role="group" aria-label="{label}" tabindex="0"><table>'
    article = article.replace("<table>", wide).replace("</table>", "</table></div>")
    body = f"<article>{choice_of_letters(say)}{article}</article>"
    return framed(say(game.title), body, say, f"rules?game={name}&", files=RULES_FILES)


RULES_FILES: Final = ("board.css", "letters.js")

OPENING: Final = msg("The page is opening… If nothing comes, load it again in a minute.")
"""It stays where a server that is full lets no script through."""

SECTIONS: Final = "{sections}"
"""Where a page has the parts of features."""


COMMENT: Final = re.compile(r"/\*(?:(?!\*/).)*\*/")
KINDS: Final[Mapping[str, str]] = {".js": "text/javascript", ".css": "text/css"}
FILES_KEPT: Final = 64
"""Scripts and styles that stay in memory, compressed: about 2 kB each."""


class Sent(NamedTuple):
    """A text of a ``kind`` as it is sent: ``plain``, or ``packed`` to browsers that unpack it."""

    kind: str
    plain: bytes
    packed: bytes

    @classmethod
    def of(cls, kind: str, text: str) -> "Sent":
        """Return ``text`` as it is sent."""
        plain = text.encode()
        return cls(kind, plain, compress(plain, mtime=0))

    def answer(self, asked: Headers, headers: Mapping[str, str]) -> Response:
        """Return the text to a browser that ``asked`` for it, with ``headers``."""
        if "gzip" not in asked.get("accept-encoding", ""):
            return Response(self.plain, headers=headers, media_type=self.kind)
        packed = {**headers, "content-encoding": "gzip"}
        return Response(self.packed, headers=packed, media_type=self.kind)


@lru_cache(maxsize=FILES_KEPT)
def sent(path: Path, changed: int) -> Sent:
    """Return the file at ``path``, which was ``changed`` at a time, without its comments.

    Each line keeps its number, so that what a browser says of it leads to the source.
    """
    lines = path.read_text(encoding="utf-8").splitlines()
    return Sent.of(KINDS[path.suffix], "\n".join(map(without_comment, lines)))


def without_comment(line: str) -> str:
    """Return ``line`` without what only people read; no file has a text that goes over lines.

    >>> [without_comment(each) for each in ("  show();  // now", "  // Show it.", "/* A page. */")]
    ['show();  // now', '', '']
    """
    words = line.strip()
    return "" if words.startswith("//") or COMMENT.fullmatch(words) else words


class PartFiles(StaticFiles):
    """The files in folders; scripts and styles go without their comments, compressed once."""

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """Return the file at ``full_path``, or that the browser has it."""
        path, asked = Path(full_path), Headers(scope=scope)
        if path.suffix not in KINDS:
            return super().file_response(full_path, stat_result, scope, status_code)
        file = sent(path, stat_result.st_mtime_ns)
        tag = f'"{crc32(file.plain):08x}-{len(file.plain)}"'
        headers = {"etag": tag, "vary": "Accept-Encoding"}
        if self.is_not_modified(Headers(headers), asked):
            return NotModifiedResponse(Headers(headers))
        return file.answer(asked, headers)


def static_files() -> Mount:
    """Return the route of the scripts and styles of all pages."""
    here = PartFiles(directory=FILES)
    here.all_directories = [*page_folders()]
    more = (Route(f"/{OFFLINE}", _offline), Route(f"/{WORKER}", _worker))
    return Mount("/static", routes=[*more, Mount("/", GZipMiddleware(here))])


OFFLINE: Final = "offline"
WORKER: Final = "worker.js"
"""Shows that page where the site cannot be reached."""

AWAY: Final = msg("The table cannot be reached.")
TRY_AGAIN: Final = msg("Try again")
HOW_TO_REACH: Final = msg(
    "Is this device in the network of the table, and is the table switched on? This page tries"
    " again by itself."
)


async def _offline(request: Request) -> Response:
    """Return the page that a browser keeps for the time when it reaches nothing."""
    say = Language(language_of(request))
    again = f'<p><a href="">{escape(say(TRY_AGAIN))}</a></p>'
    body = f"<h1>{escape(say(AWAY))}</h1><p>{escape(say(HOW_TO_REACH))}</p>{again}"
    page = head(say(AWAY), say.code, "offline.js") + f"<body><main>{body}</main></body>\n</html>\n"
    return HTMLResponse(page, headers={"Vary": "Accept-Language, Cookie"})


async def _worker(request: Request) -> Response:
    """Return the script that shows that page; it may stand in for all pages of the site."""
    # unlike those of a page, this script keeps to its own policy
    headers = {"Service-Worker-Allowed": "/", "Content-Security-Policy": POLICY}
    return FileResponse(FILES / WORKER, headers=headers)


def live_page(request: Request, name: str, *styles: str) -> Response:
    """Return the page ``name`` of the folder ``static``, which its script of that name fills.

    Its style sheets are that of its name and ``styles``.
    """
    headers = {"Vary": "Accept-Encoding, Accept-Language, Cookie"}
    page = _page(name, language_of(request), styles).answer(request.headers, headers)
    return remember_language(request, page)


PAGES_KEPT: Final = 8
"""Pages that stay in memory: of a table, a screen, a class and all tables, in two languages."""


@lru_cache(maxsize=PAGES_KEPT)
def _page(name: str, language: str, styles: Sequence[str]) -> Sent:
    say, body = Language(language), page_body(name)
    files = section_files() if SECTIONS in body else ()
    filled = body.format(opening=escape(say(OPENING)), sections=sections(say))
    page = head("tableside", say.code, f"{name}.css", *styles, *files, f"{name}.js") + filled
    return Sent.of("text/html", page)


def page_body(name: str) -> str:
    """Return the body of the page ``name``, as its file has it."""
    file = page_file(f"{name}.html")
    assert file is not None, f"{name}.html lies in no folder of pages"
    return file.read_text(encoding="utf-8")
