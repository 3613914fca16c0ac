"""Write the page about the screens, and a picture of each screen that it shows.

The screens are those of the gallery with which the tests compare the program, so they are always
what the program draws. :data:`GROUPS` says in which order they are shown, and what each is for.
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

import games
from docs.writer import markdown, pixels
from firmware_host.screens import Picture, draw
from firmware_host.text.translator import Language
from tests.firmware_host.screens.gallery import gallery
from tests.firmware_host.screens.golden.pictures import REFERENCE, SIZES, USUAL, Look

MAKER: Final = "docs/writer/screens.py"
FOLDER: Final = "pictures/screens"
SAMPLE: Final = "thaayam"
"""The game whose screens are shown; those that it does not have are shown in another game."""

INTRODUCTION: Final = """\
This page shows the screens of the display, in the order in which you meet them. Each picture is
exactly what the program draws on a display of 128 by 64 pixels, three times as large. The links
show the same screen in Russian.

A screen has a head that says whose turn it is or what is asked, lines that say what to do, and a
foot that says what the keys do. The board is on the left. The seats differ by the shape of their
signs: white is a ring, black a disc, red a diamond, yellow a triangle on its tip; blue
is striped across, green upright. The signs are the same on the board, beside it, in the
terminal and in the rule sheets. Nothing blinks.

Whenever you have to move a piece by hand, letters below the board and numbers on its left name the
squares: e5 is where column E and row 5 meet. A line shows the way of the piece as it was chosen.

While a move is chosen, a line below a piece says that it can move; at the lower edge of the board
the line is above it. Dots are where the piece under the cursor can go, lines above and below a
piece that it can be captured. The head says on which of the pieces, or of the targets, the cursor
is: "3 of 7". What the move would capture is dark on light.

A board as large as that of xiangqi for four is shown in parts, and a small map in the lower left
corner shows which part of the board it is. The part shows where a move ends, and where it begins
unless that is too far away: then a line comes from there, and the words name both. Crossings are
dots there, each piece has the sign of its seat and the letter of its kind, and the cursor is
light."""
GROUPS: Final[Mapping[str, Mapping[str, str]]] = {
    "Start a game": {
        "language": "In public, a visitor first chooses a language.",
        "games": "Choose a game; the hint key tells you more about it.",
        "every-game": "Beside each game: its board, how many people play, with which dice, and "
        "how long it takes.",
        "game-help": "The hint key says what the game is, for whom, and how long it takes.",
        "preparation": "Choose with left and right how many people play; OK starts the game.",
        "preparation-machines": "The machine takes the other seats, at a level that you choose.",
        "level-help": "The hint key tells how the machine plays at this level.",
        "preparation-small": "A display on which the whole board does not fit says so.",
        "options": "More options: left and right change the rules, each seat, and who begins.",
        "option-help": "The hint key explains an option.",
        "clear": "What stands on the board from the game before has to leave it first.",
        "set-up": "If the game starts with pieces on the board, the display says where to put "
        "them; right says that all of them are there.",
        "set-up-next": "OK leads to the pieces of the next player.",
        "resume": "After a restart or a power cut the table offers the interrupted game.",
    },
    "Throw": {
        "throw": "Lift the cup, throw, and put the cup back.",
        "throw-machine": "Without electronic dice, the machine throws when you press OK.",
        "throw-typed": "Or throw your own dice, and enter what they show with up and down.",
        "throw-own": "If you throw dice of your own, the display asks what they show.",
        "throw-for-machine": "The machine has no hands: throw for it.",
        "throw-own-for-machine": "With dice of your own, enter what you threw for the machine.",
        "throw-lifted": "The cup is lifted: the table waits.",
        "throw-rolling": "The dice are rolling.",
        "throw-provisional": "The dice are nearly at rest; this throw does not count yet.",
        "throw-doubtful": "If the table is not sure what it saw, it asks.",
        "throw-unreadable": "If the dice do not come to rest, or are not read, throw again.",
        "throw-knocked": "Somebody bumped the table: that was no throw.",
        "throw-cocked": "Dice that report their faces: one leans on something.",
        "throw-missing": "One of them has not come back to the tray.",
        "throw-which-unreadable": "Bluetooth dice: the display names the die that was not read,",
        "throw-which-cocked": "the one that leans,",
        "throw-which-missing": "the one that is still to be thrown,",
        "throw-which-again": "the one whose face does not count,",
        "throw-which-handled": "the one that was only moved,",
        "throw-which-away": "and the one that is out of reach.",
        "throw-of-shop": "Their own faces stand below the throw that they count for.",
        "thrown": "The throw counts.",
        "thrown-of-shop": "The same with Bluetooth dice.",
        "throw-tower-lifted": "Sticks in a tower: its flap is open.",
        "throw-tower": "The display shows them lane by lane before they count: compare, press OK.",
        "throw-tower-missing": "With second sensors it names a lane that no stick has come to,",
        "throw-tower-cocked": "one in which a stick stands on its edge,",
        "throw-tower-blind": "one whose sensors see nothing again and again,",
        "throw-tower-glare": "one into which light shines,",
        "throw-tower-pale": "and one in which black looks white.",
        "throw-tower-lit": "When the flap opens, all lanes must be dark: one is not.",
        "throw-tower-doubtful": "After that, the throw counts only if you say so.",
        "throw-by-program": "If you choose it in the settings, the program throws for machines,",
        "thrown-by-program": "and says that it did.",
        "correct-throw": "You can correct the last throw until you have moved.",
    },
    "Choose a move": {
        "choose": "Lines mark pieces that can move, dots where the one under the cursor can go.",
        "choose-move": "The target is chosen; OK chooses the move.",
        "choose-hint": "The hint key shows where all pieces can go, and says what the marks mean.",
        "suggestion": "The hint key again: the machine suggests a move and says why.",
        "why-piece": "You can ask why a piece may not go somewhere. First choose the piece.",
        "why-place": "Then choose where you want to go.",
        "why-answer": "The display gives the reason.",
        "pass": "If nothing can be moved, the display says why; OK continues.",
        "thinking": "The machine chooses its move; right makes it move at once.",
    },
    "With a clock": {
        "clock-setup": "Clock, before a game: which one, how much time, and what ends it.",
        "clock": "The clock of the player at turn is in the head.",
        "clock-pause": "Anybody can pause: all clocks are shown, and a key lets them go on.",
        "clock-cut": "After a power cut, the display says what is not counted.",
    },
    "With names": {
        "evening-setup": "Who sits where, and a match: names are picked, or entered.",
        "evening-name": "A name is entered letter by letter.",
        "evening": "The name stands in the place of the colour, beside its sign.",
        "evening-score": "The score sheet: the match, and who has won what.",
    },
    "Share a game": {
        "share-names": "Names leave the table only if you say so.",
        "share-code": "A display of 128x128 shows the codes; others say where they are.",
    },
    "Any position": {
        "position": "What can be changed in a position, and done with it.",
        "position-square": "The cursor goes from square to square.",
        "position-other": "Up and down choose what stands there.",
        "position-best": "The best move is shown, and not played.",
    },
    "With a switch, and by ear": {
        "scan-hint": "With one switch, the choices come by themselves, then the other keys that "
        "do something: a press takes what the line says.",
        "scan-press": "After three rounds without a press the table pauses.",
        "scan-start": "Where the cursor does not show what a press does, a line says it.",
        "tour": "At a table that speaks, ask for the board: it is in the menu.",
        "tour-moves": "What may move and where it may go, spoken in full and lit on the board.",
        "tour-row": "Row by row, from the top; OK goes through the squares.",
    },
    "Move the pieces": {
        "hand-step-1": "Move the real piece as the picture and the line say, then press OK.",
        "hand-step-2": "A move may need several steps, such as a capture.",
        "last-move": "Hold the hint key to see the last move again.",
        "hand-step-undo": "You can take back every move; the display says what to put back.",
        "phone": "A player chooses the move on a phone.",
        "other-table": "Linked tables: the other table throws and moves for its seats.",
        "link-choose": "The records of both tables differ: people choose one.",
        "link-asked": "The other table asks to take something back.",
        "phone-roles": "Phone in the menu lets a phone in: to follow the game, or to play a seat.",
        "pairing-asked": "The web server makes a code for the phone.",
        "pairing": "Scan the code, or enter its letters at the address, within two minutes.",
        "phone-list": "The list of phones says who was let in; OK lets one out.",
        "machine-hand-step": "You also move the pieces for the machine.",
        "machine-move": "The machine says why it chose its move.",
    },
    "Fix the board": {
        "compare": "Does the real board match the display? Check it field by field.",
        "finding": "The cursor is on a square that should be empty.",
        "finding-other": "Up and down say what really stands there.",
        "sides": "When you are done, change the pieces on the board, or the display.",
        "board-differs-back": "A sensing board sees a piece on a wrong square and says where it "
        "belongs.",
        "board-differs-points": "Several squares differ: they are marked and listed.",
        "board-differs-between": "A piece stands between two squares.",
    },
    "Menu": {
        "menu": "The menu has everything else, in three groups: left and right change the group.",
        "help": "Help for the screen from which you opened the menu.",
        "rules": "Rules in short: whole sentences, and the same sketch of the board on each page.",
        "settings": "Language, brightness, sound, large letters and dice.",
        "resign": "A player resigns.",
        "draw": "A player offers a draw.",
        "draw-asked": "The other player is asked.",
        "leave": "Somebody leaves: the machine takes the seat, or it stays empty.",
        "new-game": "The game that you leave is kept as a record.",
        "played-games": "All games are kept: the head says how each ended, or how far it is.",
        "kept-game": "Go on with one, look back, see luck and skill, play on from any move, or "
        "delete it.",
        "replay-beginning": "You can look at a kept game again, from its beginning.",
        "replay-end": "Left and right step through its moves.",
    },
    "Game over": {
        "over": "Who has won, and why.",
    },
    "After a game": {
        "review-work": "Luck and skill: the table goes through the game, and back leaves.",
        "review": "The luck of every seat; OK tells the sums. Below are the turning points.",
        "review-score": "What a seat could expect through the game.",
        "review-turning-point": "A turning point: luck, error, and the better move on the board.",
    },
    "Lessons": {
        "lesson-list": "Learn: the lessons of the games, and how many of their rules are learned.",
        "lesson-rule": "A rule, and something to do, when the pieces are in place.",
        "lesson-choice": "It is done with the pieces or with the keys.",
        "lesson-wrong": "What is said to a move that does not do it. OK lets you try again.",
        "lesson-right": "What is said to one that does.",
        "lesson-menu": "The menu leads on and out; a lesson that is left goes on later.",
        "lesson-over": "At the end, a game can begin.",
    },
    "Exercises": {
        "exercise-levels": "Choose how hard they are; the line says how many you have solved.",
        "exercise-help": "The hint key says where it begins.",
        "exercise": "When the pieces are in place, the display asks which move is best.",
        "exercise-wrong": "A wrong answer: how much it gives away. OK lets you try again.",
        "exercise-right": "The right answer, and why it is best.",
        "exercise-solution": "The solution, if you ask for it.",
        "exercise-menu": "The menu leads on, to the solution, and out.",
    },
    "In public": {
        "attract-title": "While nobody is there, the table shows the name of a game.",
        "attract-rule": "It says what the game is about.",
        "attract-move": "It plays the game by itself.",
        "attract-invitation": "It invites people in every language.",
        "closed": "A closed table is dark; it says this to whoever presses a key.",
        "still-there": "If nobody touches anything during a game, the table asks and counts down.",
    },
    "For the staff": {
        "staff": "Hold back and hint for five seconds to open the staff menu.",
        "counters": "How many games were played, day by day.",
        "counters-day": "The cursor is on a day.",
        "counters-figures": "All figures of that day.",
        "dice": "The Bluetooth dice of the table, with their batteries.",
        "dice-remove": "OK on a die removes it.",
        "dice-none": "A die is paired: people roll it.",
        "dice-found": "Dice are in reach.",
        "dice-rolled": "One has rolled and blinks; it counts only if it is yours.",
        "dice-named": "Pixels have names.",
        "dice-known": "A die that is paired already.",
        "dice-shell": "A GoDice die does not know how many sides its shell has.",
        "dice-fault": "Bluetooth does not work.",
        "update-looking": "Look for an update: the stick is being read.",
        "update-none": "Look for an update: a stick without one.",
        "update-found": "A stick with another version: it is installed only if you confirm.",
        "update-asked": "The file is checked first.",
        "update-unpacking": "The version that runs stays on the card.",
        "update-starting": "Then the program starts again.",
        "update-trial": "The new version says that it is on trial.",
        "update-failed": "A version that fails is taken back, and the table says why.",
        "restart": "Restart the program.",
        "end": "Switch the device off.",
        "last-words": "You can pull the plug now.",
    },
}
"""The screens of the page by group: the name of each in the gallery, and a sentence about it."""


RUSSIAN: Final = Look(REFERENCE, "ru")
LARGEST: Final = (256, 128)
DISPLAYS: Final = """\
On 128x128 the board is above the words, and it is shown whole unless it is too large. On 128x32
there are only words, which then also say what the board would show. 256x128 and 240x160 also name
the seats, and show even the largest board whole, with the letter of each piece. 160x96, 160x120,
120x120 and 120x160 are scaled up on screens with a framebuffer, to be read from afar."""
LARGE_LETTERS: Final = """\
In large letters (Menu, Settings) the words fill the display, and the hint key shows the board;
where there is room for both, both are shown."""
OTHER_LOOKS: Final[Mapping[str, tuple[str, tuple[Look, ...]]]] = {
    "Other displays": (
        DISPLAYS,
        tuple(Look(size, "en") for size in (*SIZES, LARGEST) if size != REFERENCE),
    ),
    "Large letters": (LARGE_LETTERS, tuple(Look(size, "en", is_big=True) for size in SIZES)),
}
LOOKED_AT: Final = "choose-move"
OTHER_GAMES: Final = ("set-up", "choose-move", "hand-step-1", "over")
FOR_DEVELOPERS: Final = """\
## For developers

`python -m docs.writer` writes this page and its pictures, and a test fails when they are not up to
date. Other tests compare every screen of every game with a golden picture:
`python -m tests.firmware_host.screens.golden` draws those again. A new screen gets its sentence in
`docs/writer/screens.py`."""


class Shown(NamedTuple):
    """A screen of a game, in a look."""

    game: str
    screen: str
    look: Look = USUAL

    @property
    def file(self) -> str:
        """The path of its picture, below the folder of the manual."""
        return f"{FOLDER}/{self.game}-{self.screen}-{self.look}.svg"

    @property
    def picture(self) -> Picture:
        """The screen as the program draws it."""
        frame = gallery(self.game)[self.screen]
        return draw(frame, self.look.size, Language(self.look.code), self.look.is_big)

    @property
    def embedded(self) -> str:
        """The picture as Markdown."""
        return f"![{self.screen.replace('-', ' ')}]({self.file})"


def pages() -> Iterator[tuple[str, str]]:
    """Yield the path and the text of the page and of each picture."""
    yield "screens.md", _page()
    for shown in pictures():
        picture = shown.picture
        yield shown.file, pixels.drawing(picture.image, " ".join(picture.words.split()))


def undescribed() -> set[str]:
    """Return the screens of the gallery for which :data:`GROUPS` has no sentence."""
    return {screen for name in games.names() for screen in gallery(name)} - _described()


def unknown() -> set[str]:
    """Return the screens for which :data:`GROUPS` has a sentence, but which no game has."""
    return _described() - {screen for name in games.names() for screen in gallery(name)}


def _described() -> set[str]:
    return {screen for group in GROUPS.values() for screen in group}


def _sample(screen: str) -> Iterator[str]:
    """Yield the game in which ``screen`` is shown; nothing if no game has it any more."""
    order = sorted(games.names(), key=lambda name: name != SAMPLE)
    yield from [name for name in order if screen in gallery(name)][:1]


def _others() -> Iterator[tuple[str, list[Shown]]]:
    """Yield the title of each other game, and the screens of it that are shown."""
    for name in games.names():
        if name != SAMPLE:
            screens = [screen for screen in OTHER_GAMES if screen in gallery(name)]
            yield games.kind(name).title, [Shown(name, screen) for screen in screens]


def pictures() -> tuple[Shown, ...]:
    """Return every screen that the page shows or leads to, once."""
    shown = [
        Shown(game, screen, look)
        for group in GROUPS.values()
        for screen in group
        for game in _sample(screen)
        for look in (USUAL, RUSSIAN)
    ]
    shown += [Shown(SAMPLE, LOOKED_AT, look) for _, looks in OTHER_LOOKS.values() for look in looks]
    shown += [each for _, screens in _others() for each in screens]
    return tuple(dict.fromkeys(shown))


def _page() -> str:
    groups = (block for title, group in GROUPS.items() for block in _group(title, group))
    looks = (block for title, rest in OTHER_LOOKS.items() for block in _looks(title, *rest))
    others = (block for title, shown in _others() for block in _gallery(f"### {title}", shown))
    blocks = (INTRODUCTION, *groups, "## Other games", *others, *looks, FOR_DEVELOPERS)
    return markdown.page(MAKER, "# Screens", *blocks)


def _group(title: str, group: Mapping[str, str]) -> Iterator[str]:
    rows = [
        (Shown(game, screen).embedded, f"{says} [Русский]({Shown(game, screen, RUSSIAN).file})")
        for screen, says in group.items()
        for game in _sample(screen)
    ]
    yield f"## {title}"
    yield markdown.table(("the display shows", "what it is for"), rows)


def _looks(title: str, text: str, looks: tuple[Look, ...]) -> Iterator[str]:
    yield from (f"## {title}", text)
    for look in looks:
        width, height = look.size
        yield f"{width}x{height}:"
        yield Shown(SAMPLE, LOOKED_AT, look).embedded


def _gallery(title: str, shown: list[Shown]) -> Iterator[str]:
    yield title
    yield " ".join(each.embedded for each in shown)
