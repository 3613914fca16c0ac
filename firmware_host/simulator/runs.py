"""Run the simulator: a script, random games, a demonstration, or the terminal.

A script has one command per line; the whole script is read before it runs::

    throw 8
    play 1:hand-c1
    expect moves 1
    expect screen "1 of 2"
"""

import random
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

import games
from firmware_host.app.request import Request, Sharing
from firmware_host.base.errors import HostError, UsageError, how_to_install, reason
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands, Refused, play_game, start_again
from firmware_host.simulator.sensinghands import SensingHands
from firmware_host.simulator.simulated_table import World
from firmware_host.storage.counters import Counters, counted_run
from firmware_host.storage.state_folder import hold_games
from firmware_host.text.terminal import braille, is_live
from games.core import Game
from games.equipment import PLACES_BESIDE
from hardware.simulated.faults import PARTS, Faults, Part, SensorFault
from hardware.untrusted_input import harmless, open_untrusted_text, written
from hardware.wiring.wiring import CHECK_LINES, CUP, DICE_LINES, KEYS

DEMONSTRATION_SEED = 7

OpenTerminal = Callable[[Request, bool, Sharing | None], None]


def run_script(request: Request, senses: bool, path: str) -> int:
    """Run the script at ``path``, in English; return the exit code."""
    if request.setup is None:
        raise UsageError("--script needs a GAME before it")
    game = games.load(request.setup.game, **request.setup.options)
    try:
        commands = read_script(Path(path), game)
    except ScriptError as error:
        raise UsageError(str(error)) from None
    with _hands(replace(request, language="en"), senses, seed=0) as hands:
        run_commands(commands, hands, print)
    return 0


def run_random(request: Request, senses: bool, seed: int, count: int) -> int:
    """Play ``count`` random games and print how each ended; return the exit code."""
    _refuse_kiosk(request)
    setup = request.setup or Setup(games.names()[0])
    rng = random.Random(seed)
    with _hands(replace(request, setup=setup), senses, seed) as hands:
        world = hands.world
        for number in range(1, count + 1):
            actions = _play_one(hands, rng)
            spent = f"{actions} actions, {world.clock():.0f} s, {world.pi.bus.bytes_sent} bytes"
            print(f"game {number}: {spent}{_questions(hands)}: {world.app.words}", flush=True)
            if number < count:
                start_again(hands)
    return 0


def _refuse_kiosk(request: Request) -> None:
    if request.is_public:
        raise UsageError("--kiosk waits for people: run it in a terminal, or with --script")


def _play_one(hands: Hands, rng: random.Random) -> int:
    try:
        return play_game(hands, rng)
    except Refused as error:
        raise HostError(f"after {hands.world.clock():.2f} s: {error}") from None


def run_demonstration(request: Request, senses: bool) -> int:
    """Play one game, and print the display at every turn; return the exit code."""
    _refuse_kiosk(request)
    setup = request.setup or Setup(games.names()[0])
    with _hands(replace(request, setup=setup), senses, DEMONSTRATION_SEED) as hands:
        world, seen = hands.world, None

        def watch() -> None:
            nonlocal seen
            before, seen = seen, hands.state.turn
            if before != seen:
                _print_frame(world)

        play_game(hands, random.Random(DEMONSTRATION_SEED), watch)
        _print_frame(world)
    return 0


def _print_frame(world: World) -> None:
    print(f"--- {world.clock():.1f} s: {world.app.words}")
    print(braille(world.pi.model.image()), flush=True)


def run_terminal(request: Request, senses: bool, sharing: Sharing | None = None) -> int:
    """Open the simulator in the terminal, shared as ``sharing`` says; return the exit code."""
    open_terminal = _terminal()
    with hold_games(request.folder), counted_run(Counters(request.folder), request.today()):
        open_terminal(request, senses, sharing)
    return 0


def show(request: Request) -> int:
    """Show a recorded game in the simulator in the terminal; return the exit code."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("the simulator needs a terminal; without one, leave out --on simulator")
    open_terminal = _terminal()
    with hold_games(request.folder):
        open_terminal(request, False, None)
    return 0


def _terminal() -> OpenTerminal:
    """Return the simulator in the terminal.

    HostError if the terminal cannot be drawn on, or Textual is not installed.
    """
    if not is_live(sys.stdout):
        raise HostError(
            "the simulator draws on the whole terminal, which a terminal of the kind TERM=dumb "
            "cannot do: use another one, or --script or --random"
        )
    try:
        from firmware_host.simulator.terminal.run import open_terminal
    except ModuleNotFoundError as error:
        if error.name != "textual":
            raise
        raise HostError(
            f"the simulator needs Textual: {how_to_install('simulator')}, "
            "or use --script or --random"
        ) from None
    return open_terminal


def _questions(hands: Hands) -> str:
    """Return how often hands at a sensing board needed the keys, in all games so far."""
    if not isinstance(hands, SensingHands):
        return ""
    return f", {hands.questions} of {hands.moves} moves needed keys, {hands.keys} keys pressed"


@contextmanager
def _hands(request: Request, senses: bool, seed: int) -> Iterator[Hands]:
    """Open a world on virtual time, and yield the hands in it.

    What is open to be drawn by lot is not drawn: the first seat begins, so that runs are alike.
    """
    setup = request.setup
    if setup is not None and setup.first is None:
        request = replace(request, setup=replace(setup, first=0))
    with hold_games(request.folder), closing(World(request, seed, senses=senses)) as world:
        yield SensingHands(world, random.Random(seed)) if senses else Hands(world)


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


def read_script(path: Path, game: Game) -> tuple[ScriptCommand, ...]:
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


def run_commands(
    commands: Sequence[ScriptCommand], hands: Hands, say: Callable[[str], None]
) -> None:
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
    key = a_key(arguments[0])
    return lambda hands: hands.press(key)


def _hold(arguments: Sequence[str], game: Game) -> Callable[[Hands], None]:
    key, seconds = a_key(arguments[0]), a_time(arguments[1])
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
    seconds = a_time(arguments[0])
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
    wanted = a_whole_number("moves", 0, MAX_MOVES, arguments[0])

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
    one_of("part", SERIAL, arguments[0])
    count = a_whole_number("bytes", 1, MAX_GARBAGE, arguments[1])
    return lambda hands: hands.cause(lambda faults: faults.garbage(count))


def _fault(act: Callable[..., object], *readers: Callable[[str], Any]) -> Reader:
    """Return a reader for the arguments of the fault ``act``."""

    def read(arguments: Sequence[str], game: Game) -> Callable[[Hands], None]:
        values = [reader(text) for reader, text in zip(readers, arguments, strict=True)]
        return lambda hands: hands.cause(lambda faults: act(faults, *values))

    return read


LINES = (*KEYS, *DICE_LINES, CUP)

MAX_WAIT = 86_400.0

MAX_NOISE = 10_000.0

Word = TypeVar("Word", bound=str)


def one_of(what: str, words: tuple[Word, ...], text: str) -> Word:
    """Read one of ``words``, which are ``what``."""
    for word in words:
        if word == text:
            return word
    raise ValueError(f"unknown {what} {written(text)}; expected one of {' '.join(words)}")


def a_key(text: str) -> str:
    """Read the name of a key."""
    return one_of("key", KEYS, text)


def a_line(text: str) -> str:
    """Read the name of an input line."""
    return one_of("line", LINES, text)


def a_sensor(text: str) -> str:
    """Read the name of the line of a sensor in a tower."""
    return one_of("sensor", (*DICE_LINES, *CHECK_LINES), text)


NO_FAULT: Final = "none"
SENSOR_FAULTS: Final[Mapping[str, SensorFault]] = {
    "dirty": "dirty", "sun": "sun", "5V": "5 V", "inverted": "inverted",
}  # fmt: skip
"""What a script calls the faults of a sensor."""


def a_sensor_fault(text: str) -> str:
    """Read what is wrong with a sensor."""
    return one_of("fault", (*SENSOR_FAULTS, NO_FAULT), text)


def _break_sensor(faults: Faults, line: str, fault: str) -> None:
    if fault in SENSOR_FAULTS:
        faults.break_sensors(SENSOR_FAULTS[fault], [line])
    else:
        faults.unstick(line)


def a_part(text: str) -> Part:
    """Read the name of a part that has a cable."""
    return one_of("part", PARTS, text)


def a_number(what: str, most: float, limit: str, text: str) -> float:
    """Read a number above 0 and up to ``most``; ``limit`` is ``most`` in words."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 < value <= most:
        raise ValueError(f"expected {what}, more than 0 and at most {limit}, found {written(text)}")
    return value


def a_time(text: str) -> float:
    """Read a time to wait."""
    return a_number("seconds", MAX_WAIT, "a day", text)


def a_rate(text: str) -> float:
    """Read how often something happens per second."""
    return a_number("times a second", MAX_NOISE, f"{MAX_NOISE:.0f}", text)


def a_whole_number(what: str, least: int, most: int, text: str) -> int:
    """Read a whole number from ``least`` to ``most``."""
    is_number = text.isascii() and text.isdigit() and len(text) <= len(str(most))
    if not (is_number and least <= int(text) <= most):
        wanted = f"a number of {what} from {least} to {most}"
        raise ValueError(f"expected {wanted}, found {written(text)}")
    return int(text)


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
    "unplug": ("|".join(PARTS), _fault(Faults.unplug, a_part)),
    "plug": ("|".join(PARTS), _fault(Faults.plug, a_part)),
    "garbage": ("serial N", _garbage),
    "noise": ("LINE HZ", _fault(Faults.noise, a_line, a_rate)),
    "quiet": ("LINE", _fault(Faults.quiet, a_line)),
    "stuck": ("KEY", _fault(Faults.stick, a_key)),
    "unstick": ("KEY", _fault(Faults.unstick, a_key)),
    "sensor": ("LINE FAULT", _fault(_break_sensor, a_sensor, a_sensor_fault)),
    "knock": ("", _fault(Faults.knock)),
}
