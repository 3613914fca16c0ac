"""The menu over a game, as data: groups of lines, one on the screen at a time."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Final

from msgspec.structs import replace

from firmware_host.table.context import SceneContext
from firmware_host.table.effects import GoHome, ReplaceMove, ShowHelp, ShowLastMove, Undo
from firmware_host.table.scene import Close, Cover, Effect, Effects, Resume, Scene, Show
from firmware_host.table.scenes.additions import (
    INTERLUDE_MENUS,
    IS_WITHOUT_HOLDS,
    MENU_GROUPS,
    MenuGroup,
    MenuLine,
    place_before,
)
from firmware_host.table.scenes.base import (
    ABOUT_HELP,
    EntriesOverGame,
    Entry,
    has_rules,
    plain_entry,
    returning,
    show_about,
    show_rules,
)
from firmware_host.table.scenes.repair import Compare
from firmware_host.table.scenes.resign_draw_leave import (
    ConfirmNewGame,
    OfferDraw,
    WhoLeaves,
    ask_who_resigns,
    has_persons,
    may_act,
    may_resign,
)
from firmware_host.table.scenes.settings import SETTINGS_HELP, Settings
from firmware_host.table.scenes.throw import CorrectThrow
from firmware_host.table.scenes.why_not import AskWhy, can_ask
from games.message import Message, msg


def _always(context: SceneContext) -> bool:
    return True


def _is_open(context: SceneContext) -> bool:
    """Return whether the game has not been ended by agreement, which could only be taken back."""
    return context.playing.seats.agreed is None


def _can_ask_why_not(context: SceneContext) -> bool:
    return context.is_playing and can_ask(context.playing)


def _may_undo(context: SceneContext) -> bool:
    return context.playing.can_undo or context.playing.size_to_ask_for() > 0


def _may_draw(context: SceneContext) -> bool:
    return has_persons(context) and may_act(context)


def _has_others(context: SceneContext) -> bool:
    is_shared = context.playing.is_linked
    return context.is_playing and not is_shared and len(context.playing.seats.present) > 1


def _count(groups: Sequence[MenuGroup], context: SceneContext) -> int:
    """Return how many of ``groups`` have something to offer."""
    return sum(bool(group.shown(context)) for group in groups)


def _is_without_holds(context: SceneContext) -> bool:
    return any(is_so(context) for is_so in IS_WITHOUT_HOLDS)


def _compare(context: SceneContext) -> Effects:
    return (Cover(Compare.begin(context)),)


RULES: Final = msg("Rules in short"), msg("What the game is about and how a turn works.")
KEYS: Final = msg("Help"), msg("What the keys do now, and which pieces lie beside the board.")

_OWN: Final = (
    MenuGroup(
        msg("move"),
        (
            MenuLine(
                msg("Resume"),
                msg("Return to the game."),
                returning(Resume()),
                _always,
            ),
            MenuLine(
                msg("Take back"),
                msg("Take back the last throw or move. Shortcut: hold left."),
                returning(Undo()),
                _may_undo,
            ),
            MenuLine(
                msg("Correct the throw"),
                msg("Change the last throw (before moving)."),
                lambda context: (Cover(CorrectThrow.begin(context)),),
                lambda context: _is_open(context) and bool(context.playing.correctable_throws()),
            ),
            MenuLine(
                msg("Change my last move"),
                msg("Take back the last move and choose another one."),
                returning(ReplaceMove()),
                lambda context: _is_open(context) and context.playing.replace_size() > 0,
            ),
            MenuLine(
                msg("Why not?"),
                msg("Choose a piece and a square to see why it cannot go there."),
                lambda context: (Cover(AskWhy.of(context.playing)),),
                _can_ask_why_not,
            ),
        ),
    ),
    MenuGroup(
        msg("help"),
        (
            MenuLine(
                msg("Fix the board"),
                msg("Compare your board with the display, then correct one of them."),
                _compare,
                _is_open,
            ),
            MenuLine(
                *RULES,
                show_rules,
                has_rules,
            ),
            MenuLine(
                *KEYS,
                returning(Resume(), ShowHelp()),
                _always,
            ),
            MenuLine(
                msg("Settings"),
                SETTINGS_HELP,
                returning(Cover(Settings())),
                _always,
            ),
            MenuLine(
                msg("About"),
                ABOUT_HELP,
                show_about,
                _always,
            ),
        ),
    ),
    MenuGroup(
        msg("game"),
        (
            MenuLine(
                msg("Offer a draw"),
                msg("The game ends in a draw if the others agree."),
                lambda context: (Cover(OfferDraw.begin(context)),),
                _may_draw,
            ),
            MenuLine(
                msg("Resign"),
                msg("One player resigns. If the game allows it, the others play on."),
                ask_who_resigns,
                may_resign,
            ),
            MenuLine(
                msg("Change players"),
                msg("Hand a seat to the machine, leave it empty, or take it back."),
                returning(Cover(WhoLeaves())),
                _has_others,
            ),
            MenuLine(
                msg("Save and leave"),
                msg("The game is saved. You can resume it later, even after switching off."),
                returning(GoHome()),
                lambda context: not context.is_public,
            ),
            MenuLine(
                msg("New game"),
                msg("Leave this game for good and choose another one."),
                returning(Cover(ConfirmNewGame())),
                lambda context: context.is_public,
            ),
        ),
    ),
    MenuGroup(
        msg("board"),
        (
            MenuLine(
                msg("Last move"),
                msg("Show the last move again. Shortcut: hold hint."),
                returning(Resume(), ShowLastMove()),
                _is_without_holds,
            ),
        ),
    ),
)
"""The groups in their order. No group shows more than five lines at a time.

The last one is for people who play by ear, or cannot hold a key.
"""


def menu_groups() -> Sequence[MenuGroup]:
    """Return all groups in their order, those of features among them."""
    groups = list(_OWN)
    for group in MENU_GROUPS:
        groups.insert(place_before(group.before, [each.title for each in groups]), group)
    return groups


class Menu(EntriesOverGame, frozen=True):
    """The lines of one ``group`` that make sense now; left and right lead to the other groups.

    ``is_over_edit`` means that something was entered beneath, to which back returns.
    """

    help = msg(
        "Up and down: choose a line. Left and right: other lines. OK: open it. Hint: what it does."
        " Back: game."
    )
    back = msg("Back: game")
    group: int = 0
    is_over_edit: bool = False

    def title(self, context: SceneContext) -> Message:
        groups = menu_groups()
        name = Message.of(groups[self.group].title)
        return Message.of(
            msg("Menu {number}/{total}: {name} ◀▶"),
            number=1 + _count(groups[: self.group], context),
            total=_count(groups, context),
            name=name,
        )

    def entries(self, context: SceneContext) -> tuple[Entry, ...]:
        return tuple(
            plain_entry(each.label, each.help, each.act, "turn")
            for each in menu_groups()[self.group].shown(context)
        )

    def change(self, step: int, context: SceneContext) -> Effects | None:
        shown = replace(self, group=(self.group + step) % len(menu_groups()), cursor=0)
        return (Show(shown),) if shown.entries(context) else shown.change(step, context)

    def choose(self, context: SceneContext) -> Effects:
        effects = super().choose(context)
        return tuple(self._out if effect == Resume() else effect for effect in effects)

    def leave(self, context: SceneContext) -> Effects | None:
        return (self._out,)

    @property
    def _out(self) -> Effect:
        return Close() if self.is_over_edit else Resume()

    def press(self, key: str, context: SceneContext) -> Effects | None:
        return super().press("back" if key == "menu" else key, context)


FIX: Final = msg("Fix the board"), msg("Compare your board with the display, and correct it.")


class InterludeMenu(EntriesOverGame, frozen=True):
    """What people may do while something else than a game is on the table, over it.

    ``help`` and ``back`` say where back leads, ``resume`` where the first line does.
    """

    resume: ClassVar[str]

    @abstractmethod
    def own(self, context: SceneContext) -> tuple[Entry, ...]:
        """Return what there is to do besides what every interlude has."""

    @abstractmethod
    def end(self, context: SceneContext) -> Entry:
        """Return the last line, which ends the interlude."""

    def entries(self, context: SceneContext) -> tuple[Entry, ...]:
        rules = (plain_entry(*RULES, show_rules),) if has_rules(context) else ()
        return (
            plain_entry(msg("Resume"), self.resume, returning(Resume())),
            *self.own(context),
            plain_entry(*FIX, _compare),
            *rules,
            plain_entry(*KEYS, returning(Resume(), ShowHelp())),
            plain_entry(msg("Settings"), SETTINGS_HELP, returning(Cover(Settings()))),
            self.end(context),
        )

    def leave(self, context: SceneContext) -> Effects | None:
        return (Resume(),)

    def press(self, key: str, context: SceneContext) -> Effects | None:
        return super().press("back" if key == "menu" else key, context)


def open_menu(context: SceneContext, is_over_edit: bool) -> Scene:
    """Return the menu of the game, or of what is on the table instead.

    ``is_over_edit`` means that something was entered beneath.
    """
    if context.is_interlude:
        menus = (find(context) for find in INTERLUDE_MENUS)
        found = next((menu for menu in menus if menu is not None), None)
        if found is not None:
            return found
    return Menu(is_over_edit=is_over_edit)
