"""Races that people have described in a file: read, checked, and kept for a table.

The files of a table stand in a folder of its state folder, so that a game that was begun goes on
after a power cut, and that the pages know it too. A file that describes no race is named in the log
and left out.
"""

import logging
import os
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import games
from firmware_host.base.errors import UsageError, reason
from firmware_host.features.own_games import ENDING
from firmware_host.storage.filesystem import OS_STORAGE, NewFile, replace_file
from firmware_host.text import LANGUAGES, preferred, rule_sheets
from firmware_host.text.text_board import draw, legend
from firmware_host.text.translator import Language
from games.options import HANDICAP, MAY_REPEAT, MEANING
from games.race import findings
from games.race.description import every_set_of_values
from games.race.game import RaceGame, kind_of
from games.race.reading import MOST_LETTERS
from hardware.untrusted_input import read_untrusted, written

if TYPE_CHECKING:
    from argparse import Namespace

log = logging.getLogger(__name__)

TEMPLATE: Final = "template.toml"
MOST_GAMES: Final = 50
MOST_BYTES: Final = 4 * MOST_LETTERS
NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,19}")


def bring_in(file: str | None, folder: Path | None) -> str | None:
    """Add the games in ``folder``, and that of the ``file``; return the name of that.

    The file is kept in the folder, if there is one. UsageError says in one line what is wrong with
    the file.
    """
    found = {} if folder is None else {kind.name: kind for kind in _kept(folder)}
    name = None
    if file is not None:
        kind = load(Path(file))
        found[kind.name], name = kind, kind.name
        if folder is not None:
            keep(Path(file), folder)
    games.take_in(found.values())
    return name


def load(path: Path) -> type[RaceGame]:
    """Return the game that the file at ``path`` describes, with its rule sheets.

    UsageError says in one line what is wrong with it.
    """
    name = check_name(path)
    try:
        kind = kind_of(_text(path), name)
    except ValueError as error:
        raise UsageError(str(error)) from None
    rule_sheets.add(name, _sheets(path, kind))
    return kind


def check_name(path: Path) -> str:
    """Return the name of the game in a file called like that at ``path``; UsageError if it is none.

    >>> check_name(Path("some/sun-race.toml"))
    'sun-race'
    """
    name = path.name.removesuffix(ENDING)
    if not NAME.fullmatch(name) or path.name == name:
        expected = "a file with a short name in small letters, such as sun-race.toml"
        raise UsageError(f"{written(str(path))}: expected {expected}")
    if name in games.shipped():
        raise UsageError(f"{path.name}: expected another name, as there is a game called {name}")
    return name


def keep(path: Path, folder: Path) -> None:
    """Keep the game in the file at ``path`` in ``folder``, with the rule sheets beside it."""
    name = path.name.removesuffix(ENDING)
    files = [path, *(path.with_name(f"{name}.{code}.md") for code in LANGUAGES)]
    if path.parent.resolve() == folder.resolve():
        return
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for each in files:
            if each.is_file():
                replace_file(OS_STORAGE, folder, each.name, read_untrusted(each, MOST_BYTES))
    except OSError as error:
        raise UsageError(f"{folder}: the game cannot be kept: {reason(error)}") from None


def _kept(folder: Path) -> Iterator[type[RaceGame]]:
    """Yield the games in ``folder``; what is none of them is told in the log."""
    for path in sorted(folder.glob(f"*{ENDING}"))[:MOST_GAMES]:
        try:
            yield load(path)
        except UsageError as error:
            log.warning("left out: %s", error)


def _text(path: Path) -> str:
    try:
        return read_untrusted(path, MOST_BYTES).decode("utf-8")
    except UnicodeDecodeError:
        raise UsageError(f"{path}: expected a text in UTF-8") from None
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {reason(error)}") from None


def _sheets(path: Path, kind: type[RaceGame]) -> Mapping[str, str]:
    """Return the rule sheet of ``kind`` in each language: that beside ``path``, or a written one.

    One that is not translated stands in for the others, as those of games that ship.
    """
    beside = {
        code: _text(each)
        for code in LANGUAGES
        if (each := path.with_name(f"{kind.name}.{code}.md")).is_file()
    }
    for code, text in beside.items():
        if not rule_sheets.is_whole(text):
            raise UsageError(
                f"{kind.name}.{code}.md: expected a title, a paragraph, and a section, such as"
                " ## In short"
            )
    return beside or {code: described(kind, Language(code)) for code in LANGUAGES}


def described(kind: type[RaceGame], say: Language) -> str:
    """Return the rule sheet that follows from what the file of ``kind`` says."""
    game = kind()
    parts = [f"# {say(kind.title)}", " ".join(map(say, findings.opening(game.rules)))]
    for heading, paragraphs in findings.sections(game.rules):
        parts += [f"## {say(heading)}", *map(say, paragraphs)]
        if heading == findings.BOARD:
            parts.append(f"```position {say(findings.START)}\n{game.start()}\n```")
    if kind.HANDICAPS:
        parts += [f"## {say(HANDICAP)}", say(MEANING)]
        parts += [say(MAY_REPEAT)] if any(each.repeats for each in kind.HANDICAPS) else []
        parts.append(rule_sheets.HANDICAPS)
    return "\n\n".join((*parts, rule_sheets.OPTIONS)) + "\n"


class Checked(NamedTuple):
    """What is to be told of a file with a game, in ``lines``, and whether it can be played."""

    lines: list[str]
    is_good: bool


def checked(path: Path) -> Checked:
    """Tell what is wrong or never happens in the game of the file at ``path``, under any options.

    UsageError says in one line why it is none, or not under some options.
    """
    kind = load(path)
    variants = list[RaceGame]()
    for options in every_set_of_values(kind.WORDS):
        try:
            variants.append(kind(**options))
        except ValueError as error:
            chosen = ", ".join(f"{name} = {value}" for name, value in options.items())
            raise UsageError(f"{path.name}: {error} (with {chosen})") from None
    found = findings.report(variants)
    takes, ends = findings.length(variants[0])
    lines = [f"{path.name}: {line}" for line in (*findings.told(found), takes)]
    is_good = ends and findings.WRONG.isdisjoint(found)
    return Checked([*lines, f"{path.name} can be played."] if is_good else lines, is_good)


def take(name: str, content: bytes, folder: Path, working: Path) -> Checked:
    """Check the file ``name`` with this ``content``; keep it in ``folder`` if it can be played.

    It is written into the folder ``working`` until then.
    """
    path = working / Path(name).name
    path.write_bytes(content)
    try:
        found = checked(path)
        if found.is_good:
            bring_in(str(path), folder)
    except UsageError as error:
        return Checked([str(error).replace(f"{working}/", "")], is_good=False)
    finally:
        path.unlink()
    return found


def _file(arguments: "Namespace") -> Path:
    """Return the file that is meant, whose ending may be left out."""
    return Path(f"{arguments.file.removesuffix(ENDING)}{ENDING}")


def _new(arguments: "Namespace") -> int:
    """Write the file of a new game that plays already."""
    path = _file(arguments)
    check_name(path)
    template = Path(__file__).with_name(TEMPLATE)
    text = template.read_text(encoding="utf-8").replace(
        "TITLE", path.stem.replace("-", " ").title()
    )
    try:
        NewFile(path, arguments.overwrite).write(text.encode())
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror}") from None
    print(f"{path} is written. Check it: tableside game check {path}")
    print(f"Play it: tableside simulate {path}")
    return 0


def _check(arguments: "Namespace") -> int:
    """Tell what is wrong or never happens under any options, and how long games take."""
    found = checked(_file(arguments))
    print("\n".join(found.lines))
    return 0 if found.is_good else 1


def _show(arguments: "Namespace") -> int:
    """Draw the board as the game begins, with its signs, and the track of each seat."""
    game, say = load(_file(arguments))(), Language(preferred(os.environ))
    print(draw(game.start(), say))
    print(legend(game, say))
    for seat, track in zip(game.seats, game.rules.tracks, strict=True):
        print(f"{say(seat.colour)}: {' '.join(track[1:])}")
    return 0


COMMANDS: Final[Mapping[str, Callable[["Namespace"], int]]] = {
    "new": _new,
    "check": _check,
    "show": _show,
}
"""What ``tableside game`` does, by its first word."""
