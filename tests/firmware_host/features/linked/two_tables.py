"""Two tables that play one game, each with a journal of its own, over a network that fails.

What is done at them is random; the games, the records and the agreement are the real ones.
"""

import random
from collections import Counter
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

import games
from firmware_host.features.linked.acts import (
    NO_SEAL,
    Act,
    ActReader,
    act_of,
    acts_of,
    begin_act,
    local_begin,
    record_of,
    restarted_records,
)
from firmware_host.features.linked.agreement import Agreement, LinkedRecord, LinkMessage
from firmware_host.session.seats import DRAW, FAR, SILENCE, taking_back
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.storage.records import JournalRecord
from games.core import random_action
from tests.firmware_host.features.linked.lying_table import lie

NAMES: Final = ("left", "right")
RARE: Final = 0.02
ON_THE_WAY: Final = 4
"""So many of the last messages of a table may still arrive."""

MOST_STEPS: Final = 8_000


@dataclass(frozen=True)
class Mishaps:
    """How likely it is, at each step, that something goes wrong."""

    restart: float = 0.001
    older_card: float = 0.0005
    take_back: float = 0.03
    ask: float = 0.02
    heard: float = 0.5
    lie: float = 0.01


class PlayedTable:
    """One table: its ``journal``, the ``session`` in it, and what is ``known`` of the other one.

    ``tables`` has the name of the table of each seat, ``players`` who plays there.
    """

    def __init__(self, name: str, tables: tuple[str, ...], reader: ActReader) -> None:
        self.name, self.tables, self.reader = name, tables, reader
        self.players = tuple("person" if table == name else FAR for table in tables)
        self.journal: list[JournalRecord] = []
        self.decisions = self._starts = 0
        self._kept = NO_SEAL
        self.start()

    def start(self) -> None:
        """Start the program with what is in the journal."""
        self._starts += 1
        self.session = Session.resume(self.journal, games) if self.journal else None
        self.acts = acts_of(self.journal, self.tables)
        start = f"{self.name} {self._starts}"
        self.known = Agreement.begin(self.name, start, self._saved, f"{self.name}'s", self._kept)
        self._save()

    @property
    def message(self) -> LinkMessage:
        """What the table tells now."""
        return self.known.message(self.reader.read)

    @property
    def standing(self) -> str:
        """How the tables stand, as this one sees it."""
        return self.known.standing(self.reader.read)

    @property
    def may_act(self) -> bool:
        """Whether the next act is one of people at this table."""
        return self.known.may_act(self.reader.read)

    @property
    def _saved(self) -> LinkedRecord:
        return LinkedRecord(self.acts, self.decisions)

    def hear(self, message: LinkMessage) -> None:
        """Take a message of the other table."""
        self.known = self.known.hear(message, self.reader.read)
        self._kept = self.known.kept

    def catch_up(self, rng: random.Random) -> bool:
        """Let people do a hand step, or the next act of the other table; False if there is none."""
        session = self.session
        if self.known.is_changing:
            self._begin_anew()
        elif session and session.hand_steps.due and session.seats.agreed is None:
            steps = session.hand_steps
            self.record({"act": rng.randint(steps.done + 1, len(steps.steps))})
        elif (act := self.known.next_act or self.known.agreed_act(self.reader.read)) is not None:
            self.record(self._taken_over(act))
        else:
            return False
        return True

    def record(self, record: JournalRecord) -> None:
        """Let something happen here, and keep it."""
        if "begin" in record:
            self.session = Session.begin(record, games)
            self.acts = (begin_act(record, self.tables),)
        else:
            assert self.session is not None, "expected a game"
            self.session.apply(record)
            act = act_of(record)
            self.acts += () if act is None else (act,)
        self.journal.append(record)
        self._save()

    def _taken_over(self, act: Act) -> JournalRecord:
        return record_of(act) if self.acts else local_begin(act, self.players)

    def _begin_anew(self) -> None:
        record = self.known.record
        standing = () if self.session is None else self.session.standing()
        begin = local_begin(record.acts[0], self.players)
        self.journal = list(restarted_records(record.acts, begin, standing, games))
        self.session = Session.resume(self.journal, games)
        self.acts, self.decisions = acts_of(self.journal, self.tables), record.decisions
        self._save()

    def _save(self) -> None:
        talk = SILENCE if self.session is None else self.session.talk
        self.known = self.known.save(self._saved, talk=talk)


class LinkedPlay:
    """A random game of ``setup`` between two tables, which both may begin.

    ``counts`` are what happened: acts, messages that arrived, restarts, older cards, decisions.
    The right table lies now and then. ``done`` are the acts that people have done, each with all
    before it; ``given_up`` are those that people gave up, those of a game that was over when
    another one began, and those that neither table knows after one got an older card.
    """

    def __init__(self, setup: Setup, seed: int, mishaps: Mishaps) -> None:
        self._rng, self._mishaps, self._setup = random.Random(seed), mishaps, setup
        seats = len(games.load(setup.game, **setup.options).seats)
        self._owners = tuple(NAMES[seat % 2] for seat in range(seats))
        reader = ActReader(games)
        self.tables = tuple(PlayedTable(name, self._owners, reader) for name in NAMES)
        self.counts: Counter[str] = Counter()
        self.done: set[tuple[int, Act]] = set()
        self.given_up: set[tuple[int, Act]] = set()
        self._allowed: set[tuple[int, Act]] = set()
        self._sent: dict[str, list[LinkMessage]] = {name: [] for name in NAMES}

    def play(self, steps: int = MOST_STEPS) -> None:
        """Play until the game is over at both tables, at most so many ``steps``.

        Then let everything arrive.
        """
        for _ in range(steps):
            side = self._rng.randrange(2)
            self._step(self.tables[side], self.tables[1 - side])
            if self.is_over:
                break
        while self._deliver_everything():
            pass

    @property
    def is_over(self) -> bool:
        """Whether the game has ended at both tables."""
        return all(table.session and table.session.is_over for table in self.tables)

    @property
    def disagree(self) -> bool:
        """Whether the tables have different acts."""
        return self.tables[0].acts != self.tables[1].acts

    @property
    def is_agreed(self) -> bool:
        """Whether both tables say that they agree."""
        return all(table.standing == "agreed" for table in self.tables)

    @property
    def lost(self) -> set[tuple[int, Act]]:
        """The acts that people did and that one of the tables does not have."""
        kept = [set(enumerate(table.acts)) for table in self.tables]
        return self.done - self.given_up - (kept[0] & kept[1])

    @property
    def done_by_lies(self) -> set[tuple[int, Act]]:
        """The acts of the left table, or of both, that people there have not done or allowed."""
        left = self.tables[0]
        doers = left.reader.read(left.acts).doers
        acts = {act for act in enumerate(left.acts) if doers[act[0]] != NAMES[1]}
        return {act for act in acts if act[0] > 0} - self.done - self._allowed

    def _step(self, table: PlayedTable, other: PlayedTable) -> None:
        chance, mishaps = self._rng.random, self._mishaps
        self._tell(table)
        if chance() < mishaps.restart:
            self._count("restarts")
            self._start(table, other)
        elif chance() < mishaps.older_card:
            self._replace_card(table, other)
        elif chance() < mishaps.heard:
            self._count("messages")
            message = self._rng.choice(self._sent[other.name] or [other.message])
            is_lie = table is self.tables[0] and chance() < mishaps.lie
            self.counts["lies"] += is_lie
            self._hear(table, lie(message, table.reader, self._rng) if is_lie else message)
        elif table.standing == "choose":
            self._choose(table)
        elif table.catch_up(self._rng) or self._talks(table):
            return
        elif table.may_act:
            self._act(table)

    def _hear(self, table: PlayedTable, message: LinkMessage) -> None:
        before = table.known
        table.hear(message)
        begins_anew = table.known.is_changing and not before.is_changing
        if begins_anew and table.reader.read(before.record.acts).is_over:
            self.given_up |= set(enumerate(before.record.acts))

    def _tell(self, table: PlayedTable) -> None:
        sent, message = self._sent[table.name], table.message
        if message not in sent[-1:]:
            sent.append(message)
            del sent[:-ON_THE_WAY]

    def _talks(self, table: PlayedTable) -> bool:
        """Let people answer the other table, or ask it; return whether they do."""
        session = table.session
        if session is None or table.standing != "agreed":
            return False
        asked, size = table.known.asked(table.reader.read), session.size_to_ask_for()
        if asked:
            table.record({self._rng.choice(("agrees", "refuses")): asked})
            self._allowed.add((len(table.acts), table.known.talk.agrees))
            self._count("answers")
        elif size and not session.talk.asks and self._rng.random() < self._mishaps.ask:
            # a draw ends the game, so it is rare
            wish = DRAW if self._rng.random() < RARE else taking_back(size)
            table.record({"asks": wish})
            self._allowed.add((len(table.acts), wish))
        else:
            return False
        return True

    def _act(self, table: PlayedTable) -> None:
        session = table.session
        if session is None:
            first = self._rng.randrange(len(self._owners))
            table.record(self._setup_of(table, first).record())
        elif not session.is_over:
            table.record(self._action(session))
        else:
            return
        self._count("acts")
        self.done.add((len(table.acts) - 1, table.acts[-1]))

    def _setup_of(self, table: PlayedTable, first: int) -> Setup:
        link = f"{self._rng.getrandbits(64):x}"
        return replace(self._setup, first=first, players=table.players, link=link)

    def _action(self, session: Session) -> JournalRecord:
        is_own = bool(session.actions) and session.states[-2].turn == session.state.turn
        if is_own and self._rng.random() < self._mishaps.take_back:
            return {"undo": 1}
        return {"do": str(random_action(session.state, self._rng))}

    def _choose(self, table: PlayedTable) -> None:
        self._count("decisions")
        if self._rng.random() < 0.5:
            table.known = table.known.insist()
            return
        before = set(enumerate(table.known.record.acts))
        table.known = table.known.take_theirs()
        self._allowed |= {*enumerate(table.known.record.acts)}
        self.given_up |= before - set(enumerate(table.known.record.acts))

    def _replace_card(self, table: PlayedTable, other: PlayedTable) -> None:
        if len(table.journal) < 2:
            return
        self._count("older cards")
        del table.journal[self._rng.randrange(1, len(table.journal)) :]
        self._start(table, other)

    def _start(self, table: PlayedTable, other: PlayedTable) -> None:
        """Start ``table`` anew: only its journal and what the ``other`` knows are left."""
        before = {*enumerate(table.acts), *enumerate(table.known.record.acts)}
        table.start()
        kept = {*enumerate(table.acts), *enumerate(other.known.record.acts)}
        self.given_up |= before - kept

    def _deliver_everything(self) -> bool:
        """Let each table hear the newest message of the other, and do what is due."""
        before = [table.message for table in self.tables]
        for table, other in (self.tables, self.tables[::-1]):
            self._hear(table, other.message)
            while table.catch_up(self._rng):
                pass
        return [table.message for table in self.tables] != before

    def _count(self, what: str) -> None:
        self.counts[what] += 1
