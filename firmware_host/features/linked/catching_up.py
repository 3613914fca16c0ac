"""How a table takes over what was done at the other one: as records of its own journal."""

from collections.abc import Iterator, Sequence
from typing import Final

from firmware_host.features.linked.acts import TABLES, Act, record_of
from firmware_host.session.hand_steps import pieces_text
from firmware_host.session.session import Session
from firmware_host.storage.records import JournalRecord
from games.equipment import Piece
from games.replay import Catalogue

AGREED_ENDS: Final = frozenset({"resigned", "drawn"})
"""The acts that may end a game without its rules."""


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
