"""Explores everything that can happen to two linked tables, exhaustively, for the first acts.

The network is the worst there is: each of the last messages may arrive at any moment, in any order,
any number of times, or never. At any moment a table may be switched off and on, get an older
memory card, or choose between two records; people may ask the other table for an act that needs
both, and answer. The right table may lie to the left one at any moment. Five things must hold:

- **told**: if both tables go on hearing each other's newest message, they end with the same acts,
  or at least one of them says that they differ;
- **kept**: nothing but an older card, or people who choose the other record, takes away an act;
  what one table has, both have in the end;
- **ours**: nothing is done at the left table for its seats, or for both tables, that people there
  have not done, agreed to, or chosen with the record of the other table;
- **owned**: where both agree and the game goes on, exactly one table may act;
- **settled**: this takes only so many messages.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import chain
from typing import Final, Generic, TypeVar

from msgspec import structs

from firmware_host.features.linked.acts import NO_SEAL, Act, Seal
from firmware_host.features.linked.agreement import Agreement, LinkedRecord, LinkMessage, Reader
from firmware_host.session.seats import DRAW, Talk, taking_back

NAMES: Final = ("left", "right")
ROUNDS_TO_SETTLE: Final = 12

ALL: Final = 0
"""All messages of a table may still arrive."""

Choices = Callable[[tuple[Act, ...]], tuple[Act, ...]]
"""Returns the acts that people may do next; all others are like one of them."""

Lies = Callable[[LinkMessage], Iterable[LinkMessage]]
"""Returns what a table that lies may tell instead of a message."""

Thing = TypeVar("Thing", bound=Hashable)


@dataclass(frozen=True)
class Limits:
    """How much may happen: so many ``acts`` in a game, and so often each of the rest, per table.

    The last ``on_the_way`` messages of a table may still arrive; :data:`ALL`: none is too late.
    """

    acts: int
    on_the_way: int
    restarts: int = 0
    older_cards: int = 0
    decisions: int = 0
    asks: int = 0
    has_lies: bool = False


@dataclass(frozen=True)
class TableNow:
    """One of the two tables: the number of what it knows, and what its memory ``card`` had.

    ``card`` has one record after the other, each with the seal that was kept. ``sent`` are the
    numbers of its messages that may still arrive, the newest last; if none is ever too late, their
    order means nothing. Where one table lies, ``own`` has each record whose last act was done or
    chosen here.
    """

    known: int
    card: tuple[tuple[LinkedRecord, Seal], ...]
    sent: tuple[int, ...] = ()
    restarts: int = 0
    older_cards: int = 0
    asks: int = 0
    own: frozenset[tuple[Act, ...]] = frozenset()


class LostError(AssertionError):
    """A moment that must never come: something is lost or untold."""


class Numbered(Generic[Thing]):
    """Things, each with a number: equal things have the same one."""

    def __init__(self) -> None:
        self.things: list[Thing] = []
        self._numbers: dict[Thing, int] = {}

    def number(self, thing: Thing) -> int:
        """Return the number of ``thing``."""
        number = self._numbers.setdefault(thing, len(self.things))
        if number == len(self.things):
            self.things.append(thing)
        return number


class Explorer:
    """Finds every moment that can be reached within ``limits``, from tables that have ``saved``.

    ``counts`` are how many moments there were of each kind. ``kind`` is another class for controls;
    ``lies`` returns what the right table may tell instead of a message.

    A moment is a pair of numbers, one of each table. What a table does or hears depends on that
    table alone, so each of it is found once and looked up in all other moments.
    """

    def __init__(
        self,
        read: Reader,
        choices: Choices,
        limits: Limits,
        saved: LinkedRecord,
        kind: type[Agreement] = Agreement,
        lies: Lies | None = None,
    ) -> None:
        self.read, self.choices, self.limits = read, choices, limits
        self._lies_of = lies
        self.counts: Counter[str] = Counter()
        self._saved_first, self._kind = saved, kind
        self._tables: Numbered[TableNow] = Numbered()
        self._knowns: Numbered[Agreement] = Numbered()
        self._messages: Numbered[LinkMessage] = Numbered()
        self._alone = cache(self._find_alone)
        self._beside = cache(self._find_beside)
        self._told_left = cache(self._find_told_left)
        self._hearing = cache(self._find_hearing)
        self._told = cache(self._find_told)
        self._heard = cache(self._find_heard)
        self._caught_up = cache(self._find_caught_up)
        self._settled = cache(self._find_settled)
        self._end = cache(self._find_end)
        self._how = cache(self._find_how)
        self._lies = cache(self._find_lies)

    def explore(self) -> int:
        """Check every moment that can be reached; return how many there are.

        All that is new beside the same left table is followed at once.
        """
        first, right = self._first_table(0), self._first_table(1)
        seen: defaultdict[int, set[int]] = defaultdict(set)
        waiting = {first: {right}}
        seen[first].add(right)
        while waiting:
            left = next(iter(waiting))
            for other, rights in self._following_of(left, waiting.pop(left)):
                new = rights - seen[other]
                if new:
                    seen[other] |= new
                    waiting.setdefault(other, set()).update(new)
        self.counts["moments"] = sum(map(len, seen.values()))
        return self.counts["moments"]

    def _following_of(self, left: int, rights: set[int]) -> Iterator[tuple[int, set[int]]]:
        """Check the moments of ``left`` with ``rights``; yield what follows, in the same form."""
        self._check(left, rights)
        yield left, set().union(*map(partial(self._beside, self._sent(left)), rights))
        yield from ((other, rights) for other in self._alone(left))
        telling: defaultdict[int, set[int]] = defaultdict(set)
        for right in rights:
            for message in self._told_left(right):
                telling[self._hearing(left, message)].add(right)
        yield from telling.items()

    def _sent(self, table: int) -> tuple[int, ...]:
        return self._tables.things[table].sent

    def _check(self, left: int, rights: set[int]) -> None:
        known = self._tables.things[left].known
        beside = Counter(map(self._known_number, rights))
        for other, count in beside.items():
            self.counts[self._checked(known, other)] += count

    def _known_number(self, table: int) -> int:
        return self._tables.things[table].known

    @property
    def reached(self) -> set[tuple[Act, ...]]:
        """Every record that a table had at some moment."""
        return {known.saved.acts for known in self._knowns.things}

    def _first_table(self, side: int) -> int:
        known = self._kind.begin(NAMES[side], f"{NAMES[side]} 1", self._saved_first)
        return self._number(TableNow(self._knowns.number(known), ((self._saved_first, NO_SEAL),)))

    def _find_beside(self, sent: tuple[int, ...], right: int) -> frozenset[int]:
        """Return all that may become of the ``right`` table while these messages are on the way."""
        return frozenset(
            (*self._alone(right), *(self._hearing(right, message) for message in sent))
        )

    def _find_told_left(self, right: int) -> tuple[int, ...]:
        """Return what may arrive at the left table: what the right one tells, true or not."""
        sent = self._sent(right)
        return (*sent, *chain.from_iterable(map(self._lies, sent)))

    def _find_lies(self, message: int) -> tuple[int, ...]:
        told = self._messages.things[message]
        is_short = len(told.record.acts) < self.limits.acts
        if self._lies_of is None or not (self.limits.has_lies and is_short):
            return ()
        return tuple(map(self._messages.number, self._lies_of(told)))

    def _find_hearing(self, number: int, message: int) -> int:
        table = self._tables.things[number]
        known = self._heard(table.known, message)
        return number if known == table.known else self._number(replace(table, known=known))

    def _find_alone(self, number: int) -> tuple[int, ...]:
        """Return what a table may do next by itself."""
        table = self._tables.things[number]
        known = self._knowns.things[table.known]
        following = (
            *self._carried_out(table, known),
            *self._acted(table, known),
            *self._talked(table, known),
            *self._switched_on_again(table, known.table),
            *self._chosen(table, known),
        )
        return tuple(map(self._number, following))

    def _carried_out(self, table: TableNow, known: Agreement) -> Iterator[TableNow]:
        """Let the people of a table do the next act of the other one, or begin anew."""
        act, saved = self._due(known), known.saved
        if act is not None:
            following = (*saved.acts, act)
            self._check_own(table, known, following)
            yield self._saved(table, known, structs.replace(saved, acts=following))
        elif known.is_changing:
            self._check_own(table, known, known.record.acts)
            yield self._saved(table, known, known.record)

    def _acted(self, table: TableNow, known: Agreement) -> Iterator[TableNow]:
        saved = known.saved
        if len(saved.acts) < self.limits.acts and known.may_act(self.read):
            for act in self.choices(saved.acts):
                following = (*saved.acts, act)
                done = structs.replace(saved, acts=following)
                yield self._saved(self._owning(table, {following}), known, done)

    def _owning(self, table: TableNow, records: set[tuple[Act, ...]]) -> TableNow:
        return replace(table, own=table.own | records) if self.limits.has_lies else table

    def _check_own(self, table: TableNow, known: Agreement, acts: tuple[Act, ...]) -> None:
        """Check that nothing is carried out which is the act of this table, or of both."""
        if not self.limits.has_lies or known.table != NAMES[0]:
            return
        doers = self.read(acts).doers
        for count in range(len(known.saved.acts) or 1, len(acts)):
            is_theirs = doers[count] == NAMES[1] or acts[count] in known.consents
            if not is_theirs and acts[: count + 1] not in table.own:
                raise LostError(f"nobody here did {acts[count]}: {known}")

    def _due(self, known: Agreement) -> Act | None:
        """Return the act of the other table, or of both, that is to be done next."""
        return known.next_act or known.agreed_act(self.read)

    def _talked(self, table: TableNow, known: Agreement) -> Iterator[TableNow]:
        """Let people answer the other table, or ask it."""
        asked, talk = known.asked(self.read), known.talk
        is_settled = known.standing(self.read) == "agreed" and len(known.saved.acts) > 1
        if asked:
            for said in (structs.replace(talk, agrees=asked), structs.replace(talk, refuses=asked)):
                yield self._said(table, known, said)
        elif is_settled and not talk.asks and table.asks < self.limits.asks:
            asking = replace(table, asks=table.asks + 1)
            for wish in (taking_back(1), DRAW):
                yield self._said(asking, known, structs.replace(talk, asks=wish))

    def _said(self, table: TableNow, known: Agreement, talk: Talk) -> TableNow:
        return replace(table, known=self._knowns.number(known.save(known.saved, talk=talk)))

    def _switched_on_again(self, table: TableNow, name: str) -> Iterator[TableNow]:
        if table.restarts < self.limits.restarts:
            known = self._known(table)
            restarted = replace(table, restarts=table.restarts + 1)
            again = self._started(restarted, name, known.kept)
            talk = known.talk  # it is in the journal
            yield self._said(again, self._known(again), talk)
        if table.older_cards < self.limits.older_cards:
            for length in range(1, len(table.card)):
                older = replace(table, card=table.card[:length], older_cards=table.older_cards + 1)
                yield self._started(older, name, older.card[-1][1])

    def _started(self, table: TableNow, name: str, kept: Seal) -> TableNow:
        start = f"{name} {1 + table.restarts + table.older_cards}"
        known = self._kind.begin(name, start, table.card[-1][0], kept=kept)
        return replace(table, known=self._knowns.number(known))

    def _chosen(self, table: TableNow, known: Agreement) -> Iterator[TableNow]:
        is_asked = known.standing(self.read) == "choose"
        if is_asked and known.record.decisions < self.limits.decisions:
            yield replace(table, known=self._knowns.number(known.insist()))
            taken = known.take_theirs()
            chosen = {taken.record.acts[:count] for count in range(len(taken.record.acts) + 1)}
            table = self._owning(table, chosen)
            yield replace(table, known=self._knowns.number(taken))

    def _saved(self, table: TableNow, known: Agreement, saved: LinkedRecord) -> TableNow:
        now = saved, known.kept
        card = (*table.card, now) if self.limits.older_cards else (now,)
        return replace(table, known=self._knowns.number(known.save(saved)), card=card)

    def _number(self, table: TableNow) -> int:
        """Return the number of ``table``, which tells the other one what it knows now."""
        message = self._told(table.known)
        sent = (*(each for each in table.sent if each != message), message)
        is_all = self.limits.on_the_way == ALL
        kept = tuple(sorted(sent)) if is_all else sent[-self.limits.on_the_way :]
        return self._tables.number(replace(table, sent=kept))

    def _checked(self, left: int, right: int) -> str:
        try:
            return self._end(left, right)
        except LostError as error:
            things = self._knowns.things
            raise LostError(f"{error}: {things[left]}, {things[right]}") from None

    def _known(self, table: TableNow) -> Agreement:
        return self._knowns.things[table.known]

    def _find_told(self, known: int) -> int:
        return self._messages.number(self._knowns.things[known].message(self.read))

    def _find_heard(self, number: int, message: int) -> int:
        known = self._knowns.things[number]
        heard = known.hear(self._messages.things[message], self.read)
        if not (heard.record.continues(known.saved) or heard.is_changing):
            raise LostError(f"an act is lost by hearing: {known}")
        return self._knowns.number(heard)

    def _find_caught_up(self, number: int) -> int:
        known = self._knowns.things[number]
        if known.is_changing or known.next_act is not None:
            return self._knowns.number(known.save(known.record))
        agreed = known.agreed_act(self.read)
        if agreed is None:
            return number
        saved = structs.replace(known.saved, acts=(*known.saved.acts, agreed))
        return self._knowns.number(known.save(saved))

    def _find_end(self, left: int, right: int) -> str:
        """Return how both end if nothing happens but that they hear each other and catch up."""
        ends = self._settled(left, right)
        how = self._how(*ends)
        after = self._knowns.things[ends[0]].saved
        for before in (self._knowns.things[left], self._knowns.things[right]):
            if how == "agreed" and not (before.is_changing or after.continues(before.saved)):
                raise LostError("an act is lost")
        return how

    def _find_how(self, *numbers: int) -> str:
        """Return how tables stand that have heard and done everything."""
        ends = [self._knowns.things[number] for number in numbers]
        if {each.standing(self.read) for each in ends} != {"agreed"}:
            return "told"
        if len({each.saved.acts for each in ends}) > 1:
            raise LostError("they differ, and nobody is told")
        reading = self.read(ends[0].saved.acts)
        may_act = [each.may_act(self.read) for each in ends].count(True)
        if may_act != (1 if reading.writer else 2):
            raise LostError(f"{may_act} tables may act")
        return "agreed"

    def _find_settled(self, left: int, right: int) -> tuple[int, int]:
        for _ in range(ROUNDS_TO_SETTLE):
            before = left, right
            left = self._caught_up(self._heard(left, self._told(right)))
            right = self._caught_up(self._heard(right, self._told(left)))
            if (left, right) == before:
                return before
        raise LostError("they never settle")
