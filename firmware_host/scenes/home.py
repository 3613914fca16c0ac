"""Between games: go on with one, or choose which to play and how."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from firmware_host import names
from firmware_host.scenes.base import ListScene, Question
from firmware_host.session import PLAYERS, Setup
from firmware_host.views import Label, ResumeView, Row, View
from games.core import Game, Seat, msg
from games.options import Option

if TYPE_CHECKING:
    from firmware_host.table import Table

DRAWN = None


@dataclass(frozen=True)
class Home(ListScene):
    """The list of games, and first the one that was left."""

    help = msg("Up and down choose a game, OK takes it.")

    def title(self, table: "Table") -> Label:
        return Label.of(msg("Which game?"))

    def rows(self, table: "Table") -> tuple[Row, ...]:
        catalogue = table.catalogue
        titles = [Row(Label.of(catalogue.kind(name).title)) for name in catalogue.names()]
        return (*self._left(table), *titles)

    def choose(self, table: "Table") -> None:
        left = len(self._left(table))
        if self.cursor < left:
            table.go_on()
        else:
            name = table.catalogue.names()[self.cursor - left]
            table.show(Preparation(draft=table.draft(name)))

    def _left(self, table: "Table") -> tuple[Row, ...]:
        if not table.is_playing:
            return ()
        return (Row(Label.of(msg("Go on: {game}"), game=Label.of(table.playing.game.title))),)


@dataclass(frozen=True)
class Field:
    """A row of the preparation: what it is about, its value, and the setup after a change."""

    label: Label
    value: Label
    changed: Callable[[int], Setup]
    help: Label | None = None


@dataclass(frozen=True)
class Preparation(ListScene):
    """How the game is to be played: options, seats, who begins."""

    help = msg("Left and right change the line, OK on Start begins.")
    draft: Setup = field(kw_only=True)

    def title(self, table: "Table") -> Label:
        return Label.of(table.catalogue.kind(self.draft.game).title)

    def rows(self, table: "Table") -> tuple[Row, ...]:
        fields = self._fields(table)
        return (Row(Label.of(msg("Start"))), *(Row(each.label, each.value) for each in fields))

    def choose(self, table: "Table") -> None:
        if self.cursor == 0:
            table.begin(self.draft)
        else:
            self.change(1, table)

    def change(self, step: int, table: "Table") -> bool:
        if self.cursor == 0:
            return False
        row = self._fields(table)[self.cursor - 1]
        changed = replace(self, draft=row.changed(step))
        table.show(replace(changed, cursor=min(self.cursor, len(changed.rows(table)) - 1)))
        return True

    def leave(self, table: "Table") -> bool:
        table.show(Home())
        return True

    def press(self, key: str, table: "Table") -> bool:
        row = self._fields(table)[self.cursor - 1] if self.cursor else None
        if key == "hint" and row and row.help:
            table.explain(row.label, row.help)
            return True
        return super().press(key, table)

    def _fields(self, table: "Table") -> tuple[Field, ...]:
        game = table.catalogue.load(self.draft.game, **self.draft.options)
        return (
            *(_option_field(option, self.draft, game) for option in game.OPTIONS),
            *(_player_field(seat, self.draft) for seat in game.seats),
            _first_field(self.draft, game.seats),
        )


def _option_field(option: Option, draft: Setup, game: Game) -> Field:
    present = game.options[option.name]

    def changed(step: int) -> Setup:
        values = option.values
        value = values[(values.index(present) + step) % len(values)]
        return replace(draft, options={**draft.options, option.name: value}, players=(), first=0)

    return Field(Label.of(option.title), names.value(present), changed, Label.of(option.meaning))


def _player_field(seat: Seat, draft: Setup) -> Field:
    players = [*draft.players, *PLAYERS[:1] * (seat.index + 1 - len(draft.players))]
    present = PLAYERS.index(players[seat.index])

    def changed(step: int) -> Setup:
        players[seat.index] = PLAYERS[(present + step) % len(PLAYERS)]
        return replace(draft, players=tuple(players))

    return Field(names.seat(seat), names.player(PLAYERS[present]), changed)


def _first_field(draft: Setup, seats: tuple[Seat, ...]) -> Field:
    choices = (*(seat.index for seat in seats), DRAWN)

    def changed(step: int) -> Setup:
        return replace(draft, first=choices[(choices.index(draft.first) + step) % len(choices)])

    value = Label.of(msg("drawn")) if draft.first is DRAWN else names.seat(seats[draft.first])
    return Field(Label.of(msg("Begins")), value, changed)


@dataclass(frozen=True)
class Resume(Question):
    """A game was cut off: the board as it should stand, and the question whether it goes on."""

    help = msg("OK goes on with this game, back leaves it.")

    def view(self, table: "Table") -> View:
        session = table.playing
        turn = session.state.turn
        seat = None if turn is None else session.game.seats[turn]
        return ResumeView(table.layout(), Label.of(session.game.title), seat)

    def confirm(self, table: "Table") -> None:
        table.go_on()

    def leave(self, table: "Table") -> None:
        table.start_anew()
