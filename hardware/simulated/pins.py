"""A GPIO pin with a contact to ground on it, moved by the program."""

from gpiozero.pins.mock import MockFactory, MockPin


class PromptFactory(MockFactory):  # type: ignore[misc]  # gpiozero comes without types
    """gpiozero's mock factory, but one whose handlers are never late, by any clock."""

    @staticmethod
    def ticks() -> float:
        """Return a time before every edge: it is told in the instant in which it happens."""
        return 0.0


class ContactPin(MockPin):  # type: ignore[misc]
    """gpiozero's mock pin, but one whose contact is stronger than the pull resistor.

    A contact that is closed when the pin is claimed keeps it low, as on a real machine; an open
    one, which it has at first, leaves it to the resistor.
    """

    is_open = True

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        self.drive(self.is_open)

    def drive(self, is_open: bool) -> None:
        """Open the contact, so that a pulled-up pin is high, or close it, which makes it low."""
        self.is_open = is_open
        if is_open and self._pull == "up":
            self.drive_high()
        elif not is_open:
            self.drive_low()
        # gpiozero keeps every level there ever was
        self.clear_states()
