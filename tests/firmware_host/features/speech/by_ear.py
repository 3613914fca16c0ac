"""Tables at which somebody plays by ear."""

import random
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import games
from firmware_host.app.request import Request
from firmware_host.base.registry import KnownFacts
from firmware_host.features.speech.facts import SpeechHere
from firmware_host.session.setup import Setup
from firmware_host.simulator.simulated_table import World
from firmware_host.table.device import PreferenceFile, Preferences, ThrowSource
from hardware.speaker import USUAL_DEVICE
from hardware.wiring import wiring
from tests.firmware_host.features.speech.listener import Listener

SEED = 3


@contextmanager
def listener(
    game: str, language: str, folder: Path, dice: ThrowSource = "typed"
) -> Iterator[Listener]:
    """Yield somebody who plays ``game`` by ear at a table that speaks ``language``."""
    PreferenceFile(folder).write(Preferences(language=language, dice=dice))
    setup = Setup(game, first=0)
    facts = KnownFacts().with_fact(SpeechHere(USUAL_DEVICE))
    request = Request(games, wiring.load("generic"), language, folder, setup, facts=facts)
    with closing(World(request, seed=1)) as world:
        yield Listener(world, language, random.Random(SEED))
