"""Files of races that nobody has thought out: every word is drawn, with values that may fit."""

import json
import random
from collections.abc import Mapping, Sequence

Value = bool | int | str | Sequence[object] | Mapping[str, object]

COLOURS = ("white", "black", "red", "blue")
SIDES = {
    2: ("south", "north"),
    3: ("south", "west", "north"),
    4: ("south", "west", "north", "east"),
}
RING = "c1..e1 e2..e5 d5..a5 a4..a1 b1"
TRACKS = (f"{RING} c1 c2 c3", f"{RING} b2..b4 c4 d4 d3 d2 c2 c3", "c1..e1 e2..e5 d5 c5 c4 c3")
ROWS = (
    (".....", ".....", "..#..", ".....", "....."),
    ("..+..", ".....", "+.#.+", ".....", "..+.."),
    ("+.*.+", ".....", "*.#.*", ".....", "+.*.+"),
)
ENEMIES = ("capture", "share", "bar")
DICE: tuple[tuple[Mapping[str, Value], Sequence[int]], ...] = (
    ({"count": 1, "faces": [1, 2, 3, 4, 5, 6]}, (1, 2, 3, 6)),
    ({"count": 2, "faces": [1, 2, 3]}, (2, 3, 4)),
    ({"count": 4, "faces": [0, 1]}, (1, 2, 3, 4)),
    ({"count": 4, "faces": [0, 1], "values": {"0": 8}}, (1, 2, 8)),
    ({"count": 2, "faces": [1, 3, 4, 6], "counts": "each"}, (1, 3, 6)),
    ({"count": 2, "faces": [1, 2, 3, 4], "counts": "together"}, (1, 2, 4)),
    ({"count": 3, "faces": [1, 2], "counts": "each"}, (1, 2)),
)
"""Dice, and some numbers that they show."""


def random_file(seed: int) -> str:
    """The file drawn with ``seed``; most, but not all of them describe a race that ends."""
    rng = random.Random(seed)
    seats = rng.choice((2, 2, 3, 4))
    has_teams = seats == 4 and rng.random() < 0.5
    parts = [
        f"title = {written(f'Race {seed}')}",
        f"first = {written(rng.choice(('lot', 'first seat')))}",
        f"track = {written(rng.choice(TRACKS))}",
        table("board", {"rows": rng.choice(ROWS), "whole": rng.random() < 0.3}),
        table("marks", {sign: _mark(rng, sign) for sign in "+*#"}),
    ]
    for index in range(seats):
        team = {"team": 1 + index % 2} if has_teams else {}
        seat: Mapping[str, Value] = {"colour": COLOURS[index], "side": SIDES[seats][index], **team}
        parts.append(table("seats", seat, "[[{}]]"))
    parts += [table(name, words) for name, words in _rules(rng).items()]
    return "\n".join((*parts, _option(rng)))


def _mark(rng: random.Random, sign: str) -> Mapping[str, Value]:
    drawn = {"name": f"mark {ord(sign)}", "sign": rng.choice(("cross", "frame", "dot", "none"))}
    return {**drawn, "enemies": rng.choice(ENEMIES), "again": rng.random() < 0.3}


def _rules(rng: random.Random) -> Mapping[str, Mapping[str, Value]]:
    dice, numbers = rng.choice(DICE)
    is_sum = dice.get("counts", "sum") == "sum"
    enters: Mapping[str, Value] = {"throws": rng.sample(numbers, rng.randint(1, 2))}
    graces = is_sum and min(numbers) > 1 and rng.random() < 0.6
    grace: Mapping[str, Value] = {"grace": [rng.choice(numbers)]}
    comes_in = grace if graces else rng.choice(({}, enters))
    again: Mapping[str, Value] = {"throws": [numbers[-1]]} if is_sum else {"doubles": True}
    at_last, moves_alone = rng.random() < 0.5, rng.random() < 0.4
    begin = 0 if moves_alone else rng.choice((0, 1, 3))
    leaves: Mapping[str, Value] = {
        "leaves_by": [rng.choice(numbers)],
        "leaves_when": rng.choice(("any time", "all there")),
    }
    return {
        "pieces": {"count": rng.randint(1, 5), "begin": begin},
        "dice": dice,
        "enter": {
            "to": rng.choice(("count", "first")),
            "again": rng.random() < 0.2,
            **comes_in,
        },
        "move": {
            "own": "bar" if moves_alone else "stack",
            "block": rng.choice((0, 0, 2, 3)),
            "wall": rng.random() < 0.3,
            "forced": rng.random() < 0.8,
            "shortcuts": rng.choice(({}, {}, {"4": 9}, {"4": 9, "7": 2})),
        },
        "capture": {
            "enemies": rng.choice(ENEMIES),
            "to": rng.choice(("hand", "begin")),
            "again": rng.random() < 0.3,
        },
        "again": {"when": rng.choice(("after", "at once")), **rng.choice(({}, again))},
        "end": {
            "at": "last" if at_last else "past",
            "exact": rng.random() < 0.5,
            **(leaves if at_last and rng.random() < 0.5 else {}),
        },
        "win": {"finished": rng.choice(("rest", "help")), "pieces": rng.choice((0, 0, 1))},
    }


def _option(rng: random.Random) -> str:
    name, word, value = rng.choice(
        (
            ("end", "exact", False),
            ("move", "forced", False),
            ("capture", "again", True),
            ("move", "block", 2),
        )
    )
    words: Mapping[str, Value] = {
        "name": "other",
        "title": "Other",
        "means": "Another rule.",
        "values": [{"value": False}, {"value": True, "set": {name: {word: value}}}],
    }
    return table("options", words, "[[{}]]")


def table(name: str, words: Mapping[str, Value], head: str = "[{}]") -> str:
    """A table of a file with its words."""
    lines = [f"{written(key)} = {written(value)}" for key, value in words.items()]
    return "\n".join((head.format(name), *lines))


def written(value: object) -> str:
    """A value as TOML has it."""
    if isinstance(value, Mapping):
        inner = ", ".join(f"{written(key)} = {written(each)}" for key, each in value.items())
        return f"{{ {inner} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(written, value))}]"
    return json.dumps(value)
