"""What a fleet adds to the core: its agent reads tables, and the staff see which orders count."""

from typing import Final

from firmware_host.app.request import READERS, TableReader
from firmware_host.features.fleet.remote import FleetHere, TellOrders
from firmware_host.remote.requests import LONGEST_TEXT
from firmware_host.table.context import SceneContext
from firmware_host.table.effects import Explain, Remember
from firmware_host.table.remote_effects import REQUEST_HANDLERS, handler
from firmware_host.table.scene import Effects, Scene
from firmware_host.table.scenes.additions import OUT_OF_REACH, STAFF_LINES
from firmware_host.table.scenes.base import Entry, plain_entry
from games.message import Message, msg
from hardware.untrusted_input import harmless

AGENT: Final = TableReader("the agent of the fleet", "fleet", ("fleet", "agent"))

ORDERS: Final = msg("Remote orders")
ORDERS_HELP: Final = msg("Which orders of a broker this table obeys.")
CONNECTED: Final = msg("Broker: {broker}\nObeyed: {orders}")
NOT_CONNECTED: Final = msg("No connection: {fault}\nBroker: {broker}\nObeyed: {orders}")
NO_BROKER: Final = msg("The fleet cannot see this table: {fault}.")


def _tell_orders(request: TellOrders, scene: Scene, context: SceneContext) -> Effects:
    fleet = FleetHere(
        request.broker[:LONGEST_TEXT],
        request.orders[:LONGEST_TEXT],
        harmless(request.fault, LONGEST_TEXT),
    )
    return () if fleet == context.fact(FleetHere) else (Remember(fleet),)


def _orders_line(context: SceneContext) -> tuple[Entry, ...]:
    if context.fact(FleetHere) == FleetHere():
        return ()
    return (plain_entry(ORDERS, ORDERS_HELP, _show_orders),)


def _show_orders(context: SceneContext) -> Effects:
    fleet = context.fact(FleetHere)
    text = Message.of(
        NOT_CONNECTED if fleet.fault else CONNECTED,
        broker=fleet.broker,
        orders=fleet.orders or Message.of(msg("none")),
        **({"fault": fleet.fault} if fleet.fault else {}),
    )
    return (Explain(Message.of(ORDERS), text),)


def _out_of_reach(context: SceneContext) -> Message | None:
    fault = context.fact(FleetHere).fault
    return Message.of(NO_BROKER, fault=fault) if fault else None


OFFERS: Final = (
    READERS.offer(AGENT),
    REQUEST_HANDLERS.offer(handler(TellOrders, _tell_orders)),
    STAFF_LINES.offer(_orders_line),
    OUT_OF_REACH.offer(_out_of_reach),
)
