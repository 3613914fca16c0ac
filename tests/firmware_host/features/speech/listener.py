"""Somebody who plays by ear: all that is known of the table is what it says.

What is heard is matched with the sentences that the table can say; the answer is keys, and pieces
that are moved by hand as the sentence says. A sentence that makes no sense ends the test.
"""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial

from firmware_host.features.speech.voice import KEY_NAMES, Announcer
from firmware_host.screens import hand_steps, moves, throw
from firmware_host.session import names
from firmware_host.simulator.simulated_table import World
from firmware_host.text.translator import Aloud, Language
from games.actions import Action, Step, Verb, carry_out
from games.core import Game, random_action
from games.equipment import HAND, NEUTRAL, OFF, RESERVE, Piece
from games.message import Fact, Message

PATIENCE = 40.0
"""Virtual seconds in which the table says something."""

MOST_ARROWS = 3
ARROWS = ("up", "down", "left", "right")
OPPOSITE = {"north": "south", "south": "north", "west": "east", "east": "west", "": ""}
VERBS: Mapping[str, Verb] = {"move": "move", "put_on": "put_on", "turn": "turn"}
GOALS = {"take_off": OFF, "to_hand": HAND, "to_reserve": RESERVE, "aside": RESERVE}
OPTION = "{option}, {number} of {total}"
HOLE = re.compile(r"QQ(\w+?)QQ", re.IGNORECASE)


class Lost(AssertionError):  # noqa: N818 - the player is lost; nothing else is broken
    """The table has said something from which nobody knows what to do."""


class Listener:
    """Plays the game on the table of ``world`` by ear; ``rng`` chooses moves and throws.

    ``heard`` has every sentence so far. ``wrong`` counts the acts of the hands after which the
    board was not as the game expects, and the moves that were not the one that was heard.
    """

    def __init__(self, world: World, language: str, rng: random.Random) -> None:
        self.heard: list[str] = []
        self.wrong: list[str] = []
        self.presses = 0
        self.world, self._rng = world, rng
        self._subscription = world.app.observers.subscribe()
        self._announcer = Announcer()
        self.game = world.app.table.game.playing.game
        self.phrases = phrases(language, self.game)
        self._act: Callable[[], None] = self._listen
        self._option = ""
        self._throw = ""

    def play(self, turns: int | None = None) -> None:
        """Play to the end, or until so many throws and moves have been made."""
        self._hear()
        while self._act != self._stop and (turns is None or self._actions < turns):
            self._act()

    def play_to_choice(self) -> None:
        """Play until a move is awaited."""
        self._hear()
        while self._act != self._choose:
            self._act()

    @property
    def is_over(self) -> bool:
        """Whether the end of the game was heard."""
        return self._act == self._stop

    @property
    def _actions(self) -> int:
        return len(self.world.app.table.game.playing.actions)

    def _stop(self) -> None:
        raise Lost("the game is over")

    def _hear(self) -> None:
        """Hear what has been said, and make up your mind what to do."""
        for update in self._subscription.take():
            for sentence in self._announcer.follow(update).sentences:
                self.heard.append(sentence)
                self._understand(sentence)

    def _listen(self) -> None:
        before = len(self.heard)

        def speaks() -> bool:
            self._hear()
            return len(self.heard) > before

        if not self.world.wait_for(speaks, PATIENCE):
            raise Lost(f"nothing is said after {self.heard[-8:]}")

    def press(self, key: str) -> None:
        """Press ``key``, and hear what is said then."""
        self.presses += 1
        released = self.world.pi.press(key, 0.1)
        self.world.run_until(released + 0.3)
        self._hear()

    def _understand(self, sentence: str) -> None:
        found = self.phrases.order(sentence)
        if found is not None:
            self._act = partial(self._move_by_hand, *found)
            return
        option = self.phrases.option(sentence)
        if option is not None:
            self._option, self._act = option, self._choose
            return
        entered = self.phrases.throw(sentence)
        if entered is not None:
            self._throw = entered
            return
        match self.phrases.meaning(sentence):
            case "over":
                self._act = self._stop
            case "ok":
                self._act = partial(self.press, "ok")
            case "enter":
                self._act = self._enter_throw
            case "wait":
                self._act = self._listen

    def _choose(self) -> None:
        """Move the cursor around, and choose what was heard last."""
        for _ in range(self._rng.randrange(MOST_ARROWS + 1)):
            self.press(self._rng.choice(ARROWS))
        chosen, before = self._option, self._actions
        self.press("ok")
        actions = self.world.app.table.game.playing.actions
        if len(actions) > before:
            done = self.phrases.aloud(names.action(actions[before], self._named))
            if done.rstrip(".") != chosen:
                self.wrong.append(f"chosen: {chosen}, done: {done}")

    @property
    def _named(self) -> Sequence[Piece]:
        """The pieces before the last move, whose kinds are said."""
        return self.world.app.table.game.playing.states[-2].pieces()

    def _enter_throw(self) -> None:
        """Throw dice of your own, and enter what they show."""
        state = self.world.app.table.game.playing.state
        wanted = self.phrases.thrown(random_action(state, self._rng))
        self._throw = ""
        for _ in state.chance_outcomes():
            self.press("up")
            if self._throw == wanted:
                break
        self.press("ok")

    def _move_by_hand(self, verb: str, facts: Mapping[str, str]) -> None:
        """Do what was said to the board, and confirm it."""
        board = self.world.board
        board.arrange(carry_out(board.pieces, (self._step(verb, facts),)))
        self._act = self._listen
        self.press("ok")
        if bare(board.pieces) != bare(self.world.app.table.game.playing.standing()):
            self.wrong.append(f"{verb} {facts}")

    def _facing(self, piece: Piece, verb: str, facts: Mapping[str, str]) -> str:
        """Return the side to which ``piece`` points after what was said."""
        facing = OPPOSITE[piece.facing] if verb == "turn" else piece.facing
        return self.phrases.sides.get(facts.get("side", "").lower(), facing)

    def _step(self, verb: str, facts: Mapping[str, str]) -> Step:
        colour, kind = self.phrases.pieces[facts["piece"].lower()]
        count = int(facts.get("count", 1))
        origin = self.phrases.place(facts.get("origin", ""))
        target = self.phrases.place(facts.get("target", "")) or GOALS.get(verb, "")
        if verb == "turn":
            origin = target
        for piece in self.world.board.pieces:
            is_here = piece.place == origin or (not origin and piece.place in (HAND, RESERVE))
            if is_here and piece.seat == colour and kind in (None, piece.kind):
                after = replace(
                    piece, count=count, place=target, facing=self._facing(piece, verb, facts)
                )
                done = VERBS.get(verb, "take_off")
                return Step(done, replace(piece, count=count), piece.place, target, after)
        raise Lost(f"no such piece: {verb} {facts}; the board: {self.world.board.pieces}")


def bare(pieces: Sequence[Piece]) -> Counter[Piece]:
    """Return ``pieces`` as hands know them: without what is only written beside them."""
    counts = Counter[Piece]()
    for pile in pieces:
        counts[replace(pile, badge="", count=1)] += pile.count
    return counts


@lru_cache(maxsize=2)
def phrases(language: str, game: Game) -> "Phrases":
    """Return what a table with ``game`` can say in ``language``."""
    return Phrases(Language(language), game)


class Phrases:
    """What a table with ``game`` can say in the language ``say``, to be understood."""

    def __init__(self, say: Language, game: Game) -> None:
        self.aloud = Aloud(say, KEY_NAMES)
        self._say = say
        seats = (*game.seats, NEUTRAL)
        kinds = {piece.kind for piece in game.start().pieces()}
        self.pieces: dict[str, tuple[int | None, str | None]] = {}
        for seat in seats:
            index = None if seat is NEUTRAL else seat.index
            colour = names.seat(seat)
            for text in ("{colour}", names.PIECE, names.PIECES):
                self.pieces[say(Message.of(text, colour=colour)).lower()] = (index, None)
            for kind in kinds:
                named = names.piece(Piece(index, kind, ""), game.seats, named=True)
                self.pieces[say(named).lower()] = (index, kind)
        self.sides = {say(names.direction(side)).lower(): side for side in names.SIDES}
        self._places = {
            self._plain(names.place(point.name)): point.name for point in game.board.points
        }
        self._orders = dict(self._all_orders())
        self._option = re.compile(
            self._source(OPTION).removesuffix(r"\.") + r"(?:, .+)?\.", re.IGNORECASE
        )
        self._throw = self._pattern(throw.THROW)
        self._meanings = dict(self._all_meanings())

    def order(self, sentence: str) -> tuple[str, Mapping[str, str]] | None:
        """Return the verb of an order to the hands, and what it is about."""
        for (verb, _), pattern in self._orders.items():
            found = pattern.fullmatch(sentence)
            if found and found["piece"].lower() in self.pieces:
                return verb, found.groupdict()
        return None

    def option(self, sentence: str) -> str | None:
        """Return the option under the cursor."""
        found = self._option.fullmatch(sentence)
        return None if found is None else found["option"]

    def throw(self, sentence: str) -> str | None:
        """Return the throw that is entered."""
        found = self._throw.fullmatch(sentence)
        return None if found is None else found["throw"]

    def thrown(self, outcome: Action) -> str:
        """Return how ``outcome`` is said."""
        return self._plain(Message.of("{throw}", throw=str(outcome)))

    def place(self, words: str) -> str:
        """Return the point that ``words`` name; nothing if they do not."""
        return self._places.get(words.lower(), "")

    def meaning(self, sentence: str) -> str | None:
        """Return what a sentence without details asks for."""
        for pattern, meaning in self._meanings.items():
            if pattern.fullmatch(sentence):
                return meaning
        return None

    def _all_orders(self) -> Iterator[tuple[tuple[str, int], re.Pattern[str]]]:
        number = 0
        texts = [("put_on", names.POINTING)]
        for table in (names.SEVERAL, names.ONE):
            texts += table.items()
        for verb, text in texts:
            for whole in (hand_steps.STEP, "{order}"):
                number += 1
                yield (verb, number), self._pattern(whole, order=Message.of(text, **HOLES))

    def _all_meanings(self) -> Iterator[tuple[re.Pattern[str], str]]:
        for text, meaning in MEANINGS.items():
            yield self._pattern(text), meaning

    def _pattern(self, text: str, **facts: Fact) -> re.Pattern[str]:
        return re.compile(self._source(text, **facts), re.IGNORECASE)

    def _source(self, text: str, **facts: Fact) -> str:
        """Return a regular expression for the sentences of ``text``."""
        source = re.escape(self.aloud(Message.of(text, **{**HOLES, **facts})))
        for hole in HOLE.findall(source):
            inner = PATTERNS.get(hole.lower(), ".+?")
            source = source.replace(f"QQ{hole}QQ", f"(?P<{hole.lower()}>{inner})")
        return source

    def _plain(self, message: Message) -> str:
        return self.aloud(message).rstrip(".").lower()


PATTERNS = {
    **dict.fromkeys(("count", "number", "total"), r"\d+"),
    **dict.fromkeys(("origin", "target"), r"(?:\S+ )?\d{1,2}|bar"),
}
HOLES: dict[str, Fact] = {
    name: f"QQ{name}QQ"
    for name in ("piece", "count", "origin", "target", "side", "holder", "number", "total")
}
HOLES |= {name: f"QQ{name}QQ" for name in ("order", "option", "throw", "seat", "throws")}
MEANINGS = {
    moves.OVER: "over",
    hand_steps.PUT_PIECES: "ok",
    throw.REQUESTS["machine"]: "ok",
    throw.REQUESTS["lot"]: "ok",
    throw.REQUESTS["own"]: "enter",
    "You have no move. `ok`: pass": "ok",
    throw.THROWN: "wait",
    throw.PROGRAM_THROWS: "wait",
}
