"""A person elsewhere chooses a move on a phone; whoever is at the table can take the seat over."""

from firmware_host.screens.choose import PhoneTurnView
from firmware_host.screens.view import View
from firmware_host.sensing.mismatch import Mismatch
from firmware_host.session import names
from firmware_host.table.context import SceneContext, layout
from firmware_host.table.effects import Apply, ShowMenu
from firmware_host.table.scene import Cover, Effects, Resume, Scene
from firmware_host.table.scenes.confirmation import Confirmation
from games.message import Message, msg


class PhoneTurn(Scene, frozen=True):
    """The seat to act is played from a phone."""

    help = msg("A person on a phone chooses the move. OK: play this seat here. Back: menu.")

    def view(self, context: SceneContext) -> View:
        session = context.playing
        return PhoneTurnView(layout(context), session.seat_to_act, session.state.pending)

    def press(self, key: str, context: SceneContext) -> Effects | None:
        match key:
            case "ok":
                return _ask_to_take_over(context)
            case "back":
                return (ShowMenu(),)
        return None

    def mismatch(self, context: SceneContext) -> Mismatch | None:
        return context.sight.mismatch(context.playing)


def _ask_to_take_over(context: SceneContext) -> Effects:
    """Ask whether somebody at the table plays from now on instead of the phone."""
    seat = context.playing.seat_to_act
    text = Message.of(msg("Play this seat at the table from now on?"))
    taken = Apply({"seat": seat.index, "player": "person"})
    return (Cover(Confirmation(names.seat(seat), text, (taken, Resume()))),)
