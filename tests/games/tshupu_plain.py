"""T'shu-p'u's legal moves found the long way, by squares and in the words of the rule sheet."""

from collections.abc import Iterator, Mapping

from games.options import OptionValue

COURSE = (
    "e1 f1 f2 f3 g4 h4 i4 i5 i6 h6 g6 f7 f8 f9 e9 d9 d8 d7 c6 b6 a6 a5 a4 b4 c4 d3 d2 d1"
    " e1 e2 e3 e5"
).split()
CROSS_CUTS = "f2 d2 b4 b6 d8 f8 h6 h4".split()
STARTS = "e1 a5 e9 i5".split()
QUARTERS = (0, 3, 2, 1)

Groups = tuple[tuple[int, ...], ...]
Options = Mapping[str, OptionValue]


def square(seat: int, progress: int) -> str:
    if progress in (0, 33):
        return "off" if progress else "hand"
    x, y = "abcdefghi".index(COURSE[progress - 1][0]) - 4, int(COURSE[progress - 1][1]) - 5
    for _ in range(QUARTERS[seat]):
        x, y = -y, x
    return f"{'abcdefghi'[x + 4]}{y + 5}"


def part(groups: Groups, seat: int, progress: int, dice: tuple[int, ...], rules: Options) -> str:
    """The part as it is written, "" if it may not be played."""
    target = progress + sum(dice)
    if progress >= 32:
        rest = [each for each in groups[seat] if each < 32]
        waits = rules["bear_off"] == "all_home" and rest
        return "1:e5-off" if progress == 32 and dice == (1,) and not waits else ""
    if target > 32:
        return ""
    end, enemies = square(seat, target), ((seat + 1) % 4, (seat + 3) % 4)
    met = end != "e5" and any(square(e, each) == end for e in enemies for each in groups[e])
    if met and end in CROSS_CUTS and rules["crosscuts"] == "barred":
        return ""
    hits = met and end not in CROSS_CUTS and not (rules["safe_start"] and end in STARTS)
    names = [square(seat, each) + "'" * (each == 29) for each in (progress, target)]
    return f"{'+'.join(map(str, dice))}:{names[0]}-{names[1]}{'x' if hits else ''}"


def whole(groups: Groups, seat: int, throw: tuple[int, int], rules: Options) -> Iterator[str]:
    small, large = throw
    for i, first in enumerate(groups[seat]):
        yield part(groups, seat, first, throw, rules)
        for j, second in enumerate(groups[seat]):
            if i != j and (small != large or first <= second):
                texts = (
                    part(groups, seat, first, (small,), rules),
                    part(groups, seat, second, (large,), rules),
                )
                yield ",".join(texts) if all(texts) else ""


def legal(groups: Groups, turn: int, throw: tuple[int, int], rules: Options) -> set[str]:
    seat = (turn + 2) % 4 if set(groups[turn]) == {33} else turn
    full = {text for text in whole(groups, seat, throw, rules) if text}
    ones = {part(groups, seat, each, (die,), rules) for each in groups[seat] for die in throw}
    ones -= {""}
    if rules["must_use"] == "optional":
        return full | ones | {"pass"}
    return full or ones or {"pass"}
