"""What is wired to this microcontroller. Edit this file and copy it to the Pico again.

Pins are GP numbers. Contacts close to ground; inputs on pins are pulled up by the Pico, inputs of
shift registers need a resistor of 10 kilohms to 3.3 V each. A chain of shift registers, named by
the pin that latches it, can replace a list of pins::

    BOARD = (5, 5)                      # a contact and a diode at each crossing
    ROWS = [0, 1, 8, 9, 15]
    COLUMNS = [17, 20, 26, 27, 28]

    BOARD = (19, 19)
    ROWS = Chain(20)                    # three 74HC595
    COLUMNS = Chain(21)                 # three 74HC165

    BOARD = (5, 5)                      # without rows: an input for each field
    COLUMNS = Chain(21)                 # four 74HC165

    BOARD = (8, 8)                      # four tiles of 4 x 4 fields, with their lights
    COLUMNS = Tiles(21)
    LIGHTS, LAMPS = (8, 8), Strip(28, "tiles", budget=2000)

    LIGHTS = ["south", "north"]         # a light at each of these sides
    LAMPS = [8, 9]

    LIGHTS = (5, 5)                     # or a light in each field
    LAMPS = Chain(27)                   # four 74HC595

    LIGHTS = (5, 5)                     # or a string of WS2812 lights through the fields
    LAMPS = Strip(28, "serpentine", budget=500)  # in mA; or "straight", or a list of numbers

    TRAY = []                           # four lots with magnets, on 64 Hall sensors
    HALL_DICE = "lots"
"""

from .registers import Chain
from .strip import Strip
from .tiles import Tiles

# The keys: up, down, left, right, ok, back, hint, menu. Leave out what is not wired.
KEYS: list[tuple[str, int]] = [
    ("up", 2),
    ("down", 3),
    ("left", 4),
    ("right", 5),
    ("ok", 6),
    ("back", 7),
]

# The dice tray: D0, D1, D2, D3 and cup. Empty if there is none: TRAY = []
TRAY: list[tuple[str, int]] = [
    ("D0", 10),
    ("D1", 11),
    ("D2", 12),
    ("D3", 13),
    ("cup", 14),
]

# The tray that reads magnets: "lots", "long" or, if there is none, "". Its multiplexers (S0 to S3
# of all four, E of each), the ADC, and the millimetres from the sensors to the top of the felt.
HALL_DICE = ""
HALL_ADDRESS: list[int] = [10, 11, 12, 13]
HALL_ENABLES: list[int] = [18, 19, 20, 21]
HALL_ADC = 26
HALL_GAP = 14

# The sensing board: its columns and rows, (0, 0) if there is none. Rows are numbered from the
# bottom, columns from the left; without rows the columns have every field, the bottom row first.
BOARD: tuple[int, int] = (0, 0)
ROWS: list[int] | Chain = []
COLUMNS: list[int] | Chain | Tiles = []

# The lights: the sides that have one, or columns and rows for one in each field; their outputs.
LIGHTS: list[str] | tuple[int, int] = []
LAMPS: list[int] | Chain | Strip = []

# The SPI bus of the shift registers: SRCLK and CLK, SER, QH. Used only if there is a chain.
SPI_BUS = 0
SPI_CLOCK, SPI_OUT, SPI_IN = 18, 19, 16
SPI_SPEED = 2_000_000  # Hz

# Milliseconds for which a contact must be stable before it counts.
STABLE_KEYS = 5
STABLE_TRAY = 1
STABLE_BOARD = 10

# If this pin is at ground when the Pico starts, the firmware does not run, and you get the prompt.
SERVICE = 22
