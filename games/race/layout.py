"""What a race is played with, made from the words of its file: board, seats, tracks and throws."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Final, NamedTuple

from games.actions import Chance, Throw
from games.course import Course
from games.equipment import FILES, Board, Die, Look, Mark, Point, Seat, Theme, square_name
from games.race.reading import Fault, Path
from games.race.words import MOST_STEPS, RaceWords

NEGLIGIBLE: Final = 1e-3
"""Throws in a row that are less likely than this, all together, are not continued."""


class RaceThrow(NamedTuple):
    """A ``throw``, how likely it is, the ``values`` it gives, and whether one throws ``again``."""

    throw: Throw
    chance: Chance
    values: tuple[int, ...]
    again: bool


def board_of(words: RaceWords) -> tuple[Board, Mapping[str, str]]:
    """Return the board, and by the name of each square the sign that it has in the rows."""
    rows = words.board.rows
    points, signs = list[Point](), dict[str, str]()
    for y, row in enumerate(reversed(rows)):
        path = ("board", "rows", str(len(rows) - 1 - y))
        if len(row) > len(FILES):
            raise Fault(path, f"expected at most {len(FILES)} squares in a row")
        for x, sign in enumerate(row):
            if sign != " ":
                name = square_name(x, y)
                wide = words.board.wide.get(name, 1)
                points.append(Point(name, x, y, _marks(words, sign, path), size=wide))
                signs[name] = sign
    if not points:
        raise Fault(("board", "rows"), 'expected squares, such as ["....."], got none')
    for name in words.board.wide:
        if name not in signs:
            raise Fault(("board", "wide", name), f"expected a square of the board, got {name!r}")
    return Board(tuple(points)), signs


def _marks(words: RaceWords, sign: str, path: Path) -> tuple[Mark, ...]:
    if sign == ".":
        return ()
    if sign not in words.marks:
        example = f'"{sign}" = {{ name = "palace" }}'
        raise Fault(path, f"expected a sign of the table marks, such as {example}, got {sign!r}")
    mark = words.marks[sign]
    return () if mark.sign == "none" else (Mark(mark.name, mark.sign),)


def seats_of(words: RaceWords) -> tuple[Seat, ...]:
    """Return the seats in the order of play; Fault unless at least two sides play."""
    for what in ("colour", "side"):
        found = [getattr(each, what) for each in words.seats]
        for index, each in enumerate(found):
            if each in found[:index]:
                raise Fault(
                    ("seats", str(index), what), f"expected another {what}, got {each} again"
                )
    teams = [each.team or -index for index, each in enumerate(words.seats, 1)]
    if len(set(teams)) < 2:
        raise Fault(("seats",), "expected at least two teams, such as team = 2")
    numbers = {team: index for index, team in enumerate(dict.fromkeys(teams))}
    return tuple(
        Seat(index, each.colour, each.side, numbers[team], each.colour)
        for index, (each, team) in enumerate(zip(words.seats, teams, strict=True))
    )


def tracks_of(words: RaceWords, board: Board) -> tuple[tuple[str, ...], ...]:
    """Return for each seat the square at each progress, "" at 0; Fault if one is not there."""
    tracks = []
    for index, seat in enumerate(words.seats):
        path: Path = ("seats", str(index), "track") if seat.track else ("track",)
        if not (seat.track or words.track):
            raise Fault(path, 'expected the squares that pieces visit, such as "a1..e1 e2..e5"')
        squares = [*_squares(seat.track or words.track, path)]
        for square in squares:
            if square not in board:
                raise Fault(path, f"expected squares of the board, got {square}")
        turned = squares if seat.track else _turned(words, index, squares, board)
        tracks.append(("", *turned))
        if len(tracks[index]) != len(tracks[0]):
            steps = len(tracks[0]) - 1
            raise Fault(path, f"expected {steps} steps as in the first track, got {len(squares)}")
    return tuple(tracks)


def _turned(words: RaceWords, seat: int, squares: Sequence[str], board: Board) -> Sequence[str]:
    """Return the track of the south as it is on the side of ``seat``."""
    side = words.seats[seat].side
    if side == "south":
        return squares
    width, height = max(map(len, words.board.rows)), len(words.board.rows)
    path = ("seats", str(seat), "side")
    if width != height:
        raise Fault(path, f"expected a track of its own, as the board is {width} by {height}")
    turned = Course.of(side, squares, width).squares[1:]
    for square in turned:
        if square not in board:
            raise Fault(path, f"expected a board that turns; the track comes to {square} there")
    return turned


def _squares(track: str, path: Path) -> Iterator[str]:
    """Yield the squares of ``track``, those of straight lines too.

    >>> [*_squares("a1 b2..d2 d4", ())]
    ['a1', 'b2', 'c2', 'd2', 'd4']
    """
    count = 0
    for words in track.split():
        start, _, end = words.partition("..")
        (x, y), (to_x, to_y) = _spot(start, path), _spot(end or start, path)
        steps = max(abs(to_x - x), abs(to_y - y))
        if steps and {abs(to_x - x), abs(to_y - y)} - {0, steps}:
            raise Fault(path, f"expected a straight line of squares, such as a1..e1, got {words}")
        count += steps + 1
        if count > MOST_STEPS:
            raise Fault(path, f"expected at most {MOST_STEPS} steps")
        for step in range(steps + 1):
            share = step / steps if steps else 0
            yield square_name(round(x + share * (to_x - x)), round(y + share * (to_y - y)))


def _spot(square: str, path: Path) -> tuple[int, int]:
    file, rank = square[:1], square[1:]
    if file and file in FILES and rank.isascii() and rank.isdigit() and 0 < int(rank[:3]) < 100:
        return FILES.index(file), int(rank) - 1
    raise Fault(path, f"expected a square such as a1, got {square!r}")


def shortcuts_of(words: RaceWords) -> Mapping[int, int]:
    """Return to which step each shortcut leads, by the step where it begins."""
    found = {}
    for key, step in words.move.shortcuts.items():
        if not is_number(key):
            expected = f"expected the number of a step, such as 6 = 20, got {key}"
            raise Fault(("move", "shortcuts", key), expected)
        found[int(key)] = step
    return found


def is_number(text: str) -> bool:
    """Return whether ``text`` is a plain whole number of at most four digits."""
    return text.isascii() and text.isdigit() and text == str(int(text[:4]))


def throws_of(words: RaceWords) -> Mapping[str, RaceThrow]:
    """Return every throw by its text, in the order of their values."""
    dice, again = words.dice, words.again
    ways = Counter[tuple[int, ...]]()
    example: dict[tuple[int, ...], tuple[int, ...]] = {}
    for faces in product(sorted(dice.faces, reverse=True), repeat=dice.count):
        values = values_of(words, faces)
        ways[values] += 1
        shown = faces if dice.counts == "sum" else tuple(sorted(faces))
        example.setdefault(values, shown)
    whole = sum(ways.values())
    return {
        (text := "+".join(map(str, values))): RaceThrow(
            Throw(text, example[values]),
            Chance(ways[values], whole),
            values,
            values[0] in again.throws
            if dice.counts == "sum"
            else again.doubles and len(set(values)) == 1,
        )
        for values in sorted(ways)
    }


def values_of(words: RaceWords, faces: Sequence[int]) -> tuple[int, ...]:
    """Return what dice that show ``faces`` give to play, ascending."""
    if words.dice.counts != "sum":
        return tuple(sorted(faces))
    return (words.dice.values.get(str(sum(faces)), sum(faces)),)


def dice_of(words: RaceWords) -> tuple[Die, ...]:
    """Return the dice, all alike."""
    die = Die(tuple(words.dice.faces), tuple(words.dice.names))
    return (die,) * words.dice.count


def look_of(words: RaceWords, tracks: Sequence[Sequence[str]]) -> Look:
    """Return how the game looks whose seats have these ``tracks``."""
    steps = shortcuts_of(words).items()
    links = (tuple(sorted((track[one], track[other]))) for track in tracks for one, other in steps)
    return Look(
        Theme()._replace(**words.look),
        is_whole=words.board.whole,
        squares=_colours_of(words),
        links=tuple(dict.fromkeys((one, other) for one, other in links)),
    )


def _colours_of(words: RaceWords) -> Mapping[str, str]:
    """Return the colour of each square with a mark that has one."""
    _, signs = board_of(words)
    colours = {square: words.marks[sign].colour for square, sign in signs.items() if sign != "."}
    return {square: colour for square, colour in colours.items() if colour}


def hit_chances(
    throws: Sequence[tuple[float, tuple[int, ...], bool]], last: int
) -> tuple[float, ...]:
    """Return for each distance up to ``last`` how likely some values of a turn add up to it.

    ``throws`` have their chance, their values, and whether another throw follows.

    >>> coin = ((0.5, (1,), False), (0.5, (2,), True))
    >>> [round(chance, 2) for chance in hit_chances(coin, 3)]
    [1.0, 1.0, 0.5, 0.5]
    """
    chances = [0.0] * (last + 1)
    unfinished = {1: 1.0}
    while sum(unfinished.values()) > NEGLIGIBLE:
        longer: dict[int, float] = defaultdict(float)
        for sums, likely in unfinished.items():
            for chance, values, again in throws:
                reached = sums
                for value in values:
                    reached |= reached << value
                reached &= (2 << last) - 1
                if again:
                    longer[reached] += likely * chance
                else:
                    for distance in range(last + 1):
                        chances[distance] += likely * chance * (reached >> distance & 1)
        unfinished = longer
    return tuple(chances)
