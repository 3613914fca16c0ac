"""The screens on which people tell what stands on the real board, and what was really thrown."""

from collections.abc import Iterator

from firmware_host.screens.board_picture import Highlights
from firmware_host.screens.choose import seat_name, throw_line
from firmware_host.screens.sheet import MAIN, Line, Sheet
from firmware_host.screens.views import CompareView, FindingView, RethrowView
from firmware_host.session import names
from firmware_host.text.translator import Language
from games.equipment import PLACES_BESIDE, Piece, has_kinds
from games.message import msg

WAYS = "◀▶"


def compare_sheet(view: CompareView, say: Language) -> Sheet:
    """What is said of ``view``: compare this part with the board."""
    number = say(msg("{number} of {total}"), number=view.number, total=view.total)
    asked = msg("Compare with your board") if view.points else msg("Compare what lies beside it")
    lines = (Line(number if view.total > 1 else ""), Line(say(asked), MAIN))
    feet = "\n".join((say(msg("OK: yes")), say(msg("▲▼: differs"))))
    lit = Highlights(region=view.points[0] if view.points else None)
    unseen = tuple(Line(words) for words in _standing(view, say))
    return Sheet(say(msg("Is it so?")), lines, feet, lit=lit, unseen=unseen, needs_board=True)


def finding_sheet(view: FindingView, say: Language) -> Sheet:
    """What is said of ``view``: what stands under the cursor, or may stand there instead."""
    head = view.point or say.heading(msg("beside"))
    told = tuple(Line(words, MAIN) for words in _told(view, say))
    if view.is_changing:
        feet = (say(msg("▲▼: other")), say(msg("OK: so")))
    else:
        feet = (say(msg("OK: change")), say(msg("Back: done")))
    lines = told or (Line(say(msg("empty")), MAIN),)
    return Sheet(head, lines, "\n".join(feet), lit=Highlights(cursor=view.point))


def rethrow_sheet(view: RethrowView, say: Language) -> Sheet:
    """What is said of ``view``: which throw is set anew, and to what."""
    counted = Line(f"{WAYS} {_counted(view)}" if len(view.series) > 1 else "")
    lines = (Line(say(msg("Correct the throw"))), throw_line(view.typed), counted)
    feet = "\n".join((say(msg("▲▼: other")), say(msg("OK: counts"))))
    return Sheet(seat_name(view.seat, say), lines, feet, view.seat)


def _counted(view: RethrowView) -> str:
    """The throw that is set anew, in brackets, and its neighbours in the series."""
    first, end = max(0, view.at - 1), view.at + 2
    near = enumerate(view.series[first:end], start=first)
    told = " ".join(f"[{throw}]" if i == view.at else str(throw) for i, throw in near)
    return "…" * (first > 0) + told + "…" * (end < len(view.series))


def _standing(view: CompareView, say: Language) -> Iterator[str]:
    """Where each seat has pieces in this part, in words."""
    for seat in view.layout.seats:
        own = [piece for piece in view.layout.pieces if piece.seat == seat.index]
        places = [piece.place for piece in own if piece.place in view.points]
        if places:
            yield f"{say.heading(names.seat(seat))}: {' '.join(places)}"


def _told(view: FindingView, say: Language) -> Iterator[str]:
    """Each of the pieces in words: how many, whose, where beside the board or where it points."""
    seats, is_named = view.layout.seats, has_kinds(view.layout.pieces)
    for piece in view.pieces:
        count = f"{piece.count} " if piece.count > 1 else ""
        named = say(names.piece(piece, seats, is_named))
        yield f"{count}{named}{_manner(piece, say)}"


def _manner(piece: Piece, say: Language) -> str:
    if piece.place in PLACES_BESIDE:
        return f": {say(names.place(piece.place))} {piece.badge}".rstrip()
    return f", {say(names.direction(piece.facing))}" if piece.facing else f" {piece.badge}".rstrip()
