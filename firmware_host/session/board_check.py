"""Record what people find on the real board, point by point, until all of it is known."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from msgspec import Struct, structs

from firmware_host.session.hand_steps import Kind, kind_order, several, units
from games.arranging import CROWDED, gathered, rearrange
from games.core import Game
from games.equipment import OFF, PLACES_BESIDE, Piece
from games.message import WrongPieces

CheckPlace = str | Kind
"""What is checked at once: a point of the board, or all pieces of one kind beside the board."""


class BoardCheck(Struct, frozen=True):
    """All ``pieces`` of ``game`` as people found them; ``expected`` is how they should stand.

    A piece that is not on its point counts as lying beside the board until people find it on
    another point.
    """

    game: Game
    expected: tuple[Piece, ...]
    pieces: tuple[Piece, ...]

    @classmethod
    def begin(cls, game: Game, expected: tuple[Piece, ...]) -> "BoardCheck":
        """Begin a check in which all pieces stand as they should."""
        return cls(game, expected, expected)

    def at(self, spot: CheckPlace) -> tuple[Piece, ...]:
        """Return the pieces at ``spot``."""
        return tuple(piece for piece in self.pieces if self._spot(piece) == spot)

    def emptied(self, point: str) -> "BoardCheck":
        """Return the check with nothing on ``point``."""
        return self.with_content(point, ())

    def filled(self, point: str) -> "BoardCheck":
        """Return the check with one piece on ``point`` of those missing from their own points."""
        surplus = self._surplus()
        placed = [piece for piece in self._placings(point) if surplus[self._kind(piece)]]
        return self.with_content(point, placed[:1]) if placed else self

    def with_content(self, point: str, content: Iterable[Piece]) -> "BoardCheck":
        """Return the check with ``content`` on ``point``, if possible from beside the board."""
        return self._with(self.at(point), content, units(self.pieces), units(self.expected))

    def options(self, spot: CheckPlace) -> tuple["BoardCheck", ...]:
        """Return what people may find at ``spot``: first this check, then the most likely."""
        if not isinstance(spot, str):
            return (self, *self._moved_beside(spot))
        here, found, expected = self.at(spot), units(self.pieces), units(self.expected)
        contents = self._contents(spot)
        return (self, *(self._with(here, each, found.copy(), expected) for each in contents))

    def excess(self) -> tuple[Piece, int, int] | None:
        """Return a piece that was found too often, how often, and how many there are; else None."""
        expected, found = units(self.expected), units(self.pieces)
        for piece in self.pieces:
            kind = self._kind(piece)
            total, count = self._total(found, kind), self._total(expected, kind)
            if total > count:
                return piece, total, count
        return None

    def kinds_beside(self) -> tuple[Kind, ...]:
        """Return the kinds beside the board that may lie in several places there."""
        samples = {self._kind(each): each for each in self.pieces if each.place in PLACES_BESIDE}
        kinds = sorted(samples, key=kind_order)
        return tuple(kind for kind in kinds if len(self._placings_beside(samples[kind])) > 1)

    def _with(
        self,
        here: Iterable[Piece],
        content: Iterable[Piece],
        counts: Counter[Piece],
        expected: Counter[Piece],
    ) -> "BoardCheck":
        """Return the check with ``content`` in place of the pieces ``here``, out of ``counts``."""
        wanted, present = units(content), units(here)
        for piece in (present - wanted).elements():
            self._take_away(piece, counts, expected)
        for piece in (wanted - present).elements():
            self._bring(piece, counts, expected)
        return structs.replace(self, pieces=_gathered(counts))

    def _contents(self, point: str) -> Iterator[tuple[Piece, ...]]:
        """Yield what people may find on ``point``, the most likely first."""
        here = self.at(point)
        if here:
            yield ()
        singles = [(piece,) for piece in self._by_likelihood(self._placings(point), here)]
        if not shares_points(self.game):
            yield from (single for single in singles if single != here)
            return
        if sum(piece.count for piece in here) > 1:
            for piece in here:
                yield _gathered(units(here) - Counter([replace(piece, count=1)]))
        yield from (gathered((*here, *single)) for single in singles)

    def _placings(self, point: str) -> tuple[Piece, ...]:
        """Return how one piece may stand on ``point``, even where no rule lets it stand so."""
        samples = {self._kind(piece): piece for piece in reversed((*self.expected, *self.pieces))}
        placings: list[Piece] = []
        for kind in sorted(samples, key=kind_order):
            legal = self.game.standings(samples[kind], point)
            facings = {piece.facing for piece in legal}
            placings += legal
            placings += (
                replace(shape, place=point)
                for shape in _shapes(self.game, samples[kind])
                if shape.facing not in facings
            )
        return tuple(dict.fromkeys(placings))

    def _by_likelihood(self, placings: Iterable[Piece], here: tuple[Piece, ...]) -> list[Piece]:
        """Sort ``placings`` on a point with the pieces ``here``, the most likely first.

        Most likely is a piece that stands there and was turned, then one that was taken up, then
        one that lies beside the board; of alike pieces first those that stand as a rule allows.
        """
        kinds_here = {self._kind(piece) for piece in here}
        surplus = self._surplus()
        beside = {self._kind(piece) for piece in self.pieces if piece.place in PLACES_BESIDE}

        def unlikelihood(piece: Piece) -> tuple[bool, bool, bool, bool]:
            kind = self._kind(piece)
            is_irregular = piece not in self.game.standings(piece, piece.place)
            return kind not in kinds_here, not surplus[kind], kind not in beside, is_irregular

        return sorted(placings, key=unlikelihood)

    def _moved_beside(self, kind: Kind) -> Iterator["BoardCheck"]:
        """Yield the check with one piece of ``kind`` in another place beside the board."""
        for piece in self.at(kind):
            one = replace(piece, count=1)
            for placing in self._placings_beside(piece):
                if placing != one:
                    counts = units(self.pieces)
                    counts[one] -= 1
                    counts[placing] += 1
                    yield structs.replace(self, pieces=_gathered(counts))

    def _placings_beside(self, piece: Piece) -> tuple[Piece, ...]:
        placings = (each for place in PLACES_BESIDE for each in self.game.standings(piece, place))
        return tuple(dict.fromkeys(placings))

    def _surplus(self) -> Counter[Kind]:
        """Count the pieces of each kind that lie beside the board but should not."""
        surplus: Counter[Kind] = Counter()
        for piece, count in (units(self.pieces) - units(self.expected)).items():
            if piece.place in PLACES_BESIDE:
                surplus[self._kind(piece)] += count
        return surplus

    def _take_away(self, piece: Piece, counts: Counter[Piece], expected: Counter[Piece]) -> None:
        counts[piece] -= 1
        kind = self._kind(piece)
        if self._total(counts, kind) < self._total(expected, kind):
            beside = next(iter(self._placings_beside(piece)), replace(piece, place=OFF))
            counts[beside] += 1

    def _bring(self, piece: Piece, counts: Counter[Piece], expected: Counter[Piece]) -> None:
        counts[piece] += 1
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


@lru_cache(maxsize=128)
def _shapes(game: Game, piece: Piece) -> tuple[Piece, ...]:
    """Return how a piece like ``piece`` may look somewhere on the board, without a place."""
    names = (point.name for point in game.board.points)
    placings = (placing for name in names for placing in game.standings(piece, name))
    return tuple(dict.fromkeys(replace(placing, place="") for placing in placings))


@lru_cache(maxsize=8)
def shares_points(game: Game) -> bool:
    """Return whether the rules of ``game`` let several pieces stand on one point.

    >>> import games
    >>> [shares_points(games.load(name)) for name in ("squadro", "thaayam")]
    [False, True]
    """
    state = game.start()
    check = BoardCheck.begin(game, state.pieces())
    for piece in check.expected:
        check = check.emptied(piece.place) if piece.place in game.board else check
    several = next((piece for piece in check.pieces if piece.count > 1), None)
    if several is None:
        return False
    one = next(
        placing for point in game.board.points for placing in game.standings(several, point.name)
    )
    try:
        rearrange(state, check.with_content(one.place, (replace(one, count=2),)).pieces)
    except WrongPieces as refused:
        return refused.message.text != CROWDED
    return True


def _gathered(counts: Mapping[Piece, int]) -> tuple[Piece, ...]:
    return gathered(several(piece, count) for piece, count in counts.items() if count > 0)
