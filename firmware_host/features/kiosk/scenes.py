"""In public: the machine plays by itself, somebody comes, and at last nobody seems to be there."""

import random
from collections.abc import Sequence
from functools import cache
from typing import Final, Self

from msgspec import Struct
from msgspec.structs import replace

from firmware_host.features.kiosk.views import CountdownView, DemonstrationView, PosterView
from firmware_host.screens.view import Layout, View
from firmware_host.session import names
from firmware_host.session.setup import Setup
from firmware_host.table.context import SceneContext
from firmware_host.table.effects import BeginAskedGame, EndVisit, Prefer
from firmware_host.table.scene import Close, Effects, Show, Waiting
from firmware_host.table.scenes.entries import Entry, EntryList, returning
from firmware_host.text import rule_sheets
from firmware_host.text.languages import LANGUAGES
from firmware_host.text.translator import Language, in_every_language
from games import players
from games.actions import Action, Move
from games.core import Game, State, random_action
from games.message import Message, msg

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
