"""The head of every page, the frame of those that are only read, and the words on all of them."""

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from html import escape
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from firmware_host.base.registry import Registry, feature_names
from firmware_host.text import LANGUAGES
from firmware_host.text.translator import Language
from games.message import msg

if TYPE_CHECKING:
    from starlette.routing import BaseRoute

STEP_WORDS: Final[Mapping[str, str]] = {
    "step first": msg("To the beginning"),
    "step back": msg("Step back"),
    "step run": msg("Play by itself"),
    "step halt": msg("Pause"),
    "step on": msg("Step on"),
    "step last": msg("To the end"),
}
"""What the buttons that look back at a game are called."""

WORDS: Final[Mapping[str, str]] = {
    **STEP_WORDS,
    "language": msg("Language"),
    "lost": msg("Connection lost. Trying again…"),
    "away": msg("The table is switched off or restarting."),
    "observer": msg("You are watching."),
    "seat": msg("You play a seat."),
    "staff": msg("You are staff."),
    "practice": msg("This is your own table."),
    "dice": msg("Dice"),
    "throw dice": msg("Throw dice"),
    "by chance": msg("by chance"),
    "rolling": msg("The dice are rolling"),
    "keys": msg("Keys of the table"),
    "keysHelp": msg("Press longer to hold a key."),
    "hands": msg("Hands"),
    "byHand": msg("I move the pieces myself"),
    "byHandHelp": msg("Click a piece and where it goes, then press OK."),
    "arrange": msg("Set up the board as the display shows it"),
    "holding": msg("In your hand:"),
    "beside": msg("Put it beside the board"),
    "takeFrom": msg("Take a piece:"),
    "faults": msg("Faults to try"),
    "pulled": msg("pulled out"),
    "jam": msg("A key that sticks"),
    "none": msg("none"),
    "knock": msg("Knock on the table"),
    "new game": msg("New game"),
    "alone": msg("The machine plays the other seats"),
    "start": msg("Start"),
    "table": msg("Now at the table"),
    "now": msg("Back to now"),
    "your turn": msg("It is your turn."),
    "choose": msg("Touch a piece, or drag it to where it goes."),
    "where": msg("Now touch where it goes."),
    "my turn": msg("Your turn"),
    "you": msg("you"),
    "hand": msg("in hand:"),
    "home": msg("home:"),
    "lost pieces": msg("lost:"),
    "turn": msg("to move"),
    "board": msg("Board"),
    "players": msg("Players"),
    "thrown": msg("Thrown"),
    "actions": msg("What you can do"),
    "about": msg("About the game"),
    "pages": msg("Pages"),
    "panel": msg("Display of the table"),
    "history": msg("The game so far"),
    "turns": msg("Turns"),
    "display": msg("Display"),
    "practice tab": msg("Practice"),
    "more": msg("More"),
    "letters": msg("Letters on the pieces instead of characters"),
    "whole": msg("The whole board"),
    "again": msg("Play again"),
    "swap": msg("Swap sides"),
    "share": msg("Share"),
    "share help": msg("Whoever opens this address, or points a camera at the code, sees the game."),
    "with names": msg("With the names of those who played"),
    "not shared": msg("This game cannot be shared now. Try again in a moment."),
    "send": msg("Send the address"),
    "copy": msg("Copy the address"),
    "copied": msg("Copied"),
    "download": msg("Download as text"),
    "close": msg("Close"),
    "moment": msg("Look back"),
    "choices": msg("Your choices"),
    "rules": msg("Rules"),
    "games": msg("Games played"),
    "sound": msg("Sound"),
    "empty": msg("empty"),
    "target": msg("can be reached"),
    "captured": msg("would be captured"),
    "hint": msg("Hint"),
    "thinking": msg("Looking for a good move…"),
    "undo": msg("Take back"),
    "draw": msg("Offer a draw"),
    "draw asked": msg("You are offered a draw. Do you agree?"),
    "agree": msg("Agree to a draw"),
    "decline": msg("Decline"),
    "resign": msg("Resign"),
    "reallyDraw": msg("Offer a draw? The others will be asked."),
    "reallyResign": msg("Do you want to resign?"),
    "back": msg("Choose again"),
    "play": msg("Play"),
    "sent": msg("On its way:"),
    "late": msg("The table has not got this yet. Check your connection, and try again."),
    "unknown": msg("It is not known whether the table got this. Look at the board."),
    "pass": msg("Pass"),
    "die": msg("Play the throw"),
    "drop": msg("Put on the board"),
    "place hand": msg("A piece from the hand"),
    "place reserve": msg("A piece from the reserve"),
    "place off": msg("Off the board"),
    "problem throw": msg("The throw does not count."),
    "problem board": msg("The board on the table does not match the game."),
}
"""Each word by the name that the page's scripts use."""

PAGE_WORDS = Registry[Mapping[str, str]]("web")
"""The words of features."""


GAME_ROUTES = Registry[Callable[[Any], "BaseRoute"]]("web")
"""What features answer about games, beside their pages; told which games are asked about."""

SHARED_PARTS = Registry[Callable[[Any, Language], str]]("web")
"""What features show of a game that is shared, as HTML; told the game."""


class PageSection(NamedTuple):
    """A part of the pages of games: its ``name`` there, its ``title``, and what is in it, as HTML.

    The ``script`` of the feature fills it; ``style`` is its style sheet, if it has one.
    """

    name: str
    title: str
    body: Callable[[Language], str]
    script: str
    style: str = ""


PAGE_SECTIONS = Registry[PageSection]("web")
"""The parts that features add to the page of a table, and to those of games that were played."""

SECTION: Final = """\
<section id="{name}" tabindex="-1" data-label="{name}" aria-label="{title}" hidden>
<h2 data-word="{name}">{title}</h2>
{body}</section>"""


def sections(say: Language) -> str:
    """Return the sections of features, which stay hidden until their scripts show them."""
    return "\n".join(
        SECTION.format(name=each.name, title=escape(say(each.title)), body=each.body(say))
        for each in PAGE_SECTIONS
    )


LETTERS: Final = '<p><label hidden><input id="letters" type="checkbox"> {words}</label></p>'
"""Where a visitor chooses letters on the pieces; its script shows it where there is a choice."""


def choice_of_letters(say: Language) -> str:
    """Return the choice of letters on the pieces in place of characters, as HTML."""
    return LETTERS.format(words=escape(say(WORDS["letters"])))


def section_files() -> Iterator[str]:
    """Yield the scripts that fill the sections of features, and their style sheets."""
    return (file for each in PAGE_SECTIONS for file in (each.script, each.style) if file)


def page_words(language: str) -> Mapping[str, Any]:
    """Return the words of the page in ``language``, and the languages that a visitor can choose."""
    say = Language(language)
    words = dict(chain(WORDS.items(), *(each.items() for each in PAGE_WORDS)))
    return {
        "language": language,
        "languages": [[code, Language(code).name] for code in LANGUAGES],
        "words": {name: say(text) for name, text in words.items()},
    }


def unfilled(text: str, say: Language) -> str:
    """Return ``text`` in the language of ``say`` with its places for facts, which a script fills.

    >>> unfilled("{here} of {of}", Language("en"))
    '{here} of {of}'
    """
    return say(text, **{name: f"{{{name}}}" for name in re.findall(r"{(\w+)}", text)})


HEAD: Final = """\
<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<meta name="theme-color" content="#f6f1e7" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#191511" media="(prefers-color-scheme: dark)">
<link rel="icon" href="{static}/icon.svg">
<link rel="apple-touch-icon" href="{static}/icon.png">
<link rel="manifest" href="{static}/manifest.webmanifest">
{files}</head>
"""
LINKS: Final[Mapping[str, str]] = {
    "css": '<link rel="stylesheet" href="{static}/{file}">\n',
    "js": '<script type="module" src="{static}/{file}"></script>\n',
}
"""How a page names its files, by what their names end with."""

AHEAD: Final = '<link rel="modulepreload" href="{static}/{file}">\n'
"""How a page names the modules that its scripts import."""

BASE: Final = "base.css"
"""The style sheet of every page."""
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

FILES: Final = Path(__file__).parent / STATIC
FEATURES: Final = FILES.parents[1] / "features"
IMPORT: Final = re.compile(r'^import [^"]*"\./([a-z_]+\.js)";', re.MULTILINE)
SCRIPTS_KEPT: Final = 64
"""Scripts of which it is remembered what they import: their names alone."""


def page_folders() -> Iterator[Path]:
    """Yield the folders with the files of pages: that of all pages, and those of features."""
    yield FILES
    of_features = (FEATURES / name / STATIC for name in feature_names())
    yield from (folder for folder in of_features if folder.is_dir())


def page_file(name: str) -> Path | None:
    """Return the file ``name`` of the pages; None if there is none."""
    files = (folder / name for folder in page_folders())
    return next((file for file in files if file.is_file()), None)


def modules_behind(scripts: Iterable[str]) -> Sequence[str]:
    """Return the modules without which ``scripts`` do not begin: what they import, and so on.

    A browser that is told of them at once need not wait for one to learn of the next.
    """
    given = tuple(scripts)
    found = dict.fromkeys(given)
    waiting = deque(given)
    while waiting:
        new = [name for name in _imported(waiting.popleft()) if name not in found]
        found.update(dict.fromkeys(new))
        waiting += new
    return tuple(found)[len(given) :]


@lru_cache(maxsize=SCRIPTS_KEPT)
def _imported(script: str) -> Sequence[str]:
    file = page_file(script)
    return () if file is None else IMPORT.findall(file.read_text(encoding="utf-8"))


def head(title: str, language: str, *files: str, static: str = STATIC) -> str:
    """Return the beginning of every page, up to its body.

    ``title`` is text, ``files`` are modules and style sheets of the folder ``static``.
    """
    return HEAD.format(
        language=language,
        title=escape(title),
        static=static,
        files="".join(_linked((BASE, *files), static)),
    )


def _linked(files: Sequence[str], static: str) -> Iterator[str]:
    """Yield the links to ``files``, then those to the modules that the scripts among them need."""
    for file in files:
        yield LINKS[file.rpartition(".")[2]].format(static=static, file=file)
    for module in modules_behind(file for file in files if file.endswith(".js")):
        yield AHEAD.format(static=static, file=module)


def framed(
    title: str,
    body: str,
    say: Language,
    here: str,
    *,
    files: Iterable[str] = (),
    kind: str = "",
    back: str = BACK,
) -> str:
    """Return a page with ``title``, which is text, around ``body``, which is HTML.

    ``here`` is the address of the page up to its language, ``files`` are modules and style sheets
    of the folder ``static``, ``kind`` is the class of the main part, ``back`` what the link to the
    top of the site says; empty: there is none.
    """
    links = [f'<a href=".">{escape(say(back))}</a>'] if back else []
    links += [_link(code, here) for code in LANGUAGES if code != say.code]
    frame = FRAME.format(
        pages=escape(say(msg("Pages"))),
        links=" ".join(links),
        kind=f' class="{kind}"' if kind else "",
        body=body,
    )
    return head(f"{title} · tableside", say.code, *files) + frame


def _link(code: str, here: str) -> str:
    address = f"{here}language={code}"
    name = escape(Language(code).name)
    return f'<a href="{escape(address)}" lang="{code}" hreflang="{code}">{name}</a>'
