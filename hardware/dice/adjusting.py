"""Find out how a dice tray is wired, and whether all of it works, while a person helps.

The person places dice as asked. First no bit of the codes is set, then all of them, then one after
the other alone. That finds every line that is dead, inverted or swapped with another.

    >>> from hardware.dice.codes import LOTS, levels_for
    >>> adjusting = Adjusting(LOTS)
    >>> while adjusting.pose is not None:
    ...     crossed = ("D0", "D2", "D1", "D3")
    ...     adjusting = adjusting.take(levels_for(LOTS, adjusting.pose, crossed, {"D3"}))
    >>> adjusting.result
    Adjustment(order=('D0', 'D2', 'D1', 'D3'), inverted=('D3',))

The result goes into the text of a wiring file:

    >>> found = Adjustment(("D1", "D0", "D2", "D3"), ("D1",))
    >>> print(adjusted({"profile": "generic"}, (12, 18, 24, 25), found))
    profile = "generic"
    <BLANKLINE>
    [dice]
    lines = [18, 12, 24, 25]
    invert = ["D0"]

The sensors of a tower have trimmers, which a person sets while white lies in the lanes, then black,
then nothing (:class:`Trimming`).

Then throws are watched: edges are counted, and faults named. All code here is pure: the caller
passes the time.

    >>> watch = TrayWatch(("D0", "D1"), cup=None)
    >>> for throw in range(5):
    ...     watch.feed(Edge(throw, "D0", True))
    ...     _ = watch.take(DiceEvent("settled", (0, 0, 0, 0)))
    >>> watch.complaints(now=5.0)
    ('D1 never changed in 5 throws: check its wire',)
"""

import json
from collections import Counter, deque
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from hardware import PoseError, WiringError
from hardware.dice.codes import Faces, check_readable, faces_of
from hardware.dice.lanes import inverted_below
from hardware.dice.tray import EDGES_OF_A_THROW, DiceEvent
from hardware.input.edges import Edge
from hardware.untrusted_input import harmless
from hardware.wiring.sections import parse, text_at
from hardware.wiring.wiring import CHECK_LINES, DICE_LINES, DiceWiring, names

Reading = tuple[bool, ...]


class Adjustment(Struct, frozen=True):
    """How a tray is wired, with the lines called by their present names.

    ``order`` are the lines that carry the bits of D0 to D3. ``inverted`` are the lines whose
    contact is open for a bit that is set.
    """

    order: tuple[str, ...]
    inverted: tuple[str, ...] = ()

    @property
    def inverted_bits(self) -> tuple[str, ...]:
        """The ``inverted`` lines by the names that they have in the right order."""
        pairs = zip(DICE_LINES, self.order, strict=True)
        return tuple(name for name, line in pairs if line in self.inverted)

    @property
    def words(self) -> str:
        """The result as a sentence for the builder."""
        pairs = zip(self.order, DICE_LINES, strict=True)
        moved = [f"{line} is wired as {name}" for line, name in pairs if line != name]
        turned = [f"{line} is inverted" for line in self.inverted]
        return "; ".join((*moved, *turned)) or "every line is wired as it should be"


def poses(dice: Sequence[Faces]) -> tuple[Faces, ...]:
    """Return the faces to place ``dice`` with, one pose after the other.

    >>> from hardware.dice.codes import LOTS
    >>> poses(LOTS)[:3]
    ((0, 0, 0, 0), (1, 1, 1, 1), (1, 0, 0, 0))
    """
    places = range(len(DICE_LINES))
    alone = [tuple(int(bit == place) for bit in places) for place in places]
    codes = ((0,) * len(DICE_LINES), (1,) * len(DICE_LINES), *alone)
    return tuple(faces_of(dice, code) for code in codes)


class Adjusting(Struct, frozen=True):
    """An adjustment in progress: the ``dice``, and the ``readings`` of the poses so far.

    Raises WiringError if four lines cannot tell such dice apart.
    """

    dice: Sequence[Faces]
    readings: tuple[Reading, ...] = ()

    def __post_init__(self) -> None:
        check_readable(self.dice)

    @property
    def pose(self) -> Faces | None:
        """The faces to place the dice with now; None when everything is known."""
        remaining = poses(self.dice)[len(self.readings) :]
        return remaining[0] if remaining else None

    def take(self, levels: Mapping[str, bool]) -> "Adjusting":
        """Return this with the ``levels`` of the lines while the dice are in :attr:`pose`.

        Raises PoseError that says which lines do not fit, and what to check.
        """
        reading = tuple(levels[line] for line in DICE_LINES)
        taken = replace(self, readings=(*self.readings, reading))
        number = len(self.readings)
        if number == 1:
            _check_alive(taken._changed(number), levels)
        elif number > 1:
            _check_alone(taken._changed(number), [taken._changed(n) for n in range(2, number)])
        return taken

    @property
    def result(self) -> Adjustment:
        """The wiring that was found, once :attr:`pose` is None."""
        order = tuple(line for n in range(2, len(self.readings)) for line in self._changed(n))
        clear = zip(DICE_LINES, self.readings[0], strict=True)
        return Adjustment(order, tuple(line for line, level in clear if not level))

    def _changed(self, number: int) -> tuple[str, ...]:
        """Return the lines that differ between the pose ``number`` and the first pose."""
        both = zip(DICE_LINES, self.readings[0], self.readings[number], strict=True)
        return tuple(line for line, before, after in both if before != after)


Bed = Literal["white", "black", "nothing"]
"""What lies in the lanes of a tower while its trimmers are set."""

MARK = ", with its mark at the second sensor"


class NotSet(NamedTuple):
    """What a sensor ``does`` whose trimmer is not set yet, and an ``advice``."""

    does: str
    advice: str


NEXT: Mapping[Bed, NotSet] = {
    "white": NotSet(
        "sees no light",
        "turn its trimmer until its light is on, then a quarter turn more; if it stays dark, see "
        "that the stick lies at the bar and that the module has 3.3 V",
    ),
    "black": NotSet(
        "sees light",
        "turn its trimmer back a little; if it then loses white, this black is an ink that "
        "reflects infrared: only carbon is black to it (acrylic or blackboard paint, laser print, "
        "black tape)",
    ),
    "nothing": NotSet(
        "sees light",
        "keep sun and lamps off the tower, or turn its trimmer back; if all see light, the module "
        "is the other way round: invert",
    ),
}
"""What is wrong with a sensor by what lies over it, and what to do."""


class Trimming(Struct, frozen=True):
    """The trimmers of a tower are set: the ``dice`` that lie in it, and how they are ``wired``.

    >>> wired = DiceWiring((12, 18, 24, 25), 7, reader="lanes")
    >>> trimming = Trimming(((0, 1),) * 4, wired)
    >>> trimming.bed, trimming.faces
    ('white', (0, 0, 0, 0))
    >>> trimming.take(dict.fromkeys(DICE_LINES, False)).bed
    'black'
    """

    dice: Sequence[Faces]
    wired: DiceWiring
    step: int = 0

    @property
    def bed(self) -> Bed | None:
        """What is to lie over the sensors now; None when all are set."""
        return [*NEXT][self.step] if self.step < len(NEXT) else None

    @property
    def faces(self) -> Faces:
        """The faces that are up while :attr:`bed` lies over all sensors; none for nothing."""
        if self.bed not in ("white", "black"):
            return ()
        bits = [(line in self._below) != (self.bed == "white") for line in DICE_LINES]
        return faces_of(self.dice, [int(bit) for bit in bits])

    @property
    def asked(self) -> str:
        """What the person is asked to do now."""
        if self.bed == "nothing":
            return "take all sticks out"
        mark = MARK if self.wired.checks else ""
        return f"lay {self.bed} over the sensors of every lane{mark}"

    def take(self, levels: Mapping[str, bool]) -> "Trimming":
        """Return this with the next bed; PoseError says which sensors are not set, and how to."""
        assert self.bed is not None, "there is something to trim"
        wrong = [
            line
            for line, is_light in self.expected.items()
            if sees_light(line, levels, self.wired) != is_light
        ]
        if not wrong:
            return replace(self, step=self.step + 1)
        second = [line for line in wrong if line in CHECK_LINES and self.bed != "nothing"]
        told = [_not_set(self.bed, [line for line in wrong if line not in second])]
        told.append(_not_set("black" if self.bed == "white" else "white", second))
        raise PoseError("; ".join(filter(None, told)))

    @property
    def expected(self) -> Mapping[str, bool]:
        """Whether each sensor is to see light now: a second one sees a mark of the other colour."""
        is_light = dict.fromkeys(DICE_LINES, self.bed == "white")
        second = CHECK_LINES if self.wired.checks else ()
        return {**is_light, **dict.fromkeys(second, self.bed == "black")}

    @property
    def _below(self) -> tuple[str, ...]:
        return inverted_below(self.dice, ())


def sees_light(line: str, levels: Mapping[str, bool], wired: DiceWiring) -> bool:
    """Return whether the sensor on ``line`` of a tower sees light."""
    first = DICE_LINES[CHECK_LINES.index(line)] if line in CHECK_LINES else line
    return levels[line] == (first in wired.inverted)


def _not_set(bed: Bed, lines: Sequence[str]) -> str:
    """Return what the sensors on ``lines`` do wrong over ``bed``; nothing without lines."""
    does, advice = NEXT[bed]
    over = "nothing over it" if bed == "nothing" else bed
    return f"{' and '.join(lines)} {does} with {over}: {advice}" if lines else ""


def own_sheet(name_or_path: str) -> dict[str, Any]:
    """Return the tables of a wiring file, or those of a new file that starts from a profile.

    Raises WiringError if there is no such profile or file.
    """
    if name_or_path in names():
        return {"profile": name_or_path}
    source = harmless(name_or_path)
    try:
        return parse(text_at(Path(name_or_path)), source)
    except FileNotFoundError as error:
        raise WiringError(f"{source}: expected a file of TOML, but {error}") from None


def adjusted(sheet: Mapping[str, Any], pins: Sequence[int], found: Adjustment) -> str:
    """Return the text of ``sheet`` with ``found`` in its section [dice].

    ``pins`` are the BCM pins that D0 to D3 had when it was found.
    """
    wired = dict(zip(DICE_LINES, pins, strict=True))
    dice = {key: value for key, value in sheet.get("dice", {}).items() if key != "invert"}
    dice["lines"] = [wired[line] for line in found.order]
    if found.inverted:
        dice["invert"] = list(found.inverted_bits)
    return _text({**sheet, "dice": dice})


def store(path: Path, text: str) -> None:
    """Write ``text`` to a new file; raise WiringError if it exists or cannot be written."""
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text + "\n")
    except FileExistsError:
        raise WiringError(f"{path} already exists: name a new file") from None
    except OSError as error:
        raise WiringError(
            f"{path} cannot be written ({error.strerror or error}): name another file"
        ) from None


def _check_alive(changed: Sequence[str], levels: Mapping[str, bool]) -> None:
    dead = [line for line in DICE_LINES if line not in changed]
    if dead:
        states = ", ".join(f"{line} stays {'open' if levels[line] else 'closed'}" for line in dead)
        raise PoseError(f"{states} in every position of the dice: check the wire, or turn all dice")


def _check_alone(changed: Sequence[str], before: Sequence[Sequence[str]]) -> None:
    if not changed:
        raise PoseError("expected one line to change, but none did: turn the one that was asked")
    if len(changed) > 1:
        raise PoseError(
            f"expected one line to change, but {' and '.join(changed)} did: turn only the one "
            "that was asked, or separate wires that touch"
        )
    if changed in before:
        raise PoseError(
            f"{changed[0]} changed already for another one: turn the one that was asked"
        )


def _text(sheet: Mapping[str, Any]) -> str:
    plain = {key: value for key, value in sheet.items() if not isinstance(value, dict)}
    tables = {key: value for key, value in sheet.items() if isinstance(value, dict)}
    sections = [_lines(plain), *(f"[{name}]\n{_lines(table)}" for name, table in tables.items())]
    return "\n\n".join(section.strip() for section in sections if section)


def _lines(table: Mapping[str, Any]) -> str:
    # JSON writes the values of a wiring (words, numbers, truth values, lists of them) as TOML does
    written = {key: json.dumps(value, ensure_ascii=False) for key, value in table.items()}
    return "\n".join(f"{key} = {value}" for key, value in written.items())


THROWS = 5
"""Throws in which every working line changes; knocks that are too many to be chance."""

FALLS = 15
"""Falls in which every sensor of a tower sees light: it sees none in 38 of 100."""

OPEN_FOR_LONG = 10.0
"""Seconds for which nobody holds the dice."""

ENDS = ("settled", "knocked", "unreadable")

Moved = Counter[str]


class TrayWatch:
    """Counts what the dice ``lines`` and the ``cup`` contact (None: there is none) of a tray do.

    :attr:`edges` counts the edges of each line, :attr:`throws` the throws that settled. The lines
    of sensors ``in_tower`` may be silent for longer.
    """

    def __init__(self, lines: Sequence[str], cup: str | None, *, in_tower: bool = False) -> None:
        self.edges: Counter[str] = Counter()
        self.throws = 0
        self._lines, self._cup = tuple(lines), cup
        self._moved: Moved = Counter()
        self._patience = FALLS if in_tower else THROWS
        self._check = (
            "wipe its window, turn its trimmer, check its wire and the 3.3 V of the module"
            if in_tower
            else "check its wire"
        )
        self._thrown: deque[Moved] = deque(maxlen=self._patience)
        self._knocked: deque[Moved] = deque(maxlen=THROWS)
        self._recent: deque[Edge] = deque()
        self._open_since: float | None = None

    def feed(self, edge: Edge) -> None:
        """Count ``edge``."""
        self.edges[edge.line] += 1
        self._moved[edge.line] += 1
        self._recent.append(edge)
        if edge.line == self._cup:
            self.see_cup(edge.level, edge.time)

    def see_cup(self, is_open: bool, now: float) -> None:
        """Record that the cup contact is open or closed at ``now`` (seconds)."""
        if not is_open:
            self._open_since = None
        elif self._open_since is None:
            self._open_since = now

    def take(self, event: DiceEvent) -> Moved:
        """Record an ``event`` of the tray.

        If it is a throw or a knock, return the edges of each line since the one before.
        """
        if event.kind not in ENDS:
            return Counter()
        is_throw = event.kind == "settled"
        self.throws += is_throw
        moved, self._moved = self._moved, Counter()
        (self._thrown if is_throw else self._knocked).append(moved)
        return moved

    def rates(self, now: float) -> Counter[str]:
        """Return how many edges each line had in the second before ``now``."""
        while self._recent and self._recent[0].time <= now - 1.0:
            self._recent.popleft()
        return Counter(edge.line for edge in self._recent)

    def complaints(self, now: float) -> tuple[str, ...]:
        """Return what seems to be wrong at ``now`` (seconds), each with what to check."""
        return (*self._silent(), *self._loose(), *self._without_a_cup(), *self._open(now))

    def _silent(self) -> list[str]:
        if len(self._thrown) < self._patience:
            return []
        silent = [line for line in self._lines if not any(moved[line] for moved in self._thrown)]
        return [
            f"{line} never changed in {self._patience} throws: {self._check}" for line in silent
        ]

    def _loose(self) -> list[str]:
        alone = {line for moved in self._knocked for line in moved}
        if len(self._knocked) < THROWS or len(alone) > 1:
            return []
        return [
            f"{line} alone changed {THROWS} times without a throw: a loose contact?"
            for line in alone
        ]

    def _without_a_cup(self) -> list[str]:
        def is_throw(moved: Moved) -> bool:
            return sum(moved.values()) >= 2 * EDGES_OF_A_THROW and len(moved) > 1

        if self._cup is None or len(self._knocked) < THROWS or self.edges[self._cup]:
            return []
        if not all(map(is_throw, self._knocked)):
            return []
        return [f"the dice moved {THROWS} times, the cup contact did not: check its wire"]

    def _open(self, now: float) -> list[str]:
        if self._open_since is None or now < self._open_since + OPEN_FOR_LONG:
            return []
        return [f"cup open for {OPEN_FOR_LONG:.0f} s: put the dice down, or check the cable"]
