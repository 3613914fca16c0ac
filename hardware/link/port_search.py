"""Looking for the ports of peers: which are tried when, and why some cannot be had."""

import errno
import logging
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TypeVar

from hardware.link.backoff import Backoff
from hardware.link.hello import Hello
from hardware.link.ports import Port, Ports

MOST = 8
"""Ports that are used at most, and lost peers that are remembered."""

NOT_PERMITTED = "not permitted: sudo usermod -aG dialout $USER, then log in again"
IN_USE = "in use by another program: end that (the service: sudo systemctl stop tableside)"
ADVICE: Mapping[int | None, str] = {
    errno.EACCES: NOT_PERMITTED,
    errno.EPERM: NOT_PERMITTED,
    errno.EAGAIN: IN_USE,
    errno.EBUSY: IN_USE,
}

Value = TypeVar("Value")
log = logging.getLogger(__name__)


class Seeker:
    """Looks for ``ports`` and opens them, soon after a failure and then less and less often."""

    def __init__(self, ports: Ports) -> None:
        self._ports = ports
        self._look = Backoff()
        self._retries: dict[str, Backoff] = {}
        self._troubles: dict[str, str] = {}
        self._lost: dict[str, str] = {}

    @property
    def troubles(self) -> list[str]:
        """Why ports cannot be had, and which peers are gone, each in one line."""
        return [*self._troubles.values(), *self._lost.values()]

    def due(self, in_use: Collection[str]) -> float:
        """When to look again (seconds) while the ports at the paths ``in_use`` are open."""
        waiting = self._retries.keys() - set(in_use)
        return min([self._look.due, *(self._retries[path].due for path in waiting)])

    def look(self, now: float, in_use: Collection[str]) -> Iterator[tuple[str, Port]]:
        """Look for ports at ``now`` (seconds); yield those that are not ``in_use``, opened."""
        self._look.put_off(now)
        for path in self._found():
            retry = self._retries.get(path)
            if path not in in_use and (retry is None or retry.due <= now):
                port = self._opened(path, now)
                if port is not None:
                    yield path, port

    def welcome(self, path: str, hello: Hello) -> None:
        """Take note that the peer of ``hello`` is here, at ``path``."""
        self._retries.pop(path, None)
        self._lost.pop(hello.identity, None)

    def lose(self, path: str, hello: Hello | None, error: Exception, now: float) -> None:
        """Take note that the port at ``path`` failed, and with it the peer of ``hello``."""
        log.debug("%s failed", path, exc_info=error)
        self._retries.setdefault(path, Backoff()).put_off(now)
        if hello is None:
            self._troubles[path] = f"{path}: {_advice(error)}"
            return
        gone = f"{path}: {hello.model} {hello.identity} is gone: plug it in again"
        self._lost = dict(list({**self._lost, hello.identity: gone}.items())[-MOST:])
        self._look.restart(now)

    def _found(self) -> Sequence[str]:
        found: Sequence[str] = ()
        trouble = {}
        try:
            found = self._ports.find()
        except Exception as error:  # noqa: BLE001 - nothing may end the link
            trouble = {"": f"serial ports cannot be looked for: {error}"}
        if len(found) > MOST:
            trouble = {"": f"only {MOST} of {len(found)} ports are used: name them in [link] find"}
        found = found[:MOST]
        self._troubles = trouble | _only(self._troubles, found)
        self._retries = _only(self._retries, found)
        return found

    def _opened(self, path: str, now: float) -> Port | None:
        try:
            port = self._ports.open(path)
        except Exception as error:  # noqa: BLE001 - termios.error is no OSError, for one
            self._troubles[path] = f"{path}: {_advice(error)}"
            self._retries.setdefault(path, Backoff()).put_off(now)
            return None
        self._troubles.pop(path, None)
        return port


def _only(table: Mapping[str, Value], keys: Collection[str]) -> dict[str, Value]:
    return {key: value for key, value in table.items() if key in keys}


def _advice(error: Exception) -> str:
    cannot = f"cannot be used ({error}): plug it out and in"
    return ADVICE.get(getattr(error, "errno", None), cannot)
