"""The board does not match: part by part, what stands there, and what stands there instead."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from firmware_host.screens.repair import CompareView, FindingView
from firmware_host.screens.view import View
from firmware_host.session import cursor as arrows
from firmware_host.session import names
from firmware_host.session.board_check import BoardCheck, CheckPlace
from firmware_host.session.hand_steps import pieces_text
from firmware_host.table.scenes.base import Question, Scene
from firmware_host.table.scenes.sides import LOOK_AGAIN, Sides
from games.equipment import Board, Piece, has_kinds
from games.message import Message, msg

if TYPE_CHECKING:
    from firmware_host.table.table import Table

Part = tuple[CheckPlace, ...]

MATCHES = msg("The board matches")
TOO_MANY = msg("{piece}: you told {told}, there are {count}")
CHANGES = {"up": 1, "down": -1}


@dataclass(frozen=True)
class Compare(Question):
    """One of the ``parts`` of the board: is it as the picture shows it? ``number`` counts from 0.

    ``found`` are the pieces as told so far; ``was_seen`` if a sensing board sees that it differs.
    """

    help = msg("Compare the picture with your board. OK: it is so. An arrow: something differs.")
    is_overlay = True
    found: BoardCheck
    parts: tuple[Part, ...]
    number: int = 0
    was_seen: bool = False

    @classmethod
    def begin(cls, table: "Table") -> "Compare":
        """Begin with what should stand, and with what a sensing board sees to differ."""
        session = table.playing
        found = BoardCheck.begin(session.game, session.pieces_to_show())
        trouble = table.sight.mismatch(session)
        differing: Part = ()
        if trouble is not None:
            differing = tuple(sorted((*trouble.missing, *trouble.surplus)))
            for point in trouble.missing:
                found = found.emptied(point)
            for point in trouble.surplus:
                found = found.filled(point)
        parts = (differing, *_regions(session.game.board), found.kinds_beside())
        return cls(found, tuple(part for part in parts if part), was_seen=trouble is not None)

    @property
    def part(self) -> Part:
        """What is compared now."""
        return self.parts[self.number]

    def view(self, table: "Table") -> View:
        points = tuple(spot for spot in self.part if isinstance(spot, str))
        layout = replace(table.layout(), pieces=self.found.pieces)
        return CompareView(layout, points, self.number + 1, len(self.parts))

    def confirm(self, table: "Table") -> None:
        if self.number + 1 < len(self.parts):
            table.show(replace(self, number=self.number + 1))
        else:
            _conclude(self, table)

    def leave(self, table: "Table") -> None:
        if self.number:
            table.show(replace(self, number=self.number - 1))
        else:
            table.go_on()

    def watch(self, table: "Table") -> None:
        """Go on by itself when what was seen to differ has been put right meanwhile."""
        if self.was_seen and table.sight.mismatch(table.playing) is None:
            table.go_on()
            table.tell(Message.of(MATCHES))

    def press(self, key: str, table: "Table") -> bool:
        if key not in arrows.ARROWS:
            return super().press(key, table)
        places = arrows.spots_of(self.found.game.board, _places(self.part))
        table.show(Look(self, arrows.middle_spot(places)))
        return True


@dataclass(frozen=True)
class Look(Scene):
    """The cursor on one spot of the part that is compared."""

    help = msg("Arrows: to where it differs. OK: change it. Back: the rest is so.")
    is_overlay = True
    compare: Compare
    cursor: int

    @property
    def spot(self) -> CheckPlace:
        """What is under the cursor."""
        return self.compare.part[self.cursor]

    def view(self, table: "Table") -> View:
        return _finding(self.compare.found, self.spot, table, is_changing=False)

    def press(self, key: str, table: "Table") -> bool:
        match key:
            case "ok":
                options = self.compare.found.options(self.spot)
                table.show(Change(self, options, min(1, len(options) - 1)))
            case "back":
                table.show(self.compare)
            case _ if key in arrows.ARROWS:
                table.show(self.moved(key))
            case _:
                return False
        return True

    def moved(self, arrow: str) -> "Look":
        """The same with the cursor where ``arrow`` leads."""
        places = arrows.spots_of(self.compare.found.game.board, _places(self.compare.part))
        return replace(self, cursor=arrows.next_spot(places, self.cursor, arrow))


@dataclass(frozen=True)
class Change(Scene):
    """What may stand on the spot instead: the ``options``, of which one is shown."""

    help = msg("Up and down: what stands there. OK: it is so. Back: as it was.")
    is_overlay = True
    look: Look
    options: tuple[BoardCheck, ...]
    index: int

    def view(self, table: "Table") -> View:
        return _finding(self.options[self.index], self.look.spot, table, is_changing=True)

    def press(self, key: str, table: "Table") -> bool:
        match key:
            case "up" | "down":
                index = (self.index + CHANGES[key]) % len(self.options)
                table.show(replace(self, index=index))
            case "ok":
                table.show(self.taken())
            case "left" | "right":
                table.show(self.taken().moved(key))
            case "back":
                table.show(self.look)
            case _:
                return False
        return True

    def taken(self) -> Look:
        """The cursor where it was, with what is shown told."""
        compare = replace(self.look.compare, found=self.options[self.index])
        return replace(self.look, compare=compare)


def _conclude(compare: Compare, table: "Table") -> None:
    """All has been told: go on if it is right, else ask which side is."""
    session, found = table.playing, compare.found
    excess = found.excess()
    if excess is not None:
        table.show(replace(compare, number=0))
        table.explain(Message.of(LOOK_AGAIN), _told_too_often(*excess, found))
    elif found.pieces in (session.state.pieces(), session.standing()):
        if found.pieces != session.standing():
            table.record({"repair": pieces_text(found.pieces)})
        table.go_on()
        table.tell(Message.of(MATCHES))
    else:
        table.show(Sides(found=found, compared=compare))


def _told_too_often(piece: Piece, told: int, count: int, found: BoardCheck) -> Message:
    is_named = has_kinds(found.expected)
    named = names.piece(piece, found.game.seats, is_named)
    return Message.of(TOO_MANY, piece=named, told=told, count=count)


def _finding(found: BoardCheck, spot: CheckPlace, table: "Table", is_changing: bool) -> View:
    layout = replace(table.layout(), pieces=found.pieces)
    point = spot if isinstance(spot, str) else None
    return FindingView(layout, point, found.at(spot), is_changing)


def _regions(board: Board) -> tuple[Part, ...]:
    """The points of each region of ``board``, as people read."""
    points = sorted(board.points, key=lambda point: (-point.y, point.x))
    regions = dict.fromkeys(point.region for point in board.points)
    return tuple(
        tuple(point.name for point in points if point.region == region) for region in regions
    )


def _places(part: Part) -> tuple[str | None, ...]:
    return tuple(spot if isinstance(spot, str) else None for spot in part)
