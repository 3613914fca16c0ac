"""Name seats, pieces, places, players and results in words that only need translation.

Here are the sentences too that are made of such names alone: what people have to do with the
pieces, one for each hand step, and how dice from a shop stand in for those of a game.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import repeat

from firmware_host.session.hand_steps import Correction, SessionAction
from firmware_host.session.seats import FAR, PHONE, Player, chosen
from firmware_host.text.translator import Called
from games import players
from games.actions import PASS, Choice, Move, Step
from games.core import Outcome, State
from games.equipment import (
    HAND,
    OFF,
    PLACES_BESIDE,
    RESERVE,
    Die,
    Piece,
    Seat,
    StandIn,
    has_kinds,
    seat_of,
    stand_in,
)
from games.message import Message, Refusal, msg
from games.options import Option, OptionValue

COLOURS: Mapping[str, str] = {
    "white": msg("white"),
    "black": msg("black"),
    "red": msg("red"),
    "blue": msg("blue"),
    "yellow": msg("yellow"),
    "green": msg("green"),
    "neutral": msg("neutral"),
}
PLACES: Mapping[str, str] = {HAND: msg("hand"), OFF: msg("off"), RESERVE: msg("reserve")}
POINTS: Mapping[str, str] = {"bar": msg("bar")}
"""Points whose names are words."""
PLAYERS: Mapping[Player, str] = {
    "person": msg("person"),
    **{level.name: level.title for level in (*players.LEVELS, players.ADAPTIVE)},
    "nobody": msg("nobody"),
    PHONE: msg("phone"),
    FAR: msg("other table"),
}
AT_SEATS: Mapping[Player, str] = {
    **PLAYERS,
    "first": msg("machine, learner"),
    "beginner": msg("machine, beginner"),
    "friend": msg("machine, friend"),
    "expert": msg("machine, expert"),
    "champion": msg("machine, champion"),
    "adaptive": msg("machine, like you"),
    PHONE: msg("at a phone"),
}
"""Who plays at a seat, in words that stand beside its colour."""
MANNERS: Mapping[Player, str] = {
    level.name: level.manner for level in (*players.LEVELS, players.ADAPTIVE)
}
"""How a machine plays."""
ANSWERS: Mapping[bool, str] = {True: msg("yes"), False: msg("no")}
AT = msg("{place}: {what}")
POINTS_WON = msg("points: {points}")
KINDS, BESIDE = "{kind}\N{NO-BREAK SPACE}×{count}", "{seat}, {place}: {pieces}"
AGREEMENTS: Mapping[str, str] = {
    "agreed": msg("by agreement"),
    "resigned": msg("by resignation"),
    "time": msg("on time"),
}
"""How people end a game themselves, whatever its rules say."""

SIDES: Mapping[str, str] = {
    "north": msg("up"),
    "south": msg("down"),
    "west": msg("left"),
    "east": msg("right"),
}


def seat(which: Seat) -> Message:
    """Return the name of a seat: its colour."""
    return colour(which.colour)


def colour(name: str) -> Message:
    """Return the name of a colour."""
    return Message.of(COLOURS[name])


def occupied_seat(which: Seat, machines: Collection[int]) -> Message:
    """Return the name of a seat, and that a machine plays there if its index is in ``machines``."""
    if which.index not in machines:
        return seat(which)
    return Message.of(msg("{seat} (machine)"), seat=seat(which))


def piece(which: Piece, seats: Sequence[Seat], named: bool) -> Message:
    """Return the colour of a piece, and its kind too if it has to be ``named``."""
    colour = seat(seat_of(which, seats))
    if not named:
        return colour
    return Message.of(msg("{colour} {kind}"), colour=colour, kind=Message.of(which.kind))


def beside(pieces: Sequence[Piece], seats: Sequence[Seat]) -> Sequence[Message]:
    """Return what each seat has beside the board, a line for each place.

    >>> from games.equipment import Piece
    >>> red = Seat(0, "red", "south", 0, "red")
    >>> beside([Piece(0, "stone", "c1")], [red])
    []
    """
    named, lines = has_kinds(pieces), dict[tuple[Seat, str], list[Message]]()
    for each in pieces:
        if each.place in PLACES:
            counted = Message.of(
                KINDS if named else "{count}", kind=Message.of(each.kind), count=each.count
            )
            lines.setdefault((seat_of(each, seats), each.place), []).append(counted)
    return [
        Message.of(BESIDE, seat=seat(owner), place=place(where), pieces=join(there))
        for (owner, where), there in lines.items()
    ]


def choice(which: Choice) -> Message:
    """Return what a choice picks: a place, the kind of a piece to drop, or words."""
    return Message.of(which.value) if which.kind in ("drop", "word") else place(which.value)


def place(name: str) -> Message:
    """Return the name of a point, or of a place beside the board."""
    return Message.of(PLACES.get(name) or POINTS.get(name, "{point}"), point=name)


def called(seats: Iterable[Seat], persons: Iterable[str]) -> Called:
    """Return the names of ``persons`` at ``seats``, beside what the seats are called otherwise.

    >>> red, blue = (Seat(i, each, "south", i, each) for i, each in enumerate(("red", "blue")))
    >>> [(str(seat), name) for seat, name in called((red, blue), ("", "Eva"))]
    [('blue', 'Eva')]
    """
    return tuple((seat(each), name) for each, name in zip(seats, persons, strict=False) if name)


def player(who: Player) -> Message:
    """Return the name of the kind of player at a seat, as people choose it."""
    return Message.of(PLAYERS[chosen(who)])


def seated(who: Player) -> Message:
    """Return the name of the kind of player at a seat, beside the colour of the seat."""
    return Message.of(AT_SEATS[chosen(who)])


def answer(chosen: bool) -> Message:
    """Return yes or no."""
    return Message.of(ANSWERS[chosen])


def option_value(option: Option, chosen: OptionValue) -> Message:
    """Return the name of a value of ``option``, in the words of its game if it has any."""
    label = option.label(chosen)
    if label is not None:
        return Message.of(label)
    return answer(chosen) if isinstance(chosen, bool) else Message.of(str(chosen))


def end_reason(outcome: Outcome) -> Message:
    """Return why the game ended, as the game or the people's agreement says it."""
    agreement = AGREEMENTS.get(outcome.reason)
    return Message.of(agreement) if agreement else outcome.message


def result(outcome: Outcome, seats: Sequence[Seat]) -> Message:
    """Return who has won, or that the game is a draw."""
    if outcome.is_draw:
        return Message.of(msg("Draw"))
    several = len(outcome.winners) > 1
    winners = join([seat(each) for each in seats if each.index in outcome.winners])
    return Message.of(msg("{seats} win") if several else msg("{seats} wins"), seats=winners)


def score(state: State) -> tuple[str, ...]:
    """Return the points of each seat in a row of games for points, and how it raised the stake."""
    points = map(str, state.points_won())
    stakes = state.stakes() or repeat(1)
    return tuple(
        each if by == 1 else f"{each} ×{by}" for each, by in zip(points, stakes, strict=False)
    )


def points_won(state: State) -> Message:
    """Return how many points each seat has, in a row of games that are played for points."""
    pairs = zip(state.game.seats, state.points_won(), strict=True)
    each = [Message.of("{seat} {count}", seat=seat(which), count=count) for which, count in pairs]
    return Message.of(POINTS_WON, points=join(each))


def join(messages: Sequence[Message], between: str = ", ") -> Message:
    """Return ``messages`` as one, with ``between`` between them."""
    if not messages:
        return Message.of("")
    first, *others = messages
    if not others:
        return first
    rest = join(others, between)
    return Message.of("{first}{between}{rest}", first=first, between=between, rest=rest)


def counted(what: Message, count: int) -> Message:
    """Return ``what``, and how many of it there are if there are several.

    >>> str(counted(Message.of("red"), 3)), str(counted(Message.of("red"), 1))
    ('3 red', 'red')
    """
    return what if count == 1 else Message.of("{count} {what}", count=count, what=what)


def refusal(error: Refusal) -> Message:
    """Return why the rules refuse something, in the words of the game."""
    said = error.message
    facts = {name: Message.of(fact) if isinstance(fact, str) else fact for name, fact in said.facts}
    return Message.of(said.text, **facts)


def split_by_piece(choices: Sequence[Choice]) -> list[list[Choice]]:
    """Split ``choices`` into one list for each piece that is picked up.

    >>> one, two = Choice("piece", "a1"), Choice("target", "a2")
    >>> [len(part) for part in split_by_piece((one, two, one, two))]
    [2, 2]
    """
    parts: list[list[Choice]] = []
    for each in choices:
        if not parts or each.kind in ("piece", "drop"):
            parts.append([])
        parts[-1].append(each)
    return parts


def path(choices: Sequence[Choice], pieces: Sequence[Piece] = ()) -> Message:
    """Return where each piece of ``choices`` goes, and by which throw if that was chosen.

    Of ``pieces`` of several kinds, those that are picked up are named by their kinds.
    """
    kinds = {each.place: each.kind for each in pieces} if has_kinds(pieces) else {}
    return join([_path_of_piece(part, kinds) for part in split_by_piece(choices)])


def _path_of_piece(choices: Sequence[Choice], kinds: Mapping[str, str]) -> Message:
    places = [choice(each) for each in choices if each.kind != "die"]
    dice = "".join(f" ({each.value})" for each in choices if each.kind == "die")
    way = Message.of("{places}{dice}", places=join(places, " → "), dice=dice)
    first = choices[0]
    if first.kind != "piece" or first.value not in kinds:
        return way
    return Message.of("{kind} {way}", kind=Message.of(kinds[first.value]), way=way)


def action(which: SessionAction | None, pieces: Sequence[Piece] = ()) -> Message:
    """Return what was done: the path of a move, the text of a throw, or that it was a correction.

    Of ``pieces`` of several kinds, those that moved are named. None means a correction too, as in
    game records.
    """
    match which:
        case Correction() | None:
            return Message.of(msg("the correction"))
        case Move():
            return Message.of(msg("passes")) if which == PASS else path(which.choices, pieces)
    return Message.of("{throw}", throw=str(which))


def direction(facing: str) -> Message:
    """Return where a piece points in the picture of the board; empty if it points nowhere."""
    return Message.of(SIDES.get(facing, ""))


def way_back(back: tuple[str, str]) -> Message:
    """Return where a misplaced piece is, and where it belongs."""
    seen, belongs = back
    return Message.of(
        msg("Put back: {seen} to {belongs}"), seen=place(seen), belongs=place(belongs)
    )


def short_date(date: str) -> str:
    """Return the day and month of an ISO date.

    >>> short_date("2026-03-09")
    '09.03.'
    """
    return ".".join((*reversed(date.split("-")[1:]), ""))


FACES = 6
"""The faces of the die that most people have."""

ORDINARY = msg("Dice from 1 to {faces} do as well ({counts}).")
COUNTS_AS = "{faces}: {value}"
AGAIN = msg("throw that die again")


def ordinary_dice(dice: Sequence[Die]) -> Message | None:
    """Return that ordinary dice do in place of ``dice``, which are alike, and what they count for.

    None without dice, if they are ordinary, or if ordinary ones cannot stand in for them.
    """
    if not dice or dice[0].faces == tuple(range(1, FACES + 1)):
        return None
    try:
        counts = in_place_of(dice, FACES)
    except ValueError:
        return None
    return Message.of(ORDINARY, faces=FACES, counts=counts)


def in_place_of(dice: Sequence[Die], faces: int) -> Message:
    """Return what dice from 1 to ``faces`` count for in place of ``dice``, which are alike.

    ValueError if they have too few faces.
    """
    return join(_counts(dice[0], stand_in(dice[0], faces)))


def counts_of(
    dice: Sequence[Die], sides: Sequence[int]
) -> tuple[Mapping[int, int | None], ...] | None:
    """Return what dice with so many ``sides`` each count for in place of ``dice``.

    As many as the game needs are taken, from the first on. None if there are too few of them, or if
    one has too few sides.
    """
    if not dice or len(sides) < len(dice):
        return None
    try:
        return tuple(stand_in(die, each).counts for die, each in zip(dice, sides, strict=False))
    except ValueError:
        return None


def _counts(die: Die, mapping: StandIn) -> list[Message]:
    """Return what the faces count as that do not simply count for themselves."""
    standing_in: dict[int, list[int]] = {}
    for face, value in mapping.counts.items():
        if value is not None and (die.names or value != face):
            standing_in.setdefault(value, []).append(face)
    said = [_count(faces, die.name(value)) for value, faces in standing_in.items()]
    again = [_count(mapping.is_again, AGAIN)] if mapping.is_again else []
    return said + again


def _count(faces: Sequence[int], value: str) -> Message:
    return Message.of(COUNTS_AS, faces=" ".join(map(str, faces)), value=Message.of(value))


ONE: Mapping[str, str] = {
    "move": msg("Move {piece} {origin} to {target}"),
    "take_off": msg("Take the {piece} off {origin}"),
    "to_hand": msg("Return the {piece} from {origin}"),
    "to_reserve": msg("Move {piece} {origin} to {holder}'s reserve"),
    "aside": msg("Move {piece} {origin} to the reserve"),
    "from_reserve": msg("Take the {piece} from {holder}'s reserve"),
    "put_on": msg("Put a {piece} on {target}"),
    "turn": msg("Turn the {piece} on {target} around"),
}
SEVERAL: Mapping[str, str] = {
    "move": msg("Move {count} {piece} {origin} to {target}"),
    "take_off": msg("Take {count} {piece} off {origin}"),
    "to_hand": msg("Return {count} {piece} from {origin}"),
    "to_reserve": msg("Move {count} {piece} {origin} to {holder}'s reserve"),
    "aside": msg("Move {count} {piece} {origin} to the reserve"),
    "from_reserve": msg("Take {count} {piece} from {holder}'s reserve"),
    "put_on": msg("Put {count} {piece} on {target}"),
    "turn": msg("Turn {count} {piece} on {target} around"),
}
POINTING = msg("Put a {piece} on {target}, pointing {side}")
"""For a piece that has to point in a direction."""

PIECE, PIECES = msg("{colour} piece"), msg("{colour} pieces")
MOVES = ("move", "to_reserve", "aside")
"""The sentences in which the colour of the piece is enough, if kinds do not matter."""


def sentence(step: Step, seats: Sequence[Seat], named: bool = False) -> Message:
    """Return the sentence for ``step``, with the colour of the piece.

    ``named`` adds the kind of the piece, for games with several kinds.

    >>> from games.equipment import Piece
    >>> red = Seat(0, "red", "south", 0, "red")
    >>> step = Step("move", Piece(0, "piece", "e3"), "e3", "e5")
    >>> sentence(step, [red]).text
    'Move {piece} {origin} to {target}'
    """
    verb, after = _verb(step), step.result
    if verb == "put_on" and after.facing:
        template = POINTING
    else:
        template = (ONE if step.piece.count == 1 else SEVERAL)[verb]
    return Message.of(
        template,
        piece=_piece(step, verb, seats, named),
        count=step.piece.count,
        origin=place(step.origin),
        target=place(step.target),
        side=direction(after.facing),
        holder=seat(seat_of(after if verb == "to_reserve" else step.piece, seats)),
    )


def _piece(step: Step, verb: str, seats: Sequence[Seat], named: bool) -> Message:
    """Return the colour and the kind of the piece; the colour alone where that is enough."""
    words = piece(_in_own_colour(step), seats, named)
    if named or verb in MOVES:
        return words
    return Message.of(PIECE if step.piece.count == 1 else PIECES, colour=words)


def _verb(step: Step) -> str:
    """Return the key of the sentence: the verb of ``step``, or a key for a place beside the board.

    A piece in reserve that has a badge is held by a seat; one without a badge is held by nobody.
    """
    if step.target == RESERVE:
        return "to_reserve" if step.result.badge else "aside"
    if step.target not in PLACES_BESIDE:
        return step.verb
    if step.origin == RESERVE and step.piece.badge:
        return "from_reserve"
    return "to_hand" if (step.verb, step.target) == ("take_off", HAND) else step.verb


def _in_own_colour(step: Step) -> Piece:
    """Return the piece of ``step`` in its own colour, although another seat may hold it."""
    is_held = step.origin == RESERVE and step.target != RESERVE
    return replace(step.piece, seat=step.result.seat) if is_held else step.piece
