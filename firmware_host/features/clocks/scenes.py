"""What people see of clocks: what they choose before a game, and all clocks in a pause."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from firmware_host.features.clocks.counting import LINES, ClockRules, ClocksChosen
from firmware_host.features.clocks.remote import ClocksHere, PauseClocks
from firmware_host.remote.requests import NO_GAME, NOT_NOW
from firmware_host.screens.notes import NoteKeys, NoteView
from firmware_host.screens.view import View
from firmware_host.session import names
from firmware_host.table.context import SceneContext, called
from firmware_host.table.remote_effects import Reaction
from firmware_host.table.scene import Close, Cover, Effects, Scene, Show
from firmware_host.table.scenes.base import PAGES, ConfirmScene, Entry, EntryList
from firmware_host.table.scenes.settings import entry_of, setting
from games.message import Message, msg

PAUSED: Final = msg("Pause")
NO_CLOCK_RUNS: Final = msg("The clock is stopped.")
CUT: Final = msg("The power was cut: up to a minute of thinking is not counted.")
GO_ON: Final = NoteKeys(Message.of(msg("OK: continue")), Message.of(msg("`ok`: continue")))


class Paused(ConfirmScene, frozen=True):
    """The clocks stand, and are shown, until a key is pressed; after a power cut, with why."""

    help = msg("The clocks are stopped. OK: continue the game.")
    is_overlay = True
    is_cut: bool = False
    page: int = 0

    def view(self, context: SceneContext) -> View:
        why = Message.of(CUT if self.is_cut else NO_CLOCK_RUNS)
        clocks = tuple(_lines(context))
        parts = [names.join(clocks, between=",\n")] if clocks else []
        if self.is_cut or not clocks:
            parts.append(why)
        text = names.join(parts, between=".\n")
        return NoteView(Message.of(PAUSED), text, page=self.page, keys=GO_ON)

    def press(self, key: str, context: SceneContext) -> Effects | None:
        if key in PAGES:
            return (Show(replace(self, page=self.page + PAGES[key])),)
        return super().press(key, context)

    def confirm(self, context: SceneContext) -> Effects:
        return (Close(),)

    def leave(self, context: SceneContext) -> Effects:
        return (Close(),)


def _lines(context: SceneContext) -> Iterator[Message]:
    """Yield what each clock shows, in words that can be heard too."""
    faces = context.fact(ClocksHere).faces
    for seat, face in enumerate(faces):
        if face:
            minutes, _, seconds = face.partition(":")
            yield Message.of(
                msg("{seat}: {minutes} min {seconds} s"),
                seat=called(seat, context),
                minutes=int(minutes),
                seconds=int(seconds),
            )


class ChooseClock(EntryList, frozen=True):
    """How time is counted in the next game."""

    help = msg("Up and down: choose a line. Left and right: change it. Back: done.")
    back = msg("Back: done")
    is_overlay = True

    def title(self, context: SceneContext) -> Message:
        return Message.of(LINES["off"][0].label)

    def entries(self, context: SceneContext) -> tuple[Entry, ...]:
        chosen = context.preferences
        lines = LINES[chosen.of(ClocksChosen).clock]
        return tuple(entry_of(setting(line, chosen), for_good=False) for line in lines)


def pause_clocks(request: PauseClocks, scene: Scene, context: SceneContext) -> Reaction:
    """Stop the clocks, or let them go on; nothing changes where it is so already."""
    if not context.in_game or not context.is_playing:
        return NO_GAME
    if ClockRules.of(context.session) is None:
        return NOT_NOW
    is_paused = context.fact(ClocksHere).are_paused
    if request.is_paused:
        return () if is_paused else (Cover(Paused()),)
    if isinstance(scene, Paused):
        return (Close(),)
    return NOT_NOW if is_paused else ()
