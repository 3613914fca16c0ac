"""Coloured lights in the fields of a board: what each means, its colour, its rhythm, its current.

Both ends of the link use this module: the host reckons how bright the lights may be, and the
firmware does so again.

>>> lit = [("from", [12]), ("to", [13, 17]), ("wrong", [3])]
>>> lamps_words(255, lit)
['lamps', 'ff', 'wrong=3', 'from=12', 'to=13,17']
>>> read_lamps(["ff", "wrong=3", "from=12", "to=13,17"], 25)
(255, [('wrong', [3]), ('from', [12]), ('to', [13, 17])])
>>> brightest(lit, lights=25, budget=500), brightest(lit, lights=25, budget=60)
(255, 94)
"""

from .protocol import MOST_FIELDS

# Type checkers take this for true; MicroPython has no module to import the names from.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Lit = list[tuple[str, list[int]]]
    Colour = tuple[int, int, int]

MEANINGS = ("wrong", "captured", "from", "to")
"""What a light says of its field, the most important first. A piece stands there that should not,
or should and does not; it is captured; it moves from there; it moves there."""

COLOURS = {
    "wrong": (255, 0, 80),
    "captured": (255, 100, 0),
    "from": (85, 85, 85),
    "to": (0, 50, 255),
}
"""Red, green and blue of each meaning: they differ for the colour-blind in brightness too."""

STEP = 500
"""Milliseconds of a step of a rhythm. No light changes more often: at most twice a second."""

RHYTHMS = {"wrong": "404000", "captured": "40", "from": "4", "to": "4411"}
"""Quarters of the brightness, step by step: a double flash, on and off, steady, a slow pulse."""

CHANNEL, IDLE = 20, 1
"""Milliamperes of a channel of a WS2812B at full brightness, and of a light that is dark. Data
sheets say 12 to 20 for a channel."""

HEX = "0123456789abcdef"

LONGEST_LIST = 160
"""The most characters of the lists in a frame; what does not fit is left out."""


class PeerLamps:
    """Coloured lights of the fields, of which the host says what they mean.

    ``size`` are the columns and rows of the board, ``lights`` how many there are on the string, and
    ``budget`` how many milliamperes it may take. ``show`` gets pairs of a field and its colour, for
    all that are not dark; it is called only when that changes, at most twice a second.

    >>> shown = []
    >>> lamps = PeerLamps((2, 2), 4, 500, shown.append)
    >>> lamps.offer
    'lamps=2x2:4:500'
    >>> lamps.take(["ff", "captured=3"])
    >>> for now in (0, 499, 500):
    ...     lamps.update(now)
    >>> shown
    [[(3, (255, 100, 0))], []]
    """

    since, kind = 2, "lamps"

    def __init__(
        self,
        size: "tuple[int, int]",
        lights: int,
        budget: int,
        show: "Callable[[list[tuple[int, Colour]]], None]",
    ) -> None:
        columns, rows = size
        self.offer = f"lamps={columns}x{rows}:{lights}:{budget}"
        self._fields, self._lights, self._budget = columns * rows, lights, budget
        self._show = show
        self._wanted: tuple[int, Lit] = (0, [])
        self._picture: tuple[int, Lit] = (0, [])
        self._shown: list[tuple[int, Colour]] = []
        self._begun = self._changed = -STEP
        self._next = 0

    def take(self, words: "list[str]") -> None:
        """Take the ``words`` of a frame after its kind; ignore them if they are malformed."""
        try:
            self._wanted = read_lamps(words, self._fields)
        except ValueError:
            return

    def put_out(self) -> None:
        """Switch all lights off, at once."""
        self._wanted = self._picture = (0, [])
        if self._shown:
            self._shown = []
            self._show([])

    def update(self, now: int) -> None:
        """Show what is due at ``now`` (ms)."""
        if now - self._changed < STEP:
            return
        if self._wanted != self._picture:
            self._picture, self._begun = self._wanted, now
        step = (now - self._begun) // STEP
        self._next = self._begun + (step + 1) * STEP
        colours = self._colours(step)
        if colours != self._shown:
            self._shown, self._changed = colours, now
            self._show(colours)

    @property
    def due(self) -> "int | None":
        """When :meth:`update` is due if the host says nothing (ms); None if never."""
        if self._wanted != self._picture:
            return self._changed + STEP
        return self._next if self._picture[1] else None

    def _colours(self, step: int) -> "list[tuple[int, Colour]]":
        level, lit = self._picture
        level = min(level, brightest(lit, self._lights, self._budget))
        colours = []
        for meaning, fields in lit:
            rhythm = RHYTHMS[meaning]
            share = level * int(rhythm[step % len(rhythm)])
            red, green, blue = [part * share // 1020 for part in COLOURS[meaning]]
            if red or green or blue:
                colours += [(field, (red, green, blue)) for field in fields]
        return colours


def brightest(lit: "Lit", lights: int, budget: int) -> int:
    """Return how bright, of 255, a string of ``lights`` may be to take at most ``budget`` mA."""
    full = sum([len(fields) * sum(COLOURS[meaning]) for meaning, fields in lit]) * CHANNEL
    left = max(0, budget - lights * IDLE)
    return min(255, left * 255 * 255 // full) if full else 255


def lamps_words(level: int, lit: "Lit") -> "list[str]":
    """Return the words of a frame that lights fields; what does not fit is left out."""
    digits = f"{level:x}"
    words = ["lamps", "0" * (2 - len(digits)) + digits]
    room = LONGEST_LIST
    for meaning in MEANINGS:
        for _, fields in [each for each in lit if each[0] == meaning]:
            room -= len(meaning) + 2
            kept = []
            for field in fields:
                room -= len(str(field)) + 1
                if room >= 0:
                    kept.append(str(field))
            if kept:
                words.append(meaning + "=" + ",".join(kept))
    return words


def read_lamps(words: "list[str]", count: int) -> "tuple[int, Lit]":
    """Return the brightness and the lit fields in ``words``, of a board of ``count`` fields.

    Raises ValueError if they are malformed.
    """
    is_level = words and len(words[0]) == 2 and all(each in HEX for each in words[0])
    level = int(words[0], 16) if is_level else -1
    lit = [_read_list(word, count) for word in words[1:]]
    if level < 0 or lamps_words(level, lit) != ["lamps"] + words:  # noqa: RUF005 - unpacking is not in MicroPython
        raise ValueError(f"expected a brightness and lists of fields by meaning, not {words}")
    return level, lit


def _read_list(word: str, count: int) -> "tuple[str, list[int]]":
    meaning, _, value = word.partition("=")
    fields = [int(number) for number in value.split(",")]
    if meaning not in MEANINGS or max(fields) >= min(count, MOST_FIELDS) or min(fields) < 0:
        raise ValueError(f"expected fields of the board after a meaning, not {word}")
    return meaning, fields
