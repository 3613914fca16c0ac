"""What the screens of a game say: from a view to lines of words and lit points of the board."""

from collections.abc import Callable, Mapping
from typing import Any

from firmware_host.screens.board_differs import astray_sheet
from firmware_host.screens.board_picture import Highlights
from firmware_host.screens.choose import (
    choose_sheet,
    last_move_sheet,
    seat_name,
    suggest_sheet,
    thinking_sheet,
    throw_line,
    throws_line,
    why_sheet,
)
from firmware_host.screens.repair import compare_sheet, finding_sheet, rethrow_sheet
from firmware_host.screens.replay import demonstration_sheet, replay_sheet
from firmware_host.screens.sheet import MAIN, Line, Sheet
from firmware_host.screens.views import (
    AstrayView,
    BoardView,
    ChooseView,
    CompareView,
    DemonstrationView,
    FindingView,
    GuideView,
    LastMoveView,
    OverView,
    PassView,
    ReplayView,
    ResumeView,
    RethrowView,
    SetUpView,
    SuggestView,
    ThinkingView,
    ThrownView,
    ThrowView,
    WhyView,
)
from firmware_host.session import names
from firmware_host.session.hand_sentences import sentence
from firmware_host.text.translator import Language
from games.equipment import has_kinds
from games.message import msg

DRAW_LOT = msg("Draw the lot")
MACHINE_THROWS = msg("The machine throws")
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
        Line(" ".join(places), MAIN),
    )
    feet = "\n".join((say(msg("OK: done")), say(msg("Back: skip"))))
    lit = Highlights(targets=tuple(each.place for each in view.group))
    return Sheet(seat_name(view.seat, say), lines, feet, view.seat, lit, view.placed)


def _throw_sheet(view: ThrowView, say: Language) -> Sheet:
    head, so_far = seat_name(view.seat, say), throws_line(msg("so far: {throws}"), view.series, say)
    if view.typed is not None:
        asked = say(msg("What fell?") if view.is_own else msg("Set by hand"))
        feet = [say(msg("▲▼: set"))] * view.is_own + [say(msg("OK: counts"))]
        lines = (Line(asked), throw_line(view.typed), so_far)
        return Sheet(head, lines, "\n".join(feet), view.seat)
    if view.seen is not None:
        lines = (Line(say(STATES[view.dice])), throw_line(view.seen), so_far)
        foot = say(msg("OK: counts")) if view.dice == "doubtful" else ""
        return Sheet(head, lines, foot, view.seat)
    foot = say(msg("▲▼: by hand") if view.by_tray else msg("OK: throw"))
    by_machine = MACHINE_THROWS if view.has_dice else DRAW_LOT
    waiting = Line(say(STATES[view.dice] if view.by_tray else by_machine), MAIN)
    return Sheet(head, (waiting, so_far), foot, view.seat)


def _thrown_sheet(view: ThrownView, say: Language) -> Sheet:
    lines = (throw_line(view.throw), throws_line(msg("counts: {throws}"), view.series, say))
    return Sheet(seat_name(view.seat, say), lines, whose=view.seat)


def _guide_sheet(view: GuideView, say: Language) -> Sheet:
    heads = {
        "undo": say(msg("Take back")),
        "machine": say(msg("Machine")),
        "repair": say(msg("Put right")),
    }
    head = heads.get(view.why) or (seat_name(view.seat, say) if view.seat else "")
    step = view.step
    told = say.heading(sentence(step, view.layout.seats, has_kinds(view.layout.pieces)))
    number = say(msg("{number} of {total}"), number=view.number, total=view.total)
    board = view.layout.board
    lit = Highlights(
        origin=step.origin if step.origin in board else None,
        target=step.target if step.target in board else None,
    )
    lines = (Line(number if view.total > 1 else ""), Line(told, MAIN))
    besides = () if view.reason is None else (Line(say.heading(view.reason)),)
    return Sheet(head, lines, say(msg("OK: done")), view.seat, lit, besides=besides)


def _pass_sheet(view: PassView, say: Language) -> Sheet:
    stuck = throws_line(msg("No piece can play {throws}"), view.pending, say)
    void = Line(say(msg("No throw counts")) if view.has_thrown and not view.pending else "")
    lines = (Line(say(msg("Cannot move")), MAIN), stuck, void)
    feet = "\n".join((say(msg("▲▼: why?")), say(msg("OK: go on"))))
    return Sheet(seat_name(view.seat, say), lines, feet, view.seat)


def _resume_sheet(view: ResumeView, say: Language) -> Sheet:
    lines = [Line(say.heading(view.title), MAIN)]
    if view.seat is not None:
        lines.append(Line(say(msg("Turn: {seat}"), seat=names.seat(view.seat))))
    feet = (say(msg("OK: yes")), say(msg("Back: no")))
    return Sheet(say(msg("Go on?")), tuple(lines), "\n".join(feet))


def _over_sheet(view: OverView, say: Language) -> Sheet:
    outcome = view.outcome
    won = say.heading(names.result(outcome, view.layout.seats))
    lines = (Line(won, MAIN), Line(say(names.end_reason(outcome))))
    return Sheet(say(msg("Game over")), lines, say(msg("OK: games")))


SHEETS: Mapping[type, Callable[[Any, Language], Sheet]] = {
    SetUpView: _set_up_sheet,
    ThrowView: _throw_sheet,
    ThrownView: _thrown_sheet,
    ChooseView: choose_sheet,
    SuggestView: suggest_sheet,
    ThinkingView: thinking_sheet,
    LastMoveView: last_move_sheet,
    WhyView: why_sheet,
    GuideView: _guide_sheet,
    PassView: _pass_sheet,
    ResumeView: _resume_sheet,
    AstrayView: astray_sheet,
    CompareView: compare_sheet,
    FindingView: finding_sheet,
    RethrowView: rethrow_sheet,
    OverView: _over_sheet,
    ReplayView: replay_sheet,
    DemonstrationView: demonstration_sheet,
}
