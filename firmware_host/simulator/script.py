"""Scripts for the simulated table: one command a line, read whole before anything runs.

throw 8
play 1:hand-c1
expect moves 1
expect screen "1 of 2"
"""

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from firmware_host.errors import HostError
from firmware_host.simulator.hands import Hands, Refused
from games.core import Game
from hardware.simulated.faults import PARTS, Faults, Part
from hardware.wiring import CUP, DICE_LINES, KEYS

LINES = (*KEYS, *DICE_LINES, CUP)
LONGEST_WAIT = 86_400.0
WILDEST_NOISE = 10_000.0


class ScriptError(HostError, ValueError):
    """A line of a script that cannot be read: nothing of the script has run."""


class ScriptFailure(HostError):  # noqa: N818 - the script is right, the table is not
    """A line of a script that did not hold."""


@dataclass(frozen=True)
class Command:
    """A line of a script: where it stands, how it reads, and what it does with a pair of hands."""

    place: str
    text: str
    run: Callable[[Hands], None]


Reader = Callable[[Sequence[str], Game], Callable[[Hands], None]]
Word = TypeVar("Word", bound=str)


def read(path: Path, game: Game) -> tuple[Command, ...]:
    """Read the script at ``path`` for ``game``; ScriptError names file, line and what was expected.

    Files that cannot be opened or decoded are a ScriptError too.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ScriptError(f"{path}: cannot be read as a script: {error}") from None
    return tuple(_commands(str(path), lines, game))


def run(commands: Sequence[Command], hands: Hands, say: Callable[[str], None]) -> None:
    """Run ``commands`` in order and ``say`` what happens; ScriptFailure at the first that fails."""
    for command in commands:
        try:
            command.run(hands)
        except (Refused, ValueError, OSError) as error:
            raise ScriptFailure(f"{command.place}: {command.text}: {error}") from None
        session = hands.world.app.table.session
        position = session.state if session else "no game"
        say(f"{hands.world.clock():9.2f} s  {command.text:<24}  {position}")


def _commands(name: str, lines: Sequence[str], game: Game) -> Iterator[Command]:
    for number, line in enumerate(lines, start=1):
        place = f"{name}:{number}"
        try:
            words = shlex.split(line, comments=True)
            if words:
                yield Command(place, line.strip(), _read_line(words, game))
        except ValueError as error:
            raise ScriptError(f"{place}: {error}") from None


def _read_line(words: Sequence[str], game: Game) -> Callable[[Hands], None]:
    name, arguments = words[0], words[1:]
    if name == "expect" and arguments:
        name, arguments = f"expect {arguments[0]}", arguments[1:]
    if name not in COMMANDS:
        raise ValueError(f"unknown command {name!r}; expected one of {', '.join(COMMANDS)}")
    form, reader = COMMANDS[name]
    if len(arguments) != len(form.split()):
        raise ValueError(f"expected {name} {form}".rstrip() + f", found {' '.join(words)!r}")
    return reader(arguments, game)


def _one_of(what: str, words: tuple[Word, ...], text: str) -> Word:
    for word in words:
        if word == text:
            return word
    raise ValueError(f"unknown {what} {text!r}; expected one of {' '.join(words)}")


def _key(text: str) -> str:
    return _one_of("key", KEYS, text)


def _line(text: str) -> str:
    return _one_of("line", LINES, text)


def _part(text: str) -> Part:
    return _one_of("part", PARTS, text)


def _number(what: str, most: float, limit: str, text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 < number <= most:
        raise ValueError(f"expected {what}, more than 0 and at most {limit}, found {text!r}")
    return number


def _seconds(text: str) -> float:
    return _number("seconds", LONGEST_WAIT, "a day", text)


def _rate(text: str) -> float:
    return _number("times a second", WILDEST_NOISE, f"{WILDEST_NOISE:.0f}", text)


def _press(arguments: Sequence[str], game: Game) -> Callable[[Hands], None]:
    key = _key(arguments[0])
    return lambda hands: hands.press(key)


def _hold(arguments: Sequence[str], game: Game) -> Callable[[Hands], None]:
    key, seconds = _key(arguments[0]), _seconds(arguments[1])
    return lambda hands: hands.press(key, seconds)


def _throw(arguments: Sequence[str], game: Game) -> Callable[[Hands], None]:
    text = arguments[0]
    if not game.THROW_TEXT.fullmatch(text):
        raise ValueError(f"expected a throw of {game.name}, found {text!r}")
    return lambda hands: hands.throw(text)


def _play(arguments: Sequence[str], game: Game) -> Callable[[Hands], None]:
    text = arguments[0]
    if not game.MOVE_TEXT.fullmatch(text):
        raise ValueError(f"expected a move of {game.name}, found {text!r}")
    return lambda hands: hands.play(text)


def _undo(arguments: Sequence[str], game: Game) -> Callable[[Hands], None]:
    return Hands.undo


def _wait(arguments: Sequence[str], game: Game) -> Callable[[Hands], None]:
    seconds = _seconds(arguments[0])
    return lambda hands: hands.world.run_for(seconds)


def _expect_screen(arguments: Sequence[str], game: Game) -> Callable[[Hands], None]:
    wanted = " ".join(arguments[0].split())

    def check(hands: Hands) -> None:
        words = " ".join(hands.world.app.words.split())
        if wanted not in words:
            raise Refused(f"expected {wanted!r} on the screen, found {words!r}")

    return check


def _expect_state(arguments: Sequence[str], game: Game) -> Callable[[Hands], None]:
    wanted = str(game.state(arguments[0]))

    def check(hands: Hands) -> None:
        if str(hands.state) != wanted:
            raise Refused(f"expected {wanted!r}, found {str(hands.state)!r}")

    return check


def _expect_moves(arguments: Sequence[str], game: Game) -> Callable[[Hands], None]:
    text = arguments[0]
    if not (text.isascii() and text.isdigit()):
        raise ValueError(f"expected a number of moves, found {text!r}")

    def check(hands: Hands) -> None:
        moves = hands.state.legal_moves()
        if len(moves) != int(text):
            listed = " ".join(map(str, moves)) or "none"
            raise Refused(f"expected {text} moves, found {len(moves)}: {listed}")

    return check


def _snapshot(arguments: Sequence[str], game: Game) -> Callable[[Hands], None]:
    path = Path(arguments[0])
    if path.suffix != ".png":
        raise ValueError(f"expected the name of a .png file, found {arguments[0]!r}")
    return lambda hands: hands.world.pi.model.image().save(path)


def _fault(act: Callable[..., object], *readers: Callable[[str], Any]) -> Reader:
    """Read the arguments of ``act``, which befalls the machine."""

    def read(arguments: Sequence[str], game: Game) -> Callable[[Hands], None]:
        values = [reader(text) for reader, text in zip(readers, arguments, strict=True)]
        return lambda hands: hands.suffer(lambda faults: act(faults, *values))

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
    "unplug": ("display|dice", _fault(Faults.unplug, _part)),
    "plug": ("display|dice", _fault(Faults.plug, _part)),
    "noise": ("LINE HZ", _fault(Faults.noise, _line, _rate)),
    "quiet": ("LINE", _fault(Faults.quiet, _line)),
    "stuck": ("KEY", _fault(Faults.stick, _key)),
    "unstick": ("KEY", _fault(Faults.unstick, _key)),
    "knock": ("", _fault(Faults.knock)),
}
