"""Questions that lie over a scene before something in it is lost."""

from typing import Final

from firmware_host.screens.notes import NoteView
from firmware_host.screens.view import View
from firmware_host.table.context import SceneContext
from firmware_host.table.effects import Undo
from firmware_host.table.scene import Close, Cover, Effects
from firmware_host.table.scenes.base import ConfirmScene, OverAnything
from games.message import Message, msg

ANSWERS: Final = Message.of(msg("OK: yes, back: no"))


class Confirmation(OverAnything, ConfirmScene, frozen=True):
    """A ``title`` that asks and a ``text`` that says what OK means.

    OK has the effects ``agreed``; back, or no key for long, returns to the scene beneath.
    """

    help = msg("OK: yes. Back: no.")
    title: Message
    text: Message
    agreed: Effects

    def view(self, context: SceneContext) -> View:
        return NoteView(self.title, self.text, keys=ANSWERS)

    def confirm(self, context: SceneContext) -> Effects:
        return self.agreed

    def leave(self, context: SceneContext) -> Effects:
        return (Close(),)


def ask_to_discard(agreed: Effects) -> Effects:
    """Ask whether what was changed may be lost; OK has the effects ``agreed``."""
    title = Message.of(msg("Discard changes?"))
    text = Message.of(msg("OK: what you entered is lost and the game continues."))
    return (Cover(Confirmation(title, text, agreed)),)


def ask_to_take_back() -> Effects:
    """Ask whether the move that the hands carry out is taken back."""
    title = Message.of(msg("Take the move back?"))
    text = Message.of(msg("OK: the display shows how to put the pieces back."))
    return (Cover(Confirmation(title, text, (Undo(),))),)
