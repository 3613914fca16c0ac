"""The screens of a board that differs: how it does, and what stands on it, told part by part."""

from collections.abc import Iterator

from firmware_host.screens.board_plan import Highlights
from firmware_host.screens.board_screen import BoardView
from firmware_host.screens.hand_steps import SEVERAL_ON
from firmware_host.screens.sheet import BACK_TO_MENU, MAIN, Sheet, TextLine, back_to, counted
from firmware_host.screens.view import Problem, sentences
from firmware_host.session import names
from firmware_host.text.translator import Language
from games.equipment import NEUTRAL, PLACES_BESIDE, Piece, has_kinds, seat_of
from games.message import Message, msg

MISSING = msg("Missing: {points}")
EXTRA = msg("Extra: {points}")
BETWEEN = msg("Put it in the middle of a square")
DIFFERS = msg("The board differs from the game")
LISTED = 3


class BoardDiffersView(BoardView, frozen=True):
    """The real board differs from the position.

    ``missing`` points are empty there and should not be, ``surplus`` points should be empty.
    ``back`` is the way back of a single piece: where it is seen and where it belongs.
    ``is_between`` is true if two fields see one piece.
    """

    missing: tuple[str, ...]
    surplus: tuple[str, ...]
    back: tuple[str, str] | None
    is_between: bool

    prompt = Message.of(msg("Fix the board, or press `ok` to continue as it is; arrows: check"))

    @property
    def spoken(self) -> tuple[Message, ...]:
        return sentences(Message.of(DIFFERS), *self._faults(), self.prompt)

    def _faults(self) -> Iterator[Message]:
        """Yield what to do if that is known, else which points are wrong."""
        if self.back is not None and not self.is_between:
            yield names.way_back(self.back)
            return
        if self.is_between:
            yield Message.of(BETWEEN)
        for template, points in ((MISSING, self.missing), (EXTRA, self.surplus)):
            if points and not (self.is_between and points is self.missing):
                yield Message.of(template, points=", ".join(points))

    @property
    def problem(self) -> Problem:
        return "board"

    def sheet(self, say: Language) -> Sheet:
        lit = Highlights(targets=self.missing, surplus=self.surplus)
        foot = (say(msg("OK: ignore")), say(msg("▲▼: check")), say(BACK_TO_MENU))
        return Sheet(say(msg("No match")), self._lines(say), foot, lit=lit, names_squares=True)

    def _lines(self, say: Language) -> tuple[TextLine, ...]:
        """Return what to do if that is known, else which points are wrong."""
        extra = _listed(EXTRA, self.surplus, say)
        if self.is_between:
            return TextLine(say(BETWEEN)), extra
        if self.back is not None:
            return (TextLine(say.heading(names.way_back(self.back)), MAIN),)
        return _listed(MISSING, self.missing, say), extra


def _listed(template: str, points: tuple[str, ...], say: Language) -> TextLine:
    """Return a line with the first of ``points``, and how many more there are."""
    more = f" +{len(points) - LISTED}" if len(points) > LISTED else ""
    return TextLine(say(template, points=" ".join(points[:LISTED]) + more) if points else "")


CHECK, BESIDE = msg("Check"), msg("And beside the board?")
PART = msg("Part {number} of {total}")
EMPTY, BESIDE_IT = msg("empty"), msg("beside")
STANDS = msg("{piece}: {places}")


class CompareView(BoardView, frozen=True):
    """Does the real board look like this part of it, number ``number`` of ``total``?

    ``points`` are the points of the part; without any, it is what lies beside the board.
    ``is_edited`` is true when something was entered.
    """

    points: tuple[str, ...]
    number: int
    total: int
    is_edited: bool = False

    @property
    def is_on_table(self) -> bool:
        return not self.is_edited

    prompt = Message.of(msg("Does your board match? `ok`: yes; arrows: fix a square"))

    @property
    def spoken(self) -> tuple[Message, ...]:
        number = Message.of(PART, number=self.number, total=self.total)
        beside = None if self.points else Message.of(BESIDE)
        return sentences(
            Message.of(CHECK),
            number if self.total > 1 else None,
            *self._parts(),
            beside,
            self.prompt,
        )

    def _parts(self) -> Iterator[Message]:
        """Yield where each seat has pieces in this part of the board, or beside it."""
        pieces, seats = self.layout.pieces, self.layout.seats
        is_named = has_kinds(pieces)
        where = self.points or PLACES_BESIDE
        there = dict[Message, list[Message]]()
        for piece in pieces:
            if piece.place in where:
                owner = names.piece(piece, seats, is_named)
                place = names.place(piece.place)
                if piece.count > 1:
                    place = Message.of(SEVERAL_ON, count=piece.count, place=place)
                there.setdefault(owner, []).append(place)
        for owner, places in there.items():
            yield Message.of(STANDS, piece=owner, places=names.join(places))

    def sheet(self, say: Language) -> Sheet:
        number = TextLine(counted(self.number, self.total, say))
        asked = msg("Does your board match?") if self.points else BESIDE
        lines = (number, TextLine(say(asked), MAIN))
        foot = (say(msg("OK: yes")), say(msg("▲▼: fix it")), self._way_out(say))
        lit = Highlights(region=self.points[0] if self.points else None)
        unseen = tuple(TextLine(words) for words in self._standing(say))
        return Sheet(
            say(CHECK),
            lines,
            foot,
            lit=lit,
            unseen=unseen,
            needs_board=True,
        )

    def _way_out(self, say: Language) -> str:
        if self.number > 1:
            return back_to(self.number - 1, self.total, say)
        return say(msg("Back: leave?") if self.is_edited else msg("Back: leave"))

    def _standing(self, say: Language) -> Iterator[str]:
        """Yield in words where each seat has pieces in this part."""
        seats = self.layout.seats
        for seat in (*seats, NEUTRAL):
            own = [piece for piece in self.layout.pieces if seat_of(piece, seats) == seat]
            places = [piece.place for piece in own if piece.place in self.points]
            if places:
                yield f"{say.heading(names.seat(seat))}: {' '.join(places)}"


FEW = 2
"""So many kinds of pieces on one point have a line each."""


class FindingView(BoardView, frozen=True):
    """The ``pieces`` on a ``point`` of the real board, as people have told so far.

    ``point`` is None for what lies beside the board; ``is_changing`` is true while up and down
    change the pieces.
    """

    point: str | None
    pieces: tuple[Piece, ...]
    is_changing: bool

    is_on_table = False

    @property
    def prompt(self) -> Message:
        if self.is_changing:
            return Message.of(msg("`up down`: choose what stands there; `ok`: keep it"))
        return Message.of(msg("Arrows: go to a square that is wrong; `ok`: change it"))

    @property
    def spoken(self) -> tuple[Message, ...]:
        found = [
            Message.of("{piece}{where}", piece=self._counted(piece), where=_spoken_where(piece))
            for piece in self.pieces
        ]
        what = names.join(found) if found else Message.of(EMPTY)
        place = Message.of(BESIDE_IT) if self.point is None else names.place(self.point)
        return sentences(Message.of(names.AT, place=place, what=what), self.prompt)

    def _counted(self, piece: Piece) -> Message:
        is_named = has_kinds(self.layout.pieces)
        return names.counted(names.piece(piece, self.layout.seats, is_named), piece.count)

    def sheet(self, say: Language) -> Sheet:
        head = self.point or say.heading(BESIDE_IT)
        lines = tuple(TextLine(words, MAIN) for words in self._in_few_lines(say))
        if self.is_changing:
            keys: tuple[str, ...] = (msg("OK: keep"), msg("▲▼: other"), msg("Back: no"))
        else:
            keys = (msg("OK: change"), msg("Back: done"))
        nothing = (TextLine(say(EMPTY), MAIN),)
        foot = tuple(map(say, keys))
        lit = Highlights(cursor=self.point)
        return Sheet(head, lines or nothing, foot, lit=lit, names_squares=True)

    def _in_few_lines(self, say: Language) -> tuple[str, ...]:
        """Return the pieces in words, in one line if there are more than two kinds of them."""
        found = tuple(self._found(say))
        return found if len(found) <= FEW else (", ".join(found),)

    def _found(self, say: Language) -> Iterator[str]:
        """Yield each piece in words: how many, whose, and where it lies or points."""
        seats, is_named = self.layout.seats, has_kinds(self.layout.pieces)
        for piece in self.pieces:
            count = f"{piece.count} " if piece.count > 1 else ""
            named = say(names.piece(piece, seats, is_named))
            yield f"{count}{named}{_where(piece, say)}"


def _spoken_where(piece: Piece) -> Message:
    """Return for the ear where ``piece`` lies beside the board, or which way it points."""
    if piece.place in PLACES_BESIDE:
        return Message.of(", {place}", place=names.place(piece.place))
    if not piece.facing:
        return Message.of("")
    return Message.of(msg(", pointing {side}"), side=names.direction(piece.facing))


def _where(piece: Piece, say: Language) -> str:
    """Return the place of ``piece`` beside the board or the side it points to, and its badge."""
    if piece.place in PLACES_BESIDE:
        return f": {say(names.place(piece.place))} {piece.badge}".rstrip()
    return f", {say(names.direction(piece.facing))}" if piece.facing else f" {piece.badge}".rstrip()
