"""Where GPIO pins come from: a Raspberry Pi, or simulated ones that were asked for."""

import tempfile
from collections.abc import Iterator
from contextlib import chdir, contextmanager
from pathlib import Path
from typing import Any

from hardware.errors import PinsError

MODEL = Path("/proc/device-tree/model")


def real_factory(model: Path = MODEL) -> Any:
    """Return gpiozero's factory of the pins of this Raspberry Pi, through lgpio.

    ``model`` is the file that names the machine. PinsError if this is no Raspberry Pi, or if lgpio
    or the pins cannot be had.
    """
    _check_model(model)
    try:
        with _scratch_folder():
            from gpiozero.pins.lgpio import LGPIOFactory
    except ImportError as error:
        raise PinsError(
            f"the pins need lgpio, but {error}: "
            "install python3-lgpio with apt, or tableside with its extra 'pi'"
        ) from error
    try:
        return LGPIOFactory()
    except Exception as error:  # lgpio's own error derives from Exception alone
        raise PinsError(
            f"the GPIO chip cannot be opened ({error}): add the user to the group gpio"
        ) from error


def simulated_factory() -> Any:
    """Return a gpiozero factory of pins that are driven by the program instead of by contacts."""
    from gpiozero.pins.mock import MockFactory

    from hardware.simulated.pin import ContactPin

    return MockFactory(pin_class=ContactPin)


def _check_model(path: Path) -> None:
    try:
        model = path.read_text("utf-8", errors="replace").rstrip("\0\n")
    except OSError:
        model = "a machine without a device tree"
    if "Raspberry Pi" not in model:
        raise PinsError(
            f"expected a Raspberry Pi, but this is {model}: "
            "play on simulated pins with 'tableside simulate'"
        )


@contextmanager
def _scratch_folder() -> Iterator[None]:
    """Work in a folder that goes away: lgpio leaves a pipe where it is imported."""
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        yield
