"""The other table throws and moves for its seats; people here wait, or go on without it."""

from collections.abc import Mapping
from typing import Final

from firmware_host.features.linked.remote import LinkHere
from firmware_host.screens.choose import FarTurnView
from firmware_host.screens.lists import Row
from firmware_host.screens.view import View
from firmware_host.sensing.mismatch import Mismatch
from firmware_host.storage.records import JournalRecord
from firmware_host.table.context import SceneContext, layout
from firmware_host.table.effects import Apply, ShowMenu
from firmware_host.table.scene import Cover, Effects, Resume, Scene
from firmware_host.table.scenes.base import ListScene
from firmware_host.table.scenes.confirmation import Confirmation
from games.message import Message, msg

OURS: Final = msg("Keep ours ({count})")
THEIRS: Final = msg("Take theirs ({count})")
WHOSE: Final = ("ours", "theirs")
UPDATE_BOTH: Final = msg("Update the program at both tables.")
HELPS: Final[Mapping[str, str]] = {
    "connecting": msg("The other table has to answer first. Is it on and connected?"),
    "rules differ": UPDATE_BOTH,
    "versions differ": UPDATE_BOTH,
}
"""What else people may want to know, where the tables do not simply wait for each other."""


class FarTurn(Scene, frozen=True):
    """The other table acts, or has to be heard of before anybody acts here."""

    help = msg(
        "The other table acts: what it does is shown here, and you do it on your board. OK: go on"
        " without it. Back: menu."
    )
    wary_of = ("ok",)

    def help_lines(self, context: SceneContext) -> tuple[Message, ...]:
        more = HELPS.get(context.fact(LinkHere).standing)
        return (*super().help_lines(context), *(() if more is None else (Message.of(more),)))

    def view(self, context: SceneContext) -> View:
        session, link = context.playing, context.fact(LinkHere)
        seat, pending = session.seat_to_act, session.state.pending
        return FarTurnView(layout(context), seat, pending, link.standing, link.since)

    def press(self, key: str, context: SceneContext) -> Effects | None:
        match key:
            case "ok":
                return _ask_to_go_on_alone(context)
            case "back":
                return (ShowMenu(),)
        return None

    def mismatch(self, context: SceneContext) -> Mismatch | None:
        return context.sight.mismatch(context.playing)


class RecordsDiffer(ListScene, frozen=True):
    """Different things were done at the two tables; people choose what counts."""

    help = msg(
        "At the two tables, different things were done. Ask the people there. Keep ours: they are"
        " asked to follow. Take theirs: what you did since does not count, and you are shown how to"
        " change your board."
    )

    def title(self, context: SceneContext) -> Message:
        return Message.of(msg("Tables differ"))

    def rows(self, context: SceneContext) -> tuple[Row, ...]:
        link = context.fact(LinkHere)
        return (
            Row(Message.of(OURS, count=link.ours)),
            Row(Message.of(THEIRS, count=link.theirs)),
            Row(Message.of(msg("Menu"))),
        )

    def choose(self, context: SceneContext) -> Effects:
        if self.cursor == len(WHOSE):
            return (ShowMenu(),)
        chosen: JournalRecord = {
            "decision": context.fact(LinkHere).decisions,
            "record": WHOSE[self.cursor],
        }
        return (Apply(chosen),)


def far_turn(context: SceneContext) -> Scene | None:
    """Return what people at a linked table wait for; None if they act now."""
    session, standing = context.playing, context.fact(LinkHere).standing
    if standing == "choose":
        return RecordsDiffer()
    return FarTurn() if standing != "agreed" or session.is_far(session.state) else None


def _ask_to_go_on_alone(context: SceneContext) -> Effects:
    """Ask whether the seats of the other table are played here from now on."""
    title = Message.of(msg("Go on alone?"))
    text = Message.of(msg("You play all seats here. The other table is told that you left."))
    taken = (Apply({"seat": seat, "player": "person"}) for seat in context.playing.seats.far)
    return (Cover(Confirmation(title, text, (*taken, Resume()))),)
