"""What the screens of a game say: from a view to lines of words and lit points of the board."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from firmware_host import names
from firmware_host.guidance import sentence
from firmware_host.language import Language
from firmware_host.screens.astray import astray_sheet
from firmware_host.screens.board import Highlights
from firmware_host.screens.cells import has_kinds
from firmware_host.screens.sheet import Line, Sheet
from firmware_host.views import (
    AstrayView,
    BoardView,
    ChooseView,
    GuideView,
    OverView,
    PassView,
    ResumeView,
    SetUpView,
    ThrownView,
    ThrowView,
)
from games.core import Choice, Seat, Throw, msg

DRAW_LOT = msg("Draw the lot")
STATES = {
    "waiting": msg("Throw the dice"),
    "lifted": msg("Cup is lifted"),
    "rolling": msg("Rolling…"),
    "provisional": msg("Coming to rest…"),
    "doubtful": msg("Is this your throw?"),
    "unreadable": msg("Not readable. Throw again"),
    "knocked": msg("Only a knock. Throw again"),
}


def sheet(view: BoardView, say: Language) -> Sheet:
    """What the screen of ``view`` says, in the language ``say``, and what it lights up."""
    return SHEETS[type(view)](view, say)


def _set_up_sheet(view: SetUpView, say: Language) -> Sheet:
    is_named = has_kinds(view.layout.pieces)
    what = say.heading(view.group[0].kind if is_named else msg("set up"))
    places = [f"{each.place}×{each.count}" if each.count > 1 else each.place for each in view.group]
    lines = (
        Line(f"{view.number}/{view.total} {what}"),
        Line(" ".join(places), ("heading", "body")),
    )
    feet = "\n".join((say(msg("OK: done")), say(msg("Back: skip"))))
    lit = Highlights(targets=tuple(each.place for each in view.group))
    return Sheet(_name(view.seat, say), lines, feet, view.seat, lit, view.placed)


def _throw_sheet(view: ThrowView, say: Language) -> Sheet:
    head, so_far = _name(view.seat, say), _throws(msg("so far: {throws}"), view.series, say)
    if view.typed is not None:
        lines = (Line(say(msg("Set by hand"))), _big(view.typed), so_far)
        return Sheet(head, lines, say(msg("OK: counts")), view.seat)
    if view.seen is not None:
        lines = (Line(say(STATES[view.dice])), _big(view.seen), so_far)
        foot = say(msg("OK: counts")) if view.dice == "doubtful" else ""
        return Sheet(head, lines, foot, view.seat)
    foot = say(msg("▲▼: by hand") if view.by_tray else msg("OK: throw"))
    waiting = Line(say(STATES[view.dice] if view.has_dice else DRAW_LOT), ("heading", "body"))
    return Sheet(head, (waiting, so_far), foot, view.seat)


def _thrown_sheet(view: ThrownView, say: Language) -> Sheet:
    lines = (_big(view.throw), _throws(msg("counts: {throws}"), view.series, say))
    return Sheet(_name(view.seat, say), lines, whose=view.seat)


def _choose_sheet(view: ChooseView, say: Language) -> Sheet:
    return Sheet(
        say(msg("Is it so?")) if view.is_asked else _name(view.seat, say),
        (
            _throws(msg("left: {throws}"), view.pending, say),
            Line(_choice_words(view, say), ("heading", "body")),
            *_capture_lines(view, say),
        ),
        say(msg("OK: yes") if view.is_asked else msg("OK: take")),
        view.seat,
        _choice_lights(view),
    )


def _choice_words(view: ChooseView, say: Language) -> str:
    """What has been picked, what is under the cursor, and what follows if that is certain."""
    is_certain = len(view.preview) == 1
    known = view.preview[0].choices if is_certain else (*view.picked, view.option)
    ways = [_way_words(way, say) for way in ways_of(known)]
    unknown = "" if is_certain or view.option.kind == "die" else " → ?"
    return ", ".join(ways) + unknown


def _way_words(way: Sequence[Choice], say: Language) -> str:
    places = [say(names.choice(choice)) for choice in way if choice.kind != "die"]
    dice = [f" ({choice.value})" for choice in way if choice.kind == "die"]
    return " → ".join(places) + "".join(dice)


def ways_of(choices: Sequence[Choice]) -> list[list[Choice]]:
    """Split ``choices`` at every piece that is taken up: one way a piece.

    >>> one, two = Choice("piece", "a1"), Choice("target", "a2")
    >>> [len(way) for way in ways_of((one, two, one, two))]
    [2, 2]
    """
    ways: list[list[Choice]] = []
    for choice in choices:
        if not ways or choice.kind in ("piece", "drop"):
            ways.append([])
        ways[-1].append(choice)
    return ways


def _capture_lines(view: ChooseView, say: Language) -> Iterable[Line]:
    if len(view.preview) != 1:
        return
    for seat in view.layout.seats:
        count = sum(piece.count for piece in view.preview[0].captures if piece.seat == seat.index)
        if count:
            words = say(msg("×{count} {colour}"), count=count, colour=names.seat(seat))
            yield Line(words, ("heading", "body"))


def _choice_lights(view: ChooseView) -> Highlights:
    cursor = view.option.points[-1] if view.option.points else None
    targets = tuple(_targets(view)) if view.targets_shown or len(view.preview) > 1 else ()
    if len(view.preview) != 1:
        return Highlights(cursor=cursor, targets=targets)
    move = view.preview[0]
    ways = ways_of(move.choices)
    present = len(ways_of((*view.picked, view.option))) - 1
    ends = [choice.points[-1] for choice in ways[present] if choice.points]
    return Highlights(
        cursor=cursor,
        origin=ends[0] if len(set(ends)) > 1 else None,
        target=ends[-1] if ends else None,
        # the path of a move of several pieces runs on from one to the next
        path=move.path if len(ways) == 1 else (),
        captures=tuple(piece.place for piece in move.captures),
        targets=targets,
    )


def _targets(view: ChooseView) -> Iterable[str]:
    """Where the pieces in question can go: all of them when asked for, else the one picked."""
    moves = view.all_moves if view.targets_shown else view.preview
    return dict.fromkeys(point for move in moves for point in move.path[-1:])


def _guide_sheet(view: GuideView, say: Language) -> Sheet:
    heads = {"undo": say(msg("Take back")), "machine": say(msg("Machine"))}
    head = heads.get(view.why) or (_name(view.seat, say) if view.seat else "")
    step = view.step
    told = say.heading(sentence(step, view.layout.seats, has_kinds(view.layout.pieces)))
    number = say(msg("{number} of {total}"), number=view.number, total=view.total)
    board = view.layout.board
    lit = Highlights(
        origin=step.origin if step.origin in board else None,
        target=step.target if step.target in board else None,
    )
    lines = (Line(number if view.total > 1 else ""), Line(told, ("heading", "body")))
    return Sheet(head, lines, say(msg("OK: done")), view.seat, lit)


def _pass_sheet(view: PassView, say: Language) -> Sheet:
    lost = _throws(msg("Lost: {throws}"), view.pending, say)
    void = Line(say(msg("No throw counts")) if view.has_thrown and not view.pending else "")
    lines = (Line(say(msg("Cannot move")), ("heading", "body")), lost, void)
    return Sheet(_name(view.seat, say), lines, say(msg("OK: go on")), view.seat)


def _resume_sheet(view: ResumeView, say: Language) -> Sheet:
    lines = [Line(say.heading(view.title), ("heading", "body"))]
    if view.seat is not None:
        lines.append(Line(say(msg("Turn: {seat}"), seat=names.seat(view.seat))))
    feet = (say(msg("OK: yes")), say(msg("Back: no")))
    return Sheet(say(msg("Go on?")), tuple(lines), "\n".join(feet))


def _over_sheet(view: OverView, say: Language) -> Sheet:
    outcome = view.outcome
    winners = ", ".join(_name(view.layout.seats[seat], say) for seat in outcome.winners)
    several = len(outcome.winners) > 1
    wins = say(msg("{seats} win") if several else msg("{seats} wins"), seats=winners)
    won = say(msg("Draw")) if outcome.is_draw else wins
    lines = (Line(won, ("heading", "body")), Line(say(names.reason(outcome))))
    return Sheet(say(msg("Game over")), lines, say(msg("OK: games")))


def _name(seat: Seat, say: Language) -> str:
    return say.heading(names.seat(seat))


def _big(throw: Throw) -> Line:
    return Line(str(throw), ("big", "heading", "body"), "center")


def _throws(template: str, throws: tuple[Throw, ...], say: Language) -> Line:
    listed = " ".join(map(str, throws))
    return Line(say(template, throws=listed) if throws else "")


SHEETS: Mapping[type, Callable[[Any, Language], Sheet]] = {
    SetUpView: _set_up_sheet,
    ThrowView: _throw_sheet,
    ThrownView: _thrown_sheet,
    ChooseView: _choose_sheet,
    GuideView: _guide_sheet,
    PassView: _pass_sheet,
    ResumeView: _resume_sheet,
    AstrayView: astray_sheet,
    OverView: _over_sheet,
}
