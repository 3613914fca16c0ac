"""What the screens say on which a move is chosen, advised, remembered or asked about."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from firmware_host.screens.board_picture import Highlights
from firmware_host.screens.sheet import MAIN, Line, Sheet
from firmware_host.screens.views import (
    ChooseView,
    LastMoveView,
    Layout,
    SuggestView,
    ThinkingView,
    WhyView,
)
from firmware_host.session import names
from firmware_host.text.translator import Language
from games.actions import Choice, Move, Throw
from games.equipment import Piece, Seat, has_kinds
from games.message import msg

TAKE = msg("OK: take")
THINKING = msg("Thinking…")


def choose_sheet(view: ChooseView, say: Language) -> Sheet:
    """What is under the cursor, and where it leads."""
    return Sheet(
        _choice_head(view, say),
        (
            throws_line(msg("left: {throws}"), view.pending, say),
            Line(_choice_words(view, say), MAIN),
            *_capture_lines(view.layout, _certain_captures(view.preview), say),
        ),
        _choice_keys(view, say),
        view.seat,
        _choice_lights(view),
        unseen=(_target_line(view),),
        needs_board=view.targets_shown,
    )


def thinking_sheet(view: ThinkingView, say: Language) -> Sheet:
    """Which seat the machine chooses for, and the throws that it plays."""
    so_far = throws_line(msg("left: {throws}"), view.pending, say)
    foot = say(msg("Back: now"))
    return Sheet(seat_name(view.seat, say), (Line(say(THINKING), MAIN), so_far), foot, view.seat)


def suggest_sheet(view: SuggestView, say: Language) -> Sheet:
    """A move that is advised, and why."""
    lines = (Line(say.heading(view.reason)), *_move_lines(view.layout, view.move, say))
    feet = "\n".join((say(TAKE), say(msg("Back: no"))))
    return Sheet(say(msg("Hint")), lines, feet, view.seat, _move_lights(view.move))


def last_move_sheet(view: LastMoveView, say: Language) -> Sheet:
    """The last move, as it was chosen, and why a machine chose it or else who did."""
    told = view.reason or names.seat(view.seat)
    lines = (Line(say.heading(told)), *_move_lines(view.layout, view.move, say))
    lit = _move_lights(view.move)
    return Sheet(say(msg("Last move")), lines, say(msg("OK: go on")), view.seat, lit)


def why_sheet(view: WhyView, say: Language) -> Sheet:
    """Which piece and which place are asked about."""
    place = say(names.place(view.place))
    asked = say(msg("Which piece?")) if view.origin is None else say(msg("Where to?"))
    origin = "" if view.origin is None else f"{say(names.place(view.origin))} → "
    lines = (Line(asked), Line(f"{origin}{place} {_standing(view, say)}".strip(), MAIN))
    feet = (say(msg("OK: this")), say(msg("Back: no")))
    lit = Highlights(cursor=view.place, origin=view.origin, target=view.place)
    return Sheet(say(msg("Why not?")), lines, "\n".join(feet), view.seat, lit, needs_board=True)


def seat_name(seat: Seat, say: Language) -> str:
    """The name of ``seat``, as the head of its screens has it."""
    return say.heading(names.seat(seat))


def throw_line(throw: Throw) -> Line:
    """The ``throw`` that a screen is about, as large as there is room."""
    return Line(str(throw), ("big", *MAIN), "center")


def throws_line(template: str, throws: Sequence[Throw], say: Language) -> Line:
    """The ``throws`` said by ``template``; nothing if there are none."""
    listed = " ".join(map(str, throws))
    return Line(say(template, throws=listed) if throws else "")


def _choice_head(view: ChooseView, say: Language) -> str:
    if view.is_thinking:
        return say(THINKING)
    return say(msg("Is it so?")) if view.is_asked else seat_name(view.seat, say)


def _choice_keys(view: ChooseView, say: Language) -> str:
    """What OK does, and, once all targets are shown, what the hint key tells next."""
    take = say(msg("OK: yes") if view.is_asked else TAKE)
    hint = say(msg("Hint: a move"))
    return f"{take}\n{hint}" if view.targets_shown else take


def _choice_words(view: ChooseView, say: Language) -> str:
    """What has been picked, what is under the cursor, and what follows if that is certain."""
    is_certain = len(view.preview) == 1
    known = view.preview[0].choices if is_certain else (*view.picked, view.option)
    unknown = "" if is_certain or view.option.kind == "die" else " → ?"
    return say(names.path(known)) + unknown


def _move_lines(layout: Layout, move: Move, say: Language) -> Iterable[Line]:
    return (Line(say(names.action(move)), MAIN), *_capture_lines(layout, move.captures, say))


def _capture_lines(layout: Layout, captures: Iterable[Piece], say: Language) -> Iterable[Line]:
    captured = tuple(captures)
    for seat in layout.seats:
        count = sum(piece.count for piece in captured if piece.seat == seat.index)
        if count:
            words = say(msg("×{count} {colour}"), count=count, colour=names.seat(seat))
            yield Line(words, MAIN)


def _certain_captures(moves: Sequence[Move]) -> tuple[Piece, ...]:
    """What every one of ``moves`` captures."""
    first, *others = moves
    return tuple(each for each in first.captures if all(each in move.captures for move in others))


def _move_lights(move: Move) -> Highlights:
    """All of ``move`` at once; of a move of several pieces the last way is marked out."""
    return _lights(move.choices, move.choices, (move,), None)


def _choice_lights(view: ChooseView) -> Highlights:
    picked = (*view.picked, view.option)
    is_certain = len(view.preview) == 1
    known = view.preview[0].choices if is_certain else picked
    cursor = view.option.points[-1] if view.option.points else None
    lit = _lights(known, picked, view.preview, cursor)
    if not view.targets_shown and is_certain:
        return lit
    return replace(lit, targets=tuple(_targets(view)))


def _lights(
    known: Sequence[Choice], picked: Sequence[Choice], moves: Sequence[Move], cursor: str | None
) -> Highlights:
    """What ``moves`` have in common: the way, of those ``known``, that was last ``picked``."""
    ways = names.split_by_piece(known)
    present = len(names.split_by_piece(picked)) - 1
    ends = [choice.points[-1] for choice in ways[present] if choice.points]
    has_target = any(choice.kind == "target" for choice in ways[present])
    paths = {_path(move, present) for move in moves}
    return Highlights(
        cursor=cursor,
        origin=ends[0] if len(set(ends)) > 1 else None,
        target=ends[-1] if has_target and ends else None,
        path=paths.pop() if has_target and len(paths) == 1 else (),
        captures=tuple(piece.place for piece in _certain_captures(moves)),
    )


def _path(move: Move, present: int) -> tuple[str, ...]:
    """The points that ``move`` passes in one of its ways: its path runs from way to way."""
    ways, path = names.split_by_piece(move.choices), move.path
    for number, way in enumerate(ways[:-1]):
        ends = [choice.points[-1] for choice in way if choice.points]
        if not ends or ends[-1] not in path:
            return ()
        length = path.index(ends[-1]) + 1
        if number == present:
            return path[:length]
        path = path[length:]
    return path


def _target_line(view: ChooseView) -> Line:
    """Where the pieces in question can go, in words."""
    is_open = view.targets_shown or len(view.preview) > 1
    targets = " ".join(_targets(view))
    return Line(f"→ {targets}" if is_open and targets else "")


def _targets(view: ChooseView) -> Iterable[str]:
    """Where the pieces in question can go: all of them when asked for, else the one picked."""
    if view.targets_shown:
        following = [choice for move in view.all_moves for choice in move.choices]
    else:
        present = len(names.split_by_piece((*view.picked, view.option))) - 1
        depth = len(view.picked) + 1
        following = [
            choice
            for move in view.preview
            for choice in move.choices[depth:]
            if choice in names.split_by_piece(move.choices)[present]
        ]
    return dict.fromkeys(each.points[-1] for each in following if _is_reached(each))


def _is_reached(choice: Choice) -> bool:
    return choice.kind == "target" and bool(choice.points)


def _standing(view: WhyView, say: Language) -> str:
    """What stands on the point under the cursor, in words; nothing of what lies beside."""
    pieces, seats = view.layout.pieces, view.layout.seats
    here = [each for each in pieces if each.place == view.place and each.place in view.layout.board]
    named = has_kinds(pieces)
    return ", ".join(dict.fromkeys(say(names.piece(piece, seats, named)) for piece in here))
