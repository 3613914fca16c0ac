"""The process beside a table: it tells a broker how the table is, and takes its orders.

It follows the table as a web server does, by snapshots on a socket. Whatever the broker does, the
table goes on; whatever was told and got lost is told again at the next connection, because every
state is whole.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

import aiomqtt
from paho.mqtt.subscribeoptions import SubscribeOptions

from firmware_host.base.errors import HostError, reason
from firmware_host.base.timing import local_now, why_not_trusted
from firmware_host.cli.parser import Partner
from firmware_host.features.fleet.connection import (
    ENDED,
    OFFLINE,
    ONLINE,
    Topics,
    connection,
    is_taken_over,
)
from firmware_host.features.fleet.discovery import discovery, discovery_topic
from firmware_host.features.fleet.order_desk import OrderDesk
from firmware_host.features.fleet.remote import TellOrders
from firmware_host.features.fleet.settings import FleetSettings
from firmware_host.remote.requests import RemoteRequest
from firmware_host.setup.paths import FLEET_RUN
from firmware_host.web.mirror import png
from firmware_host.web.open_page import first_of
from firmware_host.web.table_client import TableClient
from firmware_host.web.table_states import (
    State,
    TableWatch,
    metrics_text,
    payload,
    with_fault,
    write_figures,
)
from hardware.untrusted_input import harmless

PACE_SECONDS: Final = 0.5
"""States are told at most so often: nobody reads faster, and a broker has many tables."""

REMIND_SECONDS: Final = 20.0
"""How often a table is asked again for what orders that stand want of it."""

ORDER_SECONDS: Final = 0.2
"""The rest after each order: a flood costs a broker's memory, not the table's time."""

AGAIN_SECONDS: Final = (1.0, 2.0, 5.0, 15.0, 30.0)
"""How long to wait before each new try to connect; the last one repeats."""

TWIN_REST_SECONDS: Final = 30.0
"""How long to wait before a connection is taken back from another table with the same name."""

TWIN_SECONDS: Final = 10 * 60.0
"""Two tables have one name until this time has passed without a word of it."""

SHORT_SECONDS: Final = 60.0
MOST_SHORT: Final = 3
"""A connection that is lost so often in a row within that time was taken by another table."""

TWIN: Final = (
    "another table seems to be called %s at the broker %s: each connection soon ends, as if they"
    " took it from each other; give one of them another name in its settings"
)

log = logging.getLogger(__name__)


class OutdatedError(HostError):
    """The program was updated while the agent ran."""


class Agent:
    """Tells the broker of ``settings`` about the table that ``client`` follows.

    ``desk`` takes the orders, ``program`` is the version that runs. Once it ``is_outdated``, the
    agent ends with an OutdatedError, so that the new version is started. ``partner`` is
    another table with which it speaks, None: with none.
    """

    def __init__(
        self,
        client: TableClient,
        settings: FleetSettings,
        desk: OrderDesk,
        program: str,
        is_outdated: Callable[[], bool] = lambda: False,
        partner: Partner | None = None,
    ) -> None:
        self._is_outdated = is_outdated
        self._client, self._settings, self._desk = client, settings, desk
        self._program, self._partner = program, partner
        self._topics = Topics(settings.table)
        self._has_news = asyncio.Event()
        self._watch = TableWatch(client, program, self._take_news, self._look)
        self._told: RemoteRequest | None = None
        self._wrong_metrics = self._fault = ""
        self._twin_since, self._short_lives = "", 0
        self._connected_at: float | None = None
        self._forgetting: asyncio.TimerHandle | None = None
        self._is_connected = False

    async def run(self) -> None:
        """Follow the table, tell the broker, and take orders until this task is cancelled."""
        async with asyncio.TaskGroup() as group:
            for work in (
                self._client.run,
                self._watch.run,
                self._stay_connected,
                self._keep_reminding,
            ):
                group.create_task(work())
            if self._partner is not None:
                group.create_task(self._partner.run(self._has_news.set))

    async def _keep_reminding(self) -> None:
        while True:
            self._desk.remind()
            if self._is_outdated() and not self._desk.is_busy:
                raise OutdatedError("another version runs now: the agent ends, to be started again")
            await asyncio.sleep(REMIND_SECONDS)

    def _look(self) -> None:
        """Take what the table shows, and tell it what it does not know."""
        self._has_news.set()
        self._tell_table()
        if self._partner is not None:
            self._partner.look()

    def _tell_table(self) -> None:
        """Tell the table once which orders count, and why there is no broker."""
        if not self._client.mirror.is_connected:
            self._told = None
            return
        settings = self._settings
        allowed = ", ".join(sorted(settings.allowed | settings.buttons))
        news = TellOrders(settings.broker.url, allowed, self._fault)
        if news != self._told:
            self._told = news
            self._client.ask(news)

    def _take_news(self) -> None:
        self._has_news.set()
        self._write_metrics()

    def _write_metrics(self) -> None:
        path = self._settings.metrics
        if path is None:
            return
        text = metrics_text(self._settings.table, self._states, is_connected=self._is_connected)
        try:
            write_figures(path, text)
        except OSError as error:
            self._log_metrics(path, reason(error))
        else:
            self._wrong_metrics = ""

    def _log_metrics(self, path: Path, why: str) -> None:
        """Log once ``why`` the figures cannot be written."""
        if why != self._wrong_metrics:
            self._wrong_metrics = why
            log.warning(
                "the figures for Prometheus cannot be written to %s: %s; the service can write in "
                "%s, and a link to a file there can be anywhere",
                *(path, why, FLEET_RUN),
            )

    async def _stay_connected(self) -> None:
        tries = 0
        while True:
            try:
                longest = 0 if self._partner is None else self._partner.longest
                async with connection(self._settings, longest=longest) as broker:
                    tries = 0
                    self._connected_at = asyncio.get_running_loop().time()
                    log.info("connected to the broker %s", self._settings.broker.url)
                    self._be_connected(True)
                    await self._serve(broker)
            except (aiomqtt.MqttError, OSError, ValueError) as error:
                rest = self._rest_after(error, tries)
            else:
                rest = AGAIN_SECONDS[0]
            self._be_connected(False)
            await asyncio.sleep(rest)
            tries += 1

    def _rest_after(self, error: Exception, tries: int) -> float:
        """Say why the connection has ended; return the seconds until the next try."""
        if self._is_pushed_out(error):
            self._notice_twin()
            return TWIN_REST_SECONDS
        url, why = self._settings.broker.url, harmless(why_not_trusted(str(error)))
        self._fault = f"no broker at {url}: {why}"
        if tries == 0:
            log.warning("%s", self._fault)
        return AGAIN_SECONDS[min(tries, len(AGAIN_SECONDS) - 1)]

    def _is_pushed_out(self, error: Exception) -> bool:
        """Return whether ``error`` is what the broker does to the former of two with one name.

        Not every broker says so: many lives that are short, with a broker that is there, are a sign
        too.
        """
        now, born = asyncio.get_running_loop().time(), self._connected_at
        self._connected_at = None
        is_short = born is not None and now - born < SHORT_SECONDS
        self._short_lives = self._short_lives + 1 if is_short else 0
        return is_taken_over(error) or self._short_lives >= MOST_SHORT

    def _notice_twin(self) -> None:
        """Notice that another table at the broker is called as this one, and tell of it once."""
        if self._forgetting is None:
            self._twin_since = f"{local_now():%Y-%m-%d %H:%M}"
            self._fault = TWIN % (self._settings.table, self._settings.broker.url)
            log.warning("%s", self._fault)
        else:
            self._forgetting.cancel()
        self._forgetting = asyncio.get_running_loop().call_later(TWIN_SECONDS, self._forget_twin)
        self._take_news()

    def _forget_twin(self) -> None:
        self._forgetting, self._twin_since = None, ""
        self._take_news()

    def _be_connected(self, is_connected: bool) -> None:
        self._is_connected = is_connected
        if is_connected:
            self._fault = ""
        self._tell_table()
        self._write_metrics()

    async def _serve(self, broker: aiomqtt.Client) -> None:
        """Tell everything, then what is new, and take orders, until the connection is lost."""
        if self._settings.discovery:
            found = payload(discovery(self._settings, self._program))
            await broker.publish(discovery_topic(self._settings), found, qos=1, retain=True)
        options = SubscribeOptions(qos=1, retainHandling=SubscribeOptions.RETAIN_DO_NOT_SEND)
        for topic in self._topics.orders:
            await broker.subscribe(topic, options=options)
        if self._partner is not None:
            for what in (self._partner.topic, "online"):
                await broker.subscribe(Topics(self._partner.table).of(what), qos=1)
        try:
            await first_of(self._tell(broker), self._listen(broker))
        finally:
            with suppress(aiomqtt.MqttError):  # the broker says it for a table that is cut off
                await broker.publish(self._topics.of("online"), OFFLINE, qos=1, retain=True)

    async def _tell(self, broker: aiomqtt.Client) -> None:
        told: dict[str, bytes] = {}
        while True:
            self._has_news.clear()
            for what, said in self._said().items():
                if told.get(what) != said:
                    await broker.publish(self._topics.of(what), said, qos=1, retain=True)
                    told[what] = said
            await asyncio.sleep(PACE_SECONDS)
            await self._has_news.wait()

    def _said(self) -> Mapping[str, bytes]:
        """Return what the broker should have now, by the last part of each topic."""
        panel = self._client.mirror.snapshot.panel
        said = {
            "online": ONLINE if self._client.mirror.is_connected else ENDED,
            **{what: payload(state) for what, state in self._states.items()},
        }
        partner = self._partner
        if partner is not None and (of_partner := partner.said) is not None:
            said[partner.topic] = of_partner
        return said if panel is None else {**said, "picture": png(panel)}

    @property
    def _states(self) -> Mapping[str, State]:
        """What is known of the table, with its place, and the fault that only the broker shows."""
        known, settings = dict(self._watch.states), self._settings
        if "state" in known:
            known["state"] = {**known["state"], "title": settings.title, "area": settings.area}
        if self._twin_since:
            check = f"two tables called {settings.table}"
            known["health"] = with_fault(known.get("health"), check, self._twin_since)
        return known

    async def _listen(self, broker: aiomqtt.Client) -> None:
        own, _ = self._topics.orders
        async for message in broker.messages:
            if self._hear_partner(message):
                continue
            order = bytes(message.payload)
            is_own = message.topic.value == own
            answer = await self._desk.take(order, is_late=bool(message.retain), is_own=is_own)
            await broker.publish(self._topics.of("answer"), payload(answer), qos=1)
            await asyncio.sleep(ORDER_SECONDS)

    def _hear_partner(self, message: aiomqtt.Message) -> bool:
        """Take what another table says; return whether ``message`` is from there."""
        partner = self._partner
        if partner is None:
            return False
        said, topic, topics = bytes(message.payload), message.topic.value, Topics(partner.table)
        if topic == topics.of("online"):
            partner.be_there(is_there=said == ONLINE)
        elif topic == topics.of(partner.topic):
            partner.hear(said)
        else:
            return False
        self._has_news.set()
        return True


def serve(
    client: TableClient,
    settings: FleetSettings,
    folder: Path,
    program: str,
    is_outdated: Callable[[], bool] = lambda: False,
    partner: Partner | None = None,
) -> None:
    """Tell the broker about the table that ``client`` follows, until a signal comes.

    What has to survive a restart is kept in ``folder``. The table speaks with ``partner``, None:
    with none. TableTakenError if another process does so already, OutdatedError once it
    ``is_outdated``.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    desk = OrderDesk(client, settings, folder, time.time, local_now)
    try:
        asyncio.run(Agent(client, settings, desk, program, is_outdated, partner).run())
    except ExceptionGroup as group:  # of the tasks beside each other, one has given up
        raise group.exceptions[0] from None
