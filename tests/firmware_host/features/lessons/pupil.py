"""Somebody who learns a game at a simulated table, by what the table says and nothing else."""

from collections.abc import Callable, Iterator

from firmware_host.features.lessons.lesson import LessonHere, LessonTask, TaskAnswer, read_lesson
from firmware_host.features.lessons.scenes import BeginLesson, TaskChoiceView, TaskView
from firmware_host.screens.hand_steps import HandStepView, SetUpView
from firmware_host.screens.lists import ListView
from firmware_host.screens.throw import ThrownView, ThrowView
from firmware_host.screens.view import View
from firmware_host.simulator.hands import Hands
from firmware_host.table import keys
from firmware_host.table.keys import SURPRISE_SECONDS
from firmware_host.table.scene import TAKE
from firmware_host.text.translator import Aloud, Language
from games.actions import Action, Move
from games.core import State
from tests.firmware_host.screens.stage import Stage

MOST_ACTS = 400
"""No lesson takes so many acts."""


class Pupil:
    """Learns with ``hands``; ``tries`` has an action for each answer of a task, right ones last.

    ``read`` are the sentences that the table has shown, with the verdict on what was done.
    """

    def __init__(self, hands: Hands) -> None:
        self.hands = hands
        self.read: list[tuple[str, bool | None]] = []
        self._tries: dict[str, Iterator[Action]] = {}

    @property
    def view(self) -> View:
        return self.hands.world.view

    def learn(self, until: Callable[[], bool]) -> None:
        """Go on with the lesson until something is so."""
        for _ in range(MOST_ACTS):
            if until():
                return
            self._act()
        raise AssertionError(f"the lesson does not end: {self.hands.world.app.words}")

    def _act(self) -> None:
        view = self.view
        if isinstance(view, SetUpView | HandStepView):
            self.hands.follow()
        elif isinstance(view, TaskView):
            self.read.append((str(view.text), view.verdict))
            self.hands.press("ok")
        elif isinstance(view, ThrownView):
            self.hands.look_up()
        elif isinstance(view, ThrowView):
            self.hands.throw(str(self._next()))
        elif isinstance(view, TaskChoiceView):
            self.hands.play(str(self._next()))
        else:
            raise AssertionError(f"nobody knows what to do: {self.hands.world.app.words}")

    def _next(self) -> Action:
        state, game = self.hands.state, self.hands.state.game.name
        position = str(state)
        if position not in self._tries:
            tasks = [task for task in read_lesson(game).tasks if task.position == position]
            self._tries[position] = (each for task in tasks for each in tries(task, state))
        return next(self._tries[position])


class AtStage:
    """Learns ``game`` at a table without hardware, where the machine throws."""

    def __init__(self, game: str) -> None:
        self.stage, self.lesson = Stage(game, dice_are_read=False), read_lesson(game)
        self._tries: dict[int, list[Action]] = {}

    def learn(self) -> None:
        """Begin the lesson, and go on with it to its end."""
        self.stage.table.run(BeginLesson(self.lesson))
        for _ in range(MOST_ACTS):
            view = self.stage.frame.view
            if isinstance(view, ListView):
                return
            if isinstance(view, ThrownView):
                self.stage.go_on()
            elif isinstance(view, TaskChoiceView):
                self.choose(self._wanted())
            else:
                self.confirm()
        raise AssertionError(f"the lesson does not end: {view}")

    def choose(self, move: Move) -> None:
        """Choose ``move``."""
        raise NotImplementedError

    def confirm(self) -> None:
        """Press OK, or what stands for it."""
        raise NotImplementedError

    def _wanted(self) -> Move:
        """Return the move that is tried next; for every wish the same until it was tried."""
        context = self.stage.table.context
        number, state = context.fact(LessonHere).number, context.playing.state
        left = self._tries.setdefault(number, tries(self.lesson.tasks[number], state))
        move = left.pop(0)
        assert isinstance(move, Move), "a move is awaited"
        return move


class Listening(AtStage):
    """Hears the table in ``language``: ``heard`` are the sentences of every view."""

    def __init__(self, game: str, language: str) -> None:
        super().__init__(game)
        self.aloud, self.heard = Aloud(Language(language), keys.titles()), list[str]()

    def confirm(self) -> None:
        self._hear("ok")
        self.stage.press("ok")

    def choose(self, move: Move) -> None:
        self._hear("ok")
        self.stage.point_at(move)
        self.confirm()

    def _hear(self, key: str) -> None:
        """Hear the view: whole sentences, the last of which names ``key``."""
        spoken = self.stage.frame.view.spoken
        sentences = [self.aloud(each) for each in spoken]
        assert all(sentence[-1] in ".!?" and "`" not in sentence for sentence in sentences)
        assert f"`{key}`" in str(spoken[-1]), spoken
        self.heard += sentences


class OneContact(AtStage):
    """Closes one contact when the table offers what is wanted, and does nothing else."""

    def learn(self) -> None:
        self.stage.scan("one")
        super().learn()

    def confirm(self) -> None:
        while True:
            self.stage.wait_for_offer("Switch: OK")
            self.stage.now += SURPRISE_SECONDS
            self.stage.table.tick(self.stage.now)
            if str(self.stage.table.stroke) == "Switch: OK":
                break
        self.stage.strike()

    def choose(self, move: Move) -> None:
        view = self.stage.frame.view
        while isinstance(view, TaskChoiceView):
            for _ in range(MOST_ACTS):
                view = self.stage.frame.view
                assert isinstance(view, TaskChoiceView)
                is_there = view.option == move.choices[len(view.picked)]
                if is_there and str(self.stage.table.stroke) == TAKE:
                    break
                self.stage.go_on()
            self.stage.strike()
            view = self.stage.frame.view


def asked(task: LessonTask) -> tuple[TaskAnswer, ...]:
    """Return the answers that are given whatever chance brings."""
    return tuple(each for each in task.answers if not each.when.replace(" ", "").isdigit())


def tries(task: LessonTask, state: State) -> list[Action]:
    """Return an action for each answer of ``task``, those that are right last."""
    found = {task.answer(action): action for action in reversed(state.actions())}
    assert set(found) == set(task.answers)
    return [found[answer] for answer in sorted(task.answers, key=lambda each: each.right)]
