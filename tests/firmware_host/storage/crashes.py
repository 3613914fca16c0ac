"""Record games on a simulated disk, and check before every call what a power cut would leave."""

import errno
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import games
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.storage.journal import Journal
from firmware_host.storage.records import JournalRecord
from firmware_host.storage.retention import Retention
from tests.firmware_host.recorded import following
from tests.firmware_host.storage.disk import SHORT, Disk, Image, LateSync, PowerCut
from tests.firmware_host.storage.journal_sample import journal_on, reopened

GAMES = ("thaayam", "squadro", "tshupu")
FAILING = ("open_new", "write", "sync", "rename", "sync_folder", "remove")
FAULTS = dict.fromkeys(FAILING, (errno.EIO, errno.ENOSPC)) | {"write": (errno.EIO, SHORT)}
FAULT, STOP_IN_A_CALL, STOP, NEW_GAME, UNDO = 0.02, 0.01, 0.05, 0.05, 0.05
LOOKS = 10
STEPS = 60
RESERVE = 2000
RETENTION = Retention(sessions=3, size=20_000, at_least=1)


@dataclass
class Written:
    """A session that was written to the journal, and how many records were acknowledged."""

    records: list[JournalRecord]
    acknowledged: int = 0

    def admits(self, found: Sequence[JournalRecord]) -> bool:
        """Return whether ``found`` has all acknowledged records and no invented ones."""
        is_beginning = list(found) == self.records[: len(found)]
        return is_beginning and len(found) >= max(self.acknowledged, 1)


@dataclass
class Tally:
    """What the trials did, and the disks from which records were ``lost`` or invented."""

    states: int = 0
    acknowledged: int = 0
    faults: int = 0
    cuts: int = 0
    kills: int = 0
    continued: int = 0
    lost: list[Image] = field(default_factory=list)


class Trial:
    """A table on a card that fails and loses power at random, by ``seed``.

    The card syncs what is appended while the table draws. Then, and before every call, ``LOOKS``
    of the states that a power cut may leave are opened. The game is continued from every
    ``every``-th of them.
    """

    def __init__(
        self, seed: int, tally: Tally, every: int = 100, make: Callable[..., Disk] = Disk
    ) -> None:
        self.rng = random.Random(seed)
        self.tally = tally
        self._every, self._make = every, make
        self._seen: set[int] = set()
        self._written: list[Written] = []
        self._disk = self._disk_with({})
        self._journal: Journal | None = None
        self._session: Session | None = None

    def run(self) -> None:
        """Do ``STEPS`` random things; as soon as something is lost, that is enough."""
        for _ in range(STEPS):
            if self.tally.lost:
                return
            try:
                self._step(self.rng.random())
            except PowerCut:
                self._journal = None

    def _step(self, chance: float) -> None:
        if self._journal is None:
            self._start_again(is_cut=self.rng.random() < 0.5)
        elif chance < STOP:
            self._journal = None
        elif self._session is None or self._session.is_over or chance > 1 - NEW_GAME:
            self._begin(self._journal)
        else:
            self._go_on(self._journal, self._session)

    def _disk_with(self, image: Image) -> Disk:
        room = self.rng.choice((1 << 30, 12_000, 24_000))
        return self._make(image, room=room, watch=self._look)

    def _start_again(self, *, is_cut: bool) -> None:
        """Open what a power cut or a killed program leaves."""
        if is_cut:
            self._disk = self._disk_with(self._disk.image(self.rng))
        journal = journal_on(
            self._disk, retention=RETENTION, reserve=RESERVE, date="2026-03-09", sync=LateSync()
        )
        found = journal.open()
        self._check(found, self._disk.saved)
        is_safe = is_cut or journal.trouble is None
        last = Written(list(found), len(found) if is_safe else 0)
        self._written = [last] if is_safe else [*self._written, last]
        self._session = Session.resume(found, games) if found else None
        self._journal = journal
        self.tally.cuts += is_cut
        self.tally.kills += not is_cut

    def _begin(self, journal: Journal) -> None:
        setup = Setup(self.rng.choice(GAMES))
        self._session = Session.begin(setup.record(), games)
        self._written.append(Written([setup.record()]))
        journal.begin(setup.record())
        self._acknowledge(journal)

    def _go_on(self, journal: Journal, session: Session) -> None:
        record = following(session, self.rng, UNDO)
        session.apply(record)
        self._written[-1].records.append(record)
        journal.append(record)
        self._look("draw")
        self.join(journal)
        self._acknowledge(journal)

    def join(self, journal: Journal) -> None:
        """Wait for the card, as the table does before it shows anything."""
        journal.join()

    def _acknowledge(self, journal: Journal) -> None:
        if journal.trouble is None:
            written = self._written[-1]
            written.acknowledged = len(written.records)
            self._written = [written]
            self.tally.acknowledged += 1

    def _look(self, call: str) -> None:
        """Open what a cut before this ``call`` may leave, then let the call fail or not."""
        for _ in range(LOOKS):
            image = self._disk.image(self.rng)
            acknowledged = sum(each.acknowledged for each in self._written)
            key = hash((*sorted(image.items()), acknowledged))
            if key not in self._seen:
                self._seen.add(key)
                self._try(image)
        if self.rng.random() < STOP_IN_A_CALL:
            raise PowerCut
        if call in FAULTS and self.rng.random() < FAULT:
            self.tally.faults += 1
            self._disk.faults[self._disk.calls] = self.rng.choice(FAULTS[call])

    def _try(self, image: Image) -> None:
        self.tally.states += 1
        found = reopened(image)
        self._check(found, image)
        if found and self.tally.states % self._every == 0:
            play_on(image, found, self.rng)
            self.tally.continued += 1

    def _check(self, found: Sequence[JournalRecord], image: Image) -> None:
        is_new = all(each.acknowledged == 0 for each in self._written)
        if not any(each.admits(found) for each in self._written) and (found or not is_new):
            self.tally.lost.append(image)


def play_on(image: Image, found: Sequence[JournalRecord], rng: random.Random) -> None:
    """Continue the session ``found`` for ten records; all must be on the card at the end."""
    disk = Disk(image)
    journal = journal_on(disk)
    assert journal.open() == tuple(found)
    session, records = Session.resume(found, games), list(found)
    while len(records) < len(found) + 10 and not session.is_over:
        records.append(following(session, rng, UNDO))
        session.apply(records[-1])
        journal.append(records[-1])
    assert journal.trouble is None
    again = Session.resume(reopened(disk.saved), games)
    assert (again.state, again.hand_steps) == (session.state, session.hand_steps)
    assert reopened(disk.saved) == tuple(records)
