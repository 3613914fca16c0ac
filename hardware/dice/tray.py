"""The dice tray: contact edges and levels in, throws out.

A throw is a movement, not a change of faces: the cup contact opens for a while, everything comes to
rest, and three readings agree. The same faces again are a new throw; a knock on the table is not a
throw; a cut cable looks like dice that stay lifted. The code is pure: the caller passes the time.

    >>> from hardware.dice.codes import LOTS, levels_for
    >>> tray = Tray(LOTS)
    >>> tumbling = ((1.2, "D0", False), (1.25, "D3", True), (1.3, "D3", False))
    >>> for edge in ((1.0, "cup", True), *tumbling, (1.5, "cup", False)):
    ...     tray.feed(Edge(*edge))
    >>> levels = levels_for(LOTS, (1, 0, 0, 1)) | {"cup": False}
    >>> [event.kind for time in (1.8, 2.1, 2.12) for event in tray.tick(time, levels)]
    ['lifted', 'rolling', 'provisional']
    >>> tray.tick(2.14, levels)
    (DiceEvent(kind='settled', faces=(1, 0, 0, 1), doubtful=False, dice=(), own=()),)
"""

from collections.abc import Container, Mapping, Sequence
from math import inf
from typing import Literal

from msgspec import Struct, field

from hardware.dice.codes import Faces, check_readable, faces_from
from hardware.input.edges import Edge
from hardware.wiring.wiring import CUP, DICE_LINES

# Measured on a model of bouncing dice: 0.6 s missed no throw, doubled none, and read at most 0.1 %
# of 1,500 too early, with no false throw in 3,000 knocks; 0.25 s read 5 to 22 % too early.
QUIET, PROVISIONAL = 0.6, 0.25
"""Seconds without an edge before the dice are read, and before a provisional reading."""

READINGS, READ_EVERY = 3, 0.02
"""How many equal readings are needed, and the seconds between them."""

LIFTED = 0.08
"""Seconds for which the cup contact must be open: a shorter time is a knock."""

GIVE_UP = 6.0
"""Seconds after which dice that never come to rest are unreadable."""

EDGES_OF_A_THROW, SPREAD_OF_A_THROW = 3, 0.06
"""The fewest edges of dice that tumble, and the seconds over which they are spread."""


class DiceEvent(Struct, frozen=True):
    """What the dice did; only ``provisional`` and ``settled`` have ``faces``, one for each die.

    A ``doubtful`` throw counts only when a person confirms it. Without a cup contact it is one with
    all lines open, which may be an unplugged cable. With a cup contact it is one of dice that were
    lifted but did not tumble, as when a cable is plugged in again.

    Dice that report their own faces may also be ``cocked``: one leans and has no face. Or one is
    ``missing``: it stays away while others lie.
    Such dice also say which ``dice`` (from 0) are meant, and in ``own`` the faces that they show
    where those count for others in the game.

    Of a tower the ``dice`` are lanes: one is ``lit`` that should be empty and dark, or in one
    nothing is seen again and again (``blind``), both its sensors see light that shines in
    (``glare``), or black looks white in it (``pale``).
    """

    kind: Literal[
        "lifted",
        "rolling",
        "provisional",
        "settled",
        "knocked",
        "unreadable",
        "cocked",
        "missing",
        "again",
        "handled",
        "away",
        "back",
        "rolled on",
        "lit",
        "blind",
        "glare",
        "pale",
    ]
    faces: Faces = ()
    doubtful: bool = False
    dice: tuple[int, ...] = ()
    own: Faces = ()


class DiceMovement(Struct):
    """A movement of the dice: one throw, or one knock.

    It ends when nothing has moved for ``quiet`` seconds. ``landed`` is when they first left the
    hand, ``last`` when they or the cup last moved. ``edges`` counts the edges of the dice, from
    ``first_edge`` to ``last_edge``.
    """

    last: float
    quiet: float = QUIET
    landed: float = inf
    edges: int = 0
    first_edge: float = inf
    last_edge: float = -inf
    thrown: bool = False
    rolling: bool = False
    shown: bool = False
    unreadable: bool = False
    readings: list[Faces] = field(default_factory=list)
    read_at: float = inf

    def move(self, time: float) -> None:
        self.last = max(self.last, time)
        self.read_at = self.last + self.quiet
        self.shown = False
        self.readings.clear()

    def tumble(self, time: float) -> None:
        self.edges += 1
        self.first_edge, self.last_edge = min(self.first_edge, time), max(self.last_edge, time)

    @property
    def give_up_at(self) -> float:
        """When they count as unreadable if no edge comes; never if they come to rest before."""
        give_up = self.landed + GIVE_UP
        return give_up if give_up < self.last + self.quiet else inf

    @property
    def show_at(self) -> float:
        """When the provisional reading is due if no edge comes."""
        return self.last + PROVISIONAL if self.thrown and not self.shown else inf

    @property
    def tumbled(self) -> bool:
        """Whether the edges are those of a throw."""
        spread = self.last_edge - self.first_edge
        return self.edges >= EDGES_OF_A_THROW and spread >= SPREAD_OF_A_THROW


class Tray:
    """Electronic dice on four lines, with or without a contact under the cup.

    ``dice`` has the faces of each die, ``lines`` the four lines. ``cup`` is the line of the contact
    that is closed (low) while the dice rest and opens when they are lifted, None if there is none.
    The contacts of lines that are ``inverted`` are open where others are closed. Raises WiringError
    if the lines cannot tell such dice apart.
    """

    quiet = QUIET

    def __init__(
        self,
        dice: Sequence[Faces],
        lines: Sequence[str] = DICE_LINES,
        cup: str | None = CUP,
        inverted: Container[str] = (),
    ) -> None:
        check_readable(dice)
        self._dice, self._lines, self._cup = tuple(dice), tuple(lines), cup
        self._inverted = inverted
        self._open = False
        self._lifted_at = inf
        self._movement: DiceMovement | None = None
        self._events: list[tuple[float, DiceEvent]] = []

    def feed(self, edge: Edge) -> None:
        """Record ``edge``; edges of other lines are ignored."""
        if edge.line == self._cup:
            self._lift(edge.time)
            self._move_cup(edge.time, edge.level)
        elif edge.line in self._lines:
            self._lift(edge.time)
            self._tumble(edge.time)

    def tick(self, now: float, levels: Mapping[str, bool]) -> tuple[DiceEvent, ...]:
        """Return what happened up to ``now`` (seconds) and was not returned before.

        ``levels`` are those of the lines now. Feed the edges up to ``now`` first.
        """
        if self._cup is not None and levels[self._cup] != self._open:
            self.feed(Edge(now, self._cup, levels[self._cup]))
        self._lift(now)
        if self._movement is not None and not self._open:
            self._rest(self._movement, now, levels)
        events, self._events = self._events, []
        return tuple(event for _, event in events)

    @property
    def deadline(self) -> float | None:
        """When :meth:`tick` is due if no edge comes (seconds); None if never."""
        soonest = min([self._lifted_at, self._rest_at, *(time for time, _ in self._events)])
        return soonest if soonest < inf else None

    @property
    def _rest_at(self) -> float:
        movement = self._movement
        if movement is None or self._open:
            return inf
        if movement.unreadable:
            return movement.read_at if self._cup is None else inf
        return min(movement.give_up_at, movement.show_at, movement.read_at)

    def _emit(self, time: float, event: DiceEvent) -> None:
        self._events.append((time, event))

    def _lift(self, now: float) -> None:
        """Begin a new throw once the cup contact has been open for long enough."""
        if self._lifted_at <= now:
            self._movement = DiceMovement(self._lifted_at, self.quiet, thrown=True)
            self._emit(self._lifted_at, DiceEvent("lifted"))
            self._lifted_at = inf

    def _move_cup(self, time: float, is_open: bool) -> None:
        if is_open != self._open:
            self._open = is_open
            self._lifted_at = time + LIFTED if is_open else inf
            self._move(time)

    def _tumble(self, time: float) -> None:
        movement = self._move(time)
        movement.tumble(time)
        if self._cup is None and movement.tumbled:
            movement.thrown = True
            self._roll(movement, time)

    def _move(self, time: float) -> DiceMovement:
        movement = self._movement = self._movement or DiceMovement(time, self.quiet)
        movement.move(time)
        if not self._open:
            movement.landed = min(movement.landed, time)
            self._roll(movement, time)
        return movement

    def _roll(self, movement: DiceMovement, time: float) -> None:
        if movement.thrown and not movement.rolling:
            movement.rolling = True
            self._emit(time, DiceEvent("rolling"))

    def _rest(self, movement: DiceMovement, now: float, levels: Mapping[str, bool]) -> None:
        if movement.unreadable:
            if self._rest_at <= now:
                self._movement = None
        elif movement.give_up_at <= now:
            movement.unreadable = True
            self._emit(now, DiceEvent("unreadable"))
        elif movement.read_at <= now:
            self._read(movement, now, levels)
        elif movement.show_at <= now:
            movement.shown = True
            self._emit(now, DiceEvent("provisional", self._faces(levels)))

    def _read(self, movement: DiceMovement, now: float, levels: Mapping[str, bool]) -> None:
        faces = self._faces(levels)
        if movement.readings and faces != movement.readings[-1]:
            # they moved, but no edge arrived
            movement.move(now)
            return
        movement.readings.append(faces)
        movement.read_at = now + READ_EVERY
        if len(movement.readings) == READINGS:
            self._end(movement, now, levels)

    def _end(self, movement: DiceMovement, now: float, levels: Mapping[str, bool]) -> None:
        """Say what came of ``movement``, which has been read often enough."""
        self._movement = None
        self._emit(now, self._settled(movement, levels))

    def _settled(self, movement: DiceMovement, levels: Mapping[str, bool]) -> DiceEvent:
        if not movement.thrown:
            return DiceEvent("knocked")
        all_open = all(levels[line] for line in self._lines)
        doubtful = all_open if self._cup is None else not movement.tumbled
        return DiceEvent("settled", self._faces(levels), doubtful)

    def _faces(self, levels: Mapping[str, bool]) -> Faces:
        return faces_from(self._dice, levels, self._lines, self._inverted)
