"""The errors of the companion, and the signals that end it.

Every error is a :class:`HostError`, and also the built-in error that a caller would expect::

    HostError
     +-- StateFolderError   (OSError)     the folder for saved games cannot be used
     +-- JournalError       (ValueError)  a record cannot be written to the journal
     +-- UsageError         (ValueError)  an argument on the command line is wrong
     +-- ScriptError        (ValueError)  a line of a script cannot be read
     +-- ScriptFailure                    a line of a script did not hold
     +-- ReplayError        (ValueError)  a file is not a record, or cannot have been played
     +-- ExerciseSetError   (ValueError)  a file is not a set of exercises
     +-- SheetError         (OSError)     a game has no rule sheet
     +-- CountersError      (OSError)     counters cannot be read or written
     +-- ExportError                      games cannot be exported
     +-- StudyError                       a study cannot be played or kept
     +-- OtherCodeError                   a worker plays a study by other rules or players
     +-- PlotError                        a plot cannot be drawn
     +-- SharingError       (OSError)     a table cannot be shared on a socket
     +-- ListeningError     (OSError)     the web server cannot listen at its address
     +-- TableTakenError                  another web server shows the table already
     +-- InstallError       (OSError)     an installation cannot continue
     +-- SpeechError                      nothing can be said: no program or no device
     +-- UpdateError                      an update is not possible, or has failed
     +-- NotGivenError                    an order could not be given to tables of a fleet
     +-- OutdatedError                    the program was updated while an agent ran
     +-- Overflow           (ValueError)  something does not fit in its place on the display
"""

import logging
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final, TypeVar

WRONG_USAGE: Final = 2
"""The exit code of a command with wrong arguments: another try is no use."""

Result = TypeVar("Result")

log = logging.getLogger(__name__)


class HostError(Exception):
    """The base of all errors of the companion; its text is one line for the user."""


class StateFolderError(HostError, OSError):
    """The folder for saved games is missing, not writable or already in use."""


class JournalError(HostError, ValueError):
    """A record that the journal cannot store, or one that came before the session began."""


class UsageError(HostError, ValueError):
    """An argument on the command line that is wrong: what was expected, what came."""


class InstallError(HostError, OSError):
    """An installation that cannot continue: why, and what to do."""


def try_or_log(what: str, act: Callable[[], Result]) -> Result | None:
    """Return what ``act`` returns; if it raises, log that ``what`` failed and return None.

    >>> try_or_log("adding", lambda: 1 + 1)
    2
    """
    try:
        return act()
    except Exception:
        log.exception("%s failed", what)
        return None


def how_to_install(extra: str) -> str:
    """Return the command that adds the packages of ``extra`` to the running program."""
    return f"{sys.executable} -m pip install 'tableside[{extra}]'"


def reason(error: Exception) -> str:
    """Return why something failed, in the words of the system if the system said so."""
    return getattr(error, "strerror", None) or str(error)


ENDING: Final = (signal.SIGTERM, signal.SIGHUP)
"""What ends a program that does not ask for it: SIGHUP comes when its terminal is closed."""


@contextmanager
def left_on_signals() -> Iterator[None]:
    """Let SIGTERM and SIGHUP end the program with SystemExit while the ``with`` block runs.

    A signal that is ignored or handled otherwise stays so. Only the main thread is told of signals:
    in another one nothing changes.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    usual = [each for each in ENDING if signal.getsignal(each) is signal.SIG_DFL]
    for number in usual:
        signal.signal(number, _leave)
    try:
        yield
    finally:
        for number in usual:
            signal.signal(number, signal.SIG_DFL)


def _leave(number: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + number)
