"""A technician's desk in the terminal: all tables of a broker, and orders to them."""

import asyncio
import os
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

import aiomqtt
from msgspec.structs import replace

import games
from firmware_host.base.errors import HostError, UsageError
from firmware_host.base.timing import why_not_trusted
from firmware_host.features.fleet.connection import Topics, connection
from firmware_host.features.fleet.directory import (
    HEADS,
    TableLine,
    listening_for_answers,
    look,
    names_of,
    until_quiet,
)
from firmware_host.features.fleet.discovery import discovery_topic
from firmware_host.features.fleet.following import (
    SignedOrder,
    asked,
    next_number,
    patience,
    sign,
    signed_orders,
)
from firmware_host.features.fleet.order_desk import DONE
from firmware_host.features.fleet.orders import LONGEST_SECONDS
from firmware_host.features.fleet.settings import FleetSettings
from firmware_host.text import preferred
from firmware_host.text.translator import Language
from firmware_host.web.orders import known_orders
from firmware_host.web.table_states import EVERYBODY
from games.message import msg
from hardware.doctor.findings import Check, Finding, failed, ok
from hardware.doctor.system import Installation
from hardware.untrusted_input import harmless, written

NOBODY: Final = msg("No table has told this broker anything yet.")
Found = TypeVar("Found")


CONNECT: Final = (
    "see that the broker runs, that this computer reaches it, and that its address, user and "
    "password are as in the settings of the fleet"
)


def show(settings: FleetSettings, *, as_csv: bool) -> int:
    """Print a line for each table of the broker, or the counters of all as comma-separated values.

    Return 1 if a table needs somebody, else 0.
    """
    directory = _at_broker(settings, partial(look, catalogue=games))
    if as_csv:
        print(directory.counters_csv(), end="")
        return 0
    say = Language(preferred(os.environ))
    lines = directory.lines(say)
    print(_as_text(lines, say) if lines else f"{say(NOBODY)}\n", end="")
    return int(any(line.trouble for line in lines))


def broker_check(settings: FleetSettings) -> Check:
    """Return the doctor's check of the broker of ``settings``: it connects as the agent does."""

    async def arrive(broker: aiomqtt.Client) -> Finding:
        return ok(f"connected to {settings.broker.url}")

    def probe(installation: Installation) -> Finding:
        try:
            return _at_broker(settings, arrive)
        except HostError as error:
            return failed(str(error), CONNECT)

    return Check("broker", probe)


def read_order(name: str | None, value: str) -> tuple[str, str]:
    """Return the order and its value; UsageError names the orders that there are."""
    if name is None or name not in known_orders():
        known = "; ".join(f"{each.name}: {each.help}" for each in known_orders().values())
        got = "" if name is None else f", got {written(name)}"
        raise UsageError(f"order: expected one of these{got}: {known}")
    return name, value


def read_tables(text: str | None) -> tuple[str, ...]:
    """Return the tables that an order is for."""
    if text is None:
        raise UsageError("order: expected --tables NAME,NAME or --tables all")
    return (EVERYBODY,) if text == EVERYBODY else read_names(text, "--tables")


def read_names(text: str | None, option: str) -> tuple[str, ...]:
    """Return the names of tables in ``text``, which was given with ``option``."""
    if text is None:
        raise UsageError(f"expected {option} NAME,NAME")
    try:
        return names_of(text)
    except ValueError as error:
        raise UsageError(f"{option}: no table can be called {written(str(error))}") from None


def check_key(key: Path | None) -> Path:
    """Return the file with the private key; UsageError if there is none."""
    if key is None or not key.is_file():
        raise UsageError("order: expected --key FILE, the private key whose public key tables know")
    return key


def check_minutes(minutes: int) -> int:
    """Return the ``minutes`` that an order may count; UsageError if no table would take it."""
    most = LONGEST_SECONDS // 60
    if not 1 <= minutes <= most:
        raise UsageError(f"--minutes: expected 1 to {most}, got {minutes}")
    return minutes


def give(
    settings: FleetSettings,
    what: tuple[str, str],
    tables: tuple[str, ...],
    key: Path,
    minutes: int,
) -> int:
    """Give the order ``what`` (name and value) to ``tables``, and print what became of it.

    ``key`` signs it, and it counts for so many ``minutes``. Return 0 if every table did it.
    """
    now = time.time()
    number, until = next_number(0, now), int(now) + 60 * minutes
    orders = [*signed_orders(what, tables, number, until, partial(sign, key=key))]
    return _at_broker(
        settings,
        partial(_give, orders=orders, number=number, tables=tables, seconds=patience(what)),
    )


def forget(settings: FleetSettings, tables: Sequence[str]) -> int:
    """Let the broker keep nothing more of ``tables``, which do not come back; return 0.

    Whatever they said is kept below their own topics, and in the one where Home Assistant looks.
    """
    return _at_broker(settings, partial(_forget, settings=settings, tables=tables))


async def _forget(broker: aiomqtt.Client, settings: FleetSettings, tables: Sequence[str]) -> int:
    topics = [discovery_topic(replace(settings, table=name)) for name in tables]
    for name in tables:
        await broker.subscribe(Topics(name).of("#"), qos=1)
    async for message in until_quiet(broker):
        topics += [message.topic.value] if message.payload and message.retain else []
    for topic in topics:
        await broker.publish(topic, b"", qos=1, retain=True)
    return 0


async def _give(
    broker: aiomqtt.Client,
    orders: Sequence[SignedOrder],
    number: int,
    tables: Sequence[str],
    seconds: float,
) -> int:
    known = tuple((await look(broker, games)).tables) if EVERYBODY in tables else ()
    missing = dict.fromkeys(asked(tables, known))
    async with listening_for_answers(broker, tuple(missing)) as answers:
        for topics, payload in orders:
            for topic in topics:
                await broker.publish(topic, payload, qos=1)
        are_done = True
        try:
            async with asyncio.timeout(seconds):
                async for name, answer in answers:
                    if answer.get("number", number) != number:
                        continue
                    missing.pop(name, None)
                    outcome = harmless(f"{answer.get('outcome')} {answer.get('why', '')}".strip())
                    print(f"{name}: {outcome}", flush=True)
                    are_done &= answer.get("outcome") == DONE
                    if not missing:
                        break
        except TimeoutError:
            print(f"no answer from {', '.join(missing)}")
    return int(not are_done or bool(missing))


def _at_broker(
    settings: FleetSettings, work: Callable[[aiomqtt.Client], Awaitable[Found]]
) -> Found:
    """Return what ``work`` finds at the broker of ``settings``; HostError if it is not there."""

    async def connected() -> Found:
        async with connection(settings, is_desk=True) as broker:
            return await work(broker)

    try:
        return asyncio.run(connected())
    except (aiomqtt.MqttError, OSError, UnicodeError) as error:  # a name that cannot be one
        why = harmless(why_not_trusted(str(error)))
        raise HostError(f"no broker at {settings.broker.url}: {why}") from None


def _as_text(lines: Sequence[TableLine], say: Language) -> str:
    """Return ``lines`` as a table for a terminal."""
    rows = [TableLine(*map(say, HEADS)), *lines]
    widths = [max(len(row[column]) for row in rows) for column in range(len(TableLine._fields))]
    return "".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        + "\n"
        for row in rows
    )
