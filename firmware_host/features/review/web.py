"""What reviews add to pages: asked for, waited for, and drawn."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, Any, Final

from firmware_host.features.review.remote import (
    BRIEF,
    LUCK_AND_SKILL,
    REVIEW_HELP,
    SO_FAR,
    ReviewHere,
    SharedReview,
    SharedSums,
    SharedTurn,
    can_review,
)
from firmware_host.remote.requests import KeptGame
from firmware_host.session import names
from firmware_host.session.session import Session
from firmware_host.text.translator import Language
from firmware_host.web import board_svg
from firmware_host.web.mirror import TableMirror
from firmware_host.web.page_frame import GAME_ROUTES, PAGE_SECTIONS, PAGE_WORDS, PageSection
from firmware_host.web.page_parts import PAGE_PARTS, PagePart
from firmware_host.web.page_state import GAME_FACTS
from firmware_host.web.svg import element, text
from firmware_host.web.visitor import language_of
from games.core import State
from games.equipment import Seat
from games.message import msg
from games.review import error_size, luck_size

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route

    from firmware_host.features.review.reviewing import GameReviews, ReviewState
    from firmware_host.web.history_pages import GamesAsked


WIDTH, HEIGHT = 300, 150
"""Pixels of the field in which the lines are."""
LEFT, TOP, RIGHT, FOOT = 48, 22, 12, 10
NO_BREAK: Final = "\N{NO-BREAK SPACE}"
FULL: Final = 1000
"""A score of the whole point, per mille."""

TITLE: Final = msg("Expected score from the start to the end")
FROM_TO: Final = msg("{seat}: {start} % to {end} %")
NOT_OVER: Final = msg(
    "The game goes on. Actions looked at: {count}. The result is what each seat can expect."
)
SUMS: Final = msg("In per cent of the point: start + luck + skill = result.")
COLUMNS: Final = (msg("Seat"), msg("At the start"), msg("Luck"), msg("Skill"), msg("Result"))
TURNING: Final = msg("Turning points")
LINE_IS_BETTER: Final = msg("A line on a board is the better move; the ring is where it ends.")
EVERY_TURN: Final = msg("Turn by turn")
TURN_COLUMNS: Final = (msg("Turn"), msg("Score after it"), msg("What happened"))
TURN: Final = msg("Turn {turn}, {seat}")


def told(mirror: TableMirror, say: Language) -> str:
    """Return the review that the table tells as HTML, once its game is over."""
    return review_part(mirror.snapshot.fact(ReviewHere).review, mirror.session, say)


def review_part(review: SharedReview | None, session: Session | None, say: Language) -> str:
    """Return ``review`` as HTML in the language of ``say``; empty unless ``session`` is over."""
    if review is None or session is None or not session.is_over:
        return ""
    return _part(review, session, say.code)


@lru_cache(maxsize=4)
def _part(review: SharedReview, session: Session, code: str) -> str:
    """Return what all pages in one language show; it is drawn once for them."""
    return review_drawn(review, session.states, Language(code))


def review_drawn(
    review: SharedReview, states: Sequence[State], say: Language, *, is_over: bool = True
) -> str:
    """Return ``review`` as HTML; ``states`` are those of its game, which may not be over."""
    seats = states[0].game.seats
    notes = [] if is_over else [say(NOT_OVER, count=len(review.scores) - 1)]
    notes += [say(BRIEF)] if review.is_brief else []
    return "".join(
        (
            *(f"<p>{escape(note)}</p>" for note in notes),
            _curves(review, seats, say),
            _table(review, seats, say),
            _turning_points(review, states, say),
            _every_turn(review, seats, say),
        )
    )


def _curves(review: SharedReview, seats: Sequence[Seat], say: Language) -> str:
    """Draw the scores; a screen reader reads where each seat began and ended."""
    told = (
        say(FROM_TO, seat=names.seat(seat), start=round(sums.start), end=round(sums.result))
        for seat, sums in zip(seats, review.sums, strict=True)
    )
    title = escape(f"{say(TITLE)}. {'; '.join(told)}")
    looks = {_look(review, seats, seat.index): _path(review, seat.index) for seat in seats}
    lines = "".join(element("path", class_=look, d=path) for look, path in looks.items())
    marks = "".join(_marks(review))
    size = f"{LEFT + WIDTH + RIGHT} {TOP + HEIGHT + FOOT}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" class="chart" '
        f'role="img" aria-label="{title}">{"".join(_scale())}{marks}{lines}</svg>'
    )


def _scale() -> Iterator[str]:
    for percent in (0, 50, 100):
        y = _height(FULL * percent // 100)
        yield element("path", class_="scale", d=f"M{LEFT} {y:g}h{WIDTH}")
        yield text(LEFT - 4, y + 4, f"{percent} %", text_anchor="end", font_size=12)


def _marks(review: SharedReview) -> Iterator[str]:
    """Yield a line with a number at each turning point."""
    for number, turn in enumerate(_turning(review), 1):
        x = _across(turn.after, review)
        yield element("path", class_="scale", stroke_dasharray="2 3", d=f"M{x} {TOP}v{HEIGHT}")
        yield text(x, TOP - 6, str(number), text_anchor="middle", font_size=12)


def _turning(review: SharedReview) -> Sequence[SharedTurn]:
    return [turn for turn in review.turns if turn.is_turning_point]


def _across(number: int, review: SharedReview) -> float:
    return round(LEFT + WIDTH * number / max(1, len(review.scores) - 1), 1)


def _height(score: int) -> float:
    return round(TOP + HEIGHT * (1 - score / FULL), 1)


def _path(review: SharedReview, seat: int) -> str:
    spots = (
        f"{_across(number, review)} {_height(scores[seat]):g}"
        for number, scores in enumerate(review.scores)
    )
    return f"M{'L'.join(spots)}"


def _look(review: SharedReview, seats: Sequence[Seat], seat: int) -> str:
    """Return the classes of the line of ``seat``: its dashes, and the colour of the seat.

    Partners, whose scores are the same, share the line of the first of them.
    """
    courses = [*zip(*review.scores, strict=True)]
    first = courses.index(courses[seat])
    return f"line{first} {seats[first].colour}"


def _table(review: SharedReview, seats: Sequence[Seat], say: Language) -> str:
    heads = "".join(f'<th scope="col">{escape(say(column))}</th>' for column in COLUMNS)
    rows = "".join(
        f'<tr><th scope="row">{_sample(_look(review, seats, seat.index))} '
        f"{escape(say.heading(names.seat(seat)))}</th>{_cells(sums)}</tr>"
        for seat, sums in zip(seats, review.sums, strict=True)
    )
    return f"<p>{escape(say(SUMS))}</p><table><tr>{heads}</tr>{rows}</table>"


def _sample(look: str) -> str:
    line = element("path", class_=look, d="M0 6h30")
    return f'<svg viewBox="0 0 30 12" class="chart" aria-hidden="true">{line}</svg>'


def _cells(sums: SharedSums) -> str:
    start, luck, result = round(sums.start), round(sums.luck), round(sums.result)
    skill = result - start - luck  # what is shown adds up, too
    figures = start, f"{luck:+d}", f"{skill:+d}", result
    return "".join(f"<td>{figure}</td>" for figure in figures)


def _turning_points(review: SharedReview, states: Sequence[State], say: Language) -> str:
    """Return the turning points, each with its board; its button leads to that position."""
    lines = (
        f"<li{_leads_to(turn)}>{_button(turn, _named(turn, states[0], say))} {_happened(turn, say)}"
        f"{_board(turn, states, say)}</li>"
        for turn in _turning(review)
    )
    found = "".join(lines)
    legend = any(turn.better for turn in review.turns)
    told = f"<p>{escape(say(LINE_IS_BETTER))}</p>" if legend else ""
    return f"<h3>{escape(say(TURNING))}</h3>{told}<ol>{found}</ol>" if found else ""


def _leads_to(turn: SharedTurn) -> str:
    """Return the attributes of what leads to the position of ``turn``, with the better move."""
    ways = escape(json.dumps([*map(list, turn.better)]))
    better = f' data-better="{ways}"' if turn.better else ""
    return f' data-at="{turn.after}"{better}'


def _named(turn: SharedTurn, state: State, say: Language) -> str:
    return say(TURN, turn=turn.turn, seat=names.seat(state.game.seats[turn.seat]))


def _board(turn: SharedTurn, states: Sequence[State], say: Language) -> str:
    """Draw the position in which the seat had to choose; who cannot see it goes there."""
    title = _named(turn, states[0], say)
    drawn = board_svg.drawing(states[turn.after], title, turn.better)
    return f'<figure aria-hidden="true">{drawn}</figure>'


def _button(turn: SharedTurn, words: str) -> str:
    return f'<button type="button"{_leads_to(turn)}>{escape(words)}</button>'


def _happened(turn: SharedTurn, say: Language) -> str:
    """Return how large luck and error of ``turn`` were, and what happened."""
    sizes = luck_size(turn.luck / FULL), error_size(turn.error / FULL)
    named = ", ".join(say(size) for size in sizes if size)
    bold = f"<b>{escape(say.heading(named))}.</b> " if named else ""
    return bold + escape(say.heading(turn.what)).replace(" %", NO_BREAK + "%")


def _every_turn(review: SharedReview, seats: Sequence[Seat], say: Language) -> str:
    """Return all turns as a table that can be opened: also the picture of the scores in figures."""
    heads = "".join(f'<th scope="col">{escape(say(column))}</th>' for column in TURN_COLUMNS)
    rows = "".join(
        f'<tr><th scope="row">{_button(turn, str(turn.turn))} '
        f"{escape(say.heading(names.seat(seats[turn.seat])))}</th>"
        f"<td>{round(100 * turn.score / FULL)} %</td><td>{_happened(turn, say)}</td></tr>"
        for turn in review.turns
    )
    return (
        f"<details><summary>{escape(say(EVERY_TURN))}</summary>"
        f"<table><tr>{heads}</tr>{rows}</table></details>"
    )


WORK_OUT: Final = msg("Work out luck and skill")
STOP: Final = msg("Stop")
SECTION: Final = """\
<p id="reviewHelp" data-word="reviewHelp">{help}</p>
<button type="button" id="workOut" aria-describedby="reviewHelp">{work_out}</button>
<div id="working" hidden>
<progress id="progress" data-label="review" aria-label="{title}"></progress>
<span id="left"></span> <button type="button" id="stop" data-word="stop">{stop}</button></div>
<p id="reviewSays" role="status"></p>
<div id="reviewed"></div>"""
WORDS: Final = {
    "review": LUCK_AND_SKILL,
    "reviewHelp": REVIEW_HELP,
    "work out": WORK_OUT,
    "so far": SO_FAR,
    "stop": STOP,
}
"""Each word by the name that the page's scripts use."""


def review_section(say: Language) -> str:
    """Return what is in the part of a page that ``static/review.js`` fills."""
    words = {"title": LUCK_AND_SKILL, "help": REVIEW_HELP, "work_out": WORK_OUT, "stop": STOP}
    return SECTION.format(**{name: escape(say(text)) for name, text in words.items()})


LONGEST_NUMBER: Final = 6
"""Digits of the highest number of records."""

AHEAD: Final = msg("Other games come first: {count}.")
REFUSED: Final = msg("Too many games are waiting. Try again later.")
FAILED: Final = msg("It could not be worked out.")
BEGINNING: Final = msg("Getting ready…")
SECONDS: Final = msg("About {count} s left.")
MINUTES: Final = msg("About {count} min left.")
LONGEST_SECONDS: Final = 90
"""More seconds than this are told as minutes."""


class ReviewAnswers:
    """Tells pages how far the review of one of ``games`` is: a kept one, or that on the table."""

    def __init__(self, games: "GamesAsked") -> None:
        self._games = games
        self._reviews: GameReviews | None = None

    @property
    def route(self) -> "Route":
        """The route that pages ask."""
        from starlette.routing import Route

        return Route("/review", self._review)

    async def _review(self, request: "Request") -> "Response":
        from starlette.responses import JSONResponse

        game = await self._game(request)
        if game is None:
            return JSONResponse(None, 404)
        state = self._all_reviews().ask(game)
        told = _told(state, Language(language_of(request)))
        return JSONResponse({**told, "records": len(game.records)})

    async def _game(self, request: "Request") -> KeptGame | None:
        """Return the game that ``request`` names by ``key``; without one, that on the table.

        That goes on: ``records`` says how much of it the page asked about first.
        """
        if "key" in request.query_params:
            found = await self._games.kept(request)
            return None if found is None else found.kept
        mirror = self._games.now(request)
        if mirror is None or mirror.session is None or mirror.session.setup.is_exercise:
            return None
        records = mirror.snapshot.records
        count = _number(request.query_params.get("records", ""), len(records))
        return None if count is None else KeptGame("", "", records[:count])

    def _all_reviews(self) -> "GameReviews":
        if self._reviews is None:
            # it is imported when somebody asks, as it needs what no other page does
            from firmware_host.features.review.reviewing import GameReviews, reviewer

            folder, catalogue, think = self._games.folder, self._games.catalogue, self._games.think
            self._reviews = GameReviews(folder, catalogue, reviewer(think))
        return self._reviews


def _number(text: str, most: int) -> int | None:
    """Return the number from 1 to ``most`` that ``text`` is, ``most`` if it is empty."""
    if not text:
        return most or None
    number = int(text) if text.isdecimal() and len(text) <= LONGEST_NUMBER else 0
    return number if 1 <= number <= most else None


def _told(state: "ReviewState", say: Language) -> Mapping[str, Any]:
    """Return what the page shows of a review: ``reviewed`` is HTML, empty until it is there."""
    found = ""
    if state.review is not None:
        found = review_drawn(state.review, state.states, say, is_over=state.is_over)
    return {
        "done": state.done,
        "of": state.of,
        "left": _left(state, say),
        "says": _said(state, say),
        "isOver": bool(found) or state.is_failed or state.is_refused,
        "reviewed": found,
    }


def _said(state: "ReviewState", say: Language) -> str:
    if state.ahead:
        return say(AHEAD, count=state.ahead)
    return say(REFUSED) if state.is_refused else say(FAILED) if state.is_failed else ""


def _left(state: "ReviewState", say: Language) -> str:
    if state.left is None:
        return say(BEGINNING)
    if state.left > LONGEST_SECONDS:
        return say(MINUTES, count=round(state.left / 60))
    return say(SECONDS, count=max(1, round(state.left)))


def review_word(session: Session) -> Mapping[str, str]:
    """Return the name of the word that offers a review; empty where it would solve an exercise."""
    word = "work out" if session.is_over else "so far"
    return {"review": word if can_review(session) else ""}


OFFERS: Final = (
    GAME_ROUTES.offer(lambda games: ReviewAnswers(games).route),
    GAME_FACTS.offer(review_word),
    PAGE_PARTS.offer(PagePart("review", told)),
    PAGE_SECTIONS.offer(
        PageSection("review", LUCK_AND_SKILL, review_section, "review.js", "review.css")
    ),
    PAGE_WORDS.offer(WORDS),
)
