"""Whose record counts when two tables play one game.

A table never tells what has changed. It tells its whole record, again and again, so that a message
which is lost, repeated or late does no harm. Three rules decide:

1. The table whose seat is to act does the next act; so there is one writer at any time.
2. Of two records, one of which continues the other, the longer one counts.
3. If two records fork, people choose one of them. Nothing is chosen or dropped without them.

Nobody is believed about rule 1. An act that the other table may not do alone counts only if people
here have agreed to it, or if the other table gives back the seal that this one once put to it;
where such an act stands in the longer record, the records fork.

After its start, a table does nothing before the other one has answered this very start. A table
with an older memory card therefore gets the missing acts before it could do others in their place.

What needs people at both tables, such as taking back what the other one has already, is asked for
and agreed to beside the record. The table that does the next act then does it.
"""

from collections.abc import Callable
from typing import Final, Literal, Self

from msgspec import Struct
from msgspec.structs import replace

from firmware_host.features.linked.acts import BOTH, DIGITS, NO_SEAL, Act, Reading, Seal, seal_text
from firmware_host.session.seats import SILENCE, Talk, size_taken_back
from games.text import digest

NOBODY: Final = ""
"""The start of a table that has not been heard of."""

MOST_AHEAD: Final = 10_000
"""So many more decisions than at this table make years of games at the other one. A message that
says more counts as one with so many: otherwise the highest number would leave none for later."""

Standing = Literal[
    "connecting", "behind", "agreed", "rules differ", "choose", "other chooses", "left"
]
"""How two tables stand, as one of them sees it.

- ``connecting``: the other table has not answered since this one started;
- ``behind``: the other table has done acts that have to be carried out here;
- ``agreed``: all acts that are known are done here;
- ``rules differ``: an act of the other table makes no sense here, or leads to another position;
- ``choose``: the records fork, and people at this table choose one of them;
- ``other chooses``: they fork, and people at the other table choose;
- ``left``: the people of the other table have left this game, or play on without this table.
"""

Reader = Callable[[tuple[Act, ...]], Reading]
"""Reads the acts of a game; raises ValueError if they are not those of a game."""


class LinkedRecord(Struct, frozen=True):
    """The shared ``acts`` of a game, and how many ``decisions`` between records came before it.

    A game that begins after another one counts as a decision too.
    """

    acts: tuple[Act, ...] = ()
    decisions: int = 0

    def continues(self, other: "LinkedRecord") -> bool:
        """Return whether this record has all acts of ``other`` at its beginning.

        >>> LinkedRecord(("begin", "e3")).continues(LinkedRecord(("begin",)))
        True
        """
        return self.acts[: len(other.acts)] == other.acts

    @property
    def digest(self) -> str:
        """A digest of the acts."""
        return digest("\n".join(self.acts).encode(), DIGITS)

    def forks_from(self, other: "LinkedRecord") -> bool:
        """Return whether each of both records has an act that the other has not."""
        return not (self.continues(other) or other.continues(self))


class LinkMessage(Struct, frozen=True):
    """What a table tells the other: its ``record`` and the ``position`` that it leads to.

    ``start`` names this start of its program. ``heard`` is the start of the other table that it
    has heard of: an answer to it. ``has_left`` is true when its people have left the game. ``talk``
    is what they have said since the last act of the record. ``seal`` is that of the table to the
    whole record, ``returned`` the latest that the other table has put to it. ``disowns`` is the
    digest of a longer record of the other table that is not believed; empty: of none.
    """

    start: str
    heard: str = NOBODY
    record: LinkedRecord = LinkedRecord()
    position: str = ""
    has_left: bool = False
    talk: Talk = SILENCE
    seal: str = ""
    returned: Seal = NO_SEAL
    disowns: str = ""


class Agreement(Struct, frozen=True):
    """What the table called ``table`` knows of a game at two tables.

    ``start`` names this start of its program. ``saved`` is what its own journal has, ``record`` is
    what counts as far as it knows: the same acts, or more of them that are still to be done here.
    If it ``is_changing``, its people have given up what is saved: the journal begins anew. If it
    ``has_left``, they have left the game or play on without the other table.
    ``other`` is the message that it heard last; ``has_met`` is true once one of them answered
    ``start``. ``talk`` is what people here have said since the last act that is saved, and
    ``consents`` are the acts that they have asked for or agreed to. The secret ``key`` is that of
    the table's seals; ``kept`` is the latest seal of the other table, to be given back.
    """

    table: str
    start: str
    saved: LinkedRecord = LinkedRecord()
    record: LinkedRecord = LinkedRecord()
    other: LinkMessage | None = None
    has_met: bool = False
    is_changing: bool = False
    has_left: bool = False
    talk: Talk = SILENCE
    consents: frozenset[Act] = frozenset()
    key: str = ""
    kept: Seal = NO_SEAL

    @classmethod
    def begin(
        cls, table: str, start: str, saved: LinkedRecord, key: str = "", kept: Seal = NO_SEAL
    ) -> Self:
        """Return what ``table`` knows when its program starts with what is ``saved``.

        Its secret ``key`` and the seal that it has ``kept`` of the other table survive its starts.
        """
        return cls(table, start, saved, saved, key=key, kept=kept)

    def message(self, read: Reader) -> LinkMessage:
        """Return what to tell the other table now."""
        heard = NOBODY if self.other is None else self.other.start
        position = read(self.record.acts).position
        is_now = self.saved.acts == self.record.acts
        talk = self.talk if is_now else SILENCE
        # what people have left is the game that is saved, not one that they are invited to
        has_left = self.has_left and self.saved.acts[:1] == self.record.acts[:1]
        seal = seal_text(self.key, self.table, self.record.acts)
        return LinkMessage(
            self.start,
            heard,
            self.record,
            position,
            has_left,
            talk,
            seal,
            self.kept,
            self._disowned,
        )

    def hear(self, message: LinkMessage, read: Reader) -> Self:
        """Return what is known after ``message``; each may come late, twice or never."""
        has_met = self.has_met or message.heard == self.start
        message = self._within_reach(message)
        known = replace(self, other=message, has_met=has_met)
        if not makes_sense(message, read) or message.disowns == self.record.digest:
            return known
        ours, theirs = self.record, message.record
        decisions = max(ours.decisions, theirs.decisions)
        if ours.continues(theirs):
            return known._keep_seal(replace(ours, decisions=decisions))
        count = self._count_believed(message, read)
        believed = replace(theirs, acts=theirs.acts[:count])
        if theirs.continues(ours):
            is_whole = believed == theirs
            return known._keep_seal(
                replace(believed, decisions=decisions if is_whole else ours.decisions)
            )
        is_another = theirs.acts[:1] != ours.acts[:1]
        is_ended = self.has_left or (is_another and read(ours.acts).is_over)
        begins_anew = theirs.decisions > ours.decisions and is_ended
        anew = replace(known, record=believed, is_changing=True, kept=NO_SEAL)
        return anew if begins_anew else known

    def _within_reach(self, message: LinkMessage) -> LinkMessage:
        """Return ``message`` with no more decisions than people can have made since this record."""
        decisions = min(message.record.decisions, self.record.decisions + MOST_AHEAD)
        return replace(message, record=replace(message.record, decisions=decisions))

    def _keep_seal(self, record: LinkedRecord) -> Self:
        """Return the same with the ``record`` that counts now, and the seal of the other to it."""
        theirs = self._heard.record
        is_latest = record.continues(theirs) and len(theirs.acts) >= self.kept.count
        kept = Seal(len(theirs.acts), self._heard.seal) if is_latest else self.kept
        return replace(self, record=record, kept=kept)

    def _count_believed(self, message: LinkMessage, read: Reader) -> int:
        """Return how many acts of ``message`` count, from the first one on.

        An act counts if it did before, if this table put its seal to it, or if it is one of the
        other table alone, or of both.
        """
        acts, doers = message.record.acts, read(message.record.acts).doers
        known = len(self.record.acts) if message.record.continues(self.record) else 0
        for count in range(max(known, self._count_sealed(message), 1), len(acts)):
            is_theirs = doers[count] not in (BOTH, self.table)
            if not is_theirs and not self._has_consented(acts[: count + 1], read):
                return count
        return len(acts)

    def _count_sealed(self, message: LinkMessage) -> int:
        """Return to how many acts of ``message`` this table once put its seal."""
        count = message.returned.count
        sealed = message.record.acts[:count]
        is_right = seal_text(self.key, self.table, sealed) == message.returned.text
        return count if is_right and len(sealed) == count else 0

    def _has_consented(self, acts: tuple[Act, ...], read: Reader) -> bool:
        """Return whether people here let the other table do the last of ``acts`` now."""
        is_now = acts[:-1] == self.saved.acts and acts[-1] in self.consents
        return is_now and read(acts[:-1]).writer != self.table

    def save(self, saved: LinkedRecord, *, has_left: bool = False, talk: Talk = SILENCE) -> Self:
        """Return what is known when the journal has what is ``saved``.

        What people have done here stays in the record, whatever was heard meanwhile. ``has_left``
        is true when people have left the game; ``talk`` is what they have said since its last act.
        """
        record = self.record
        said = {talk.asks, talk.agrees} - {""}
        consents = frozenset(said | self.consents if saved.acts == self.saved.acts else said)
        known = replace(self, saved=saved, has_left=has_left, talk=talk, consents=consents)
        decisions = max(saved.decisions, record.decisions)
        if record.continues(saved):
            is_changing = self.is_changing and saved.decisions < record.decisions
            return replace(known, is_changing=is_changing)
        if self.is_changing and saved.decisions < record.decisions:
            return known
        if saved.continues(record):
            return replace(known, record=LinkedRecord(saved.acts, decisions), is_changing=False)
        begins_anew = saved.acts[:1] != record.acts[:1]
        kept = LinkedRecord(saved.acts, decisions + begins_anew)
        return replace(known, record=kept, is_changing=False, kept=NO_SEAL)

    def standing(self, read: Reader) -> Standing:
        """Return how the two tables stand."""
        if not self.has_met or self.other is None:
            return "connecting"
        theirs = self.other.record
        if not makes_sense(self.other, read):
            return "rules differ"
        if self._differs:
            is_ours = theirs.decisions >= self.record.decisions
            return "choose" if is_ours else "other chooses"
        if self.other.has_left:
            return "left"
        is_done = self.saved.acts == self.record.acts and not self.is_changing
        return "agreed" if is_done else "behind"

    @property
    def _differs(self) -> bool:
        """Whether the records fork, or one of the tables does not believe acts of the other."""
        heard = self._heard
        is_disowned = heard.disowns == self.record.digest
        return heard.record.forks_from(self.record) or bool(self._disowned) or is_disowned

    @property
    def _disowned(self) -> str:
        """The digest of the other record if it continues ours by what is not believed."""
        theirs = LinkedRecord() if self.other is None else self.other.record
        is_longer = len(theirs.acts) > len(self.record.acts)
        return theirs.digest if is_longer and theirs.continues(self.record) else ""

    def may_act(self, read: Reader) -> bool:
        """Return whether the next act is to be done by people at this table."""
        return self.standing(read) == "agreed" and read(self.record.acts).writer in (
            None,
            self.table,
        )

    def asked(self, read: Reader) -> Act:
        """Return what the other table asks people here for.

        Empty: nothing that can be done now, or they have answered.
        """
        asked = self._said_there.asks
        is_open = asked != self.talk.answered and self.standing(read) == "agreed"
        return asked if is_open and self._can_be_done(asked, read) else ""

    @property
    def is_refused(self) -> bool:
        """Whether the other table has refused what people here ask for."""
        return bool(self.talk.asks) and self.talk.asks == self._said_there.refuses

    def agreed_act(self, read: Reader) -> Act | None:
        """Return the act that one table asks for and the other agrees to, if it is done here.

        None if there is none, or the other table does it.
        """
        here, there = self.talk, self._said_there
        for asked, agreed in ((here.asks, there.agrees), (there.asks, here.agrees)):
            if asked == agreed and self._can_be_done(asked, read):
                return asked if self.may_act(read) else None
        return None

    def _can_be_done(self, act: Act, read: Reader) -> bool:
        try:
            size_taken_back(act)
            read((*self.saved.acts, act))
        except ValueError:
            return False
        return True

    @property
    def _said_there(self) -> Talk:
        """What people at the other table have said about the very game that is saved here."""
        other = self.other
        is_now = other is not None and other.record.acts == self.saved.acts == self.record.acts
        return other.talk if other is not None and is_now else SILENCE

    @property
    def next_act(self) -> Act | None:
        """The act that has to be carried out here next.

        None if there is none, also while the journal has to begin anew.
        """
        is_settled = self.is_changing or self.has_left
        behind = self.record.continues(self.saved) and not is_settled
        return next(iter(self.record.acts[len(self.saved.acts) :]), None) if behind else None

    def is_invited(self, read: Reader) -> bool:
        """Return whether the game goes on at the other table: only then it invites."""
        other = self.other
        if other is None or other.has_left or not makes_sense(other, read):
            return False
        theirs = other.record.acts if other.record.continues(self.record) else self.record.acts
        return not read(theirs).is_over

    def take_theirs(self) -> Self:
        """Return what is known after people here chose the record of the other table."""
        theirs = self._heard.record
        is_newer = theirs.decisions > self.record.decisions
        decisions = theirs.decisions if is_newer else self.record.decisions + 1
        is_changing = not theirs.continues(self.saved)
        taken = LinkedRecord(theirs.acts, decisions)
        return replace(self, record=taken, is_changing=is_changing, kept=NO_SEAL)

    def insist(self) -> Self:
        """Return what is known after people here chose their own record: now the others choose."""
        decisions = self._heard.record.decisions + 1
        return replace(self, record=LinkedRecord(self.record.acts, decisions))

    @property
    def _heard(self) -> LinkMessage:
        if self.other is None:
            raise RuntimeError("expected to choose after the other table was heard")
        return self.other


def makes_sense(message: LinkMessage, read: Reader) -> bool:
    """Return whether the acts of ``message`` can be played here, and lead to the same position."""
    try:
        return read(message.record.acts).position == message.position
    except ValueError:
        return False
