"""Somebody who follows only what the page says learns each game, and plays one to its end."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import games
from firmware_host.features.lessons.lesson import read_lesson
from games.actions import Action, Throw
from tests.firmware_host.features.lessons.pupil import MOST_ACTS, asked, tries
from tests.firmware_host.features.practice.practice import PracticePlayer

QUICK = "squadro"
"""The game that is learned and played each time; the others only deeply."""

PLAY = "Play now"


class PagePupil:
    """Learns ``game`` by the buttons and the board of the page of ``player``.

    ``read`` is all that the page has said.
    """

    def __init__(self, player: PracticePlayer, game: str) -> None:
        self.player, self.lesson = player, read_lesson(game)
        self.read: list[str] = []
        self._tries: dict[str, Iterator[Action]] = {}

    def learn(self) -> None:
        """Go through the lesson, until the page offers to play."""
        self.player.send(learn=self.lesson.game)
        for _ in range(MOST_ACTS):
            self.player.wait(30, lambda: self.player.awaited in ("answer", "choice", "throw"))
            self.read.append(self.player.shown["prompt"] or "")
            if PLAY in self.buttons:
                return
            self._act()
        raise AssertionError(f"the lesson does not end: {self.player.words}")

    def play(self) -> None:
        """Begin the game that the page offers, and play it to its end."""
        self.player.send(**self.buttons[PLAY])
        self.player.wait(1)
        first, *_ = self.buttons.values()
        self.player.send(**first)
        session = None
        while session is None or not session.is_over:
            self.player.act()
            session = self.player.table.mirror.session
            assert session is not None
            assert session.game.name == self.lesson.game

    @property
    def buttons(self) -> Mapping[str, Mapping[str, Any]]:
        return dict(self.player.shown["answers"])

    def _act(self) -> None:
        player = self.player
        if player.awaited == "answer":
            first, *_ = self.buttons.values()
            player.send(**first)
            player.wait(1)
            return
        action, before = self._next(), player.actions
        if isinstance(action, Throw):
            player.send(throw=str(action))
        else:
            player.send(choose=str(action), after=before)
        assert player.wait(20, lambda: player.awaited == "answer"), player.words

    def _next(self) -> Action:
        session = self.player.table.mirror.session
        assert session is not None
        state = session.state
        position = str(state)
        if position not in self._tries:
            tasks = [task for task in self.lesson.tasks if task.position == position]
            self._tries[position] = (each for task in tasks for each in tries(task, state))
        return next(self._tries[position])


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=() if game == QUICK else pytest.mark.deep) for game in games.names()],
)
def test_who_follows_the_page_learns_a_game_and_plays_it_without_an_illegal_act(
    game: str, tmp_path: Path
) -> None:
    pupil = PagePupil(PracticePlayer(tmp_path), game)
    pupil.learn()
    read = " ".join(pupil.read)
    for task in pupil.lesson.tasks:
        assert task.rule.rstrip(".") in read
        assert all(each.says.rstrip(".") in read for each in asked(task))
    pupil.play()
