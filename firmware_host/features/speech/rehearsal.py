"""What a table says in games that are played at random."""

import random
from collections.abc import Iterator
from contextlib import closing

from firmware_host.app.request import Request, Speech
from firmware_host.features.speech.announcer import Announcer
from firmware_host.session.setup import Setup
from firmware_host.simulator.autoplay import play_game, start_again
from firmware_host.simulator.hands import Hands
from firmware_host.simulator.world import World
from firmware_host.storage.state_folder import temporary_folder
from games.replay import Catalogue
from hardware.wiring import wiring

WIRING = "generic"
MOST_UPDATES = 100_000
"""More than a game has."""


def sentences(catalogue: Catalogue, setup: Setup, language: str, count: int) -> Iterator[str]:
    """Yield what is said in ``count`` games of ``setup`` in ``language``, each sentence once."""
    with temporary_folder() as folder:
        request = Request(catalogue, wiring.load(WIRING), language, folder, setup, speech=Speech())
        with closing(World(request)) as world:
            yield from dict.fromkeys(_said(Hands(world), count))


def _said(hands: Hands, count: int) -> Iterator[str]:
    subscription = hands.world.app.observers.subscribe(MOST_UPDATES)
    announcer, rng = Announcer(), random.Random(0)
    for number in range(count):
        if number:
            start_again(hands)
        play_game(hands, rng)
        for update in subscription.take():
            yield from announcer.follow(update).sentences
