"""Write lists in files that people write: of games, and of the features of the program.

A list is between two lines with the words of :data:`BEGIN` and :data:`END`; the rest of the file
stays as it is.
"""

import re
import tomllib
from collections.abc import Mapping
from fractions import Fraction
from importlib import import_module
from itertools import groupby
from math import prod
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

import games
from docs.writer import print_boards, race_pictures
from docs.writer.markdown import code, table
from firmware_host.base.registry import FEATURES, feature_names
from firmware_host.session import names
from firmware_host.text import LANGUAGES, rule_sheets
from firmware_host.text.translator import Language
from games.equipment import stand_in
from games.race.reading import Spoken

SHOP: Final = (4, 6, 8, 10, 12, 20)
"""The faces of the dice that many shops sell."""
ROOT: Final = Path(__file__).parents[2]
PHRASES: Final = ROOT / "tests" / "docs" / "phrases"
BEGIN: Final = "games: python -m docs.writer writes these lines"
END: Final = "end of the games"
BEGIN_FEATURES: Final = "features: python -m docs.writer writes these lines"
END_FEATURES: Final = "end of the features"
BEGIN_PHRASES: Final = "phrases: python -m docs.writer writes these lines"
END_PHRASES: Final = "end of the phrases"
BEGIN_WORDS: Final = "words: python -m docs.writer writes these lines"
END_WORDS: Final = "end of the words"


def updated() -> Mapping[Path, str]:
    """Return the text of each file with a list, with the list as it should be."""
    lists = {
        ROOT / "README.md": f"\n{readme()}\n\n",
        ROOT / "mkdocs.yml": navigation(),
        ROOT / "docs" / "boards.md": f"\n{boards()}\n\n",
        ROOT / "docs" / "builders" / "dice.md": f"\n{dice()}\n\n",
    }
    overview = ROOT / "docs" / "developers" / "index.md"
    found = {
        path: with_list(path.read_text(encoding="utf-8"), new)
        for path, new in lists.items()
        if path.is_file()  # a copy of the program may come without them
    }
    if overview.is_file():
        text = overview.read_text(encoding="utf-8")
        found[overview] = with_list(text, f"\n{features()}\n\n", BEGIN_FEATURES, END_FEATURES)
    guide = ROOT / "docs" / "developers" / "game.md"
    if guide.is_file() and PHRASES.is_dir():
        text = guide.read_text(encoding="utf-8")
        found[guide] = with_list(text, f"\n{phrases()}\n\n", BEGIN_PHRASES, END_PHRASES)
    own = ROOT / "docs" / "your-own-game.md"
    if own.is_file():
        found[own] = with_list(own.read_text(encoding="utf-8"), words(), BEGIN_WORDS, END_WORDS)
    return found


def with_list(text: str, new: str, begin: str = BEGIN, end: str = END) -> str:
    """Return ``text`` with the list ``new``; ValueError if it has no place for one.

    >>> text = f"# {BEGIN}\\nold\\n# {END}\\nmore\\n"
    >>> with_list(text, "new\\n") == text.replace("old", "new")
    True
    """
    listed = re.compile(rf"(^.*{begin}.*\n)(?:.*\n)*?(^.*{end}.*\n)", re.MULTILINE)
    if len(listed.findall(text)) != 1:
        raise ValueError(f"expected one list between '{begin}' and '{end}'")
    return listed.sub(lambda found: found[1] + new + found[2], text)


def features() -> str:
    """Return a table with a row for each feature of the program."""
    rows = ((f"`{name}`", about_feature(name)) for name in feature_names())
    return table(("feature", "what it is"), rows)


def about_feature(name: str) -> str:
    """Return what the feature ``name`` is: the first sentence that its package says of itself."""
    said = import_module(f"{FEATURES}.{name}").__doc__ or ""
    return said.partition("\n")[0]


def phrases() -> str:
    """Return a table with the sentences that example turns of every game or race may have."""
    rows = []
    for name in ("common", "race"):
        said = tomllib.loads((PHRASES / f"{name}.toml").read_text(encoding="utf-8"))["phrase"]
        rows += [(f"`{each['en'].replace('`', '')}`", _about(name, each)) for each in said]
    return table(("sentence", "for"), rows)


def _about(name: str, phrase: Mapping[str, Any]) -> str:
    if "tells" in phrase:
        return f"races, about {code(phrase['tells'])}"
    return {"common": "all games", "race": "races"}[name]


def words() -> str:
    """Return a section for each table of a file with a race, with a row for each word."""
    written = []
    for name, found in groupby(race_pictures.every_word(), key=itemgetter(0)):
        written.append(f"### {name or 'The file itself'}")
        written += [_word(word, spoken) for _, word, spoken in found]
    return "\n" + "\n\n".join(written) + "\n\n"


def _word(word: str, spoken: Spoken) -> str:
    """Return what ``word`` means, with an example, and its picture below."""
    needed = " (needed)" if spoken.is_needed else ""
    means = f"{spoken.word.means[:1].upper()}{spoken.word.means[1:]}"
    example = f"{spoken.name} = {spoken.word.example}"
    told = f"**`{spoken.name}`**{needed}: {means}. For example: `{example}`."
    return "\n\n".join(filter(None, (told, race_pictures.shown(word))))


def readme() -> str:
    """Return a table with a row for each game."""
    kinds = (games.kind(name) for name in games.names())
    rows = (kind.about[:4] for kind in kinds)
    return table(("game", "players", "dice", "what it is"), rows)


def boards() -> str:
    """Return a table with the sheets to print for each game, and how large their squares are."""
    rows = []
    for name in games.names():
        game = games.load(name)
        pages = prod(print_boards.pages_of(game))
        amount = "one page A4" if pages == 1 else f"{pages} pages A4"
        link = f"[{amount}]({print_boards.FOLDER}/{name}.pdf)"
        rows.append((games.kind(name).title, link, f"{print_boards.square(game):g} mm"))
    return table(("game", "print it", "a square is"), rows)


def dice() -> str:
    """Return a table of the dice that can stand in for those of the games with dice."""
    say = Language("en")
    rows = []
    for name in games.names():
        own = games.load(name).dice
        least = max((len({*die.faces}) for die in own), default=max(SHOP) + 1)
        for faces in SHOP:
            if faces < least or {*range(1, faces + 1)} == {*own[0].faces}:
                continue
            counts = names.in_place_of(own, faces)
            rethrows = sum((stand_in(die, faces).rethrows for die in own), Fraction(0))
            kind = f"{len(own)} {'die' if len(own) == 1 else 'dice'} from 1 to {faces}"
            rows.append((games.kind(name).title, kind, say(counts), f"{float(rethrows):g}"))
    return table(("game", "dice", "what they count for", "thrown again, a throw"), rows)


def navigation() -> str:
    """Return the rule sheets as lines of the navigation, language by language."""
    lines: list[str] = []
    for language in LANGUAGES:
        say = Language(language)
        translated = [name for name in games.names() if language in rule_sheets.languages(name)]
        lines += [f"      - {say.name}:"] if translated else []
        lines += [
            f"          - {say(games.kind(name).title)}: players/{name}.{language}.md"
            for name in translated
        ]
    return "".join(f"{line}\n" for line in lines)
