"""A program that plays by itself until it is killed, and reports what its display showed."""

import random
from multiprocessing.connection import Connection
from pathlib import Path

from firmware_host.app.request import Request
from firmware_host.screens.view import Frame
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands, play_game
from firmware_host.simulator.simulated_table import World
from firmware_host.storage.filesystem import SyncBeside
from hardware.wiring import wiring
from tests.table import OneGame, TableWithSync

THAAYAM = OneGame("thaayam")
SETUP = Setup("thaayam", {"seats": 2}, players=("person", "friend"))

Moment = tuple[tuple[str, ...], int]


def moment(session: Session) -> Moment:
    """Return the progress of ``session``: its actions, and the done hand steps of the last one."""
    return tuple(map(str, session.actions)), session.hand_steps.done


def play(folder: Path, seed: int, shown: Connection) -> None:
    """Play the game in ``folder`` to its end, from the point where it was left.

    Send the progress of the game through ``shown`` after every picture.
    """

    worlds: list[World] = []

    def watch(frame: Frame) -> None:
        for world in worlds:
            shown.send(moment(world.app.table.game.playing))

    request = Request(THAAYAM, wiring.load("generic"), "en", folder, SETUP)
    is_resumed = any(folder.glob("*.journal"))
    worlds.append(TableWithSync(request, SyncBeside(), seed, watch))
    hands = Hands(worlds[0])
    if is_resumed:
        hands.press("ok")
    play_game(hands, random.Random(seed))
