"""Draw the first two pictures of the README: a table, and a turn on it from throw to move.

Both show one turn that the real program plays on simulated hardware (``scripted_turn``).
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from docs.writer import table
from docs.writer.animation import Animation
from docs.writer.camera import Camera
from docs.writer.scripted_turn import Shot, game, recorded
from firmware_host.web.svg import Number, element, picture, text

SHOWN: Final = "Choose"
"""What people do in the shot that stands still: they have chosen a move."""
STEPS: Final = (
    (
        "Throw",
        "1  Throw",
        "The table reads electronic dice, throws itself, or takes what you enter.",
    ),
    ("Choose", "2  Choose", "The keys lead through the moves that the rules allow."),
    ("Move", "3  Move", "Do on the board what the display says, and press OK."),
    ("Next player", "Next player", "Every throw and move is saved, and can be taken back."),
)
LABEL, PALE, BRIGHT = "#ffffff", "#ffffff66", "#ffd166"

RENDERING: Final = "A rendering of a table with a board, pieces, four throwing sticks and the panel"
SIZE: Final = (980, 580)
FAR_BOARD, FAR_TRAY = Camera(40, 478, 1.55), Camera(446, 248, 1.55)
FAR_DEVICE: Final = (240.0, 45.0)
FAR_PANEL: Final = (446.0, 318.0)
NOTE: Final = (
    "A rendering by the program, not a photo. Board, pieces, sticks and Raspberry Pi are to scale; "
    "below on the right, its panel is enlarged."
)

TURN: Final = (
    "A turn: the dice are thrown, a move is chosen with the keys, and the pieces are moved"
)
TURN_SIZE: Final = (900, 520)
NEAR_BOARD, NEAR_TRAY = Camera(32, 436, 1.4), Camera(486, 496, 1.15)
NEAR_PANEL: Final = (368.0, 76.0)


def pictures() -> Iterator[tuple[str, str]]:
    """Yield the path and the text of both pictures."""
    yield "pictures/readme/table.svg", rendering()
    yield "pictures/readme/turn.svg", turn()


def rendering() -> str:
    """Return the table as somebody sees it who sits at it, in the shot that stands still."""
    shot = recorded()[_still(recorded())]
    shapes = [
        *table.ground(*SIZE),
        *table.empty_board(game(), FAR_BOARD),
        table.pieces(shot.pieces, game().board, game().seats, FAR_BOARD),
        *table.tray(FAR_TRAY, 210, 140),
        table.lots(shot.faces or (), 1, FAR_TRAY),
        *_lens(),
        *table.device(FAR_DEVICE, shot.image, FAR_TRAY),
        *table.panel(*FAR_PANEL),
        table.shown(shot.image, *FAR_PANEL),
        text(SIZE[0] / 2, SIZE[1] - 14, NOTE, text_anchor="middle", font_size=14, fill=LABEL),
    ]
    return picture(*SIZE, RENDERING, shapes)


def turn() -> str:
    """Return the turn as a picture that moves."""
    shots = recorded()
    animation = Animation([each.seconds for each in shots], _still(shots))
    board, seats = game().board, game().seats
    shapes = [
        *table.ground(*TURN_SIZE),
        *table.empty_board(game(), NEAR_BOARD),
        *animation.layer([table.pieces(each.pieces, board, seats, NEAR_BOARD) for each in shots]),
        *table.panel(*NEAR_PANEL),
        *animation.layer([table.shown(each.image, *NEAR_PANEL) for each in shots]),
        *animation.layer([_pressed(each) for each in shots]),
        *table.tray(NEAR_TRAY, 210, 140),
        *animation.layer(list(_lots(shots))),
        *_steps(shots, animation),
    ]
    return picture(*TURN_SIZE, TURN, [animation.style(), *shapes])


def _still(shots: Sequence[Shot]) -> int:
    """Return the number of the last shot in which people do what is shown still."""
    return max(number for number, each in enumerate(shots) if each.doing == SHOWN)


def _pressed(shot: Shot) -> str:
    return table.pressed(shot.key, *NEAR_PANEL) if shot.key else ""


def _lots(shots: Iterable[Shot]) -> Iterator[str]:
    """Yield the lots in each shot; while they tumble, they lie otherwise each time."""
    lying, tumbled = 0, (0, 1, 1, 0)
    for shot in shots:
        if shot.faces is None:
            lying, tumbled = lying + 1, (*tumbled[1:], 1 - tumbled[0])
        yield table.lots(shot.faces or tumbled, lying, NEAR_TRAY)


def _steps(shots: Sequence[Shot], animation: Animation) -> Iterator[str]:
    """Yield the names of the steps, the present one bright, and what is done in it."""
    for number, (doing, title, says) in enumerate(STEPS):
        is_now = [each.doing == doing for each in shots]
        place = {"x": 32 + number * 150, "y": 38}
        look: dict[str, Number | str] = {"font_size": 22, "font_weight": "bold"}
        yield text(place["x"], place["y"], title, fill=PALE, **look)
        now = text(place["x"], place["y"], title, fill=BRIGHT, **look)
        sentence = text(32, 62, says, font_size=15, fill=LABEL)
        yield from animation.layer([(now + sentence) * each for each in is_now])


def _lens() -> Iterator[str]:
    """Yield the light that leads from the device to its enlarged panel."""
    x, y = FAR_DEVICE
    left, _ = FAR_TRAY.at((x, y, 12))
    right, bottom = FAR_TRAY.at((x + table.BONNET[0], y, 12))
    width, top = table.PANEL["width"], FAR_PANEL[1]
    points = f"{left},{bottom} {right},{bottom} {FAR_PANEL[0] + width},{top} {FAR_PANEL[0]},{top}"
    yield element("polygon", points=points, fill="#ffffff22")
