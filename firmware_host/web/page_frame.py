"""The head of every page, and the frame of those that are read and not played on."""

from html import escape
from typing import Final

from firmware_host.text.languages import LANGUAGES
from firmware_host.text.translator import Language
from games.message import msg

HEAD: Final = """\
<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="{static}/table.css">
{scripts}</head>
"""
SCRIPT: Final = '<script type="module" src="{static}/{script}"></script>\n'
FRAME: Final = """\
<body>
<header><nav aria-label="{pages}">{links}</nav></header>
<main{kind}>
{body}
</main>
</body>
</html>
"""
BACK: Final = msg("Back to the table")
STATIC: Final = "static"
"""Where pages find scripts and styles, seen from the top of the site."""


def head(title: str, language: str, script: str = "", static: str = STATIC) -> str:
    """Return the beginning of every page, up to its body.

    ``title`` is text, ``script`` a module of the folder ``static``.
    """
    return HEAD.format(
        language=language,
        title=escape(title),
        static=static,
        scripts=SCRIPT.format(static=static, script=script) if script else "",
    )


def framed(
    title: str,
    body: str,
    say: Language,
    here: str,
    *,
    script: str = "",
    kind: str = "",
    back: str = BACK,
) -> str:
    """Return a page with ``title``, which is text, around ``body``, which is HTML.

    ``here`` is the address of the page up to its language, ``script`` a module of the folder
    ``static``, ``kind`` the class of the main part, ``back`` what the link to the top of the site
    says; empty: there is none.
    """
    links = [f'<a href=".">{escape(say(back))}</a>'] if back else []
    links += [_link(code, here) for code in LANGUAGES if code != say.code]
    frame = FRAME.format(
        pages=escape(say(msg("Pages"))),
        links=" ".join(links),
        kind=f' class="{kind}"' if kind else "",
        body=body,
    )
    return head(f"{title} · tableside", say.code, script) + frame


def _link(code: str, here: str) -> str:
    address = f"{here}language={code}"
    name = escape(Language(code).name)
    return f'<a href="{escape(address)}" lang="{code}" hreflang="{code}">{name}</a>'
