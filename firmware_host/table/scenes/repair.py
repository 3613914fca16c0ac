"""Compares the real board with the position, part by part, and takes down what differs.

Once all differences are known, it asks which is right, the board or the position.

The real board differs from the position: what is wrong, why, and the way back.
"""

from collections.abc import Mapping

from msgspec import structs
from msgspec.structs import replace

from firmware_host.screens.lists import Row
from firmware_host.screens.notes import NoteView
from firmware_host.screens.repair import BoardDiffersView, CompareView, FindingView
from firmware_host.screens.view import View
from firmware_host.sensing.observed_board import Mismatch
from firmware_host.session import names
from firmware_host.session.board_check import BoardCheck, CheckPlace
from firmware_host.session.chooser import ARROWS, middle_spot, next_spot, spots_of
from firmware_host.session.hand_steps import pieces_text
from firmware_host.table.context import SceneContext, layout
from firmware_host.table.effects import Apply, Explain, IgnoreMismatch
from firmware_host.table.scene import Close, Cover, Due, Effects, Notify, Resume, Scene, Show
from firmware_host.table.scenes.base import ConfirmScene, ListScene, ask_to_discard
from games.arranging import rearrange
from games.equipment import Board, Piece, has_kinds
from games.message import Message, WrongPieces, msg
from hardware.board import Meaning

PUT_RIGHT = msg("Change the pieces")
BOARD_IS_RIGHT = msg("Change the display")
LOOK_AGAIN = msg("Check again")
ROWS = (PUT_RIGHT, BOARD_IS_RIGHT, LOOK_AGAIN)
CANNOT_BE = msg("Not possible")


class Sides(ListScene, frozen=True, kw_only=True):
    """``found`` is what stands on the board, ``compared`` the scene in which it was entered."""

    help = msg(
        "Change the pieces: the display guides you. Change the display: the game continues as"
        " your board stands. Back: check again."
    )
    is_overlay = True
    back = msg("Back: check")
    found: BoardCheck
    compared: Scene

    def title(self, context: SceneContext) -> Message:
        return Message.of(msg("What should change?"))

    def rows(self, context: SceneContext) -> tuple[Row, ...]:
        return tuple(Row(Message.of(row)) for row in _rows(context))

    def is_edited(self, context: SceneContext) -> bool:
        return True

    def choose(self, context: SceneContext) -> Effects:
        row = _rows(context)[self.cursor]
        if row == PUT_RIGHT:
            return (Apply({"repair": pieces_text(self.found.pieces)}), Resume())
        if row == BOARD_IS_RIGHT:
            return self._correct_position(context)
        return (Show(self.compared),)

    def leave(self, context: SceneContext) -> Effects | None:
        return (Show(self.compared),)

    def _correct_position(self, context: SceneContext) -> Effects:
        """Set the position to what the board shows; where it cannot be, say why and ask again."""
        try:
            rearrange(context.playing.state, self.found.pieces)
        except WrongPieces as refused:
            return (Explain(Message.of(CANNOT_BE), names.refusal(refused)),)
        return (Apply({"set": pieces_text(self.found.pieces)}), Resume())


def _rows(context: SceneContext) -> tuple[str, ...]:
    """Return what can be chosen: positions of exercises and of linked games stay as they are."""
    is_fixed = context.is_interlude or context.playing.is_linked
    return tuple(row for row in ROWS if not (is_fixed and row == BOARD_IS_RIGHT))


Part = tuple[CheckPlace, ...]

MATCHES = msg("The board matches")
TOO_MANY = msg("{piece}: you entered {told}, the game has {count}")
CHANGES = {"up": 1, "down": -1}


class Compare(ConfirmScene, frozen=True):
    """One of the ``parts`` of the board: is it as the picture shows it? ``number`` counts from 0.

    ``found`` are the pieces entered so far; ``was_seen`` means that a sensing board sees that it
    differs.
    """

    help = msg(
        "Compare the picture with your board. OK: it matches. Arrows: fix a square. Back: one part"
        " back, from the first part out of here."
    )
    is_overlay = True
    found: BoardCheck
    parts: tuple[Part, ...]
    number: int = 0
    was_seen: bool = False

    @classmethod
    def begin(cls, context: SceneContext) -> "Compare":
        """Begin with what should stand, and with what a sensing board sees to differ."""
        session = context.playing
        stands = session.standing() if session.hand_steps.due else session.pieces_to_show()
        found = BoardCheck.begin(session.game, stands)
        mismatch = context.sight.mismatch(session)
        differing: Part = ()
        if mismatch is not None:
            differing = tuple(sorted((*mismatch.missing, *mismatch.surplus)))
            for point in mismatch.missing:
                found = found.emptied(point)
            for point in mismatch.surplus:
                found = found.filled(point)
        parts = (differing, *_regions(session.game.board), found.kinds_beside())
        return cls(found, tuple(part for part in parts if part), was_seen=mismatch is not None)

    def is_edited(self, context: SceneContext) -> bool:
        return self.found != Compare.begin(context).found

    @property
    def part(self) -> Part:
        """The part that is compared now."""
        return self.parts[self.number]

    def view(self, context: SceneContext) -> View:
        points = tuple(spot for spot in self.part if isinstance(spot, str))
        board = structs.replace(layout(context), pieces=self.found.pieces)
        number, total = self.number + 1, len(self.parts)
        return CompareView(board, points, number, total, self.is_edited(context))

    def confirm(self, context: SceneContext) -> Effects:
        if self.number + 1 < len(self.parts):
            return (Show(replace(self, number=self.number + 1)),)
        return _conclude(self, context)

    def leave(self, context: SceneContext) -> Effects:
        if self.number:
            return (Show(replace(self, number=self.number - 1)),)
        leave = (Close(),)
        return ask_to_discard((Close(), *leave)) if self.is_edited(context) else leave

    def board_changed(self, context: SceneContext) -> Effects:
        """Continue the game when what was seen to differ has been put right meanwhile."""
        if self.was_seen and context.sight.mismatch(context.playing) is None:
            return (Resume(), Notify(Message.of(MATCHES)))
        return ()

    def press(self, key: str, context: SceneContext) -> Effects | None:
        if key not in ARROWS:
            return super().press(key, context)
        places = spots_of(self.found.game.board, _places(self.part))
        return (Show(PointAtSpot(self, middle_spot(places))),)


class PointAtSpot(Scene, frozen=True):
    """The cursor on one spot of the part that is compared."""

    help = msg(
        "Arrows: go to a square that is wrong. OK: change it. Back: the rest of this part matches."
    )
    is_overlay = True
    compare: Compare
    cursor: int

    def is_edited(self, context: SceneContext) -> bool:
        return self.compare.is_edited(context)

    @property
    def spot(self) -> CheckPlace:
        """The spot under the cursor."""
        return self.compare.part[self.cursor]

    def view(self, context: SceneContext) -> View:
        return _finding(self.compare.found, self.spot, context, is_changing=False)

    def press(self, key: str, context: SceneContext) -> Effects | None:
        match key:
            case "ok":
                options = self.compare.found.options(self.spot)
                return (Show(ChangeSpot(self, options, min(1, len(options) - 1))),)
            case "back":
                return (Show(self.compare),)
        return (Show(self.moved(key)),) if key in ARROWS else None

    def moved(self, arrow: str) -> "PointAtSpot":
        """Return the same with the cursor where ``arrow`` leads."""
        places = spots_of(self.compare.found.game.board, _places(self.compare.part))
        return replace(self, cursor=next_spot(places, self.cursor, arrow))


class ChangeSpot(Scene, frozen=True):
    """Shows one of the ``options``: what may stand on the spot instead."""

    help = msg("Up and down: choose what stands there. OK: keep it. Back: no change.")
    is_overlay = True
    pointed: PointAtSpot
    options: tuple[BoardCheck, ...]
    index: int

    def view(self, context: SceneContext) -> View:
        return _finding(self.options[self.index], self.pointed.spot, context, is_changing=True)

    def press(self, key: str, context: SceneContext) -> Effects | None:
        match key:
            case "up" | "down":
                index = (self.index + CHANGES[key]) % len(self.options)
                return (Show(replace(self, index=index)),)
            case "ok":
                return (Show(self.taken()),)
            case "left" | "right":
                return (Show(self.taken().moved(key)),)
            case "back":
                return (Show(self.pointed),)
        return None

    def is_edited(self, context: SceneContext) -> bool:
        return self.pointed.is_edited(context)

    def taken(self) -> PointAtSpot:
        """Return to the cursor where it was, with what is shown entered."""
        compare = replace(self.pointed.compare, found=self.options[self.index])
        return replace(self.pointed, compare=compare)


def _conclude(compare: Compare, context: SceneContext) -> Effects:
    """Continue the game if all is right, else ask which side is."""
    session, found = context.playing, compare.found
    excess = found.excess()
    if excess is not None:
        explain = Explain(Message.of(LOOK_AGAIN), _too_many(*excess, found))
        return (Show(replace(compare, number=0)), explain)
    matches = (Resume(), Notify(Message.of(MATCHES)))
    if found.pieces == session.standing():
        return matches
    if found.pieces == session.state.pieces():
        return (Apply({"repair": pieces_text(found.pieces)}), *matches)
    return (Show(Sides(found=found, compared=compare)),)


def _too_many(piece: Piece, told: int, count: int, found: BoardCheck) -> Message:
    is_named = has_kinds(found.expected)
    named = names.piece(piece, found.game.seats, is_named)
    return Message.of(TOO_MANY, piece=named, told=told, count=count)


def _finding(found: BoardCheck, spot: CheckPlace, context: SceneContext, is_changing: bool) -> View:
    board = structs.replace(layout(context), pieces=found.pieces)
    point = spot if isinstance(spot, str) else None
    return FindingView(board, point, found.at(spot), is_changing)


def _regions(board: Board) -> tuple[Part, ...]:
    """Return the points of each region of ``board``, in reading order."""
    points = sorted(board.points, key=lambda point: (-point.y, point.x))
    regions = dict.fromkeys(point.region for point in board.points)
    return tuple(
        tuple(point.name for point in points if point.region == region) for region in regions
    )


def _places(part: Part) -> tuple[str | None, ...]:
    return tuple(spot if isinstance(spot, str) else None for spot in part)


class BoardDiffers(ConfirmScene, frozen=True):
    """What is wrong, until it is right again or people say that it does not matter.

    ``finder`` is the scene that finds the board wrong. The reason, if there is one, is shown first,
    until a key or the board changes that; the hint key shows it again.
    """

    help = msg(
        "Fix the board and the game continues. OK: continue as it is. Arrows: compare the board"
        " with the display. Hint: the reason again. Back: menu."
    )
    is_overlay = True
    seen: Mismatch
    finder: Scene
    is_reason_read: bool = False

    def view(self, context: SceneContext) -> View:
        seen = self.seen
        if self._shows_reason and seen.reason is not None and seen.back is not None:
            return NoteView(names.way_back(seen.back), seen.reason, problem="board")
        return BoardDiffersView(
            layout(context), seen.missing, seen.surplus, seen.back, seen.is_between
        )

    @property
    def _shows_reason(self) -> bool:
        return self.seen.reason is not None and not self.is_reason_read

    def confirm(self, context: SceneContext) -> Effects:
        return (IgnoreMismatch(), Resume())

    def press(self, key: str, context: SceneContext) -> Effects | None:
        if self._shows_reason and key in ("ok", "back"):
            return (Show(replace(self, is_reason_read=True)),)
        if key == "hint" and self.seen.reason is not None:
            return (Show(replace(self, is_reason_read=False)),)
        if key in ARROWS:
            return (Cover(Compare.begin(context)),)
        return super().press(key, context)

    def board_changed(self, context: SceneContext) -> Effects:
        mismatch = self.finder.mismatch(context)
        if mismatch is None:
            return (Resume(),)
        if mismatch != self.seen:
            return (Show(replace(self, seen=mismatch, is_reason_read=False)),)
        return ()

    def due(self, context: SceneContext) -> Due | None:
        return None

    def lit_points(self, context: SceneContext) -> Mapping[str, Meaning]:
        wrong: dict[str, Meaning] = dict.fromkeys((*self.seen.missing, *self.seen.surplus), "wrong")
        if self.seen.back is not None:
            wrong[self.seen.back[1]] = "to"
        return wrong
