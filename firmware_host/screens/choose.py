"""The screens on which a move is chosen, by a person or by the machine."""

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from msgspec.structs import replace

from firmware_host.screens.board_plan import Highlights
from firmware_host.screens.board_screen import TurnView
from firmware_host.screens.moves import (
    TAKE,
    capture_lines,
    captures,
    certain_captures,
    lights,
    move_words,
)
from firmware_host.screens.sheet import (
    BACK_TO_MENU,
    BLANK,
    MAIN,
    Sheet,
    TextLine,
    counted,
    spoken_throws,
    throws_line,
)
from firmware_host.screens.view import sentences
from firmware_host.session import names
from firmware_host.text.translator import Language
from games.actions import Choice, Move, Throw
from games.message import Message, msg

MOST_TARGETS = 6
"""More squares than these are not said one by one."""

LEFT = msg("play: {throws}")
THINKING = msg("Thinking…")
MACHINE_THINKS = msg("{seat} (machine) is thinking. `right`: move now")


class ChooseView(TurnView, frozen=True):
    """``seat`` picks a move; ``preview`` are the moves behind the option under the cursor.

    ``pending`` are the throws to play, ``picked`` the choices made so far. ``all_moves`` are the
    moves that may be picked at all; ``targets_shown`` shows where they end. ``is_asked`` is true if
    a move seems to have been made already and the question is which, ``is_again`` if the last move
    is still on the real board and this one replaces it, ``is_thinking`` while advice is on its way.
    ``steps_back`` is true if back takes a choice back, false if it opens the menu.
    """

    pending: tuple[Throw, ...]
    options: tuple[Choice, ...]
    option: Choice
    picked: tuple[Choice, ...]
    preview: tuple[Move, ...]
    all_moves: tuple[Move, ...]
    targets_shown: bool = False
    is_asked: bool = False
    is_again: bool = False
    is_thinking: bool = False
    steps_back: bool = False
    next_hint: ClassVar[str] = msg("Hint: a move")
    """What the hint key does once the targets are shown."""

    awaited = "choice"

    @property
    def prompt(self) -> Message:
        if self.steps_back:
            return Message.of(msg("Choose with the arrows and press `ok`; `back`: choose again"))
        return Message.of(msg("Choose with the arrows and press `ok`; `back`: menu"))

    @property
    def marked(self) -> tuple[Message, ...]:
        return (names.path(self._known, self.layout.pieces),)

    @property
    def spoken(self) -> tuple[Message, ...]:
        number, total = self._number
        option = Message.of(
            msg("{option}, {number} of {total}"),
            option=names.path(self._known, self.layout.pieces),
            number=number,
            total=total,
        )
        certain = captures(self.layout, self.preview)
        told = names.join([option, *certain, *self._spoken_targets(), *self._prey()])
        return sentences(self._whose, spoken_throws(LEFT, self.pending), told, self.prompt)

    def _spoken_targets(self) -> Iterator[Message]:
        """Yield where the piece in question can go, if it is not yet certain."""
        targets = tuple(self._targets())
        if not self._is_certain and 0 < len(targets) <= MOST_TARGETS:
            places = names.join([names.place(each) for each in targets])
            yield Message.of(msg("can go to {places}"), places=places)

    def _prey(self) -> Iterator[Message]:
        """Yield whose pieces the one under the cursor may capture, if that is not certain."""
        if self._is_certain:
            return
        certain = certain_captures(self.preview)
        open_to = {each for move in self.preview for each in move.captures} - set(certain)
        for seat in self.layout.seats:
            if any(piece.seat == seat.index for piece in open_to):
                yield Message.of(msg("can capture {colour}"), colour=names.seat(seat))

    @property
    def is_on_table(self) -> bool:
        return not self.is_again

    def sheet(self, say: Language) -> Sheet:
        lit = self._lit()
        throws = replace(throws_line(LEFT, self.pending, say), is_minor=True)
        choice = TextLine(self._choice(say), MAIN)
        captured = tuple(capture_lines(self.layout, self.preview, say))
        return Sheet(
            self._head(say),
            (choice,) if self.targets_shown else (throws, choice, *captured),
            self._foot(say),
            self.seat,
            lit,
            optional=tuple(TextLine(say(each)) for each in self._prey()),
            unseen=(self._target_line(),),
            marks=(_meanings(lit, say),) if self.targets_shown else (),
            needs_board=self.targets_shown,
        )

    @property
    def _is_certain(self) -> bool:
        """True if the option under the cursor leaves one move."""
        return len(self.preview) == 1

    @property
    def _known(self) -> tuple[Choice, ...]:
        """What is picked, what is under the cursor, and what follows if that is certain."""
        return self.preview[0].choices if self._is_certain else (*self.picked, self.option)

    def _head(self, say: Language) -> str:
        """Return whose move it is, and which of how many options is under the cursor."""
        number = "" if self.is_thinking else counted(*self._number, say)
        return f"{say.heading(self._whose)} {number}".rstrip(" ")

    @property
    def _number(self) -> tuple[int, int]:
        """The number of the option under the cursor, and how many there are."""
        return self.options.index(self.option) + 1, len(self.options)

    @property
    def _whose(self) -> Message:
        """What the screen is about: whose move it is, or what is asked about it."""
        if self.is_thinking:
            return Message.of(THINKING)
        if self.is_asked:
            return Message.of(msg("This move?"))
        return Message.of(msg("New move")) if self.is_again else self.player

    def _choice(self, say: Language) -> str:
        """Return in words what is known of the move, and whether more is to be chosen.

        Beside the meanings of marks it is kept short.
        """
        unknown = "" if self._is_certain or self.option.kind == "die" else " → ?"
        if self.targets_shown:
            return say(names.path(self._known)) + unknown
        return move_words(self._known, self.layout, say) + unknown

    def _foot(self, say: Language) -> tuple[str, ...]:
        """Return what OK and back do, and the hint key once all targets are shown."""
        take = msg("OK: yes") if self.is_asked else TAKE
        hint = (self.next_hint,) if self.targets_shown else ()
        return tuple(map(say, (take, *hint, self._back)))

    @property
    def _back(self) -> str:
        """What back does: it takes the last choice back, or leads to the menu."""
        if self.is_thinking:
            return msg("Back: no")
        return msg("Back: 1 step") if self.steps_back else BACK_TO_MENU

    def _lit(self) -> Highlights:
        picked = (*self.picked, self.option)
        cursor = self.option.points[-1] if self.option.points else None
        lit = lights(self._known, picked, self.preview, cursor)
        movable = dict.fromkeys(each.points[-1] for each in self._pieces() if each.points)
        targets = tuple(self._marked_targets())
        prey = {piece.place for move in self._open_moves() for piece in move.captures}
        return replace(
            lit,
            movable=tuple(movable),
            targets=targets,
            prey=tuple(name for name in targets if name in prey),
        )

    def _pieces(self) -> Iterable[Choice]:
        """Return what may be picked up next; nothing while it is asked where a piece goes."""
        if self.targets_shown:
            return (move.choices[0] for move in self._still_possible() if move.choices)
        return self.options if self.option.kind == "piece" else ()

    def _marked_targets(self) -> Iterable[str]:
        """Return the targets that the board marks: with those beside the one under the cursor."""
        if not self.targets_shown and self.option.kind == "target":
            return (option.points[-1] for option in self.options if option.points)
        return () if self._is_certain and not self.targets_shown else self._targets()

    def _open_moves(self) -> Iterable[Move]:
        """Return the moves of which the marked targets are the ends."""
        if self.targets_shown or self.option.kind == "target":
            return self._still_possible()
        return self.preview

    def _still_possible(self) -> Iterable[Move]:
        """Return the moves that begin with what is picked."""
        depth = len(self.picked)
        return (move for move in self.all_moves if move.choices[:depth] == self.picked)

    def _target_line(self) -> TextLine:
        """Return in words where the pieces in question can go."""
        is_open = self.targets_shown or len(self.preview) > 1
        targets = " ".join(self._targets())
        return TextLine(f"→ {targets}" if is_open and targets else "")

    def _targets(self) -> Iterable[str]:
        """Return where the piece under the cursor can go, or every one if ``targets_shown``."""
        if self.targets_shown:
            following = [choice for move in self._still_possible() for choice in move.choices]
        else:
            present = len(names.split_by_piece((*self.picked, self.option))) - 1
            depth = len(self.picked) + 1
            following = [
                choice
                for move in self.preview
                for choice in move.choices[depth:]
                if choice in names.split_by_piece(move.choices)[present]
            ]
        ends = (choice for choice in following if choice.kind == "target" and choice.points)
        return dict.fromkeys(choice.points[-1] for choice in ends)


MEANINGS: Mapping[str, str] = {
    "movable": msg("_ can move"),
    "targets": msg("■ can go to"),
    "prey": msg("= captures"),
}
"""What the marks of a board mean, by what they highlight."""


def _meanings(lit: Highlights, say: Language) -> TextLine:
    """Return what the marks that are on the board mean; none is broken over two lines."""
    meant = (say(text) for name, text in MEANINGS.items() if getattr(lit, name))
    return TextLine(" ".join(each.replace(" ", BLANK) for each in meant))


class ThinkingView(TurnView, frozen=True):
    """The machine chooses a move for ``seat``; ``pending`` are the throws that it plays."""

    pending: tuple[Throw, ...]

    awaited = "machine"

    @property
    def prompt(self) -> Message:
        return Message.of(MACHINE_THINKS, seat=names.seat(self.seat))

    @property
    def spoken(self) -> tuple[Message, ...]:
        return sentences(spoken_throws(LEFT, self.pending), self.prompt)

    def sheet(self, say: Language) -> Sheet:
        foot = (say(msg("▶: move now")), say(BACK_TO_MENU))
        lines = (TextLine(say(THINKING), MAIN), throws_line(LEFT, self.pending, say))
        return Sheet(self.whose(say), lines, foot, self.seat)
