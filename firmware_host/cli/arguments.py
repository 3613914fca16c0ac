"""What a person typed on the command line, turned into a setup, or into one clear line."""

from collections.abc import Sequence
from dataclasses import dataclass

from firmware_host.errors import UsageError
from firmware_host.session.replay import GameReplay
from firmware_host.session.seats import PLAYERS, Player, Seats, parse_player
from firmware_host.session.setup import Setup
from games.core import Game
from games.options import Option, OptionValue
from games.replay import Catalogue
from hardware.untrusted_text import harmless, written
from hardware.wiring.wiring import Wiring


@dataclass(frozen=True)
class Asked:
    """What was asked for: the wiring, the state folder (None: the usual one), language, game.

    Without a ``language`` people choose it on the device; ``usual_language`` is that before.

    ``senses`` asks for a simulated board that senses its pieces; ``is_kiosk`` tells that the table
    stands in public; ``showing`` is a game to be shown and not played.
    """

    wiring: Wiring
    state_dir: str | None
    language: str | None
    setup: Setup | None
    senses: bool = False
    usual_language: str = "en"
    is_kiosk: bool = False
    showing: GameReplay | None = None


def options(catalogue: Catalogue, name: str, texts: Sequence[str]) -> dict[str, OptionValue]:
    """Read options written ``NAME=VALUE``, values as the rule sheets write them.

    UsageError names the games, options or values that there are.
    """
    try:
        known = {option.name: option for option in catalogue.kind(name).OPTIONS}
    except ValueError as error:
        raise UsageError(str(error)) from None
    return dict(_option(text, known, name) for text in texts)


def setup(
    catalogue: Catalogue,
    name: str | None,
    option_texts: Sequence[str],
    first: str | None,
    seat_texts: Sequence[str],
) -> Setup | None:
    """The setup of the game ``name``, None without a name.

    ``first`` and ``seat_texts`` name seats by side or number.

    UsageError says which word cannot be meant, and what would be right.
    """
    if name is None:
        if option_texts or first is not None or seat_texts:
            raise UsageError("--option, --first and --seat need a GAME")
        return None
    chosen = options(catalogue, name, option_texts)
    game = catalogue.load(name, **chosen)
    begins = 0 if first is None else seat(game, first)
    return Setup(name, chosen, begins, _players(game, seat_texts))


def seat(game: Game, text: str) -> int:
    """The index of the seat written as its side or its number; UsageError names the sides."""
    for each in game.seats:
        if text in (each.side, str(each.index)):
            return each.index
    sides = ", ".join(f"{each.side} ({each.index})" for each in game.seats)
    raise UsageError(f"expected a seat of {game.name} among {sides}, not {written(text)}")


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
        side, _, player = text.partition("=")
        try:
            players[seat(game, side)] = parse_player(player)
        except ValueError as error:
            raise UsageError(f"--seat {harmless(text)}: {error}") from None
    try:
        return Seats.of(game, players).players
    except ValueError as error:
        raise UsageError(f"--seat: {error}") from None
