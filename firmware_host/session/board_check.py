"""What people find on the real board, told point by point until all of it is known."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from firmware_host.session.rearrange import Kind, units
from games.arranging import CROWDED, gathered
from games.core import Game
from games.equipment import OFF, PLACES_BESIDE, Piece
from games.errors import WrongPieces

CheckPlace = str | Kind
"""What is told at once: a point of the board, or what lies beside it of a kind."""


@dataclass(frozen=True)
class BoardCheck:
    """All ``pieces`` of ``game`` as people tell them; ``expected`` are those that should stand.

    Pieces taken from a point lie beside the board until they are found elsewhere.
    """

    game: Game
    expected: tuple[Piece, ...]
    pieces: tuple[Piece, ...]

    @classmethod
    def begin(cls, game: Game, expected: tuple[Piece, ...]) -> "BoardCheck":
        """Begin with what should stand there."""
        return cls(game, expected, expected)

    def at(self, spot: CheckPlace) -> tuple[Piece, ...]:
        """What is there."""
        return tuple(piece for piece in self.pieces if self._spot(piece) == spot)

    def emptied(self, point: str) -> "BoardCheck":
        """The same with nothing on ``point``."""
        return self.with_content(point, ())

    def filled(self, point: str) -> "BoardCheck":
        """The same with one of the pieces on ``point`` that lie beside it and should not."""
        surplus = self._surplus()
        ways = [way for way in self._ways(point) if surplus[self._kind(way)]]
        return self.with_content(point, ways[:1]) if ways else self

    def with_content(self, point: str, content: Iterable[Piece]) -> "BoardCheck":
        """The same with ``content`` on ``point``, taken from what lies beside as far as it does."""
        counts, wanted = units(self.pieces), units(content)
        present = units(self.at(point))
        for piece in (present - wanted).elements():
            self._take_away(piece, counts)
        for piece in (wanted - present).elements():
            self._bring(piece, counts)
        return replace(self, pieces=_gathered(counts))

    def options(self, spot: CheckPlace) -> tuple["BoardCheck", ...]:
        """What may be found at ``spot``: what is told already, then the likeliest first."""
        if not isinstance(spot, str):
            return (self, *self._moved_beside(spot))
        return (self, *(self.with_content(spot, content) for content in self._contents(spot)))

    def excess(self) -> tuple[Piece, int, int] | None:
        """A piece of a kind that was told too often, how often, and how many there are."""
        expected, found = units(self.expected), units(self.pieces)
        for piece in self.pieces:
            kind = self._kind(piece)
            told, count = self._total(found, kind), self._total(expected, kind)
            if told > count:
                return piece, told, count
        return None

    def kinds_beside(self) -> tuple[Kind, ...]:
        """The kinds of which some lie beside the board, where there are several ways to do so."""
        kinds = {self._kind(piece): piece for piece in self.pieces if piece.place in PLACES_BESIDE}
        return tuple(kind for kind in sorted(kinds) if len(self._ways_beside(kinds[kind])) > 1)

    def _contents(self, point: str) -> Iterator[tuple[Piece, ...]]:
        here = self.at(point)
        if here:
            yield ()
        ways = [(way,) for way in sorted(self._ways(point), key=self._likelihood(here))]
        if not shares_points(self.game):
            yield from (way for way in ways if way != here)
            return
        if _count(here) > 1:
            yield from (_without(here, piece) for piece in here)
        yield from (gathered((*here, *way)) for way in ways)

    def _ways(self, point: str) -> tuple[Piece, ...]:
        """How one piece may be found on ``point``: people do what the rules do not know, too."""
        ones = {self._kind(piece): piece for piece in reversed((*self.expected, *self.pieces))}
        ways = (way for kind in sorted(ones) for way in self._ways_of(ones[kind], point))
        return tuple(dict.fromkeys(ways))

    def _ways_of(self, piece: Piece, point: str) -> Iterator[Piece]:
        known = self.game.standings(piece, point)
        yield from known
        facings = {way.facing for way in known}
        for shape in _shapes(self.game, piece):
            if shape.facing not in facings:
                yield replace(shape, place=point)

    def _likelihood(self, here: tuple[Piece, ...]) -> "_Likelihood":
        """First what stands there and was turned, then what was taken up, then what is off."""
        beside = Counter(
            {
                self._kind(piece): piece.count
                for piece in self.pieces
                if piece.place in PLACES_BESIDE
            }
        )
        return _Likelihood(self, {self._kind(piece) for piece in here}, self._surplus(), beside)

    def _moved_beside(self, kind: Kind) -> Iterator["BoardCheck"]:
        for piece in self.at(kind):
            for way in self._ways_beside(piece):
                if way != replace(piece, count=1):
                    counts = units(self.pieces)
                    counts[replace(piece, count=1)] -= 1
                    counts[way] += 1
                    yield replace(self, pieces=_gathered(counts))

    def _ways_beside(self, piece: Piece) -> tuple[Piece, ...]:
        ways = (way for place in PLACES_BESIDE for way in self.game.standings(piece, place))
        return tuple(dict.fromkeys(ways))

    def _surplus(self) -> Counter[Kind]:
        """How many of each kind lie beside the board and should not."""
        surplus: Counter[Kind] = Counter()
        for piece, count in (units(self.pieces) - units(self.expected)).items():
            if piece.place in PLACES_BESIDE:
                surplus[self._kind(piece)] += count
        return surplus

    def _take_away(self, piece: Piece, counts: Counter[Piece]) -> None:
        counts[piece] -= 1
        kind = self._kind(piece)
        if self._total(counts, kind) < self._total(units(self.expected), kind):
            beside = next(iter(self._ways_beside(piece)), replace(piece, place=OFF))
            counts[beside] += 1

    def _bring(self, piece: Piece, counts: Counter[Piece]) -> None:
        counts[piece] += 1
        expected = units(self.expected)
        lying = [
            other
            for other, count in counts.items()
            if count > 0 and other.place in PLACES_BESIDE and self._kind(other) == self._kind(piece)
        ]
        if lying:
            counts[max(lying, key=lambda other: counts[other] - expected[other])] -= 1

    def _total(self, counts: Mapping[Piece, int], kind: Kind) -> int:
        return sum(count for piece, count in counts.items() if self._kind(piece) == kind)

    def _kind(self, piece: Piece) -> Kind:
        return self.game.owner(piece), piece.kind

    def _spot(self, piece: Piece) -> CheckPlace:
        return self._kind(piece) if piece.place in PLACES_BESIDE else piece.place


@dataclass(frozen=True)
class _Likelihood:
    """How likely a piece is found on a point, as a key to sort by: the likeliest first."""

    found: BoardCheck
    here: set[Kind]
    surplus: Mapping[Kind, int]
    beside: Mapping[Kind, int]

    def __call__(self, way: Piece) -> tuple[bool, bool, bool, bool]:
        game = self.found.game
        kind = (game.owner(way), way.kind)
        is_strange = way not in game.standings(way, way.place)
        unseen = kind not in self.here, not self.surplus.get(kind), not self.beside.get(kind)
        return (*unseen, is_strange)


@lru_cache(maxsize=128)
def _shapes(game: Game, piece: Piece) -> tuple[Piece, ...]:
    """How a piece like ``piece`` may look somewhere on the board."""
    names = (point.name for point in game.board.points)
    ways = (way for name in names for way in game.standings(piece, name))
    return tuple(dict.fromkeys(replace(way, place="") for way in ways))


@lru_cache(maxsize=8)
def shares_points(game: Game) -> bool:
    """Whether several pieces may stand on a point of ``game``: its own rules are asked.

    >>> import games
    >>> [shares_points(games.load(name)) for name in ("squadro", "thaayam")]
    [False, True]
    """
    state = game.start()
    found = BoardCheck.begin(game, state.pieces())
    for piece in found.expected:
        found = found.emptied(piece.place) if piece.place in game.board else found
    two = next(piece for piece in found.pieces if piece.count > 1)
    crowd = next(way for point in game.board.points for way in game.standings(two, point.name))
    try:
        state.rearranged(found.with_content(crowd.place, (replace(crowd, count=2),)).pieces)
    except WrongPieces as refused:
        return refused.reason != CROWDED
    return True


def _gathered(counts: Mapping[Piece, int]) -> tuple[Piece, ...]:
    return gathered(replace(piece, count=count) for piece, count in counts.items() if count > 0)


def _without(pieces: tuple[Piece, ...], piece: Piece) -> tuple[Piece, ...]:
    return _gathered(units(pieces) - Counter([replace(piece, count=1)]))


def _count(pieces: Iterable[Piece]) -> int:
    return sum(piece.count for piece in pieces)
