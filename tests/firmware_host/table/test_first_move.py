"""Presses from the first screen to the first own move, by somebody who reads the guiding line only.

Hands set the board up at once, as the line allows. What is thrown with dice is no press, nor is the
OK after each step that hands do for machines. Who begins follows from the lot that is drawn.
"""

import random
from dataclasses import dataclass, field
from itertools import product

import pytest

import games
from firmware_host.screens.choose import ChooseView
from firmware_host.screens.hand_steps import HandStepView, SetUpView
from firmware_host.screens.lists import ListView
from firmware_host.screens.moves import GameOverView, PassView
from firmware_host.screens.throw import ThrowView
from firmware_host.session.chooser import ARROWS
from firmware_host.simulator.hands import Hands, check_board
from firmware_host.table.device import ThrowSource
from firmware_host.table.effects import Prefer
from firmware_host.table.keys import title
from firmware_host.text import LANGUAGES
from firmware_host.text.translator import Language
from games.core import random_action
from tests.table import Begin

WITH_PEOPLE, ALONE = 6, 7
"""The most presses that are wanted."""
FARTHEST = ("pachisi", "ludo")
"""The games at both ends of the list of nine, which take a press more."""
LONGEST = 300
"""Looks at the display until somebody gives up."""
MOST_ARROWS = 4
ARROWS_SAID = ("arrows", "стрелками")
"""Words that name all arrows at once, in English and Russian."""
CHOSEN = "["
"""Stands before the number of people that is chosen."""


@dataclass
class Newcomer:
    """Presses keys at the table of ``hands`` that its guiding line names, read in ``say``."""

    hands: Hands
    say: Language
    rng: random.Random = field(default_factory=lambda: random.Random(1))
    presses: list[str] = field(default_factory=list)
    for_machines: int = 0

    def press(self, key: str) -> None:
        asked, foot = self.hands.world.view.prompt, self.hands.world.app.words
        line = "" if asked is None else self.say(asked)
        named = [key for keys in line.split("`")[1::2] for key in keys.split()]
        is_named = key in named or f"{self.say(title(key))}:" in foot
        is_named |= key in ARROWS and any(words in line for words in ARROWS_SAID)
        assert is_named, f"neither {line!r} nor {foot!r} names {key}"
        self.presses.append(key)
        self.hands.press(key)

    def take(self, title: str) -> None:
        """Take the line ``title`` of the list on the display."""
        while (rows := self.rows)[0] != title:
            steps = rows.index(title)
            self.press("down" if 2 * steps <= len(rows) else "up")
        self.press("ok")

    @property
    def rows(self) -> list[str]:
        """The lines of the list on the display, from the one under the cursor on, around."""
        view = self.hands.world.view
        assert isinstance(view, ListView), self.hands.world.app.words
        labels = [self.say.heading(row.label) for row in view.rows]
        return labels[view.cursor :] + labels[: view.cursor]

    def say_how_many(self, people: int) -> None:
        """Choose so many people where the table asks, and begin."""
        numbers = self.rows[0].strip("◀▶ ").split()
        chosen = next(n for n, number in enumerate(numbers) if CHOSEN in number)
        right = (people - 1 - chosen) % len(numbers)
        is_near = right <= len(numbers) - right
        for _ in range(right if is_near else len(numbers) - right):
            self.press("right" if is_near else "left")
        self.press("ok")

    def go_on(self) -> None:
        """Do what the display asks for until the first own move is to be chosen, or there is none.

        Nobody is asked to throw, to pass or to confirm anything for a machine but its steps.
        """
        session = self.hands.world.app.table.game.playing
        for _ in range(LONGEST):
            view, own = self.hands.world.view, session.state.turn in session.seats.persons
            if isinstance(view, GameOverView) or (own and isinstance(view, ChooseView | PassView)):
                return
            if isinstance(view, SetUpView):
                self.hands.world.board.pieces = session.standing()
                self.press("right")
            elif isinstance(view, HandStepView):
                self.press("ok")
                self.for_machines += 1
            elif isinstance(view, ThrowView):
                assert own, f"people are asked to throw for a machine: {view.prompt}"
                self.hands.throw(str(random_action(session.state, self.rng)))
            else:
                assert view.awaited in ("nothing", "machine"), self.hands.world.app.words
                self.hands.world.run_for(1)
        raise AssertionError(f"no own move comes: {self.hands.world.app.words}")

    def play(self) -> None:
        """Play to the end of the game: move the cursor about, and take what it is on."""
        session = self.hands.world.app.table.game.playing
        while not isinstance(self.hands.world.view, GameOverView):
            self.go_on()
            if isinstance(self.hands.world.view, ChooseView):
                for _ in range(self.rng.randrange(MOST_ARROWS)):
                    self.press(self.rng.choice(ARROWS))
            if not session.is_over:
                self.press("ok")


def first_move(begin: Begin, game: str, language: str, people: int, dice: ThrowSource) -> Newcomer:
    hands = begin(language=language)
    hands.world.app.table.run(Prefer({"dice": dice}, for_good=True))
    newcomer = Newcomer(hands, Language(language))
    newcomer.take(newcomer.say.heading(games.kind(game).title))
    newcomer.say_how_many(people)
    newcomer.go_on()
    return newcomer


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.names())
def test_people_are_at_their_first_move_after_six_presses(
    begin: Begin, game: str, language: str
) -> None:
    newcomer = first_move(begin, game, language, len(games.load(game).seats), "tray")
    assert newcomer.for_machines == 0
    assert len(newcomer.presses) <= WITH_PEOPLE + (game in FARTHEST)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.names())
def test_who_is_alone_is_at_the_first_move_after_seven_presses(
    begin: Begin, game: str, language: str
) -> None:
    newcomer = first_move(begin, game, language, 1, "tray")
    print(f"{game}: {len(newcomer.presses)} presses, {newcomer.for_machines} steps of machines")
    assert len(newcomer.presses) - newcomer.for_machines <= ALONE


WHOLE = [
    pytest.param(*each, marks=() if each == ("squadro", "ru") else pytest.mark.deep)
    for each in product(games.names(), LANGUAGES)
]


@pytest.mark.parametrize(("game", "language"), WHOLE)
def test_a_whole_game_is_played_by_what_the_panel_says_without_an_illegal_act(
    begin: Begin, game: str, language: str
) -> None:
    newcomer = first_move(begin, game, language, 1, "tray")
    session = newcomer.hands.world.app.table.game.playing
    newcomer.play()
    assert session.is_over
    check_board(newcomer.hands)
    print(f"{game}, {language}: {len(session.actions)} actions, {len(newcomer.presses)} presses")
