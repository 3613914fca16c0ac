"""The words of the page of all tables."""

from collections.abc import Mapping
from typing import Final

from firmware_host.web.fleet import fetching, order_book, order_desk, ordered, orders
from firmware_host.web.fleet.desk.given import SILENT, WAITING
from firmware_host.web.fleet.directory import UNREACHABLE
from firmware_host.web.fleet.order_desk import DONE, FAILED, REFUSED
from games.message import msg

WORDS: Final[Mapping[str, str]] = {
    "language": msg("Language"),
    "fleet": msg("All tables"),
    "lost": msg("Connection lost. Trying again…"),
    "noBroker": msg("The broker cannot be reached. Trying again…"),
    "find": msg("Find"),
    "troubled": msg("Only tables that need help"),
    "all": msg("choose all that are listed"),
    "choose": msg("choose {table}"),
    "noTables": msg("No table has told this broker anything yet."),
    "orders": msg("Give an order"),
    "noKey": msg("This page only shows tables: it cannot sign orders."),
    "order": msg("Order"),
    "value": msg("Value"),
    "for": msg("For"),
    "everybody": msg("all tables"),
    "chosen": msg("the chosen tables"),
    "give": msg("Give the order"),
    "nobodyChosen": msg("Choose tables in the list first."),
    "notGiven": msg("The order was not given: the broker cannot be reached, or signing failed."),
    "sure": msg("Give this order to {count} tables?"),
    "given": msg("What became of the orders"),
    "nothingGiven": msg("No order was given yet."),
    "detail": msg("Table"),
    "close": msg("Close"),
    "panel": msg("Display of the table"),
    "faults": msg("Faults of the installation"),
    "noFaults": msg("The doctor has found no faults."),
    "counters": msg("Counters"),
    "sums": msg("Counters of all tables"),
    "csv": msg("Download all counters (CSV)"),
    "none": msg("Nothing yet."),
}
"""Each word by the name that the page's script uses."""

TITLES: Final[Mapping[str, str]] = {
    "message": msg("Message on the display"),
    "hours": msg("Opening hours"),
    "language": msg("Language"),
    "new-game": msg("New game"),
    "restart": msg("Restart"),
    "update": msg("Update"),
}
"""What the page calls each order."""

STATES: Final[Mapping[str, str]] = {
    WAITING: msg("waiting for the answer"),
    DONE: msg("done"),
    REFUSED: msg("refused"),
    FAILED: msg("failed"),
    SILENT: msg("no answer"),
}
"""What became of an order at a table."""

REASONS: Final = frozenset(
    {
        *(orders.NO_ORDER, orders.FORGED),
        *(order_book.FOR_OTHERS, order_book.LATE, order_book.TAKEN),
        *(order_desk.NO_BUTTON, ordered.NO_KEY, ordered.NOT_ALLOWED),
        *(order_desk.NOT_DONE, order_desk.NOT_THERE, UNREACHABLE),
        *(fetching.NO_UPDATER, fetching.NO_ROOM, fetching.WRONG_SUM),
        *(fetching.NOT_BEGUN, fetching.NOT_ENDED),
    }
)
"""Why tables refuse orders, as far as it is said without facts: this can be translated."""

SUMMARY: Final = msg("Tables: {count}; need somebody: {troubled}")
VERSIONS: Final = msg("Versions: {versions}")
VERSION: Final = msg("{version} ({count})")
SINCE: Final = msg("since {time}")
COUNTED: Final = msg("{state}: {count}")
ANY_GAME: Final = msg("people choose the game")
EXAMPLE_HOURS: Final = "10:00-18:00"
