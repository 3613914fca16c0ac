"""What two tables share of a game: its acts as text, in one order, and what is read from them.

The journal of a table also has what concerns this table alone, such as the hand steps that its
people have done. The shared acts are the other records, each in its one way of writing. They say
who may do each, whose turn it is, and where the game stands. What an agent asks of a linked table,
and what that knows of the other one, is here too.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from firmware_host.base.registry import Fact
from firmware_host.base.values import ValuesError, from_json
from firmware_host.remote.requests import REQUEST_KINDS, RemoteRequest
from firmware_host.session.hand_steps import pieces_text
from firmware_host.session.seats import FAR, Seats
from firmware_host.session.session import Session
from firmware_host.session.setup import LINK, OPTION_PREFIX, Setup
from firmware_host.storage.records import ENCODER, JournalRecord, Value
from games.core import Catalogue
from games.equipment import Piece
from games.text import digest
from hardware.untrusted_input import written

Act = str
"""A shared act: its record as JSON, with the names in order."""

TABLES: Final = "tables"
"""The first act names the table of each seat under this name."""

SHARED: Final = ("do", "undo", "throw", "resigned", "drawn", "reopened")
"""The records that both tables have; the first act, which begins the game, is one more."""

OF_ACT: Final[Mapping[str, tuple[str, ...]]] = {"throw": ("back",)}
"""What else belongs to such a record; the rest of it concerns one table."""

SEAL_BYTES: Final = 16

AGREED_ENDS: Final = frozenset({"resigned", "drawn"})
"""The acts that may end a game without its rules."""


class Seal(Struct, frozen=True):
    """The ``text`` by which a table knows again that it had the first ``count`` acts of a game.

    Only the table that made it can tell whether it is right: :func:`seal_text` needs its key.
    """

    count: int = 0
    text: str = ""


NO_SEAL: Final = Seal()


def seal_text(key: str, table: str, acts: Sequence[Act]) -> str:
    """Return the text of the seal that the ``table`` with this secret ``key`` puts to ``acts``.

    >>> seal_text("a secret", "porto", ["begin"]) == seal_text("another", "porto", ["begin"])
    False
    """
    from hashlib import blake2b  # only the agent of a linked table needs it

    sealed = "\n".join((table, *acts)).encode()
    return blake2b(sealed, key=key.encode(), digest_size=SEAL_BYTES).hexdigest()


def begin_act(begin: JournalRecord, tables: Sequence[str]) -> Act:
    """Return the first act of a game that the record ``begin`` describes.

    ``tables`` has the table of each seat. Who plays at the seats is the business of each table.
    """
    shared = {
        name: value
        for name, value in begin.items()
        if name in ("begin", "first", LINK) or name.startswith(OPTION_PREFIX)
    }
    return ENCODER.encode({**shared, "players": "", TABLES: " ".join(tables)})


def act_of(record: JournalRecord) -> Act | None:
    """Return the act that ``record`` shares with the other table; None if it shares nothing.

    >>> act_of({"do": "3", "by": "program"}), act_of({"again": 1, "order": "return first"})
    ('{"do":"3"}', '{"undo":1}')
    >>> act_of({"act": 1}) is None
    True
    """
    if "again" in record:
        return ENCODER.encode({"undo": record["again"]})
    kind = next((name for name in SHARED if name in record), None)
    if kind is None:
        return None
    parts = (kind, *OF_ACT.get(kind, ()))
    return ENCODER.encode({name: record[name] for name in parts if name in record})


def acts_of(records: Sequence[JournalRecord], tables: Sequence[str]) -> tuple[Act, ...]:
    """Return what the ``records`` of a journal share with the other table.

    ``tables`` has the table of each seat.
    """
    if not records:
        return ()
    shared = (act_of(record) for record in records[1:])
    return (begin_act(records[0], tables), *(act for act in shared if act is not None))


def tables_of(
    records: Sequence[JournalRecord], own: str, other: str, catalogue: Catalogue
) -> tuple[str, ...]:
    """Return the table of each seat in a game with these ``records``; none if it is not linked.

    ``own`` is the name of the table with these records. ValueError if they begin no game.
    """
    if not (records and records[0].get(LINK)):
        return ()
    setup = Setup.read(records[0])
    seats = Seats.of(catalogue.load(setup.game, **setup.options), setup.players)
    return tuple(other if player == FAR else own for player in seats.players)


def linked_part(
    records: Sequence[JournalRecord], tables: Sequence[str], own: str
) -> Sequence[JournalRecord]:
    """Return the ``records`` of a linked game before the table called ``own`` leaves the other one.

    It leaves when its people give up the game, or take over seats of the other table.
    """
    for number, record in enumerate(records):
        seat = record.get("seat")
        takes_over = isinstance(seat, int) and tables[seat] != own
        if "left" in record or takes_over:
            return records[:number]
    return records


def record_of(act: Act) -> dict[str, Any]:
    """Return the record of an ``act``; raise ValueError if it is none."""
    try:
        record = from_json(act, dict[str, Value])
    except ValuesError:
        record = None
    if record is None or ENCODER.encode(record) != act:
        raise ValueError(f"expected an act of a game, got {written(act)}")
    return record


def shared_record(act: Act) -> dict[str, Any]:
    """Return the record of an ``act`` after the first one; raise ValueError if it is none.

    >>> shared_record('{"left":"idle"}')
    Traceback (most recent call last):
    ValueError: expected an act that two tables share, got '{"left":"idle"}'
    """
    record = record_of(act)
    if act_of(record) != act:
        raise ValueError(f"expected an act that two tables share, got {written(act)}")
    return record


def restarted_records(
    acts: Sequence[Act],
    begin: JournalRecord,
    standing: Sequence[Piece],
    catalogue: Catalogue,
) -> tuple[JournalRecord, ...]:
    """Return the records of a game that begins anew with ``acts`` that were done elsewhere.

    ``begin`` is the record that begins it here, with who plays. The pieces that are ``standing`` on
    the real board remain there: at the end, people are guided from them to the new position.
    ValueError if the acts cannot be played.
    """
    session = Session.begin(begin, catalogue)
    last = record_of(acts[-1])
    ends = [last] if last.keys() & AGREED_ENDS else []
    records = [begin, *_done_elsewhere(session, acts[1 : len(acts) - len(ends)])]
    # after an end that people agreed upon, no board is set right any more: so it comes last
    following = [*([{"repair": pieces_text(standing)}] if standing else []), *ends]
    for record in following:
        session.apply(record)
    return (*records, *following)


def local_begin(act: Act, players: Sequence[str]) -> JournalRecord:
    """Return the record that begins the game of ``act`` at a table where ``players`` sit."""
    record = record_of(act)
    del record[TABLES]
    return {**record, "players": " ".join(players)}


def _done_elsewhere(session: Session, acts: Sequence[Act]) -> Iterator[JournalRecord]:
    for act in acts:
        record = record_of(act)
        session.apply(record)
        yield record
        if session.hand_steps.remaining:
            done: JournalRecord = {"act": len(session.hand_steps.steps)}
            session.apply(done)
            yield done


DIGITS: Final = 16

LONGEST_GAME: Final = 4_000
"""More acts than this are no game: of random games, which are far longer than those of people, the
longest has 1,700."""

LONGEST_TEXT: Final = 16 * LONGEST_GAME
"""The most letters of the acts of a game: those of the longest random one take 26,000."""

BRANCHES: Final = 4
"""So many games are kept as far as they were read: ours, theirs, and what people ask for."""

READINGS: Final = 16

TABLES_OF_GAME: Final = 2
BOTH: Final = ""
"""The doer of an act that no table may do alone."""


class Reading(Struct, frozen=True):
    """What the acts of a game mean: which table is the ``writer`` of the next one.

    None means that either table may begin a game. In a game that is over, the writer is the table
    that ended it: it may take that back. ``position`` is a short digest of where the game stands.
    For each act, ``doers`` has the table that may do it alone; :data:`BOTH`: it takes both.
    """

    writer: str | None = None
    is_over: bool = False
    position: str = ""
    doers: tuple[str, ...] = ()


class _Branch(Struct, frozen=True):
    """The ``session`` after ``acts``, in which each seat belongs to one of the ``tables``.

    ``doers`` is as in :class:`Reading`; if it ``is_part``, reading goes on.
    """

    acts: tuple[Act, ...]
    tables: tuple[str, ...]
    session: Session
    doers: tuple[str, ...]
    is_part: bool = False

    @property
    def reading(self) -> Reading:
        """What the acts mean."""
        session = self.session
        seat = _last_turn(session) if session.is_over else session.seat_to_act.index
        return Reading(self.tables[seat], session.is_over, _position(session), self.doers)


class ActReader:
    """Reads acts with the games of ``catalogue``, on from what it has read.

    Nothing is kept of what cannot be read.
    """

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._branches: list[_Branch] = []
        self.read = lru_cache(maxsize=READINGS)(self._read)

    def session(self, acts: tuple[Act, ...]) -> Session:
        """Return the game after ``acts``; nobody may change it.

        ValueError if ``acts`` are not those of a game.
        """
        _check_length(acts)
        return self._branch(acts, len(acts)).session

    def read_on(self, acts: tuple[Act, ...], most: int) -> bool:
        """Read at most so many ``acts`` that were not read yet; return whether there are more.

        What cannot be read is left to :meth:`session`, which says why.
        """
        try:
            _check_length(acts)
            return len(self._branch(acts, most).acts) < len(acts)
        except ValueError:
            return False

    def _read(self, acts: tuple[Act, ...]) -> Reading:
        if not acts:
            return Reading()
        _check_length(acts)
        return self._branch(acts, len(acts)).reading

    def _branch(self, acts: tuple[Act, ...], most: int) -> _Branch:
        """Return the game after so many more of the ``acts`` than were read already."""
        source = self._nearest(acts) or _begun(acts[0], self._catalogue)
        session, doers = source.session.branched(), [*source.doers]
        following = acts[len(source.acts) :][:most]
        for number, act in enumerate(following, start=len(source.acts) + 1):
            try:
                doers.append(_carry_out(session, act, source.tables))
            except (KeyError, TypeError, ValueError) as error:
                raise ValueError(f"act {number}: {error}") from error
        branch = _Branch((*source.acts, *following), source.tables, session, tuple(doers))
        used_up = (branch.acts, source.acts) if source.is_part else (branch.acts,)
        others = [each for each in self._branches if each.acts not in used_up]
        branch = replace(branch, is_part=len(branch.acts) < len(acts))
        self._branches = [*others, branch][-BRANCHES:]
        return branch

    def _nearest(self, acts: tuple[Act, ...]) -> _Branch | None:
        """Return the longest game that was read and goes on with ``acts``."""
        begun = (each for each in self._branches if acts[: len(each.acts)] == each.acts)
        return max(begun, key=lambda each: len(each.acts), default=None)


def bounded(acts: tuple[Act, ...]) -> tuple[Act, ...]:
    """Return ``acts`` as far as they are not too many or too long for a game.

    >>> bounded(("begin", "3", LONGEST_TEXT * "x"))
    ('begin', '3')
    """
    lengths = accumulate(map(len, acts[:LONGEST_GAME]))
    return acts[: sum(length <= LONGEST_TEXT for length in lengths)]


def _check_length(acts: tuple[Act, ...]) -> None:
    if not acts or bounded(acts) != acts:
        most = f"1 to {LONGEST_GAME} acts of a game, in at most {LONGEST_TEXT} letters"
        raise ValueError(f"expected {most}, got {len(acts)} in {sum(map(len, acts))}")


def _begun(act: Act, catalogue: Catalogue) -> _Branch:
    """Return the game that ``act`` begins, if it is written as :func:`begin_act` writes it."""
    record = record_of(act)
    tables = tuple(str(record.pop(TABLES, "")).split())
    is_named = isinstance(record.get(LINK), str) and bool(record[LINK])
    if not is_named or begin_act(record, tables) != act:
        raise ValueError(f"expected the act that begins a linked game, got {written(act)}")
    session = Session.begin(record, catalogue)
    if len(tables) != len(session.game.seats) or len({*tables}) > TABLES_OF_GAME:
        raise ValueError(f"expected one of two tables for each seat, got {written(act)}")
    return _Branch((act,), tables, session, (BOTH,))


def _last_turn(session: Session) -> int:
    turn = session.states[-2].turn if len(session.states) > 1 else session.state.turn
    return 0 if turn is None else turn


def _carry_out(session: Session, act: Act, tables: Sequence[str]) -> str:
    """Let ``act`` happen, with all its hand steps: on no board. Return who may do it alone."""
    record = shared_record(act)
    seats = {*_seats_concerned(record, session)}
    session.apply(record)
    if session.hand_steps.remaining:
        session.apply({"act": len(session.hand_steps.steps)})
    concerned = {tables[seat] for seat in seats if seat is not None}
    return concerned.pop() if len(concerned) == 1 else BOTH


def _seats_concerned(record: JournalRecord, session: Session) -> Iterator[int | None]:
    """Yield the seats that act, and those whose throws and moves ``record`` changes."""
    match dict(record):
        case {"do": str()}:
            yield session.state.turn
        case {"undo": int(size)} | {"throw": str(), "back": int(size)} if size > 0:
            yield from (state.turn for state in session.states[-1 - size :])
        case {"resigned": int(seat)}:
            yield from (session.state.turn, seat)


def _position(session: Session) -> str:
    agreed = "" if session.seats.agreed is None else session.seats.agreed.reason
    return digest(f"{session.state} {agreed}".encode(), DIGITS)


class LinkHere(Fact, frozen=True):
    """How this table and the other one stand, as the agent beside this table says.

    ``standing`` is one of :data:`firmware_host.features.linked.agreement.Standing`, or ``versions
    differ`` if the other program cannot be understood. ``decisions`` are those between records so
    far. ``ours`` and ``theirs`` are how many acts each record has. The other table has been away
    ``since`` this time of the day, empty: it is there. It ``asked`` people here for an act, empty:
    for nothing; or it ``has_refused`` what they asked for.
    """

    standing: str = "connecting"
    decisions: int = 0
    ours: int = 0
    theirs: int = 0
    since: str = ""
    asked: str = ""
    has_refused: bool = False


class FollowLink(RemoteRequest, frozen=True):
    """The agent says how this table and the other one stand ``here``."""

    here: LinkHere


class FarAct(RemoteRequest, frozen=True):
    """The other table did ``act``, a record as JSON; ``after`` so many records of this table."""

    act: str
    after: int


class JoinGame(RemoteRequest, frozen=True):
    """A game with the other table is to be played here: ``begin`` is its first record, as JSON.

    ``acts`` are those that were done; with ``replaces``, they replace the game here.
    """

    begin: str
    acts: tuple[str, ...]
    replaces: bool


OFFERS: Final = (REQUEST_KINDS.offer(FollowLink, FarAct, JoinGame),)
