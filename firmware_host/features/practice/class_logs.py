"""What a class has thrown and answered: table by table, as a chart, and for a spreadsheet."""

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from html import escape
from typing import Final, NamedTuple

from firmware_host.screens.view import View
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.stats import Odds, Throws, fit
from firmware_host.text.translator import Language
from firmware_host.web.svg import element, group, text
from games.actions import Move, Throw
from games.core import State
from games.message import msg

MOST_THROWS: Final = 2000
"""The most throws that are kept of one table; the oldest make room."""


class CountedThrow(NamedTuple):
    """A throw ``text`` of the seat called ``seat``, in the game ``number`` at its table.

    ``game`` is the id of the game, ``title`` its name, ``action`` the place of the throw among the
    actions of the game, ``odds`` are all throws that were possible, with their probabilities.
    """

    number: int
    game: str
    title: str
    action: int
    seat: str
    text: str
    odds: Odds


class ThrowLog:
    """The throws at one table; a throw that is taken back or corrected is no longer there.

    ``version`` changes with every throw.
    """

    def __init__(self) -> None:
        self.version = 0
        self._earlier: list[CountedThrow] = []
        self._session: Session | None = None
        self._number = 0
        self._actions: list[object] = []
        self._current: list[CountedThrow] = []

    @property
    def throws(self) -> Sequence[CountedThrow]:
        """All throws, the oldest first."""
        return (*self._earlier, *self._current)

    def follow(self, session: Session | None) -> None:
        """Note what has been thrown in ``session``, the game on the table now."""
        if session is not self._session:
            self._begin(session)
        if session is None:
            return
        same = _common(self._actions, session.actions)
        if same == len(self._actions) == len(session.actions):
            return
        self._actions = list(session.actions)
        self._current = [each for each in self._current if each.action < same]
        self._current += _throws(session, same, self._number)
        self.version += 1

    def _begin(self, session: Session | None) -> None:
        self._earlier = [*self._earlier, *self._current][-MOST_THROWS:]
        self._session, self._actions, self._current = session, [], []
        self._number += session is not None


class ThrowPool:
    """The throws of all tables, by the number of the table; those of closed tables stay."""

    def __init__(self) -> None:
        self._logs: dict[int, ThrowLog] = {}

    def log_of(self, table: int) -> ThrowLog:
        """Return the log of the table with this number; a new one for a new table."""
        return self._logs.setdefault(table, ThrowLog())

    @property
    def version(self) -> int:
        """A number that grows with every throw."""
        return sum(log.version for log in self._logs.values())

    def rows(self) -> Iterator[tuple[int, CountedThrow]]:
        """Yield every throw with the number of its table, table by table."""
        for table, log in sorted(self._logs.items()):
            for throw in log.throws:
                yield table, throw

    def counts(self) -> dict[tuple[str, Odds], Throws]:
        """Return how often each throw came, by the name of the game and the odds."""
        found: dict[tuple[str, Odds], Throws] = {}
        for _, throw in self.rows():
            found.setdefault((throw.title, throw.odds), Throws()).add(throw.text, throw.odds)
        return found


def _common(before: Sequence[object], now: Sequence[object]) -> int:
    """Return how many actions at the beginning are the very same."""
    pairs = zip(before, now, strict=False)
    return next(
        (i for i, (old, new) in enumerate(pairs) if old is not new), min(len(before), len(now))
    )


def _throws(session: Session, start: int, number: int) -> Iterator[CountedThrow]:
    game = session.game
    for index in range(start, len(session.actions)):
        action, before = session.actions[index], session.states[index]
        if isinstance(action, Throw):
            assert before.turn is not None, "somebody throws"
            seat = game.seats[before.turn].colour
            odds = _odds(before)
            yield CountedThrow(number, game.name, game.title, index, seat, str(action), odds)


def _odds(state: State) -> Odds:
    return _shared(tuple((str(throw), float(p)) for throw, p in state.chance_outcomes()))


@lru_cache(maxsize=64)
def _shared(odds: Odds) -> Odds:
    """Return the same object for equal odds: there are few, and each throw keeps them."""
    return odds


SLOT: Final = 72
"""Pixels from one throw to the next; each has two bars."""
BAR: Final = 26
HEIGHT: Final = 160
"""Pixels of the highest bar."""
TOP, FOOT, LEFT = 22, 44, 12
PART: Final = 140
"""Pixels of a word of the legend, with what it stands for."""
SMALLEST: Final = 0.75
"""A chart is not made smaller than this, but scrolled, so that it can be read."""
SEEN, EXPECTED = "seen", "expected"
"""The classes of the two bars; the style sheet gives them their colours."""

THROW_COLUMNS: Final = ("table", "game", "number", "action", "seat", "throw")

OBSERVED_WORD = msg("observed")
EXPECTED_WORD = msg("expected")
TITLE = msg("{game} (throws: {count})")
TOO_FEW = msg("Too few throws to say whether the dice are fair.")
JUDGEMENT = msg(
    "Fair dice differ from what is expected as much or more in {percent} of such series."
)


def charts(pool: ThrowPool, say: Language) -> str:
    """Return a chart for each kind of dice, with its title and what chi-square says, as HTML."""
    return "".join(
        f"<figure><figcaption>{escape(_title(title, throws, say))}</figcaption>"
        f'<div class="wide" tabindex="0">{chart(throws, say, _title(title, throws, say))}</div>'
        f"<p>{escape(judgement(throws, say))}</p></figure>"
        for (title, _), throws in pool.counts().items()
    )


def chart(throws: Throws, say: Language, title: str) -> str:
    """Return two bars for each throw as SVG: how often it was observed, and how often expected.

    A screen reader reads ``title`` and the figures.
    """
    most = max(*throws.observed.values(), *throws.expected.values())
    width, height = 2 * LEFT + SLOT * len(throws.expected), TOP + HEIGHT + FOOT
    shapes = [
        "".join(_bars(LEFT + SLOT * number, name, throws, most))
        for number, name in enumerate(throws.expected)
    ]
    legend = _legend(height, say)
    figures = "; ".join(
        f"{name}: {throws.observed[name]} / {expected:.1f}"
        for name, expected in throws.expected.items()
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{SMALLEST * width:g}" class="chart" role="img" '
        f'aria-label="{escape(f"{title}. {figures}")}">'
        f"{''.join(shapes)}{legend}</svg>"
    )


def judgement(throws: Throws, say: Language) -> str:
    """Return what the chi-square test says about ``throws``."""
    found = fit(throws.observed, throws.expected)
    if found is None:
        return say(TOO_FEW)
    return say(JUDGEMENT, percent=f"{found.chance:.1%}")


def table_of_throws(pool: ThrowPool) -> str:
    """Return every throw as comma-separated values, with a line of names (RFC 4180)."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(THROW_COLUMNS)
    for table, throw in pool.rows():
        writer.writerow((table, throw.game, throw.number, throw.action + 1, throw.seat, throw.text))
    return text.getvalue()


def _title(title: str, throws: Throws, say: Language) -> str:
    return say(TITLE, game=say(title), count=throws.observed.total())


def _bars(x: float, name: str, throws: Throws, most: float) -> Iterator[str]:
    base = TOP + HEIGHT
    pairs = ((SEEN, float(throws.observed[name])), (EXPECTED, throws.expected[name]))
    for number, (look, count) in enumerate(pairs):
        high, left = round(HEIGHT * count / most, 1), x + 6 + number * (BAR + 2)
        yield element("rect", class_=look, x=left, y=base - high, width=BAR, height=high)
        figure = f"{count:g}" if look == SEEN else f"{count:.1f}"
        yield text(left + BAR / 2, base - high - 5, figure, text_anchor="middle", font_size=11)
    yield text(x + SLOT / 2 - 2, base + 16, name, text_anchor="middle", font_size=15)


def _legend(height: float, say: Language) -> str:
    shapes = []
    for number, (look, words) in enumerate(((SEEN, OBSERVED_WORD), (EXPECTED, EXPECTED_WORD))):
        x = LEFT + number * PART
        shapes.append(element("rect", class_=look, x=x, y=height - 15, width=12, height=12))
        shapes.append(text(x + 18, height - 5, say(words), font_size=12))
    return group(shapes)


MOST_ANSWERS: Final = 1000
"""The most answers that are kept of one table; the oldest make room."""


class GivenAnswer(NamedTuple):
    """An answer to the exercise of ``game`` with this ``position``: its ``move``, right or wrong.

    It was the ``number``-th to this exercise at its table, ``seconds`` after the exercise came.
    """

    game: str
    position: str
    number: int
    move: str
    is_right: bool
    seconds: float


class AnswerLog:
    """The answers to exercises at one table; ``clock`` returns seconds.

    ``code`` is that of the pupil there, if the teacher has given codes.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self.code = ""
        self._clock = clock
        self._given: list[GivenAnswer] = []
        self._tries: Counter[tuple[str, str]] = Counter()
        self._session: Session | None = None
        self._since, self._shown = 0.0, False

    @property
    def given(self) -> Sequence[GivenAnswer]:
        """All answers, the oldest first."""
        return tuple(self._given)

    @property
    def wrong_in_a_row(self) -> int:
        """How many of the newest answers were wrong, one after the other."""
        right = (number for number, each in enumerate(reversed(self._given)) if each.is_right)
        return next(right, len(self._given))

    def follow(self, session: Session | None, view: View | None) -> None:
        """Note what ``view`` says of the answer to the exercise in ``session``, if it is one."""
        if session is not self._session:
            self._session, self._since = session, self._clock()
        verdict = None if session is None or view is None else view.verdict
        is_new, self._shown = not self._shown, verdict is not None
        if session is None or verdict is None or not is_new or not session.actions:
            return
        answer = session.actions[0]
        if isinstance(answer, Move) and session.setup.is_exercise:
            self._note(session.setup, answer, is_right=verdict)

    def _note(self, setup: Setup, move: Move, *, is_right: bool) -> None:
        exercise = (setup.game, setup.position)
        self._tries[exercise] += 1
        seconds = round(self._clock() - self._since, 1)
        answer = GivenAnswer(*exercise, self._tries[exercise], str(move), is_right, seconds)
        self._given = [*self._given, answer][-MOST_ANSWERS:]


class ExerciseResult(NamedTuple):
    """How a table did in the exercises of a ``game``.

    So many exercises were ``tried`` and ``solved``, these ``at_once``, with so many ``wrong``
    answers in all.
    """

    game: str
    tried: int
    solved: int
    at_once: int
    wrong: int


def results(given: Iterable[GivenAnswer]) -> Iterator[ExerciseResult]:
    """Yield a result for each game to whose exercises answers were ``given``."""
    by_game: dict[str, list[GivenAnswer]] = {}
    for answer in given:
        by_game.setdefault(answer.game, []).append(answer)
    for game, answers in by_game.items():
        right = {each.position for each in answers if each.is_right}
        at_once = {each.position for each in answers if each.is_right and each.number == 1}
        tried = {each.position for each in answers}
        wrong = sum(not each.is_right for each in answers)
        yield ExerciseResult(game, len(tried), len(right), len(at_once), wrong)


ANSWER_COLUMNS: Final = (
    *("table", "name", "code", "game", "position"),
    *("number", "answer", "right", "seconds"),
)
"""What the columns of the spreadsheet are called."""


class AnswerPool:
    """The answers of all tables by number and name; those of closed tables stay."""

    def __init__(self) -> None:
        self._logs: dict[tuple[int, str], AnswerLog] = {}

    def add(self, number: int, name: str, log: AnswerLog) -> None:
        """Take the ``log`` of the table with this ``number`` and ``name``."""
        self._logs[number, name] = log

    @property
    def count(self) -> int:
        """How many answers there are: a number that grows with each."""
        return sum(len(log.given) for log in self._logs.values())

    def by_table(self) -> Iterator[tuple[int, str, ExerciseResult]]:
        """Yield each result with the number of its table and the code of the pupil there."""
        for (number, _), log in self._logs.items():
            for each in results(log.given):
                yield number, log.code, each

    def csv(self) -> str:
        """Return every answer as comma-separated values, with a line of names (RFC 4180)."""
        text = io.StringIO()
        writer = csv.writer(text)
        writer.writerow(ANSWER_COLUMNS)
        for (number, name), log in self._logs.items():
            for each in log.given:
                right = int(each.is_right)
                row = (each.game, each.position, each.number, each.move, right, each.seconds)
                writer.writerow((number, name, log.code, *row))
        return text.getvalue()
