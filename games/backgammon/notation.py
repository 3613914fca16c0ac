"""How positions and moves of Backgammon are written and read, and why an action is refused.

Pieces of a seat are written as the points that it counts, with how many stand on each, such as
``bar:1,24:2,6:12``; what is missing is off. Pieces that were found on the real board are read so,
too.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from games import text as texts
from games.actions import PASS
from games.backgammon.cube import DECISIONS, FRESH, Cube, read_cube, written
from games.backgammon.rules import (
    ACROSS,
    BAR,
    BAR_NAME,
    BEARS_OFF,
    DIE,
    HOME,
    LAST,
    MOVE_TEXT,
    PIECES,
    SEATS,
    BackgammonTurn,
    Group,
    Groups,
    Score,
    blocked_by,
    left_of,
    moved,
    place,
    point_of,
    result,
    sources,
    text_of,
)
from games.core import Attempt
from games.course import ENEMIES_MEET
from games.equipment import HAND, OFF, RESERVE, Piece
from games.message import IllegalMove, WrongPieces, msg


class BackgammonFields(NamedTuple):
    """The fields of a position text, in their order."""

    turn: int | None
    phase: str
    groups: Groups
    dice: tuple[int, ...]
    score: Score
    cube: Cube = FRESH


NAMES = ("turn", "phase", "white", "black", "dice", "score")
CUBE_NAMES = (*NAMES, "cube")
"""The fields of a match in which there is a cube."""
PHASES = ("opening", "offer", "answer", "throw", "move", "over")
MOST_POINTS = 30
"""As many as any player has after a match, or more."""


def write(fields: BackgammonFields, *, has_cube: bool) -> str:
    """Return the position text of ``fields``, with the cube if there is one."""
    return " ".join(
        (
            texts.EMPTY if fields.turn is None else str(fields.turn),
            fields.phase,
            *map(_written, fields.groups),
            texts.joined(fields.dice),
            "-".join(map(str, fields.score)),
            *([written(fields.cube)] if has_cube else []),
        )
    )


def _written(group: Group) -> str:
    return texts.joined(
        [
            f"{BAR_NAME if point == BAR else point}:{group[point]}"
            for point in range(BAR, BEARS_OFF, -1)
            if group[point]
        ]
    )


def read(text: str, match: int, set_up: Groups, *, has_cube: bool) -> BackgammonFields:
    """Return the fields of the position ``text``; ValueError says what was expected.

    ``match`` is to how many points people play, ``set_up`` is what stands at the start.
    """
    names = CUBE_NAMES if has_cube else NAMES
    turn, phase, white, black, dice, score, *cube = texts.fields(text, names)
    fields = BackgammonFields(
        texts.turn(turn, len(SEATS)),
        phase,
        (_read_group(white), _read_group(black)),
        tuple(texts.whole(item, "dice", 1, len(DIE.faces)) for item in texts.items(dice)),
        _read_score(score),
        read_cube(cube[0]) if cube else FRESH,
    )
    texts.check(_disagreements(fields, match, set_up, has_cube), text)
    if has_cube:
        texts.check(_against_cube(fields, match), text)
    return fields


def _read_group(text: str) -> Group:
    counts = [0] * (BAR + 1)
    last = BAR + 1
    for item in texts.items(text):
        name, _, count = item.partition(":")
        point = BAR if name == BAR_NAME else texts.whole(name, "point", 1, LAST)
        if point >= last:
            raise ValueError(f"expected the points of a seat from bar and 24 down: {text!r}")
        counts[point] = texts.whole(count, "pieces", 1, PIECES)
        last = point
    counts[BEARS_OFF] = PIECES - sum(counts)
    if counts[BEARS_OFF] < 0:
        raise ValueError(f"expected at most {PIECES} pieces of a seat: {text!r}")
    return tuple(counts)


def _read_score(text: str) -> Score:
    points = text.split("-")
    if len(points) != len(SEATS):
        raise ValueError(f"expected a score such as 0-0: {text!r}")
    white, black = (texts.whole(each, "points", 0, MOST_POINTS) for each in points)
    return white, black


def _disagreements(
    fields: BackgammonFields, match: int, set_up: Groups, has_cube: bool
) -> Iterator[tuple[bool, str]]:
    """Yield whether ``fields`` disagree, each time with what was expected."""
    turn, phase, groups, dice, score, _ = fields
    ended, is_over = result(groups), phase == "over"
    phases = PHASES if has_cube else [each for each in PHASES if each not in DECISIONS]
    yield phase not in phases, f"phase {', '.join(phases[:-1])} or {phases[-1]}"
    yield is_over != (turn is None), "turn - just when the phase is over"
    yield _meeting(groups) is not None, "no point with pieces of both seats"
    yield _are_stuck(groups), "a seat that can move some day"
    yield is_over != (max(score) >= match), f"the phase over just when a seat has {match} points"
    yield (
        is_over and ended is None and not has_cube,
        "all pieces of a seat off when the game is over",
    )
    yield (
        is_over and ended is not None and score[ended.winner] < max(match, ended.points),
        "the points of the last win in the score",
    )
    goes_on = phase in ("offer", "answer", "throw", "move")
    yield goes_on and ended is not None, "pieces of both seats while the game goes on"
    is_set = groups == set_up
    yield (
        phase == "opening" and not (is_set or ended or has_cube),
        "all pieces at the start or a game at an end",
    )
    yield bool(dice) != (phase == "move"), "dice just when a move is awaited"
    yield not _are_dice(dice), "dice as they may be left of a throw, the larger first"


def _against_cube(fields: BackgammonFields, match: int) -> Iterator[tuple[bool, str]]:
    """Yield whether the cube disagrees with the rest, each time with what was expected."""
    turn, phase, _, _, score, cube = fields
    offers = (
        turn if phase == "offer" else 1 - turn if phase == "answer" and turn is not None else None
    )
    yield (
        offers is not None and not cube.may_be_offered(offers, score, match),
        "an offer only by a seat that may double and wins more by it",
    )
    yield phase in ("opening", "over") and cube.value != 1, "the cube at 1 between games"
    yield cube.rests and max(score) != match - 1, f"a cube that rests only at {match - 1} points"


def _are_dice(dice: Sequence[int]) -> bool:
    if len(set(dice)) == 1:
        return len(dice) <= 4
    return len(dice) in (0, 2) and list(dice) == sorted(dice, reverse=True)


def _meeting(groups: Groups) -> int | None:
    """Return a point, as white counts it, on which pieces of both stand; None if there is none."""
    white, black = groups
    points = range(1, LAST + 1)
    return next((point for point in points if white[point] and black[ACROSS - point]), None)


def _are_stuck(groups: Groups) -> bool:
    """Return whether both seats have pieces on the bar that can never come in.

    That cannot come about in a game.
    """
    pairs = (groups, groups[::-1])
    return all(
        own[BAR] and not any(sources(1 << BAR, blocked_by(other), die) for die in DIE.faces)
        for own, other in pairs
    )


def standings(piece: Piece, where: str) -> tuple[Piece, ...]:
    """Return the one way to be at ``where``, nothing if the board has no such place."""
    names = {OFF, BAR_NAME, *map(str, range(1, LAST + 1))}
    return (Piece(piece.seat, "piece", where),) if where in names else ()


NOBODY_MOVES = msg("with these pieces nobody could ever move again")


def arranged(pieces: Iterable[Piece]) -> Groups:
    """Return the groups of ``pieces``; WrongPieces if they break a rule."""
    found = [[0] * (BAR + 1) for _ in SEATS]
    for piece in pieces:
        found[piece.holder][point_of(piece.holder, piece.place)] += piece.count
    groups = tuple(found[0]), tuple(found[1])
    met = _meeting(groups)
    if met is not None:
        white, black = (seat.colour for seat in SEATS)
        raise WrongPieces(ENEMIES_MEET, colour=white, other=black, place=place(0, met))
    if _are_stuck(groups):
        raise WrongPieces(NOBODY_MOVES)
    return groups


THROW_AWAITED = msg("expected a throw such as 6-4, not {given}")
MOVE_AWAITED = msg("expected a move such as 13-7 or pass, not {given}")
DECISION_AWAITED = msg("expected {choices}, not {given}")
MUST_PLAY = msg("you must play a die that can be played: {choices}")
NOT_THROWN = msg("from {place} to {given} it takes a {throw}, and there is only {kept}")
OTHER_WAY = msg("{colour} cannot move that way round")
NO_PIECE = msg("{colour} has no piece to move from {place}")
BAR_FIRST = msg("no other piece may move while one is on the bar")
BLOCKED = msg("no piece can stop on {reached}: {colour} has {count} there")
ALL_HOME = msg("pieces are borne off only when all are at home; {count} are not")
FARTHEST = msg("a {throw} bears off only the farthest piece, and that is on {place}")
BOTH_DICE = msg("both dice must be played if possible, and then {throw} could not be")
LARGER_DIE = msg("only one die can be played, and it must be the larger: {throw}")
WRITTEN_OTHERWISE = msg("that move is written {right}, not {given}")


def refusal(turn: BackgammonTurn, text: str) -> IllegalMove:
    """Return why ``text`` is not a legal move in ``turn``."""
    if text == PASS.text:
        return IllegalMove(MUST_PLAY, choices=_enumerated(turn.dice))
    parts = MOVE_TEXT.fullmatch(text)
    if parts is None or parts[2] is None:
        return IllegalMove(MOVE_AWAITED, given=text)
    given, start, end = parts.groups()
    origin, target = point_of(turn.seat, start), point_of(turn.seat, end)
    if target >= origin:
        return IllegalMove(OTHER_WAY, colour=SEATS[turn.seat].colour)
    die = int(given) if given else origin - target
    if die not in turn.dice:
        kept = _enumerated(turn.dice)
        return IllegalMove(NOT_THROWN, place=start, given=end, throw=die, kept=kept)
    if not turn.groups[turn.seat][origin]:
        return IllegalMove(NO_PIECE, colour=SEATS[turn.seat].colour, place=start)
    return _against(turn, die, origin) or _written_otherwise(turn, die, origin, text)


def attempts(turn: BackgammonTurn, start: str, target: str) -> Iterator[Attempt]:
    """Yield each die left with a piece on ``start``, with the place where it leads.

    The smallest comes first: of those that bear a piece off it falls least short of it.
    """
    if start in (HAND, OFF, RESERVE):
        return
    origin = point_of(turn.seat, start)
    for die in sorted(set(turn.dice)):
        yield text_of(turn.seat, die, origin, hits=False), place(turn.seat, max(origin - die, 0))


def _enumerated(dice: Iterable[int]) -> str:
    return ", ".join(map(str, dice))


def _against(turn: BackgammonTurn, die: int, origin: int) -> IllegalMove | None:
    """Return the rule that forbids to play ``die`` from ``origin``, where a piece stands."""
    if any(change[:2] == (die, origin) for change in turn.changes()):
        return None
    own, other = turn.groups[turn.seat], turn.groups[1 - turn.seat]
    target = origin - die
    if own[BAR] and origin != BAR:
        return IllegalMove(BAR_FIRST)
    if target > BEARS_OFF and other[ACROSS - target] > 1:
        reached, count = place(turn.seat, target), other[ACROSS - target]
        return IllegalMove(
            BLOCKED, colour=SEATS[1 - turn.seat].colour, reached=reached, count=count
        )
    if target <= BEARS_OFF and (outside := sum(own[HOME + 1 :])):
        return IllegalMove(ALL_HOME, count=outside)
    farthest = max(point for point in range(BAR + 1) if own[point])
    if target < BEARS_OFF and farthest > origin:
        return IllegalMove(FARTHEST, throw=die, place=place(turn.seat, farthest))
    return _forced(turn, die)


def _forced(turn: BackgammonTurn, die: int) -> IllegalMove:
    """Return why ``die`` alone cannot be played so: the other has to be played, too or instead."""
    other = turn.dice[0] if die == turn.dice[-1] else turn.dice[-1]
    first = turn.change(0)
    after = BackgammonTurn(
        moved(turn.groups, turn.played(first)), turn.seat, left_of(turn.dice, first[0])
    )
    if after.changes() != [()]:
        return IllegalMove(BOTH_DICE, throw=other)
    return IllegalMove(LARGER_DIE, throw=other)


def _written_otherwise(turn: BackgammonTurn, die: int, origin: int, text: str) -> IllegalMove:
    hits = turn.played((die, origin, max(origin - die, BEARS_OFF)))[-1]
    right = text_of(turn.seat, die, origin, hits=hits)
    return IllegalMove(WRITTEN_OTHERWISE, right=right, given=text)
