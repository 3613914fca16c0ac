"""The review on the page: every seat has a line and a row, and nothing but words goes into it."""

from xml.etree import ElementTree as ET

from msgspec.structs import replace

import games
from firmware_host.features.review.remote import (
    BRIEF,
    ReviewHere,
    SharedReview,
    SharedSums,
    SharedTurn,
)
from firmware_host.features.review.web import review_drawn, review_part, told
from firmware_host.remote.wire import Published, named
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.text.translator import Language
from firmware_host.web import board_svg
from firmware_host.web.mirror import TableMirror
from games.message import Message

EN = Language("en")
SVG = "{http://www.w3.org/2000/svg}"


def session(game: str, is_over: bool = True) -> Session:
    found = Session.begin(Setup(game, first=0).record(), games)
    if is_over:
        found.apply({"drawn": True})
    return found


def review(scores: tuple[tuple[int, ...], ...], what: str = "4 was thrown: +18 %.") -> SharedReview:
    sums = tuple(
        SharedSums(start / 10, 12.0, end / 10 - start / 10 - 12.0, end / 10)
        for start, end in zip(scores[0], scores[-1], strict=True)
    )
    turns = (
        SharedTurn(3, 1, 0, 310, -120, 690, Message.of(what), is_turning_point=True),
        SharedTurn(4, 0, 1, 0, 0, 300, Message.of(""), is_turning_point=False),
    )
    return SharedReview(scores, sums, turns)


TWO = review(((500, 500), (250, 750), (0, 1000)))


def at(name: str) -> tuple[str, str]:
    x, y, _ = board_svg.ground(games.load("squadro")).points[name]
    return f"{x:g}", f"{y:g}"


def parsed(html: str) -> ET.Element:
    return ET.fromstring(f"<div>{html}</div>")


def test_each_seat_has_a_line_from_its_first_score_to_its_last() -> None:
    page = parsed(review_part(TWO, session("squadro"), EN))
    svg = next(iter(page))
    lines = {each.get("class"): each.get("d") for each in svg}
    assert lines["line0 white"] == "M48.0 97L198.0 134.5L348.0 172"
    assert lines["line1 black"] == "M48.0 97L198.0 59.5L348.0 22"


def test_whoever_does_not_see_the_lines_hears_where_they_begin_and_end() -> None:
    svg = next(iter(parsed(review_part(TWO, session("squadro"), EN))))
    label = svg.get("aria-label") or ""
    assert svg.get("role") == "img"
    assert label.endswith("to the end. white: 50 % to 0 %; black: 50 % to 100 %")


def test_the_sums_are_a_table_with_a_row_for_each_seat() -> None:
    page = parsed(review_part(TWO, session("squadro"), EN))
    cells = [[cell.text for cell in row.iter("td")] for row in page[2].iter("tr")]
    assert cells == [[], ["50", "+12", "-62", "0"], ["50", "+12", "+38", "100"]]
    assert [head.get("scope") for head in page[2].iter("th")] == ["col"] * 5 + ["row"] * 2


def test_the_figures_of_a_row_add_up_as_they_are_shown() -> None:
    sums = SharedSums(24.6, 1.4, -0.6, 25.4), SharedSums(75.4, -1.4, 0.6, 74.6)
    page = parsed(review_part(replace(TWO, sums=sums), session("squadro"), EN))
    rows = [[int(cell.text or "") for cell in row.iter("td")] for row in page[2].iter("tr")]
    assert rows == [[], [25, 1, -1, 25], [75, -1, 1, 75]]


def test_a_turning_point_has_its_board_and_leads_to_its_position() -> None:
    turn = replace(TWO.turns[0], better=(("d1", "d4"),))
    page = parsed(review_part(replace(TWO, turns=(turn,)), session("squadro"), EN))
    (point,) = page.iter("li")
    button = next(point.iter("button"))
    assert (button.get("data-at"), button.text) == ("0", "Turn 3, black")
    assert len([*point.iter(f"{SVG}path")]) >= 10, "the pieces"
    *_, ring = point.iter(f"{SVG}circle")
    assert (ring.get("cx"), ring.get("cy")) == at("d4"), "where the better move ends"
    assert point.findtext("b") == "Very lucky, mistake."


def test_every_turn_is_told_with_the_score_after_it() -> None:
    page = parsed(review_part(TWO, session("squadro"), EN))
    (listed,) = page.iter("details")
    rows = [["".join(cell.itertext()) for cell in row] for row in listed.iter("tr")][1:]
    assert rows == [
        ["3 Black", "69 %", "Very lucky, mistake. 4 was thrown: +18\N{NO-BREAK SPACE}%."],
        ["4 White", "30 %", ""],
    ]


def test_the_review_of_a_game_that_goes_on_says_so() -> None:
    running = session("squadro", is_over=False)
    html = review_drawn(TWO, running.states, EN, is_over=False)
    assert parsed(html).findtext("p") == (
        "The game goes on. Actions looked at: 2. The result is what each seat can expect."
    )


def test_the_review_of_a_long_game_says_that_it_is_brief() -> None:
    states = session("squadro").states
    assert BRIEF not in review_drawn(TWO, states, EN)
    assert f"<p>{BRIEF}</p>" in review_drawn(replace(TWO, is_brief=True), states, EN)


def test_partners_have_one_line() -> None:
    found = review(((500,) * 4, (300, 700, 300, 700)))
    page = parsed(review_part(found, session("xiangqi4"), EN))
    looks = [each.get("class") for each in page.iter() if (each.get("class") or "")[:4] == "line"]
    assert looks == ["line0 red", "line1 black"] * 3


def test_nothing_is_told_while_a_game_still_runs() -> None:
    assert review_part(TWO, session("squadro", is_over=False), EN) == ""
    assert review_part(None, session("squadro"), EN) == ""


def test_words_are_escaped_and_in_the_language_of_the_visitor() -> None:
    html = review_part(review(TWO.scores, "<b>"), session("squadro"), Language("ru"))
    assert "&lt;b&gt;" in html
    assert "Переломные моменты" in html


def test_the_review_that_the_table_tells_is_shown_in_the_language_of_the_visitor() -> None:
    mirror, over = TableMirror(games), session("squadro")
    mirror.present(Published(number=1), over)
    assert told(mirror, EN) == ""
    mirror.present(Published(number=2, facts=named(ReviewHere(TWO))), over)
    assert "At the start" in told(mirror, EN)
    assert "В начале" in told(mirror, Language("ru"))
