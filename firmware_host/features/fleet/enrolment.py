"""New tables of a fleet: their credentials, the access rules of the broker, and files for cards.

Everything lies in one folder, which only its owner may read: the keys that sign orders, the
settings of the desk, what the broker needs, and in ``cards`` a folder for each table with all that
is copied to its card. A table is enrolled once the list of passwords has its name; that list is
written last, so a run that was cut off is made good by the next one.
"""

import base64
import re
import secrets
import shutil
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from hashlib import pbkdf2_hmac
from importlib.resources import files
from pathlib import Path
from typing import Final, Self
from zoneinfo import available_timezones

from msgspec import Struct
from msgspec.structs import replace

from firmware_host.base.errors import HostError, UsageError, reason
from firmware_host.base.values import to_json
from firmware_host.features.fleet.directory import MOST_TABLES
from firmware_host.features.fleet.settings import (
    LONGEST,
    PEM,
    order_names,
    read_broker,
    read_settings,
)
from firmware_host.setup.card import CardRecipe, cloud_config
from firmware_host.setup.choices import Choices
from firmware_host.storage.filesystem import OS_STORAGE, replace_file
from firmware_host.web.table_states import is_name
from hardware.untrusted_input import read_untrusted_text, written
from hardware.wiring import wiring

PLACE: Final = "{}"
"""Stands for the number in the pattern of names, and for the number of the table in its title."""

LOGIN: Final = re.compile(r"(ssh-(ed25519|rsa)|ecdsa-sha2-nistp\d{3}) [A-Za-z0-9+/=]+( [\w.@-]+)?")
"""A public key as ``ssh-keygen`` writes it; no comment may have what YAML reads in another way."""

PASSWORD: Final = re.compile(r"^password = .*\n", re.MULTILINE)
HOST: Final = re.compile(r"[\w.-]+")
ADDRESS: Final = re.compile(r"[\d.]+|[\da-f:.]*:[\da-f:.]*", re.IGNORECASE)
"""An address of IPv4 or IPv6, which no name looks like."""

ROUNDS: Final = 101
SALT_BYTES: Final = 12
"""As mosquitto_passwd of Mosquitto 2.0 makes hashes: the passwords have 192 bits by chance."""

PASSWORD_BYTES: Final = 24
DESK, HOME_ASSISTANT = "desk", "homeassistant"
PASSWORDS: Final = "passwords"
PACKAGE: Final = "tableside_VERSION_all.deb"
PRIVATE_KEY, PUBLIC_KEY, AUTHORITY = "orders-private.pem", "orders.pem", "authority.pem"
CERTIFICATE, CERTIFICATE_KEY = "broker.crt", "broker.key"
DAYS: Final = 7300
"""How long a certificate counts that is made here: a broker in a museum may be forgotten."""

NEW_CERTIFICATE: Final = (
    *("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"),
    *("-addext", "keyUsage=critical,digitalSignature,keyCertSign", "-days", f"{DAYS}"),
)
"""A certificate that is its own authority; Python from 3.13 on wants to read what it is for."""

REFUSE: Final = """\
1. Let the broker refuse the old ones: copy {folder}/broker to its computer, and type in that
   folder: sudo sh set-up
2. Let it forget what they have said:
   tableside fleet forget --settings {folder}/desk.toml --tables {tables}"""

SAID: Final[Mapping[str, str]] = {
    "add": """\
Enrolled: {tables}
1. Let the broker know them: copy {folder}/broker to the computer that is always on, and type in
   that folder: sudo sh set-up
2. Copy what is in the folder of each table in {folder}/cards to the first partition (bootfs) of its
   card{package}.
3. See them: tableside fleet --settings {folder}/desk.toml
Only you may read {folder}: it has the passwords and the key of orders. Keep a copy of it.""",
    "replace": f"""\
Replaced: {{tables}}
{REFUSE}
3. Copy what is in the folder of each in {{folder}}/cards to the first partition (bootfs) of its
   new card{{package}}.""",
    "revoke": f"""\
Revoked: {{tables}}
{REFUSE}""",
}
"""What a person reads after an enrolment, by what was done, and what is to be done next."""


class NewTables(Struct, frozen=True):
    """What the cards of new tables have: their ``recipe``, whose name is that of each table.

    ``title`` and ``area`` may have the number of the table as :data:`PLACE`. The tables obey the
    orders in ``allow``. ``login`` is the public key of whoever may log in, ``timezone`` that of the
    tables, ``time_server`` what they ask for the time, ``package`` the file that is installed.
    """

    recipe: CardRecipe
    title: str = ""
    area: str = ""
    allow: tuple[str, ...] = ()
    login: str = ""
    timezone: str = ""
    time_server: str = ""
    package: Path | None = None

    def checked(self) -> Self:
        """Return this; UsageError says what no card may have."""
        recipe = self.recipe
        if recipe.wiring not in wiring.names():
            raise UsageError(
                f"--wiring: expected one of {', '.join(wiring.names())}, "
                f"got {written(recipe.wiring)}"
            )
        Choices(recipe.wiring, recipe.language, tuple(recipe.play.split()), recipe.web)
        order_names("--allow", self.allow)
        user_data(self)
        if self.package is not None and not self.package.is_file():
            raise UsageError(f"--package: there is no file {written(str(self.package))}")
        return self


class Enrolment:
    """The tables that are enrolled in ``folder``; ``users`` are lines of passwords, by name."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._broker, self._cards = folder / "broker", folder / "cards"
        self.users = self._read_users()

    def begin(
        self, broker: str | None, authority: Path | None, *, makes_certificate: bool = False
    ) -> None:
        """Make what all tables share, unless it is there: ``broker`` is its address.

        ``authority`` is a file with the certificates that the tables trust; ``makes_certificate``
        makes one for the broker. UsageError says what is missing, HostError what cannot be done.
        """
        address = self._address(broker)
        certificates = None if authority is None else _certificates(authority)
        certificate = self._broker / CERTIFICATE
        makes_certificate = makes_certificate and not certificate.exists()
        if makes_certificate and (authority is not None or DESK in self.users):
            raise UsageError(
                "--make-certificate: expected at the first enrolment of a folder, and without "
                "--authority: the tables that are there trust another certificate"
            )
        for place in (self.folder, self._broker, self._cards):
            place.mkdir(mode=0o700, parents=True, exist_ok=True)
        if certificates is not None:
            self._write(self.folder / AUTHORITY, certificates)
        self._make_keys()
        if makes_certificate:
            self._make_certificate(read_broker(address).host)
        for each in (files(__package__) / "broker").iterdir():
            self._write(self._broker / each.name, each.read_text("utf-8"))
        if DESK not in self.users:
            self._write(self._desk, self._settings(address, DESK, self._let_in(DESK)))
            password = self._let_in(HOME_ASSISTANT)
            words = f"broker: {address}\nuser: {HOME_ASSISTANT}\npassword: {password}\n"
            self._write(self.folder / "homeassistant.txt", words)

    def _address(self, broker: str | None) -> str:
        """Return the address of the broker, which stays what it was when the folder was made."""
        before = read_settings(self._desk, None, DESK).broker.url if self._desk.exists() else ""
        if broker is None and not before:
            raise UsageError("enrol: expected --broker URL, the address of the broker of the fleet")
        address = before if broker is None else read_broker(broker).url
        if before and address != before:
            raise UsageError(
                f"--broker: the tables in {self.folder} report to {before}: enrol those of another "
                "broker in another folder (--into)"
            )
        return address

    def add(self, numbered: Mapping[str, str], new: NewTables) -> None:
        """Give each of the tables a password and a card, by ``numbered``: names and numbers."""
        broker = read_settings(self._desk, None, DESK).broker.url
        for name, number in numbered.items():
            settings = self._settings(broker, name, self._let_in(name), name)
            settings += _about(new, number)
            self._write_card(name, settings, new)
        self._write_users()

    def replace(self, names: Iterable[str]) -> None:
        """Give the tables called ``names`` other passwords: what they have now is refused.

        Their cards stay as they are in everything else. HostError if one is missing.
        """
        for name in names:
            path = self._cards / name / "fleet.toml"
            try:
                text = read_untrusted_text(path, LONGEST)
            except (OSError, ValueError):
                raise HostError(
                    f"enrol: expected the card of {name} in {path.parent}: make it as at first, "
                    "with --called and --count"
                ) from None
            self._write(path, PASSWORD.sub(_lines({"password": self._let_in(name)}), text))
        self._write_users()

    def revoke(self, names: Iterable[str]) -> None:
        """Let the broker refuse the tables called ``names`` from now on."""
        for name in names:
            self.users.pop(name)
            shutil.rmtree(self._cards / name, ignore_errors=True)
        self._write_users()

    def have_package(self, names: Iterable[str]) -> bool:
        """Return whether the cards of the tables called ``names`` have the package."""
        return all(any((self._cards / name).glob("*.deb")) for name in names)

    def is_whole(self, name: str) -> bool:
        """Return whether the table called ``name`` has a password and a card."""
        return name in self.users and (self._cards / name).is_dir()

    def check_known(self, names: Sequence[str]) -> None:
        """Raise UsageError if one of the tables called ``names`` was never enrolled."""
        for name in names:
            if name not in self.users or name in (DESK, HOME_ASSISTANT):
                raise UsageError(f"enrol: no table called {written(name)} is in {self.folder}")

    @property
    def _desk(self) -> Path:
        return self.folder / "desk.toml"

    def _read_users(self) -> dict[str, str]:
        try:
            text = read_untrusted_text(self._broker / PASSWORDS, LONGEST)
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            why = reason(error) if isinstance(error, OSError) else str(error)
            raise HostError(f"{self._broker / PASSWORDS} cannot be read: {why}") from None
        return {line.partition(":")[0]: line for line in text.splitlines() if line}

    def _write_users(self) -> None:
        self._write(self._broker / PASSWORDS, "".join(f"{each}\n" for each in self.users.values()))

    def _let_in(self, user: str) -> str:
        """Return a new password of ``user``, and keep its hash."""
        password = secrets.token_urlsafe(PASSWORD_BYTES)
        self.users[user] = f"{user}:{hashed(password, secrets.token_bytes(SALT_BYTES))}"
        return password

    def _make_keys(self) -> None:
        private, public = self.folder / PRIVATE_KEY, self.folder / PUBLIC_KEY
        if not private.exists():
            _openssl("genpkey", "-algorithm", "ed25519", "-out", f"{private}")
            private.chmod(0o600)
        if not public.exists():
            _openssl("pkey", "-in", f"{private}", "-pubout", "-out", f"{public}")

    def _make_certificate(self, host: str) -> None:
        """Make a certificate for the broker at ``host``, which the tables trust and no other."""
        kind = "IP" if ADDRESS.fullmatch(host) else "DNS"
        made, key = self._broker / CERTIFICATE, self._broker / CERTIFICATE_KEY
        named = ("-subj", "/CN=tableside", "-addext", f"subjectAltName={kind}:{host}")
        _openssl(*NEW_CERTIFICATE, *named, "-keyout", f"{key}", "-out", f"{made}")
        key.chmod(0o600)
        self._write(self.folder / AUTHORITY, made.read_text("ascii"))

    def _settings(self, broker: str, user: str, password: str, table: str = "") -> str:
        pairs = {"broker": broker, "table": table, "user": user, "password": password}
        if (self.folder / AUTHORITY).exists():
            pairs["authority"] = AUTHORITY
        return _lines(pairs)

    def _write_card(self, name: str, settings: str, new: NewTables) -> None:
        """Fill a new folder, and put it in the place of the one that ``name`` had before."""
        making, card = self._cards / f".{name}", self._cards / name
        shutil.rmtree(making, ignore_errors=True)
        making.mkdir(mode=0o700)
        recipe = replace(new.recipe, name=name, files={"fleet": "fleet.toml"})
        self._write(making / "fleet.toml", settings)
        self._write(making / "table.txt", recipe.text())
        self._write(making / "user-data", user_data(new))
        shared = (self.folder / PUBLIC_KEY, self.folder / AUTHORITY, new.package)
        for path in shared:
            if path is not None and path.exists():
                shutil.copyfile(path, making / path.name)
        shutil.rmtree(card, ignore_errors=True)
        making.rename(card)

    def _write(self, path: Path, text: str) -> None:
        replace_file(OS_STORAGE, path.parent, path.name, text.encode())


def table_names(pattern: str, count: int) -> Mapping[str, str]:
    """Return the names of ``count`` tables and their numbers; UsageError says what was expected.

    >>> table_names("hall-{}", 2)
    {'hall-1': '1', 'hall-2': '2'}
    """
    if not 1 <= count <= MOST_TABLES:
        raise UsageError(f"--count: expected 1 to {MOST_TABLES}, got {count}")
    if pattern.count(PLACE) != 1 or not is_name(pattern.replace(PLACE, f"{count}")):
        raise UsageError(
            "--called: expected a name of small letters, digits and hyphens in which {} stands for "
            f"the number, such as hall-{{}}; got {written(pattern)}"
        )
    numbers = map(str, range(1, count + 1))
    return {pattern.replace(PLACE, number): number for number in numbers}


def said(enrolment: Enrolment, tables: Sequence[str], done: str) -> str:
    """Return what a person reads after ``tables`` were added, replaced or revoked (``done``)."""
    if not tables:
        return f"Each of these tables has a card in {enrolment.folder}: nothing is new."
    package = "" if enrolment.have_package(tables) else f", with the package: {PACKAGE}"
    return SAID[done].format(tables=",".join(tables), folder=enrolment.folder, package=package)


def read_login(path: Path | None) -> str:
    """Return the public key in the file at ``path``; empty without one."""
    if path is None:
        return ""
    try:
        return read_untrusted_text(path, LONGEST).strip()
    except (OSError, ValueError) as error:
        why = reason(error) if isinstance(error, OSError) else "it is no text"
        raise UsageError(f"--login: {path} cannot be read: {why}") from None


def hashed(password: str, salt: bytes) -> str:
    """Return the hash of ``password`` as Mosquitto reads it: PBKDF2 with SHA-512 and ``salt``."""
    digest = pbkdf2_hmac("sha512", password.encode(), salt, ROUNDS)
    shown = [base64.b64encode(each).decode() for each in (salt, digest)]
    return "$7$" + "$".join((f"{ROUNDS}", *shown))


def user_data(new: NewTables) -> str:
    """Return what cloud-init does at the first start of the ``new`` tables.

    UsageError says what is wrong with the login, the time zone or the time server.
    """
    text = cloud_config()
    if new.login:
        if LOGIN.fullmatch(new.login) is None:
            raise UsageError(
                "--login: expected a file with a public key for ssh in one line, as ssh-keygen "
                f"writes it (*.pub), got {written(new.login)}"
            )
        text = text.replace("- PUBLIC-KEY", f"- {new.login}")
    if new.time_server:
        if HOST.fullmatch(new.time_server) is None:
            raise UsageError(f"--time-server: expected a host, got {written(new.time_server)}")
        text = text.replace("\nruncmd:\n", TIME_SERVER.format(host=new.time_server))
    if new.timezone:
        if new.timezone not in available_timezones():
            raise UsageError(
                "--timezone: expected one such as Europe/Berlin (timedatectl list-timezones), "
                f"got {written(new.timezone)}"
            )
        text += f"\ntimezone: {new.timezone}\n"
    return text


TIME_SERVER: Final = """\
  - path: /etc/systemd/timesyncd.conf.d/tableside.conf
    content: |
      [Time]
      NTP={host}

runcmd:
  - systemctl restart systemd-timesyncd || true
"""


def _about(new: NewTables, number: str) -> str:
    words = {"title": new.title, "area": new.area}
    about = {key: text.replace(PLACE, number) for key, text in words.items()}
    allow = to_json(list(new.allow)).decode()
    return f'{_lines(about)}\n[orders]\nkey = "{PUBLIC_KEY}"\nallow = {allow}\n'


def _lines(pairs: Mapping[str, str]) -> str:
    """Return ``pairs`` as TOML, whose texts are written as in JSON; an empty one is left out."""
    found = ((key, to_json(value).decode()) for key, value in pairs.items() if value)
    return "".join(f"{key} = {value}\n" for key, value in found)


def _certificates(path: Path) -> str:
    try:
        text = read_untrusted_text(path, LONGEST)
    except (OSError, ValueError):
        text = ""
    if PEM not in text:
        raise UsageError(f"--authority: expected a file with certificates (PEM) at {path}")
    return text


def _openssl(*words: str) -> None:
    try:
        done = subprocess.run(("openssl", *words), capture_output=True, check=False)
    except FileNotFoundError:
        raise HostError("the keys of orders are made by openssl: install it") from None
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip()
        raise HostError(f"openssl makes no keys: {written(said)}")
