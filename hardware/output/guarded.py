"""Output pins that may fail: a failure is reported in one line, and then the part is left alone."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any


class GuardedOutput:
    """A gpiozero device on the BCM ``pin``, made by ``make``; it never raises.

    ``name`` is what the wiring calls it. :attr:`fault` says why it cannot be used, None while it
    can. Without a ``pin`` there is nothing to drive and nothing to fail.

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
            with self._surviving():
                self._device = make()

    def drive(self, act: Callable[[Any], object]) -> None:
        """Let ``act`` do something with the device, if there is one that works."""
        if self._device is not None and self.fault is None:
            with self._surviving():
                act(self._device)

    def close(self) -> None:
        """Switch the device off and give its pin back. Twice is fine."""
        device, self._device = self._device, None
        if device is not None:
            with suppress(Exception):
                device.close()

    @contextmanager
    def _surviving(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:  # noqa: BLE001 - each backend raises errors of its own
            self.fault = (
                f"{self._place} cannot be used ({error}): free it or wire another; "
                "the game goes on without it"
            )
