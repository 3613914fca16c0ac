"""The errors of this package; the docstring of :mod:`hardware` draws the tree."""


class HardwareError(Exception):
    """The root of every error that this package raises on purpose."""


class WiringError(HardwareError, ValueError):
    """A wiring that cannot be right; the text names the file, the key and what would be."""


class PinsError(HardwareError, OSError):
    """GPIO pins that cannot be had: no Raspberry Pi, no library, or a pin that is taken."""


class DisplayError(HardwareError, OSError):
    """A display that this program does not drive, or one that does not answer."""


class PoseError(HardwareError, ValueError):
    """Lines that say something else than dice lying as asked: a fault, or other dice turned."""


class ImageError(HardwareError, ValueError):
    """A picture of another mode or size than the display shows."""


class SimulationError(HardwareError, ValueError):
    """Something that the simulated Pi cannot do, or that a real one would not understand."""
