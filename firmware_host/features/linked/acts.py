"""What two tables share of a game: its acts as text, in one order.

The journal of a table also has what concerns this table alone, such as the hand steps that its
people have done. The shared acts are the other records, each in its one way of writing.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from firmware_host.base.values import ValuesError, from_json
from firmware_host.session.hand_steps import pieces_text
from firmware_host.session.seats import FAR, Seats
from firmware_host.session.session import Session
from firmware_host.session.setup import LINK, OPTION_PREFIX, Setup
from firmware_host.storage.records import ENCODER, JournalRecord, Value
from games.equipment import Piece
from games.replay import Catalogue
from hardware.untrusted_text import written

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
