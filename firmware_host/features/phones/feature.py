"""What phones add to the core, and what people at them ask of a table; scenes are loaded late."""

from functools import partial
from importlib import import_module
from typing import Final

from msgspec.structs import replace

from firmware_host.base.registry import Fact
from firmware_host.features.phones.remote import (
    MOST_ORDERS,
    NO_PHONE,
    NOT_ASKED,
    AnotherGame,
    AnswerDraw,
    ListPhones,
    PhonesHere,
    PhonesMoved,
    PhoneWishes,
    ProposeDraw,
    ResignSeat,
    ReturnSeat,
    ShowPairing,
    TakeBack,
    TakeSeat,
)
from firmware_host.remote.requests import GONE_ON, NO_GAME, NOT_NOW, ChooseMove, ServerGone
from firmware_host.session.seats import PHONE as SEAT_PHONE
from firmware_host.session.seats import chosen
from firmware_host.session.setup import Order
from firmware_host.table.context import SceneContext
from firmware_host.table.effects import Apply, BeginGame, Remember, Undo
from firmware_host.table.remote_effects import REQUEST_HANDLERS, Reaction, handler, late_handler
from firmware_host.table.scene import Cover, Effects, Resume, Scene
from firmware_host.table.scenes.additions import (
    FOLLOWING,
    HOME_LINES,
    MENU_LINES,
    ON_SWAP,
    PAGES_AT,
    STAFF_LINES,
    MenuLine,
)
from firmware_host.table.scenes.base import Entry, plain_entry
from firmware_host.table.table import SHARING
from games.actions import PASS
from games.message import msg

PHONE: Final = msg("Phone")
PHONE_HELP: Final = msg("Follow the game on a phone, or play from there.")
PHONES: Final = msg("Phones")
PHONES_HELP: Final = msg("Let a phone in, or disconnect one.")

_scenes: Final = partial(import_module, "firmware_host.features.phones.scenes")
"""Returns the scenes, which are loaded when people come to them."""


def _choose(request: ChooseMove, scene: Scene, context: SceneContext) -> Reaction:
    if not isinstance(scene, _scenes().PhoneTurn) or not _plays(request.seat, context):
        return NOT_ASKED
    session = context.playing
    is_now = session.state.turn == request.seat and len(session.actions) == request.after
    if not is_now or request.move not in [str(move) for move in session.state.legal_moves()]:
        return GONE_ON
    return (Apply({"do": request.move}), Resume())


def _take_seat(request: TakeSeat, scene: Scene, context: SceneContext) -> Reaction:
    if not context.is_playing or request.seat not in range(len(context.playing.game.seats)):
        return NO_GAME
    return _hand_over(request.seat, SEAT_PHONE, scene, context)


def _return_seat(request: ReturnSeat, scene: Scene, context: SceneContext) -> Reaction:
    if not _plays(request.seat, context):
        return NO_PHONE
    return _hand_over(request.seat, "person", scene, context)


def _take_back(request: TakeBack, scene: Scene, context: SceneContext) -> Reaction:
    if not _plays_here(request.seat, context):
        return NO_PHONE
    return NOT_NOW if scene.is_overlay else (Undo(),)


def _propose_draw(request: ProposeDraw, scene: Scene, context: SceneContext) -> Reaction:
    from firmware_host.table.scenes.resign_draw_leave import OfferDraw, may_act

    if not _plays_here(request.seat, context):
        return NO_PHONE
    if scene.is_overlay or not may_act(context):
        return NOT_NOW
    return OfferDraw.offered_by(request.seat, context).confirm(context)


def _answer_draw(request: AnswerDraw, scene: Scene, context: SceneContext) -> Reaction:
    from firmware_host.table.scenes.resign_draw_leave import OfferDraw

    if not isinstance(scene, OfferDraw) or not _plays(request.seat, context):
        return NOT_ASKED
    if scene.seats[0] != request.seat:
        return NOT_ASKED
    return scene.confirm(context) if request.is_agreed else scene.leave(context)


def _resign(request: ResignSeat, scene: Scene, context: SceneContext) -> Reaction:
    from firmware_host.table.scenes.resign_draw_leave import may_resign, resign

    if not _plays_here(request.seat, context):
        return NO_PHONE
    return resign(request.seat, context) if may_resign(context) else NOT_NOW


def _another_game(request: AnotherGame, scene: Scene, context: SceneContext) -> Reaction:
    from firmware_host.table.scenes.next_scene import AfterGame, Over, swapped

    if not isinstance(scene, Over | AfterGame):
        return NOT_NOW
    session = context.playing
    players = session.seats.players
    if request.seat not in range(len(players)) or players[request.seat] != SEAT_PHONE:
        return NO_PHONE
    if request.swaps:
        return swapped(context)
    return (BeginGame(replace(session.setup.again(), players=tuple(map(chosen, players)))),)


def _move_on(context: SceneContext, order: Order) -> Effects:
    """Let phones play where everybody goes."""
    moved = context.fact(PhonesMoved)
    return (Remember(PhonesMoved(moved.times + 1, (*moved.orders[1 - MOST_ORDERS :], order))),)


def _plays(seat: int, context: SceneContext) -> bool:
    """Return whether a person elsewhere plays for ``seat`` in a game that goes on."""
    if not context.is_playing:
        return False
    players = context.playing.seats.players
    return seat in range(len(players)) and players[seat] == SEAT_PHONE


def _plays_here(seat: int, context: SceneContext) -> bool:
    """Return the same for a game that people are at: it is not saved for later."""
    return context.in_game and _plays(seat, context)


def _hand_over(seat: int, player: str, scene: Scene, context: SceneContext) -> Effects:
    hand_over = Apply({"seat": seat, "player": player})
    shows_game = context.in_game and not scene.is_overlay
    return (hand_over, Resume()) if shows_game else (hand_over,)


def _has_server(context: SceneContext) -> bool:
    return context.fact(PhonesHere).is_connected


def _show_roles(context: SceneContext) -> Effects:
    return (Cover(_scenes().PhoneRoles()),)


def _show_staff(context: SceneContext) -> Effects:
    return (Cover(_scenes().StaffPhones()),)


def _home_lines(context: SceneContext) -> tuple[Entry, ...]:
    return (plain_entry(PHONE, PHONE_HELP, _show_roles),) if _has_server(context) else ()


def _staff_lines(context: SceneContext) -> tuple[Entry, ...]:
    return (plain_entry(PHONES, PHONES_HELP, _show_staff),) if _has_server(context) else ()


def _following(context: SceneContext) -> Scene | None:
    session = context.playing
    if not session.is_phones_choice(session.state) or session.state.legal_moves() == (PASS,):
        return None
    scene: Scene = _scenes().PhoneTurn()
    return scene


def _wishes(scene: Scene, context: SceneContext) -> Fact:
    here, moved = context.fact(PhonesHere), context.fact(PhonesMoved)
    pairing = None
    if here.is_connected and isinstance(scene, _scenes().Pairing):
        pairing = scene.wish
    return PhoneWishes(pairing, here.revoked, moved.times, moved.orders)


OFFERS: Final = (
    HOME_LINES.offer(_home_lines),
    MENU_LINES.offer(
        MenuLine(PHONE, PHONE_HELP, _show_roles, _has_server, "game", "Save and leave")
    ),
    STAFF_LINES.offer(_staff_lines),
    FOLLOWING.offer(_following),
    ON_SWAP.offer(_move_on),
    PAGES_AT.offer(lambda context: context.fact(PhonesHere).at),
    SHARING.offer(_wishes),
    REQUEST_HANDLERS.offer(
        handler(ChooseMove, _choose),
        handler(TakeSeat, _take_seat),
        handler(ReturnSeat, _return_seat),
        handler(TakeBack, _take_back),
        handler(ProposeDraw, _propose_draw),
        handler(AnswerDraw, _answer_draw),
        handler(ResignSeat, _resign),
        handler(AnotherGame, _another_game),
        late_handler(ShowPairing, _scenes, "show_pairing"),
        late_handler(ListPhones, _scenes, "list_phones"),
        late_handler(ServerGone, _scenes, "server_gone"),
    ),
)
