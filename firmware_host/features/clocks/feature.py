"""What clocks add to the table: they count how long people think, and say when time is up.

A clock runs while a person has to throw or to choose. It stands while hands carry out a move, set
up the board, or a machine thinks, and while people pause.
"""

from functools import partial
from importlib import import_module
from typing import Final

from firmware_host.base.timing import earliest
from firmware_host.features.clocks.counting import (
    ADDED,
    CHOICES,
    CLOCK,
    LINES,
    MINUTES,
    SECOND,
    SECONDS,
    ZERO,
    ClockRules,
    ClocksChosen,
    Noted,
    arrange,
    clock_face,
    counts,
    in_words,
    left_before,
)
from firmware_host.features.clocks.remote import ClocksHere, PauseClocks
from firmware_host.session.session import Session
from firmware_host.session.setup import USUAL_LEVEL, Setup
from firmware_host.storage.records import JournalRecord
from firmware_host.table.context import SceneContext, called
from firmware_host.table.device import PREFERENCES, FeaturePreferences, Preferences
from firmware_host.table.effects import ARRANGEMENTS, Apply
from firmware_host.table.remote_effects import REQUEST_HANDLERS, late_handler
from firmware_host.table.scene import NOTERS, PONDERERS, Cover, Effects, Resume, TableParts
from firmware_host.table.scenes.additions import (
    MENU_GROUPS,
    SETTINGS,
    SETUP_LINES,
    FeatureSettings,
    MenuGroup,
    MenuLine,
    OfferedSetting,
)
from firmware_host.table.scenes.base import Entry
from firmware_host.table.scenes.settings import setting
from firmware_host.table.table import TIMERS
from firmware_host.thinking.inline import Answer, Question
from games.core import State
from games.message import Message, msg

CHECKPOINT: Final = 60.0
"""Seconds after which a clock that runs is written down: so much can be lost when power fails."""

WARNINGS: Final = (60 * SECOND, 10 * SECOND)
"""What is left of a longer time when people are told."""

UP_SECONDS: Final = 6.0
"""For how long the display says that time is up."""

_scenes: Final = partial(import_module, "firmware_host.features.clocks.scenes")
"""Returns the scenes, which are loaded when people come to them."""


LEFT: Final = msg("{seat}: {time} left")
UP: Final = msg("{seat}: time is up")
THINKING: Final = msg("{seat} has been thinking for {time}")
PAUSE: Final = msg("Pause")
PAUSE_HELP: Final = msg("Stops the clocks until somebody presses a key, and shows all of them.")


def passed_marks(left: int, rules: ClockRules) -> int:
    """Return how many times people are told before no more than ``left`` is left, zero too."""
    return sum(left <= mark < rules.seconds * SECOND for mark in (*WARNINGS, 0))


class SeatClocks:
    """The clocks of the game on a ``table``."""

    strip = None

    def __init__(self, table: TableParts) -> None:
        self._table = table
        self._session: Session | None = None
        self._since: float | None = None
        self._is_cut = False
        self._told: tuple[State | None, int] = None, 0
        self.deadline: float | None = None

    def noted(self) -> JournalRecord:
        """Return how long the seat has thought about the present position, if it has to."""
        session, now = self._table.game.session, self._table.context.now
        if session is not self._session or self._since is None or not counts(self._playing):
            return {}
        noted = Noted(self._spent(now))
        self._since = now
        return noted.record

    def attend(self, now: float) -> None:
        """Count until ``now`` (seconds); say what people have to know."""
        session = self._table.game.session
        if session is not self._session:
            self._meet(session)
        rules = ClockRules.of(session)
        if rules is None or session is None or not self._table.game.in_game:
            self._stand(now)
            self.deadline = None
            self._note(ClocksHere())
            return
        if self._is_cut and self._is_awaited(session):
            self._is_cut = False
            self._table.run((Cover(_scenes().Paused(is_cut=True)),))
        if self._is_running(session):
            self._start(session, now)
            self._count(session, rules, now)
        else:
            self._stand(now)
            self._show(session, rules, now)
            self.deadline = None

    def _meet(self, session: Session | None) -> None:
        """Take another game: one whose clock ran when the program ended has lost some seconds."""
        self._session, self._since, self._told = session, None, (None, 0)
        self._is_cut = False
        if session is not None and ClockRules.of(session) is not None:
            is_new = self._table.game.in_game and session.record_count == 1
            noted = Noted.at(session) or Noted()
            self._is_cut = not is_new and counts(session) and not noted.is_stopped

    def _is_awaited(self, session: Session) -> bool:
        """Return whether a person has to think, all else being ready."""
        return counts(session) and self._table.game.groups_placed is None

    def _is_running(self, session: Session) -> bool:
        is_ending = self._table.ending is not None
        return self._is_awaited(session) and not (is_ending or self._is_paused)

    @property
    def _is_paused(self) -> bool:
        return any(isinstance(scene, _scenes().Paused) for scene in self._table.scenes.all)

    def _start(self, session: Session, now: float) -> None:
        """Let the clock run; what says that it stands is no longer so, also after a power cut."""
        if self._since is None:
            self._since = now
            noted = Noted.at(session)
            if noted is not None and noted.is_stopped:
                self._table.game.note(Noted(noted.spent).record)
        elif now >= self._since + CHECKPOINT:
            self._table.game.note(self.noted())

    def _stand(self, now: float) -> None:
        """Let no clock run, and write down what the last one has counted."""
        session, since = self._session, self._since
        if since is not None and session is self._table.game.session and session is not None:
            spent, self._since = self._spent(now), None
            if counts(session):
                self._table.game.note(Noted(spent, is_stopped=True).record)
        self._since = None

    def _spent(self, now: float) -> int:
        """Return for how many milliseconds the seat has thought about this position."""
        noted = Noted.at(self._playing) or Noted()
        return noted.spent + (0 if self._since is None else round((now - self._since) * SECOND))

    def _count(self, session: Session, rules: ClockRules, now: float) -> None:
        """Show what the clock has counted, and tell people what they have to know."""
        spent, seat = self._spent(now), session.seat_to_act.index
        left = self._show(session, rules, now)[seat]
        if rules.kind == "reminder":
            every = rules.seconds * SECOND
            if self._has_grown(spent // every, 0):
                passed = in_words(spent // every * every)
                self._table.notify(Message.of(THINKING, seat=self._name(seat), time=passed))
            self._wait(now, every - spent % every)
            return
        if self._has_grown(passed_marks(left, rules), passed_marks(left + spent, rules)):
            self._warn(seat, left)
        self._wait(now, (left - 1) % SECOND + 1 if left else None)
        if left == 0:
            self._end(session, rules, seat)

    def _wait(self, now: float, milliseconds: int | None) -> None:
        """Have :meth:`attend` called when so much time has passed, or the next note is due."""
        due = None if milliseconds is None else now + milliseconds / SECOND
        since = now if self._since is None else self._since
        self.deadline = earliest((due, since + CHECKPOINT))

    def _has_grown(self, number: int, first: int) -> bool:
        """Return whether ``number``, which began with ``first``, has grown in this position."""
        state, before = self._told
        self._told = self._playing.state, number
        return number > (before if state is self._playing.state else first)

    def _warn(self, seat: int, left: int) -> None:
        notice = Message.of(LEFT, seat=self._name(seat), time=in_words(left))
        if left == 0:
            notice = Message.of(UP, seat=self._name(seat))
        self._table.notices.show(notice, self._table.context.now, UP_SECONDS)

    def _end(self, session: Session, rules: ClockRules, seat: int) -> None:
        """Let happen what was chosen for the end of the time of ``seat``."""
        if rules.at_zero == "loss":
            self._table.run((Apply({"resigned": seat, "by": "time"}), Resume()))
            self._warn(seat, 0)
        elif rules.at_zero == "machine" and session.state.is_chance:
            from firmware_host.table.scenes.throw import ThrowAtRandom

            self._table.run((ThrowAtRandom(),))
        else:
            return
        self.attend(self._table.context.now)

    def _show(self, session: Session, rules: ClockRules, now: float) -> list[int]:
        """Publish what the clocks show; return what each seat has left."""
        left, turn = left_before(session, rules), session.state.turn
        is_running = self._since is not None
        if turn is not None and rules.kind != "reminder":
            left[turn] = max(0, left[turn] - self._spent(now))
        shown = {
            "reminder": (),
            "move": (turn,) if counts(session) else (),
            "seat": session.seats.persons,
        }[rules.kind]
        faces = (clock_face(each) if seat in shown else "" for seat, each in enumerate(left))
        seat = turn if is_running and turn is not None else -1
        is_up = seat >= 0 and left[seat] == 0
        self._note(ClocksHere(tuple(faces), seat, True, is_up, self._is_paused))
        return left

    def _note(self, here: ClocksHere) -> None:
        if here != self._here:
            self._table.note(here)

    @property
    def _here(self) -> ClocksHere:
        return self._table.context.fact(ClocksHere)

    @property
    def _playing(self) -> Session:
        return self._table.game.playing

    def _name(self, seat: int) -> Message:
        return called(seat, self._table.context)


class ZeroMachine:
    """The machine that moves for a seat whose time is up, where people have chosen that."""

    deadline = None
    strip = None

    def __init__(self, table: TableParts) -> None:
        self._table = table

    @property
    def question(self) -> Question | None:
        """What the machine would do for the seat; None as long as it has time."""
        session = self._table.game.session
        rules = ClockRules.of(session)
        if session is None or rules is None or rules.at_zero != "machine":
            return None
        if not self._table.context.fact(ClocksHere).is_up or session.state.is_chance:
            return None
        return Question(session.state, USUAL_LEVEL, len(session.actions))

    def answered(self, answer: Answer) -> None:
        """Move for the seat."""
        self._table.run((Apply({"do": str(answer.ranked[0])}), Resume()))

    def attend(self, now: float) -> None:
        """Do nothing: the clocks say when time is up."""


def _are_on(context: SceneContext) -> bool:
    return context.fact(ClocksHere).are_on


def _timer(context: SceneContext) -> Message | None:
    """Return the clock of the seat that thinks."""
    here = context.fact(ClocksHere)
    face = here.faces[here.seat] if here.faces and here.seat >= 0 else ""
    return Message.of("{face}", face=face) if face else None


def _pause(context: SceneContext) -> Effects:
    return (Resume(), Cover(_scenes().Paused()))


def _offered(chosen: Preferences, context: SceneContext) -> tuple[OfferedSetting, ...]:
    return tuple(setting(line, chosen) for line in LINES[chosen.of(ClocksChosen).clock])


def _setup_lines(draft: Setup, context: SceneContext) -> tuple[Entry, ...]:
    """Return the line that leads to the clocks of the next game."""
    value = CLOCK.value_name(context.preferences.of(ClocksChosen).clock)
    return (
        Entry(
            Message.of(CLOCK.label),
            Message.of(CLOCK.help),
            lambda _: (Cover(_scenes().ChooseClock()),),
            value,
        ),
    )


OFFERS: Final = (
    ARRANGEMENTS.offer(arrange),
    NOTERS.offer(SeatClocks),
    PONDERERS.offer(ZeroMachine),
    PREFERENCES.offer(FeaturePreferences(ClocksChosen, CHOICES)),
    SETTINGS.offer(FeatureSettings((CLOCK, MINUTES, SECONDS, ADDED, ZERO), _offered)),
    SETUP_LINES.offer(_setup_lines),
    MENU_GROUPS.offer(
        MenuGroup(msg("time"), (MenuLine(PAUSE, PAUSE_HELP, _pause, _are_on),), before=msg("help"))
    ),
    TIMERS.offer(_timer),
    REQUEST_HANDLERS.offer(late_handler(PauseClocks, _scenes, "pause_clocks")),
)
