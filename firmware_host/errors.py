"""What can go wrong in the companion.

Every error is a :class:`HostError` and also the builtin that a caller would expect::

    HostError
     +-- StateFolderError   (OSError)     the folder for saved games cannot be used
     +-- JournalError       (ValueError)  this cannot be written down as a record
     +-- UsageError         (ValueError)  something typed that cannot be meant
     +-- ScriptError        (ValueError)  a line of a script cannot be read
     +-- ScriptFailure                    a line of a script did not hold
     +-- ReplayError        (ValueError)  a file is no record, or cannot have been played
     +-- SheetError         (OSError)     a game has no rule sheet
     +-- CountersError      (OSError)     counters cannot be read or written
     +-- ExportError                      games cannot be exported
     +-- PlotError                        a plot cannot be drawn
     +-- InstallError       (OSError)     an installation that cannot go on
     +-- Overflow           (ValueError)  something does not fit in its place on the display
"""


class HostError(Exception):
    """The root of the companion's errors; its text is one line for the person at the keyboard."""


class StateFolderError(HostError, OSError):
    """The folder for saved games is missing, not writable or already in use."""


class JournalError(HostError, ValueError):
    """A record that the journal cannot keep, or one that came before its session began."""


class UsageError(HostError, ValueError):
    """Something typed that cannot be meant: what was expected, what came."""


def reason(error: OSError) -> str:
    """Why a call failed, in the system's words."""
    return error.strerror or str(error)
