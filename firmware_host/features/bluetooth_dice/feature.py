"""What Bluetooth dice add to the core; their scenes are loaded when people come to them."""

import logging
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from typing import Final

from firmware_host.app.inputs import DICE_ON_PI, OpenDiceSource
from firmware_host.app.request import Request
from firmware_host.base.registry import Fact
from firmware_host.features.bluetooth_dice.store import (
    BLUETOOTH_DICE,
    DiceHere,
    DiceToKeep,
    PairingHere,
)
from firmware_host.table.context import SceneContext
from firmware_host.table.scene import AFTER_FACTS, Cover, Effects, TableParts
from firmware_host.table.scenes.additions import DEVICE_ENTRIES, READ_ELSEWHERE, ReadElsewhere
from firmware_host.table.scenes.base import Entry, plain_entry, returning
from games.message import Message, msg
from hardware.dice.bluetooth.news import PairedDice

HELP: Final = msg("Pair GoDice or Pixels with this table, see their batteries, or remove them.")
OUT_OF_REACH: Final = msg("Out of reach: die no. {number}")
BACK: Final = msg("In reach again: die no. {number}")
LOW: Final = msg("Battery low: die no. {number} ({percent} %)")
RADIO_FAILS: Final = msg("Bluetooth does not work")
RADIO_WORKS: Final = msg("Bluetooth works again")
THROW_HELP: Final = msg(
    "Throw all dice of the table. A die that blinks is thrown again, alone. Or enter your throw"
    " with up and down, then press OK. Back: menu."
)
log = logging.getLogger(__name__)

_scenes: Final = partial(import_module, "firmware_host.features.bluetooth_dice.scenes")
"""Returns the scenes, which are loaded when people come to them."""


def _on_pi(request: Request) -> OpenDiceSource | None:
    from firmware_host.features.bluetooth_dice.store import bluetooth_dice

    return bluetooth_dice(request.folder)


def _entry(context: SceneContext) -> tuple[Entry, ...]:
    """Return the line that leads to the Bluetooth dice; none where there can be none."""
    if context.fact(PairingHere).dice is None:
        return ()
    return (plain_entry(BLUETOOTH_DICE, HELP, _show_dice),)


def _show_dice(context: SceneContext) -> Effects:
    return returning(Cover(_scenes().DiceList()))(context)


def _keep(before: Fact, now: Fact, table: TableParts) -> None:
    if isinstance(now, DiceToKeep) and now.write is not None:
        table.use_files(now.write)


def _hear(before: Fact, now: Fact, table: TableParts) -> None:
    """Tell people what has changed of their dice, and end a search that nobody waits for."""
    if not (isinstance(before, DiceHere) and isinstance(now, DiceHere)):
        return
    if now.paired.fault != before.paired.fault:
        log.warning("dice by radio: %s", now.paired.fault or "Bluetooth works again")
    for text in notices(before.paired, now.paired):
        table.notify(text)
    if now.paired.is_searching and not _is_pairing(table):
        table.run((_scenes().SearchDice(is_on=False),))


def _is_pairing(table: TableParts) -> bool:
    return any(isinstance(each, _scenes().PairDie) for each in table.scenes.all)


def notices(before: PairedDice, after: PairedDice) -> Iterator[Message]:
    """Yield what people should know of dice that have changed."""
    if bool(before.fault) != bool(after.fault) and not after.is_searching:
        yield Message.of(RADIO_FAILS if after.fault else RADIO_WORKS)
    was = {each.die: each for each in before.dice}
    for number, each in enumerate(after.dice, start=1):
        earlier = was.get(each.die)
        if earlier is None:
            continue
        if earlier.is_here != each.is_here and number - 1 not in _never_here(before):
            yield Message.of(BACK if each.is_here else OUT_OF_REACH, number=number)
        if number - 1 in after.low and number - 1 not in before.low:
            yield Message.of(LOW, number=number, percent=str(each.percent))


def _never_here(state: PairedDice) -> tuple[int, ...]:
    """Return the places of dice that were not connected since the start."""
    return tuple(place for place, each in enumerate(state.dice) if each.percent is None)


def _throw_help(context: SceneContext) -> Message | None:
    return Message.of(THROW_HELP) if context.fact(DiceHere).paired.dice else None


def _away(context: SceneContext) -> tuple[int, ...]:
    return context.fact(DiceHere).paired.away


OFFERS: Final = (
    DICE_ON_PI.offer(_on_pi),
    AFTER_FACTS.offer(_hear, _keep),
    DEVICE_ENTRIES.offer(_entry),
    READ_ELSEWHERE.offer(ReadElsewhere(_throw_help, _away)),
)
