"""What the agent of a linked table asks: each is checked against the table as it is now."""

from typing import Final

from firmware_host.base.facts import Fact
from firmware_host.features.linked.acts import record_of, restarted_records, shared_record
from firmware_host.features.linked.remote import FarAct, FollowLink, JoinGame, LinkHere
from firmware_host.features.linked.scenes import (
    AGREES,
    REFUSES,
    AskedByOther,
    FarTurn,
    RecordsDiffer,
)
from firmware_host.session.session import Session
from firmware_host.storage.records import JournalRecord
from firmware_host.table.context import SceneContext
from firmware_host.table.effects import Apply, BeginGame, Remember, TakeOverGame
from firmware_host.table.scene import Close, Cover, Effects, Notify, Resume, Scene, Show
from firmware_host.table.scenes.notes import Confirmation
from firmware_host.table.scenes.throw import SHOWN_SECONDS, Thrown
from games.actions import Throw
from games.core import Game
from games.message import Message, msg

INVITED: Final = msg("Play {game}?")
INVITATION: Final = msg("The other table has begun it. You play your seats here.")

DECLINED_SECONDS: Final = 60.0
"""For so long people who declined a game are not asked again, unless it has gone on."""


class DeclinedGame(Fact, frozen=True):
    """The ``acts`` of a game of the other table in which people here do not play along.

    They are not asked again ``until`` this time (seconds), unless it has gone on.
    """

    acts: str = ""
    until: float = 0.0


class Invitation(Confirmation, frozen=True, kw_only=True):
    """Do people here play along in the game with these ``acts``?"""

    acts: str

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


def do_far_act(request: FarAct, scene: Scene, context: SceneContext) -> Effects:
    """Let happen here what was done at the other table."""
    if not (context.is_playing and context.in_game):
        return ()
    session = context.playing
    is_agreed = request.act in (session.talk.asks, session.talk.agrees)
    is_due = isinstance(scene, FarTurn) or is_agreed
    if not (session.is_linked and is_due) or session.record_count != request.after:
        return ()
    try:
        record = shared_record(request.act)
    except ValueError:
        return ()
    if not session.fits(record):
        return ()
    action = session.state.parse(str(record["do"])) if "do" in record else None
    if not isinstance(action, Throw):
        told = (Notify(Message.of(AGREES)),) if request.act == session.talk.asks else ()
        return (Apply(record), Resume(), *told)
    seat, until = session.seat_to_act, context.now + SHOWN_SECONDS
    return (Apply(record), Show(Thrown(seat, action, until)))


def join_game(request: JoinGame, scene: Scene, context: SceneContext) -> Effects:
    """Ask whether people here play along, or replace the game by the record that was chosen."""
    try:
        begin = record_of(request.begin)
        session = Session.begin(begin, context.catalogue)
    except ValueError:
        return ()
    if isinstance(scene, Confirmation) or scene.is_overlay:
        return ()
    if request.replaces and context.is_playing and context.in_game:
        return _replaced(request, begin, session.game, scene, context)
    declined = context.fact(DeclinedGame)
    is_declined = request.acts == declined.acts and context.now < declined.until
    if (context.in_game and context.is_playing) or is_declined:
        return ()
    title = Message.of(INVITED, game=Message.of(session.game.title))
    text = Message.of(INVITATION)
    return (Cover(Invitation(title, text, (BeginGame(session.setup),), acts=request.acts)),)


def _replaced(
    request: JoinGame,
    begin: JournalRecord,
    game: Game,
    scene: Scene,
    context: SceneContext,
) -> Effects:
    if not (isinstance(scene, FarTurn | RecordsDiffer) and context.playing.has_chosen_theirs):
        return ()
    # the board of another game is set up anew
    standing = context.playing.standing() if context.playing.game == game else ()
    try:
        records = restarted_records(request.acts.split("\n"), begin, standing, context.catalogue)
    except (KeyError, TypeError, ValueError):
        return ()
    return (TakeOverGame(records),)
