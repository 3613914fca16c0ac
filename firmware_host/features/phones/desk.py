"""Where phones come in: the front desk, the phones that it lets in, and the code for one more.

A token is 256 random bits in a cookie. Only its hash is kept here, in a file that survives a
restart of the server. The table asks the desk by what it publishes, so that nothing is lost when
either side starts again.
"""

import asyncio
import hashlib
import hmac
import json
import logging
import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Final, get_args

from msgspec.structs import replace

from firmware_host.base.errors import reason
from firmware_host.base.timing import local_now
from firmware_host.base.values import converted, from_json
from firmware_host.features.phones.remote import (
    MOST_PHONES,
    ListPhones,
    PairedPhone,
    PairingWish,
    PhoneRole,
    PhoneWishes,
    ReturnSeat,
    ShowPairing,
    TakeSeat,
)
from firmware_host.storage.filesystem import OS_STORAGE, Storage, replace_file
from firmware_host.web.doorway import STRANGER, Guest, Precedence
from firmware_host.web.entry_code import LENGTH, LETTERS, WrongCodes, plain
from firmware_host.web.listening import Signpost
from firmware_host.web.open_page import SharedTable
from firmware_host.web.visitor import PageVisitor

NAME: Final = "phones"
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
        role = _role(visitor.role)
        assert role is not None, "only phones are paired"
        phone = PairedPhone(secrets.token_hex(4), role, visitor.seat, since)
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

    def move_on(self, order: Sequence[int]) -> None:
        """Let each phone play where people change seats in this ``order``."""
        for known, phone in self._by_hash.items():
            if phone.seat in order:
                self._by_hash[known] = replace(phone, seat=order.index(phone.seat))
        self._save()

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
            return {known: _read_word(text) for known, text in kept.items()}
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            log.warning("the phones cannot be read, so they must be paired again: %s", error)
            return {}

    def _save(self) -> None:
        kept = {known: _word(phone) for known, phone in self._by_hash.items()}
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            replace_file(self._storage, self._folder, NAME, json.dumps(kept).encode())
        except OSError as error:
            log.warning("the phones cannot be saved: %s", reason(error))
        self.changed()


def _word(phone: PairedPhone) -> str:
    """Return ``phone`` as one word of the file.

    >>> _read_word(_word(PairedPhone("1f2e3d4c", "seat", 1, "2026-11-22")))
    PairedPhone(id='1f2e3d4c', role='seat', seat=1, since='2026-11-22')
    """
    seat = "" if phone.seat is None else str(phone.seat)
    return "/".join((phone.id, phone.role, seat, phone.since))


def _read_word(text: str) -> PairedPhone:
    """Return the phone of a word of the file; ValueError if there is none."""
    name, role, seat, since = text.split("/")
    raw = {"id": name, "role": role, "seat": int(seat) if seat else None, "since": since}
    return converted(raw, PairedPhone)


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


LOOKING: Final = PageVisitor()
LOOK_SECONDS: Final = 2.0
"""How often the addresses of the computer are read while a code is shown."""


def _role(name: str) -> PhoneRole | None:
    """Return the role with this ``name``, if phones are paired for it."""
    roles: tuple[PhoneRole, ...] = get_args(PhoneRole)
    return next((each for each in roles if each == name), None)


def visitor_as(role: str, seat: int | None, phone: str = "") -> PageVisitor | None:
    """Return a visitor in ``role``, at ``seat`` if the role needs one; None if there is none.

    ``phone`` is the id of theirs, if it has been let in.
    """
    known = _role(role)
    if known is None or (known == "seat") != (seat is not None):
        return None
    return PageVisitor(known, seat, phone)


class FrontDesk:
    """Lets phones in to the ``table``, as ``phones`` keeps them and ``codes`` says.

    ``find`` returns where phones find the server now.
    """

    def __init__(
        self,
        table: SharedTable,
        phones: Phones,
        codes: PairingCodes,
        find: Callable[[], Signpost],
    ) -> None:
        self.codes, self.find = codes, find
        self._table, self._phones = table, phones
        self._wish: PairingWish | None = None
        self._code, self._shown, self._told = "", Signpost(""), Signpost("")
        self._is_announced = False
        self._moved: int | None = None
        self._seen_off: dict[str, asyncio.Event] = {}
        phones.changed = self._announce

    @property
    def phones(self) -> tuple[PairedPhone, ...]:
        """The phones that are let in."""
        return self._phones.all

    def visitor(self, token: str) -> PageVisitor | None:
        """Return who carries ``token``; without a valid one an observer, or None if none may look.

        In public everybody may look.
        """
        phone = self._phones.find(token)
        if phone is not None:
            return visitor_as(phone.role, phone.seat, phone.id)
        return LOOKING if self._table.mirror.snapshot.is_public else None

    def guest(self, token: str) -> Guest:
        """Return who carries ``token``, as the doorway knows them."""
        phone = self._phones.find(token)
        if phone is None:
            return STRANGER
        return Guest(Precedence.STAFF if phone.role == "staff" else Precedence.LET_IN, phone.id)

    def let_in(self, code: str) -> str | None:
        """Return a token for whoever has entered ``code``; None if it is not the code."""
        visitor = self.codes.redeem(code)
        if visitor is None:
            return None
        if visitor.seat is not None:
            self._table.ask(TakeSeat(visitor.seat))
        before = self._phones.all
        token = self._phones.pair(visitor)
        for phone in before:
            if phone not in self._phones.all:  # it has made room
                self._see_off(phone, is_followed=phone.seat == visitor.seat)
        return token

    def leave(self, token: str) -> bool:
        """Let the phone that carries ``token`` in no longer; return whether there was one."""
        phone = self._phones.find(token)
        if phone is not None:
            self._revoke(phone.id)
        return phone is not None

    async def until_revoked(self, token: str) -> None:
        """Return when the phone that carries ``token`` is let in no longer; never for others."""
        phone = self._phones.find(token)
        name = "" if phone is None else phone.id
        await self._seen_off.setdefault(name, asyncio.Event()).wait()

    async def run(self) -> None:
        """Follow what the table wishes until this task is cancelled."""
        seen = -1
        while True:
            # a code that is shown follows the addresses of the computer
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS if self._wish else None):
                    seen = await self._table.mirror.wait_for_news(seen)
            self.follow()

    def follow(self) -> None:
        """Do what the newest snapshot of the table wishes."""
        mirror = self._table.mirror
        if not mirror.is_connected:
            self._is_announced, self._wish, self._moved = False, None, None
            return
        is_over = mirror.snapshot.awaited == "next game"  # people may share it as a link
        if not self._is_announced or (is_over and self.find() != self._told):
            self._is_announced = True
            self._announce()
        wish = mirror.snapshot.fact(PhoneWishes)
        self._move(wish)
        self._pair(wish.pairing)
        for name in self._unwanted(wish, is_empty=mirror.snapshot.is_unattended):
            self._revoke(name)

    def _move(self, wish: PhoneWishes) -> None:
        """Let phones play where everybody has moved on; their pages load again at their seats."""
        before, self._moved = self._moved, wish.moved
        missed = 0 if before is None else wish.moved - before
        if not 0 < missed <= len(wish.orders):
            return
        for order in wish.orders[-missed:]:
            self._phones.move_on(order)
        for phone in self._phones.all:
            if phone.seat is not None:
                self._seen_off.pop(phone.id, asyncio.Event()).set()

    def _unwanted(self, wish: PhoneWishes, *, is_empty: bool) -> list[str]:
        """Return the phones that must go: revoked ones, and players of visitors who have left."""
        gone = [phone.id for phone in self._phones.all if phone.id in wish.revoked]
        seats = [phone.id for phone in self._phones.all if phone.seat is not None and is_empty]
        return [*gone, *(name for name in seats if name not in gone)]

    def _pair(self, wish: PairingWish | None) -> None:
        is_new = wish != self._wish
        self._wish = wish
        visitor = None if wish is None else visitor_as(wish.role, wish.seat)
        if wish is None or visitor is None:
            self.codes.forget()
            return
        if is_new:
            self._code = self.codes.make(visitor)
        post = self.find()
        if is_new or post != self._shown:
            self._shown = post
            modules = post.qr_code(self._code)
            address = post.name if post.is_alone else post.address
            self._table.ask(ShowPairing(wish.number, self._code, address, post.name, modules))

    def _revoke(self, name: str) -> None:
        phone = self._phones.revoke(name)
        if phone is not None:
            self._see_off(phone)

    def _see_off(self, phone: PairedPhone, *, is_followed: bool = False) -> None:
        """Disconnect the pages of ``phone``; its seat is free unless another one has it now."""
        self._seen_off.pop(phone.id, asyncio.Event()).set()
        if phone.seat is not None and not is_followed:
            self._table.ask(ReturnSeat(phone.seat))

    def _announce(self) -> None:
        self._told = self.find()
        self._table.ask(ListPhones(self._phones.all, self._told.for_phones))
