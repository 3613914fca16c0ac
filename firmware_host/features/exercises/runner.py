"""Make and check sets of exercises in several processes, and ask exercises in the terminal."""

import os
import re
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from itertools import count
from pathlib import Path
from typing import Final

import games as every_game
from firmware_host.base.errors import UsageError, reason
from firmware_host.cli.arguments import read_options
from firmware_host.cli.parser import check_from_one
from firmware_host.cli.worker_pool import WorkerPool, in_order
from firmware_host.features.exercises.store import NamedSet, described, sets_of
from firmware_host.session import names
from firmware_host.session.replay import ReplayError, load_all
from firmware_host.storage.filesystem import NewFile
from firmware_host.storage.state_folder import find
from firmware_host.text import preferred
from firmware_host.text.terminal import is_live
from firmware_host.text.text_board import draw, legend
from firmware_host.text.translator import Language
from firmware_host.thinking.inline import move_reason
from games.actions import Move
from games.core import Catalogue, Game
from games.exercise_making import (
    DEEPER,
    Criteria,
    MachineGames,
    Positions,
    Quarry,
    RecordedGames,
    holds,
    positions_of,
    worth,
)
from games.exercises import Exercise, ExerciseSet, graded, write
from games.message import IllegalMove, Message, msg
from games.why_not import why_not

MOST_OF_A_THEME: Final = 0.4
"""No theme has more than this part of a set."""
GAMES_EACH: Final = 40
"""If so many games for each exercise do not bring enough of them, what there is must do."""


def run(arguments: Namespace) -> int:
    """List, make, check or play exercises."""
    return {"list": _list, "make": _make, "check": _check, "play": _play}[arguments.what](arguments)


def _list(arguments: Namespace) -> int:
    """Print a line for each set."""
    folder = find(arguments.state_dir, os.environ)
    for line in described(sets_of(arguments.of, every_game, folder)):
        print(line)
    return 0


def _make(arguments: Namespace) -> int:
    """Make a set, and write or print it."""
    if arguments.of is None:
        raise UsageError("make: expected the name of a GAME")
    options = read_options(every_game, arguments.of, arguments.option)
    return make(every_game.load(arguments.of, **options), every_game, arguments)


def _check(arguments: Namespace) -> int:
    """Verify that every best move is best for a search of another build."""
    return check(sets_of(arguments.of, every_game), arguments.workers)


def _play(arguments: Namespace) -> int:
    """Ask the exercises of a set in the terminal."""
    if arguments.of is None:
        raise UsageError("play: expected the name of a GAME or a FILE")
    if not sys.stdin.isatty():
        raise UsageError("play: expected a terminal to answer in")
    sets = sets_of(arguments.of, every_game)
    return play(sets, arguments.language or preferred(os.environ), print, input)


def make(game: Game, catalogue: Catalogue, arguments: Namespace) -> int:
    """Make the set that ``arguments`` describe for ``game``, and write it; return the exit code.

    Ctrl-C ends the search; what was found until then is written.
    """
    check_from_one("--count", arguments.count)
    check_from_one("--workers", arguments.workers)
    target = None if arguments.output is None else NewFile(arguments.output, arguments.overwrite)
    if target is not None:
        target.check()
    known = None if arguments.found_by is None else arguments.found_by / 100
    margin, choices = arguments.margin / 100, arguments.choices
    criteria = Criteria(margin, arguments.nodes, choices, found_by=known)
    quarry, games = _quarry(game, catalogue, criteria, arguments)
    with WorkerPool(arguments.workers) as pool:
        search = search_games(quarry, games, pool)
        found, searched = gather(_with_progress(search, arguments.count), arguments.count)
        pool.stop()
    made = _made(game, criteria, searched, arguments)
    return _write(ExerciseSet(game.name, made, graded(found)), target, arguments.count)


def _quarry(
    game: Game, catalogue: Catalogue, criteria: Criteria, arguments: Namespace
) -> tuple[Quarry, int]:
    """Return where exercises are looked for, and how many games there are."""
    seed = arguments.seed
    if arguments.source is None:
        return MachineGames(game, seed, criteria, worth), GAMES_EACH * arguments.count
    records = tuple(_recorded(arguments.source, game.name, catalogue))
    if not records:
        raise UsageError(f"{arguments.source}: expected records of {game.name}, found none")
    return RecordedGames(records, seed, criteria, worth), len(records)


def _recorded(source: Path, name: str, catalogue: Catalogue) -> Iterator[Positions]:
    """Yield the positions of every record of the game ``name`` in the file or folder ``source``."""
    try:
        paths = sorted(source.iterdir()) if source.is_dir() else [source]
    except OSError as error:
        raise UsageError(f"{source}: cannot be read: {reason(error)}") from None
    for path in paths:
        for where, record in load_all(path):
            if record.game == name:
                try:
                    yield positions_of(where.removeprefix(f"{source}/"), record, catalogue)
                except ValueError as error:
                    raise ReplayError(f"{where}: {error}") from None


def search_games(quarry: Quarry, games: int, executor: Executor) -> Iterator[tuple[Exercise, ...]]:
    """Return the exercises of each game of ``quarry`` in the order of the games."""
    return in_order(executor, quarry.search, range(games))


def gather(search: Iterator[tuple[Exercise, ...]], wanted: int) -> tuple[list[Exercise], int]:
    """Return the first exercises of ``search``, as many as ``wanted``, of several themes.

    Also return in how many games they were found. Ctrl-C ends the search.
    """
    found: dict[str, Exercise] = {}
    of_theme: Counter[str] = Counter()
    searched = 0
    try:
        for searched in count(1):
            exercises = next(search, None)
            if exercises is None:
                return list(found.values()), searched - 1
            for each in exercises:
                is_new = len(found) < wanted and each.key not in found
                if is_new and of_theme[each.theme] < MOST_OF_A_THEME * wanted:
                    found[each.key] = each
                    of_theme[each.theme] += 1
            if len(found) == wanted:
                break
    except KeyboardInterrupt:
        print("interrupted: the set has what was found until now", file=sys.stderr)
    return list(found.values()), searched


def _with_progress(
    search: Iterator[tuple[Exercise, ...]], wanted: int
) -> Iterator[tuple[Exercise, ...]]:
    """Yield what ``search`` yields, and count it on the standard error if it is a terminal."""
    if not is_live(sys.stderr):
        yield from search
        return
    total = 0
    try:
        for games, found in enumerate(search, 1):
            total += len(found)
            line = f"\r{min(total, wanted)}/{wanted} exercises in {games} games "
            print(line, end="", file=sys.stderr, flush=True)
            yield found
    finally:
        print(file=sys.stderr)


def _made(game: Game, criteria: Criteria, searched: int, arguments: Namespace) -> Mapping[str, str]:
    """Return how the set was made, so that somebody else can make it again."""
    nodes = game.SEARCH_NODES if criteria.nodes is None else criteria.nodes
    source = {} if arguments.source is None else {"from": str(arguments.source)}
    return {
        **source,
        "seed": str(arguments.seed),
        "count": str(arguments.count),
        "games": str(searched),
        "margin": f"{arguments.margin} %",
        **({} if criteria.choices == Criteria.choices else {"choices": str(criteria.choices)}),
        **({} if criteria.found_by is None else {"found by": f"{arguments.found_by} %"}),
        "nodes": f"{nodes}, confirmed with {DEEPER * nodes}",
    }


def _write(made: ExerciseSet, target: NewFile | None, wanted: int) -> int:
    if not made.exercises:
        print("no exercise was found", file=sys.stderr)
        return 1
    text = write(made)
    if target is None:
        print(text, end="")
    else:
        try:
            target.write(text.encode())
        except OSError as error:
            raise UsageError(f"{target.path}: cannot be written: {reason(error)}") from None
    if len(made.exercises) < wanted:
        found = f"only {len(made.exercises)} of {wanted} exercises were found"
        print(found, file=sys.stderr)
    return 0


def check(sets: Sequence[NamedSet], number: int | None) -> int:
    """Print for each exercise by how much its best move is best; return the exit code.

    A search of another build looks at ten times as many positions as the one that found the
    exercise, or at everything that the turn and its answers may come to.
    """
    wrong = 0
    with WorkerPool(number) as pool:
        for name, found in sets:
            verdicts = [pool.submit(holds, each) for each in found.exercises]
            for place, (each, verdict) in enumerate(zip(found.exercises, verdicts, strict=True), 1):
                margin = verdict.result()
                wrong += margin is None
                print(_verdict(name or found.game, place, each, margin), flush=True)
    total = sum(len(found.exercises) for _, found in sets)
    print(f"{total - wrong} of {total} best moves are best as another search sees it")
    return 1 if wrong else 0


def _verdict(name: str, place: int, exercise: Exercise, margin: float | None) -> str:
    ruling = "NOT BEST" if margin is None else f"best by {100 * margin:.1f} %"
    return f"{name} {place}: {exercise.best} {ruling}"


HEAD = msg("Exercise {number}/{total}. {seat}: which move is best?")
THROWN = msg("Throws to play: {throws}")
PROMPT = msg(
    "Move such as {example}, {hint} for all moves, {solution} for the solution, or {leave} to"
    " leave: "
)
ALL, SOLUTION, LEAVE, EXAMPLE = "?", "!", "q", "e4 e5"
RIGHT = msg("Right!")
UNREAD = msg("expected the squares of a move, such as {example}, not {given}")
AWAITED: Final = "expected a move"
"""How a game begins to refuse a text that is not written as moves are in records."""
SQUARE: Final = re.compile(r"[a-z]\d+")
WHICH = msg("That may be {moves}. Write more of it.")
WRONG = msg("Not the best: it gives away {percent} %. Try again.")
BEST = msg("Best: {move}. All others give away at least {percent} %.")
BECAUSE = msg("Best: {move} ({reason}). All others give away at least {percent} %.")
SCORE = msg("{right} of {total} right at once")

Tell = Callable[[str], object]
Ask = Callable[[str], str]


def play(sets: Sequence[NamedSet], language: str, tell: Tell, ask: Ask) -> int:
    """Ask the exercises of ``sets`` one after the other, and ``tell`` how good the answers are.

    Answers are moves by their squares, or the beginning of one. Return the exit code.
    """
    say = Language(language)
    exercises = [each for _, found in sets for each in found.exercises]
    right = asked = 0
    shown = ""
    for number, exercise in enumerate(exercises, 1):
        signs = legend(exercise.game, say)
        tell(_question(exercise, number, len(exercises), "" if signs == shown else signs, say))
        shown = signs
        verdict = _answered(exercise, say, tell, ask)
        if verdict is None:
            break
        asked, right = asked + 1, right + verdict
    tell(say(SCORE, right=right, total=asked))
    return 0


def _question(exercise: Exercise, number: int, total: int, signs: str, say: Language) -> str:
    state = exercise.state
    seat = say.heading(names.seat(exercise.game.seats[state.turn or 0]))
    head = say.heading(Message.of(HEAD, number=number, total=total, seat=seat))
    throws = " ".join(map(str, state.pending))
    thrown = say(THROWN, throws=throws) if throws else ""
    return "\n".join(filter(None, ("", head, thrown, draw(state, say), signs)))


def _answered(exercise: Exercise, say: Language, tell: Tell, ask: Ask) -> bool | None:
    """Return whether the first answer was right; None if the person leaves."""
    is_first = True
    while True:
        text = _asked(ask, say)
        if text is None or text == LEAVE:
            return None
        if text == SOLUTION:
            tell(_solution(exercise, say))
            return False
        if text == ALL:
            tell(_listed(exercise.state.legal_moves(), exercise, say))
            continue
        move = _move(exercise, text, tell, say)
        if move is not None and exercise.is_right(move):
            tell(f"{say(RIGHT)} {_solution(exercise, say)}")
            return is_first
        if move is not None:
            tell(say(WRONG, percent=max(1, round(100 * exercise.gives_away[move.text]))))
            is_first = False


def _asked(ask: Ask, say: Language) -> str | None:
    try:
        return ask(say(PROMPT, example=EXAMPLE, hint=ALL, solution=SOLUTION, leave=LEAVE)).strip()
    except (EOFError, KeyboardInterrupt):
        return None


def _move(exercise: Exercise, text: str, tell: Tell, say: Language) -> Move | None:
    """Return the move that ``text`` means; None if none does, or several may."""
    meant = exercise.meant(text)
    if len(meant) > 1:
        tell(say(WHICH, moves=_listed(meant, exercise, say)))
    if meant:
        return meant[0] if len(meant) == 1 else None
    try:
        return exercise.move(text)
    except IllegalMove as refused:
        tell(say(_reason(exercise, text, refused)))
        return None


def _reason(exercise: Exercise, text: str, refused: IllegalMove) -> Message:
    """Return why ``text`` is no move, by squares unless it is written as in records."""
    if not refused.message.text.startswith(AWAITED):
        return names.refusal(refused)
    squares = [each for each in SQUARE.findall(text.casefold()) if each in exercise.game.board]
    why = why_not(exercise.state, squares[0], squares[-1]) if len(squares) > 1 else None
    return Message.of(UNREAD, example=EXAMPLE, given=text) if why is None else names.refusal(why)


def _listed(moves: Sequence[Move], exercise: Exercise, say: Language) -> str:
    pieces = exercise.state.pieces()
    return "; ".join(say(names.action(move, pieces)) for move in moves)


def _solution(exercise: Exercise, say: Language) -> str:
    percent = round(100 * exercise.margin)
    reason = move_reason(exercise.state, exercise.best_move)
    best = names.action(exercise.best_move, exercise.state.pieces())
    if reason is None:
        return say(BEST, move=best, percent=percent)
    return say(BECAUSE, move=best, reason=reason, percent=percent)
