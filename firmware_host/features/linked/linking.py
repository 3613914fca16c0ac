"""Links a table with another one: what is done here is told there, and the other way round.

The agent beside each table does it. It reads the acts of the game off the journal of its table,
tells them with all that came before, and lets the table carry out what the other one has done.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal

from msgspec.structs import astuple, replace

import games
from firmware_host import __version__
from firmware_host.base.errors import reason
from firmware_host.base.timing import local_now
from firmware_host.base.values import (
    Annotated,
    Meta,
    Struct,
    ValuesError,
    field,
    from_json,
    to_json,
)
from firmware_host.features.linked.acts import (
    LONGEST_GAME,
    Act,
    ActReader,
    FarAct,
    FollowLink,
    JoinGame,
    LinkHere,
    Seal,
    acts_of,
    bounded,
    linked_part,
    local_begin,
    record_of,
    tables_of,
)
from firmware_host.features.linked.agreement import Agreement, LinkedRecord, LinkMessage
from firmware_host.remote.requests import RemoteRequest
from firmware_host.session.seats import FAR, SILENCE, Talk
from firmware_host.session.setup import POSITION
from firmware_host.storage.filesystem import OS_STORAGE, replace_file
from firmware_host.storage.records import ENCODER, JournalRecord
from firmware_host.web.mirror import TableMirror
from firmware_host.web.table_client import TableClient
from games.core import Catalogue
from hardware.untrusted_input import harmless, read_untrusted

KEPT: Final = "link"
"""The file with what has to survive a restart: :class:`KeptLink`."""

ACTS_AT_ONCE: Final = 10
"""So many acts of the other table are read before anything else has its turn: 3 ms of a computer,
some 30 of a small Pi."""

LINK_SECONDS: Final = 2.0
"""How often a table is asked again to do what the other one has done."""

READ_SECONDS: Final = 0.03
"""The rest after some acts of the other table, and after each of its messages."""

KEY_BYTES: Final = 16

LONGEST_KEPT: Final = 256 * 1024
"""Bytes of that file at most."""

LONGEST_PAYLOAD: Final = 160 * 1024
"""More bytes than this are no game: the longest that is read needs 120,000."""

LONGEST_WORDS: Final = 200
"""Letters of an error about what the other table says."""

MOST_DECISIONS: Final = 10**15
"""A table that lies climbs there in a hundred years: each message counts for
:data:`~firmware_host.features.linked.agreement.MOST_AHEAD` at most."""

Records = tuple[JournalRecord, ...]

log = logging.getLogger(__name__)


class LinkedNames(Struct, frozen=True):
    """The names of this table and of the ``other`` one."""

    own: str
    other: str


class OtherVersionError(ValueError):
    """The other table speaks another version, or something else."""


Word = Annotated[str, Meta(max_length=100)]
"""A name, a digest, a seal, or an act that is asked for."""


class LinkPayload(Struct, frozen=True):
    """What linked tables tell each other as JSON: the whole record each time, with a ``program``.

    A table of release 0.2.0 tells of no seals.
    """

    version: Literal[1]
    program: str
    start: Word
    heard: Word
    decisions: Annotated[int, Meta(ge=0, le=MOST_DECISIONS)]
    acts: Annotated[tuple[str, ...], Meta(max_length=LONGEST_GAME)]
    position: Word
    has_left: bool
    asks: Word
    agrees: Word
    refuses: Word
    seal: Word = ""
    returned: Word = ""
    sealed: Annotated[int, Meta(ge=0, le=LONGEST_GAME)] = 0
    disowns: Word = ""


def link_payload(message: LinkMessage, program: str) -> bytes:
    """Return ``message`` of a table that runs this version of the ``program``."""
    record, talk, returned = message.record, message.talk, message.returned
    return to_json(
        LinkPayload(
            1,
            program,
            message.start,
            message.heard,
            min(record.decisions, MOST_DECISIONS),
            record.acts,
            message.position,
            message.has_left,
            talk.asks,
            talk.agrees,
            talk.refuses,
            message.seal,
            returned.text,
            returned.count,
            message.disowns,
        )
    )


def read_link_payload(said: bytes) -> LinkMessage:
    """Return the message that :func:`link_payload` wrote; OtherVersionError for anything else."""
    try:
        found = from_json(said, LinkPayload, LONGEST_PAYLOAD)
    except ValuesError as error:
        raise OtherVersionError(harmless(str(error), LONGEST_WORDS)) from None
    return LinkMessage(
        found.start,
        found.heard,
        LinkedRecord(found.acts, found.decisions),
        found.position,
        found.has_left,
        Talk(found.asks, found.agrees, found.refuses),
        found.seal,
        Seal(found.sealed, found.returned),
        found.disowns,
    )


class KeptLink(Struct, frozen=True):
    """What a table remembers of its link: what began the game, and the ``decisions`` before it.

    ``key`` is the secret of its own seals, ``seal`` the latest of the other table to this game, to
    the first ``sealed`` acts. The file of release 0.2.0 has no key.
    """

    begin: str | None = None
    decisions: int = 0
    key: str = field(default_factory=lambda: secrets.token_hex(KEY_BYTES))
    sealed: int = 0
    seal: str = ""


class Linking:
    """The link of the table that ``mirror`` shows with another one, both called as in ``names``.

    ``start`` names this start of the agent, ``program`` is the version that runs. What has to
    survive a restart is kept in ``folder``. ``time_of_day`` returns it as people read it.
    """

    def __init__(
        self,
        mirror: TableMirror,
        names: LinkedNames,
        catalogue: Catalogue,
        start: str,
        folder: Path,
        program: str,
        time_of_day: Callable[[], str],
    ) -> None:
        self._mirror, self.names, self._catalogue = mirror, names, catalogue
        self._folder, self._program, self._time_of_day = folder, program, time_of_day
        self.reader = ActReader(catalogue)
        self._kept = self._read_kept()
        self._known = Agreement.begin(names.own, start, LinkedRecord(), self._kept.key)
        self._waiting: bytes | None = None
        self._message: LinkMessage | None = None
        self._has_looked = False
        self._is_understood = self._is_kept = True
        self._since = time_of_day()

    @property
    def said(self) -> bytes | None:
        """What to tell the other table now; None before this one was seen."""
        if not self._has_looked:
            return None
        return link_payload(self._known.message(self.reader.read), self._program)

    def look(self) -> None:
        """Take over what the table shows now."""
        if not self._mirror.is_connected:
            return
        records = self._mirror.snapshot.records
        tables = tables_of(records, self.names.own, self.names.other, self._catalogue)
        if tables:
            self._follow(records, tables)
        elif self._known.saved.acts and not _is_exercise(records):
            self._known = self._known.save(self._known.saved, has_left=True)
        self._has_looked = True

    def hear(self, said: bytes) -> None:
        """Take what the other table says: :meth:`read_on` reads it, unless newer words come."""
        self._waiting = said

    @property
    def is_reading(self) -> bool:
        """Whether what was heard is read only in part."""
        return self._message is not None

    def read_on(self) -> bool:
        """Read a few acts of what was heard; return whether there is more to read."""
        if not self._has_looked:
            return False
        if self._message is None and self._waiting is not None:
            self._message, self._waiting = self._understood(self._waiting), None
        message = self._message
        if message is not None:
            if self.reader.read_on(message.record.acts, ACTS_AT_ONCE):
                return True
            self._known = self._known.hear(message, self.reader.read)
            self._message = None
        return self._waiting is not None

    def _understood(self, said: bytes) -> LinkMessage | None:
        try:
            message = read_link_payload(said)
        except OtherVersionError as error:
            if self._is_understood:  # said once: a broker must not fill the log
                log.warning("the table %s cannot be understood: %s", self.names.other, error)
            message = None
        self._is_understood = message is not None
        return message

    def be_there(self, is_there: bool) -> None:
        """Note whether the other table can be reached."""
        self._since = "" if is_there else self._since or self._time_of_day()

    @property
    def request(self) -> RemoteRequest | None:
        """What the table is to do next for the other one; None if nothing."""
        if not (self._has_looked and self._mirror.is_connected and self._is_understood):
            return None
        if self._known.is_changing and not self._known.has_left:
            return self._game(replaces=True)
        act = self._known.next_act or self._known.agreed_act(self.reader.read)
        if self._known.is_changing or (act and not self._known.saved.acts):
            return self._game(replaces=False) if self._known.is_invited(self.reader.read) else None
        if act is None:
            return None
        return FarAct(act, len(self._mirror.snapshot.records))

    @property
    def following(self) -> FollowLink:
        """How both tables stand, for this one."""
        known = self._known
        other = LinkedRecord() if known.other is None else known.other.record
        standing = known.standing(self.reader.read) if self._is_understood else "versions differ"
        counts = len(known.record.acts), len(other.acts)
        asked, has_refused = known.asked(self.reader.read), known.is_refused
        here = LinkHere(standing, known.record.decisions, *counts, self._since, asked, has_refused)
        return FollowLink(here)

    def _follow(self, records: Records, tables: tuple[str, ...]) -> None:
        """Take over the linked game of ``records``, and what people have chosen in it."""
        part = linked_part(records, tables, self.names.own)
        all_acts = acts_of(part, tables)
        acts = bounded(all_acts)
        if not self._has_looked and acts[0] == self._kept.begin:
            self._known = replace(self._known, kept=Seal(self._kept.sealed, self._kept.seal))
        self._keep(acts[0], self._decisions_before(acts))
        saved = LinkedRecord(acts, self._kept.decisions)
        session = self._mirror.session
        talk = SILENCE if session is None else session.talk
        # a game that is too long for the other table goes on without it
        has_left = len(part) < len(records) or len(acts) < len(all_acts)
        self._known = self._known.save(saved, has_left=has_left, talk=talk)
        self._choose(records)

    def _decisions_before(self, acts: tuple[Act, ...]) -> int:
        """Return how many decisions there were before the game of ``acts`` was begun here."""
        known = self._known.record
        if self._known.is_changing and known.continues(LinkedRecord(acts)):
            return known.decisions
        if acts[0] == self._kept.begin:
            return self._kept.decisions
        was = max(self._kept.decisions, known.decisions)
        is_new = self._kept.begin is not None and known.acts[:1] != acts[:1]
        return was + is_new

    def _choose(self, records: Records) -> None:
        """Do what people have chosen, unless that was about another fork."""
        last = next((record for record in reversed(records) if "decision" in record), None)
        is_asked = self._known.standing(self.reader.read) == "choose"
        if last is None or not is_asked or last["decision"] != self._known.record.decisions:
            return
        is_theirs = last["record"] == "theirs"
        self._known = self._known.take_theirs() if is_theirs else self._known.insist()

    def _game(self, *, replaces: bool) -> JoinGame | None:
        """Return the game of the record, as it is to be played here."""
        acts = self._known.record.acts
        tables = str(record_of(acts[0])["tables"]).split()
        if set(tables) != {self.names.own, self.names.other}:
            return None
        players = (FAR if table == self.names.other else "person" for table in tables)
        begin = ENCODER.encode(local_begin(acts[0], tuple(players)))
        return JoinGame(begin, acts, replaces)

    def _read_kept(self) -> KeptLink:
        try:
            return from_json(read_untrusted(self._folder / KEPT, LONGEST_KEPT), KeptLink)
        except (OSError, ValueError):
            return KeptLink()

    def _keep(self, begin: Act, decisions: int) -> None:
        kept = KeptLink(begin, decisions, self._kept.key, *astuple(self._known.kept))
        if kept == self._kept:
            return
        self._kept = kept
        try:
            replace_file(OS_STORAGE, self._folder, KEPT, to_json(kept))
        except OSError as error:
            if self._is_kept:
                log.warning("what is agreed with the other table is not kept: %s", reason(error))
            self._is_kept = False


class LinkedPartner:
    """The other table of ``linking``, for the agent of the one that ``client`` follows."""

    topic: Final = "link"
    longest: Final = LONGEST_PAYLOAD

    def __init__(self, linking: Linking, client: TableClient) -> None:
        self.table = linking.names.other
        self._linking, self._client = linking, client
        self._asked: tuple[RemoteRequest | None, ...] = ()
        self._has_heard = asyncio.Event()

    @property
    def said(self) -> bytes | None:
        """What to tell the other table now; None before this one was seen."""
        return self._linking.said

    def look(self) -> None:
        """Take over what the table shows, and let it do what the other table has done."""
        self._linking.look()
        self._has_heard.set()
        self._ask()

    def hear(self, said: bytes) -> None:
        """Take what the other table says."""
        self._linking.hear(said)
        self._has_heard.set()
        self._ask()

    def be_there(self, *, is_there: bool) -> None:
        """Note whether the other table can be reached."""
        self._linking.be_there(is_there)
        self._ask()

    async def run(self, tell: Callable[[], None]) -> None:
        """Read what is heard, and ask the table, until this is cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._keep_linked(tell))
            group.create_task(self._read(tell))

    def _ask(self) -> None:
        """Ask the table what it was not asked just before."""
        if self._client.mirror.is_connected:
            asked = (self._linking.following, self._linking.request)
            for request in asked:
                if request is not None and request not in self._asked:
                    self._client.ask(request)
            self._asked = asked

    async def _keep_linked(self, tell: Callable[[], None]) -> None:
        """Ask again what the table had no time for, such as in the middle of a menu."""
        while True:
            self._asked = ()
            self._ask()
            tell()
            await asyncio.sleep(LINK_SECONDS)

    async def _read(self, tell: Callable[[], None]) -> None:
        """Read what the other table says, with pauses: however much it says, the rest goes on."""
        while True:
            await self._has_heard.wait()
            self._has_heard.clear()
            while self._linking.read_on():
                if not self._linking.is_reading:
                    self._ask()
                    tell()
                await asyncio.sleep(READ_SECONDS)
            self._ask()
            tell()


def linked_table(client: TableClient, table: str, other: str, folder: Path) -> LinkedPartner:
    """Return the table called ``other``, linked with the ``table`` that ``client`` follows.

    What has to survive a restart is kept in ``folder``.
    """
    names, start = LinkedNames(table, other), secrets.token_hex(8)
    linking = Linking(client.mirror, names, games, start, folder, __version__, _time_of_day)
    return LinkedPartner(linking, client)


def _time_of_day() -> str:
    return f"{local_now():%H:%M}"


def _is_exercise(records: Records) -> bool:
    return bool(records) and POSITION in records[0]
