"""Run the simulator: a script, random games, a demonstration, or the terminal."""

import random
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from msgspec.structs import replace

import games
from firmware_host.app.request import Request
from firmware_host.app.sharing import Sharing
from firmware_host.base.errors import HostError, UsageError, how_to_install
from firmware_host.session.setup import Setup
from firmware_host.simulator import script
from firmware_host.simulator.autoplay import play_game, start_again
from firmware_host.simulator.hands import Hands, Refused
from firmware_host.simulator.renditions import braille
from firmware_host.simulator.sensinghands import SensingHands
from firmware_host.simulator.world import World
from firmware_host.storage.counter_file import Counters, counted_run
from firmware_host.storage.state_formats import hold_games
from firmware_host.text.terminal import is_live

DEMONSTRATION_SEED = 7

OpenTerminal = Callable[[Request, bool, Sharing | None], None]


def run_script(request: Request, senses: bool, path: str) -> int:
    """Run the script at ``path``, in English; return the exit code."""
    if request.setup is None:
        raise UsageError("--script needs a GAME before it")
    game = games.load(request.setup.game, **request.setup.options)
    try:
        commands = script.read(Path(path), game)
    except script.ScriptError as error:
        raise UsageError(str(error)) from None
    with _hands(replace(request, language="en"), senses, seed=0) as hands:
        script.run(commands, hands, print)
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
