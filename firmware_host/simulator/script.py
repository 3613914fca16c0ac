"""Scripts for the simulated table: one command per line; the whole script is read before it runs.

throw 8
play 1:hand-c1
expect moves 1
expect screen "1 of 2"
"""

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from firmware_host.base.errors import HostError, reason
from firmware_host.simulator import terms
from firmware_host.simulator.hands import Hands, Refused
from firmware_host.simulator.sensinghands import SensingHands
from games.core import Game
from games.equipment import PLACES_BESIDE
from hardware.simulated.faults import PARTS, Faults, Part
from hardware.untrusted_file import open_untrusted_text
from hardware.untrusted_text import harmless, written

MAX_LENGTH = 256 * 1024
"""Characters in a script at most: enough for a dozen long games."""

MAX_GARBAGE, MAX_MOVES = 1_000_000, 1_000_000
SERIAL: tuple[Part, ...] = ("serial",)


class ScriptError(HostError, ValueError):
    """A line of a script that cannot be read; nothing of the script has run."""


class ScriptFailure(HostError):  # noqa: N818 - the script is right, the table is not
    """A line of a script that failed."""


class ScriptCommand(Struct, frozen=True):
    """A line of a script: its file and line number, its text, and what it does with hands."""

    place: str
    text: str
    run: Callable[[Hands], None]


Reader = Callable[[Sequence[str], Game], Callable[[Hands], None]]


def read(path: Path, game: Game) -> tuple[ScriptCommand, ...]:
    """Read the script at ``path`` for ``game``.

    ScriptError says what is wrong in which line, or that the file cannot be read.
    """
    try:
        with open_untrusted_text(path) as file:
            text = file.read(MAX_LENGTH + 1)
        if len(text) > MAX_LENGTH:
            raise ValueError(f"it is longer than {MAX_LENGTH} characters")
    except (OSError, ValueError) as error:
        raise ScriptError(f"{path}: cannot be read as a script: {reason(error)}") from None
    return tuple(_commands(str(path), text.splitlines(), game))


def run(commands: Sequence[ScriptCommand], hands: Hands, say: Callable[[str], None]) -> None:
    """Run ``commands`` and ``say`` what happens; ScriptFailure if one of them fails."""
    for command in commands:
        try:
            command.run(hands)
        except (Refused, ValueError, OSError) as error:
            raise ScriptFailure(f"{command.place}: {command.text}: {error}") from None
        session = hands.world.app.table.game.session
        position = session.state if session else "no game"
        say(harmless(f"{hands.world.clock():9.2f} s  {command.text:<24}  {position}"))


def _commands(name: str, lines: Sequence[str], game: Game) -> Iterator[ScriptCommand]:
    for number, line in enumerate(lines, start=1):
        place = f"{name}:{number}"
        try:
            words = shlex.split(line, comments=True)
            if words:
                yield ScriptCommand(place, line.strip(), _read_line(words, game))
        except ValueError as error:
            raise ScriptError(f"{place}: {error}") from None


def _read_line(words: Sequence[str], game: Game) -> Callable[[Hands], None]:
    name, arguments = words[0], words[1:]
    if name == "expect" and arguments:
        name, arguments = f"expect {arguments[0]}", arguments[1:]
    if name not in COMMANDS:
        raise ValueError(f"unknown command {written(name)}; expected one of {', '.join(COMMANDS)}")
    form, reader = COMMANDS[name]
    if len(arguments) != len(form.split()):
        raise ValueError(f"expected {name} {form}".rstrip() + f", found {written(' '.join(words))}")
    return reader(arguments, game)


def _press(arguments: Sequence[str], game: Game) -> Callable[[Hands], None]:
    key = terms.key(arguments[0])
    return lambda hands: hands.press(key)


def _hold(arguments: Sequence[str], game: Game) -> Callable[[Hands], None]:
    key, seconds = terms.key(arguments[0]), terms.seconds(arguments[1])
    return lambda hands: hands.press(key, seconds)


def _throw(arguments: Sequence[str], game: Game) -> Callable[[Hands], None]:
    text = arguments[0]
    if not game.THROW_TEXT.fullmatch(text):
        raise ValueError(f"expected a throw of {game.name}, found {written(text)}")
    return lambda hands: hands.throw(text)


def _play(arguments: Sequence[str], game: Game) -> Callable[[Hands], None]:
    text = arguments[0]
    if not game.MOVE_TEXT.fullmatch(text):
        raise ValueError(f"expected a move of {game.name}, found {written(text)}")
    return lambda hands: hands.play(text)


def _undo(arguments: Sequence[str], game: Game) -> Callable[[Hands], None]:
    return Hands.undo


def _wait(arguments: Sequence[str], game: Game) -> Callable[[Hands], None]:
    seconds = terms.seconds(arguments[0])
    return lambda hands: hands.world.run_for(seconds)


def _expect_screen(arguments: Sequence[str], game: Game) -> Callable[[Hands], None]:
    wanted = " ".join(arguments[0].split())

    def check(hands: Hands) -> None:
        words = " ".join(hands.world.app.words.split())
        if wanted not in words:
            raise Refused(f"expected {written(wanted)} on the screen, found {words!r}")

    return check


def _expect_state(arguments: Sequence[str], game: Game) -> Callable[[Hands], None]:
    wanted = str(game.state(arguments[0]))

    def check(hands: Hands) -> None:
        if str(hands.state) != wanted:
            raise Refused(f"expected {written(wanted)}, found {str(hands.state)!r}")

    return check


def _expect_moves(arguments: Sequence[str], game: Game) -> Callable[[Hands], None]:
    wanted = terms.whole("moves", 0, MAX_MOVES, arguments[0])

    def check(hands: Hands) -> None:
        moves = hands.state.legal_moves()
        if len(moves) != wanted:
            listed = " ".join(map(str, moves)) or "none"
            raise Refused(f"expected {wanted} moves, found {len(moves)}: {listed}")

    return check


def _snapshot(arguments: Sequence[str], game: Game) -> Callable[[Hands], None]:
    path = Path(arguments[0])
    if path.suffix != ".png":
        raise ValueError(f"expected the name of a .png file, found {written(arguments[0])}")
    return lambda hands: hands.world.pi.model.image().save(path)


def _touch(act: Callable[[SensingHands, str], None]) -> Reader:
    """Return a reader for the point where ``act`` touches a piece."""

    def read(arguments: Sequence[str], game: Game) -> Callable[[Hands], None]:
        place = arguments[0]
        if place not in game.board and place not in PLACES_BESIDE:
            beside = ", ".join(PLACES_BESIDE)
            raise ValueError(f"expected a point of {game.name}, {beside}, found {written(place)}")

        def touch(hands: Hands) -> None:
            if not isinstance(hands, SensingHands):
                raise Refused("the table cannot see it: simulate with --board sensing")
            act(hands, place)

        return touch

    return read


def _garbage(arguments: Sequence[str], game: Game) -> Callable[[Hands], None]:
    terms.one_of("part", SERIAL, arguments[0])
    count = terms.whole("bytes", 1, MAX_GARBAGE, arguments[1])
    return lambda hands: hands.cause(lambda faults: faults.garbage(count))


def _fault(act: Callable[..., object], *readers: Callable[[str], Any]) -> Reader:
    """Return a reader for the arguments of the fault ``act``."""

    def read(arguments: Sequence[str], game: Game) -> Callable[[Hands], None]:
        values = [reader(text) for reader, text in zip(readers, arguments, strict=True)]
        return lambda hands: hands.cause(lambda faults: act(faults, *values))

    return read


COMMANDS: Mapping[str, tuple[str, Reader]] = {
    "press": ("KEY", _press),
    "hold": ("KEY SECONDS", _hold),
    "throw": ("VALUE", _throw),
    "play": ("MOVE", _play),
    "undo": ("", _undo),
    "wait": ("SECONDS", _wait),
    "expect screen": ('"TEXT"', _expect_screen),
    "expect state": ('"POSITION"', _expect_state),
    "expect moves": ("N", _expect_moves),
    "snapshot": ("FILE.png", _snapshot),
    "lift": ("POINT", _touch(SensingHands.lift)),
    "put": ("POINT", _touch(SensingHands.put)),
    "unplug": ("|".join(PARTS), _fault(Faults.unplug, terms.part)),
    "plug": ("|".join(PARTS), _fault(Faults.plug, terms.part)),
    "garbage": ("serial N", _garbage),
    "noise": ("LINE HZ", _fault(Faults.noise, terms.line, terms.rate)),
    "quiet": ("LINE", _fault(Faults.quiet, terms.line)),
    "stuck": ("KEY", _fault(Faults.stick, terms.key)),
    "unstick": ("KEY", _fault(Faults.unstick, terms.key)),
    "knock": ("", _fault(Faults.knock)),
}
