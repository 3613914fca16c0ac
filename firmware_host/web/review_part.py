"""The review of a game on its page: the expected scores drawn, the sums, the turning points."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import escape
from typing import Final

from firmware_host.remote.reviewed import SharedReview, SharedSums
from firmware_host.session import names
from firmware_host.session.session import Session
from firmware_host.text.translator import Language
from firmware_host.web.svg import element, text
from games.equipment import Seat
from games.message import msg

WIDTH, HEIGHT = 300, 150
"""Pixels of the field in which the lines are."""
LEFT, TOP, RIGHT, FOOT = 48, 10, 12, 10
FULL: Final = 1000
"""A score of the whole point, per mille."""

TITLE: Final = msg("Expected score from the start to the end")
FROM_TO: Final = msg("{seat}: {start} % to {end} %")
SUMS: Final = msg("In per cent of the point: start + luck + skill = result.")
COLUMNS: Final = (msg("Seat"), msg("At the start"), msg("Luck"), msg("Skill"), msg("Result"))
TURNING: Final = msg("Turning points")
TURN: Final = msg("Turn {turn}, {seat}")


def review_part(review: SharedReview | None, session: Session | None, say: Language) -> str:
    """Return ``review`` as HTML in the language of ``say``; empty unless ``session`` is over."""
    if review is None or session is None or not session.is_over:
        return ""
    return _part(review, tuple(session.game.seats), say.code)


@lru_cache(maxsize=4)
def _part(review: SharedReview, seats: tuple[Seat, ...], code: str) -> str:
    """Return what all pages in one language show; it is drawn once for them."""
    say = Language(code)
    parts = _curves(review, seats, say), _table(review, seats, say), _turns(review, seats, say)
    return "".join(parts)


def _curves(review: SharedReview, seats: Sequence[Seat], say: Language) -> str:
    """Draw the scores; a screen reader reads where each seat began and ended."""
    told = (
        say(FROM_TO, seat=names.seat(seat), start=round(sums.start), end=round(sums.result))
        for seat, sums in zip(seats, review.sums, strict=True)
    )
    title = escape(f"{say(TITLE)}. {'; '.join(told)}")
    looks = {_look(review, seat.index): _path(review, seat.index) for seat in seats}
    lines = "".join(element("path", class_=look, d=path) for look, path in looks.items())
    size = f"{LEFT + WIDTH + RIGHT} {TOP + HEIGHT + FOOT}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" class="chart" '
        f'role="img" aria-label="{title}">{"".join(_scale())}{lines}</svg>'
    )


def _scale() -> Iterator[str]:
    for percent in (0, 50, 100):
        y = _height(FULL * percent // 100)
        yield element("path", class_="scale", d=f"M{LEFT} {y:g}h{WIDTH}")
        yield text(LEFT - 4, y + 4, f"{percent} %", text_anchor="end", font_size=12)


def _height(score: int) -> float:
    return round(TOP + HEIGHT * (1 - score / FULL), 1)


def _path(review: SharedReview, seat: int) -> str:
    step = WIDTH / max(1, len(review.scores) - 1)
    spots = (
        f"{LEFT + step * number:.1f} {_height(scores[seat]):g}"
        for number, scores in enumerate(review.scores)
    )
    return f"M{'L'.join(spots)}"


def _look(review: SharedReview, seat: int) -> str:
    """Return the class of the line of ``seat``: partners, whose scores are the same, share one."""
    courses = [*zip(*review.scores, strict=True)]
    return f"line{courses.index(courses[seat])}"


def _table(review: SharedReview, seats: Sequence[Seat], say: Language) -> str:
    heads = "".join(f'<th scope="col">{escape(say(column))}</th>' for column in COLUMNS)
    rows = "".join(
        f'<tr><th scope="row">{_sample(_look(review, seat.index))} '
        f"{escape(say.heading(names.seat(seat)))}</th>{_cells(sums)}</tr>"
        for seat, sums in zip(seats, review.sums, strict=True)
    )
    return f"<p>{escape(say(SUMS))}</p><table><tr>{heads}</tr>{rows}</table>"


def _sample(look: str) -> str:
    line = element("path", class_=look, d="M0 6h30")
    return f'<svg viewBox="0 0 30 12" class="chart" aria-hidden="true">{line}</svg>'


def _cells(sums: SharedSums) -> str:
    changes = f"{round(sums.luck):+d}", f"{round(sums.skill):+d}"
    figures = round(sums.start), *changes, round(sums.result)
    return "".join(f"<td>{figure}</td>" for figure in figures)


def _turns(review: SharedReview, seats: Sequence[Seat], say: Language) -> str:
    """Return the turning points; the button of each leads to the position on the board."""
    if not review.turns:
        return ""
    lines = "".join(
        f'<li><button type="button" data-at="{each.after}">'
        f"{escape(say(TURN, turn=each.turn, seat=names.seat(seats[each.seat])))}</button> "
        f"{escape(say.heading(each.what))}</li>"
        for each in review.turns
    )
    return f"<h3>{escape(say(TURNING))}</h3><ul>{lines}</ul>"
