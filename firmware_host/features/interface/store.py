"""The tokens of programs, kept beside the phones: their hashes, whose they are, what they may.

The owner of a table makes and removes them on the command line; the server sees that at once. A
token is 256 random bits, which are shown once and not kept.
"""

import hashlib
import hmac
import logging
import os
import re
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Final

from msgspec import Meta, Struct

from firmware_host.base.errors import UsageError, reason
from firmware_host.base.timing import local_day
from firmware_host.base.values import from_json, to_json
from firmware_host.storage.filesystem import OS_STORAGE, Storage, replace_file
from hardware.untrusted_input import written

FILE: Final = "tokens"
TOKEN_BYTES: Final = 32
MOST_TOKENS: Final = 32
LONGEST_FILE: Final = 64 * 1024
NAME: Final = r"[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?"

log = logging.getLogger(__name__)


class ProgramToken(Struct, frozen=True):
    """A token that was made ``since`` a date for the program called ``name``.

    With ``may_act`` the program may do what people at the table do; else it may only look.
    """

    name: Annotated[str, Meta(pattern=rf"^{NAME}\Z", description="the name of a program")]
    since: Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\d\Z", description="a date")]
    may_act: bool


class ProgramTokens:
    """The tokens that are kept in ``folder``."""

    def __init__(self, folder: Path, storage: Storage = OS_STORAGE) -> None:
        self._folder, self._storage = folder, storage
        self._by_hash: Mapping[str, ProgramToken] = {}
        self._read_at: object = None

    @property
    def all(self) -> tuple[ProgramToken, ...]:
        """The tokens, the oldest first."""
        return tuple(self._known().values())

    def find(self, token: str) -> ProgramToken | None:
        """Return what is known of ``token``; None if it was not made here, or was removed."""
        asked, found = _hash(token), None
        for known, program in self._known().items():
            if hmac.compare_digest(known, asked):
                found = program
        return found

    def add(self, name: str, *, may_act: bool) -> str:
        """Make a token for the program called ``name``, and return it.

        UsageError if there is one of that name, or if it is no name.
        """
        known = self._known()
        if re.fullmatch(NAME, name) is None:
            raise UsageError(f"expected a name such as lamp or hall-2, got {written(name)}")
        if any(each.name == name for each in known.values()):
            raise UsageError(f"{name} has a token: remove it first")
        if len(known) >= MOST_TOKENS:
            raise UsageError(f"there are {MOST_TOKENS} tokens: remove one first")
        token = secrets.token_urlsafe(TOKEN_BYTES)
        self._save({**known, _hash(token): ProgramToken(name, local_day(), may_act)})
        return token

    def remove(self, name: str) -> None:
        """Let the program called ``name`` in no longer; UsageError if it has no token."""
        known = self._known()
        left = {hashed: each for hashed, each in known.items() if each.name != name}
        if len(left) == len(known):
            raise UsageError(f"no program called {written(name)} has a token")
        self._save(left)

    def _known(self) -> Mapping[str, ProgramToken]:
        """Return the tokens by their hashes; the file is read again when it is another one."""
        try:
            found = (self._folder / FILE).stat()
            at: object = found.st_ino, found.st_mtime_ns, found.st_size
        except OSError:
            at = None
        if at != self._read_at:
            self._by_hash, self._read_at = self._read(), at
        return {} if at is None else self._by_hash

    def _read(self) -> Mapping[str, ProgramToken]:
        try:
            with self._storage.read(self._folder / FILE) as file:
                return from_json(file.read(LONGEST_FILE), dict[str, ProgramToken])
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            log.warning("the tokens of programs cannot be read, so none counts: %s", error)
            return {}

    def _save(self, tokens: Mapping[str, ProgramToken]) -> None:
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            replace_file(self._storage, self._folder, FILE, to_json(tokens))
            if os.geteuid() == 0:  # who serves the page reads what root has written
                owner = self._folder.stat()
                os.chown(self._folder / FILE, owner.st_uid, owner.st_gid)
        except OSError as error:
            where = self._folder / FILE
            raise UsageError(f"{where}: cannot be written: {reason(error)}") from None


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
