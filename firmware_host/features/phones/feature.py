"""What phones add to the core; their scenes are loaded when somebody opens them."""

from typing import Final

from firmware_host.base.facts import Fact
from firmware_host.features.phones.remote import REQUESTS, PhonesHere, PhoneWishes
from firmware_host.remote.requests import ChooseMove, RemoteRequest, ServerGone
from firmware_host.table.context import SceneContext
from firmware_host.table.remote_effects import REQUEST_HANDLERS, Reaction, handler
from firmware_host.table.scene import Cover, Effects, Scene
from firmware_host.table.scenes.base import Entry, plain_entry
from firmware_host.table.scenes.home import HOME_LINES
from firmware_host.table.scenes.menu import MENU_LINES, MenuLine
from firmware_host.table.scenes.next_scene import FOLLOWING
from firmware_host.table.scenes.staff import STAFF_LINES
from firmware_host.table.table import SHARING
from games.actions import PASS
from games.message import msg

PHONE: Final = msg("Phone")
PHONE_HELP: Final = msg("Follow the game on a phone, or play from there.")
PHONES: Final = msg("Phones")
PHONES_HELP: Final = msg("Let a phone in, or disconnect one.")


def _has_server(context: SceneContext) -> bool:
    return context.fact(PhonesHere).is_connected


def _show_roles(context: SceneContext) -> Effects:
    from firmware_host.features.phones.scenes import PhoneRoles

    return (Cover(PhoneRoles()),)


def _show_staff(context: SceneContext) -> Effects:
    from firmware_host.features.phones.scenes import StaffPhones

    return (Cover(StaffPhones()),)


def _home_lines(context: SceneContext) -> tuple[Entry, ...]:
    return (plain_entry(PHONE, PHONE_HELP, _show_roles),) if _has_server(context) else ()


def _staff_lines(context: SceneContext) -> tuple[Entry, ...]:
    return (plain_entry(PHONES, PHONES_HELP, _show_staff),) if _has_server(context) else ()


def _following(context: SceneContext) -> Scene | None:
    session = context.playing
    if not session.is_phones_choice(session.state) or session.state.legal_moves() == (PASS,):
        return None
    from firmware_host.features.phones.scenes import PhoneTurn

    return PhoneTurn()


def _wishes(scene: Scene, context: SceneContext) -> Fact:
    here = context.fact(PhonesHere)
    if not here.is_connected:
        return PhoneWishes(revoked=here.revoked)
    from firmware_host.features.phones.scenes import Pairing

    return PhoneWishes(scene.wish if isinstance(scene, Pairing) else None, here.revoked)


def _fulfil(request: RemoteRequest, scene: Scene, context: SceneContext) -> Reaction:
    from firmware_host.features.phones.effects import fulfil

    return fulfil(request, scene, context)


OFFERS: Final = (
    HOME_LINES.offer(_home_lines),
    MENU_LINES.offer(
        MenuLine(PHONE, PHONE_HELP, _show_roles, _has_server, "game", "Save and leave")
    ),
    STAFF_LINES.offer(_staff_lines),
    FOLLOWING.offer(_following),
    SHARING.offer(_wishes),
    REQUEST_HANDLERS.offer(
        *(handler(kind, _fulfil) for kind in (*REQUESTS, ChooseMove, ServerGone))
    ),
)
