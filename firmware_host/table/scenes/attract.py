"""Nobody is there: the machine plays a game, explains it between the moves and invites people."""

from collections.abc import Sequence
from functools import cache
from typing import Final, Self

from msgspec.structs import replace

from firmware_host.screens.posters import PosterView
from firmware_host.screens.replay import DemonstrationView
from firmware_host.screens.view import Layout, View
from firmware_host.session import names
from firmware_host.session.setup import Setup
from firmware_host.table.context import SceneContext
from firmware_host.table.demo_game import DemoGame
from firmware_host.table.effects import BeginAskedGame
from firmware_host.table.scene import Effects, Show, Waiting
from firmware_host.table.scenes.welcome import Welcome
from firmware_host.text import rule_sheets
from firmware_host.text.languages import LANGUAGES
from firmware_host.text.translator import in_every_language
from games.actions import Move
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
