"""Explores everything that can happen to two linked tables, exhaustively, for the first acts.

The network is the worst there is: each of the last messages may arrive at any moment, in any order,
any number of times, or never. At any moment a table may be switched off and on, get an older
memory card, or choose between two records. At every moment, four things must hold:

- **told**: if both tables go on hearing each other's newest message, they end with the same acts,
  or at least one of them says that they differ;
- **kept**: nothing but an older card, or people who choose the other record, takes away an act;
  what one table has, both have in the end;
- **owned**: where both agree and the game goes on, exactly one table may act;
- **settled**: this takes only so many messages.
"""

from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, Generic, TypeVar

from firmware_host.session.linked.acts import Act
from firmware_host.session.linked.agreement import Agreement, LinkedRecord, LinkMessage, Reader

NAMES: Final = ("left", "right")
ROUNDS_TO_SETTLE: Final = 12

Choices = Callable[[tuple[Act, ...]], tuple[Act, ...]]
"""Returns the acts that people may do next; all others are like one of them."""

Thing = TypeVar("Thing", bound=Hashable)


@dataclass(frozen=True)
class Limits:
    """How much may happen: so many ``acts`` in a game, and so often each of the rest, per table.

    The last ``on_the_way`` messages of a table may still arrive.
    """

    acts: int
    on_the_way: int
    restarts: int = 0
    older_cards: int = 0
    decisions: int = 0


@dataclass(frozen=True)
class TableNow:
    """One of the two tables: what it knows, what its memory ``card`` had one after the other.

    ``sent`` are the numbers of its messages that may still arrive, the newest last.
    """

    known: Agreement
    card: tuple[LinkedRecord, ...]
    sent: tuple[int, ...] = ()
    restarts: int = 0
    older_cards: int = 0


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

    ``counts`` are how many moments there were of each kind. ``kind`` is another class for controls.
    """

    def __init__(
        self,
        read: Reader,
        choices: Choices,
        limits: Limits,
        saved: LinkedRecord,
        kind: type[Agreement] = Agreement,
    ) -> None:
        self.read, self.choices, self.limits = read, choices, limits
        self.counts: Counter[str] = Counter()
        self._saved_first, self._kind = saved, kind
        self._tables: Numbered[TableNow] = Numbered()
        self._messages: Numbered[LinkMessage] = Numbered()
        self._alone = cache(self._find_alone)
        self._heard = cache(self._find_heard)
        self._end = cache(self._find_end)

    def explore(self) -> int:
        """Check every moment that can be reached; return how many there are."""
        first = self._first_table(0), self._first_table(1)
        seen, waiting = {first}, deque([first])
        while waiting:
            left, right = waiting.popleft()
            self._check(left, right)
            for following in self._following(left, right):
                if following not in seen:
                    seen.add(following)
                    waiting.append(following)
        self.counts["moments"] = len(seen)
        return len(seen)

    def _first_table(self, side: int) -> int:
        known = self._kind.begin(NAMES[side], f"{NAMES[side]} 1", self._saved_first)
        return self._number(TableNow(known, (self._saved_first,)))

    def _following(self, left: int, right: int) -> Iterator[tuple[int, int]]:
        """Yield every moment that may come next."""
        for following in self._alone(left):
            yield following, right
        for following in self._alone(right):
            yield left, following
        for message in self._tables.things[right].sent:
            yield self._heard(left, message), right
        for message in self._tables.things[left].sent:
            yield left, self._heard(right, message)

    def _find_heard(self, number: int, message: int) -> int:
        table = self._tables.things[number]
        known = table.known.hear(self._messages.things[message], self.read)
        if not (known.record.continues(table.known.saved) or known.is_changing):
            raise LostError(f"an act is lost by hearing: {table}")
        return self._number(replace(table, known=known))

    def _find_alone(self, number: int) -> tuple[int, ...]:
        """Return what a table may do next by itself."""
        table = self._tables.things[number]
        following = (
            *self._carried_out(table),
            *self._acted(table),
            *self._switched_on_again(table),
            *self._chosen(table),
        )
        return tuple(map(self._number, following))

    def _carried_out(self, table: TableNow) -> Iterator[TableNow]:
        """Let the people of a table do the next act of the other one, or begin anew."""
        act, saved = table.known.next_act, table.known.saved
        if act is not None:
            yield self._saved(table, replace(saved, acts=(*saved.acts, act)))
        elif table.known.is_changing:
            yield self._saved(table, table.known.record)

    def _acted(self, table: TableNow) -> Iterator[TableNow]:
        saved = table.known.saved
        if len(saved.acts) < self.limits.acts and table.known.may_act(self.read):
            for act in self.choices(saved.acts):
                yield self._saved(table, replace(saved, acts=(*saved.acts, act)))

    def _switched_on_again(self, table: TableNow) -> Iterator[TableNow]:
        if table.restarts < self.limits.restarts:
            yield self._started(replace(table, restarts=table.restarts + 1))
        if table.older_cards < self.limits.older_cards:
            for length in range(1, len(table.card)):
                older = replace(table, card=table.card[:length], older_cards=table.older_cards + 1)
                yield self._started(older)

    def _started(self, table: TableNow) -> TableNow:
        name = table.known.table
        start = f"{name} {1 + table.restarts + table.older_cards}"
        return replace(table, known=self._kind.begin(name, start, table.card[-1]))

    def _chosen(self, table: TableNow) -> Iterator[TableNow]:
        known = table.known
        is_asked = known.standing(self.read) == "choose"
        if is_asked and known.record.decisions < self.limits.decisions:
            yield replace(table, known=known.insist())
            yield replace(table, known=known.take_theirs())

    def _saved(self, table: TableNow, saved: LinkedRecord) -> TableNow:
        card = (*table.card, saved) if self.limits.older_cards else (saved,)
        return replace(table, known=table.known.save(saved), card=card)

    def _number(self, table: TableNow) -> int:
        """Return the number of ``table``, which tells the other one what it knows now."""
        message = self._messages.number(table.known.message(self.read))
        sent = (*(each for each in table.sent if each != message), message)
        return self._tables.number(replace(table, sent=sent[-self.limits.on_the_way :]))

    def _check(self, left: int, right: int) -> None:
        known = self._tables.things[left].known, self._tables.things[right].known
        try:
            self.counts[self._end(*known)] += 1
        except LostError as error:
            tables = self._tables.things[left], self._tables.things[right]
            raise LostError(f"{error}: {tables}") from None

    def _find_end(self, left: Agreement, right: Agreement) -> str:
        """Return how both end if nothing happens but that they hear each other and catch up."""
        ends = self._settled(left, right)
        if {each.standing(self.read) for each in ends} != {"agreed"}:
            return "told"
        saved = {each.saved.acts for each in ends}
        if len(saved) > 1:
            raise LostError("they differ, and nobody is told")
        for before in (left, right):
            if not (before.is_changing or ends[0].saved.continues(before.saved)):
                raise LostError("an act is lost")
        reading = self.read(ends[0].saved.acts)
        may_act = [each.may_act(self.read) for each in ends].count(True)
        if may_act != (1 if reading.writer else 2):
            raise LostError(f"{may_act} tables may act")
        return "agreed"

    def _settled(self, left: Agreement, right: Agreement) -> tuple[Agreement, Agreement]:
        for _ in range(ROUNDS_TO_SETTLE):
            before = left, right
            left = self._caught_up(left.hear(right.message(self.read), self.read))
            right = self._caught_up(right.hear(left.message(self.read), self.read))
            if (left, right) == before:
                return before
        raise LostError("they never settle")

    def _caught_up(self, known: Agreement) -> Agreement:
        is_behind = known.is_changing or known.next_act is not None
        return known.save(known.record) if is_behind else known
