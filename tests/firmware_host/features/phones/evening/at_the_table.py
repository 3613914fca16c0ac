"""A whole evening at one table of the simulated machine: four people, four games, two languages.

``python -m tests.firmware_host.features.phones.evening.at_the_table PICTURES first VERSION`` puts
a version of the program on the card, begins, and plays until the power goes; ``PICTURES second
PACKAGE ACTIONS ...`` goes on after that, to the end. What is said begins with what has happened.
The folder PICTURES gets what the panel shows when it should show something else.
"""

import random
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from threading import Thread

from firmware_host.setup.paths import CURRENT, TRUSTED
from firmware_host.setup.update.disk import UpdateDisk
from firmware_host.setup.update.updater import HandedPackage, Updater
from hardware.wiring.wiring import load
from tests.firmware_host.features.phones.evening import card
from tests.firmware_host.features.phones.evening.people import PORT, RUN, Evening, say
from tests.firmware_host.features.phones.evening.relay import Relay
from tests.firmware_host.features.phones.evening.service import EveningMachine
from tests.firmware_host.setup.update.table import NEW
from tests.machine.conftest import HEADER
from tests.machine.pins import Pins
from tests.machine.program import Program
from tests.table import choose_russian, take, words

SEED = 25


@contextmanager
def beginning(pictures: Path) -> Iterator[Evening]:
    """Mount the card, and begin with contacts at rest and a web server beside the table."""
    RUN.mkdir()
    card.mount()
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    socket.sethostname("table")
    pins, cup = Pins(), load("generic").lines["cup"]
    for pin in HEADER:
        pins.drive(pin, pin != cup)
    relay = Relay(RUN / "relay", RUN / "table")
    web = ("web", "--table", str(RUN / "relay"), "--listen", f"127.0.0.1:{PORT}")
    Program((*web, "--state-dir", str(RUN)), RUN, RUN / "web-says")
    yield Evening(pins, relay, random.Random(SEED), pictures)


def first(pictures: Path, version: str) -> None:
    """Four people begin a game; one of them plays on a phone. It goes on until the power goes."""
    with beginning(pictures) as evening:
        card.install(Path(version))
        evening.start(has_dice=False)
        evening.begin("Thaayam")
        seats = [line for line in evening.phone_lines() if line.startswith("Play")]
        evening.phone = evening.let_in(seats[1], "en")
        say("let in:", seats[1])
        while True:
            evening.act()
            say("shown", *evening.session.actions)


def second(pictures: Path, package: str, *shown: str) -> None:
    """Go on after a power cut, with Bluetooth dice, in Russian, over an ended card, to an update.

    What was ``shown`` before the power went must be there.
    """
    with beginning(pictures) as evening:
        evening.start(has_dice=True)
        resumed = evening.resume()
        assert resumed[: len(shown)] == list(shown), (resumed, shown)
        evening.act(4)
        evening.leave()
        take(evening.hands, "Settings")
        choose_russian(evening.hands)
        evening.hands.press("back")
        evening.hands.meet()
        say("resumed with", len(resumed), "actions; in Russian:", words(evening.hands))
        evening.begin("T'shu-p'u")
        evening.act(4)
        play_over_an_ended_card(evening)
        evening.leave()
        evening.begin("Squadro")
        with evening.let_in("Follow the game", "ru") as phone:
            evening.act(4)
            say("read on a phone:", phone.follows(len(evening.session.actions)))
        evening.leave()
        evening.begin("Xiangqi for four")
        evening.act(3)
        update_meanwhile(evening, Path(package))
        kept = {each.game.name: list(map(str, each.actions)) for each in card.kept()}
        assert kept == evening.played
        say("kept", *(f"{game}: {len(actions)}" for game, actions in kept.items()))


def play_over_an_ended_card(evening: Evening) -> None:
    """Play on when the card takes nothing any more; then start with a new one, a copy of it."""
    saved = evening.actions
    card.end_games()
    evening.hands.is_blind = True
    evening.act(3)
    assert evening.program.is_running
    played = evening.actions
    evening.hands.is_blind = False
    evening.end()
    card.renew_games()
    evening.start(has_dice=True)
    resumed = evening.resume()
    assert resumed == played[: len(resumed)], (resumed, played)
    assert len(resumed) >= len(saved)
    say("card ended after", len(saved), "played on to", len(played), "resumed with", len(resumed))
    evening.act(2)


def update_meanwhile(evening: Evening, package: Path) -> None:
    """Update the program in the middle of a game, and go on with that on the new version."""
    data, before = package.read_bytes(), evening.actions
    sums = f"{sha256(data).hexdigest()}  {package.name}\n".encode()
    disk = UpdateDisk()
    updater = Updater(disk, EveningMachine(evening), lambda: "evening")
    thread = Thread(target=updater.install, args=(HandedPackage(package.name, data, sums),))
    thread.start()
    while (record := updater.record) is None or record.state not in ("watched", "failed"):
        time.sleep(1.0)
    assert record.state == "watched", record
    evening.press_alone("ok")
    evening.settle()
    assert evening.resume() == before
    evening.act(3)
    evening.end()
    thread.join()
    assert updater.record is not None
    assert updater.record.state == "done", updater.record
    assert (disk.target(CURRENT), disk.target(TRUSTED)) == (f"releases/{NEW}",) * 2
    evening.note()
    say("updated to", NEW, "after", len(before), "of", len(evening.actions), "actions")


if __name__ == "__main__":
    part = first if sys.argv[2] == "first" else second
    part(Path(sys.argv[1]), *sys.argv[3:])
