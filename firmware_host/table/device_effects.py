"""Carries out what changes the device, not the game: settings, phones, dice, updates, exports."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from firmware_host.setup.update.words import NOT_ASKED
from firmware_host.table import effects as fx
from firmware_host.table.context import TableContext
from firmware_host.table.scenes.base import Cover
from firmware_host.table.scenes.counters import EXPORT
from firmware_host.table.scenes.update import UPDATE, UpdateProgress
from games.message import Message, msg

MUTE = msg("This table does not speak")

KEPT: Final[Mapping[type[fx.Effect], str]] = {
    fx.RefuseSetting: "refused",
    fx.SetPhones: "phones",
    fx.SetFleet: "fleet",
    fx.SetLink: "link",
    fx.DeclineGame: "declined",
    fx.ShareReview: "review",
    fx.KeepReview: "known_review",
}
"""Effects with one value, and which of the context's it becomes."""


def _prefer(effect: fx.Prefer, context: TableContext) -> fx.Effects:
    context.preferences = context.preferences.but(effect.chosen)
    if effect.for_good:
        context.lasting = context.lasting.but(effect.chosen)
    elif not context.device.is_kiosk:
        context.lasting = context.preferences
    return ()


def _say_again(effect: fx.SayAgain, context: TableContext) -> fx.Effects:
    if not context.device.has_voice:
        return (fx.Notify(Message.of(MUTE)),)
    context.repeats += 1
    return () if context.preferences.speech else (fx.Prefer({"speech": True}, for_good=False),)


def _keep(effect: fx.Effect, context: TableContext) -> fx.Effects:
    (kept,) = vars(effect).values()
    setattr(context, KEPT[type(effect)], kept)
    return ()


def _pair(
    effect: fx.SearchDice | fx.AdoptDie | fx.RefuseDie | fx.ForgetDie, context: TableContext
) -> fx.Effects:
    dice = context.device.dice
    if dice is None:
        return ()
    match effect:
        case fx.SearchDice(is_on):
            dice.search(is_on)
        case fx.AdoptDie(sides):
            dice.adopt(sides)
        case fx.RefuseDie():
            dice.refuse()
        case fx.ForgetDie(place):
            dice.forget(place)
    return ()


def _export_counters(effect: fx.ExportCounters, context: TableContext) -> fx.Effects:
    return (fx.Explain(Message.of(EXPORT), context.device.export()),)


def _ask_for_update(effect: fx.AskForUpdate, context: TableContext) -> fx.Effects:
    updates = context.device.updates
    if updates is None:
        return ()
    earlier = updates.record()
    try:
        updates.ask(effect.found)
    except OSError:
        return (fx.Explain(Message.of(UPDATE), Message.of(NOT_ASKED)),)
    return (Cover(UpdateProgress.begin(effect.found, earlier, context.now)),)


DEVICE_EFFECTS: Final[Mapping[type[fx.Effect], Callable[[Any, TableContext], fx.Effects]]] = {
    fx.Prefer: _prefer,
    fx.SayAgain: _say_again,
    **dict.fromkeys(KEPT, _keep),
    fx.SearchDice: _pair,
    fx.AdoptDie: _pair,
    fx.RefuseDie: _pair,
    fx.ForgetDie: _pair,
    fx.ExportCounters: _export_counters,
    fx.AskForUpdate: _ask_for_update,
}
"""What carries out each of these effects; it returns the effects that follow."""
