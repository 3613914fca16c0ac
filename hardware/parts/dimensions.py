"""Every dimension of the parts in millimetres (angles in degrees), and the electric figures of the
lane reader, each with who says so.

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
BEST: Final = "Vishay: over 20 % of the best current up to 15 mm"
COMPARATOR: Final = "Texas Instruments, TL331, SLVS238"
MAKERS: Final = "what board makers ask no extra price for"
JUDGED: Final = "judged"


class Mm(float):
    """A length in millimetres, or an angle in degrees, that knows who says so."""

    source: str

    def __new__(cls, value: float, source: str = JUDGED) -> "Mm":
        made = super().__new__(cls, value)
        made.source = source
        return made


class Electric(float):
    """An electric figure, or a share of light, that knows its unit and who says so."""

    unit: str
    source: str

    def __new__(cls, value: float, unit: str, source: str = JUDGED) -> "Electric":
        made = super().__new__(cls, value)
        made.unit, made.source = unit, source
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

# the heads of the lane reader, under the ramp: the screw is that far from the sensor
HEAD_SCREW: Final = Mm(8.5)
HEAD_SCREW_HOLE: Final = Mm(2.2, "ISO 273, M2, fine")
HEAD_THREAD: Final = Mm(1.6, "core of a screw M2 that cuts its thread")
HEAD_RAIL: Final = Mm(1.5)
HEAD_BELOW: Final = Mm(7)
HEAD_ABOVE: Final = Mm(12.5)
HEAD_BESIDE: Final = Mm(6)
HEAD_BEHIND: Final = Mm(11)

# the board of the lane reader, on the lower rods
READER_HEIGHT: Final = Mm(41)
READER_EDGE: Final = Mm(4, "half of a washer M3, ISO 7089, and 0.5")
READER_THICKNESS: Final = Mm(1.6, MAKERS)
READER_GAP: Final = Mm(2, "the cutter of a board maker")
READER_TAB: Final = Mm(5)
NUT_HEIGHT: Final = Mm(2.4, "ISO 4032, M3")
WASHER: Final = Mm(0.5, "ISO 7089, M3")
WASHER_SIZE: Final = Mm(7, "ISO 7089, M3")
LEAST_TRACK: Final = Mm(0.25, MAKERS)
LEAST_GAP: Final = Mm(0.2, MAKERS)
LEAST_VIA: Final = Mm(0.3, MAKERS)

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


# the lane reader
SUPPLY: Final = Electric(3.3, "V", "the 3.3 V pin of the Pi")
MOST_CURRENT: Final = Electric(50, "mA", "the 3.3 V pin of the first Pi, elinux.org")
READS_LOW: Final = Electric(0.9, "V", "Raspberry Pi documentation, GPIO")
LAMP_VOLTAGE: Final = Electric(1.25, "V", TCRT)
LAMP_MOST: Final = Electric(60, "mA", TCRT)
REVERSE_MOST: Final = Electric(5, "V", TCRT)
TEST_LAMP: Final = Electric(10, "mA", f"{TCRT}: the typical 1 mA is measured so, at 12 mm")
TEST_LEAST: Final = Electric(0.5, "mA", "judged: half of the typical current")
TEST_MOST: Final = Electric(2.1, "mA", "judged: twice the typical current")
TEST_SURFACE: Final = Electric(0.9, "of the light", f"{TCRT}: white test card")
NEARER_LEAST: Final = Electric(2, "times", "judged: the best current against that at 12 mm")
NEARER_MOST: Final = Electric(5, "times", BEST)
SATURATED: Final = Electric(0.4, "V", TCRT)
WHITE_LEAST: Final = Electric(0.65, "of the light", "judged: white paint that is dirty")
BLACK_MOST: Final = Electric(0.12, "of the light", "judged: black acrylic that is worn")
LAMP_AGED: Final = Electric(0.75, "of the light")
MARGIN: Final = Electric(1.4, "times")
COMMON_MODE: Final = Electric(2, "V below the supply", COMPARATOR)
OFFSET_MOST: Final = Electric(0.009, "V", COMPARATOR)
SINK: Final = Electric(4, "mA", COMPARATOR)
SINK_LOW: Final = Electric(0.7, "V", COMPARATOR)
COMPARATOR_CURRENT: Final = Electric(0.7, "mA", COMPARATOR)
RED_VOLTAGE: Final = Electric(1.8, "V", "judged: a red LED at 1 mA")
TOLERANCE: Final = Electric(0.1, "of the trimmer", "Bourns, 3386")
LAMP_RESISTOR: Final = Electric(470, "ohm", "chosen")
SENSE_RESISTOR: Final = Electric(1000, "ohm", "chosen")
TRIMMER: Final = Electric(10_000, "ohm", "chosen")
TOP_RESISTOR: Final = Electric(18_000, "ohm", "chosen")
INPUT_RESISTOR: Final = Electric(10_000, "ohm", "chosen")
FEEDBACK: Final = Electric(1_000_000, "ohm", "chosen")
PULL_UP: Final = Electric(10_000, "ohm", "chosen")
INDICATOR_RESISTOR: Final = Electric(1000, "ohm", "chosen")
SERIES: Final = Electric(330, "ohm", "docs/builders/electricity.md")
SWITCH_PULL_UP: Final = Electric(1000, "ohm", "docs/builders/electricity.md")


def dimensions() -> Mapping[str, Mm]:
    """Return all of them by their names.

    >>> dimensions()["STICK_SIDE"], dimensions()["SWITCH_OPERATES"].source
    (16.0, 'Omron, SS-5GL, hinge lever')
    """
    return {name: value for name, value in globals().items() if isinstance(value, Mm)}


def electric() -> Mapping[str, Electric]:
    """Return the electric figures by their names.

    >>> electric()["SUPPLY"], electric()["SUPPLY"].unit
    (3.3, 'V')
    """
    return {name: value for name, value in globals().items() if isinstance(value, Electric)}
