"""The rule sheet of a game as a page, with its boards as pictures."""

from html import escape

from markdown_it import MarkdownIt

from firmware_host.session.option_table import option_table
from firmware_host.text import rule_sheets
from firmware_host.text.translator import Language
from firmware_host.web import board_svg
from firmware_host.web.page_frame import framed
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
