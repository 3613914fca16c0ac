"""What the staff can set elsewhere, worked out only when it has changed: presses do not wait."""

from dataclasses import replace

from firmware_host.remote.controls import NO_CONTROLS, SharedSetting, TableControls
from firmware_host.table.context import TableContext, dice
from firmware_host.table.keys import TITLES
from firmware_host.table.scenes.settings import shared_settings


class SharedControls:
    """The controls of one table, kept until something about them changes."""

    def __init__(self) -> None:
        self._controls = replace(NO_CONTROLS, keys=TITLES)
        self._settings: tuple[SharedSetting, ...] = ()
        self._made_of: object = None

    def of(self, context: TableContext) -> TableControls:
        """Return what can be set and pressed now at the table with this ``context``."""
        thrown = dice(context)
        made_of = context.lasting, context.throw_sources.choices(thrown)
        if made_of != self._made_of:
            self._made_of, self._settings = made_of, shared_settings(context)
        new = self._settings, context.refused, context.fleet.fault
        known = self._controls
        if new != (known.settings, known.refused, known.without_broker):
            settings, refused, fault = new
            self._controls = replace(
                known, settings=settings, refused=refused, without_broker=fault
            )
        return self._controls
