"""What requests from elsewhere lead to: each is checked against the table as it is now."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, TypeVar

from msgspec.structs import replace

from firmware_host.base.registry import Registry
from firmware_host.remote import requests
from firmware_host.remote.access import NO_PHONES, FleetHere, PhonesHere
from firmware_host.remote.controls import RefusedSetting
from firmware_host.remote.requests import LONGEST_TEXT, Refused, RemoteRequest
from firmware_host.session.seats import PHONE
from firmware_host.table.context import SceneContext
from firmware_host.table.effects import (
    Apply,
    EndProgram,
    EndVisit,
    Explain,
    GoHome,
    LeaveGame,
    Remember,
    Undo,
)
from firmware_host.table.ending import Ending
from firmware_host.table.scene import Close, Effects, Notify, Resume, Scene, Show
from firmware_host.table.scenes.closed import Closed, close, reopen
from firmware_host.table.scenes.confirmation import Confirmation
from firmware_host.table.scenes.notes import WaitPage
from firmware_host.table.scenes.phone import Pairing, pairing_view
from firmware_host.table.scenes.phone_turn import PhoneTurn
from firmware_host.table.scenes.resign_draw_leave import OfferDraw, may_act, may_resign, resign
from firmware_host.table.scenes.settings import change
from firmware_host.table.scenes.update import UpdateProgress, look_for_update
from games.message import Message, msg
from hardware.untrusted_text import harmless

PAIRED = msg("Phone connected")
FROM_THE_STAFF = msg("Message")
TIME: Final = re.compile(r"[0-2][0-9]:[0-5][0-9]")
ENDINGS: Final[Mapping[str, Ending]] = {"restart": "restart", "end": "end"}


NOT_KNOWN: Final = Refused(Message.of(msg("The table does not know this request.")))
NO_UPDATER: Final = Refused(Message.of(msg("This table cannot update its program.")))
IS_ASKING: Final = Refused(Message.of(msg("The table is asking something already.")))
IN_USE: Final = Refused(Message.of(msg("Somebody is at the table.")))
IS_CLOSED: Final = Refused(Message.of(msg("The table is closed now.")))

R = TypeVar("R", bound=RemoteRequest)
Reaction = Effects | Refused
"""What a request leads to: without an effect, what it asks for is so already."""


class RequestHandler(NamedTuple):
    """What requests of one ``kind`` lead to: ``handle`` returns effects, checked against now."""

    kind: type[RemoteRequest]
    handle: Callable[[Any, Scene, SceneContext], Reaction]


def handler(kind: type[R], handle: Callable[[R, Scene, SceneContext], Reaction]) -> RequestHandler:
    """Return what requests of this ``kind`` lead to, for :data:`REQUEST_HANDLERS`."""
    return RequestHandler(kind, handle)


REQUEST_HANDLERS = Registry[RequestHandler]()
"""What the requests of features lead to."""


def effects_of(request: RemoteRequest, scene: Scene, context: SceneContext) -> Reaction:
    """Return what ``request`` leads to at a table that shows ``scene``."""
    kind = type(request)
    of_features = (each.handle for each in REQUEST_HANDLERS if each.kind is kind)
    handle = _HANDLERS.get(kind) or next(of_features, _nothing)
    return handle(request, scene, context)


def _nothing(request: RemoteRequest, scene: Scene, context: SceneContext) -> Reaction:
    return NOT_KNOWN


def _choose(request: requests.ChooseMove, scene: Scene, context: SceneContext) -> Effects:
    if not isinstance(scene, PhoneTurn) or not _plays(request.seat, context):
        return ()
    session = context.playing
    is_now = session.state.turn == request.seat and len(session.actions) == request.after
    if not is_now or request.move not in [str(move) for move in session.state.legal_moves()]:
        return ()
    return (Apply({"do": request.move}), Resume())


def _take_seat(request: requests.TakeSeat, scene: Scene, context: SceneContext) -> Effects:
    if not context.is_playing or request.seat not in range(len(context.playing.game.seats)):
        return ()
    return _hand_over(request.seat, PHONE, scene, context)


def _return_seat(request: requests.ReturnSeat, scene: Scene, context: SceneContext) -> Effects:
    if not _plays(request.seat, context):
        return ()
    return _hand_over(request.seat, "person", scene, context)


def _take_back(request: requests.TakeBack, scene: Scene, context: SceneContext) -> Effects:
    is_possible = _plays_here(request.seat, context) and not scene.is_overlay
    return (Undo(),) if is_possible else ()


def _propose_draw(request: requests.ProposeDraw, scene: Scene, context: SceneContext) -> Effects:
    may_propose = _plays_here(request.seat, context) and may_act(context)
    if scene.is_overlay or not may_propose:
        return ()
    return OfferDraw.offered_by(request.seat, context).confirm(context)


def _answer_draw(request: requests.AnswerDraw, scene: Scene, context: SceneContext) -> Effects:
    if not isinstance(scene, OfferDraw) or not _plays(request.seat, context):
        return ()
    if scene.seats[0] != request.seat:
        return ()
    return scene.confirm(context) if request.is_agreed else scene.leave(context)


def _resign(request: requests.ResignSeat, scene: Scene, context: SceneContext) -> Effects:
    if not _plays_here(request.seat, context) or not may_resign(context):
        return ()
    return resign(request.seat, context)


def _show_text(request: requests.ShowText, scene: Scene, context: SceneContext) -> Effects:
    text = Message.of("{text}", text=request.text[:LONGEST_TEXT])
    return (Explain(Message.of(FROM_THE_STAFF), text),)


def _end(request: requests.EndTable, scene: Scene, context: SceneContext) -> Reaction:
    ending = ENDINGS.get(request.ending)
    return NOT_KNOWN if ending is None else (EndProgram(ending),)


def _look_for_update(
    request: requests.LookForUpdate, scene: Scene, context: SceneContext
) -> Reaction:
    # asked once is enough
    if isinstance(scene, (Confirmation, UpdateProgress, WaitPage)):
        return IS_ASKING
    return look_for_update(context) or NO_UPDATER


def _set_open(request: requests.SetOpen, scene: Scene, context: SceneContext) -> Reaction:
    opens = request.opens if TIME.fullmatch(request.opens) else ""
    if request.is_open:
        return reopen(scene, context)
    effects = close(opens, scene, context)
    return effects if effects or isinstance(scene, Closed) else IN_USE


def _await_game(request: requests.AwaitGame, scene: Scene, context: SceneContext) -> Reaction:
    if isinstance(scene, Closed):
        return IS_CLOSED
    if context.device.is_kiosk:
        return (EndVisit(),)
    known = request.game if request.game in context.catalogue.names() else ""
    return (*((LeaveGame("anew"),) if context.is_playing else ()), GoHome(known))


def _change_setting(
    request: requests.ChangeSetting, scene: Scene, context: SceneContext
) -> Reaction:
    effects = change(request.field, request.value, context)
    if effects is None:
        return (Remember(RefusedSetting(f"{request.field}={request.value}")),)
    return (*effects, Remember(RefusedSetting()))


def _show_pairing(request: requests.ShowPairing, scene: Scene, context: SceneContext) -> Effects:
    if not isinstance(scene, Pairing) or request.number != scene.wish.number:
        return ()
    shown = pairing_view(request)
    return () if shown is None else (Show(replace(scene, shown=shown)),)


def _list_phones(request: requests.ListPhones, scene: Scene, context: SceneContext) -> Effects:
    phones = context.fact(PhonesHere).listed(request.phones)
    if phones == context.fact(PhonesHere):
        return ()
    new = {phone.id for phone in phones.phones} - {
        phone.id for phone in context.fact(PhonesHere).phones
    }
    if not new or not isinstance(scene, Pairing):
        return (Remember(phones),)
    plays = scene.wish.role != "staff" and context.in_game
    return (Remember(phones), Resume() if plays else Close(), Notify(Message.of(PAIRED)))


def _tell_orders(request: requests.TellOrders, scene: Scene, context: SceneContext) -> Effects:
    fleet = FleetHere(
        request.broker[:LONGEST_TEXT],
        request.orders[:LONGEST_TEXT],
        harmless(request.fault, LONGEST_TEXT),
    )
    return () if fleet == context.fact(FleetHere) else (Remember(fleet),)


def _server_gone(request: requests.ServerGone, scene: Scene, context: SceneContext) -> Effects:
    forget = Remember(NO_PHONES)
    return (forget, Close()) if isinstance(scene, Pairing) else (forget,)


_HANDLERS: Final[Mapping[type[RemoteRequest], Callable[[Any, Scene, SceneContext], Reaction]]] = {
    requests.ChooseMove: _choose,
    requests.TakeSeat: _take_seat,
    requests.ReturnSeat: _return_seat,
    requests.TakeBack: _take_back,
    requests.ProposeDraw: _propose_draw,
    requests.AnswerDraw: _answer_draw,
    requests.ResignSeat: _resign,
    requests.ShowText: _show_text,
    requests.EndTable: _end,
    requests.LookForUpdate: _look_for_update,
    requests.SetOpen: _set_open,
    requests.AwaitGame: _await_game,
    requests.ChangeSetting: _change_setting,
    requests.ShowPairing: _show_pairing,
    requests.ListPhones: _list_phones,
    requests.TellOrders: _tell_orders,
    requests.ServerGone: _server_gone,
}


def _plays(seat: int, context: SceneContext) -> bool:
    """Return whether a person elsewhere plays for ``seat`` in a game that goes on."""
    if not context.is_playing:
        return False
    players = context.playing.seats.players
    return seat in range(len(players)) and players[seat] == PHONE


def _plays_here(seat: int, context: SceneContext) -> bool:
    """Return the same for a game that people are at: it is not saved for later."""
    return context.in_game and _plays(seat, context)


def _hand_over(seat: int, player: str, scene: Scene, context: SceneContext) -> Effects:
    hand_over = Apply({"seat": seat, "player": player})
    shows_game = context.in_game and not scene.is_overlay
    return (hand_over, Resume()) if shows_game else (hand_over,)
