"""The rule sheet of a game as a page, with its boards as pictures."""

from html import escape
from typing import Final

from markdown_it import MarkdownIt

from firmware_host.session.option_table import option_table
from firmware_host.text import rule_sheets
from firmware_host.text.translator import Language
from firmware_host.web import board_svg
from games.message import msg
from games.replay import Catalogue

PAGE: Final = """\
<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title} · tableside</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="static/table.css">
</head>
<body>
<header><p><a href=".">{back}</a></p></header>
<main><article>
{article}
</article></main>
</body>
</html>
"""


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
    return PAGE.format(
        language=language,
        title=say(game.title),
        back=say(msg("Back to the table")),
        article=markdown.render(rule_sheets.illustrated(sheet, picture, options)),
    )
