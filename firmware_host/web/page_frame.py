"""The frame of the pages that are read and not played on: rules, games, and a game to replay."""

from html import escape
from typing import Final

from firmware_host.text.languages import LANGUAGES
from firmware_host.text.translator import Language
from games.message import msg

FRAME: Final = """\
<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title} · tableside</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="static/table.css">
{head}</head>
<body>
<header><nav aria-label="{pages}"><a href=".">{back}</a>{languages}</nav></header>
<main{kind}>
{body}
</main>
</body>
</html>
"""
SCRIPT: Final = '<script type="module" src="static/{script}"></script>\n'


def framed(
    title: str, body: str, say: Language, here: str, *, script: str = "", kind: str = ""
) -> str:
    """Return a page with ``title``, which is text, around ``body``, which is HTML.

    ``here`` is the address of the page up to its language, ``script`` a module of the folder
    ``static``, ``kind`` the class of the main part.
    """
    return FRAME.format(
        language=say.code,
        title=escape(title),
        head=SCRIPT.format(script=script) if script else "",
        pages=escape(say(msg("Pages"))),
        back=escape(say(msg("Back to the table"))),
        languages="".join(f" {_link(code, here)}" for code in LANGUAGES if code != say.code),
        kind=f' class="{kind}"' if kind else "",
        body=body,
    )


def _link(code: str, here: str) -> str:
    address = f"{here}language={code}"
    name = escape(Language(code).name)
    return f'<a href="{escape(address)}" lang="{code}" hreflang="{code}">{name}</a>'
