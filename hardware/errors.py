"""The exceptions of this package; the docstring of :mod:`hardware` shows them as a tree."""


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
