"""The words that stand only on the page of the staff."""

from collections.abc import Mapping
from typing import Final

from games.message import msg

NO_BROKER: Final = msg("The fleet cannot see this table: {fault}.")

WORDS: Final[Mapping[str, str]] = {
    "staff": msg("Look after the table"),
    "message": msg("Message on the display"),
    "messageHelp": msg("The display shows it until somebody presses a key."),
    "show": msg("Show"),
    "shown": msg("Sent to the table."),
    "settings": msg("Settings"),
    "settingsHelp": msg("They stay when visitors leave and after a restart."),
    "saved": msg("saved"),
    "notSaved": msg("in force, but not saved: check the card"),
    "refused": msg("The table cannot do that now."),
    "unanswered": msg("The table does not answer. Nothing was changed."),
    "asking": msg("The table is working on it…"),
    "version": msg("Version and update"),
    "updateHelp": msg(
        "Copy the package and the file SHA256SUMS of its release to a USB stick named TABLESIDE "
        "and put the stick into the table. The display then asks: confirm it with OK."
    ),
    "look": msg("Look on the stick"),
    "looked": msg("Look at the display: it shows what is on the stick."),
    "counters": msg("Counters"),
    "games": msg("Games by kind"),
    "findings": msg("Faults of the installation"),
    "log": msg("Log"),
    "again": msg("Read again"),
    "examine": msg("Look for faults again"),
    "at": msg("As of"),
    "none": msg("Nothing yet."),
    "records": msg("Records"),
    "recordsHelp": msg("All games that are kept, one record on each line (JSON)."),
    "download": msg("Download all"),
    "list": msg("List of games"),
    "program": msg("Program"),
    "restart": msg("Restart"),
    "end": msg("Switch off"),
    "sureRestart": msg("Restart the table? The game is saved."),
    "sureEnd": msg("Switch the table off? To switch it on again, somebody must pull its plug."),
}
"""Each word by the name that the script of the staff uses."""
