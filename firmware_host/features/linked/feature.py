"""What linked tables add to the core."""

from typing import Final

from firmware_host.table.context import SceneContext
from firmware_host.table.effects import INSTEAD_OF_UNDO
from firmware_host.table.scene import Effects


def _ask_other_table(context: SceneContext) -> Effects:
    """Return what follows where the other table has what people want to take back."""
    from firmware_host.table.scenes.linked_talk import cannot_undo, is_agreed

    session = context.playing
    if not session.is_linked or (session.can_undo and is_agreed(context)):
        return ()
    return cannot_undo(context)


OFFERS: Final = (INSTEAD_OF_UNDO.offer(_ask_other_table),)
