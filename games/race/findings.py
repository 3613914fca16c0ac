"""What the program finds out of a race by itself.

A rule sheet follows from its words if nobody has written one, and so does what never happens, and
what is wrong. How long games take is found by playing some at random.
"""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from statistics import quantiles
from typing import Final

from games.message import Message, msg
from games.race.game import RaceGame
from games.race.rules import RaceRules
from games.race.words import MarkWords

Section = tuple[str, Sequence[Message]]
"""A heading, and the paragraphs below it."""

IN_SHORT: Final = msg("In short")
BOARD, TURN, SQUARES, END = msg("The board"), msg("A turn"), msg("Squares"), msg("Coming home")

START: Final = msg("The start")

WHAT: Final = Message.of(msg("This is a race: every seat brings its pieces along its track."))
AIM: Final = msg("Whoever brings {count} pieces home first wins.")
TEAM_AIM: Final = msg("The team that first brings {count} pieces of each seat home wins.")
TRACK: Final = msg("The track of {colour}: {squares}.")
BEGIN_IN_HAND: Final = Message.of(msg("All pieces begin beside the board."))
BEGIN_ON: Final = msg("All pieces begin on the board, those of {colour} on {place}.")

ONE_DIE: Final = Message.of(msg("Throw the die. A piece goes as far as it shows."))
SUM: Final = msg("Throw {count} dice. One piece goes as far as they show together.")
EACH: Final = msg("Throw {count} dice. Play each of them, one after another, with any piece.")
TOGETHER: Final = msg(
    "Throw {count} dice. Go with one piece as far as both show, or with two by one die each."
)
COUNTS_AS: Final = msg("If they show {shown} together, that counts as {value}.")
FORCED: Final = Message.of(msg("You must play a throw if you can."))
FREE: Final = Message.of(msg("You may pass instead of playing a throw."))
ENTERS: Final = Message.of(msg("Any throw brings a piece in from the hand."))
ENTERS_BY: Final = msg("Only {throws} brings a piece in from the hand.")
FIRST_STEP: Final = Message.of(msg("It comes in on the first square of its track."))
COUNTED: Final = Message.of(msg("It comes in as many squares along its track as you threw."))
GRACES: Final = msg("After {throws} you also have a grace.")
GRACE_STEP: Final = Message.of(
    msg(
        "Only a grace brings a piece in, on the first square of its track, or takes one home that"
        " is one step before it. It counts as 1."
    )
)
ENTERED_AGAIN: Final = Message.of(msg("A piece that comes in gives another throw."))
AGAIN_AFTER: Final = msg("After {throws} you play, and throw again.")
AGAIN_AT_ONCE: Final = msg("After {throws} you throw again at once, and play all throws later.")
DOUBLES_AFTER: Final = Message.of(msg("After equal dice you play, and throw again."))
DOUBLES_AT_ONCE: Final = Message.of(
    msg("After equal dice you throw again at once, and play all throws later.")
)
FROM_ENTRY: Final = Message.of(
    msg("While none of your pieces is on the track, throws before one that brings one in are lost.")
)

STACK: Final = Message.of(msg("Pieces of one side may stand together on a square."))
ALONE: Final = Message.of(msg("Pieces of one side may not stand together on a square."))
ENEMIES: Final = {
    "capture": Message.of(msg("A piece that stops where an enemy stands captures it.")),
    "share": Message.of(msg("Enemies may stand together on a square.")),
    "bar": Message.of(msg("No piece may stop where an enemy stands.")),
}
TO_HAND: Final = Message.of(msg("Captured pieces go back to the hand."))
TO_BEGIN: Final = Message.of(msg("Captured pieces go back to where they began."))
CAPTURE_AGAIN: Final = Message.of(msg("After a capture you throw again."))
BLOCK: Final = msg("Where {count} pieces of a side stand together, no enemy may stop.")
WALL: Final = msg("Where {count} pieces of a side stand together, no enemy may stop or pass.")
MARKED: Final = {
    "capture": msg("On a square with the mark {mark}, enemies are captured."),
    "share": msg("On a square with the mark {mark}, enemies stand together. Nobody is captured."),
    "bar": msg("On a square with the mark {mark}, no piece may stop while an enemy stands there."),
}
MARKED_AGAIN: Final = msg("A piece that stops on a square with the mark {mark} throws again.")
SHORTCUT: Final = msg("A piece of {colour} that stops on {place} goes on to {reached} at once.")

PAST: Final = msg("A piece is home when it has gone past {place}, in the case of {colour}.")
LAST: Final = msg("A piece is home on the last square, {place} in the case of {colour}.")
LEAVES: Final = msg("A piece on the last square comes home by {throws}.")
WHEN_ALL: Final = Message.of(msg("It may do so when all pieces of its seat have come there."))
EXACT: Final = Message.of(msg("Only the exact number reaches the end."))
LARGER: Final = Message.of(msg("A larger number reaches the end as well."))
HELP: Final = Message.of(msg("Whose pieces are all home plays with those of a partner."))
REST: Final = Message.of(msg("Whose pieces are all home rests until the end."))


def sections(rules: RaceRules) -> Sequence[Section]:
    """Return what there is to know of the game under ``rules``, section by section."""
    aim, turn, end = tuple(_aim(rules)), tuple(_turn(rules)), tuple(_end(rules))
    return (
        (IN_SHORT, (*aim, *turn[:2], *end[:2])),
        (BOARD, tuple(_board(rules))),
        (TURN, turn),
        (SQUARES, tuple(_squares(rules))),
        (END, (*aim, *end)),
    )


def opening(rules: RaceRules) -> Sequence[Message]:
    """Return three sentences that say what the game is."""
    return (WHAT, *_aim(rules), EXACT if rules.words.end.exact else LARGER)


def _aim(rules: RaceRules) -> Iterator[Message]:
    has_teams = any(len(rules.team(seat.index)) > 1 for seat in rules.seats)
    yield Message.of(TEAM_AIM if has_teams else AIM, count=rules.needed)


def _board(rules: RaceRules) -> Iterator[Message]:
    for seat in rules.seats:
        squares = ", ".join(rules.tracks[seat.index][1:])
        yield Message.of(TRACK, colour=Message(seat.colour), squares=squares)
    if not rules.begin:
        yield BEGIN_IN_HAND
    for seat in rules.seats if rules.begin else ():
        place = rules.place(seat.index, rules.begin)
        yield Message.of(BEGIN_ON, colour=Message(seat.colour), place=place)


def _turn(rules: RaceRules) -> Iterator[Message]:
    dice, again = rules.words.dice, rules.words.again
    counts = {"sum": SUM, "each": EACH, "together": TOGETHER}[dice.counts]
    yield ONE_DIE if dice.count == 1 else Message.of(counts, count=dice.count)
    yield FORCED if rules.words.move.forced else FREE
    for shown, value in dice.values.items():
        yield Message.of(COUNTS_AS, shown=shown, value=value)
    yield from _entering(rules)
    if again.throws:
        after = AGAIN_AT_ONCE if rules.at_once else AGAIN_AFTER
        yield Message.of(after, throws=_listed(again.throws))
    if again.doubles:
        yield DOUBLES_AT_ONCE if rules.at_once else DOUBLES_AFTER
    if again.from_entry:
        yield FROM_ENTRY


def _entering(rules: RaceRules) -> Iterator[Message]:
    enter = rules.words.enter
    if enter.grace:
        yield Message.of(GRACES, throws=_listed(enter.grace))
        yield GRACE_STEP
    else:
        yield Message.of(ENTERS_BY, throws=_listed(enter.throws)) if enter.throws else ENTERS
        yield FIRST_STEP if rules.enters_first else COUNTED
    if enter.again:
        yield ENTERED_AGAIN


def _squares(rules: RaceRules) -> Iterator[Message]:
    move, capture = rules.words.move, rules.words.capture
    yield STACK if rules.stacks else ALONE
    yield ENEMIES[capture.enemies]
    if "capture" in (capture.enemies, *(mark.enemies for mark in rules.words.marks.values())):
        yield TO_BEGIN if rules.back else TO_HAND
    if capture.again:
        yield CAPTURE_AGAIN
    if move.block:
        yield Message.of(WALL if move.wall else BLOCK, count=move.block)
    for mark in rules.words.marks.values():
        yield from _marked(mark, capture.enemies)
    for start, end in rules.shortcuts.items():
        for seat in rules.seats:
            places = (rules.place(seat.index, step) for step in (start, end))
            facts = dict(zip(("place", "reached"), places, strict=True))
            yield Message.of(SHORTCUT, colour=Message(seat.colour), **facts)


def _marked(mark: MarkWords, usual: str) -> Iterator[Message]:
    if mark.enemies != usual:
        yield Message.of(MARKED[mark.enemies], mark=Message(mark.name))
    if mark.again:
        yield Message.of(MARKED_AGAIN, mark=Message(mark.name))


def _end(rules: RaceRules) -> Iterator[Message]:
    end, has_teams = rules.words.end, any(len(rules.team(each.index)) > 1 for each in rules.seats)
    if end.leaves_by:
        yield Message.of(LEAVES, throws=_listed(end.leaves_by))
        if end.leaves_when == "all there":
            yield WHEN_ALL
    for seat in () if end.leaves_by else rules.seats:
        place = rules.place(seat.index, rules.last)
        home = PAST if end.at == "past" else LAST
        yield Message.of(home, place=place, colour=Message(seat.colour))
    yield EXACT if end.exact else LARGER
    if has_teams:
        yield HELP if rules.words.win.finished == "help" else REST


def _listed(values: Sequence[int]) -> str:
    return ", ".join(map(str, values))


GAMES: Final = 40
"""So many random games say how long a game takes."""
NO_END: Final = "a random game does not end in {turns} turns"

Report = Mapping[str, frozenset[str]]
"""Sentences, and what each is said of, which fills it."""

UNVISITED: Final = "no track comes to {places}"
PASSED: Final = "no piece can ever stop on {places}"
USELESS: Final = "nobody can use these throws: {places}"
STUCK: Final = "a piece can never come home from {places}"
WRONG: Final = frozenset({STUCK})
"""What makes a game wrong; the rest never happens, and may be meant so."""


def report(games: Iterable[RaceGame]) -> Report:
    """Return what never happens in any of ``games``, and what is wrong with one of them."""
    found: dict[str, frozenset[str]] = {}
    for number, game in enumerate(games):
        for sentence, said_of in _report(game.rules).items():
            before = found.get(sentence, frozenset())
            both = before | said_of if sentence in WRONG or not number else before & said_of
            found[sentence] = both
    return {sentence: said_of for sentence, said_of in found.items() if said_of}


def told(found: Report) -> Sequence[str]:
    """Return the sentences of a report."""
    return [each.format(places=", ".join(sorted(places))) for each, places in found.items()]


def _report(rules: RaceRules) -> Report:
    reached = _reachable(rules)
    visited = {square for track in rules.tracks for square in track[1:]}
    stops = {_square(track, each) for track in rules.tracks for each in reached}
    starts = {track[start] for track in rules.tracks for start in rules.shortcuts}
    used = {value for each in reached for value in _steps(rules, each)}
    return {
        UNVISITED: frozenset(point.name for point in rules.board.points) - visited,
        PASSED: frozenset(visited - stops - starts),
        USELESS: frozenset(
            text for text, each in rules.throws.items() if _is_useless(each.values, used)
        ),
        STUCK: frozenset(rules.written(0, each) for each in _stuck(rules, reached)),
    }


def _square(track: Sequence[str], progress: int) -> str:
    return track[progress] if progress < len(track) else ""


def _is_useless(values: Sequence[int], used: Set[int]) -> bool:
    return any(values) and used.isdisjoint({*values, sum(values)})


def length(game: RaceGame, seed: int = 1) -> tuple[str, bool]:
    """Return how long random games of ``game`` are, in a sentence, and whether all of them end."""
    rng = random.Random(seed)
    lengths = list[int]()
    for number in range(GAMES):
        ended = game.played_out(game.start(number % len(game.seats)), rng)
        if not game.rules.winners(ended.groups):
            return NO_END.format(turns=ended.turns), False
        lengths.append(ended.turns + 1)
    low, *_, high = quantiles(lengths, n=10)
    return f"four in five random games take {low:.0f} to {high:.0f} turns", True


def _steps(rules: RaceRules, origin: int) -> dict[int, int]:
    """Return where each value leads a piece that is at ``origin``, all others being far enough."""
    values = {value for each in rules.throws.values() for value in each.values}
    if rules.is_together:
        values |= {sum(each.values) for each in rules.throws.values()}
    values |= {*rules.enters_by}
    found = {}
    for value in values:
        end, obstacle = rules.reach((origin, rules.last), value, origin)
        if not obstacle and end != origin:
            found[value] = end
    return found


def _reachable(rules: RaceRules) -> frozenset[int]:
    """Return every progress to which a piece can come."""
    known, new = set[int](), {rules.begin, rules.back}
    while new:
        known |= new
        new = {end for each in new for end in _steps(rules, each).values()} - known
    return frozenset(known)


def _stuck(rules: RaceRules, reached: frozenset[int]) -> frozenset[int]:
    """Return from where no piece comes home, whatever is thrown."""
    home = frozenset({rules.goal})
    while more := {each for each in reached - home if home & {*_steps(rules, each).values()}}:
        home |= more
    return reached - home
