"""The hardware of the table: pins, keys, electronic dice, the display, and a simulated Pi.

This package knows nothing of games.

    wiring           which pin is what: profiles and wiring files
    input            pins and keys
    dice             the dice tray
    board            a board that senses its pieces
    display          the OLED
    output           buzzer and lights
    speaker          the program through which a table speaks
    link             the serial link to microcontrollers
    firmware         the program of such a microcontroller
    simulated        a Raspberry Pi that is simulated
    parts            what is printed or cut for a table; the program does not need it
    doctor           find what is wrong with an installation
    untrusted_input  read files and TOML from outside, and show text from there safely
    placeholder      keep out of memory what libraries import and never use here

Every exception that it raises on purpose is one of these. The text is one line that says what was
expected, what came and what to do::

    HardwareError
    ├── WiringError      (ValueError)  a wrong wiring file or profile
    ├── PinsError        (OSError)     GPIO pins that cannot be used
    ├── NotAFileError    (OSError)     a device or a pipe in the place of a file
    ├── DisplayError     (OSError)     a display without a driver, or that does not answer
    ├── PoseError        (ValueError)  dice that are not placed as the builder was asked
    ├── ImageError       (ValueError)  a picture that does not fit the display
    └── SimulationError  (ValueError)  something that the simulated Pi cannot do
"""


class HardwareError(Exception):
    """The base of every exception that this package raises on purpose."""


class WiringError(HardwareError, ValueError):
    """A wrong wiring; the text names the file, the key and what was expected."""


class PinsError(HardwareError, OSError):
    """GPIO pins that cannot be used: no Raspberry Pi, no library, or a pin that is in use."""


class DisplayError(HardwareError, OSError):
    """A display that this program has no driver for, or that does not answer."""


class PoseError(HardwareError, ValueError):
    """Dice lines that do not fit the requested pose: a fault, or the wrong dice were turned."""


class ImageError(HardwareError, ValueError):
    """A picture with another mode or size than the display."""


class SimulationError(HardwareError, ValueError):
    """Something that the simulated Pi cannot do, or that a real one would not accept."""
