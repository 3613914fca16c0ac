"""Find the sets of exercises that a command names: that of a game, of a file, or all of them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from firmware_host.base.errors import HostError, UsageError, reason
from firmware_host.storage.exercise_sets import ExerciseShelf, NamedSet, shipped
from games.exercises.exercise import LEVELS
from games.exercises.exercise_file import LONGEST, ExerciseError, read_checked
from games.replay import Catalogue
from hardware.untrusted_file import open_untrusted_text


class ExerciseSetError(HostError, ValueError):
    """A file that is no set of exercises: where it is wrong, and what was expected."""


def sets_of(of: str | None, catalogue: Catalogue, folder: Path | None = None) -> list[NamedSet]:
    """Return the sets that ``of`` names: a game, or a file; None names all games.

    With ``folder``, those that a table keeps there are among them. UsageError if there are none,
    ExerciseSetError if one is wrong.
    """
    if of is not None and of not in catalogue.names():
        return [load(Path(of), catalogue)]
    names = catalogue.names() if of is None else (of,)
    if folder is not None:
        shelf = ExerciseShelf(catalogue, folder)
        return [found for name in names for found in shelf.sets(name)]
    found = [_checked(text, name, catalogue) for name in names if (text := shipped(name))]
    if not found:
        raise UsageError(f"there are no exercises for {of}")
    return found


def load(path: Path, catalogue: Catalogue) -> NamedSet:
    """Return the set in the file at ``path``; UsageError if it cannot be read."""
    try:
        with open_untrusted_text(path, "utf-8-sig") as file:
            text = file.read(LONGEST + 1)
    except OSError as error:
        raise UsageError(
            f"{path}: expected the name of a game or a file with exercises: {reason(error)}"
        ) from None
    except UnicodeDecodeError:
        raise ExerciseSetError(f"{path}: this is not a text file: expected exercises") from None
    return _checked(text, str(path), catalogue)


def _checked(text: str, name: str, catalogue: Catalogue) -> NamedSet:
    try:
        return NamedSet(name, read_checked(text, catalogue))
    except ExerciseError as error:
        raise ExerciseSetError(f"{name}: {error}") from None


def described(sets: Sequence[NamedSet]) -> Iterator[str]:
    """Yield a line for each of ``sets``: its game, its name, and what is in it."""
    for name, found in sets:
        levels = Counter(each.level for each in found.exercises)
        themes = Counter(each.theme for each in found.exercises)
        by_level = "/".join(str(levels[level]) for level in LEVELS)
        by_theme = ", ".join(f"{theme} {count}" for theme, count in themes.most_common())
        title = found.game if name in ("", found.game) else f"{found.game} ({name})"
        yield f"{title}: {len(found.exercises)} exercises, by level {by_level}; {by_theme}"
