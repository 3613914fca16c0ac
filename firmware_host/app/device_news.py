"""Tell at the table how its devices are: the sensors of the tray, the serial link, keyboards.

>>> from hardware.link.hello import TraySensors
>>> well, ill = (TraySensors((8, 8), True, faults) for faults in ({}, {"dead": (20,)}))
>>> print(sensor_notice(ill, None))
Dice tray: the sensor in row 2, column 4 is dead
>>> print(sensor_notice(well, ill), sensor_notice(well, None))
Dice tray in order again None
"""

import logging
from typing import TYPE_CHECKING

from firmware_host.app.inputs import Inputs
from firmware_host.table.table import Table
from games.message import Message, msg
from hardware.board import SensingBoard

if TYPE_CHECKING:
    from hardware.link.hello import TraySensors


LinkState = tuple[SensingBoard | None, str | None, "TraySensors | None"]
"""The sensing board on the link, its fault, and the sensors under its tray."""

UNCALIBRATED = msg("Dice tray not calibrated")
IN_ORDER = msg("Dice tray in order again")
SEVERAL = msg("Dice tray: {count} sensors are faulty")
ONE = {
    "dead": msg("Dice tray: the sensor in row {row}, column {column} is dead"),
    "stuck": msg("Dice tray: the sensor in row {row}, column {column} is stuck"),
    "noisy": msg("Dice tray: the sensor in row {row}, column {column} is noisy"),
}

log = logging.getLogger(__name__)


def sensor_notice(sensors: "TraySensors", before: "TraySensors | None") -> Message | None:
    """Return what to say of ``sensors`` that were as ``before``; None if nothing has changed."""
    told_before = () if before is None else before.told
    if sensors.told == told_before:
        return None
    if not sensors.is_calibrated:
        return Message.of(UNCALIBRATED)
    faulty = [(fault, place) for fault, places in sensors.faults.items() for place in places]
    if not faulty:
        return Message.of(IN_ORDER)
    if len(faulty) > 1:
        return Message.of(SEVERAL, count=len(faulty))
    fault, number = faulty[0]
    row, column = sensors.place(number)
    return Message.of(ONE[fault], row=row, column=column)


def log_sensors(sensors: "TraySensors") -> None:
    """Log each fault, with what to do."""
    for what, advice in sensors.told:
        log.warning("dice tray: %s: %s", what, advice)


LINK_FAULT = msg("Serial link interrupted")
LINK_IS_BACK = msg("Serial link restored")
NO_KEYBOARD = msg("Keyboard or switch unplugged")
KEYBOARD_IS_BACK = msg("Keyboard or switch connected")


class DeviceNews:
    """What has come to the ``inputs`` of ``table``, and what has gone."""

    def __init__(self, inputs: Inputs, table: Table) -> None:
        self._inputs, self._table = inputs, table
        self._link_state: LinkState = (None, None, None)
        self._keyboards = inputs.keyboards

    def follow(self, now: float) -> bool:
        """Tell the table what has changed up to ``now`` (seconds); return whether anything has."""
        return self._follow_link(now) | self._follow_keyboards(now) | self._follow_dice(now)

    def _follow_link(self, now: float) -> bool:
        before, inputs, table = self._link_state, self._inputs, self._table
        board, fault, sensors = self._link_state = inputs.board, inputs.fault, inputs.sensors
        board_before, fault_before, sensors_before = before
        if board is not board_before:
            size = None if board is None else board.size
            table.plug_board(size, board.occupied if board else (), now)
        if fault != fault_before:
            table.notify(Message.of(LINK_FAULT if fault else LINK_IS_BACK), now)
        if sensors is not None and (notice := sensor_notice(sensors, sensors_before)):
            log_sensors(sensors)
            table.notify(notice, now)
        return self._link_state != before

    def _follow_keyboards(self, now: float) -> bool:
        before, self._keyboards = self._keyboards, self._inputs.keyboards
        if before == self._keyboards:
            return False
        has_come = len(self._keyboards or ()) > len(before or ())
        self._table.notify(Message.of(KEYBOARD_IS_BACK if has_come else NO_KEYBOARD), now)
        return True

    def _follow_dice(self, now: float) -> bool:
        has_changed = False
        for fact in self._inputs.facts:
            if fact != self._table.context.fact(type(fact)):
                self._table.learn(fact, now)
                has_changed = True
        return has_changed
