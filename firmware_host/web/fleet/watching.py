"""A table as those see it who look after many: its newest states, kept up to date."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Final

from firmware_host.base.timing import local_day
from firmware_host.remote.reports import Report, ReportQuestion
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
DAY_SECONDS: Final = 20.0
"""How often the date is looked at: figures of today begin anew at midnight."""


class TableWatch:
    """Watches the table that ``client`` follows, which runs the version ``program``.

    ``states`` has what is known, by the last part of the topic. ``shown`` is called whenever the
    table shows something, ``changed`` when a state is new. ``today`` returns the date as ISO 8601
    writes it.
    """

    def __init__(
        self,
        client: TableClient,
        program: str,
        changed: Callable[[], None] = lambda: None,
        shown: Callable[[], None] = lambda: None,
        today: Callable[[], str] = local_day,
    ) -> None:
        self.states: dict[str, State] = {}
        self._client, self._program = client, program
        self._changed, self._shown = changed, shown
        self._since: Mapping[str, str] = {}
        self._today = today
        self._counted: Report | None = None

    async def run(self) -> None:
        """Watch until this task is cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._follow())
            group.create_task(self._look())
            group.create_task(self._keep_today())

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
            await self.ask_for_counters()
            if rounds % DOCTOR_EVERY == 0:
                await self.examine()
            rounds += 1
            await asyncio.sleep(LOOK_SECONDS)

    async def _keep_today(self) -> None:
        while True:
            await asyncio.sleep(DAY_SECONDS)
            self.count()

    async def ask_for_counters(self) -> None:
        """Ask for the figures of the days."""
        self._counted = await self._client.report(ReportQuestion("counters")) or self._counted
        self.count()

    def count(self) -> None:
        """Take the figures that were told last, as those of the day that it is now."""
        self._note("counters", counters_state(self._counted, self._today()))

    async def examine(self) -> None:
        """Ask for what the doctor finds."""
        report = await self._client.report(ReportQuestion("findings", again=True))
        found = findings(report)
        if report is not None and found is not None:
            self._since = {
                # a later time is of a clock that was ahead
                each["check"]: min(self._since.get(each["check"], report.at), report.at)
                for each in found
            }
        self._note("health", health_state(report, self._since))

    def _note(self, what: str, state: State | None) -> None:
        """Take the newest ``state``; one that is not known leaves the last as it is."""
        if state is not None and self.states.get(what) != state:
            self.states[what] = state
            self._changed()
