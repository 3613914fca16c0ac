"""What people say that stands on a board, point by point: on the real one, or in a position.

A check takes down what they find on the real board; an arrangement is a position that they make.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final, Self

from msgspec import Struct, structs

from firmware_host.session.hand_steps import Kind, kind_order, several, units
from games import text as texts
from games.arranging import CROWDED, WOULD_END, gathered, rearrange
from games.core import Game, State
from games.equipment import OFF, PLACES_BESIDE, Piece, sorted_pieces
from games.message import Refusal, WrongPieces

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
        return tuple(kind for kind in kinds if len(self.placings_beside(samples[kind])) > 1)

    def placings_beside(self, piece: Piece) -> tuple[Piece, ...]:
        """Return how ``piece`` may lie beside the board."""
        placings = (each for place in PLACES_BESIDE for each in self.game.standings(piece, place))
        return tuple(dict.fromkeys(placings))

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
            for placing in self.placings_beside(piece):
                if placing != one:
                    counts = units(self.pieces)
                    counts[one] -= 1
                    counts[placing] += 1
                    yield structs.replace(self, pieces=_gathered(counts))

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
            beside = next(iter(self.placings_beside(piece)), replace(piece, place=OFF))
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


BESIDE: Final = "beside"
"""Stands for wherever a piece lies beside the board."""


class MadePosition(Struct, frozen=True):
    """A position that people make: ``pieces`` in the place of those of ``base``, then ``throws``.

    Throws are written as in a record. What only the history tells is that of ``base``.

    >>> import games
    >>> begun = MadePosition.of(games.load("squadro").start())
    >>> str(begun.put("d1", "d4").reached())
    '0 0,0,3,0,0/0,0,0,0,0'
    >>> print(begun.put("d1", "a2").refusal())
    a white piece can never be there: a2
    """

    base: State
    pieces: tuple[Piece, ...]
    throws: tuple[str, ...] = ()

    @classmethod
    def of(cls, state: State) -> Self:
        """Begin with the position of ``state``."""
        return cls(state, state.pieces())

    @property
    def check(self) -> BoardCheck:
        """What stands where, to be changed point by point."""
        return BoardCheck(self.base.game, self.base.pieces(), self.pieces)

    def reached(self) -> State:
        """Return the position; raise Refusal if the game does not allow it."""
        state = rearrange(self.base, self.pieces)
        for throw in self.throws:
            state = state.apply(state.parse(throw))
        if state.is_terminal:
            raise WrongPieces(WOULD_END)
        return state

    def refusal(self) -> Refusal | None:
        """Return why the game does not allow the position; None if it does."""
        try:
            self.reached()
        except Refusal as refused:
            return refused
        return None

    def possible_throws(self, number: int) -> tuple[str, ...]:
        """Return what may be thrown after the first ``number`` throws; nothing if no throw is due.

        Which pieces stand where does not matter.
        """
        state = self.base
        try:
            for throw in self.throws[:number]:
                state = state.apply(state.parse(throw))
        except Refusal:
            return ()
        return tuple(dict.fromkeys(str(throw) for throw, _ in state.chance_outcomes()))

    def cleared(self) -> Self:
        """Return the same with all pieces beside the board."""
        check = self.check
        for piece in self.pieces:
            check = check.emptied(piece.place) if piece.place in check.game.board else check
        return structs.replace(self, pieces=check.pieces)

    def standing(self, found: BoardCheck) -> Self:
        """Return the same with what was ``found`` to stand."""
        return structs.replace(self, pieces=found.pieces)

    def at_turn(self, seat: int) -> Self:
        """Return the same pieces with ``seat`` to act, before its throw."""
        return structs.replace(self, base=self.base.game.start(seat), throws=())

    def thrown(self, number: int, throw: str) -> Self:
        """Return the same with ``throw`` as the throw ``number``, the last; empty: without it."""
        return structs.replace(self, throws=(*self.throws[:number], *filter(None, (throw,))))

    def put(self, origin: str, target: str) -> Self:
        """Return the same after a piece at ``origin`` was put on ``target``.

        Both are points, or places beside the board: :func:`spot` of a piece that lies there,
        :data:`BESIDE` for any. What shares its point with no other goes beside the board. A piece
        that is put where it stands turns: it stands in the next way that there is.
        """
        piece = next((each for each in self.pieces if origin in (each.place, spot(each))), None)
        if piece is None:
            return self
        if target == piece.place:
            return self._moved(piece, self._turned(piece))
        if target not in self.base.game.board:
            beside = self.check.placings_beside(piece)
            return self._moved(piece, next(iter(beside), replace(piece, place=OFF, count=1)))
        placings = self.base.game.standings(piece, target)
        there = next(iter(placings), replace(piece, place=target, count=1))
        emptied = (
            self.pieces if shares_points(self.base.game) else self.check.emptied(target).pieces
        )
        return structs.replace(self, pieces=emptied)._moved(piece, there)

    def _turned(self, piece: Piece) -> Piece:
        """Return ``piece`` as it stands after it was turned."""
        one = replace(piece, count=1)
        if piece.place in self.base.game.board:
            ways = sorted_pieces(self.base.game.standings(one, piece.place))
        else:
            ways = self.check.placings_beside(one)
        return ways[(ways.index(one) + 1) % len(ways)] if one in ways else next(iter(ways), one)

    def _moved(self, piece: Piece, after: Piece) -> Self:
        counts = units(self.pieces)
        counts[replace(piece, count=1)] -= 1
        counts[replace(after, count=1)] += 1
        return structs.replace(self, pieces=_gathered(counts))


def spot(piece: Piece) -> str:
    """Return where ``piece`` is, as people point at it: its point, or where it lies and which.

    >>> spot(Piece(0, "piece", "a1")), spot(Piece(1, "piece", "hand"))
    ('a1', 'hand 1 piece')
    """
    if piece.place not in PLACES_BESIDE:
        return piece.place
    seat = texts.EMPTY if piece.seat is None else piece.seat
    return f"{piece.place} {seat} {piece.kind}"
