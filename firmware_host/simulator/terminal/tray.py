"""The dice tray and the input pins, as text."""

from collections.abc import Iterable, Mapping, Sequence

from textual.content import Content

from firmware_host.simulator.dice_hand import DiceSeen
from firmware_host.simulator.terminal.ink import ACTIVE, BRIGHT, DIM
from firmware_host.simulator.terminal.pieces import INKS
from firmware_host.simulator.terminal.words import with_keys
from firmware_host.text.text_board import SIGNS
from firmware_host.text.translator import Language
from games.equipment import Die
from games.message import msg

LOT = (0, 1)
LOT_SIGNS = tuple((SIGNS[colour], INKS[colour].style) for colour in ("black", "white"))

DICE = msg("Dice")
UNREAD = msg("The device cannot read these dice")
THROW = msg("`t` throw")
THROW_THAT = msg("`{keys}` throw this number")
THROW_CHOSEN = msg("`t` throw {throw}")
CHOOSE = msg("`[ ]` choose the throw")
CUP: Mapping[bool, str] = {False: msg("cup down `c`"), True: msg("cup lifted `c`")}
SHOP = (
    msg("`F1`-`F4` throw one"),
    msg("`k` bump"),
    msg("`v` cocked"),
    msg("`x` away, back"),
)
SEPARATOR = "  ·  "


def heights(seen: DiceSeen) -> tuple[int, ...]:
    """Return the possible heights of the tray in rows, the largest first; 0 without dice."""
    if not seen.dice:
        return (0,)
    return (1,) if seen.faces is None else (3, 1)


def tray_text(seen: DiceSeen, rows: int, say: Language) -> Content:
    """Return the tray as text of so many ``rows``, one of its :func:`heights`."""
    if seen.faces is None:
        return Content(say(UNREAD))
    signs = [die_sign(die, face) for die, face in zip(seen.dice, seen.faces, strict=True)]
    words = with_keys(SEPARATOR.join(_words(seen, say)))
    if rows == 1:
        dice = Content(" ").join(Content.assemble(sign) for sign in signs)
        return Content.assemble(f"{say(DICE)} ", dice, "   ", words)
    return _boxes(signs, words)


def die_sign(die: Die, face: int) -> tuple[str, str]:
    """Return the upper ``face`` of ``die`` as a character, and its ink.

    >>> die_sign(Die((0, 1)), 1)[0], die_sign(Die((1, 3, 4, 6)), 6)[0]
    ('○', '6')
    """
    return LOT_SIGNS[face] if die.faces == LOT else (str(face), BRIGHT)


def _words(seen: DiceSeen, say: Language) -> tuple[str, ...]:
    keys = [throw.text for throw in seen.throws if len(throw.text) == 1]
    throw = say(THROW_CHOSEN, throw=seen.chosen.text) if seen.chosen else say(THROW)
    other = say(THROW_THAT, keys=" ".join(keys)) if keys else say(CHOOSE)
    if seen.is_from_shop:
        return (throw, other, *map(say, SHOP))
    lifted = seen.cup_is_lifted
    return (throw, other) if lifted is None else (throw, other, say(CUP[lifted]))


def _boxes(signs: Sequence[tuple[str, str]], words: Content) -> Content:
    inside = [part for sign in signs for part in (("│ ", DIM), sign, (" │ ", DIM))]
    return Content("\n").join(
        (
            Content.assemble(("╭───╮ " * len(signs), DIM)),
            Content.assemble(*inside, "  ", words),
            Content.assemble(("╰───╯ " * len(signs), DIM)),
        )
    )


HIGH, LOW = ("▔", DIM), ("▁", f"bold #000000 on {ACTIVE}")
NAME_INK = {True: DIM, False: f"bold {ACTIVE}"}


def pins_text(levels: Iterable[tuple[str, bool]]) -> Content:
    """Return the names of lines, each with its level: high (True) while its contact is open.

    >>> pins_text([("ok", False), ("cup", True)]).plain
    'ok▁ cup▔'
    """
    return Content(" ").join(
        Content.assemble((name, NAME_INK[level]), HIGH if level else LOW) for name, level in levels
    )
