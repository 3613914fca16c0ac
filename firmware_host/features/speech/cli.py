"""What speech adds to the command line: how a table speaks, and a list of what it says."""

import random
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from firmware_host.base.errors import UsageError
from firmware_host.base.registry import KnownFacts
from firmware_host.cli.commands import COMMANDS, FeatureCommand
from firmware_host.cli.parser import (
    DOCTOR_ARGUMENTS,
    TABLE_ARGUMENTS,
    DoctorArguments,
    TableArguments,
    add_game,
    add_language,
    number,
)
from hardware.speaker import USUAL_DEVICE
from hardware.untrusted_input import written

if TYPE_CHECKING:
    from firmware_host.app.request import Request
    from firmware_host.cli.doctor_dialogue import Examination
    from firmware_host.session.setup import Setup
    from firmware_host.simulator.hands import Hands
    from games.core import Catalogue


def _add(parser: ArgumentParser) -> None:
    """Add how a table speaks."""
    parser.add_argument(
        "--speech", action="store_true", help="say what the table shows, with espeak-ng and aplay"
    )
    parser.add_argument(
        "--sound-device",
        metavar="NAME",
        help="ALSA device that speaks; aplay -L lists them (default: default)",
    )
    parser.add_argument(
        "--recordings", type=Path, metavar="FOLDER", help="recorded sentences to say instead"
    )


def _apply(request: "Request", arguments: Namespace) -> "Request":
    """Return ``request`` for a table that speaks as ``arguments`` say."""
    device, recordings = arguments.sound_device, arguments.recordings
    if not arguments.speech:
        if device is not None or recordings is not None:
            raise UsageError("--sound-device and --recordings go with --speech")
        return request
    if recordings is not None and not recordings.is_dir():
        raise UsageError(f"--recordings: expected a folder, got {written(str(recordings))}")
    from firmware_host.features.speech.facts import SpeechHere

    speech = SpeechHere(device or USUAL_DEVICE, recordings)
    return replace(request, facts=request.facts.with_fact(speech))


def _add_checks(parser: ArgumentParser) -> None:
    """Add that the doctor checks what speaks, too."""
    parser.add_argument(
        "--speech", action="store_true", help="check what a table needs to speak, too"
    )
    parser.add_argument(
        "--sound-device",
        default=USUAL_DEVICE,
        metavar="NAME",
        help="ALSA device that is to speak (default: default)",
    )


def _check(examination: "Examination", arguments: Namespace) -> "Examination":
    device = arguments.sound_device if arguments.speech else None
    return replace(examination, sound_device=device)


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
    from firmware_host.simulator.simulated_table import World
    from firmware_host.storage.state_folder import temporary_folder
    from hardware.speaker import USUAL_DEVICE
    from hardware.wiring import wiring

    speech = KnownFacts().with_fact(SpeechHere(USUAL_DEVICE))
    with temporary_folder() as folder:
        request = Request(catalogue, wiring.load(WIRING), language, folder, setup, facts=speech)
        with closing(World(request)) as world:
            yield from dict.fromkeys(_said(Hands(world), count))


def _said(hands: "Hands", count: int) -> Iterator[str]:
    from firmware_host.features.speech.voice import Announcer
    from firmware_host.simulator.hands import play_game, start_again

    subscription = hands.world.app.observers.subscribe(MOST_UPDATES)
    announcer, rng = Announcer(), random.Random(0)
    for played in range(count):
        if played:
            start_again(hands)
        play_game(hands, rng)
        for update in subscription.take():
            yield from announcer.follow(update).sentences


OFFERS: Final = (
    COMMANDS.offer(FeatureCommand("speech", __name__)),
    TABLE_ARGUMENTS.offer(TableArguments(_add, _apply)),
    DOCTOR_ARGUMENTS.offer(DoctorArguments(_add_checks, _check)),
)
