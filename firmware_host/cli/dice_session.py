"""The dialogue with a builder at a dice tray: what its lines do, and how they are wired.

Pure: it takes edges, levels and typed lines, with the time, and returns lines of text.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import inf

from msgspec.structs import replace

from firmware_host.base.timing import earliest
from firmware_host.cli.dice_fairness import DiceCount, side
from hardware import PoseError
from hardware.dice.adjusting import Adjusting, Adjustment, TrayWatch, Trimming, sees_light
from hardware.dice.codes import KINDS, Faces
from hardware.dice.lanes import inverted_below, tray_for
from hardware.dice.tray import DiceEvent
from hardware.input.edges import Edge
from hardware.wiring.wiring import CUP, DiceWiring

ADJUST, FAIRNESS, QUIT, GO_ON, TRIM = "a", "f", "q", "", "w"
HELP = "a: adjust the wiring, f: how fair, q: quit"
HELP_TRIMMING = f"{TRIM}: set the trimmers with white and black, "
HELP_ADJUSTING = "Enter: the dice show this, q: stop adjusting"

STILL = 0.3
"""Seconds without an edge after which dice laid by hand are read."""

PATIENCE = 6.0
"""Seconds after which lines that still change are reported."""

LANES = {
    "missing": "no stick in lane",
    "cocked": "a stick leans or lies high in lane",
    "lit": "a stick was left behind, or light shines in: lane",
    "blind": "nothing is seen again and again, wipe it or turn its trimmer: lane",
    "glare": "light shines in, shade it: lane",
    "pale": "black looks white, turn its trimmer back or paint with carbon black: lane",
    "settled": "it was not dark before: lane",
}
"""What is said of lanes of a tower, before their numbers."""

LEVELS = {True: "open", False: "closed"}
SEEN = {True: "light", False: "dark"}
TRIMMED = "every sensor tells white from black"


class DiceSession:
    """A dialogue at a tray with dice of ``kind`` ("lots" or "long").

    They are ``wired`` so, with what is known of inverted lines. :attr:`is_over` is True once the
    builder has quit; :attr:`found` is the wiring that adjusting found.
    """

    def __init__(self, kind: str, wired: DiceWiring) -> None:
        self.is_over = False
        self.found: Adjustment | None = None
        self._dice = KINDS[kind]
        self._wired, self._cup = wired, None if wired.cup is None else CUP
        self._tray = tray_for(self._dice, wired, self._cup)
        self._count = DiceCount(self._dice)
        watched = [line for line in wired.pins if line != CUP]
        self._watch = TrayWatch(watched, self._cup, in_tower=wired.is_tower)
        self._adjusting: Adjusting | Trimming | None = None
        self._asked_at, self._last_edge = inf, -inf
        self._restless: Counter[str] = Counter()
        self._state = "at rest"
        self._complaints: tuple[str, ...] = ()
        self._output: list[str] = []

    @property
    def lines(self) -> tuple[str, ...]:
        """The names of the lines that are watched."""
        return tuple(self._wired.pins)

    @property
    def pose(self) -> Faces | None:
        """The faces to lay the dice with now, none for nothing; None while not adjusting."""
        adjusting = self._adjusting
        if isinstance(adjusting, Trimming):
            return adjusting.faces if adjusting.bed else None
        return adjusting.pose if adjusting else None

    @property
    def is_reading(self) -> bool:
        """True from Enter until the dice have been read: nothing else can be typed."""
        return self._asked_at < inf

    @property
    def help(self) -> str:
        """The keys that can be typed now."""
        if self._adjusting is not None:
            return HELP_ADJUSTING
        return HELP_TRIMMING + HELP if self._wired.is_tower else HELP

    @property
    def deadline(self) -> float | None:
        """When to call :meth:`tick` if nothing comes in, in seconds; None if never."""
        reading = min(self._read_at, self._asked_at + PATIENCE) if self.is_reading else None
        times = [self._tray.deadline, reading]
        return earliest(times)

    def take_output(self) -> tuple[str, ...]:
        """Return the lines of text since the last call."""
        output, self._output = tuple(self._output), []
        return output

    def status(self, now: float, levels: Mapping[str, bool]) -> tuple[str, ...]:
        """Return the status lines at ``now`` (seconds)."""
        rates, edges = self._watch.rates(now), self._watch.edges
        return (
            f"tray       {self._state}, throws: {self._watch.throws}",
            _row("line", self.lines),
            _row("level", [self._level(line, levels) for line in self.lines]),
            _row("edges/s", [rates[line] for line in self.lines]),
            _row("edges", [edges[line] for line in self.lines]),
            *(f"! {complaint}" for complaint in self._complaints),
        )

    def feed(self, edge: Edge) -> None:
        """Take in ``edge``."""
        self._last_edge = edge.time
        self._tray.feed(edge)
        self._restless[edge.line] += 1
        if self._adjusting is None:
            self._watch.feed(edge)

    def type(self, text: str, now: float) -> None:
        """Handle a line that the builder typed at ``now`` (seconds)."""
        word = text.strip().lower()
        if word == QUIT and self._adjusting is None:
            self.is_over = True
        elif word == QUIT:
            self._stop_adjusting("stopped: nothing was changed")
        elif word == ADJUST and self._adjusting is None:
            self._adjusting = Adjusting(self._dice)
            self._ask()
        elif word == TRIM and self._wired.is_tower and self._adjusting is None:
            self._adjusting = Trimming(self._dice, self._wired)
            self._ask()
        elif word == FAIRNESS and self._adjusting is None:
            self._output += self._count.report()
        elif word == GO_ON and self._adjusting is not None:
            self._asked_at = now
            self._restless.clear()
        elif word != GO_ON:
            self._say(f"{text.strip()!r} is not understood; {self.help}")

    def tick(self, now: float, levels: Mapping[str, bool]) -> None:
        """Do what is due at ``now`` (seconds), with the ``levels`` of the lines now."""
        if self._cup is not None:
            self._watch.see_cup(levels[self._cup], now)
        for event in self._tray.tick(now, levels):
            self._take(event)
        self._complain(now)
        if self._adjusting is None or not self.is_reading:
            return
        if self._read_at <= now:
            self._read(self._adjusting, levels)
        elif self._asked_at + PATIENCE <= now:
            self._asked_at = inf
            moving = " and ".join(sorted(self._restless))
            self._say(f"! {moving} did not settle: a loose contact? Press Enter to try again")

    @property
    def _read_at(self) -> float:
        return max(self._asked_at, self._last_edge + STILL)

    def _take(self, event: DiceEvent) -> None:
        self._state = " ".join([event.kind, *self._names(event.faces)])
        if event.dice:
            self._state += f" ({LANES[event.kind]} {', '.join(str(n + 1) for n in event.dice)})"
        if event.doubtful:
            self._state += " (doubtful: the table asks the players)"
        if self._adjusting is None:
            if event.kind == "settled" and self._is_good(event):
                self._count.add(event.faces)
            moved = self._watch.take(event)
            counts = ", ".join(f"{line} {moved[line]}" for line in self.lines)
            self._say(f"{self._state}; edges: {counts}" if moved else self._state)

    def _is_good(self, event: DiceEvent) -> bool:
        """Return whether a throw counts for fairness, although players may be asked about it.

        Without a cup, all dark lots are always doubtful; so is every throw of a tower without
        second sensors.
        """
        is_basic = self._wired.is_tower and not self._wired.checks
        return not event.doubtful or self._cup is None or (is_basic and not event.dice)

    def _level(self, line: str, levels: Mapping[str, bool]) -> str:
        if self._wired.is_tower and line != CUP:
            return SEEN[sees_light(line, levels, self._wired)]
        return LEVELS[levels[line]]

    def _complain(self, now: float) -> None:
        before, self._complaints = self._complaints, self._watch.complaints(now)
        if self._adjusting is None:
            for complaint in self._complaints:
                if complaint not in before:
                    self._say(f"! {complaint}")

    def _read(self, adjusting: Adjusting | Trimming, levels: Mapping[str, bool]) -> None:
        self._asked_at = inf
        try:
            self._adjusting = adjusting = adjusting.take(levels)
        except PoseError as error:
            self._say(f"! {error}")
        if self.pose is not None:
            self._ask()
        elif isinstance(adjusting, Trimming):
            self._stop_adjusting(TRIMMED)
        else:
            self._finish(adjusting.result)

    def _finish(self, found: Adjustment) -> None:
        if self._wired.is_tower:
            below = inverted_below(self._dice, found.inverted, found.order)
            found = replace(found, inverted=below)
        self.found = found
        wired = self._wired = replace(self._wired, inverted=found.inverted)
        self._count = DiceCount(self._dice)
        self._tray = tray_for(self._dice, wired, self._cup, found.order)
        self._stop_adjusting(f"found: {found.words}; the dice are now read this way")

    def _stop_adjusting(self, words: str) -> None:
        self._adjusting, self._asked_at = None, inf
        self._say(words)

    def _ask(self) -> None:
        if self.pose is None:
            return
        asked, faces = "lay the dice in order, showing", " ".join(self._names(self.pose))
        if isinstance(self._adjusting, Trimming):
            asked = self._adjusting.asked
            faces = f"up: {faces}" if faces else ""
        self._say(f"{asked}{': ' if faces else ''}{faces}; then press Enter")

    def _names(self, faces: Faces) -> list[str]:
        return [side(die, face) for die, face in zip(self._dice, faces, strict=False)]

    def _say(self, words: str) -> None:
        self._output.append(words)


def _row(name: str, values: Sequence[object]) -> str:
    return f"{name:<10}" + "".join(f" {value:<8}" for value in values).rstrip()
