"""Connections to the broker, of a table and of a technician's desk, and the topics there."""

import logging
import ssl
from tempfile import NamedTemporaryFile
from typing import Any, Final

import aiomqtt
from msgspec import Struct
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from firmware_host.features.fleet.settings import FleetSettings
from firmware_host.web.orders import LONGEST_ORDER
from firmware_host.web.table_states import EVERYBODY, is_name, payload

ROOT: Final = "tableside/1"
"""All topics begin so; the number is the version of what is said there."""

ANSWER: Final = "answer"
STATES: Final = ("online", "state", "health", "counters", ANSWER)
"""What a table says in JSON; all but the answer are retained."""

PICTURE: Final = "picture"

ORDER: Final = "order"

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


class Topics(Struct, frozen=True):
    """The topics of the table called ``name``.

    >>> Topics("hall-2").of("state")
    'tableside/1/hall-2/state'
    """

    name: str

    def of(self, what: str) -> str:
        """Return the topic of ``what``."""
        return f"{ROOT}/{self.name}/{what}"

    @property
    def orders(self) -> tuple[str, ...]:
        """Where orders to this table come from."""
        return self.of(ORDER), Topics(EVERYBODY).of(ORDER)


def parted(topic: str) -> tuple[str, str] | None:
    """Return which table says what in ``topic``; None if it is no topic of a table.

    >>> parted("tableside/1/hall-2/state")
    ('hall-2', 'state')
    """
    root, _, rest = topic.partition(f"{ROOT}/")
    name, _, what = rest.partition("/")
    return (name, what) if not root and is_name(name) and what in (*STATES, PICTURE) else None


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
