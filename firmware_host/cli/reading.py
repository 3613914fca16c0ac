"""Text to read in a terminal: the rule sheet of a game, and a record, move by move."""

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
PROMPT = f"Enter: next, {LEAVE}: quit: "
MIN_WIDTH = 24

Say = Callable[[str], object]
Ask = Callable[[str], str]


def show_rules(name: str, language: str, catalogue: Catalogue, show: Say = pydoc.pager) -> None:
    """Show the rule sheet of the game called ``name``, with its boards, as wide as the terminal.

    ``show`` gets the whole text; by default it is shown page by page in a terminal. UsageError
    names the games if none is called ``name``; SheetError if the game has no rule sheet.
    """
    try:
        game = catalogue.kind(name)()
    except ValueError as error:
        raise UsageError(str(error)) from None

    def board(position: str, caption: str) -> str:
        return f"```\n{draw(game.state(position))}\n```"

    width = max(shutil.get_terminal_size().columns, MIN_WIDTH)
    sheet = rule_sheets.illustrated(rule_sheets.read(name, language), board)
    show(plain(sheet, width) + "\n")


def check(path: Path, catalogue: Catalogue) -> str:
    """Play through the record in the file ``path``, and return one line if it is correct.

    ReplayError says what is wrong with it; UsageError if the file cannot be read.
    """
    record = load(path)
    with errors_named(path):
        return harmless(f"{path}: {replaying.check(record, catalogue)} actions, OK")


def show_replay(path: Path, catalogue: Catalogue, say: Say = print, ask: Ask | None = None) -> None:
    """Play through the record in the file ``path``, and ``say`` what happens at every step.

    The board is shown whenever it changes. Between two steps ``ask`` waits for the person, as
    ``input`` does; without it, nothing waits. Errors are those of :func:`check`, raised when the
    wrong step is reached.
    """
    record, shown = _load(path, catalogue), ""
    say(_heading(record))
    for moment in _moments(path, record, catalogue):
        if moment.action is not None and ask is not None and not _wants_more(ask):
            return
        board = draw(moment.state)
        say(f"\n{_step_text(moment)}" if board == shown else f"\n{_step_text(moment)}\n\n{board}")
        shown = board
    say(f"\nresult: {record.result or 'none'}")


def _load(path: Path, catalogue: Catalogue) -> Record:
    """Return the record in the file ``path``, with its seats named by their colours."""
    record = load(path)
    with errors_named(path):
        return replaying.in_colours(record, replaying.game_of(record, catalogue))


def _moments(path: Path, record: Record, catalogue: Catalogue) -> Iterator[Moment]:
    with errors_named(path):
        yield from replaying.replay(record, catalogue)


def _wants_more(ask: Ask) -> bool:
    try:
        return ask(PROMPT).strip().lower() != LEAVE
    except (EOFError, KeyboardInterrupt):
        return False


def _heading(record: Record) -> str:
    parts = [record.game, *(f"{name}={value}" for name, value in record.options.items())]
    lines = [" ".join(parts), record.date]
    lines += [f"{seat}: {player}" for seat, player in record.players.items()]
    return "\n".join(harmless(line) for line in lines if line)


def _step_text(moment: Moment) -> str:
    name = moment.seat.colour if moment.seat else ""
    what = f"turn {moment.turn}, {name}: {moment.action}"
    if moment.action is None:
        what = f"after turn {moment.turn}, set up" if moment.turn else "start"
    return f"{what}\n{moment.state}"
