"""What the staff can set elsewhere, worked out only when it has changed: presses do not wait."""

from msgspec.structs import replace

from firmware_host.remote.access import FleetHere
from firmware_host.remote.controls import NO_CONTROLS, RefusedSetting, SharedSetting, TableControls
from firmware_host.table.context import SceneContext, dice
from firmware_host.table.keys import TITLES
from firmware_host.table.scenes.settings import shared_settings


class SharedControls:
    """The controls of one table, kept until something about them changes."""

    def __init__(self) -> None:
        self._controls = replace(NO_CONTROLS, keys=TITLES)
        self._settings: tuple[SharedSetting, ...] = ()
        self._made_of: object = None

    def of(self, context: SceneContext) -> TableControls:
        """Return what can be set and pressed now at the table with this ``context``."""
        thrown = dice(context)
        made_of = context.lasting, context.throw_sources.choices(thrown)
        if made_of != self._made_of:
            self._made_of, self._settings = made_of, shared_settings(context)
        refused, fault = context.fact(RefusedSetting).change, context.fact(FleetHere).fault
        known, new = self._controls, (self._settings, refused, fault)
        if new != (known.settings, known.refused, known.without_broker):
            self._controls = replace(
                known, settings=self._settings, refused=refused, without_broker=fault
            )
        return self._controls
