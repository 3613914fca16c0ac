"""Where GPIO pins come from: a Raspberry Pi, through lgpio.

This module hides three quirks of lgpio. Its import leaves a pipe in the working directory and moves
the process to ``$LG_WD``: it is imported in a temporary folder. The chip of the header has another
number on every kernel: it is found by its label. A handler that raises ends the thread of all
handlers: the pins of :func:`real_factory` log the error and continue.

It hides one of gpiozero. A device that is collected as garbage releases its pins. If that happens
while another pin is claimed, the thread waits for its own lock for ever: the lock of
:func:`real_factory` is one that its thread may take again.
"""

import logging
import os
from collections.abc import Iterator, Mapping
from contextlib import chdir, contextmanager
from pathlib import Path
from threading import RLock
from typing import Any

from hardware import PinsError

MODEL = Path("/proc/device-tree/model")
DEVICES = Path("/dev")

# drivers/pinctrl in the kernel: of the Pi 5, of the Pi 4, and of the Pi 1 to 3 and every Zero
HEADER_LABELS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""The labels of the chips with the pins of a 40-pin header."""

LINE_IN_USE = 1
"""The bit in the flags of a line that means that it is claimed (lgpio's manual, mode bit 0)."""

WORK_FOLDER = "LG_WD"

log = logging.getLogger(__name__)


class GuardedPin:
    """A mixin for a gpiozero pin class that catches what its handlers raise.

    The thread that runs all handlers calls ``_call_when_changed`` first. An exception becomes one
    line in the log, which is not repeated while it stays the same.

    A pin that :attr:`keeps_pull` is left as it is when the factory closes.
    """

    info: Any
    keeps_pull = False
    _trouble = ""

    def close(self) -> None:
        """Release the pin; gpiozero would let it float."""
        if not self.keeps_pull:
            super().close()  # type: ignore[misc]  # of gpiozero's class

    def _call_when_changed(self, *edge: Any) -> None:
        try:
            super()._call_when_changed(*edge)  # type: ignore[misc]  # of gpiozero's class
        except Exception as error:  # noqa: BLE001 - nothing may end the thread
            trouble = f"{type(error).__name__}: {error}"
            if trouble != self._trouble:
                self._trouble = trouble
                log.error("%s: its handler failed (%s), the pins continue", self.info.name, trouble)


def real_factory(chip: int | None = None, model: Path = MODEL, devices: Path = DEVICES) -> Any:
    """Return gpiozero's factory of the pins of this Raspberry Pi, through lgpio.

    ``chip`` is the number of the GPIO chip; None finds the chip of the header by its label.
    ``model`` is the file that names the machine, ``devices`` the folder of ``gpiochip0``. Raises
    PinsError if this is not a Raspberry Pi, or if lgpio or the pins cannot be used.
    """
    _check_model(model)
    lgpio = load_lgpio()
    number = header_chip(chip_labels(lgpio, devices)) if chip is None else chip
    open_chip = _factory_class()
    try:
        factory = open_chip(chip=number)
    except Exception as error:  # lgpio's own error derives from Exception alone
        raise PinsError(
            f"gpiochip{number} cannot be used ({error}): add the user to the group gpio"
        ) from error
    factory.pin_class = type("GuardedPin", (GuardedPin, factory.pin_class), {})
    factory._res_lock = RLock()
    return factory


def model_name(path: Path = MODEL) -> str:
    """Return the name of this machine from the file at ``path``; empty if it has none."""
    try:
        return path.read_text("utf-8", errors="replace").rstrip("\0\n")
    except OSError:
        return ""


def load_lgpio() -> Any:
    """Return the module lgpio, imported without leaving a file in the working directory.

    Raises PinsError if it is not installed, cannot start, or is the empty early build 0.0.0.2.
    """
    try:
        with _scratch_folder():
            import lgpio
    except (ImportError, OSError) as error:
        raise PinsError(
            f"the pins need lgpio, but {error}: "
            "install python3-lgpio with apt, or tableside with its extra 'pi'"
        ) from error
    if not hasattr(lgpio, "gpiochip_open"):
        raise PinsError(
            "the pins need lgpio, but what is installed is its empty early build: "
            "install lgpio 0.2.2 or newer, or python3-lgpio with apt"
        )
    return lgpio


def chip_labels(lgpio: Any, devices: Path = DEVICES) -> dict[int, str]:
    """Return the labels of the GPIO chips under ``devices`` that open, by number.

    ``lgpio`` is what :func:`load_lgpio` returns.
    """
    files = [file.name.removeprefix("gpiochip") for file in devices.glob("gpiochip*")]
    numbers = sorted(int(number) for number in files if number.isdigit())
    labels = {number: _label(lgpio, number) for number in numbers}
    return {number: label for number, label in labels.items() if label is not None}


def header_chip(labels: Mapping[int, str]) -> int:
    """Return the number of the chip with the pins of the header, by the ``labels`` of all chips.

    Raises PinsError if there is none.

    >>> header_chip({0: "gpio-brcmstb@107d508500", 4: "pinctrl-rp1"})
    4
    """
    for number, label in sorted(labels.items()):
        if label in HEADER_LABELS:
            return number
    found = ", ".join(f"gpiochip{number} {label}" for number, label in sorted(labels.items()))
    raise PinsError(
        f"expected a GPIO chip {' or '.join(HEADER_LABELS)}, not {found or 'none that opens'}: "
        "add the user to the group gpio, or name the chip in the wiring ([pins] chip = N)"
    )


def line_user(lgpio: Any, chip: int, pin: int) -> str:
    """Return the program or driver that has claimed BCM ``pin`` of ``chip``; empty if it is free.

    Raises PinsError if the chip or the line cannot be read.
    """
    try:
        with _opened(lgpio, chip) as handle:
            _, _, flags, _, user = lgpio.gpio_get_line_info(handle, pin)
    except lgpio.error as error:
        raise PinsError(
            f"gpiochip{chip}: the state of pin {pin} cannot be read: {error}"
        ) from error
    return (user or "another program") if flags & LINE_IN_USE else ""


def _check_model(path: Path) -> None:
    model = model_name(path)
    if "Raspberry Pi" not in model:
        raise PinsError(
            f"expected a Raspberry Pi, but this is {model or 'a machine without a device tree'}"
        )


def _factory_class() -> Any:
    try:
        from gpiozero.pins.lgpio import LGPIOFactory
    except (ImportError, NameError, AttributeError) as error:
        raise PinsError(
            f"gpiozero cannot work with lgpio ({error}): install gpiozero 2.0.1.post3 or newer"
        ) from error
    return LGPIOFactory


def _label(lgpio: Any, chip: int) -> str | None:
    try:
        with _opened(lgpio, chip) as handle:
            label: str = lgpio.gpio_get_chip_info(handle)[3]
            return label
    except lgpio.error:
        return None


@contextmanager
def _opened(lgpio: Any, chip: int) -> Iterator[int]:
    handle = lgpio.gpiochip_open(chip)
    try:
        yield handle
    finally:
        lgpio.gpiochip_close(handle)


@contextmanager
def _scratch_folder() -> Iterator[None]:
    """Work in a temporary folder; lgpio keeps using it because it looks for one only once."""
    import tempfile

    elsewhere = os.environ.pop(WORK_FOLDER, None)
    try:
        with tempfile.TemporaryDirectory() as folder, chdir(folder):
            yield
    finally:
        if elsewhere is not None:
            os.environ[WORK_FOLDER] = elsewhere
