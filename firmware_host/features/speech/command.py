"""``tableside speech``: list what a table says, to be read aloud and recorded."""

import random
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_host.base.facts import KnownFacts
from firmware_host.cli.parser import add_game, add_language, number

if TYPE_CHECKING:
    from firmware_host.session.setup import Setup
    from firmware_host.simulator.hands import Hands
    from games.replay import Catalogue

SUMMARY = "list the sentences that a table says and nobody has recorded yet"
GROUP = "setup"
WIRING = "generic"
MOST_UPDATES = 100_000
"""More than a game has."""


def add_arguments(parser: ArgumentParser) -> None:
    """Add the game that is played, the language, and where the recordings are."""
    add_game(parser)
    add_language(parser, "language of the sentences (default: en)")
    parser.add_argument(
        "--games", type=number, metavar="N", default=1, help="random games to play (default: 1)"
    )
    parser.add_argument(
        "--recordings", type=Path, metavar="FOLDER", help="leave out what is recorded there"
    )


def run(arguments: Namespace) -> int:
    """Play, and print each sentence behind the name of its file."""
    import games
    from firmware_host.cli.arguments import read_setup
    from firmware_host.features.speech.voice import file_name

    setup = read_setup(games, arguments.game, [], None, [])
    assert setup is not None
    language = arguments.language or "en"
    for sentence in sentences(games, setup, language, arguments.games):
        name = Path(language, file_name(sentence))
        if arguments.recordings is None or not (arguments.recordings / name).exists():
            print(f"{name}\t{sentence}")
    return 0


def sentences(catalogue: "Catalogue", setup: "Setup", language: str, count: int) -> Iterator[str]:
    """Yield what is said in ``count`` games of ``setup`` in ``language``, each sentence once."""
    from firmware_host.app.request import Request
    from firmware_host.features.speech.facts import SpeechHere
    from firmware_host.simulator.hands import Hands
    from firmware_host.simulator.world import World
    from firmware_host.storage.state_folder import temporary_folder
    from hardware.speaker import USUAL_DEVICE
    from hardware.wiring import wiring

    speech = KnownFacts().with_fact(SpeechHere(USUAL_DEVICE))
    with temporary_folder() as folder:
        request = Request(catalogue, wiring.load(WIRING), language, folder, setup, facts=speech)
        with closing(World(request)) as world:
            yield from dict.fromkeys(_said(Hands(world), count))


def _said(hands: "Hands", count: int) -> Iterator[str]:
    from firmware_host.features.speech.announcer import Announcer
    from firmware_host.simulator.autoplay import play_game, start_again

    subscription = hands.world.app.observers.subscribe(MOST_UPDATES)
    announcer, rng = Announcer(), random.Random(0)
    for played in range(count):
        if played:
            start_again(hands)
        play_game(hands, rng)
        for update in subscription.take():
            yield from announcer.follow(update).sentences
