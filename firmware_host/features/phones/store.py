"""The phones that a table lets in, by the tokens that they carry, and the code for one more.

A token is 256 random bits in a cookie. Only its hash is kept here, in a file that survives a
restart of the server.
"""

import hashlib
import hmac
import json
import logging
import secrets
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Final

from firmware_host.base.errors import reason
from firmware_host.base.timing import local_now
from firmware_host.base.values import from_json
from firmware_host.features.phones.remote import PairedPhone
from firmware_host.storage.filesystem import OS_STORAGE, Storage, replace_file
from firmware_host.web.entry_code import LENGTH, LETTERS, WrongCodes, plain
from firmware_host.web.visitor import PageVisitor

NAME: Final = "phones"
MOST_PHONES: Final = 32
"""The phone that was paired first makes room for one more."""

TOKEN_BYTES: Final = 32
LONGEST_FILE: Final = 64 * 1024

log = logging.getLogger(__name__)


class Phones:
    """The phones that are let in, kept in ``folder``; ``today`` returns the date.

    ``changed`` is called after each change.
    """

    def __init__(
        self,
        folder: Path,
        today: Callable[[], date] = lambda: local_now().date(),
        storage: Storage = OS_STORAGE,
    ) -> None:
        self.changed: Callable[[], None] = lambda: None
        self._folder, self._today, self._storage = folder, today, storage
        self._by_hash: dict[str, PairedPhone] = self._read()

    @property
    def all(self) -> tuple[PairedPhone, ...]:
        """The phones that are let in, the newest last."""
        return tuple(self._by_hash.values())

    def pair(self, visitor: PageVisitor) -> str:
        """Let one more phone in, as ``visitor``; return its token. A seat has one phone."""
        for phone in self.all:
            if visitor.seat is not None and phone.seat == visitor.seat:
                self._remove(phone.id)
        for phone in self.all[: max(0, len(self.all) + 1 - MOST_PHONES)]:
            self._remove(phone.id)
        token = secrets.token_urlsafe(TOKEN_BYTES)
        since = self._today().isoformat()
        phone = PairedPhone(secrets.token_hex(4), visitor.role, visitor.seat, since)
        self._by_hash[_hash(token)] = phone
        self._save()
        return token

    def find(self, token: str) -> PairedPhone | None:
        """Return the phone that carries ``token``; None if it is let in no longer."""
        asked, found = _hash(token), None
        for known, phone in self._by_hash.items():
            if hmac.compare_digest(known, asked):
                found = phone
        return found

    def revoke(self, name: str) -> PairedPhone | None:
        """Let the phone with the id ``name`` in no longer; return it, None if there is none."""
        phone = self._remove(name)
        if phone is not None:
            self._save()
        return phone

    def _remove(self, name: str) -> PairedPhone | None:
        for known, phone in self._by_hash.items():
            if phone.id == name:
                del self._by_hash[known]
                return phone
        return None

    def _read(self) -> dict[str, PairedPhone]:
        try:
            with self._storage.read(self._folder / NAME) as file:
                kept = from_json(file.read(LONGEST_FILE), dict[str, str])
            return {known: PairedPhone.read(text) for known, text in kept.items()}
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            log.warning("the phones cannot be read, so they must be paired again: %s", error)
            return {}

    def _save(self) -> None:
        kept = {known: phone.text for known, phone in self._by_hash.items()}
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            replace_file(self._storage, self._folder, NAME, json.dumps(kept).encode())
        except OSError as error:
            log.warning("the phones cannot be saved: %s", reason(error))
        self.changed()


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


VALID_SECONDS: Final = 120.0


class PairingCodes:
    """The code that a table shows, for one visitor; ``clock`` returns seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._code, self._visitor, self._until = "", PageVisitor(), 0.0
        self.wrong = WrongCodes(clock)

    def make(self, visitor: PageVisitor) -> str:
        """Return a code that makes whoever enters it ``visitor``; the last code ends."""
        self._code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        self._visitor, self._until = visitor, self._clock() + VALID_SECONDS
        self.wrong.forget()
        return self._code

    def forget(self) -> None:
        """Let the code count no longer."""
        self._code = ""

    def redeem(self, text: str) -> PageVisitor | None:
        """Return whom ``text`` lets in; None if it is not the code."""
        is_valid = bool(self._code) and self._clock() < self._until
        is_right = hmac.compare_digest(plain(text).encode(), self._code.encode())
        if is_valid and is_right:
            self._code = ""
            return self._visitor
        return None
