"""The page on which a phone enters the code that the table shows."""

from html import escape
from typing import Final

from firmware_host.text.translator import Language
from firmware_host.web.page_frame import head
from firmware_host.web.pairing import GUESSED
from games.message import msg

BODY: Final = """\
<body>
<header><h1>{title}</h1></header>
<main>
<form id="join" data-to="/join" data-then="/" data-wrong="{wrong}" data-pause="{pause}"
 data-lost="{lost}">
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
        "At the table, choose Phone in the menu or in the list of games. Enter the 8 letters that"
        " the display shows."
    ),
    "code": msg("Code"),
    "join": msg("Join"),
    "wrong": msg("This is not the code, or it is no longer valid. Choose Phone again."),
    "pause": GUESSED,
    "lost": msg("The table cannot be reached. Try again."),
}


def join_page(language: str) -> str:
    """Return the page in ``language`` as HTML."""
    say = Language(language)
    words = {name: escape(say(text)) for name, text in WORDS.items()}
    title = f"{say(WORDS['title'])} · tableside"
    return head(title, language, "join.js", static="/static") + BODY.format(**words)
