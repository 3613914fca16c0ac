"""Dice in the frames of the serial link: which there are, and what each of them does.

>>> offer_text([("a", [0, 1]), ("long", [1, 3, 4, 6]), ("cube", [1, 2, 3, 4, 5, 6])])
'a:0-1,long:1/3-4/6,cube:1-6'
>>> read_offer("a:0-1,long:1/3-4/6")
[('a', [0, 1]), ('long', [1, 3, 4, 6])]
>>> die_text(7, RESTS, 6), die_text(8, ROLLS, None), die_text(8, ROLLS, 2), die_text(8, COCKED)
('07=6', '08~', '08~2', '08/')
>>> read_die("07=6", [1, 3, 4, 6]), read_die("ff-", [0, 1])
((7, '=', 6), (255, '-', None))
"""

from .parts import PeerWords

RESTS, ROLLS, COCKED, AWAY = "=", "~", "/", "-"
"""What a die does, as the sign in its word: it lies with a face up, it moves, it leans, or it is
not on the table."""

MOST_DICE, HIGHEST_FACE, LONGEST_NAME = 8, 99, 8
COUNTED = 256
"""The number of throws after which the count of a die begins at 0 again."""

# Type checkers take this for true; MicroPython has no module to import the names from.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Offered = list[tuple[str, list[int]]]
    Seen = tuple[int, str, "int | None"]


class PeerDice(PeerWords):
    """Dice that are reported to the host, each with what it does.

    ``dice`` are pairs of a name and its faces in rising order. ``read`` gets the time (ms) and
    returns for each die how often it has been thrown, what it does (one of the signs above), and
    the face that is up or seems to come up, None if there is none.

    >>> dice = PeerDice([("a", [0, 1]), ("b", [0, 1])], lambda now: [(3, "=", 1), (2, "~", None)])
    >>> dice.offer
    'dice=a:0-1,b:0-1'
    >>> dice.update(now=0)
    >>> dice.report(now=0)
    ['dice', '03=1', '02~']
    """

    def __init__(self, dice: "Offered", read: "Callable[[int], list[Seen]]") -> None:
        self._read_dice = read
        super().__init__("dice", offer_text(dice), self._texts)

    def _texts(self, now: int) -> "list[str]":
        return [die_text(*seen) for seen in self._read_dice(now)]


def offer_text(dice: "Offered") -> str:
    """Return the value of the offer of ``dice``; raise ValueError if they cannot be offered."""
    text = ",".join([name + ":" + _faces_text(faces) for name, faces in dice])
    if read_offer(text) != [(name, list(faces)) for name, faces in dice]:
        raise ValueError(f"expected names and rising faces of dice, not {dice}")
    return text


def read_offer(text: str) -> "Offered":
    """Return the names and faces of the dice in an offer; raise ValueError if it is malformed."""
    parts = text.split(",")
    dice = [_read_offered(part) for part in parts]
    if len(dice) > MOST_DICE or len({name for name, _ in dice}) < len(dice):
        raise ValueError(f"expected at most {MOST_DICE} dice, each with a name of its own")
    return dice


def die_text(throws: int, does: str, face: "int | None" = None) -> str:
    """Return the word of a die that was thrown so many times."""
    text = f"{throws % COUNTED:x}"
    return "0" * (2 - len(text)) + text + does + ("" if face is None else str(face))


def read_die(text: str, faces: "list[int]") -> "Seen":
    """Return how often a die with ``faces`` was thrown, what it does, and its face.

    Raises ValueError if ``text`` is not the word of such a die.
    """
    count, does, shown = text[:2], text[2:3], text[3:]
    face = int(shown) if _is_number(shown) else None
    needs_face = does == RESTS or (does == ROLLS and shown != "")
    is_known = does in (RESTS, ROLLS, COCKED, AWAY) and (face in faces if needs_face else True)
    throws = int(count, 16) if len(count) == 2 and _is_hex(count) else 0
    if not is_known or die_text(throws, does, face) != text or (face is not None) != needs_face:
        raise ValueError(
            f"expected what a die with the faces {_faces_text(faces)} does, not {text}"
        )
    return throws, does, face


def _faces_text(faces: "list[int]") -> str:
    runs: list[list[int]] = []
    for face in faces:
        if runs and face == runs[-1][1] + 1:
            runs[-1][1] = face
        else:
            runs.append([face, face])
    return "/".join([str(a) if a == b else str(a) + "-" + str(b) for a, b in runs])


def _read_offered(text: str) -> "tuple[str, list[int]]":
    name, _, value = text.partition(":")
    faces: list[int] = []
    for run in value.split("/"):
        first, _, last = run.partition("-")
        if not _is_number(first) or not _is_number(last or first):
            raise ValueError(_expected(text))
        faces += list(range(int(first), int(last or first) + 1))
    is_named = 0 < len(name) <= LONGEST_NAME and all(_is_in_a_name(sign) for sign in name)
    if not is_named or len(faces) < 2 or _faces_text(sorted(set(faces))) != value:
        raise ValueError(_expected(text))
    return name, faces


def _expected(text: str) -> str:
    return f"expected a die as name:1-6 or name:1/3-4/6, with rising faces, not {text}"


def _is_in_a_name(sign: str) -> bool:
    return "a" <= sign <= "z" or "0" <= sign <= "9"


def _is_number(text: str) -> bool:
    return 0 < len(text) <= 2 and all("0" <= digit <= "9" for digit in text)


def _is_hex(text: str) -> bool:
    return all(digit in "0123456789abcdef" for digit in text)
