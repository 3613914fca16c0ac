"""Nobody is there: the machine plays by itself, and between the moves says what and invites."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Final, Self

from firmware_host.screens.posters import PosterView
from firmware_host.screens.replay import DemonstrationView
from firmware_host.screens.view import Layout, View
from firmware_host.session import names
from firmware_host.session.setup import Setup
from firmware_host.table.demo_game import Demonstration
from firmware_host.table.scenes.base import Waiting
from firmware_host.table.scenes.welcome import Welcome
from firmware_host.text import rule_sheets
from firmware_host.text.languages import LANGUAGES
from firmware_host.text.translator import in_every_language
from games.actions import Move
from games.message import Message, msg

if TYPE_CHECKING:
    from firmware_host.table.table import Table

LETTERS_PER_SECOND: Final = 13
"""What Netflix's Timed Text Style Guide lets subtitles for children take in."""

SHORTEST_SECONDS: Final = 3.0
"""Whoever looks up first has to find the display."""

MOVE_SECONDS: Final = 4.0
"""A line of some fifteen letters, and a glance at the board from where to where."""

MOVES_BETWEEN: Final = 3
"""Throws and moves from one pair of pages to the next: some twelve seconds."""

ROUND: Final = 2 + MOVES_BETWEEN
"""Moments from one page about the game to the next."""

INVITATION: Final = msg("Press any key to play")


@dataclass(frozen=True)
class Attract(Waiting):
    """A moment of the ``demonstration`` of the game ``number``, up to ``deadline``.

    ``turn`` counts the moments: in every round come a page about the game, an invitation in every
    language, and then some of what is played.
    """

    number: int
    demonstration: Demonstration
    deadline: float
    turn: int = 0

    @classmethod
    def begin(cls, table: "Table", number: int = 0) -> Self:
        """Begin with the game ``number`` of those that there are, counted around."""
        setups = _setups(table)
        setup = setups[number % len(setups)]
        game = table.catalogue.load(setup.game, **setup.options)
        demonstration = Demonstration.begin(game, table.rng)
        return cls(number % len(setups), demonstration, table.now + SHORTEST_SECONDS)

    def view(self, table: "Table") -> View:
        match self._place:
            case 0:
                return self._page(table)
            case 1:
                return PosterView(Message.of(""), _invitation())
        return _demonstration_view(self.demonstration)

    def tick(self, table: "Table") -> None:
        if self.demonstration.is_over:
            table.show(type(self).begin(table, self.number + 1))
            return
        shown = replace(self, turn=self.turn + 1)
        if shown._place > 1:
            shown = replace(shown, demonstration=self.demonstration.following(table.rng))
        table.show(replace(shown, deadline=table.now + _seconds(shown.view(table))))

    def wake(self, table: "Table") -> None:
        if len(LANGUAGES) > 1:
            table.show(Welcome.of(table))
        else:
            table.start_anew()

    @property
    def _place(self) -> int:
        return self.turn % ROUND

    def _page(self, table: "Table") -> PosterView:
        """The title alone, then each of the three sentences below it, around."""
        game = self.demonstration.game
        title, sentences = Message.of(game.title), _sentences(game.name, table.preferences.language)
        number = self.turn // ROUND % (len(sentences) + 1)
        if number == 0:
            return PosterView(Message.of(""), title)
        return PosterView(title, Message.of("{sentence}", sentence=sentences[number - 1]))


def _setups(table: "Table") -> Sequence[Setup]:
    """What is shown in turn: the game that was asked for, else every one that there is."""
    if table.asked_for is not None:
        return (table.asked_for,)
    return [Setup(name) for name in table.catalogue.names()]


def _demonstration_view(shown: Demonstration) -> View:
    game, before, action = shown.game, shown.before, shown.action
    assert before is not None, "pages come first, then a throw or a move"
    assert action is not None, "as above"
    layout = Layout(game.board, game.seats, shown.state.pieces())
    seat = None if before.turn is None else game.seats[before.turn]
    move = action if isinstance(action, Move) else None
    return DemonstrationView(layout, Message.of(game.title), seat, names.action(action), move)


def _seconds(view: View) -> float:
    """For how long ``view`` is shown: until it has been read."""
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
