"""What reviews add to the core; what works them out is loaded when somebody asks for one.

While people play, a comment says what a move gave away, and what would have kept it. It is worked
out where machines think, while the hands go on; a comment on a move after which a person has done
something else is dropped.
"""

from collections.abc import Mapping
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Final, Literal, get_args

from firmware_host.app.build import OPENING_FACTS
from firmware_host.app.request import Request
from firmware_host.base.registry import Fact
from firmware_host.base.timing import has_come
from firmware_host.features.review.remote import (
    FOLDER,
    LUCK_AND_SKILL,
    REVIEW_HELP,
    SO_FAR,
    ReviewFolder,
    can_review,
)
from firmware_host.session.session import Session
from firmware_host.storage.history import SavedGame
from firmware_host.table.context import SceneContext
from firmware_host.table.device import PREFERENCES, FeaturePreferences, Preferences
from firmware_host.table.effects import ReadGame
from firmware_host.table.scene import PONDERERS, Effects, TableParts
from firmware_host.table.scenes.additions import (
    AFTER_GAME_LINES,
    KEPT_GAME_LINES,
    MENU_GROUPS,
    SETTINGS,
    FeatureSettings,
    MenuGroup,
    MenuLine,
    OfferedSetting,
    SettingLine,
)
from firmware_host.table.scenes.base import Entry, plain_entry, returning
from firmware_host.table.scenes.settings import setting
from firmware_host.thinking.inline import Answer, Question
from games.message import Message, msg

if TYPE_CHECKING:
    from firmware_host.features.review.store import CommentQuestion

SO_FAR_HELP: Final = msg("What throws and moves have changed up to now. It does not tell a move.")


def _folder(request: Request) -> ReviewFolder:
    is_traceless = request.is_public or request.is_temporary
    return ReviewFolder(None if is_traceless else request.folder / FOLDER)


_scenes: Final = partial(import_module, "firmware_host.features.review.scenes")
"""Returns the scenes, which are loaded when people come to them."""


def _review(context: SceneContext) -> Effects:
    effects: Effects = _scenes().begin_review(context.playing, context)
    return effects


def _after_game(context: SceneContext) -> tuple[Entry, ...]:
    return (plain_entry(LUCK_AND_SKILL, REVIEW_HELP, _review),)


def _kept(game: SavedGame) -> tuple[Entry, ...]:
    read = ReadGame(game, lambda session: (_scenes().ReviewKept(session),))
    return (plain_entry(LUCK_AND_SKILL, REVIEW_HELP, returning(read)),)


def _makes_sense(context: SceneContext) -> bool:
    return context.is_playing and can_review(context.playing)


CommentSize = Literal["off", "short", "full"]

COMMENT_SECONDS: Final = 5.0
"""So long a comment can be read, unless a person goes on before."""

SIZES: Final[Mapping[CommentSize, str]] = {
    "off": msg("no"),
    "short": msg("in short"),
    "full": msg("in full"),
}


class CommentsChosen(Fact, frozen=True):
    """Whether, and how fully, moves of people are commented upon."""

    comments: CommentSize = "off"


COMMENTS_LINE: Final = SettingLine(
    "comments",
    msg("Comments"),
    msg(
        "Says after a move of yours what it gave away, and what would have kept it. In full: also"
        " what the dice brought."
    ),
    lambda size: Message.of(SIZES[size]),
)


def _offered(chosen: Preferences, context: SceneContext) -> tuple[OfferedSetting, ...]:
    return (setting(COMMENTS_LINE, chosen),)


COMMENT_SETTINGS: Final = FeatureSettings((COMMENTS_LINE,), _offered, after="big_text")
COMMENT_PREFERENCES: Final = FeaturePreferences(CommentsChosen, {"comments": get_args(CommentSize)})


class Commentator:
    """Asks about the last move of a person at the ``table``, and says what is found."""

    def __init__(self, table: TableParts) -> None:
        self._table = table
        self._session: Session | None = None
        self._length = 0
        self._question: CommentQuestion | None = None
        self._said: Message | None = None
        self._until = 0.0

    @property
    def deadline(self) -> float | None:
        """When the comment has been read."""
        return None if self._said is None else self._until

    @property
    def strip(self) -> Message | None:
        """The comment."""
        return self._said

    @property
    def question(self) -> Question | None:
        """What the last move of a person gave away, as long as that is not known."""
        return self._question

    def attend(self, now: float) -> None:
        """Take note of what has been done until ``now`` (seconds)."""
        if has_come(self.deadline, now):
            self._said = None
        session = self._commented
        length = 0 if session is None else len(session.actions)
        if (session, length) == (self._session, self._length):
            return
        first = self._length if session is self._session else length
        self._session, self._length = session, length
        if session is None or first >= length:
            self._drop()
        elif any(_is_persons(session, index) for index in range(first, length)):
            self._drop()
            self._ask(session, first)

    def answered(self, answer: Answer) -> None:
        """Say what is found; nothing where there is nothing to tell."""
        from firmware_host.features.review.report import comment

        question, self._question = self._question, None
        turn = None if question is None else question.turn(answer)
        words = None if turn is None else comment(turn, in_full=self._size == "full")
        if words is not None:
            self._said = words
            self._until = self._table.context.now + COMMENT_SECONDS
            self._table.notify(words)

    @property
    def _size(self) -> CommentSize:
        return self._table.context.preferences.of(CommentsChosen).comments

    @property
    def _commented(self) -> Session | None:
        """The game on the table if it is commented upon: exercises and lessons do so themselves."""
        is_wanted = self._size != "off" and self._table.game.in_game
        return self._table.game.session if is_wanted and not self._table.game.is_interlude else None

    def _ask(self, session: Session, first: int) -> None:
        from firmware_host.features.review.store import CommentQuestion

        persons = [i for i in range(first, self._length) if _is_persons(session, i)]
        self._question = CommentQuestion.about(session, persons[-1], in_full=self._size == "full")

    def _drop(self) -> None:
        self._question = self._said = None


def _is_persons(session: Session, index: int) -> bool:
    """Return whether a person did the action ``index`` of ``session``."""
    return session.states[index].turn in session.seats.persons


OFFERS: Final = (
    OPENING_FACTS.offer(_folder),
    AFTER_GAME_LINES.offer(_after_game),
    KEPT_GAME_LINES.offer(_kept),
    PONDERERS.offer(Commentator),
    PREFERENCES.offer(COMMENT_PREFERENCES),
    SETTINGS.offer(COMMENT_SETTINGS),
    MENU_GROUPS.offer(
        MenuGroup(
            msg("review"),
            (MenuLine(SO_FAR, SO_FAR_HELP, _review, _makes_sense),),
            before=msg("game"),
        )
    ),
)
