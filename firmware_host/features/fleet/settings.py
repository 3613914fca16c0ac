"""The file that says which broker a table reports to, as whom, and what it obeys."""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from firmware_host.base.errors import UsageError, reason
from firmware_host.base.signature import read_key
from firmware_host.setup.paths import FLEET_METRICS, FLEET_RUN
from firmware_host.web.orders import known_orders
from firmware_host.web.table_states import is_name, usual_name
from hardware.untrusted_file import read_untrusted_text
from hardware.untrusted_text import harmless, written
from hardware.untrusted_toml import read_toml

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
    values = {} if path is None else _read_file(path)
    try:
        return _settings(values, broker, host, Path() if path is None else path.parent)
    except UsageError as error:
        raise UsageError(f"{path or 'broker'}: {error}") from None


def _read_file(path: Path) -> dict[str, Any]:
    try:
        is_open = path.stat().st_mode & OTHERS and not _is_handed_over(path)
        values = read_toml(read_untrusted_text(path, LONGEST))
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {reason(error)}") from None
    except ValueError as error:
        raise UsageError(f"{path} is no TOML file: {error}") from None
    if is_open:
        raise UsageError(
            f"{path} can be read by others: chmod 600 {path} (on a FAT partition, where this does "
            f"nothing: sudo install -m 600 {path} /root/{path.name}, and name that file)"
        )
    return values


def _is_handed_over(path: Path) -> bool:
    folder = os.environ.get(HANDED_OVER)
    return folder is not None and path.is_relative_to(folder)


def portable(path: Path) -> str:
    """Return the settings in the file at ``path``, with the content of the files that it names.

    UsageError says what is wrong, and where.
    """
    read_settings(path, None, "table")
    metrics = _read_file(path).get("metrics", FLEET_METRICS)
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


def _settings(values: dict[str, Any], broker: str | None, host: str, folder: Path) -> FleetSettings:
    address = _take(values, "broker", str, "", "an address") if broker is None else broker
    values.pop("broker", None)
    table = _take(values, "table", str, usual_name(host), "a name")
    if not is_name(table):
        raise UsageError(
            f"table: expected up to 40 small letters, digits and hyphens, got {written(table)}"
        )
    orders = _take(values, "orders", dict, {}, "a section")
    made = FleetSettings(
        read_broker(address),
        table,
        _take(values, "title", str, table, "a title"),
        _credentials(values, folder),
        _key(orders, folder),
        _names(orders, "allow"),
        _names(orders, "buttons"),
        _take(values, "discovery", str, "homeassistant", "a topic, or an empty text"),
        _file(values, "metrics", folder),
        _take(values, "area", str, "", "the name of a room"),
        _page(values),
    )
    for name in (*(f"orders.{each}" for each in orders), *values):
        raise UsageError(f"{harmless(name)}: there is no such setting")
    if made.allowed and made.order_key is None:
        raise UsageError("orders.allow: expected orders.key too, the public key that signs them")
    return made


def _page(values: dict[str, Any]) -> str:
    page = str(_take(values, "page", str, "", "an address"))
    if page and PAGE.fullmatch(page) is None:
        raise UsageError(f"page: expected http://HOST or https://HOST, got {written(page)}")
    return page


def _credentials(values: dict[str, Any], folder: Path) -> Credentials:
    return Credentials(
        _take(values, "user", str, "", "a name"),
        _take(values, "password", str, "", "a password"),
        _pem(values, "certificate", folder),
        _pem(values, "private_key", folder),
        _pem(values, "authority", folder),
    )


def _key(orders: dict[str, Any], folder: Path) -> bytes | None:
    text = _pem(orders, "key", folder)
    try:
        return read_key(text) if text else None
    except ValueError:
        raise UsageError("orders.key: expected a public key of Ed25519 (PEM)") from None


def _names(orders: dict[str, Any], key: str) -> frozenset[str]:
    names = _take(orders, key, list, [], "a list of orders")
    for name in names:
        if name not in known_orders():
            raise UsageError(
                f"orders.{key}: expected some of {', '.join(known_orders())}, got {written(name)}"
            )
    return frozenset(names)


def _pem(values: dict[str, Any], key: str, folder: Path) -> str:
    """Return the PEM that a setting has, or that the file has which it names; empty without it."""
    given = str(_take(values, key, str, "", "PEM, or the name of a file with it"))
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


def _file(values: dict[str, Any], key: str, folder: Path) -> Path | None:
    name = _take(values, key, str, "", "the name of a file")
    return folder / name if name else None


def _take(
    values: dict[str, Any], key: str, kind: Callable[..., Any], usual: Any, expected: str
) -> Any:
    value = values.pop(key, usual)
    if type(value) is not kind:
        raise UsageError(f"{key}: expected {expected}, got {written(value)}")
    return value
