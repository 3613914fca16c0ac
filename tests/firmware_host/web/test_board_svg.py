"""A drawing shows the board of any game by its look, and what carries meaning stands out."""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import firmware_host
import games
from firmware_host.web.board_svg import ON_EDGE, Ground, drawing, ground
from firmware_host.web.board_wood import NIGHT
from firmware_host.web.piece_svg import EDGE, FILLS, INKS, PAINTS, SIGNS, die, piece_name, standing
from games.backgammon.rules import PIECES
from games.core import Game
from games.equipment import COLOURS, NEUTRAL, PLACES_BESIDE, Piece, Theme

READABLE, VISIBLE = 4.5, 3.0
"""The contrast of text and fine lines, and of everything else that carries meaning (WCAG 2.2)."""
STYLES = Path(firmware_host.__file__).parent


def luminance(colour: str, light: float) -> float:
    """Return the relative luminance of ``colour`` (WCAG 2.2), darkened to a part of its light."""
    parts = (int(colour[start : start + 2], 16) / 255 * light for start in (1, 3, 5))
    linear = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return sum(part * w for part, w in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))


def contrast(one: str, other: str, light: float = 1) -> float:
    dark, bright = sorted((luminance(one, light), luminance(other, light)))
    return (bright + 0.05) / (dark + 0.05)


def test_the_contrast_of_black_and_white_is_that_of_the_standard() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast("#ffffff", "#000000", 0.5) == pytest.approx(5.28, abs=0.01)


def fields(game: Game) -> Sequence[str]:
    """Return the colours on which pieces of ``game`` stand."""
    theme, board = game.look.theme, game.board
    if game.look.build == "grooved":
        return (theme.groove,)
    if game.look.build == "pointed":
        return (theme.field, theme.marked, theme.groove)
    has_marked_squares = not board.lines and any(point.marks for point in board.points)
    return (theme.field, theme.marked) if has_marked_squares else (theme.field,)


def marked(game: Game) -> str:
    """Return the colour of the wood that marks of ``game`` are on."""
    return game.look.theme.field if game.board.lines else game.look.theme.marked


def carvings(theme: Theme, on: str) -> Iterator[tuple[str, str]]:
    yield theme.carved, on
    yield theme.ink, on
    yield theme.ink, theme.field


@pytest.mark.parametrize("light", [1, NIGHT])
@pytest.mark.parametrize("name", games.names())
def test_crosses_palaces_and_names_are_readable(name: str, light: float) -> None:
    game = games.load(name)
    theme = game.look.theme
    on_frame = [(theme.ink, theme.frame)] if game.look.build == "pointed" else []
    for ink, ground_colour in on_frame or carvings(theme, marked(game)):
        assert contrast(ink, ground_colour, light) >= READABLE, (ink, ground_colour)


@pytest.mark.parametrize("light", [1, NIGHT])
@pytest.mark.parametrize("name", games.names())
def test_what_parts_the_board_stands_out(name: str, light: float) -> None:
    game, theme = games.load(name), games.load(name).look.theme
    pairs = [(theme.line, theme.field)]
    if not game.board.lines:
        pairs.append((theme.frame, theme.field))
    if any(boundary.sign == "river" for boundary in game.board.boundaries):
        pairs += [(theme.bank, theme.field), (theme.bank, theme.water)]
    for one, other in pairs:
        assert contrast(one, other, light) >= VISIBLE, (one, other)


@pytest.mark.parametrize("light", [1, NIGHT])
@pytest.mark.parametrize("name", games.names())
def test_pieces_stand_out_on_every_field(name: str, light: float) -> None:
    game = games.load(name)
    for seat in game.seats:
        for field in fields(game):
            drawn = (EDGE, FILLS[seat.colour], game.look.material or INKS[seat.colour])
            assert max(contrast(each, field, light) for each in drawn) >= VISIBLE, (seat, field)


@pytest.mark.parametrize("light", [1, NIGHT])
@pytest.mark.parametrize("name", games.names())
def test_marks_and_characters_stand_out_on_pieces(name: str, light: float) -> None:
    game = games.load(name)
    for seat in game.seats:
        if game.look.material:
            ratio = contrast(PAINTS[seat.colour], game.look.material, light)
        else:
            ratio = contrast(INKS[seat.colour], FILLS[seat.colour], light)
        assert ratio >= (READABLE if game.look.material else VISIBLE), (seat, ratio)


def test_every_page_shows_the_board_as_dark_by_night_as_the_contrast_is_checked() -> None:
    styles = "".join(path.read_text(encoding="utf-8") for path in STYLES.rglob("static/*.css"))
    assert ".dusk { opacity: var(--dusk, 0);" in styles
    opacities = [float(each) for each in re.findall(r"--dusk: ([.\d]+);", styles)]
    assert len(opacities) == 2  # by night, and on a screen that is always dark
    assert {1 - each for each in opacities} == {NIGHT}


def test_every_colour_has_a_shape_of_its_own() -> None:
    for table in (SIGNS, FILLS, PAINTS):
        assert len({table[colour] for colour in COLOURS}) == len(COLOURS)


def names_of(svg: str) -> tuple[set[str], set[str]]:
    """Return the names in a drawing, and those that it uses; it must be XML, and each name once."""
    root = ET.fromstring(svg)
    found = [each.get("id", "") for each in root.iter() if each.get("id")]
    assert len(found) == len(set(found))
    return set(found), {each.get("href", "").removeprefix("#") for each in root.iter()} - {""}


@pytest.mark.parametrize("name", games.names())
def test_a_drawing_shows_every_piece_by_its_seat_and_kind(name: str) -> None:
    state = games.load(name).start()
    svg, board = drawing(state, name), state.game.board
    defined, used = names_of(svg)
    assert used <= defined
    body = svg.partition("</defs>")[2]
    for seat in state.game.seats:
        own = [each for each in state.pieces() if each.seat == seat.index and each.place in board]
        in_rows = sum(max(1, min(p.count, abs(board[p.place].reach))) for p in own)
        assert len(re.findall(rf'href="#[^"]*piece-{seat.index}(?:-\w+)?"', body)) == in_rows
        for kind in {each.kind for each in own}:
            shown = len(re.findall(rf'href="#[^"]*piece-{seat.index}-{kind}"', body))
            named = len({piece.kind for piece in state.pieces()}) > 1
            assert shown == (sum(each.kind == kind for each in own) if named else 0)


def test_drawings_of_different_games_share_no_name() -> None:
    states = [games.load(name).start() for name in games.names()]
    states.append(games.load("thaayam", seats=2).start())
    named = [names_of(drawing(state, "board"))[0] for state in states]
    for one, other in combinations(named, 2):
        assert not one & other


def whole(found: Ground) -> str:
    return f"<svg><defs>{found.symbols}</defs>{found.shapes}</svg>"


@pytest.mark.parametrize("name", games.names())
def test_a_strict_policy_lets_the_ground_through(name: str) -> None:
    root = ET.fromstring(whole(ground(games.load(name))))
    for each in root.iter():
        assert each.tag not in ("style", "script", "image", "foreignObject")
        assert not {key for key in each.attrib if key == "style" or key.startswith("on")}
        assert not any("url(" in value for value in each.attrib.values())
        assert each.get("href", "#").startswith("#")


@pytest.mark.parametrize("name", games.names())
def test_the_ground_has_a_symbol_for_every_piece_and_every_face(name: str) -> None:
    game = games.load(name)
    defined, used = names_of(whole(ground(game)))
    kinds = {piece.kind for piece in game.start().pieces()}
    shown = {piece_name(piece, len(kinds) > 1) for piece in game.start().pieces()}
    assert used | shown <= defined
    assert {f"die-{face}" for die in game.dice for face in die.faces} <= defined
    if len(kinds) > 1:
        assert {f"piece-{seat.index}-{kind}" for seat in game.seats for kind in kinds} <= defined


@pytest.mark.parametrize("name", games.names())
def test_a_ground_is_small_enough_for_a_phone(name: str) -> None:
    found = ground(games.load(name))
    assert len(found.shapes) + len(found.symbols) < 38_000


@pytest.mark.parametrize("name", games.names())
def test_pieces_beside_the_board_lie_outside_at_the_side_of_their_seat(name: str) -> None:
    game, found = games.load(name), ground(games.load(name))
    assert set(found.places) == {
        f"{place} {seat.index}" for place in PLACES_BESIDE for seat in (*game.seats, NEUTRAL)
    }
    sides = {seat.index: seat.side for seat in (*game.seats, NEUTRAL)}
    for place, (x, y, *in_tray) in found.places.items():
        if in_tray:
            continue
        side = sides[int(place.rpartition(" ")[2])]
        outside = {
            "south": y > found.height,
            "north": y < 0,
            "west": x < 0,
            "east": x > found.width,
        }
        assert [each for each, is_there in outside.items() if is_there] == [side]


def test_pieces_that_are_home_stand_in_the_tray_of_their_side_and_within_it() -> None:
    game = games.load("backgammon")
    state = game.state("- over - 1:5 - 1-0")
    found, tall = ground(game), ON_EDGE / 2
    assert {place for place, spot in found.places.items() if len(spot) > 2} == {"off 0", "off 1"}
    for seat, (least, most) in enumerate(((found.height / 2, found.height), (0, found.height / 2))):
        _, y, down = found.places[f"off {seat}"]
        ends = y, y + (PIECES - 1) * down
        assert least < min(ends) - tall, seat
        assert max(ends) + tall < most, seat
    assert drawing(state, "board").count("scale(.9 .36)") == 15 + 10


def test_letters_of_the_language_can_stand_for_characters() -> None:
    game = games.load("xiangqi4")
    in_russian = {"rook": "ладья", "elephant": "слон", "soldier": "пешка", "cannon": "пушка"}
    symbols = ground(game, lambda kind: in_russian.get(kind, kind)).symbols
    root = ET.fromstring(f"<svg>{symbols}</svg>")
    letters = {
        each.get("id", "").removeprefix("letter-"): "".join(each.itertext())
        for each in root
        if each.get("id", "").startswith("letter-")
    }
    assert letters["rook"] == "Л"
    assert (letters["soldier"], letters["cannon"]) == ("Пе", "Пу")
    rook = next(each for each in root if each.get("id") == "piece-0-rook")
    classes = {each.get("class"): each.get("display") for each in rook.iter("use")}
    assert classes["character"] is None
    assert classes["letter"] == "none"


def test_red_and_black_have_the_characters_of_their_colour() -> None:
    look = games.load("xiangqi4").look
    assert look.character("red", "general") == look.character("yellow", "general")
    assert look.character("black", "general") == look.character("green", "general")
    assert look.character("red", "general") != look.character("black", "general")
    assert look.character("red", "rook") == look.character("black", "rook")


def test_several_pieces_of_a_point_stand_apart_inside_it() -> None:
    found = ground(games.load("thaayam"))
    for number, crowd in enumerate(found.crowds, start=1):
        assert len(crowd) == number
        for x, y, size in crowd:
            assert abs(x) + 0.375 * size <= 0.5
            assert abs(y) + 0.375 * size <= 0.5
        for (x, y, size), (u, v, _) in combinations(crowd, 2):
            assert ((x - u) ** 2 + (y - v) ** 2) ** 0.5 >= 0.73 * size


def test_a_count_and_a_badge_are_on_one_plate() -> None:
    (shown,) = standing([Piece(0, "piece", "e1", badge="'", count=3)], games.load("tshupu"))
    assert re.findall(r">([^<>]+)</text>", shown) == ["3'"]
    assert re.findall(r'href="#([^"]+)"', shown) == ["piece-0"]


def test_a_board_of_one_piece_has_its_corners_and_a_cross_has_none() -> None:
    corners = {
        name: ground(games.load(name)).shapes.split('d="', 1)[1].split('"', 1)[0].count("L") + 1
        for name in games.names()
    }
    assert corners == {
        "holes": 4,
        "ludo": 12,
        "pachisi": 12,
        "squadro": 4,
        "thaayam": 4,
        "tshupu": 12,
        "ur": 12,
        "xiangqi4": 12,
        "backgammon": 4,
    }


def test_equal_games_are_drawn_once_for_a_language() -> None:
    first, again = (ground(games.load("xiangqi4"), str.upper) for _ in range(2))
    assert first.symbols is again.symbols
    assert first.shapes is again.shapes
    assert ground(games.load("xiangqi4"), "other {}".format).symbols != first.symbols


def test_a_large_square_shows_the_colours_of_the_columns_that_lead_to_it() -> None:
    game = games.load("ludo")
    colours = {game.look.squares[square] for square in ("h6", "f8", "h10", "j8")}
    assert len(colours) == 4
    fills = re.findall(r'<path d="M\S+ \S+L[^"]*z" fill="(#[0-9a-f]+)"', ground(game).shapes)
    assert {*fills} & colours == colours
    assert "rotate(45)" not in ground(game).shapes
    assert "rotate(45)" in ground(games.load("tshupu")).shapes


@pytest.mark.parametrize("name", ["thaayam", "tshupu", "ludo"])
def test_a_die_has_room_around_it_and_most_below_where_its_shadow_is(name: str) -> None:
    game = games.load(name)
    root = ET.fromstring(whole(ground(game)))
    boxes = {each.get("id"): each.get("viewBox") for each in root.iter() if each.get("viewBox")}
    for each in game.dice:
        for face in each.faces:
            (width, height), _ = die(each, face)
            assert boxes[f"die-{face}"] == f"-2 -2 {width + 4} {height + 5}"
