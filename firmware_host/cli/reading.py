"""What can be read in a terminal: the rule sheet of a game, and a record, played step by step."""

import pydoc
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

from firmware_host.errors import UsageError
from firmware_host.storage.record_files import errors_named, load
from firmware_host.text import rule_sheets
from firmware_host.text.markdown import plain
from firmware_host.text.text_board import draw
from games import replay as replaying
from games.record import Record
from games.replay import Catalogue, Moment
from hardware.untrusted_text import harmless

LEAVE = "q"
PROMPT = f"Enter goes on, {LEAVE} leaves: "
NARROWEST = 24

Say = Callable[[str], object]
Ask = Callable[[str], str]


def show_rules(name: str, language: str, catalogue: Catalogue, show: Say = pydoc.pager) -> None:
    """Show the rule sheet of the game called ``name`` as wide as the terminal, boards and all.

    ``show`` takes the whole text; the usual one pages it where a terminal is attached. UsageError
    names the games if there is none called ``name``; SheetError if it has no sheet.
    """
    try:
        game = catalogue.kind(name)()
    except ValueError as error:
        raise UsageError(str(error)) from None

    def board(position: str, caption: str) -> str:
        return f"```\n{draw(game.state(position))}\n```"

    width = max(shutil.get_terminal_size().columns, NARROWEST)
    sheet = rule_sheets.illustrated(rule_sheets.read(name, language), board)
    show(plain(sheet, width) + "\n")


def check(path: Path, catalogue: Catalogue) -> str:
    """Play the record in the file ``path`` through and return one line that it is right.

    ReplayError says what is wrong with it; UsageError if there is no such file.
    """
    record = load(path)
    with errors_named(path):
        return harmless(f"{path}: {replaying.check(record, catalogue)} actions, OK")


def show_replay(path: Path, catalogue: Catalogue, say: Say = print, ask: Ask | None = None) -> None:
    """Play the record in the file ``path`` and ``say`` every moment of it.

    The board is shown when it has changed. Between moments ``ask`` waits for the person, as
    ``input`` does; None says all at once. Errors as in :func:`check`, but only when play comes to
    what is wrong.
    """
    record, shown = load(path), ""
    say(_heading(record))
    for moment in _moments(path, record, catalogue):
        if moment.action is not None and ask is not None and not _goes_on(ask):
            return
        board = draw(moment.state)
        say(f"\n{_told(moment)}" if board == shown else f"\n{_told(moment)}\n\n{board}")
        shown = board
    say(f"\nresult: {record.result or 'none'}")


def _moments(path: Path, record: Record, catalogue: Catalogue) -> Iterator[Moment]:
    with errors_named(path):
        yield from replaying.replay(record, catalogue)


def _goes_on(ask: Ask) -> bool:
    try:
        return ask(PROMPT).strip().lower() != LEAVE
    except (EOFError, KeyboardInterrupt):
        return False


def _heading(record: Record) -> str:
    parts = [record.game, *(f"{name}={value}" for name, value in record.options.items())]
    lines = [" ".join(parts), record.date]
    lines += [f"{side}: {player}" for side, player in record.players.items()]
    return "\n".join(harmless(line) for line in lines if line)


def _told(moment: Moment) -> str:
    what = f"turn {moment.turn}, {moment.side}: {moment.action}"
    if moment.action is None:
        what = f"after turn {moment.turn}, set up" if moment.turn else "start"
    return f"{what}\n{moment.state}"
