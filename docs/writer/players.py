"""Write the pages for players: every rule sheet in every language, with pictures of its boards."""

from collections.abc import Iterator
from typing import Final

import games
from docs.writer.markdown import page, table
from firmware_host.session.setup import handicap_table, option_table
from firmware_host.text import rule_sheets
from firmware_host.text.translator import Language
from firmware_host.web import board_svg
from games.core import Game

SHEETS: Final = "games/rules"
MAKER: Final = "docs/writer/players.py"
MINUTES: Final = (
    "The minutes are an estimate: the turns of four in five games between machines of the level "
    "champion, with 15 seconds for each turn."
)
LEARNING: Final = (
    "**Learn** on the list of games teaches a game at its board in three to five minutes. Each of "
    "eight or nine small positions has one rule, and something to do with the pieces or the dice; "
    "the table answers what you did. The hint key shows where you can go, then the rule again. "
    "What you have learned is kept, so you can leave a lesson and go on with it; a table for the "
    "public forgets it when the visitors leave. At its end, **Play now** begins a game."
)
BEGINNING: Final = (
    "Choose a game from the list; the hint key says what each game is. Then choose with left and "
    "right how many people play, and press OK: the machine plays the other seats. The line below "
    "says how well the machine plays, or leaves the seats empty where the rules allow it. More "
    "options has the rules that you can change, each seat, who begins, and where throws come from; "
    "the hint key explains each line. Next time the same players and options are chosen already."
)


def pages() -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each page and picture."""
    yield "players/index.md", _index()
    for name in games.names():
        game, shown = games.load(name), dict[str, str]()
        for language in rule_sheets.languages(name):
            yield f"players/{name}.{language}.md", _page(game, language, shown)
        for position, file in shown.items():
            yield f"pictures/boards/{file}", board_svg.drawing(game.state(position), game.title)


def _index() -> str:
    rows = []
    for name in games.names():
        opening = rule_sheets.sentences(name, "en")[0]
        sheets = (
            f"[{Language(each).name}]({name}.{each}.md)" for each in rule_sheets.languages(name)
        )
        kind = games.kind(name)
        minutes = "" if kind.about.minutes is None else "{} to {}".format(*kind.about.minutes)
        rows.append((f"**{kind.title}**", opening, minutes, ", ".join(sheets)))
    text = (
        "Here are the rules of every game: one page each, with its story, the board, the rules, a "
        "first turn step by step, and the options. Print a page to lay it beside the board. "
        "`tableside rules GAME` shows the same in a terminal. You can also see "
        "[the screens](../screens.md), get [a board](../boards.md) to buy, draw or print, and "
        "[follow on the phone](../follow.md)."
    )
    columns = ("game", "in short", "minutes", "rules")
    parts = (
        table(columns, rows),
        MINUTES,
        "## Learn a game",
        LEARNING,
        "## Begin a game",
        BEGINNING,
    )
    return page(MAKER, "# Games", text, *parts)


def _page(game: Game, language: str, shown: dict[str, str]) -> str:
    """Return the page of ``game`` in ``language``; each position in ``shown`` gets a file."""

    def picture(position: str, caption: str) -> str:
        file = shown.setdefault(position, f"{game.name}-{len(shown)}.svg")
        return f"![{caption}](../pictures/boards/{file})"

    title, _, text = rule_sheets.read(game.name, language).partition("\n\n")
    others = (each for each in rule_sheets.languages(game.name) if each != language)
    links = " ".join(f"[{Language(each).name}]({game.name}.{each}.md)" for each in others)
    tables = (
        option_table(type(game), Language(language)),
        handicap_table(type(game), Language(language)),
    )
    sheet = rule_sheets.illustrated(text.rstrip(), picture, *tables)
    return page(f"{SHEETS}/{game.name}.{language}.md", title, links, sheet)
