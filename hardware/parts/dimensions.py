"""Every dimension of the parts in millimetres (angles in degrees), each with who says so.

Nobody has built these parts. "judged" is an estimate that a builder should check first.
"""

from collections.abc import Mapping
from typing import Final

TCRT: Final = "Vishay, TCRT5000, document 83760, 1.7"
SWITCH: Final = "Omron, SS-5GL, hinge lever"
PI: Final = "Raspberry Pi, Zero 2 W mechanical drawing RP-008358-DS"
HAT: Final = "Waveshare wiki, 1.3inch OLED HAT"
PANEL: Final = "Waveshare wiki, 2.42inch OLED Module"
FALLS: Final = "chosen with the model of the falls, tests/hardware/parts/falls.py"
JUDGED: Final = "judged"


class Mm(float):
    """A length in millimetres, or an angle in degrees, that knows who says so."""

    source: str

    def __new__(cls, value: float, source: str = JUDGED) -> "Mm":
        made = super().__new__(cls, value)
        made.source = source
        return made


# what a printer can do
BED: Final = Mm(200)
LEAST_WALL: Final = Mm(1.2)
STEEPEST: Final = Mm(45)
WALL: Final = Mm(2)
SHEET: Final = Mm(3)
ROD: Final = Mm(3, "ISO 261, M3")
ROD_HOLE: Final = Mm(3.4, "ISO 273, M3, medium")
COLUMN: Final = Mm(8)

# the sticks
STICK_SIDE: Final = Mm(16, FALLS)
STICK_LENGTH: Final = Mm(60, FALLS)

# the chute: its front wall stands at x = 0, the ramp meets it at y = 0
CHUTE_DEPTH: Final = Mm(40, FALLS)
LANE_WIDTH: Final = Mm(62, FALLS)
CHUTE_TOP: Final = Mm(172)
FOOT: Final = Mm(27)
PLATE_LENGTH: Final = Mm(22, FALLS)
PLATE_SLOPE: Final = Mm(50, FALLS)
PLATE_THICKNESS: Final = Mm(2.5, FALLS)
HIGH_PLATE: Final = Mm(138, FALLS)
MIDDLE_PLATE: Final = Mm(106, FALLS)
LOW_PLATE: Final = Mm(74, FALLS)
RAMP_SLOPE: Final = Mm(30, FALLS)
RAMP_THICKNESS: Final = Mm(3, "the face lies 3 mm above the lenses; Vishay: best at 2.5 mm")
MOUTH: Final = Mm(26, FALLS)
TRAY_LENGTH: Final = Mm(30, FALLS)
BAR_HEIGHT: Final = Mm(28, FALLS)

# the sensors
SENSOR_LENGTH: Final = Mm(10.2, TCRT)
SENSOR_WIDTH: Final = Mm(5.8, TCRT)
SENSOR_HEIGHT: Final = Mm(7, TCRT)
SENSOR_PLAY: Final = Mm(0.2)
SENSOR_LIP: Final = Mm(0.5)
SENSOR_FROM_BAR: Final = Mm(8, "half the side of a stick")
SECOND_SENSOR: Final = Mm(20)
SENSOR_REST: Final = Mm(5)

# the flap
FLAP_PLAY: Final = Mm(0.5)
FLAP_LENGTH: Final = Mm(42)
FLAP_TILT: Final = Mm(8)
LIP_HEIGHT: Final = Mm(18)
TUBE: Final = Mm(7.2)
HINGE_BEHIND: Final = Mm(7)
HINGE_BELOW: Final = Mm(4)
STOP_WIDTH: Final = Mm(40)

# the switch below the flap
SWITCH_LENGTH: Final = Mm(19.8, SWITCH)
SWITCH_THICKNESS: Final = Mm(6.4, SWITCH)
SWITCH_HEIGHT: Final = Mm(10.2, SWITCH)
SWITCH_HOLES_APART: Final = Mm(9.5, SWITCH)
SWITCH_HOLE_ABOVE_BASE: Final = Mm(2.9, SWITCH)
SWITCH_FROM_END: Final = Mm(5.1, SWITCH)
SWITCH_SCREW: Final = Mm(2.4, "Omron, SS-5GL: holes of 2.35, screws of 2.3")
SWITCH_OPERATES: Final = Mm(8.8, SWITCH)
SWITCH_SPREAD: Final = Mm(0.8, SWITCH)
SWITCH_FREE: Final = Mm(13.6, SWITCH)
SWITCH_OVERTRAVEL: Final = Mm(1.2, SWITCH)

# the case
PI_LENGTH: Final = Mm(65, PI)
PI_WIDTH: Final = Mm(30, PI)
HAT_WIDTH: Final = Mm(30.2, HAT)
PI_HOLE_FROM_EDGE: Final = Mm(3.5, PI)
PI_HOLE: Final = Mm(2.7, "ISO 273, M2.5, fine")
PI_BOARD: Final = Mm(1.4)
CASE_PLAY: Final = Mm(0.5)
POST: Final = Mm(6)
POST_HEIGHT: Final = Mm(3)
BETWEEN_BOARDS: Final = Mm(11)
HAT_BOARD: Final = Mm(1.6)
HDMI: Final = Mm(12.4, PI)
USB: Final = Mm(41.4, PI)
POWER: Final = Mm(54, PI)
CARD: Final = Mm(16.9, PI)
PLUG: Final = Mm(14)
HEADER_LENGTH: Final = Mm(50.8, "2 x 20 pins, 2.54 apart")

# the front plate
WINDOW_WIDTH: Final = Mm(55, PANEL)
WINDOW_HEIGHT: Final = Mm(27.5, PANEL)
PANEL_ROOM_WIDTH: Final = Mm(66)
PANEL_ROOM_HEIGHT: Final = Mm(44)
BUTTON: Final = Mm(24, "Sanwa OBSF-24, hole")
BUTTON_ROOM: Final = Mm(29)
FRONT_WIDTH: Final = Mm(196)
FRONT_HEIGHT: Final = Mm(124)
FRONT_SCREW: Final = Mm(3.4, "ISO 273, M3, medium")

# the bases of the pieces
BASE: Final = Mm(22)
BASE_HEIGHT: Final = Mm(4)
MAGNET: Final = Mm(5, "magnet of 5 x 2 mm, docs/builders/tiles.md")
MAGNET_HEIGHT: Final = Mm(2, "magnet of 5 x 2 mm, docs/builders/tiles.md")
MAGNET_PLAY: Final = Mm(0.2)


def dimensions() -> Mapping[str, Mm]:
    """Return all of them by their names.

    >>> dimensions()["STICK_SIDE"], dimensions()["SWITCH_OPERATES"].source
    (16.0, 'Omron, SS-5GL, hinge lever')
    """
    return {name: value for name, value in globals().items() if isinstance(value, Mm)}
