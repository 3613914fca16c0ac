"""A person elsewhere chooses a move on a phone; whoever is at the table can take the seat over."""

from dataclasses import dataclass

from firmware_host.screens.choose import PhoneTurnView
from firmware_host.screens.notes import NoteView
from firmware_host.screens.view import View
from firmware_host.sensing.mismatch import Mismatch
from firmware_host.session import names
from firmware_host.table.context import SceneContext, layout
from firmware_host.table.effects import Apply, Effects, Resume
from firmware_host.table.scenes.base import ConfirmScene, Scene, Show
from games.message import Message, msg


@dataclass(frozen=True)
class PhoneTurn(Scene):
    """The seat to act is played from a phone."""

    help = msg("A person on a phone chooses the move. Back: play this seat here. Menu: more.")

    def view(self, context: SceneContext) -> View:
        session = context.playing
        return PhoneTurnView(layout(context), session.seat_to_act, session.state.pending)

    def press(self, key: str, context: SceneContext) -> Effects | None:
        return (Show(TakeSeatOver()),) if key == "back" else None

    def mismatch(self, context: SceneContext) -> Mismatch | None:
        return context.sight.mismatch(context.playing)


@dataclass(frozen=True)
class TakeSeatOver(ConfirmScene):
    """Does somebody at the table play from now on instead of the phone?"""

    help = msg("OK: somebody at the table plays this seat. Back: keep waiting for the phone.")
    is_overlay = True
    times_out = True

    def view(self, context: SceneContext) -> View:
        seat = names.seat(context.playing.seat_to_act)
        text = Message.of(msg("Play this seat at the table from now on?"))
        return NoteView(seat, text, keys=Message.of(msg("OK: yes, back: no")))

    def confirm(self, context: SceneContext) -> Effects:
        seat = context.playing.seat_to_act.index
        return (Apply({"seat": seat, "player": "person"}), Resume())

    def leave(self, context: SceneContext) -> Effects:
        return (Resume(),)
