"""The file that says which broker a table reports to, as whom, and what it obeys."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

from firmware_host.base.errors import UsageError, reason
from firmware_host.base.signature import read_key
from firmware_host.base.values import Annotated, Meta, Struct, ValuesError, from_toml
from firmware_host.setup.paths import FLEET_METRICS, FLEET_RUN
from firmware_host.web.orders import known_orders
from firmware_host.web.table_states import is_name, usual_name
from hardware.untrusted_input import harmless, read_untrusted_text, written

BROKER: Final = re.compile(
    r"(?P<scheme>mqtts?)://(?P<host>[\w.-]+|\[[\da-fA-F:]+\])(:(?P<port>\d{1,5}))?/?"
)
PORTS: Final[Mapping[str, int]] = {"mqtt": 1883, "mqtts": 8883}
"""The ports that IANA has registered for MQTT without and with TLS."""

LONGEST: Final = 256 * 1024
"""Bytes of the settings, or of a file that they name, at most."""

PAGE: Final = re.compile(r"https?://([\w.-]+|\[[\da-fA-F:]+\])(:\d{1,5})?(/[!-~]*)?", re.ASCII)
"""The address of a page: Home Assistant refuses a whole table for one that it does not like."""

OTHERS: Final = 0o077
"""The permissions of everybody but the owner."""

HANDED_OVER: Final = "CREDENTIALS_DIRECTORY"
"""Names the folder in which systemd hands secrets over: it guards them in a way of its own."""

PEM: Final = "-----BEGIN "
"""What a key or a certificate begins with: settings may have it in place of the name of a file."""

NAMED_FILE: Final = re.compile(
    r"""^(key|certificate|private_key|authority)[ \t]*=[ \t]*(["'])(?!\2)([^"'\n]+)\2""",
    re.MULTILINE,
)
"""A setting that names such a file."""


class Broker(Struct, frozen=True):
    """A broker at ``host`` and ``port``; connections to it are encrypted if ``is_encrypted``."""

    host: str
    port: int
    is_encrypted: bool

    @property
    def url(self) -> str:
        """The address as people write it.

        >>> Broker("broker.example", 8883, True).url
        'mqtts://broker.example:8883'
        """
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'mqtts' if self.is_encrypted else 'mqtt'}://{host}:{self.port}"


@dataclass(frozen=True)
class Credentials:
    """As whom to connect: ``user`` and ``password``, or ``certificate`` and its private ``key``.

    ``authority`` are certificates to trust in place of the system's. These three are PEM.
    """

    user: str = ""
    password: str = field(default="", repr=False)
    certificate: str = ""
    key: str = field(default="", repr=False)
    authority: str = ""


class FleetSettings(Struct, frozen=True):
    """What a table has to know of its fleet.

    ``table`` is its name in topics, ``title`` what people call it. Orders in ``allowed`` count if
    ``order_key``, an Ed25519 key of 32 bytes, has signed them; those in ``buttons`` also count
    without a signature, from whoever may write to the table's topics at the broker. Home Assistant
    looks below the topic ``discovery``, empty: it is not told. ``metrics`` is the file for
    Prometheus. The table stands in ``area``, and ``page`` is the address of its page, if they are
    known.
    """

    broker: Broker
    table: str
    title: str
    credentials: Credentials = Credentials()
    order_key: bytes | None = None
    allowed: frozenset[str] = frozenset()
    buttons: frozenset[str] = frozenset()
    discovery: str = "homeassistant"
    metrics: Path | None = None
    area: str = ""
    page: str = ""


Pem = Annotated[str, Meta(description="PEM, or the name of a file with it")]
OrderNames = Annotated[tuple[str, ...], Meta(description="a list of orders")]


class WrittenOrders(Struct, frozen=True, forbid_unknown_fields=True):
    """The section about orders as it is written."""

    key: Pem = ""
    allow: OrderNames = ()
    buttons: OrderNames = ()


class WrittenSettings(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The settings as they are written."""

    broker: Annotated[str, Meta(description="an address")] = ""
    table: Annotated[str | None, Meta(description="a name")] = None
    title: Annotated[str | None, Meta(description="a title")] = None
    user: Annotated[str, Meta(description="a name")] = ""
    password: Annotated[str, Meta(description="a password")] = ""
    certificate: Pem = ""
    private_key: Pem = ""
    authority: Pem = ""
    orders: Annotated[WrittenOrders, Meta(description="a section")] = WrittenOrders()
    discovery: Annotated[str, Meta(description="a topic, or an empty text")] = "homeassistant"
    metrics: Annotated[str, Meta(description="the name of a file")] = ""
    area: Annotated[str, Meta(description="the name of a room")] = ""
    page: Annotated[str, Meta(description="an address")] = ""


def read_broker(text: str) -> Broker:
    """Read the address of a broker; UsageError says what was expected.

    >>> read_broker("mqtts://broker.example")
    Broker(host='broker.example', port=8883, is_encrypted=True)
    """
    found = BROKER.fullmatch(text)
    port = 0 if found is None else int(found["port"] or PORTS[found["scheme"]])
    if found is None or port not in range(1, 65536):
        raise UsageError(f"expected mqtts://HOST[:PORT] or mqtt://HOST[:PORT], got {written(text)}")
    return Broker(found["host"].strip("[]"), port, found["scheme"] == "mqtts")


def read_settings(path: Path | None, broker: str | None, host: str) -> FleetSettings:
    """Read the settings in the file at ``path``; None: only what is usual.

    ``broker`` replaces the address in the file, and ``host`` is the name of this computer, which is
    the name of the table unless the file has one. UsageError says what is wrong, and where.
    """
    values = WrittenSettings() if path is None else _read_file(path)
    try:
        return _settings(values, broker, host, Path() if path is None else path.parent)
    except UsageError as error:
        raise UsageError(f"{path or 'broker'}: {error}") from None


def _read_file(path: Path) -> WrittenSettings:
    try:
        is_open = path.stat().st_mode & OTHERS and not _is_handed_over(path)
        values = from_toml(read_untrusted_text(path, LONGEST), WrittenSettings)
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {reason(error)}") from None
    except ValuesError as error:
        raise UsageError(_refused(path, error)) from None
    except ValueError as error:
        raise UsageError(f"{path} is no TOML file: {error}") from None
    if is_open:
        raise UsageError(
            f"{path} can be read by others: chmod 600 {path} (on a FAT partition, where this does "
            f"nothing: sudo install -m 600 {path} /root/{path.name}, and name that file)"
        )
    return values


def _refused(path: Path, error: ValuesError) -> str:
    """Return in the words of settings why those at ``path`` cannot be read."""
    if error.misfit is None:
        return f"{path} is no TOML file: {str(error).removeprefix('expected TOML: ')}"
    if error.misfit.known:
        return f"{path}: {error.misfit.path}: there is no such setting"
    return f"{path}: {error}"


def _is_handed_over(path: Path) -> bool:
    folder = os.environ.get(HANDED_OVER)
    return folder is not None and path.is_relative_to(folder)


def portable(path: Path) -> str:
    """Return the settings in the file at ``path``, with the content of the files that it names.

    UsageError says what is wrong, and where.
    """
    read_settings(path, None, "table")
    metrics = _read_file(path).metrics or FLEET_METRICS
    if not metrics.startswith(f"{FLEET_RUN}/"):
        raise UsageError(
            f"{path}: metrics: the service can write only in {FLEET_RUN}: write "
            f'metrics = "{FLEET_METRICS}", then sudo ln -s {FLEET_METRICS} to the folder of '
            "node_exporter"
        )
    return NAMED_FILE.sub(partial(_with_content, path.parent), read_untrusted_text(path, LONGEST))


def _with_content(folder: Path, found: re.Match[str]) -> str:
    name, _, file = found.groups()
    return f'{name} = """\n{read_untrusted_text(folder / file, LONGEST)}"""'


def _settings(
    values: WrittenSettings, broker: str | None, host: str, folder: Path
) -> FleetSettings:
    address = values.broker if broker is None else broker
    table = usual_name(host) if values.table is None else values.table
    if not is_name(table):
        raise UsageError(
            f"table: expected up to 40 small letters, digits and hyphens, got {written(table)}"
        )
    orders = values.orders
    made = FleetSettings(
        read_broker(address),
        table,
        table if values.title is None else values.title,
        Credentials(
            values.user,
            values.password,
            _pem("certificate", values.certificate, folder),
            _pem("private_key", values.private_key, folder),
            _pem("authority", values.authority, folder),
        ),
        _key(orders.key, folder),
        order_names("orders.allow", orders.allow),
        order_names("orders.buttons", orders.buttons),
        values.discovery,
        folder / values.metrics if values.metrics else None,
        values.area,
        _page(values.page),
    )
    if made.allowed and made.order_key is None:
        raise UsageError("orders.allow: expected orders.key too, the public key that signs them")
    return made


def _page(page: str) -> str:
    if page and PAGE.fullmatch(page) is None:
        raise UsageError(f"page: expected http://HOST or https://HOST, got {written(page)}")
    return page


def _key(given: str, folder: Path) -> bytes | None:
    text = _pem("key", given, folder)
    try:
        return read_key(text) if text else None
    except ValueError:
        raise UsageError("orders.key: expected a public key of Ed25519 (PEM)") from None


def order_names(key: str, names: tuple[str, ...]) -> frozenset[str]:
    """Return the ``names`` of orders; UsageError, which names the ``key``, if one is unknown."""
    for name in names:
        if name not in known_orders():
            raise UsageError(
                f"{key}: expected some of {', '.join(known_orders())}, got {written(name)}"
            )
    return frozenset(names)


def _pem(key: str, given: str, folder: Path) -> str:
    """Return the PEM that a setting has, or that the file has which it names; empty without it."""
    if not given or PEM in given:
        return given
    try:
        text = read_untrusted_text(folder / given, LONGEST)
    except (OSError, ValueError):
        place = harmless(f"{folder / given}")
        raise UsageError(f"{key}: expected a file with PEM at {place}") from None
    if PEM not in text or '"""' in text or "\\" in text:
        raise UsageError(f"{key}: expected PEM in {folder / given}")
    return text
