"""The order to look for an update, or to install the one that it names.

The agent of a table speaks with the network, and may have been taken over. So it hands the signed
order itself to the updater, which believes nothing else: who gave the order, which table it is for,
until when it counts, that it was not taken before, and which package it names.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from firmware_host.remote.requests import LookForUpdate
from firmware_host.setup.paths import UPDATES
from firmware_host.setup.update.intake import FETCH_SECONDS, UPDATE_SECONDS, WantedUpdate
from firmware_host.setup.update.record import (
    NO_ROOM,
    NO_UPDATER,
    NOT_BEGUN,
    NOT_ENDED,
    WRONG_SUM,
    UpdateError,
)
from firmware_host.web.mirror import TableMirror
from firmware_host.web.orders import (
    LONGEST_VALUE,
    ORDERS,
    PROOFS,
    USUAL_SECONDS,
    AtTable,
    BesideTable,
    OrderControl,
    OrderKind,
    OrderRefusedError,
    Prove,
    Task,
)
from games.message import msg

UPDATE: Final = "update"
NO_ORDERS: Final = "this program takes no signed orders"


def _wanted(value: str) -> WantedUpdate:
    try:
        return WantedUpdate.read(value)
    except ValueError as error:
        raise OrderRefusedError(f"update: {error}") from None


def read_ordered(payload: bytes, proofs: Iterable[Prove] = PROOFS) -> WantedUpdate:
    """Return what the order in ``payload`` names; UpdateError says why it does not count.

    One of ``proofs`` shows that it does. Which orders were taken is kept where only the updater
    writes.
    """
    patience = FETCH_SECONDS + UPDATE_SECONDS
    try:
        for prove in proofs:
            return _wanted(prove(UPDATE, payload, Path(UPDATES), patience))
        raise OrderRefusedError(NO_ORDERS)
    except OrderRefusedError as error:
        raise UpdateError("order", f"the order that asks for it: {error}") from None


def _begin(value: str) -> AtTable | BesideTable:
    if not value:
        return AtTable(_look)
    wanted = _wanted(value)

    def install(payload: bytes, folder: Path) -> None:
        from firmware_host.features.update.fetching import fetched_updates

        updates = fetched_updates(folder)
        if updates is None:
            raise OrderRefusedError(NO_UPDATER)
        updates.carry_out(wanted, payload)

    return BesideTable(install)


def _look(table: TableMirror) -> Task:
    return Task(LookForUpdate())


def _patience(value: str) -> float:
    return FETCH_SECONDS + UPDATE_SECONDS if value else USUAL_SECONDS


OFFERS: Final = (
    ORDERS.offer(
        OrderKind(
            UPDATE,
            msg("Update"),
            msg(
                "the https address of a Debian package of tableside, a space and its SHA-256; "
                "nothing: look on the stick, and ask at the table"
            ),
            _begin,
            longest=LONGEST_VALUE,
            is_value_needed=False,
            patience=_patience,
            controls={
                "update": OrderControl(
                    "button", "Look for an update", more={"icon": "mdi:package-up"}
                )
            },
            reasons=(NO_UPDATER, NO_ROOM, WRONG_SUM, NOT_BEGUN, NOT_ENDED),
        )
    ),
)
