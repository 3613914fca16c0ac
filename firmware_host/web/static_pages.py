"""The files of the pages: scripts and styles, and pages that a script fills.

The rule sheet of a game as a page, with its boards as pictures.
"""

from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Final

from markdown_it import MarkdownIt
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from firmware_host.session.option_table import option_table
from firmware_host.text import rule_sheets
from firmware_host.text.translator import Language
from firmware_host.web import board_svg
from firmware_host.web.page_frame import framed, head
from firmware_host.web.visitor_language import language_of, remember_language
from games.message import msg
from games.replay import Catalogue


def rules_page(catalogue: Catalogue, name: str, language: str) -> str:
    """Return the rules of the game ``name`` in ``language`` as HTML; ValueError if there is none.

    The rule sheets are files of the program, so their HTML is not escaped.
    """
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
    body = f"<article>{article}</article>"
    return framed(say(game.title), body, say, f"rules?game={name}&")


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
