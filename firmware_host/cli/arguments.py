"""Turn what a person typed on the command line into a :class:`Request`, or into one clear error."""

import os
import re
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

import games
from firmware_host.app.request import Request
from firmware_host.base.errors import UsageError
from firmware_host.cli.parser import GAME_FILES, READER_ARGUMENTS, TABLE_ARGUMENTS
from firmware_host.session.seats import PLAYERS, Player, Seats, parse_player
from firmware_host.session.setup import Setup, usual_setup
from firmware_host.text import preferred
from games.core import Catalogue, Game, State
from games.options import Option, OptionValue
from hardware.untrusted_input import harmless, written
from hardware.wiring import wiring

ADDRESS = re.compile(r"(?P<host>[\w.-]+|\[[\da-fA-F:.%]+\]):(?P<port>[0-9]{1,5})")
PORTS = range(1, 65536)


def game_named(word: str | None, folder: Path | None = None) -> str | None:
    """Return the name of the game typed as ``word``, after the games in ``folder`` are known.

    ``word`` may be the path of a file with a game; UsageError says what is wrong with that.
    """
    for find in GAME_FILES:
        word = find(word, folder)
    return word


def read_request(arguments: Namespace, folder: Path) -> Request:
    """Return the table that ``arguments`` describe, with its games kept in ``folder``.

    Errors are those of :func:`read_setup`, WiringError, and UsageError of features.
    """
    name = game_named(arguments.game, folder)
    request = Request(
        games,
        wiring.load(arguments.wiring),
        arguments.language,
        folder,
        read_setup(
            games, name, arguments.option, arguments.first, arguments.seat, arguments.position
        ),
        usual_language=preferred(os.environ),
    )
    for each in TABLE_ARGUMENTS:
        request = each.apply(request, arguments)
    return request


def with_readers(request: Request, arguments: Namespace) -> Request:
    """Return ``request`` for a table that is read by what ``arguments`` name.

    UsageError if they do not fit together.
    """
    for each in READER_ARGUMENTS:
        request = each.apply(request, arguments)
    return request


def read_options(catalogue: Catalogue, name: str, texts: Sequence[str]) -> dict[str, OptionValue]:
    """Read options written as ``NAME=VALUE``, with the values of the rule sheets.

    UsageError names the games, options or values that exist.
    """
    try:
        known = {option.name: option for option in catalogue.kind(name).OPTIONS}
    except ValueError as error:
        raise UsageError(str(error)) from None
    return dict(_option(text, known, name) for text in texts)


def read_setup(
    catalogue: Catalogue,
    name: str | None,
    option_texts: Sequence[str],
    first: str | None,
    seat_texts: Sequence[str],
    position: str | None = None,
) -> Setup | None:
    """Return the setup of the game ``name``, or None without a name.

    ``first`` and ``seat_texts`` name seats by colour or number; without ``first``, the rule of the
    game says who begins, or the text of the ``position`` in which it does. UsageError says which
    word is wrong, and what was expected.
    """
    if name is None:
        if option_texts or first is not None or seat_texts or position is not None:
            raise UsageError("--option, --first, --seat and --position need a GAME")
        return None
    chosen = read_options(catalogue, name, option_texts)
    game = catalogue.load(name, **chosen)
    if position is not None:
        if first is not None:
            raise UsageError("--first: the text of --position says whose turn it is")
        state = read_position(game, position)
        players = _players(game, seat_texts)
        return Setup(name, chosen, state.turn, players, position=str(state))
    begins = usual_setup(type(game)).first if first is None else read_seat(game, first)
    return Setup(name, chosen, begins, _players(game, seat_texts))


def read_position(game: Game, text: str) -> State:
    """Return the position of ``game`` written ``text``; UsageError says what is wrong with it."""
    try:
        state = game.state(text)
    except ValueError as error:
        raise UsageError(f"position: {error}") from None
    if state.is_terminal:
        raise UsageError("position: expected one in which the game goes on")
    return state


def read_seat(game: Game, text: str) -> int:
    """Return the index of a seat, given by colour or number; UsageError names the colours.

    The sides of the board are accepted too, as command lines of release 0.1.0 have them.
    """
    for each in game.seats:
        if each.is_called(text) or text == str(each.index):
            return each.index
    colours = ", ".join(f"{each.colour} ({each.index})" for each in game.seats)
    raise UsageError(f"expected a seat of {game.name} among {colours}, not {written(text)}")


def read_address(text: str) -> tuple[str, int]:
    """Return host and port of ``HOST:PORT``; an IPv6 address stands in brackets.

    UsageError says what was expected.

    >>> read_address("[::1]:8080")
    ('::1', 8080)
    """
    found = ADDRESS.fullmatch(text)
    if found is None or int(found["port"]) not in PORTS:
        raise UsageError(f"expected HOST:PORT, such as 0.0.0.0:8080, got {written(text)}")
    return found["host"].strip("[]"), int(found["port"])


def _option(text: str, known: dict[str, Option], game: str) -> tuple[str, OptionValue]:
    name, equals, value = text.partition("=")
    if not equals or name not in known:
        choices = ", ".join(known) or "none"
        raise UsageError(
            f"expected NAME=VALUE with an option of {game} ({choices}), not {written(text)}"
        )
    for allowed in known[name].values:
        if str(allowed) == value:
            return name, allowed
    values = ", ".join(map(str, known[name].values))
    raise UsageError(f"option {name} of {game}: expected one of {values}, not {written(value)}")


def _players(game: Game, texts: Sequence[str]) -> tuple[Player, ...]:
    players = [PLAYERS[0]] * len(game.seats)
    for text in texts:
        seat, _, player = text.partition("=")
        try:
            players[read_seat(game, seat)] = parse_player(player, elsewhere=())
        except ValueError as error:
            raise UsageError(f"--seat {harmless(text)}: {error}") from None
    try:
        return Seats.of(game, players).players
    except ValueError as error:
        raise UsageError(f"--seat: {error}") from None
