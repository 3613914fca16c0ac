"""A simulated table that is updated: a card with two links, a service, and a clock of its own."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import count

from firmware_host.setup.paths import CURRENT, RECORD, RELEASES, STATE, TRUSTED, UPDATES
from firmware_host.setup.update.disk import UpdateDisk
from firmware_host.setup.update.intake import WantedUpdate
from firmware_host.setup.update.record import LONGEST, UpdateError, UpdateRecord
from firmware_host.setup.update.releases import ServiceState
from firmware_host.setup.update.updater import Updater, UpdateSite
from firmware_host.storage.state_folder import Migration, bring_back, bring_forward, format_of
from tests.firmware_host.setup.update.card import Card
from tests.firmware_host.setup.update.packages import release

OLD, NEW = "0.1.1", "0.2.0"
RESTART = 2.0
GAMES = {"000001.journal": b"begun and won\n" * 40, "counters": b"1 2 3\n", "preferences": b"ru"}
SITE = UpdateSite(OLD, "arm64", "bookworm", 1, 1 << 30)


@dataclass(frozen=True)
class Behaviour:
    """What a version does after its start, in seconds: None never.

    It draws its first picture, reports a failure, and ends in some way, after which systemd starts
    it again if it ``is_restarted``.
    """

    draws: float | None = 5.0
    reports: float | None = None
    ends: float | None = None
    how: str = "exit-code"
    is_restarted: bool = True
    formats: int = 1


BEHAVIOURS: Mapping[str, Behaviour] = {
    "good": Behaviour(),
    "slow": Behaviour(draws=55),
    "not executable": Behaviour(None, ends=0.1, how="exit-code 203"),
    "a module is missing": Behaviour(None, ends=1.5),
    "wrong usage of the unit": Behaviour(None, ends=1.5, how="exit-code 2", is_restarted=False),
    "wrong wiring": Behaviour(None, ends=2.5, how="exit-code 2", is_restarted=False),
    "killed at its start": Behaviour(None, ends=0.5, how="signal"),
    "hangs before its first picture": Behaviour(None),
    "hangs, and the watchdog ends it": Behaviour(None, ends=31, how="watchdog"),
    "draws on no display": Behaviour(None),
    "draws after two minutes": Behaviour(draws=120),
    "ends at once, without an error": Behaviour(None, ends=1, how="", is_restarted=False),
    "its loop fails": Behaviour(None, reports=4),
    "fails after its first picture": Behaviour(reports=20),
    "crashes after a minute": Behaviour(ends=70),
    "is killed for its memory after nine minutes": Behaviour(ends=540, how="oom-kill"),
    "is ended by the watchdog after two minutes": Behaviour(ends=120, how="watchdog"),
    "migrates": Behaviour(formats=2),
    "migrates, then crashes": Behaviour(formats=2, ends=15),
    "draws a second too late": Behaviour(draws=61),
    "crashes with its first picture": Behaviour(ends=5),
    "its loop fails after nine minutes": Behaviour(reports=560),
    "migrates, then its loop fails": Behaviour(formats=2, reports=30),
}


def to_two(files: Mapping[str, bytes]) -> Mapping[str, bytes]:
    """Migrate the games to format 2: other bytes, another name, one file less."""
    moved = {name.replace("journal", "games"): data[::-1] for name, data in files.items()}
    return {name: data for name, data in moved.items() if name != "counters"}


MIGRATIONS: Mapping[int, Migration] = {1: to_two}


def new_card(room: int = 1 << 40) -> Card:
    """Return a card on which the old version runs, with games."""
    card = Card(room=room)
    furnish(card)
    return card


def furnish(card: UpdateDisk) -> None:
    """Put the old version, which runs, and games on an empty ``card``."""
    for folder in ("/opt", "/opt/tableside", RELEASES, UPDATES, "/var", "/var/lib", STATE):
        card.make_folder(folder)
    add_release(card, OLD)
    for link in (CURRENT, TRUSTED):
        card.make_link(link, f"releases/{OLD}")
    for name, data in GAMES.items():
        card.write(f"{STATE}/{name}", data, 0o600)
    card.sync()


def add_release(card: UpdateDisk, version: str, behaviour: str = "good") -> None:
    card.make_folder(f"{RELEASES}/{version}")
    for path, content in release(behaviour).items():
        place = f"{RELEASES}/{version}/{path}"
        if content is None:
            card.make_folder(place)
        elif isinstance(content, str):
            card.make_link(place, content)
        else:
            card.write(place, content, 0o755)


@dataclass
class SimulatedMachine:
    """An ``UpdateMachine`` around ``card``, whose service behaves as the version says that runs.

    ``shown`` is when which version drew its first picture, ``failed`` when one failed.
    """

    card: Card
    site_now: UpdateSite = SITE
    key_text: str | None = None
    now: float = 1000.0
    shown: list[tuple[float, str]] = field(default_factory=list)
    failed: list[float] = field(default_factory=list)
    stopped_at: float | None = None
    _runs: int = 0
    _run: str = "first"
    _since: float = 0.0
    _version: str = OLD
    _answer: str = ""

    def site(self) -> UpdateSite:
        return self.site_now

    def key(self) -> str | None:
        return self.key_text

    def compile(self, folder: str, later: str) -> None:
        assert self.card.is_folder(folder)

    def clock(self) -> float:
        return self.now

    def answer(self) -> str:
        return self._answer

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self._live()

    def run_for(self, seconds: float) -> None:
        """Let the machine run on."""
        for _ in range(int(seconds * 2)):
            self.wait(0.5)

    def restart(self) -> None:
        self._start(self.now)
        self._live()

    def service(self) -> ServiceState:
        behaviour, age = self._behaviour, self.now - self._since
        if self.stopped_at is not None and self.now >= self.stopped_at:
            return ServiceState(self._run, is_over=True)
        if behaviour.ends is not None and age >= behaviour.ends:
            is_well = not behaviour.how
            return ServiceState(self._run, behaviour.how, is_over=is_well)
        return ServiceState(self._run)

    @property
    def _behaviour(self) -> Behaviour:
        text = self.card.read(f"{RELEASES}/{self._version}/bin/tableside", 999)
        assert text is not None, f"{self._version} has no program"
        return BEHAVIOURS[text.decode()]

    def _start(self, now: float) -> None:
        self._runs += 1
        self._run, self._since = f"run {self._runs}", now
        self._version = (self.card.target(CURRENT) or "").rpartition("/")[2]
        start_program(self.card, self._version, self._behaviour.formats)

    def _live(self) -> None:
        behaviour, age = self._behaviour, self.now - self._since
        record = UpdateRecord.read(self.card.read(RECORD, LONGEST))
        about = record.id if record and record.to == self._version else "-"
        if behaviour.draws is not None and age >= behaviour.draws:
            if (self._run, self._version) not in self._seen:
                self._seen.add((self._run, self._version))
                self.shown.append((self._since + behaviour.draws, self._version))
            if not self._answer.startswith(f"{about} failed"):
                self._answer = f"{about} started"
        if behaviour.reports is not None and age >= behaviour.reports:
            self._answer = f"{about} failed ValueError: no such screen"
            self.failed.append(self._since + behaviour.reports)
        if behaviour.ends is not None and age >= behaviour.ends:
            self.failed.append(self._since + behaviour.ends)
            if behaviour.is_restarted and age >= behaviour.ends + RESTART:
                self._start(self.now)

    _seen: set[tuple[str, str]] = field(default_factory=set)


def start_program(card: UpdateDisk, version: str, formats: int) -> None:
    """Do with the games what a version of the program does at its start."""
    record = UpdateRecord.read(card.read(RECORD, LONGEST))
    comes_back = record is not None and record.before == version and record.state != "done"
    if comes_back and format_of(card, STATE) > formats:
        bring_back(card, STATE, formats)
    bring_forward(card, STATE, formats, MIGRATIONS)


def games_are_intact(card: Card) -> bool:
    """Return whether the games are what they were, in the format that the folder names."""
    there = {
        name: card.read(f"{STATE}/{name}", 1 << 20)
        for name in card.names(STATE)
        if not card.is_folder(f"{STATE}/{name}") and name != "format" and not name.endswith(".new")
    }
    return there == (GAMES if format_of(card, STATE) == 1 else to_two(GAMES))


def ids() -> Callable[[], str]:
    numbers = count(1)
    return lambda: f"id{next(numbers)}"


def no_order(payload: bytes) -> WantedUpdate:
    """Read no orders: this table is in no fleet."""
    raise UpdateError("order", f"expected no order, got {payload!r}")


def updater(machine: SimulatedMachine) -> Updater:
    return Updater(machine.card, machine, ids())
