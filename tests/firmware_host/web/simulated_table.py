"""A simulated table as the agent of a fleet sees it, without a socket: time at it is virtual."""

import asyncio
from collections.abc import Mapping

from msgspec.structs import replace

import games
from firmware_host.remote.requests import (
    EndTable,
    Fulfilled,
    Outcome,
    RemoteRequest,
    Report,
    ReportQuestion,
    RequestAnswer,
)
from firmware_host.simulator.hands import Hands
from firmware_host.web.mirror import TableMirror
from firmware_host.web.table_client import Tell

COUNTERS = """\
day,begun,finished,abandoned,median_minutes,restarts,lost_power
2026-11-21,3,2,1,12.5,1,0
2026-11-22,1,0,0,,2,1
"""
FINDINGS = """{"checks": [
    {"check": "display", "state": "ok", "found": "SSD1306", "advice": ""},
    {"check": "power", "state": "failed", "found": "too low", "advice": "Use a better supply."}
]}"""
TODAY = "2026-11-22"
AT = f"{TODAY} 12:00"


class SimulatedTable:
    """The table of ``hands``; ``asked`` are the requests that came to it, ``at`` its time."""

    def __init__(self, hands: Hands, reports: Mapping[str, str] | None = None) -> None:
        self.mirror = TableMirror(games)
        self.asked: list[RemoteRequest] = []
        self.at = AT
        self._hands, self._number = hands, 0
        self._reports = {"counters": COUNTERS, "findings": FINDINGS} if reports is None else reports
        self._seen = hands.world.app.observers.subscribe()
        self.look()

    def look(self) -> None:
        """Show what the table shows now."""
        self._number += 1
        for update in self._seen.take()[-1:]:
            self.mirror.show(replace(update.shown, number=self._number))

    def ask(self, request: RemoteRequest, *, tell: Tell | None = None) -> None:
        self.asked.append(request)

        def answer(outcome: Outcome) -> None:
            if tell is not None:
                tell(RequestAnswer.to(request.ticket, outcome))

        if isinstance(request, EndTable):
            answer(Fulfilled())
            self.mirror.disconnect()
            asyncio.get_running_loop().call_soon(self.mirror.show, self.mirror.snapshot)
            return
        self._hands.world.app.requests.put(request, answer)
        self._hands.world.run_for(0.01)
        self.look()

    async def report(self, question: ReportQuestion) -> Report | None:
        return Report(question.report, self._reports[question.report], self.at)

    async def run(self) -> None:
        await asyncio.Event().wait()
