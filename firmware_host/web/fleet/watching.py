"""A table as those see it who look after many: its newest states, kept up to date."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Final

from firmware_host.remote.reports import ReportQuestion
from firmware_host.web.fleet.states import (
    State,
    counters_state,
    findings,
    health_state,
    table_state,
)
from firmware_host.web.table_client import TableClient

LOOK_SECONDS: Final = 600.0
"""How often the figures of the day are asked for; the doctor is asked six times as rarely."""

DOCTOR_EVERY: Final = 6


class TableWatch:
    """Watches the table that ``client`` follows, which runs the version ``program``.

    ``states`` has what is known, by the last part of the topic. ``shown`` is called whenever the
    table shows something, ``changed`` when a state is new.
    """

    def __init__(
        self,
        client: TableClient,
        program: str,
        changed: Callable[[], None] = lambda: None,
        shown: Callable[[], None] = lambda: None,
    ) -> None:
        self.states: dict[str, State] = {}
        self._client, self._program = client, program
        self._changed, self._shown = changed, shown
        self._since: Mapping[str, str] = {}

    async def run(self) -> None:
        """Watch until this task is cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._follow())
            group.create_task(self._look())

    async def _follow(self) -> None:
        seen = -1
        while True:
            seen = await self._client.mirror.wait_for_news(seen)
            self._note("state", table_state(self._client.mirror, self._program))
            self._shown()  # the picture may be new, even if the state is not

    async def _look(self) -> None:
        """Ask for the figures of the day, and now and then for the doctor's findings."""
        rounds = 0
        while True:
            while not self._client.mirror.is_connected:
                await self._client.mirror.wait_for_news(self._client.mirror.version)
            report = await self._client.report(ReportQuestion("counters"))
            self._note("counters", counters_state(report))
            if rounds % DOCTOR_EVERY == 0:
                await self._examine()
            rounds += 1
            await asyncio.sleep(LOOK_SECONDS)

    async def _examine(self) -> None:
        report = await self._client.report(ReportQuestion("findings", again=True))
        found = findings(report)
        if report is not None and found is not None:
            self._since = {
                each["check"]: self._since.get(each["check"], report.at) for each in found
            }
        self._note("health", health_state(report, self._since))

    def _note(self, what: str, state: State | None) -> None:
        """Take the newest ``state``; one that is not known leaves the last as it is."""
        if state is not None and self.states.get(what) != state:
            self.states[what] = state
            self._changed()
