"""What a scene wants to happen next: values that carry themselves out, in their order.

Those that only change what is shown are in :mod:`firmware_host.table.scene`.

Some machines play as well as the people at the table. The strength is in the name of the player,
and so in the record that begins a game. The strength of the next game follows from that record and
from who won. The journal of games is therefore all that is needed after a restart; nothing is known
of who the people are. In public, each visit starts anew.
"""

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import chain
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from firmware_host.base.registry import Fact, Registry
from firmware_host.screens.board_screen import BoardView
from firmware_host.session import names
from firmware_host.session.seats import ADAPTIVE, PHONE, Seats, chosen
from firmware_host.session.session import LeaveReason, Session
from firmware_host.session.setup import Setup
from firmware_host.storage.history import SavedGame
from firmware_host.storage.records import JournalRecord
from firmware_host.table.context import SceneContext
from firmware_host.table.device import Device, Ending, Preferences, SettingsFault
from firmware_host.table.scene import (
    EMPTY_ROOM,
    AwaitFiles,
    Cover,
    Effects,
    Notify,
    Resume,
    TableParts,
    UseFiles,
)
from games.actions import Throw
from games.core import Game, Outcome
from games.message import Message, msg
from games.players.levels import adaptive_name, adaptive_strength
from hardware.dice.tray import DiceEvent

HELP = msg("Help")
BESIDE, LISTED = msg("Beside the board:"), "- {what}"
DRAWN = msg("{seat} begins, drawn by lot")
TAKEN_BACK = msg("Taken back: {what}")
NO_MOVE_YET = msg("No move has been made yet")
NOWHERE = msg("Piece from {point}: put it down")
NOTHING_TO_UNDO = msg("Nothing to take back")
LATER_THROWS_REMOVED = msg("Later throws were removed")
UNREADABLE = msg("This game cannot be read")
READING = msg("The memory card is being read.")
GAME = msg("Game")
EXPORT = msg("Copy to a USB stick")
EXPORTING = msg("The counters are being copied. Leave the stick in.")
NOT_KEPT = msg("Settings not saved")

INSTEAD_OF_UNDO = Registry[Callable[[SceneContext], Effects]]()
"""What follows where people want to take something back; the first that is not empty counts."""

ARRANGEMENTS = Registry[Callable[[Setup, SceneContext], Mapping[str, str]]]()
"""What features arrange for a game that begins, by their names; it stays in its record."""

AFTER_RECORDS = Registry[Callable[[JournalRecord, TableParts], None]]()
"""Who hears of each record that has changed the game on the table."""

log = logging.getLogger(__name__)


class GiveUp(Struct, frozen=True):
    """Leave the scene that is shown as if nobody had pressed a key for long."""

    def carry_out(self, table: TableParts) -> Effects:
        return table.scenes.shown.give_up(table.context)


class HandleDice(Struct, frozen=True):
    """Hand a dice event to the scene that is shown now."""

    event: DiceEvent

    def carry_out(self, table: TableParts) -> Effects:
        return table.scenes.shown.dice(self.event, table.context)


class ShowMenu(Struct, frozen=True):
    """Show the menu of the game."""

    def carry_out(self, table: TableParts) -> Effects:
        is_over_edit = any(scene.is_edited(table.context) for scene in table.scenes.all)
        menu = table.openings.menu(table.context, is_over_edit)
        if is_over_edit:
            table.cover(menu)
        else:
            table.show(menu)
        return ()


class ShowHelp(Struct, frozen=True):
    """Explain what the keys do in the scene that is shown."""

    def carry_out(self, table: TableParts) -> Effects:
        scene = table.scenes.shown
        parts, view = [*scene.help_lines(table.context)], scene.view(table.context)
        if isinstance(view, BoardView):
            lying = names.beside(view.layout.pieces, view.layout.seats)
            parts += [Message.of(BESIDE)] if lying else []
            parts += [Message.of(LISTED, what=each) for each in lying]
        return (Explain(Message.of(HELP), names.join(parts, between="\n")),)


class ShowLastMove(Struct, frozen=True):
    """Show the last move again."""

    def carry_out(self, table: TableParts) -> Effects:
        if not table.game.in_game:
            return ()
        scene = table.openings.last_move(table.game.playing)
        if scene is None:
            return (Notify(Message.of(NO_MOVE_YET)),)
        return () if isinstance(table.scenes.shown, type(scene)) else (Cover(scene),)


class Explain(Struct, frozen=True):
    """Show a text over the scene until a key is pressed."""

    title: Message
    text: Message

    def carry_out(self, table: TableParts) -> Effects:
        return (Cover(table.openings.text(self.title, self.text)),)


class Apply(Struct, frozen=True):
    """Let ``record`` change the game, and have it saved."""

    record: JournalRecord

    def carry_out(self, table: TableParts) -> Effects:
        before, stake = _points(table), _stake(table)
        table.game.apply(self.record)
        for hear in AFTER_RECORDS:
            hear(self.record, table)
        if not before or table.game.playing.is_over:
            return ()
        if _points(table) != before:
            return (Notify(names.points_won(table.game.playing.state)),)
        raised = _stake(table)
        return (Notify(raised),) if raised is not None and raised != stake else ()


def _stake(table: TableParts) -> Message | None:
    return table.game.playing.state.stake() if table.game.in_game else None


def _points(table: TableParts) -> tuple[int, ...]:
    return table.game.playing.state.points_won() if table.game.in_game else ()


class Undo(Struct, frozen=True):
    """Take back the last throw or move."""

    def carry_out(self, table: TableParts) -> Effects:
        if not table.game.in_game:
            return (Notify(Message.of(NOTHING_TO_UNDO)),)
        instead = next(filter(None, (each(table.context) for each in INSTEAD_OF_UNDO)), ())
        if instead or not table.game.playing.can_undo:
            return instead or (Notify(Message.of(NOTHING_TO_UNDO)),)
        undone = table.game.undo()
        if undone is None or table.game.is_interlude:
            return (Resume(),)
        return (Resume(), Notify(Message.of(TAKEN_BACK, what=names.action(undone))))


class ReplaceMove(Struct, frozen=True):
    """Take back the last move so that another one can be chosen instead."""

    def carry_out(self, table: TableParts) -> Effects:
        table.game.replace_move(puts_back_first=table.context.sight.is_working)
        return (Resume(),)


class ReplaceThrow(Struct, frozen=True):
    """Let ``throw`` count instead of the one that was made so many throws ``back``."""

    throw: Throw
    back: int

    def carry_out(self, table: TableParts) -> Effects:
        keeps_later = table.game.replace_throw(self.throw, self.back)
        return (Resume(), *(() if keeps_later else (Notify(Message.of(LATER_THROWS_REMOVED)),)))


class BeginGame(Struct, frozen=True):
    """Begin the game that ``setup`` describes."""

    setup: Setup

    def carry_out(self, table: TableParts) -> Effects:
        table.end_interlude()
        setup = with_strength(self.setup, table.context)
        found = (each(setup, table.context).items() for each in ARRANGEMENTS)
        table.game.begin(replace(setup, arranged=dict(chain.from_iterable(found))))
        # the cup that was lifted was over the dice of another game
        table.context = replace(table.context, is_cup_lifted=False)
        session = table.game.playing
        table.watch_board(session.game.board)
        first = session.game.seats[session.setup.first or 0]
        drawn = (Notify(Message.of(DRAWN, seat=names.seat(first))),)
        return (*(drawn if self.setup.first is None else ()), Resume())


class BeginAskedGame(Struct, frozen=True):
    """Begin the game that the program was started for, or show the list of games."""

    def carry_out(self, table: TableParts) -> Effects:
        asked = table.game.asked_for
        return (GoHome() if asked is None else BeginGame(asked),)


class PlaceGroups(Struct, frozen=True):
    """Note that people have put ``count`` groups of pieces on the board; None: all of them."""

    count: int | None

    def carry_out(self, table: TableParts) -> Effects:
        table.game.place(self.count)
        return ()


class TakeOverGame(Struct, frozen=True):
    """Put the game of ``records`` in the place of the one on the table."""

    records: tuple[JournalRecord, ...]

    def carry_out(self, table: TableParts) -> Effects:
        before = table.game.playing.game
        table.game.take_over(self.records)
        game = table.game.playing.game
        if game != before:
            table.watch_board(game.board)
        return (Resume(),)


class ReadGame(Struct, frozen=True):
    """Read a kept ``game`` beside the loop; ``then`` returns what follows from its session."""

    game: SavedGame
    then: Callable[[Session], Effects]

    def carry_out(self, table: TableParts) -> Effects:
        catalogue = table.context.catalogue

        def read() -> Effects:
            try:
                session = Session.resume(self.game.records, catalogue)
            except ValueError as error:
                log.warning("a game that is kept cannot be read: %s", error)
                return (Notify(Message.of(UNREADABLE)),)
            return self.then(session)

        return (AwaitFiles(Message.of(GAME), Message.of(READING), read),)


class GoOnWith(Struct, frozen=True):
    """Put an earlier ``game`` on the table, which was left; the one there can be resumed too."""

    game: SavedGame

    def carry_out(self, table: TableParts) -> Effects:
        return (ReadGame(self.game, lambda session: (PutOnTable(self.game, session),)),)


class PutOnTable(Struct, frozen=True):
    """Put the ``session`` of a ``game`` on the table, whose record goes on."""

    game: SavedGame
    session: Session

    def carry_out(self, table: TableParts) -> Effects:
        table.end_interlude()
        table.game.go_on_with(self.game, self.session)
        table.forget("game", "scene")
        table.watch_board(self.session.game.board)
        return (Resume(),)


class ForgetGame(Struct, frozen=True):
    """Remove a kept ``game`` for good; the one on the table is left before."""

    game: SavedGame

    def carry_out(self, table: TableParts) -> Effects:
        here = table.context.present
        if here is not None and here.goes_on_from(self.game):
            table.run((LeaveGame("anew"),))
        table.game.forget(self.game)
        others = (each for each in table.context.history if not each.goes_on_from(self.game))
        table.hear_history(tuple(others))
        table.read_history()
        return ()


class BeginInterlude(Struct, frozen=True):
    """Put ``session`` on the table instead of the game, which waits; keep ``fact`` meanwhile."""

    session: Session
    fact: Fact

    def carry_out(self, table: TableParts) -> Effects:
        is_new = not table.game.is_interlude
        table.game.begin_interlude(self.session, is_seen=table.context.sight.is_working)
        table.note(self.fact)
        if is_new:
            table.watch_board(self.session.game.board)
        return (Resume(),)


class LeaveGame(Struct, frozen=True):
    """Leave the game for good; it is kept. ``why`` goes into its record."""

    why: LeaveReason

    def carry_out(self, table: TableParts) -> Effects:
        table.end_interlude()
        table.game.leave(self.why)
        table.forget("game", "scene")
        table.context.sight.set_game_board(None, table.context.now)
        return ()


class GoHome(Struct, frozen=True):
    """Show the list of games, with the cursor on the one called ``game``.

    Without a name, the cursor is on the game that can be resumed or was played last.
    """

    game: str = ""

    def carry_out(self, table: TableParts) -> Effects:
        if table.game.is_interlude:
            table.end_interlude()
            session = table.game.session
            board = None if session is None else session.game.board
            table.context.sight.set_game_board(board, table.context.now)
        table.game.in_game = False
        table.read_history()
        table.reset(table.openings.home(table.context, self.game))
        return ()


class EndVisit(Struct, frozen=True):
    """Leave the game, forget what visitors have set, and invite the next ones."""

    def carry_out(self, table: TableParts) -> Effects:
        table.run((LeaveGame("idle"),))
        table.forget("visit")
        table.context = replace(table.context, preferences=table.context.lasting)
        empty = next((each.scene for each in EMPTY_ROOM), None)
        table.reset(empty(table.context) if empty else table.openings.home(table.context, ""))
        return ()


class Prefer(Struct, frozen=True):
    """Set preferences: for good, or in public until the visitors have left."""

    chosen: Mapping[str, str | bool]
    for_good: bool

    def carry_out(self, table: TableParts) -> Effects:
        before = table.context
        preferences, lasting = before.preferences.but(self.chosen), before.lasting
        if self.for_good:
            lasting = lasting.but(self.chosen)
        elif not before.is_public:
            lasting = preferences
        table.context = replace(before, preferences=preferences, lasting=lasting)
        return (
            ()
            if lasting == before.lasting
            else (UseFiles(KeepPreferences(before.device, lasting)),)
        )


class KeepPreferences(Struct, frozen=True):
    """Writes the ``preferences`` to the card of ``device``."""

    device: Device
    preferences: Preferences

    def __call__(self) -> Effects:
        return (TellKept(self.device.keep(self.preferences)),)


class TellKept(Struct, frozen=True):
    """Say that preferences were not written, if there is a line about a ``fault``."""

    fault: str | None

    def carry_out(self, table: TableParts) -> Effects:
        table.note(SettingsFault(self.fault))
        if self.fault is None:
            return ()
        log.warning(self.fault)
        return (Notify(Message.of(NOT_KEPT)),)


class Remember(Struct, frozen=True):
    """Keep ``fact`` in the place of what was known before."""

    fact: Fact

    def carry_out(self, table: TableParts) -> Effects:
        table.note(self.fact)
        return ()


class IgnoreMismatch(Struct, frozen=True):
    """Accept that the real board differs from the position, until it changes."""

    def carry_out(self, table: TableParts) -> Effects:
        table.context.sight.ignore_differences(table.game.playing.standing())
        return ()


class ExportCounters(Struct, frozen=True):
    """Write the counters to a USB stick and show whether it worked."""

    def carry_out(self, table: TableParts) -> Effects:
        title, export = Message.of(EXPORT), table.context.device.export
        return (AwaitFiles(title, Message.of(EXPORTING), lambda: (Explain(title, export()),)),)


class EndProgram(Struct, frozen=True):
    """End the program in the way of ``ending``."""

    ending: Ending

    def carry_out(self, table: TableParts) -> Effects:
        table.ending = self.ending
        return ()


GAIN: Final = 0.3
"""How much stronger a machine becomes for a point that nobody expected people to win.

A level is a quarter. Of two sides that are equally strong, each expects half the point.
"""
PERSONS: Final = ("person", PHONE)

LastGame = tuple[Setup, Outcome | None]


def with_strength(setup: Setup, context: SceneContext) -> Setup:
    """Return ``setup`` with the strength of all machines that follow people in their names."""
    if ADAPTIVE not in map(chosen, setup.players):
        return setup
    name = following_player(setup.game, context)
    players = (name if chosen(player) == ADAPTIVE else player for player in setup.players)
    return replace(setup, players=tuple(players))


def following_player(game: str, context: SceneContext) -> str:
    """Return the machine that is as strong as the people were in their last game of ``game``."""
    for setup, outcome in _last_games(game, context):
        kind = context.catalogue.load(setup.game, **setup.options)
        strength = strength_after(setup, outcome, kind)
        if strength is not None:
            return adaptive_name(strength)
    return ADAPTIVE


def strength_after(setup: Setup, outcome: Outcome | None, game: Game) -> float | None:
    """Return how strong machines are after a game that began with ``setup``.

    None if no machine followed people in it. A game without an ``outcome`` changes nothing.
    """
    strengths = map(adaptive_strength, setup.players)
    before = next((strength for strength in strengths if strength is not None), None)
    if before is None or outcome is None:
        return before
    seats = zip(game.seats, Seats.of(game, setup.players).players, strict=True)
    sitting = [(seat.team, player) for seat, player in seats if player != "nobody"]
    people = {team for team, player in sitting if player in PERSONS}
    expected = len(people) / len({team for team, _ in sitting})
    winners = outcome.sides(game.seats)
    won = len(people & winners) / len(winners)
    return min(1.0, max(0.0, before + GAIN * (won - expected)))


def _last_games(name: str, context: SceneContext) -> Iterator[LastGame]:
    """Yield the games of ``name``, the newest first; in public only the one on the table.

    Games that began in the middle say nothing of the strength of people.
    """
    session = context.session
    if session is not None and session.setup.game == name and not session.setup.position:
        yield session.setup, session.outcome
    if not context.is_public:
        for game in context.history:
            with suppress(ValueError):
                setup = Setup.read(game.records[0])
                if setup.game == name and not setup.position:
                    yield setup, game.outcome
