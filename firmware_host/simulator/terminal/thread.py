"""The companion in a thread of its own, beside the terminal that looks at it."""

import threading
from typing import Protocol


class Program(Protocol):
    """What is run: an :class:`~firmware_host.app.loop.App`."""

    def run(self) -> None: ...
    def stop(self) -> None: ...
    def close(self) -> None: ...


class AppThread:
    """Runs ``app``, which nobody else may touch but to read its frame and to stop it."""

    def __init__(self, app: Program) -> None:
        self._app = app
        self._thread = threading.Thread(target=self._run, name="companion")
        self._error: BaseException | None = None

    @property
    def has_failed(self) -> bool:
        """True once an error has ended the app."""
        return self._error is not None

    def start(self) -> None:
        """Begin to run the app."""
        self._thread.start()

    def finish(self) -> None:
        """Stop and close the app; raises the error that ended it, if one did. Call it once."""
        self._app.stop()
        if self._thread.ident is not None:
            self._thread.join()
        try:
            if self._error is not None:
                raise self._error
        finally:
            self._app.close()

    def _run(self) -> None:
        try:
            self._app.run()
        except BaseException as error:  # noqa: BLE001 - finish raises it where it can be told
            self._error = error
