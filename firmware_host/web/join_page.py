"""The page on which a phone enters the code that the table shows."""

from html import escape
from typing import Final

from firmware_host.text.translator import Language
from games.message import msg

PAGE: Final = """\
<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title} · tableside</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/static/table.css">
<script type="module" src="/static/join.js"></script>
</head>
<body>
<header><h1>{title}</h1></header>
<main>
<form id="join" data-wrong="{wrong}" data-pause="{pause}" data-lost="{lost}">
<p id="how">{how}</p>
<p><label>{code} <input id="code" name="code" required maxlength="12" autocomplete="off"
 autocapitalize="characters" spellcheck="false" aria-describedby="how"></label>
<button>{join}</button></p>
<p id="answer" role="alert"></p>
</form>
</main>
</body>
</html>
"""

WORDS: Final = {
    "title": msg("Join the table"),
    "how": msg(
        "At the table, open the menu and choose Phone. Enter the 8 letters that the display shows."
    ),
    "code": msg("Code"),
    "join": msg("Join"),
    "wrong": msg("This is not the code, or it is no longer valid. Choose Phone again."),
    "pause": msg("Too many wrong codes. Wait a minute, then try again."),
    "lost": msg("The table cannot be reached. Try again."),
}


def join_page(language: str) -> str:
    """Return the page in ``language`` as HTML."""
    say = Language(language)
    words = {name: escape(say(text)) for name, text in WORDS.items()}
    return PAGE.format(language=language, **words)
