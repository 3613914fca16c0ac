"""Who has won what: a pure function of the games that a table has kept.

A game knows its people by numbers; which names these have, only the table knows. So nothing is left
of a name that is deleted.

How strong people are by Elo's scale follows from them too, and how sure that is: the strengths are
those that make what happened most likely, given the handicaps, with the belief beforehand that two
people at one table are seldom more than :data:`BELIEF` apart. The margin is where the strength is
in 19 of 20 cases.

What throws brought is that of a review, which needs only a glance for it. It is worked out where
machines think, and kept.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import Final, NamedTuple

import games as shipped
from firmware_host.session.setup import Order, Setup, game_of, next_colours
from firmware_host.storage.history import SavedGame
from firmware_host.storage.records import JournalRecord
from firmware_host.thinking.inline import Answer, Question
from games.budget import Stop
from games.core import Catalogue, Game, Outcome

PEOPLE: Final = "people"
MATCH: Final = "match"
"""Under these names stands in the record of a game who sat where, and to which match it belongs."""

AHEAD: Final = "ahead"
"""Under this name stands by how many points of Elo handicaps strengthen the side of each seat."""

UNKNOWN: Final = "?"
"""Stands for handicaps of which nobody has measured what they are worth."""

NOBODY: Final = 0
"""Stands for a seat whose player has no name."""


class PlayedGame(NamedTuple):
    """A ``game`` that is over: the ``people`` at its seats, and the ``points`` of each seat.

    The ``length`` is how many throws and moves it took, and ``luck`` what throws brought each seat,
    in percent of the point; that is empty as long as nobody knows.
    By ``ahead`` points of Elo a handicap strengthens the side of each seat; that is empty where
    there is none, and None if nobody knows.
    """

    game: str
    match: str
    people: tuple[int, ...]
    points: tuple[float, ...]
    length: int = 0
    ahead: tuple[int, ...] | None = ()
    luck: tuple[int, ...] = ()


def ahead_by(game: Game) -> str:
    """Return what the handicaps of ``game`` are worth, as its record has it; nothing without any.

    >>> import games
    >>> ahead_by(games.load("ur"))
    ''
    """
    handicaps = {seat.index: game.handicap(seat.index) for seat in game.seats}
    found = [each for each in handicaps.values() if each is not None]
    if not found:
        return ""
    if not all(each.margin for each in found):
        return UNKNOWN
    teams = Counter[int]()
    for seat in game.seats:
        if (given := handicaps[seat.index]) is not None:
            teams[seat.team] += given.elo
    return " ".join(str(teams[seat.team]) for seat in game.seats)


def ahead_of(setup: Setup) -> tuple[int, ...] | None:
    """Return what :func:`ahead_by` wrote into the record of a game; None if that was unknown.

    >>> ahead_of(Setup("ur", arranged={"ahead": "0 -90"})), ahead_of(Setup("ur"))
    ((0, -90), ())
    """
    words = setup.arranged.get(AHEAD, "").split()
    is_sound = all(word.removeprefix("-").isdecimal() and len(word) < 6 for word in words)
    return tuple(map(int, words)) if is_sound else None


def people_of(setup: Setup) -> tuple[int, ...]:
    """Return the numbers of the people at the seats of a game; none where nobody has a name.

    >>> people_of(Setup("squadro", arranged={"people": "3 0"})), people_of(Setup("squadro"))
    ((3, 0), ())
    """
    words = setup.arranged.get(PEOPLE, "").split()
    is_sound = all(word.isdecimal() and len(word) < 8 for word in words)
    return tuple(map(int, words)) if is_sound else ()


def points_of(outcome: Outcome, seats: int) -> tuple[float, ...]:
    """Return the points of each of so many ``seats``: a game is worth one, a draw half a point.

    >>> points_of(Outcome((1,), "home"), 2), points_of(Outcome((0, 1), "agreed", is_draw=True), 2)
    ((0.0, 1.0), (0.5, 0.5))
    """
    worth = 0.5 if outcome.is_draw else 1.0
    return tuple(worth if seat in outcome.winners else 0.0 for seat in range(seats))


def played(games: Iterable[SavedGame], luck: Mapping[int, tuple[int, ...]]) -> Iterator[PlayedGame]:
    """Yield those of ``games`` that are over and in which somebody had a name.

    Of some, by their numbers, the ``luck`` is known.
    """
    for game in games:
        with suppress(ValueError):
            setup, outcome = Setup.read(game.records[0]), game.outcome
            people = people_of(setup)
            if outcome is not None and any(people):
                match = setup.arranged.get(MATCH, "")
                points = points_of(outcome, len(people))
                length, ahead = game.length, ahead_of(setup)
                found = () if game.session is None else luck.get(game.session, ())
                yield PlayedGame(setup.game, match, people, points, length, ahead, found)


def totals(games: Iterable[PlayedGame]) -> Mapping[int, float]:
    """Return the points of each person in all of ``games``.

    >>> dict(totals([PlayedGame("squadro", "", (3, 7), (0.0, 1.0))]))
    {3: 0.0, 7: 1.0}
    """
    points = dict[int, float]()
    for game in games:
        for person, gained in zip(game.people, game.points, strict=True):
            if person != NOBODY:
                points[person] = points.get(person, 0.0) + gained
    return points


def counted(games: Sequence[PlayedGame], person: int) -> Mapping[str, tuple[float, int]]:
    """Return by game how many points ``person`` has, and of how many games."""
    found = dict[str, tuple[float, int]]()
    for game in games:
        for who, gained in zip(game.people, game.points, strict=True):
            if who == person:
                points, count = found.get(game.game, (0.0, 0))
                found[game.game] = points + gained, count + 1
    return found


def mean_luck(games: Sequence[PlayedGame], game: str, person: int) -> float | None:
    """Return what throws brought ``person`` in each ``game`` in the mean; None if nobody knows.

    >>> won = PlayedGame("ur", "", (3, 7), (1.0, 0.0), 60, luck=(12, -12))
    >>> mean_luck([won, won._replace(luck=(2, -2))], "ur", 3), mean_luck([won], "ur", 4)
    (7.0, None)
    """
    found = [
        luck
        for each in games
        if each.game == game
        for who, luck in zip(each.people, each.luck, strict=False)
        if who == person
    ]
    return sum(found) / len(found) if found else None


class LuckQuestion(Question, frozen=True):
    """The question what throws brought each seat of the game with this ``number``."""

    number: int = 0
    records: tuple[JournalRecord, ...] = ()

    @classmethod
    def about(cls, game: SavedGame, catalogue: Catalogue) -> "LuckQuestion | None":
        """Return the question about ``game``; None if no people with names have thrown there."""
        setup = Setup.read(game.records[0])
        if game.session is None or game.outcome is None or not any(people_of(setup)):
            return None
        rules = game_of(setup, catalogue)
        state = rules.start()
        return cls(state, "", number=game.session, records=game.records) if rules.dice else None

    def find_answer(self, stop: Stop) -> Answer:
        """Return what was found; nothing if ``stop()`` is true before."""
        from firmware_host.session.replay import record_of_session
        from firmware_host.session.session import Session
        from games.review import assess, played
        from games.valuation import AT_A_GLANCE

        with suppress(ValueError):
            record = record_of_session(Session.resume(self.records, shipped))
            sums = [0.0] * len(self.state.game.seats)
            for point in played(record, shipped):
                if stop():
                    return LuckAnswer(self, ())
                if point.kind == "throw":
                    change = assess(point, AT_A_GLANCE).change
                    sums = [luck + more for luck, more in zip(sums, change, strict=True)]
            return LuckAnswer(self, (), tuple(round(100 * luck) for luck in sums))
        return LuckAnswer(self, ())


@dataclass(frozen=True)
class LuckAnswer(Answer):
    """The ``luck`` of each seat, in percent of the point; empty if it was not found."""

    luck: tuple[int, ...] = ()


def lengths_of_wins(games: Sequence[PlayedGame], game: str, person: int) -> str:
    """Return how many throws and moves ``person`` has needed to win ``game``; empty: never won it.

    >>> won = PlayedGame("squadro", "", (3, 7), (1.0, 0.0), 60)
    >>> lengths_of_wins([won], "squadro", 3), lengths_of_wins([won], "squadro", 7)
    ('60', '')
    >>> lengths_of_wins([won, won._replace(length=48)], "squadro", 3)
    '48–60'
    """
    found = [
        each.length
        for each in games
        if each.game == game and (person, 1.0) in zip(each.people, each.points, strict=True)
    ]
    return "–".join(map(str, dict.fromkeys((min(found), max(found))))) if found else ""


MIXED: Final = "mixed"
"""The last word of a match in which those who play together change from game to game."""

PARTNERS: Final = ((1, 3, 2, 0), (2, 0, 1, 3), (3, 1, 0, 2), (0, 2, 3, 1))
"""In which order four people change seats after each game, so that three games mix all teams."""


def best_of(match: str) -> int:
    """Return of how many games ``match`` is; 0 if people play until somebody leaves.

    >>> best_of("1f3a 5"), best_of("1f3a 3 mixed"), best_of("1f3a 0"), best_of("")
    (5, 3, 0, 0)
    """
    count = "".join(match.split()[1:2])
    return int(count) if count.isdecimal() and len(count) < 3 else 0


def is_mixed(match: str) -> bool:
    """Return whether those who play together in ``match`` change from game to game."""
    return match.split()[2:] == [MIXED]


def new_match(games: int, rng: random.Random, *, is_mixed: bool = False) -> str:
    """Return a match of so many ``games`` to which none belongs yet; 0: until people stop."""
    return f"{rng.getrandbits(32):08x} {games}{f' {MIXED}' if is_mixed else ''}"


def change_of_seats(match: str, played: int, game: Game) -> Order:
    """Return how people change seats after so many games of ``match`` were ``played``.

    Where two play against two, partners change in a mixed match; else everybody plays the next
    colour.
    """
    in_pairs = sorted(Counter(seat.team for seat in game.seats).values()) == [2, 2]
    if in_pairs and is_mixed(match):
        return PARTNERS[played % len(PARTNERS)]
    return next_colours(len(game.seats))


def winners(match: str, points: Mapping[int, float], played: int) -> tuple[int, ...]:
    """Return who has won ``match``, of which so many games were ``played``; nobody if it goes on.

    That are those with more than half of the points that there are. Where partners change, all
    games are played, and those with most points have won.

    >>> winners("1f3a 3", {3: 0.5, 7: 2.0}, 3), winners("1f3a 3", {3: 1.0, 7: 1.0}, 2)
    ((7,), ())
    >>> winners("1f3a 3 mixed", {3: 2.0, 7: 1.0, 8: 2.0, 9: 1.0}, 3)
    (3, 8)
    """
    games = best_of(match)
    if not games or (is_mixed(match) and played < games):
        return ()
    least = max(points.values(), default=0.0) if is_mixed(match) else games / 2 + 0.5
    return tuple(person for person, gained in points.items() if gained >= least)


def shown(points: float) -> str:
    """Return ``points`` as people write them.

    >>> shown(2.0), shown(1.5), shown(0.5)
    ('2', '1½', '½')
    """
    whole, has_half = int(points), points % 1 > 0
    return f"{whole or ''}½" if has_half else f"{whole}"


MIDDLE: Final = 1500
BELIEF: Final = 200.0
"""Points of Elo: one standard deviation of the strengths at a table, before anything was played."""

POINT: Final = log(10) / 400
"""A point of Elo, in the natural logarithm of the odds."""

LEAST_GAMES: Final = 8
"""Before so many games of a person there is nothing to say."""

STEPS: Final = 8
SURE: Final = 1.96

Matrix = list[list[float]]


class Rating(NamedTuple):
    """A strength by Elo's scale, give or take a ``margin``."""

    elo: int
    margin: int


class Contest(NamedTuple):
    """Two sides, with the weight of each person in the difference, and what the first has won.

    A handicap has put it ``ahead``, as a logarithm of its odds.
    """

    weights: Mapping[int, float]
    won: float
    ahead: float


def ratings(games: Sequence[PlayedGame]) -> Mapping[int, Rating]:
    """Return the rating of everybody of whom there is something to say.

    >>> eva, bob = 3, 7
    >>> won = PlayedGame("squadro", "", (eva, bob), (1.0, 0.0))
    >>> ratings([won] * 10)[eva].elo > ratings([won] * 10)[bob].elo, ratings([won])
    (True, {})
    """
    contests = [each for each in map(_contest, games) if each is not None]
    people = sorted({person for contest in contests for person in contest.weights})
    if not people:
        return {}
    strengths = [0.0] * len(people)
    for _ in range(STEPS):
        slope, bend = _slope(contests, people, strengths)
        step = [sum(a * b for a, b in zip(row, slope, strict=True)) for row in _inverse(bend)]
        strengths = [each + more for each, more in zip(strengths, step, strict=True)]
    spread = _inverse(_slope(contests, people, strengths)[1])
    found = dict[int, Rating]()
    for place, person in enumerate(people):
        if sum(person in contest.weights for contest in contests) >= LEAST_GAMES:
            elo = MIDDLE + strengths[place] / POINT
            found[person] = Rating(round(elo), round(SURE * sqrt(spread[place][place]) / POINT))
    return found


def _contest(game: PlayedGame) -> Contest | None:
    """Return who won against whom; None where nobody with a name was on one of the sides.

    Nor is there anything to say where nobody knows what a handicap is worth.
    """
    if game.ahead is None:
        return None
    named = [each for each in zip(game.people, game.points, strict=True) if each[0] != NOBODY]
    is_draw = all(points == named[0][1] for _, points in named)
    if is_draw and (len(named) != 2 or named[0][1] != 0.5):
        return None
    first = [person for person, points in named if points == 1.0] or [named[0][0]]
    second = [person for person, _ in named if person not in first]
    weights = {
        **{person: 1 / len(first) for person in first},
        **{person: -1 / len(second) for person in second},
    }
    gains = dict(zip(game.people, game.ahead, strict=False))
    ahead = sum(weight * gains.get(person, 0) for person, weight in weights.items())
    return Contest(weights, 0.5 if is_draw else 1.0, ahead * POINT)


def _slope(
    contests: Sequence[Contest], people: Sequence[int], strengths: Sequence[float]
) -> tuple[list[float], Matrix]:
    """Return the slope of the likelihood at ``strengths``, and how much it bends."""
    belief = 1 / (BELIEF * POINT) ** 2
    slope = [-belief * each for each in strengths]
    bend = [
        [belief * (row == column) for column in range(len(people))] for row in range(len(people))
    ]
    places = {person: place for place, person in enumerate(people)}
    for weights, won, given in contests:
        own = sum(weight * strengths[places[person]] for person, weight in weights.items())
        ahead = given + own
        expected = 1 / (1 + exp(-ahead))
        for person, weight in weights.items():
            slope[places[person]] += (won - expected) * weight
            for other, its in weights.items():
                bend[places[person]][places[other]] += expected * (1 - expected) * weight * its
    return slope, bend


def _inverse(matrix: Matrix) -> Matrix:
    """Return the inverse of a positive definite ``matrix``.

    >>> _inverse([[2.0, 0.0], [0.0, 4.0]])
    [[0.5, 0.0], [0.0, 0.25]]
    """
    size = len(matrix)
    rows = [[*row, *(float(place == at) for at in range(size))] for place, row in enumerate(matrix)]
    for place in range(size):
        pivot = rows[place][place]
        rows[place] = [each / pivot for each in rows[place]]
        for other in range(size):
            if other != place:
                factor = rows[other][place]
                rows[other] = [
                    each - factor * mine
                    for each, mine in zip(rows[other], rows[place], strict=True)
                ]
    return [row[size:] for row in rows]
