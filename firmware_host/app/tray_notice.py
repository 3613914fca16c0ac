"""What people at the table are told of the sensors under a dice tray, and what the log gets.

>>> from hardware.link.tray_sensors import TraySensors
>>> well, ill = (TraySensors((8, 8), True, faults) for faults in ({}, {"dead": (20,)}))
>>> print(sensor_notice(ill, None))
Dice tray: the sensor in row 2, column 4 is dead
>>> print(sensor_notice(well, ill), sensor_notice(well, None))
Dice tray in order again None
"""

import logging

from games.message import Message, msg
from hardware.link.tray_sensors import TraySensors

UNCALIBRATED = msg("Dice tray not calibrated")
IN_ORDER = msg("Dice tray in order again")
SEVERAL = msg("Dice tray: {count} sensors are faulty")
ONE = {
    "dead": msg("Dice tray: the sensor in row {row}, column {column} is dead"),
    "stuck": msg("Dice tray: the sensor in row {row}, column {column} is stuck"),
    "noisy": msg("Dice tray: the sensor in row {row}, column {column} is noisy"),
}

log = logging.getLogger(__name__)


def sensor_notice(sensors: TraySensors, before: TraySensors | None) -> Message | None:
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


def log_sensors(sensors: TraySensors) -> None:
    """Log each fault, with what to do."""
    for what, advice in sensors.told:
        log.warning("dice tray: %s: %s", what, advice)
