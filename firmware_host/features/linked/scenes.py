"""People at a linked table: they wait for the other one, go on without it, or ask it.

The other table throws and moves for its seats. What both have can be taken back, and a draw be
agreed upon, only if people at both want it. What the agent of a table asks is checked against
the table as it is now.
"""

from collections.abc import Mapping
from typing import Final

from firmware_host.base.registry import Fact
from firmware_host.features.linked.acts import (
    Act,
    FarAct,
    FollowLink,
    JoinGame,
    LinkHere,
    record_of,
    restarted_records,
    shared_record,
)
from firmware_host.remote.requests import (
    GONE_ON,
    IS_ASKING,
    NO_GAME,
    NOT_NOW,
    RequestRefused,
)
from firmware_host.screens.board_screen import TurnView
from firmware_host.screens.choose import LEFT
from firmware_host.screens.lists import Row
from firmware_host.screens.notes import YES_OR_NO, NoteView
from firmware_host.screens.sheet import (
    BACK_TO_MENU,
    MAIN,
    Sheet,
    TextLine,
    spoken_throws,
    throws_line,
)
from firmware_host.screens.view import View, sentences
from firmware_host.session.seats import size_taken_back, taking_back
from firmware_host.session.session import Session
from firmware_host.storage.records import JournalRecord
from firmware_host.table.context import SceneContext, layout
from firmware_host.table.effects import (
    NOTHING_TO_UNDO,
    Apply,
    BeginGame,
    Remember,
    ShowMenu,
    TakeOverGame,
)
from firmware_host.table.remote_effects import Reaction
from firmware_host.table.scene import Close, Cover, Effects, Notify, Resume, Scene, Show
from firmware_host.table.scenes.base import (
    Confirmation,
    ConfirmScene,
    ListScene,
    PlayHere,
    TurnElsewhere,
)
from firmware_host.table.scenes.throw import SHOWN_SECONDS, Thrown
from firmware_host.text.translator import Language
from games.actions import Throw
from games.core import Game
from games.message import Message, msg

OURS: Final = msg("Keep ours ({count})")
THEIRS: Final = msg("Take theirs ({count})")
WHOSE: Final = ("ours", "theirs")
DOES_NOT_FIT: Final = RequestRefused(
    Message.of(msg("What the other table has done is not possible in the game here."))
)
CANNOT_PLAY: Final = RequestRefused(Message.of(msg("This table cannot play that game.")))
IS_PLAYING: Final = RequestRefused(Message.of(msg("A game is being played at the table already.")))
IS_DECLINED: Final = RequestRefused(
    Message.of(msg("The people at the table do not want to play this game now."))
)
UPDATE_BOTH: Final = msg("Update the program at both tables.")
HELPS: Final[Mapping[str, str]] = {
    "connecting": msg("The other table has to answer first. Is it on and connected?"),
    "rules differ": UPDATE_BOTH,
    "versions differ": UPDATE_BOTH,
}
"""What else people may want to know, where the tables do not simply wait for each other."""

AT_THE_OTHER = msg("Other table plays")
AWAY = msg("Away since {time}")
LINKS: Mapping[str, str] = {
    "connecting": msg("Connecting…"),
    "behind": msg("Catching up…"),
    "rules differ": msg("Rules differ"),
    "versions differ": msg("Versions differ"),
    "other chooses": msg("Other table decides"),
    "left": msg("Other table left"),
}
"""What is said where this table and the other one do not simply wait for each other."""

ASKED: Final = msg("The other table is asked")
AGREES: Final = msg("The other table agrees")
REFUSES: Final = msg("The other table refuses")
HAS_TO_ANSWER: Final = msg("The other table has to answer first")
TAKE_BACK: Final = msg("The other table asks to take back throws and moves. How many: {count}.")
INVITED: Final = msg("Play {game}?")
INVITATION: Final = msg("The other table has begun it. You play your seats here.")
DECLINED_SECONDS: Final = 60.0
"""For so long people who declined a game are not asked again, unless it has gone on."""


class FarTurnView(TurnView, frozen=True):
    """The other table plays for ``seat``, or cannot be reached; ``pending`` are throws to play.

    ``standing`` says how both tables stand. The other one has been away ``since`` then, empty: it
    is there.
    """

    pending: tuple[Throw, ...]
    standing: str = "agreed"
    since: str = ""

    awaited = "other table"

    @property
    def prompt(self) -> Message:
        return Message.of(msg("{what}. `ok`: go on without it"), what=self._what)

    @property
    def spoken(self) -> tuple[Message, ...]:
        return sentences(self.player, spoken_throws(LEFT, self.pending), self.prompt)

    def sheet(self, say: Language) -> Sheet:
        lines = (TextLine(say(self._what), MAIN), throws_line(LEFT, self.pending, say))
        foot = (say(msg("OK: alone")), say(BACK_TO_MENU))
        return Sheet(self.whose(say), lines, foot, self.seat)

    @property
    def _what(self) -> Message:
        if self.standing == "agreed":
            away = Message.of(AWAY, time=self.since)
            return away if self.since else Message.of(AT_THE_OTHER)
        return Message.of(LINKS[self.standing])


class FarTurn(TurnElsewhere, frozen=True):
    """The other table acts, or has to be heard of before anybody acts here."""

    help = msg(
        "The other table acts: what it does is shown here, and you do it on your board. OK: go on"
        " without it. Back: menu."
    )
    wary_of = ("ok",)

    def help_lines(self, context: SceneContext) -> tuple[Message, ...]:
        more = HELPS.get(context.fact(LinkHere).standing)
        return (*super().help_lines(context), *(() if more is None else (Message.of(more),)))

    def view(self, context: SceneContext) -> View:
        session, link = context.playing, context.fact(LinkHere)
        seat, pending = session.seat_to_act, session.state.pending
        return FarTurnView(layout(context), seat, pending, link.standing, link.since)

    def ask(self, context: SceneContext) -> Effects:
        return _ask_to_go_on_alone(context)


class RecordsDiffer(ListScene, frozen=True):
    """Different things were done at the two tables; people choose what counts."""

    help = msg(
        "At the two tables, different things were done. Ask the people there. Keep ours: they are"
        " asked to follow. Take theirs: what you did since does not count, and you are shown how to"
        " change your board."
    )

    def leave(self, context: SceneContext) -> None:
        return None

    def title(self, context: SceneContext) -> Message:
        return Message.of(msg("Tables differ"))

    def rows(self, context: SceneContext) -> tuple[Row, ...]:
        link = context.fact(LinkHere)
        return (
            Row(Message.of(OURS, count=link.ours)),
            Row(Message.of(THEIRS, count=link.theirs)),
            Row(Message.of(msg("Menu"))),
        )

    def choose(self, context: SceneContext) -> Effects:
        if self.cursor == len(WHOSE):
            return (ShowMenu(),)
        chosen: JournalRecord = {
            "decision": context.fact(LinkHere).decisions,
            "record": WHOSE[self.cursor],
        }
        return (Apply(chosen),)


def far_turn(context: SceneContext) -> Scene | None:
    """Return what people at a linked table wait for; None if they act now."""
    session, standing = context.playing, context.fact(LinkHere).standing
    if standing == "choose":
        return RecordsDiffer()
    return FarTurn() if standing != "agreed" or session.is_far(session.state) else None


def _ask_to_go_on_alone(context: SceneContext) -> Effects:
    """Ask whether the seats of the other table are played here from now on."""
    taken = (Apply({"seat": seat, "player": "person"}) for seat in context.playing.seats.far)
    question = PlayHere(
        asked=Message.of(msg("Go on alone?")),
        here=Message.of(msg("Play all seats here")),
        follows=Message.of(msg("The other table is told that you left.")),
        agreed=(*taken, Resume()),
    )
    return (Cover(question),)


class AskedByOther(ConfirmScene, frozen=True):
    """The other table asks for ``act``: do people here agree?"""

    help = msg("OK: yes. Back: no. The other table is told.")
    is_overlay = True
    act: str

    def view(self, context: SceneContext) -> View:
        size = size_taken_back(self.act)
        if size is None:
            title, text = (
                Message.of(msg("A draw?")),
                Message.of(msg("The other table offers a draw.")),
            )
        else:
            title = Message.of(msg("Take back?"))
            text = Message.of(TAKE_BACK, count=size)
        return NoteView(title, text, keys=YES_OR_NO)

    def confirm(self, context: SceneContext) -> Effects:
        return (Apply({"agrees": self.act}), Close())

    def leave(self, context: SceneContext) -> Effects:
        return (Apply({"refuses": self.act}), Close())


def ask_for(act: str) -> Effects:
    """Ask the other table for ``act``."""
    return (Apply({"asks": act}), Resume(), Notify(Message.of(ASKED)))


def cannot_undo(context: SceneContext) -> Effects:
    """Return what follows where nothing is taken back: people may ask the other table."""
    size = context.playing.size_to_ask_for()
    if size == 0:
        return (Notify(Message.of(NOTHING_TO_UNDO)),)
    if context.fact(LinkHere).standing != "agreed":
        return (Notify(Message.of(HAS_TO_ANSWER)),)
    title = Message.of(msg("Ask the other table?"))
    text = Message.of(msg("It has what you want to take back. People there have to agree."))
    return (Cover(Confirmation(title, text, ask_for(taking_back(size)))),)


class DeclinedGame(Fact, frozen=True):
    """The ``acts`` of a game of the other table in which people here do not play along.

    They are not asked again ``until`` this time (seconds), unless it has gone on.
    """

    acts: tuple[str, ...] = ()
    until: float = 0.0


class Invitation(Confirmation, frozen=True):
    """Do people here play along in the game with these ``acts``?"""

    acts: tuple[str, ...]

    def leave(self, context: SceneContext) -> Effects:
        return (
            Remember(DeclinedGame(self.acts, context.now + DECLINED_SECONDS)),
            *super().leave(context),
        )


def follow_link(request: FollowLink, scene: Scene, context: SceneContext) -> Effects:
    """Note how both tables stand, and show it where that changes what can be done."""
    link, before = request.here, context.fact(LinkHere)
    known = () if link == before else (Remember(link),)
    if not (context.is_playing and context.in_game and context.playing.is_linked):
        return known
    if isinstance(scene, AskedByOther):
        return known if link.asked == scene.act else (*known, Close())
    if link.has_refused and not before.has_refused:
        known = (*known, Notify(Message.of(REFUSES)))
    if scene.is_overlay:
        return known
    if link.standing != before.standing:
        return (*known, Resume())
    is_asked = link.asked and link.asked != context.playing.talk.answered
    return (*known, Cover(AskedByOther(link.asked))) if is_asked else known


def do_far_act(request: FarAct, scene: Scene, context: SceneContext) -> Reaction:
    """Let happen here what was done at the other table."""
    if not (context.is_playing and context.in_game):
        return NO_GAME
    session = context.playing
    is_agreed = request.act in (session.talk.asks, session.talk.agrees)
    if not (session.is_linked and (is_agreed or isinstance(scene, FarTurn))):
        return NOT_NOW
    if session.record_count != request.after:
        return GONE_ON
    record = _fitting(request.act, session)
    if record is None:
        return DOES_NOT_FIT
    action = session.state.parse(str(record["do"])) if "do" in record else None
    if not isinstance(action, Throw):
        told = (Notify(Message.of(AGREES)),) if request.act == session.talk.asks else ()
        return (Apply(record), Resume(), *told)
    seat, until = session.seat_to_act, context.now + SHOWN_SECONDS
    return (Apply(record), Show(Thrown(seat, action, until)))


def _fitting(act: Act, session: Session) -> JournalRecord | None:
    """Return the record of ``act``; None if it is none that can come next in ``session``."""
    try:
        record = shared_record(act)
    except ValueError:
        return None
    return record if session.fits(record) else None


def join_game(request: JoinGame, scene: Scene, context: SceneContext) -> Reaction:
    """Ask whether people here play along, or replace the game by the record that was chosen."""
    try:
        begin = record_of(request.begin)
        session = Session.begin(begin, context.catalogue)
    except ValueError:
        return CANNOT_PLAY
    if isinstance(scene, Confirmation) or scene.is_overlay:
        return IS_ASKING
    if request.replaces and context.is_playing and context.in_game:
        return _replaced(request, begin, session.game, scene, context)
    if context.in_game and context.is_playing:
        return IS_PLAYING
    declined = context.fact(DeclinedGame)
    if request.acts == declined.acts and context.now < declined.until:
        return IS_DECLINED
    title = Message.of(INVITED, game=Message.of(session.game.title))
    text = Message.of(INVITATION)
    return (Cover(Invitation(title, text, (BeginGame(session.setup),), acts=request.acts)),)


def _replaced(
    request: JoinGame,
    begin: JournalRecord,
    game: Game,
    scene: Scene,
    context: SceneContext,
) -> Reaction:
    if not (isinstance(scene, FarTurn | RecordsDiffer) and context.playing.has_chosen_theirs):
        return NOT_NOW
    # the board of another game is set up anew
    standing = context.playing.standing() if context.playing.game == game else ()
    try:
        records = restarted_records(request.acts, begin, standing, context.catalogue)
    except (KeyError, TypeError, ValueError):
        return CANNOT_PLAY
    return (TakeOverGame(records),)
