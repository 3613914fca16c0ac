"""An open page of the staff: what every page shows, what looks after the table, and its words."""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any, Final, Protocol

from starlette.websockets import WebSocket, WebSocketDisconnect

from firmware_host.remote.controls import SharedSetting, TableControls
from firmware_host.remote.reports import Report, ReportQuestion
from firmware_host.remote.requests import ChangeSetting, RemoteRequest, RequestAnswer
from firmware_host.text.translator import Language
from firmware_host.web.listening import Signpost
from firmware_host.web.open_page import LivePage, PageParts
from firmware_host.web.page_state import PageState
from firmware_host.web.staff_reports import shown
from firmware_host.web.visitor import PageVisitor
from games.message import Message, msg

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


SHOWN = ("version", "counters", "games", "findings", "log")
"""The reports that a page can ask for."""


class ReportingTable(Protocol):
    """A table about which there are reports."""

    async def report(self, question: ReportQuestion) -> Report | None:
        """Return what a report says; None if the table does not answer."""


class StaffPage(LivePage):
    """The connection to an open page of the staff of ``table``.

    ``find`` returns where phones find the server now. The other arguments are those of
    :class:`~firmware_host.web.open_page.LivePage`.
    """

    def __init__(
        self,
        socket: WebSocket,
        visitor: PageVisitor,
        parts: PageParts,
        table: ReportingTable,
        find: Callable[[], Signpost],
    ) -> None:
        super().__init__(socket, visitor, parts)
        self._reporting, self._find = table, find
        self._asking: dict[str, asyncio.Task[None]] = {}
        self._sent: object = None
        self._refused = ""

    async def run(self) -> None:
        """Serve the page until it goes."""
        try:
            await super().run()
        finally:
            for task in self._asking.values():
                task.cancel()

    async def _send_more(self) -> None:
        controls, faults = self._table.snapshot.fact(TableControls), self._find().faults
        shown = controls, self._refused, faults, self._language
        if shown != self._sent:
            self._sent = shown
            state = staff_state(controls, self._refused, faults, Language(self._language))
            await self._send({"staff": state})

    def _hear(self, request: RemoteRequest, answer: RequestAnswer) -> None:
        """Show what became of a change of a setting beside the settings."""
        if not isinstance(request, ChangeSetting):
            super()._hear(request, answer)
            return
        is_refused = answer.outcome == "refused"
        self._refused = f"{request.field}={request.value}" if is_refused else ""
        self._sent = None if is_refused else self._sent  # the page waits for this to be said
        self._tell(self._send_again())

    async def _send_again(self) -> None:
        with suppress(WebSocketDisconnect, TimeoutError):
            await self._send_more()

    async def _take_more(self, message: Mapping[str, Any]) -> bool:
        match message:
            case {"report": str(name), "again": bool(again)} if name in SHOWN:
                # a report that this page waits for is not asked for once more
                if name not in self._asking:
                    question = ReportQuestion(name, again)
                    self._asking[name] = asyncio.create_task(self._report(question))
                return True
        return False

    async def _report(self, question: ReportQuestion) -> None:
        try:
            report = await self._reporting.report(question)
            say = Language(self._language)
            found = {"report": question.report, **shown(report, say)}
            await self._send_if_open({"answer": found})
        finally:
            del self._asking[question.report]


def staff_state(
    controls: TableControls, refused: str, faults: Iterable[Message], say: Language
) -> PageState:
    """Return what only the page of the staff shows, in the language of ``say``.

    ``refused`` is the last change of a setting that the page has asked for, as ``field=value``, if
    it was not possible. ``faults`` are what keeps others from the page.
    """
    return {
        "unreachable": " ".join(map(say, (*faults, *controls.out_of_reach))),
        "settings": [_setting(each, say) for each in controls.settings],
        "areSaved": controls.are_saved,
        "refused": refused,
        "words": {name: say(text) for name, text in WORDS.items()},
        "keys": [[name, say(title)] for name, title in controls.keys],
    }


def _setting(setting: SharedSetting, say: Language) -> PageState:
    return {
        "field": setting.field,
        "label": say(setting.label),
        "help": say(setting.help),
        "value": setting.value,
        "choices": [[value, say(name)] for value, name in setting.choices],
    }
