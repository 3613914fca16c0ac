"""A widget that is drawn anew only when what it shows has changed."""

from collections.abc import Callable

from textual.content import Content
from textual.widgets import Static


class Live(Static):
    """Text that may change a hundred times a second, and mostly does not."""

    _shown: object = None

    def show(self, what: object, draw: Callable[[], Content]) -> None:
        """Show what ``draw`` makes of ``what``, unless that is what is shown already."""
        if what != self._shown:
            self._shown = what
            self.update(draw())
