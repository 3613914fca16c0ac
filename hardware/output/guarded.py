"""Output pins that may fail: a failure is reported in one line, and then the part is left alone."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any


class GuardedOutput:
    """A gpiozero device on the BCM ``pin``, created by ``make``; it never raises.

    ``name`` is its name in the wiring. :attr:`fault` says why it cannot be used, None while it
    works. Without a ``pin`` it does nothing.

    >>> def taken() -> None:
    ...     raise OSError("GPIO busy")
    >>> GuardedOutput("[sound] buzzer", 13, taken).fault
    '[sound] buzzer: pin 13 cannot be used (GPIO busy): free it or wire another; ...'
    """

    def __init__(self, name: str, pin: int | None, make: Callable[[], Any]) -> None:
        self.fault: str | None = None
        self._place = f"{name}: pin {pin}"
        self._device: Any = None
        if pin is not None:
            with self._catching():
                self._device = make()

    def drive(self, action: Callable[[Any], object]) -> None:
        """Call ``action`` with the device, if there is one that works."""
        if self._device is not None and self.fault is None:
            with self._catching():
                action(self._device)

    def close(self) -> None:
        """Switch the device off and release its pin. Closing twice is harmless."""
        device, self._device = self._device, None
        if device is not None:
            with suppress(Exception):
                device.close()

    @contextmanager
    def _catching(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:  # noqa: BLE001 - each backend raises errors of its own
            self.fault = (
                f"{self._place} cannot be used ({error}): free it or wire another; "
                "the game continues without it"
            )
