"""Connections to the broker: of a table, and of a technician's desk."""

import logging
import ssl
from tempfile import NamedTemporaryFile
from typing import Any, Final

import aiomqtt
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from firmware_host.setup.update.intake import LONGEST_ORDER
from firmware_host.web.fleet.settings import FleetSettings
from firmware_host.web.fleet.topics import Topics
from firmware_host.web.table_states import payload

WAITING_ORDERS: Final = 20
KEEPALIVE_SECONDS: Final = 30
"""A table that was cut off counts as gone after one and a half times as long."""

TAKEN_OVER: Final = 0x8E
"""Session taken over (MQTT 5.0, 3.14.2.1)."""

ONLINE, OFFLINE = payload({"online": True}), payload({"online": False})
ENDED: Final = payload({"online": True, "program": False})
"""The agent is there, and the program of the table is not."""

quiet = logging.getLogger(__name__)
quiet.setLevel(logging.CRITICAL)  # a broker must not fill the log


def connection(
    settings: FleetSettings, *, is_desk: bool = False, longest: int = 0
) -> aiomqtt.Client:
    """Return a connection to the broker of ``settings``, which is made when it is entered.

    When that of a table is lost, the broker tells everybody that the table is gone. A technician's
    desk (``is_desk``) is nobody's table, and takes long messages. A table takes those of at most
    ``longest`` bytes, and all orders.
    """
    as_whom, broker = settings.credentials, settings.broker
    shared: dict[str, Any] = {
        "username": as_whom.user or None,
        "password": as_whom.password or None,
        "protocol": aiomqtt.ProtocolVersion.V5,
        "keepalive": KEEPALIVE_SECONDS,
        "tls_context": _encryption(settings) if broker.is_encrypted else None,
        "logger": quiet,
    }
    of_table = {} if is_desk else _of_table(settings, max(longest, LONGEST_ORDER))
    return aiomqtt.Client(broker.host, broker.port, **shared, **of_table)


def is_taken_over(error: BaseException | None) -> bool:
    """Return whether a connection ended in ``error`` because another one has its name.

    The broker keeps one connection of each name, and tells the former one why it ends.
    """
    while error is not None:
        if isinstance(error, aiomqtt.MqttCodeError):
            code = error.rc.value if isinstance(error.rc, ReasonCode) else error.rc
            if code == TAKEN_OVER:
                return True
        error = error.__cause__
    return False


def _of_table(settings: FleetSettings, longest: int) -> dict[str, Any]:
    """Return what only the connection of a table has; ``longest`` payload in bytes."""
    properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
    properties.MaximumPacketSize = 2 * longest  # a lawful broker sends nothing longer
    gone = Topics(settings.table).of("online")
    return {
        "identifier": f"tableside-{settings.table}",
        "will": aiomqtt.Will(gone, OFFLINE, qos=1, retain=True),
        "max_queued_incoming_messages": WAITING_ORDERS,
        "properties": properties,
    }


def _encryption(settings: FleetSettings) -> ssl.SSLContext:
    as_whom = settings.credentials
    context = ssl.create_default_context(cadata=as_whom.authority or None)
    if as_whom.certificate:
        with NamedTemporaryFile("w", suffix=".pem") as chain:  # only the owner can read it
            chain.write(f"{as_whom.certificate}\n{as_whom.key}")
            chain.flush()
            context.load_cert_chain(chain.name)
    return context
