"""The screens of a throw: it is awaited, it counts, or it is corrected."""

from collections.abc import Mapping, Sequence
from typing import Literal

from firmware_host.screens.board_screen import TurnView
from firmware_host.screens.sheet import (
    BACK_TO_MENU,
    MAIN,
    Sheet,
    TextLine,
    spoken_throws,
    throw_line,
    throws_line,
)
from firmware_host.screens.tower import (
    DO_THEY_LIE_SO,
    FLAP_OPEN,
    TROUBLES,
    USE_AS_READ,
    InLane,
    Stick,
    drawn,
    told,
)
from firmware_host.screens.view import Problem, sentences
from firmware_host.session import names
from firmware_host.text.translator import Language
from games.actions import Throw
from games.message import Message, msg

DiceState = Literal[
    "waiting",
    "lifted",
    "rolling",
    "provisional",
    "doubtful",
    "unreadable",
    "knocked",
    "cocked",
    "missing",
    "again",
    "handled",
    "away",
    "lit",
    "blind",
    "glare",
    "pale",
]
MISREAD: tuple[DiceState, ...] = (
    "unreadable",
    "knocked",
    "doubtful",
    "cocked",
    "missing",
    "again",
    "handled",
    "lit",
    "blind",
    "glare",
    "pale",
)
DRAW_LOT = msg("Draw a lot")
MACHINE_THROWS = msg("Press OK to throw")
STATES: Mapping[DiceState, str] = {
    "waiting": msg("Throw the dice"),
    "lifted": msg("The cup is lifted"),
    "rolling": msg("Rolling…"),
    "provisional": msg("Still moving…"),
    "doubtful": msg("Is this your throw?"),
    "unreadable": msg("Not readable. Throw again"),
    "knocked": msg("Only a bump. Throw again"),
    "cocked": msg("A die leans. Throw it again"),
    "missing": msg("A die is missing"),
    "again": msg("Throw it again"),
    "handled": msg("Only moved. Throw it"),
    "away": msg("Out of reach"),
}
WHICH: Mapping[DiceState, str] = {
    "unreadable": msg("Not read: no. {dice}. Throw it again"),
    "cocked": msg("Leans: no. {dice}. Throw it again"),
    "missing": msg("Still to throw: no. {dice}"),
    "again": msg("Throw again: no. {dice}"),
    "handled": msg("Only moved: no. {dice}. Throw it"),
    "away": msg("Out of reach: no. {dice}"),
}
"""What is said of dice that report their own faces, with their numbers."""
TOWER_STATES: Mapping[DiceState, str] = {
    **STATES,
    "lifted": FLAP_OPEN,
    "doubtful": DO_THEY_LIE_SO,
}
OWN = msg("dice: {faces}")
FOR_MACHINE = msg("Throw for it")
ASK_THROW = msg("What did you throw?")
Source = Literal["tray", "machine", "lot", "own"]
"""Where a throw comes from: dice that are read, the machine, a lot it draws, or people's dice."""

REQUESTS: Mapping[Source, str] = {
    "tray": STATES["waiting"],
    "machine": msg("`ok`: the machine throws; `up down`: enter your own throw"),
    "lot": msg("`ok`: the machine draws a lot; `up down`: enter your own"),
    "own": msg("Throw your dice, then enter your throw with `up down`"),
}
MACHINES_REQUESTS: Mapping[Source, str] = {
    "tray": msg("{seat} (machine): throw for it"),
    "machine": msg("{seat} (machine): `ok` throws for it; `up down`: enter a throw"),
    "lot": msg("{seat} (machine): `ok` draws a lot for it; `up down`: enter one"),
    "own": msg("{seat} (machine): throw for it, then enter the throw with `up down`"),
}
"""What people do when nothing is thrown yet, for their own seat and for one of the machine."""

USE_ENTERED = msg("`ok` uses this throw; `up down`: change it; `back`: enter none")
USE_READ = msg("Is this your throw? `ok`: use it; `up down`: enter another one")
SO_FAR = msg("so far: {throws}")
THROW = msg("throw: {throw}")
THROWN = msg("thrown: {throw}")
CORRECT = msg("Correct it")
WAYS = "◀▶"
PROGRAM_THROWS = msg("The program throws")
BY_THE_PROGRAM = msg("by the program")


class ThrowView(TurnView, frozen=True):
    """A throw is awaited from ``seat``; ``series`` are the throws that count so far.

    ``which`` dice (from 0) are meant where not all are, ``own`` are the faces that they show where
    those count for others. ``typed`` is the throw set by hand, ``seen`` what the tray reads,
    provisionally or in doubt. Sticks of a tower lie as ``sticks``; None if there is no tower.
    ``by_tray`` is true if the tray reads these dice, false if the
    machine throws on ``ok``; without ``has_dice`` a lot is drawn instead. ``is_own`` is true if
    people throw dice of their own and type in the throw.
    """

    series: tuple[Throw, ...]
    dice: DiceState
    by_tray: bool
    has_dice: bool = True
    seen: Throw | None = None
    typed: Throw | None = None
    is_own: bool = False
    which: tuple[int, ...] = ()
    own: tuple[int, ...] = ()
    sticks: tuple[Stick, ...] | None = None

    awaited = "throw"

    @property
    def said(self) -> Message:
        """What the dice do, as far as it is known which of them."""
        if self.sticks is None:
            return self._said(STATES, WHICH.get(self.dice))
        return self._said(TOWER_STATES, self._trouble and self._trouble.brief)

    @property
    def _trouble(self) -> InLane | None:
        return next((each for state, each in TROUBLES.items() if state == self.dice), None)

    def _said(self, states: Mapping[DiceState, str], of_some: str | None) -> Message:
        if self.which and of_some is not None:
            numbers = ", ".join(str(place + 1) for place in self.which)
            return Message.of(of_some, dice=numbers)
        return Message.of(states[self.dice])

    @property
    def prompt(self) -> Message:
        if self.typed is not None:
            return Message.of(USE_ENTERED)
        if self.dice != "waiting":
            return self._asked
        if self._is_machines:
            request = MACHINES_REQUESTS[self._source]
            return Message.of(request, seat=names.seat(self.seat))
        return Message.of(REQUESTS[self._source])

    @property
    def _asked(self) -> Message:
        """What people are asked, or what they do next, after what the dice did."""
        if self.sticks is None:
            return Message.of(USE_READ) if self.dice == "doubtful" else self.said
        if self.dice == "doubtful" and not self.which:
            return Message.of(USE_AS_READ)
        return self._said(TOWER_STATES, self._trouble and self._trouble.full)

    @property
    def spoken(self) -> tuple[Message, ...]:
        shown = self.seen if self.typed is None else self.typed
        throw = None if shown is None else Message.of(THROW, throw=str(shown))
        whose = None if self._names_player else self.player
        own = own_faces(self.own) or told(self.sticks or ()) if self.typed is None else None
        return sentences(whose, spoken_throws(SO_FAR, self.series), own, throw, self.prompt)

    @property
    def _names_player(self) -> bool:
        """True if the prompt says whose throw it is."""
        return self._is_machines and self.typed is None and self.dice == "waiting"

    @property
    def is_confirmed_by_key(self) -> bool:
        """True while a throw is shown that OK takes: one that was entered or read in doubt."""
        return self.typed is not None or self.dice == "doubtful"

    @property
    def problem(self) -> Problem | None:
        return "throw" if self.dice in MISREAD else None

    def sheet(self, say: Language) -> Sheet:
        so_far = throws_line(SO_FAR, self.series, say)
        foot, lines = self._waiting(say)
        if self.typed is not None:
            asked = say(ASK_THROW if self.is_own else msg("Enter your throw"))
            foot = [say(msg("OK: use it"))] + [say(msg("▲▼: change"))] * self.is_own
            lines = [TextLine(asked), throw_line(self.typed)]
        elif self.seen is not None:
            foot = [say(msg("OK: use it"))] if self.dice == "doubtful" else []
            lines = [TextLine(say(self.said)), throw_line(self.seen)]
        if self.own and self.typed is None:
            lines.append(TextLine(say(OWN, faces=spaced(self.own)), is_minor=True))
        if self.sticks and self.typed is None:
            lines.append(TextLine(drawn(self.sticks), MAIN, "center"))
        foot.append(say(self._back))
        return Sheet(self.whose(say), (*lines, so_far), tuple(foot), self.seat)

    @property
    def _back(self) -> str:
        """What back does: it takes no throw, or leads to the menu."""
        if self.typed is None and self.sticks is not None and self.dice == "doubtful":
            return msg("Back: again")
        return msg("Back: no") if self.is_confirmed_by_key else BACK_TO_MENU

    def _waiting(self, say: Language) -> tuple[list[str], list[TextLine]]:
        """Return foot and lines while nothing is typed or seen."""
        keys = {"tray": msg("▲▼: by hand"), "own": msg("▲▼: enter it")}
        words = {
            "tray": say(self.said),
            "machine": say(MACHINE_THROWS),
            "lot": say(DRAW_LOT),
            "own": say(ASK_THROW),
        }
        people_throw = self.dice == "waiting" and self._source in ("tray", "own")
        asked = say(FOR_MACHINE) if self._is_machines and people_throw else words[self._source]
        return [say(keys.get(self._source, msg("OK: throw")))], [TextLine(asked, MAIN)]

    @property
    def _source(self) -> Source:
        if self.by_tray or self.is_own:
            return "tray" if self.by_tray else "own"
        return "machine" if self.has_dice else "lot"

    @property
    def _is_machines(self) -> bool:
        """True if the machine plays at the seat that throws."""
        return self.seat.index in self.layout.machines


class ProgramThrowsView(TurnView, frozen=True):
    """The program is about to throw for the machine at ``seat``; ``series`` counts so far."""

    series: tuple[Throw, ...]

    awaited = "nothing"
    prompt = Message.of(PROGRAM_THROWS)

    @property
    def spoken(self) -> tuple[Message, ...]:
        return sentences(self.player, spoken_throws(SO_FAR, self.series), self.prompt)

    def sheet(self, say: Language) -> Sheet:
        so_far = throws_line(SO_FAR, self.series, say)
        lines = (TextLine(say(PROGRAM_THROWS), MAIN), so_far)
        foot = (say(msg("OK: throw")), say(BACK_TO_MENU))
        return Sheet(self.whose(say), lines, foot, self.seat)


class ThrownView(TurnView, frozen=True):
    """A ``throw`` of ``seat`` counts; ``series`` are all that count so far, this one included.

    ``of_machine`` is true if the program made it for a machine. ``own`` are the faces that the dice
    show, where those count for others.
    """

    throw: Throw
    series: tuple[Throw, ...]
    of_machine: bool = False
    own: tuple[int, ...] = ()

    awaited = "nothing"
    prompt = Message.of(msg("Throw accepted"))

    @property
    def spoken(self) -> tuple[Message, ...]:
        thrown = Message.of(THROWN, throw=str(self.throw))
        by = Message.of(BY_THE_PROGRAM) if self.of_machine else None
        earlier = self.series if len(self.series) > 1 else ()
        own = own_faces(self.own)
        return sentences(self.player, own, thrown, by, spoken_throws(SO_FAR, earlier))

    def sheet(self, say: Language) -> Sheet:
        earlier = self.series if len(self.series) > 1 else ()
        so_far = throws_line(SO_FAR, earlier, say)
        beside = say(OWN, faces=spaced(self.own)) if self.own else ""
        by = TextLine(say(BY_THE_PROGRAM) if self.of_machine else beside)
        lines = (throw_line(self.throw), by, so_far)
        return Sheet(self.whose(say), lines, (say(msg("OK: continue")),), self.seat)


def spaced(faces: Sequence[int]) -> str:
    """Return ``faces`` as they are shown.

    >>> spaced((4, 1))
    '4 1'
    """
    return " ".join(map(str, faces))


def own_faces(faces: Sequence[int]) -> Message | None:
    """Return the ``faces`` that dice show, for the ear; None if there are none."""
    return Message.of(OWN, faces=", ".join(map(str, faces))) if faces else None


class CorrectThrowView(TurnView, frozen=True):
    """Throw number ``at`` (from 0) of the ``series`` of ``seat`` is changed to ``typed``.

    ``is_edited`` is true when that is another throw than the one that counts.
    """

    series: tuple[Throw, ...]
    at: int
    typed: Throw
    is_edited: bool = False

    prompt = Message.of(msg("`left right` choose a throw, `up down` change it, `ok` use it"))

    @property
    def spoken(self) -> tuple[Message, ...]:
        which = Message.of(
            msg("Throw {number} of {total}: {throw}"),
            number=self.at + 1,
            total=len(self.series),
            throw=str(self.typed),
        )
        return sentences(self.player, Message.of(CORRECT), which, self.prompt)

    def sheet(self, say: Language) -> Sheet:
        counted = TextLine(f"{WAYS} {self._near()}" if len(self.series) > 1 else "")
        lines = (TextLine(say(CORRECT)), throw_line(self.typed), counted)
        back = say(msg("Back: leave?") if self.is_edited else BACK_TO_MENU)
        foot = (say(msg("OK: use it")), say(msg("▲▼: other")), back)
        return Sheet(self.whose(say), lines, foot, self.seat)

    def _near(self) -> str:
        """Return the throw that is corrected, in brackets, and its neighbours in the series."""
        first, end = max(0, self.at - 1), self.at + 2
        near = enumerate(self.series[first:end], start=first)
        told = " ".join(f"[{throw}]" if i == self.at else str(throw) for i, throw in near)
        return "…" * (first > 0) + told + "…" * (end < len(self.series))
