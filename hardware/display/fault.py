"""What is wrong with a display, in one line, and what to do about it."""

import errno
from collections.abc import Mapping

from luma.core.error import DeviceDisplayModeError
from luma.core.error import Error as LumaError

from hardware.errors import DisplayError
from hardware.wiring.display import DisplayWiring

FAILURES = (OSError, LumaError)
"""What talking to a display may raise."""

NO_PERMISSION = "add the user to the group {interface}"
ADVICE: Mapping[int | None, str] = {
    errno.ENOENT: "turn {bus} on with raspi-config",
    errno.EACCES: NO_PERMISSION,
    errno.EPERM: NO_PERMISSION,
}
WIRES: Mapping[str, str] = {"i2c": "check its wires and its address"}


def describe(error: Exception, display: DisplayWiring) -> str:
    """Return ``error``, one of :data:`FAILURES`, as a line about ``display``.

    >>> describe(OSError(121, "Remote I/O error"), DisplayWiring("ssd1306", "i2c"))
    'ssd1306 at 0x3C on I2C bus 1: [Errno 121] Remote I/O error: check its wires and its address'
    """
    line = f"{display.where}: {error}"
    if isinstance(error, DisplayError):
        return line
    return f"{line}: {_advice(error, display.interface)}"


def _advice(error: Exception, interface: str) -> str:
    if isinstance(error, DeviceDisplayModeError):
        return "put its width and height into the wiring"
    # luma hides the number of an OSError in the context of its own errors
    cause = error if isinstance(error, OSError) else error.__context__
    wires = WIRES.get(interface, "check its wires")
    advice = ADVICE.get(getattr(cause, "errno", None), wires)
    return advice.format(bus=interface.upper(), interface=interface)
