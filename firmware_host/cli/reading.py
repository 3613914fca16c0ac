"""Text to read in a terminal: the rule sheet of a game, and a record, move by move."""

import pydoc
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from firmware_host.base.errors import UsageError
from firmware_host.session import names
from firmware_host.session.replay import errors_named, load, outcome_text
from firmware_host.session.seats import chosen
from firmware_host.session.setup import handicap_table, option_table
from firmware_host.text import ENGLISH, LANGUAGES, rule_sheets
from firmware_host.text.rule_sheets import plain
from firmware_host.text.terminal import as_shown
from firmware_host.text.text_board import draw, legend
from firmware_host.text.translator import Language
from games import replay as replaying
from games.core import Catalogue, Game, State
from games.equipment import Piece
from games.message import msg
from games.record import Record
from games.replay import Moment
from hardware.untrusted_input import harmless

LEAVE = "q"
PROMPT = msg("Enter: next, {leave}: quit: ")
START = msg("The start")
SET_UP = msg("After turn {turn}: set up")
PLAYED = msg("Turn {turn}, {seat}: {action}")
PASSED_OVER = msg("Turn {turn}, {seat}: nobody plays")
OVER = msg("The game is over: {result} ({reason})")
RESULT = msg("Result: {result}")
MIN_WIDTH = 24

Tell = Callable[[str], object]
Ask = Callable[[str], str]


def show_rules(name: str, language: str, catalogue: Catalogue, show: Tell = pydoc.pager) -> None:
    """Show the rule sheet of the game called ``name``, with its boards, as wide as the terminal.

    The first board comes with what its signs mean. ``show`` gets the whole text; by default it is
    shown page by page in a terminal. UsageError names the games if none is called ``name``;
    SheetError if the game has no rule sheet.
    """
    try:
        game = catalogue.kind(name)()
    except ValueError as error:
        raise UsageError(str(error)) from None
    sheet = rule_sheets.read(name, language)
    say = Language(language if language in LANGUAGES else ENGLISH)
    signs = [legend(game, say)]

    def board(position: str, caption: str) -> str:
        explained = f"\n\n{signs.pop()}" if signs else ""
        return f"```\n{draw(game.state(position), say)}{explained}\n```"

    tables = option_table(catalogue.kind(name), say), handicap_table(catalogue.kind(name), say)
    width = max(shutil.get_terminal_size().columns, MIN_WIDTH)
    show(as_shown(plain(rule_sheets.illustrated(sheet, board, *tables), width) + "\n"))


def over(state: State, say: Language) -> str:
    """Return who has won and why if the game is over in ``state``, else nothing."""
    outcome = state.outcome()
    if outcome is None:
        return ""
    won, why = names.result(outcome, state.game.seats), names.end_reason(outcome)
    return say(OVER, result=won, reason=why)


def check(path: Path, catalogue: Catalogue) -> str:
    """Play through the record in the file ``path``, and return one line if it is correct.

    ReplayError says what is wrong with it; UsageError if the file cannot be read.
    """
    record = load(path)
    with errors_named(path):
        return harmless(f"{path}: {replaying.check(record, catalogue)} actions, OK")


def show_replay(
    path: Path,
    catalogue: Catalogue,
    tell: Tell = print,
    ask: Ask | None = None,
    language: str = ENGLISH,
) -> None:
    """Play through the record in the file ``path``, and ``tell`` what happens at every step.

    The board is shown whenever it changes, and with the first one what its signs mean. Between two
    steps ``ask`` waits for the person, as ``input`` does; without it, nothing waits. Errors are
    those of :func:`check`, raised when the wrong step is reached.
    """
    (record, game), say, shown = _load(path, catalogue), Language(language), ""
    tell(_heading(record, game, say))
    pieces: Sequence[Piece] = ()
    for moment in _moments(path, record, catalogue):
        if moment.action is not None and ask is not None and not _wants_more(ask, say):
            return
        board = draw(moment.state, say)
        signs = "" if shown else f"\n\n{legend(game, say)}"
        picture = "" if board == shown else f"\n{board}{signs}"
        parts = (
            _step_text(moment, pieces, say),
            str(moment.state),
            over(moment.state, say),
            picture,
        )
        tell("\n" + "\n".join(filter(None, parts)))
        shown, pieces = board, moment.state.pieces()
    ending = outcome_text(replaying.ended(record, moment.state), game)
    tell("\n" + say(RESULT, result=ending))


def _load(path: Path, catalogue: Catalogue) -> tuple[Record, Game]:
    """Return the record in the file ``path``, its seats named by their colours, and its game."""
    record = load(path)
    with errors_named(path):
        game = replaying.game_of(record, catalogue)
        return replaying.in_colours(record, game), game


def _moments(path: Path, record: Record, catalogue: Catalogue) -> Iterator[Moment]:
    with errors_named(path):
        yield from replaying.replay(record, catalogue)


def _wants_more(ask: Ask, say: Language) -> bool:
    try:
        return ask(say(PROMPT, leave=LEAVE)).strip().lower() != LEAVE
    except (EOFError, KeyboardInterrupt):
        return False


def _heading(record: Record, game: Game, say: Language) -> str:
    """Return the game, its options, the date and the players, as far as the record has them."""
    options = (
        f"{say(option.title)}: {say(names.option_value(option, game.options[option.name]))}"
        for option in game.OPTIONS
        if option.name in record.options
    )
    lines = [say(game.title), *options, record.date]
    lines += [f"{say(colour)}: {_player(player, say)}" for colour, player in record.players.items()]
    return "\n".join(harmless(line) for line in lines if line)


def _player(name: str, say: Language) -> str:
    """Return the kind of player called ``name``, or the name of a person as the record has it."""
    kind = chosen(name)
    return say(names.AT_SEATS[kind]) if kind in names.AT_SEATS else name


def _step_text(moment: Moment, pieces: Sequence[Piece], say: Language) -> str:
    """Return what happens at ``moment``, before which the ``pieces`` stood."""
    if moment.seat is None:
        return say(SET_UP, turn=moment.turn) if moment.turn else say(START)
    seat = names.seat(moment.seat)
    if moment.action is None:
        return say(PASSED_OVER, turn=moment.turn, seat=seat)
    return say(PLAYED, turn=moment.turn, seat=seat, action=names.action(moment.action, pieces))
