"""What requests of phones, and of the server that lets them in, lead to at the table."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from firmware_host.features.phones.remote import (
    AnotherGame,
    AnswerDraw,
    ListPhones,
    PhonesHere,
    ProposeDraw,
    ResignSeat,
    ReturnSeat,
    ShowPairing,
    TakeBack,
    TakeSeat,
)
from firmware_host.features.phones.scenes import Pairing, PhoneTurn, pairing_view
from firmware_host.remote.requests import ChooseMove, RemoteRequest, RequestRefused, ServerGone
from firmware_host.session.seats import PHONE, chosen
from firmware_host.table.context import SceneContext
from firmware_host.table.effects import Apply, BeginGame, Remember, Undo
from firmware_host.table.remote_effects import Reaction
from firmware_host.table.scene import Close, Effects, Notify, Resume, Scene, Show
from firmware_host.table.scenes.next_scene import AfterGame, Over
from firmware_host.table.scenes.resign_draw_leave import OfferDraw, may_act, may_resign, resign
from games.message import Message, msg

PAIRED = msg("Phone connected")
NO_GAME: Final = RequestRefused(Message.of(msg("No game is being played at the table.")))
NO_PHONE: Final = RequestRefused(Message.of(msg("No phone plays this seat now.")))
NOT_ASKED: Final = RequestRefused(Message.of(msg("The table does not ask this seat for that now.")))
NOT_NOW: Final = RequestRefused(
    Message.of(msg("The table cannot do that now. Try again in a moment."))
)
GONE_ON: Final = RequestRefused(Message.of(msg("The game has gone on. Choose again.")))


def fulfil(request: RemoteRequest, scene: Scene, context: SceneContext) -> Reaction:
    """Return what ``request`` leads to at a table that shows ``scene``."""
    return _HANDLERS[type(request)](request, scene, context)


def _choose(request: ChooseMove, scene: Scene, context: SceneContext) -> Reaction:
    if not isinstance(scene, PhoneTurn) or not _plays(request.seat, context):
        return NOT_ASKED
    session = context.playing
    is_now = session.state.turn == request.seat and len(session.actions) == request.after
    if not is_now or request.move not in [str(move) for move in session.state.legal_moves()]:
        return GONE_ON
    return (Apply({"do": request.move}), Resume())


def _take_seat(request: TakeSeat, scene: Scene, context: SceneContext) -> Reaction:
    if not context.is_playing or request.seat not in range(len(context.playing.game.seats)):
        return NO_GAME
    return _hand_over(request.seat, PHONE, scene, context)


def _return_seat(request: ReturnSeat, scene: Scene, context: SceneContext) -> Reaction:
    if not _plays(request.seat, context):
        return NO_PHONE
    return _hand_over(request.seat, "person", scene, context)


def _take_back(request: TakeBack, scene: Scene, context: SceneContext) -> Reaction:
    if not _plays_here(request.seat, context):
        return NO_PHONE
    return NOT_NOW if scene.is_overlay else (Undo(),)


def _propose_draw(request: ProposeDraw, scene: Scene, context: SceneContext) -> Reaction:
    if not _plays_here(request.seat, context):
        return NO_PHONE
    if scene.is_overlay or not may_act(context):
        return NOT_NOW
    return OfferDraw.offered_by(request.seat, context).confirm(context)


def _answer_draw(request: AnswerDraw, scene: Scene, context: SceneContext) -> Reaction:
    if not isinstance(scene, OfferDraw) or not _plays(request.seat, context):
        return NOT_ASKED
    if scene.seats[0] != request.seat:
        return NOT_ASKED
    return scene.confirm(context) if request.is_agreed else scene.leave(context)


def _resign(request: ResignSeat, scene: Scene, context: SceneContext) -> Reaction:
    if not _plays_here(request.seat, context):
        return NO_PHONE
    return resign(request.seat, context) if may_resign(context) else NOT_NOW


def _another_game(request: AnotherGame, scene: Scene, context: SceneContext) -> Reaction:
    if not isinstance(scene, Over | AfterGame):
        return NOT_NOW
    session = context.playing
    players = session.seats.players
    if request.seat not in range(len(players)) or players[request.seat] != PHONE:
        return NO_PHONE
    return (BeginGame(replace(session.setup.again(), players=tuple(map(chosen, players)))),)


def _show_pairing(request: ShowPairing, scene: Scene, context: SceneContext) -> Reaction:
    if not isinstance(scene, Pairing) or request.number != scene.wish.number:
        return NOT_ASKED
    shown = pairing_view(request)
    return NOT_NOW if shown is None else (Show(replace(scene, shown=shown)),)


def _list_phones(request: ListPhones, scene: Scene, context: SceneContext) -> Reaction:
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


def _server_gone(request: ServerGone, scene: Scene, context: SceneContext) -> Reaction:
    forget = Remember(PhonesHere())
    return (forget, Close()) if isinstance(scene, Pairing) else (forget,)


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


_HANDLERS: Final[Mapping[type[RemoteRequest], Callable[[Any, Scene, SceneContext], Reaction]]] = {
    ChooseMove: _choose,
    TakeSeat: _take_seat,
    ReturnSeat: _return_seat,
    TakeBack: _take_back,
    ProposeDraw: _propose_draw,
    AnswerDraw: _answer_draw,
    ResignSeat: _resign,
    AnotherGame: _another_game,
    ShowPairing: _show_pairing,
    ListPhones: _list_phones,
    ServerGone: _server_gone,
}
