"""Pages that do not change: scripts, styles, pages that a script fills, and rule sheets."""

from collections.abc import Iterator
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Final

from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from firmware_host.base.registry import feature_names
from firmware_host.session.setup import option_table
from firmware_host.text import rule_sheets
from firmware_host.text.translator import Language
from firmware_host.web import board_svg
from firmware_host.web.page_frame import choice_of_letters, framed, head, section_files, sections
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
    options = option_table(catalogue.kind(name), say)
    markdown = MarkdownIt("commonmark", {"html": True}).enable("table")
    article = markdown.render(rule_sheets.illustrated(sheet, picture, options))
    label = escape(say(msg("Table")))
    wide = f'<div class="wide" role="group" aria-label="{label}" tabindex="0"><table>'
    article = article.replace("<table>", wide).replace("</table>", "</table></div>")
    body = f"<article>{choice_of_letters(say)}{article}</article>"
    return framed(say(game.title), body, say, f"rules?game={name}&", files=RULES_FILES)


RULES_FILES: Final = ("board.css", "letters.js")

OPENING: Final = msg("The page is opening… If nothing comes, load it again in a minute.")
"""It stays where a server that is full lets no script through."""

STATIC: Final = Path(__file__).parent / "static"
FEATURES: Final = STATIC.parents[1] / "features"
SECTIONS: Final = "{sections}"
"""Where a page has the parts of features."""


def static_files() -> Mount:
    """Return the route of the scripts and styles of all pages."""
    here = StaticFiles(directory=STATIC)
    here.all_directories = [*_folders()]
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
    return FileResponse(STATIC / WORKER, headers={"Service-Worker-Allowed": "/"})


def _folders() -> Iterator[Path]:
    """Yield the folders with the files of pages: that of all pages, and those of features."""
    yield STATIC
    of_features = (FEATURES / name / STATIC.name for name in feature_names())
    yield from (folder for folder in of_features if folder.is_dir())


def live_page(request: Request, name: str, *styles: str) -> Response:
    """Return the page ``name`` of the folder ``static``, which its script of that name fills.

    Its style sheets are that of its name and ``styles``.
    """
    say, body = Language(language_of(request)), _body(name)
    files = section_files() if SECTIONS in body else ()
    filled = body.format(opening=escape(say(OPENING)), sections=sections(say, " hidden"))
    page = head("tableside", say.code, f"{name}.css", *styles, *files, f"{name}.js") + filled
    headers = {"Vary": "Accept-Language, Cookie"}
    return remember_language(request, HTMLResponse(page, headers=headers))


@lru_cache(maxsize=2)
def _body(name: str) -> str:
    files = (folder / f"{name}.html" for folder in _folders())
    return next(file for file in files if file.is_file()).read_text(encoding="utf-8")
