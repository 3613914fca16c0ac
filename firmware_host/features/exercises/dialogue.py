"""Ask exercises in the terminal: the position, an answer, and what it gives away."""

from collections.abc import Callable, Sequence

from firmware_host.features.exercises.store import NamedSet
from firmware_host.session import names
from firmware_host.text.text_board import draw, legend
from firmware_host.text.translator import Language
from firmware_host.thinking.advice import move_reason
from games.actions import Move
from games.errors import IllegalMove
from games.exercises.exercise import Exercise
from games.message import Message, msg

HEAD = msg("Exercise {number}/{total}. {seat}: which move is best?")
THROWN = msg("Throws to play: {throws}")
PROMPT = msg("Move, {hint} for all moves, {solution} for the solution, or {leave} to leave: ")
ALL, SOLUTION, LEAVE = "?", "!", "q"
RIGHT = msg("Right!")
WRONG = msg("Not the best: it gives away {percent} %. Try again.")
BEST = msg("Best: {move}. All others give away at least {percent} %.")
BECAUSE = msg("Best: {move} ({reason}). All others give away at least {percent} %.")
SCORE = msg("{right} of {total} right at once")

Tell = Callable[[str], object]
Ask = Callable[[str], str]


def play(sets: Sequence[NamedSet], language: str, tell: Tell, ask: Ask) -> int:
    """Ask the exercises of ``sets`` one after the other, and ``tell`` how good the answers are.

    Answers are moves as the position is written in. Return the exit code.
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
            tell("  ".join(exercise.gives_away))
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
        return ask(say(PROMPT, hint=ALL, solution=SOLUTION, leave=LEAVE)).strip()
    except (EOFError, KeyboardInterrupt):
        return None


def _move(exercise: Exercise, text: str, tell: Tell, say: Language) -> Move | None:
    try:
        return exercise.move(text)
    except IllegalMove as refused:
        tell(say(names.refusal(refused)))
        return None


def _solution(exercise: Exercise, say: Language) -> str:
    percent = round(100 * exercise.margin)
    reason = move_reason(exercise.state, exercise.best_move)
    if reason is None:
        return say(BEST, move=exercise.best, percent=percent)
    return say(BECAUSE, move=exercise.best, reason=reason, percent=percent)
