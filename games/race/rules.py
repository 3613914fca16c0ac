"""The rules of a race under chosen options, with tables that are worked out once.

How far a piece has come is its progress: 0 in hand, then the steps of its track, and one more when
it has gone past the last.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Final

from games.actions import Chance, Throw
from games.course import Course
from games.equipment import HAND, OFF, Piece
from games.message import msg
from games.options import Handicap
from games.race.layout import (
    RaceThrow,
    board_of,
    hit_chances,
    seats_of,
    shortcuts_of,
    throws_of,
    tracks_of,
    values_of,
)
from games.race.words import Enemies, HandicapWords, MarkWords, RaceWords

IN_HAND: Final = 0
GRACE: Final = 1
"""The step that a grace is: no throw of such a game counts as much."""
AGAIN: Final = "'"
"""Marks a piece on a square of its track that it comes to for the second time."""

Group = tuple[int, ...]
"""The progress of each piece of a seat, furthest first."""
Groups = tuple[Group, ...]
Met = tuple[tuple[int, int], ...]
"""Seats, and a progress of each."""
Captured = tuple[tuple[int, int, int], ...]
"""Seats, a progress of each, and how many pieces of the seat stand there."""
Meeting = Mapping[int, Captured]
"""By the progress of a seat, the enemies that stand on that square."""
Sights = tuple[tuple[int, tuple[tuple[int, ...], ...]], ...]
"""By enemy and its progress: at which progresses a seat comes to the same square."""

SWEEPS: Final = 60
"""How often turns are counted anew where lines lead back."""
NEVER: Final = 1000.0
"""So many turns stand for a piece that never comes home."""

ENTERS_BY = msg("a piece comes in only by {needed}. You threw {thrown}.")
BY_GRACE = msg("a piece comes in only by a grace, which {needed} give, not by {thrown}")
GRACE_ENTERS = msg("a grace only brings a piece in, or takes one home from a step before it")
LEAVES_BY = msg("a piece leaves {place} only by {needed}. You threw {thrown}.")
ALL_THERE = msg("pieces leave {place} only when all have come there; {count} have not")
EXACT_COUNT = msg("from {place} exactly {needed} leads to the end. You threw {thrown}.")
STAYS_HOME = msg("the piece on {place} is home")
NO_STEP = msg("a throw of 0 moves no piece")
OWN_BARS = msg("{reached} is taken by a piece of your own side")
BARRED = msg("{colour} stands on {reached}, and nobody else can stop there")
BLOCKED = msg("{colour} blocks {reached} with {count} pieces")
"""Why a throw cannot be played with a piece."""


class RaceRules:
    """The rules that ``words`` describe; Fault if they do not fit together.

    ``tracks`` have for each seat the square at each progress. ``others`` have for each seat and
    progress who else comes there and at which progress; ``meetings`` those that are captured.
    ``asks_for_die`` tells whether several throws may bring a piece to one place, ``toll`` how far
    the throw would lead that brings a piece onto the first step. ``entering`` are the numbers after
    which a piece may come in, ``enters_by`` those that are played then.
    """

    def __init__(self, words: RaceWords) -> None:
        self.words = words
        self.board, self._signs = board_of(words)
        self.seats = seats_of(words)
        self.tracks = tracks_of(words, self.board)
        self.last = len(self.tracks[0]) - 1
        self.end = self.last + (words.end.at == "past")
        self.goal = self.last + (words.end.at == "past" or bool(words.end.leaves_by))
        self.begin = words.pieces.begin
        self.back = self.begin if words.capture.to == "begin" else IN_HAND
        self.shortcuts = shortcuts_of(words)
        self.enters_first = words.enter.to == "first"
        self.entering = words.enter.grace or words.enter.throws
        self.enters_by = (GRACE,) if words.enter.grace else words.enter.throws
        self.entry = 1 if self.enters_first else min(self.enters_by or (1,))
        self._grace = GRACE if words.enter.grace else None
        self._only_by = BY_GRACE if words.enter.grace else ENTERS_BY
        is_first = self.enters_first or bool(words.enter.grace)
        self.toll = min(self.entering, default=0) if is_first else 0
        self.needed = words.win.pieces or words.pieces.count
        self.handicaps = tuple(map(self._handicap, words.handicaps))
        self._helps, self._rests = (words.win.finished == each for each in ("help", "rest"))
        self.block, self.stacks = words.move.block, words.move.own == "stack"
        self._has_walls = words.move.wall and self.block > 0
        self.is_together = words.dice.counts == "together"
        self.asks_for_die = not self.is_together or (
            self.enters_first or bool(self.shortcuts) or not words.end.exact
        )
        self.at_once = words.again.when == "at once"
        self.others = tuple(self._others(seat.index) for seat in self.seats)
        self._teams = tuple(dict.fromkeys(self.team(seat.index) for seat in self.seats))
        self.effects = tuple(self._effects_of(seat.index) for seat in self.seats)
        self.captures = tuple(
            tuple(each == "capture" for each in effects) for effects in self.effects
        )
        self.meetings = tuple(self._meetings(seat.index) for seat in self.seats)
        self.sights = tuple(self._sights(seat.index) for seat in self.seats)
        self._places = tuple(self._standing(seat.index) for seat in self.seats)
        self.progress_of = tuple(
            {place + badge: progress for progress, (place, badge) in enumerate(places)}
            for places in self._places
        )
        self.again_at = tuple(
            tuple(self._mark(square).again for square in track) for track in self.tracks
        )

    def _handicap(self, words: HandicapWords) -> Handicap:
        ahead = (*words.steps, *(self.goal,) * words.home)
        usual = (self.begin,) * (self.words.pieces.count - len(ahead))
        group = tuple(sorted((*ahead, *usual), reverse=True))
        return Handicap(words.name, words.title, group, words.elo, words.margin, words.repeat)

    @cached_property
    def throws(self) -> Mapping[str, RaceThrow]:
        """Every throw by its text."""
        return throws_of(self.words)

    @cached_property
    def drawing(self) -> tuple[Sequence[str], Sequence[float]]:
        """The texts of the throws, and how likely each or one before it is."""
        return tuple(self.throws), tuple(accumulate(each.chance for each in self.throws.values()))

    @cached_property
    def outcomes(self) -> tuple[tuple[Throw, Chance], ...]:
        """Every throw with its chance."""
        return tuple((each.throw, each.chance) for each in self.throws.values())

    @cached_property
    def single(self) -> Mapping[int, Throw]:
        """The throw that shows each value that may wait to be played."""
        by_sum = self.words.dice.counts == "sum"
        if by_sum:
            graces = {GRACE: Throw(str(GRACE))} if self.words.enter.grace else {}
            return graces | {each.values[0]: each.throw for each in self.throws.values()}
        return {face: Throw(str(face), (face,)) for face in sorted({*self.words.dice.faces})}

    @cached_property
    def hits(self) -> tuple[float, ...]:
        """How likely a turn has values that add up to each distance."""
        throws = [(float(each.chance), each.values, each.again) for each in self.throws.values()]
        return hit_chances(throws, self.last)

    @cached_property
    def worth(self) -> tuple[float, ...]:
        """How far a piece at each progress has come, in steps; in hand nothing is won.

        A piece that only some throws bring in has won the steps of such a throw, too. Where lines
        lead on, it is the share of the turns saved that a piece alone takes from the hand.
        """
        if not self.shortcuts:
            return (0.0, *(float(each + self.toll) for each in range(1, self.goal + 1)))
        turns = self._turns_alone()
        return tuple(self.goal * (1 - each / turns[0]) for each in turns)

    def _turns_alone(self) -> Sequence[float]:
        """Return how many turns a piece alone needs from each progress, on average."""
        turns = [0.0] * (self.goal + 1)
        for _ in range(SWEEPS if any(end < start for start, end in self.shortcuts.items()) else 1):
            for origin in range(self.goal - 1, -1, -1):
                spent, stays = 1.0, 0.0
                for throw in self.throws.values():
                    end, obstacle = self.reach((origin, self.last), sum(throw.values), origin)
                    if obstacle:
                        stays += throw.chance
                        continue
                    again = throw.again or self.gives_throw(self.seats[0].index, origin, end)
                    spent += throw.chance * (turns[end] - again)
                turns[origin] = spent / (1 - stays) if stays < 1 else NEVER
        return turns

    def throw_of(self, faces: Sequence[int]) -> Throw:
        """Return the throw that ``faces`` make."""
        return self.throws["+".join(map(str, values_of(self.words, faces)))].throw

    @property
    def comes_back(self) -> bool:
        """Whether a track comes to a square for the second time."""
        return any(badge for places in self._places for _, badge in places)

    @property
    def is_free(self) -> bool:
        """Whether nothing on the board ever stands in the way of a piece."""
        return self.stacks and not self.block and not any("bar" in each for each in self.effects)

    def place(self, seat: int, progress: int) -> str:
        """Return where a piece of ``seat`` at ``progress`` is: a square, ``hand`` or ``off``."""
        return self._places[seat][progress][0]

    def written(self, seat: int, progress: int) -> str:
        """Return the place as moves are written, marked if the track has come there before."""
        return "".join(self._places[seat][progress])

    def standing(self, seat: int, progress: int, count: int = 1) -> Piece:
        """Return ``count`` pieces of ``seat`` at ``progress``, as a screen shows them."""
        place, badge = self._places[seat][progress]
        return Piece(seat, "piece", place, badge=badge, count=count)

    def can_stand(self, progress: int) -> bool:
        """Return whether a piece can be at ``progress``: not where it goes on at once."""
        return progress not in self.shortcuts

    def reach(self, group: Sequence[int], value: int, origin: int) -> tuple[int, str]:
        """Return where ``value`` leads from ``origin``, and why it cannot be played, "" if it can.

        ``group`` are the pieces of the seat. What stands on the board is not looked at.
        """
        words = self.words
        if value == 0:
            return origin, NO_STEP
        if origin == IN_HAND:
            if self.enters_by and value not in self.enters_by:
                return self.entry, self._only_by
            target = self.entry if self.enters_first else value
        elif origin == self.last and words.end.leaves_by:
            return self.goal, self._stays(group, value)
        elif origin == self.goal:
            return origin, STAYS_HOME
        else:
            target = origin + value
            if value == self._grace and target != self.end:
                return target, GRACE_ENTERS
        if target > self.end and words.end.exact:
            return self.end, EXACT_COUNT
        target = min(target, self.end)
        return self.shortcuts.get(target, target), ""

    def _stays(self, group: Sequence[int], value: int) -> str:
        """Return why ``value`` does not take a piece off the last step, "" if it does."""
        end = self.words.end
        if value not in end.leaves_by:
            return LEAVES_BY
        return ALL_THERE if end.leaves_when == "all there" and min(group) < self.last else ""

    def met(self, groups: Sequence[Sequence[int]], seat: int) -> Meeting:
        """Return the enemies that ``seat`` meets on its track, by its progress."""
        found: dict[int, Captured] = {}
        for other, sight in self.sights[seat]:
            group = groups[other]
            for there in dict.fromkeys(group):
                for progress in sight[there]:
                    standing = (other, there, group.count(there))
                    found[progress] = (*found.get(progress, ()), standing)
        return found

    def stopped(
        self, groups: Groups, seat: int, origin: int, target: int, met: Meeting
    ) -> tuple[str, int, int]:
        """Return why a piece of ``seat`` cannot go from ``origin`` to ``target``, "" if it can.

        With it come the progress where it is stopped, and the seat that stops it. ``met`` is what
        :meth:`met` returns for the seat.
        """
        if target in met:
            if self.effects[seat][target] == "bar":
                return BARRED, target, met[target][0][0]
            blocker = self._blocker(met, target)
            if blocker is not None:
                return BLOCKED, target, blocker
        if not self.stacks and self.crowds(groups, seat, target, alone=0):
            return OWN_BARS, target, seat
        if self._has_walls:
            for progress in range(origin + 1, target):
                blocker = self._blocker(met, progress)
                if blocker is not None:
                    return BLOCKED, progress, blocker
        return "", target, seat

    def _blocker(self, met: Meeting, progress: int) -> int | None:
        """Return the enemy that blocks the square at ``progress``, None if nobody does."""
        blockers = (other for other, _, count in met.get(progress, ()) if 0 < self.block <= count)
        return next(blockers, None)

    def crowds(self, groups: Groups, seat: int, progress: int, alone: int = 1) -> bool:
        """Return whether pieces of the side of ``seat`` stand together that may not.

        ``alone`` is how many pieces of ``seat`` are at ``progress`` if they do not.
        """
        if self.stacks or not 0 < progress < self.end:
            return False
        if groups[seat].count(progress) > alone:
            return True
        return any(
            there in groups[other] and self._are_one_side(seat, other)
            for other, there in self.others[seat][progress]
        )

    def mover(self, groups: Groups, seat: int) -> int:
        """Return whose pieces ``seat`` moves: its own, or those of a partner that it helps."""
        if self._helps and self.is_home(groups[seat]):
            partners = (each for each in self._from(seat) if self._are_one_side(seat, each))
            return next((each for each in partners if not self.is_home(groups[each])), seat)
        return seat

    def following(self, groups: Groups, seat: int) -> int:
        """Return the seat that throws after ``seat``; those that rest are left out."""
        following = (seat + 1) % len(self.seats)
        while following != seat and self.rests(groups, following):
            following = (following + 1) % len(self.seats)
        return following

    def rests(self, groups: Groups, seat: int) -> bool:
        """Return whether ``seat`` does nothing any more, because its pieces are home."""
        return self._rests and self.is_home(groups[seat])

    def is_home(self, group: Sequence[int]) -> bool:
        """Return whether as many pieces of ``group`` as a win needs are home."""
        return group.count(self.goal) >= self.needed

    def gives_throw(self, seat: int, origin: int, target: int) -> bool:
        """Return whether a piece of ``seat`` gives another throw that goes so far."""
        comes_in = origin == IN_HAND and self.words.enter.again
        return comes_in or (target <= self.last and self.again_at[seat][target])

    def winners(self, groups: Groups) -> tuple[int, ...]:
        """Return the seats of the team whose pieces are all home; nobody while there is none."""
        for team in self._teams:
            if all(self.is_home(groups[each]) for each in team):
                return team
        return ()

    def counting(self, series: Sequence[int], group: Sequence[int]) -> Sequence[int]:
        """Return what counts of ``series``: perhaps only from one on that brings a piece in.

        Graces follow the numbers that have one.
        """
        counted = series
        if self.words.again.from_entry and not any(0 < each <= self.last for each in group):
            entering = (index for index, value in enumerate(series) if value in self.entering)
            counted = series[next(entering, len(series)) :]
        if not self.words.enter.grace:
            return counted
        return (*counted, *[GRACE for each in counted if each in self.entering])

    def team(self, seat: int) -> tuple[int, ...]:
        """Return the seats on the side of ``seat``."""
        return tuple(each.index for each in self.seats if self._are_one_side(seat, each.index))

    def _from(self, seat: int) -> Iterator[int]:
        return ((seat + each) % len(self.seats) for each in range(len(self.seats)))

    def _are_one_side(self, seat: int, other: int) -> bool:
        return self.seats[seat].team == self.seats[other].team

    def _mark(self, square: str) -> MarkWords:
        enemies = self.words.capture.enemies
        sign = self._signs.get(square, ".")
        return self.words.marks.get(sign) or MarkWords(name="square", enemies=enemies)

    def _others(self, seat: int) -> tuple[Met, ...]:
        """Return for each progress of ``seat`` who else stands on that square, and at which."""
        courses = [Course(track) for track in self.tracks]
        inner = tuple(
            tuple(
                (other, progress)
                for other, course in enumerate(courses)
                for progress in reversed(course.progresses(square))
                if (other, progress) != (seat, own)
            )
            if square
            else ()
            for own, square in enumerate(self.tracks[seat])
        )
        return (*inner, ())

    def _effects_of(self, seat: int) -> tuple[Enemies, ...]:
        """Return what happens to enemies at each progress of ``seat``."""
        track = self.tracks[seat]
        return ("share", *(self._mark(square).enemies for square in track[1:]), "share")

    def _meetings(self, seat: int) -> tuple[Met, ...]:
        """Return for each progress of ``seat`` the enemies that are captured there."""
        return tuple(
            tuple(each for each in met if not self._are_one_side(seat, each[0])) if takes else ()
            for takes, met in zip(self.captures[seat], self.others[seat], strict=True)
        )

    def _sights(self, seat: int) -> Sights:
        """Return by enemy and its progress at which progresses ``seat`` comes to that square."""
        course = Course(self.tracks[seat])
        return tuple(
            (
                other.index,
                tuple(
                    course.progresses(square) if square and there != self.goal else ()
                    for there, square in enumerate((*self.tracks[other.index], ""))
                ),
            )
            for other in self.seats
            if not self._are_one_side(seat, other.index)
        )

    def _standing(self, seat: int) -> tuple[tuple[str, str], ...]:
        """Return place and badge of a piece of ``seat`` at each progress."""
        track = self.tracks[seat]
        inner = tuple(
            (square, AGAIN * track[:progress].count(square))
            for progress, square in enumerate(track)
            if progress
        )
        return ((HAND, ""), *inner, (OFF, ""))
