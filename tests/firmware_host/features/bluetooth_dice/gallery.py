"""The screens of Bluetooth dice: the list, and how one is paired."""

from collections.abc import Iterator

from msgspec import structs

import games
from firmware_host.features.bluetooth_dice.scenes import ChooseShell, DiceList, PairDie
from firmware_host.features.bluetooth_dice.store import DiceHere
from firmware_host.screens.view import Frame
from firmware_host.table.scene import Show
from hardware.dice.bluetooth.news import DieStatus, KnownDie, PairedDice, RolledDie
from tests.firmware_host.screens.stage import Stage


def _bluetooth(game: str) -> Iterator[tuple[str, Frame]]:
    """Return the screens of Bluetooth dice: the list, and how one is paired."""
    if game != games.names()[0]:
        return
    stage = Stage(game)
    known = [KnownDie(f"AA:0{n}", f"GoDice_00{n}_{c}_v4", "godice", 6) for n, c in enumerate("RGO")]
    named = KnownDie("AA:05", "Lucky", "pixels", 6)
    dice = [DieStatus(die, is_here=True, percent=87) for die in known]
    here = PairedDice(
        (dice[0], structs.replace(dice[1], percent=9), structs.replace(dice[2], is_here=False))
    )
    stage.table.learn(DiceHere(here), 0.0)
    stage.table.run(Show(DiceList()))
    yield "dice", stage.frame
    yield "dice-remove", stage.press("ok")
    stage.press("back")
    stage.table.run(Show(PairDie()))
    offer = RolledDie("AA:09", "GoDice_09_B_v4", "godice", None)
    for name, state in {
        "none": structs.replace(here, is_searching=True),
        "found": structs.replace(here, is_searching=True, in_reach=2),
        "rolled": structs.replace(here, is_searching=True, offer=offer),
        "named": structs.replace(
            here, is_searching=True, offer=structs.replace(offer, name=named.name)
        ),
        "known": structs.replace(here, is_searching=True, offer=structs.replace(offer, place=1)),
        "fault": structs.replace(here, is_searching=True, fault="no Bluetooth: no adapter"),
    }.items():
        stage.table.learn(DiceHere(state), 0.0)
        yield f"dice-{name}", stage.frame
    stage.table.run(Show(ChooseShell()))
    yield "dice-shell", stage.frame


SHOWS = (_bluetooth,)
