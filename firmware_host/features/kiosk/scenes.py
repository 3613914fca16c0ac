"""In public: the machine plays by itself, somebody comes, and at last nobody seems to be there.

A museum closes its tables too: they are dark and silent until they are opened from elsewhere.
Their screens have words as large as they fit, in the middle of the display. Nothing is drawn on a
lit ground there: these screens stay for hours, and a lit panel ages.
"""

import random
import re
from collections.abc import Sequence
from functools import cache
from typing import Final, Self

from msgspec import Struct
from msgspec.structs import replace

from firmware_host.remote.requests import RequestRefused, SetOpen
from firmware_host.screens.board_screen import BoardView
from firmware_host.screens.canvas import Box, Canvas
from firmware_host.screens.moves import DONE, way
from firmware_host.screens.sheet import MAIN, Sheet, TextLine, seat_name
from firmware_host.screens.text_layout import Role, height, is_whole, width, wrap
from firmware_host.screens.view import Layout, View, sentences
from firmware_host.session import names
from firmware_host.session.setup import Setup
from firmware_host.table.context import SceneContext
from firmware_host.table.effects import BeginAskedGame, EndVisit, Prefer
from firmware_host.table.remote_effects import Reaction
from firmware_host.table.scene import Close, Effects, Scene, Show, Waiting
from firmware_host.table.scenes.base import Entry, EntryList, returning
from firmware_host.table.scenes.game_setup import Home
from firmware_host.text import LANGUAGES, rule_sheets
from firmware_host.text.translator import Language, in_every_language
from games import players
from games.actions import Action, Move
from games.core import Game, State, random_action
from games.equipment import Seat
from games.message import Message, msg

MARGIN, GAP = 2, 2
FONTS: Sequence[Role] = ("big", "large", "heading", "body")
QUESTION = msg("Still there?")
ANSWER = msg("Press any key")
CLOSED = msg("The table is closed now.")
BAR = 3
"""Rows of pixels of the bar that becomes shorter with every second."""

SAID_SECONDS = 10
"""How often the seconds that are left are said."""

LETTERS_PER_SECOND: Final = 13
"""The reading speed of subtitles for children in Netflix's Timed Text Style Guide."""

SHORTEST_SECONDS: Final = 3.0
"""People who look up need time to find the display."""

MOVE_SECONDS: Final = 4.0
"""Enough for a line of about fifteen letters and a glance at the move on the board."""

MOVES_BETWEEN: Final = 3
"""Throws and moves from one pair of pages to the next: some twelve seconds."""

ROUND: Final = 2 + MOVES_BETWEEN
"""Moments from one page about the game to the next."""

INVITATION: Final = msg("Press any key to play")
PLAYER: Final = "greedy"
"""Its moves look sensible, and it chooses before anybody notices that it thinks."""

MOST_PLIES: Final = 60
"""About five minutes: long enough to see how the game goes; then another game has its turn."""

COUNTED_SECONDS: Final = 30
"""So long people have to say that they are there."""

TIME: Final = re.compile(r"[0-2][0-9]:[0-5][0-9]")
IN_USE: Final = RequestRefused(Message.of(msg("Somebody is at the table.")))
ASKED_SECONDS: Final = 10.0
"""Enough to read one sentence twice."""


class PosterView(View, frozen=True):
    """A ``text`` as large as it fits, below its ``title``."""

    title: Message
    text: Message

    awaited = "anybody"
    prompt = Message.of(msg("Press any key to start"))

    @property
    def spoken(self) -> tuple[Message, ...]:
        return sentences(self.title, self.text, self.prompt)

    def draw(self, canvas: Canvas, say: Language) -> None:
        """Draw the text, and the title if there is room for both."""
        title, words = say.heading(self.title), say(self.text)
        room, row = _between_margins(canvas.box), height("heading")
        below = room.rows(room.top + row, room.height - row)
        if title and is_whole(words, below.width, below.height, "heading"):
            canvas.fitted(room, title, ("heading",), "center")
            room = below
        _draw_centred(canvas, room, words)


class ClosedView(View, frozen=True):
    """A dark display; with ``is_asked``, what people read who press a key while it is closed.

    ``opens`` says when the table opens again, empty if that is not known.
    """

    opens: str
    is_asked: bool = False

    awaited = "opening"

    @property
    def spoken(self) -> tuple[Message, ...]:
        return sentences(self._words) if self.is_asked else ()

    @property
    def _words(self) -> Message:
        if not self.opens:
            return Message.of(CLOSED)
        return Message.of(msg("Closed. The table opens at {time}."), time=self.opens)

    def draw(self, canvas: Canvas, say: Language) -> None:
        """Draw nothing, or the sentence."""
        if self.is_asked:
            _draw_centred(canvas, _between_margins(canvas.box), say(self._words))


class CountdownView(View, frozen=True):
    """Nobody seems to be there: ``left`` of ``total`` seconds until the table is cleared."""

    left: int
    total: int

    awaited = "key"
    prompt = Message.of(msg("Press any key to return"))

    @property
    def spoken(self) -> tuple[Message, ...]:
        rounded = -(-self.left // SAID_SECONDS) * SAID_SECONDS
        left = Message.of(msg("The table is cleared in {seconds} seconds"), seconds=rounded)
        return sentences(Message.of(QUESTION), left, self.prompt)

    def draw(self, canvas: Canvas, say: Language) -> None:
        """Draw how many seconds are left, as a number and as a bar, and what to do."""
        bar = Box(0, canvas.box.bottom - BAR, canvas.box.width * self.left // self.total, BAR)
        canvas.rectangle(bar, filled=True)
        above = canvas.box._replace(height=canvas.box.height - BAR - GAP)
        draw_words = self._draw_beside if canvas.is_low else self._draw_below
        draw_words(canvas, _between_margins(above), say)

    def _draw_beside(self, canvas: Canvas, room: Box, say: Language) -> None:
        """Draw the seconds beside the words."""
        number = width("00", "big")
        left = room._replace(width=room.width - number - GAP)
        _draw_centred(canvas, left, f"{say(QUESTION)} {say(ANSWER)}")
        seconds = room._replace(left=room.right - number, width=number)
        _draw_centred(canvas, seconds, str(self.left))

    def _draw_below(self, canvas: Canvas, room: Box, say: Language) -> None:
        """Draw the question, the seconds and the answer one below the other."""
        rows = (room.height - height("big")) // 2
        for top, high, words in (
            (room.top, rows, say(QUESTION)),
            (room.top + rows, height("big"), str(self.left)),
            (room.bottom - rows, rows, say(ANSWER)),
        ):
            _draw_centred(canvas, room.rows(top, high), words)


def _between_margins(box: Box) -> Box:
    return box._replace(left=box.left + MARGIN, width=box.width - 2 * MARGIN)


def _draw_centred(canvas: Canvas, room: Box, words: str) -> None:
    """Write ``words`` in the largest letters in which they are whole, in the middle of ``room``."""
    fitting = (font for font in FONTS if is_whole(words, room.width, room.height, font))
    font = next(fitting, FONTS[-1])
    rows = min(room.height, len(wrap(words, room.width, font)) * height(font))
    middle = room.rows(room.top + (room.height - rows) // 2, rows)
    canvas.fitted(middle, words, (font,), "center")


class DemonstrationView(BoardView, frozen=True):
    """The machine plays the game called ``title`` by itself: ``seat`` did ``action``."""

    title: Message
    seat: Seat | None
    action: Message
    move: Move | None

    is_on_table = False
    awaited = "anybody"
    prompt = Message.of(msg("The machine plays by itself: press any key to start"))

    @property
    def spoken(self) -> tuple[Message, ...]:
        done = (
            Message.of(DONE, seat=names.seat(self.seat), action=self.action) if self.seat else None
        )
        return sentences(self.title, done, self.prompt)

    def sheet(self, say: Language) -> Sheet:
        head = seat_name(self.seat, say) if self.seat else ""
        lines = (TextLine(say.heading(self.title)), TextLine(say(self.action), MAIN))
        lit = way(self.move)
        foot = (say(msg("Press a key")),)
        return Sheet(head, lines, foot, self.seat, lit, has_bar=False)


class DemoGame(Struct, frozen=True):
    """One moment of a ``game``: ``state`` was reached after ``plies``.

    ``action`` led there from ``before``; both are None at the start.
    """

    game: Game
    state: State
    before: State | None = None
    action: Action | None = None
    plies: int = 0

    @classmethod
    def begin(cls, game: Game, rng: random.Random) -> Self:
        """Begin a game; the first player is drawn by lot."""
        return cls(game, game.start(rng.randrange(len(game.seats))))

    @property
    def is_over(self) -> bool:
        """True when the game has ended, or has been shown for long enough."""
        return self.state.is_terminal or self.plies >= MOST_PLIES

    def following(self, rng: random.Random) -> Self:
        """Return the moment after one more throw or move; only while the game is not over."""
        state = self.state
        choose = random_action if state.is_chance else players.load(PLAYER).choose
        action = choose(state, rng)
        return type(self)(self.game, state.apply(action), state, action, self.plies + 1)


class Attract(Waiting, frozen=True):
    """A moment of the ``demo`` of the game ``number``, up to ``deadline``.

    ``turn`` counts the moments: in every round come a page about the game, an invitation in every
    language, and then some of what is played.
    """

    is_unattended = True
    number: int
    demo: DemoGame
    deadline: float
    turn: int = 0

    @classmethod
    def begin(cls, context: SceneContext, number: int = 0) -> Self:
        """Begin with the game ``number`` of those that there are, counted around."""
        setups = _setups(context)
        setup = setups[number % len(setups)]
        game = context.catalogue.load(setup.game, **setup.options)
        demo = DemoGame.begin(game, context.rng)
        return cls(number % len(setups), demo, context.now + SHORTEST_SECONDS)

    def view(self, context: SceneContext) -> View:
        match self._place:
            case 0:
                return self._page(context)
            case 1:
                return PosterView(Message.of(""), _invitation())
        return _demo_view(self.demo)

    def tick(self, context: SceneContext) -> Effects:
        if self.demo.is_over:
            return (Show(type(self).begin(context, self.number + 1)),)
        shown = replace(self, turn=self.turn + 1)
        if shown._place > 1:
            shown = replace(shown, demo=self.demo.following(context.rng))
        return (Show(replace(shown, deadline=context.now + _seconds(shown.view(context)))),)

    def wake(self, context: SceneContext) -> Effects:
        return (Show(Welcome.begin(context)),) if len(LANGUAGES) > 1 else (BeginAskedGame(),)

    @property
    def _place(self) -> int:
        return self.turn % ROUND

    def _page(self, context: SceneContext) -> PosterView:
        """Return the title alone, then with each of the three sentences in turn."""
        game = self.demo.game
        title = Message.of(game.title)
        sentences = _sentences(game.name, context.preferences.language)
        number = self.turn // ROUND % (len(sentences) + 1)
        if number == 0:
            return PosterView(Message.of(""), title)
        return PosterView(title, Message.of("{sentence}", sentence=sentences[number - 1]))


def _setups(context: SceneContext) -> Sequence[Setup]:
    """Return what is shown in turn: the game that was asked for, else every game."""
    if context.asked_for is not None:
        return (context.asked_for,)
    return [Setup(name) for name in context.catalogue.names()]


def _demo_view(shown: DemoGame) -> View:
    game, before, action = shown.game, shown.before, shown.action
    assert before is not None, "pages come first, then a throw or a move"
    assert action is not None, "as above"
    layout = Layout(game.board, game.seats, shown.state.pieces())
    seat = None if before.turn is None else game.seats[before.turn]
    move = action if isinstance(action, Move) else None
    return DemonstrationView(layout, Message.of(game.title), seat, names.action(action), move)


def _seconds(view: View) -> float:
    """Return how long ``view`` is shown: until it has been read."""
    if not isinstance(view, PosterView):
        return MOVE_SECONDS
    letters = sum(len(str(fact)) for _, fact in view.text.facts)
    return max(SHORTEST_SECONDS, letters / LETTERS_PER_SECOND)


@cache
def _invitation() -> Message:
    return Message.of("{words}", words="\n".join(in_every_language(INVITATION)))


@cache
def _sentences(game: str, language: str) -> tuple[str, ...]:
    try:
        return rule_sheets.sentences(game, language)
    except rule_sheets.SheetError:
        return ()


class Welcome(EntryList, frozen=True):
    """The languages by their own names; then the games."""

    help = msg("Up and down: choose a language. OK: use it.")

    @classmethod
    def begin(cls, context: SceneContext) -> Self:
        """Begin with the language of the device."""
        return cls(LANGUAGES.index(context.preferences.language))

    def leave(self, context: SceneContext) -> None:
        return None

    def title(self, context: SceneContext) -> Message:
        words = " / ".join(in_every_language(msg("Language")))
        return Message.of("{words}", words=words)

    def entries(self, context: SceneContext) -> tuple[Entry, ...]:
        return tuple(
            Entry(
                Message.of(Language(code).name),
                Message.of(self.help),
                returning(Prefer({"language": code}, for_good=False), BeginAskedGame()),
            )
            for code in LANGUAGES
        )


class IdlePrompt(Waiting, frozen=True):
    """So many seconds are ``left``; any key, throw or piece leads back to what is beneath."""

    is_overlay = True
    deadline: float
    left: int = COUNTED_SECONDS

    @classmethod
    def begin(cls, context: SceneContext) -> Self:
        """Begin to count down."""
        return cls(context.now + 1.0)

    def view(self, context: SceneContext) -> View:
        return CountdownView(self.left, COUNTED_SECONDS)

    def tick(self, context: SceneContext) -> Effects:
        if self.left == 1:
            return (EndVisit(),)
        return (Show(replace(self, left=self.left - 1, deadline=self.deadline + 1.0)),)

    def wake(self, context: SceneContext) -> Effects:
        return (Close(),)


class Closed(Waiting, frozen=True):
    """The table ``opens`` again at a time that is written like this; empty if nobody knows when.

    A key shows that sentence up to ``deadline``.
    """

    is_unattended = True
    is_shut = True
    opens: str = ""
    deadline: float | None = None

    def view(self, context: SceneContext) -> View:
        return ClosedView(self.opens, is_asked=self.deadline is not None)

    def wake(self, context: SceneContext) -> Effects:
        return (Show(replace(self, deadline=context.now + ASKED_SECONDS)),)

    def tick(self, context: SceneContext) -> Effects:
        return (Show(replace(self, deadline=None)),)


def set_open(request: SetOpen, scene: Scene, context: SceneContext) -> Reaction:
    """Close or open the table as ``request`` says; nobody is sent away."""
    if request.is_open:
        return _reopen(scene, context)
    opens = request.opens if TIME.fullmatch(request.opens) else ""
    if isinstance(scene, Closed):
        return () if scene.opens == opens else (Show(replace(scene, opens=opens)),)
    is_free = isinstance(scene, Home) and not context.is_public
    return (Show(Closed(opens)),) if scene.is_unattended or is_free else IN_USE


def _reopen(scene: Scene, context: SceneContext) -> Effects:
    """Open the table if it is closed."""
    if not isinstance(scene, Closed):
        return ()
    return (EndVisit(),) if context.is_public else (BeginAskedGame(),)
