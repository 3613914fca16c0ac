"""People at two linked tables ask each other to take something back, or for a draw."""

from typing import Final

from firmware_host.features.linked.remote import LinkHere
from firmware_host.screens.notes import NoteView
from firmware_host.screens.view import View
from firmware_host.session.talk import size_taken_back, taking_back
from firmware_host.table.context import SceneContext
from firmware_host.table.effects import NOTHING_TO_UNDO, Apply
from firmware_host.table.scene import Close, Cover, Effects, Notify, Resume
from firmware_host.table.scenes.base import ConfirmScene
from firmware_host.table.scenes.confirmation import ANSWERS, Confirmation
from games.message import Message, msg

ASKED: Final = msg("The other table is asked")
AGREES: Final = msg("The other table agrees")
REFUSES: Final = msg("The other table refuses")
HAS_TO_ANSWER: Final = msg("The other table has to answer first")
TAKE_BACK: Final = msg("The other table asks to take back throws and moves. How many: {count}.")


class AskedByOther(ConfirmScene, frozen=True):
    """The other table asks for ``act``: do people here agree?"""

    help = msg("OK: yes. Back: no. The other table is told.")
    is_overlay = True
    act: str

    def view(self, context: SceneContext) -> View:
        size = size_taken_back(self.act)
        if size is None:
            title, text = (
                Message.of(msg("A draw?")),
                Message.of(msg("The other table offers a draw.")),
            )
        else:
            title = Message.of(msg("Take back?"))
            text = Message.of(TAKE_BACK, count=size)
        return NoteView(title, text, keys=ANSWERS)

    def confirm(self, context: SceneContext) -> Effects:
        return (Apply({"agrees": self.act}), Close())

    def leave(self, context: SceneContext) -> Effects:
        return (Apply({"refuses": self.act}), Close())


def ask_for(act: str) -> Effects:
    """Ask the other table for ``act``."""
    return (Apply({"asks": act}), Resume(), Notify(Message.of(ASKED)))


def cannot_undo(context: SceneContext) -> Effects:
    """Return what follows where nothing is taken back: people may ask the other table."""
    size = context.playing.size_to_ask_for()
    if size == 0:
        return (Notify(Message.of(NOTHING_TO_UNDO)),)
    if context.fact(LinkHere).standing != "agreed":
        return (Notify(Message.of(HAS_TO_ANSWER)),)
    title = Message.of(msg("Ask the other table?"))
    text = Message.of(msg("It has what you want to take back. People there have to agree."))
    return (Cover(Confirmation(title, text, ask_for(taking_back(size)))),)
