"""An update that an order names: only what the order says is handed to the updater."""

import hashlib
import io
import json
import shutil
import ssl
import subprocess
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from email.message import Message
from functools import partial
from http.client import BadStatusLine, HTTPException, HTTPResponse, IncompleteRead
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, cast
from urllib.error import HTTPError, URLError

import pytest
from msgspec.structs import replace

from firmware_host.features.fleet.order_desk import NO_BUTTON
from firmware_host.features.fleet.orders import FORGED, TAKEN
from firmware_host.features.update import orders
from firmware_host.features.update.orders import (
    FetchedUpdates,
    Https,
    fetched_updates,
)
from firmware_host.session.setup import Setup
from firmware_host.setup.paths import CURRENT, RECORD
from firmware_host.setup.update.disk import UpdateDisk, replace_with
from firmware_host.setup.update.intake import WantedUpdate
from firmware_host.setup.update.package import SIGNED, SUMS
from firmware_host.setup.update.record import (
    NO_ROOM,
    NO_UPDATER,
    NOT_BEGUN,
    WRONG_SUM,
    UpdateRecord,
)
from firmware_host.setup.update.updater import RESERVE
from firmware_host.simulator.hands import Hands
from firmware_host.web.orders import OrderFailedError
from tests.firmware_host.features.fleet.keys import NEEDS_OPENSSL
from tests.firmware_host.features.fleet.test_order_desk import USUAL, Desk
from tests.firmware_host.setup.update.table import NEW, OLD, new_card
from tests.table import Begin

NAME = f"tableside_{NEW}_all.deb"
URL = f"https://releases.example/{NEW}/{NAME}"
DATA = b"a package"
SUM = hashlib.sha256(DATA).hexdigest()
VALUE = f"{URL} {SUM}"
WANTED = WantedUpdate.read(VALUE)
ORDER = b"the order as it came"
SHELF = {URL: DATA, URL.replace(NAME, SUMS): b"sums", URL.replace(NAME, SIGNED): b"signature"}


class Shelf:
    """A place with files; ``length`` is what it says of the size of each."""

    def __init__(self, files: Mapping[str, bytes] = SHELF, length: str = "") -> None:
        self._files, self._length = files, length

    def open(self, url: str) -> HTTPResponse:
        if url not in self._files:
            raise HTTPError(url, 404, "not there", Message(), None)
        answer: Any = io.BytesIO(self._files[url])
        answer.headers = {"Content-Length": self._length or str(len(self._files[url]))}
        return cast(HTTPResponse, answer)


class Updater:
    """Reads what waits in ``folder`` as the updater does, and writes a record in this ``state``."""

    def __init__(self, folder: Path, card: UpdateDisk, state: str = "watched") -> None:
        self.found: dict[str, bytes] = {}
        self._folder, self._card, self._state = folder, card, state
        self.now = 0.0

    def wait(self, seconds: float) -> None:
        self.now += seconds
        request = self._folder / "update.request"
        if self._state and request.exists():
            files = (self._folder / "update").iterdir()
            self.found = {path.name: path.read_bytes() for path in files}
            self.found["request"] = request.read_bytes()
            request.unlink()
            record = UpdateRecord("watched", "new", NEW, OLD, why="the card is broken")
            text = replace(record, state=cast(Any, self._state)).text()
            replace_with(self._card, RECORD, text)


def updates(folder: Path, shelf: Shelf, state: str = "watched") -> tuple[FetchedUpdates, Updater]:
    card = new_card()
    updater = Updater(folder, card, state)
    return FetchedUpdates(folder, shelf, card, lambda: updater.now, updater.wait), updater


def left(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*") if path.name != "update.request")


def test_a_package_is_handed_over_with_what_lies_beside_it(tmp_path: Path) -> None:
    fetched, updater = updates(tmp_path, Shelf())
    fetched.carry_out(WANTED, ORDER)
    assert updater.found.pop("request") == ORDER
    assert updater.found == {NAME: DATA, SUMS: b"sums", SIGNED: b"signature"}
    assert left(tmp_path) == []


def test_a_release_without_a_signature_is_left_to_the_updater(tmp_path: Path) -> None:
    unsigned = {url: data for url, data in SHELF.items() if not url.endswith(".sig")}
    fetched, updater = updates(tmp_path, Shelf(unsigned))
    fetched.carry_out(WANTED, ORDER)
    assert updater.found.keys() == {NAME, SUMS, "request"}


@pytest.mark.parametrize(
    ("shelf", "state", "why"),
    [
        (Shelf({**SHELF, URL: b"another package"}), "watched", WRONG_SUM),
        (Shelf(length=f"{1 << 60}"), "watched", NO_ROOM),
        (Shelf({}), "watched", "404"),
        (Shelf({URL: DATA}), "watched", "404"),
        (Shelf(), "failed", "the card is broken"),
        (Shelf(), "", NOT_BEGUN),
    ],
)
def test_what_goes_wrong_is_told_and_leaves_nothing(
    shelf: Shelf, state: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(tmp_path)._replace(free=RESERVE)
    if why == NO_ROOM:
        monkeypatch.setattr(shutil, "disk_usage", lambda path: usage)
    fetched, updater = updates(tmp_path, shelf, state)
    with pytest.raises(OrderFailedError, match=why):
        fetched.carry_out(WANTED, ORDER)
    assert left(tmp_path) == []
    assert bool(updater.found) == (state == "failed")


@pytest.mark.parametrize(
    "value",
    [
        f"http://releases.example/{NAME} {SUM}",
        f"file:///tmp/{NAME} {SUM}",
        f"https://user@releases.example/{NAME} {SUM}",
        f"https://releases.example/other_1.0_all.deb {SUM}",
        f"https://releases.example/{NAME}",
        f"https://releases.example/{NAME} {SUM[:-1]}",
        f"https://releases.example/{NAME}?x {SUM}",
        f"https://r\u00e9leases.example/{NAME} {SUM}",
        f"https://releases.example:port/{NAME} {SUM}",
        "anything",
    ],
)
def test_only_an_https_address_of_a_package_and_its_sum_is_an_update(value: str) -> None:
    with pytest.raises(ValueError, match="expected https://HOST"):
        WantedUpdate.read(value)


@pytest.mark.parametrize("host", ["releases..example", "127.0.0.1:99999"])
def test_an_address_that_no_server_can_have_is_told(host: str, tmp_path: Path) -> None:
    fetched = FetchedUpdates(tmp_path, Https(), new_card())
    with pytest.raises(OrderFailedError):
        fetched.carry_out(replace(WANTED, url=f"https://{host}/{NAME}"), ORDER)
    assert left(tmp_path) == []


class Broken(Shelf):
    """A place whose answers are cut off, or are not HTTP."""

    def __init__(self, error: HTTPException) -> None:
        super().__init__()
        self._error = error

    def open(self, url: str) -> HTTPResponse:
        raise self._error


@pytest.mark.parametrize("error", [IncompleteRead(b"a pack"), BadStatusLine("nonsense")])
def test_an_answer_that_is_no_whole_http_is_told(error: HTTPException, tmp_path: Path) -> None:
    fetched, _ = updates(tmp_path, Broken(error))
    with pytest.raises(OrderFailedError, match="no answer"):
        fetched.carry_out(WANTED, ORDER)
    assert left(tmp_path) == []


def test_only_the_service_of_the_package_has_an_updater(tmp_path: Path) -> None:
    assert fetched_updates(tmp_path, new_card()) is None
    assert fetched_updates(Path("/var/lib/tableside-fleet"), new_card()) is not None
    card = new_card()
    card.remove(CURRENT)
    assert fetched_updates(Path("/var/lib/tableside-fleet"), card) is None


class Ordered(Desk):
    """A desk at a table with an updater, in its ``folder``."""

    def __init__(self, hands: Hands, folder: Path, patch: pytest.MonkeyPatch, shelf: Shelf) -> None:
        super().__init__(hands, folder)
        fetched, self.updater = updates(folder, shelf)
        patch.setattr(orders, "fetched_updates", {folder: fetched}.get)


@pytest.fixture
def ordered(begin: Begin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ordered:
    return Ordered(begin(Setup("squadro")), tmp_path, monkeypatch, Shelf())


@NEEDS_OPENSSL
def test_an_order_brings_an_update_and_is_answered(ordered: Ordered) -> None:
    order = ordered.signed("update", VALUE)
    assert ordered.take(order)["outcome"] == "done"
    assert ordered.updater.found[NAME] == DATA
    assert ordered.updater.found["request"] == order
    assert ordered.take(order)["why"] == TAKEN
    forged = ordered.signed("update", VALUE).replace(SUM[:8].encode(), b"00000000")
    assert ordered.take(forged)["why"] == FORGED
    late = ordered.take(ordered.signed("update", VALUE), is_late=True)
    assert late["outcome"] == "refused"
    assert ordered.table.asked == []


@NEEDS_OPENSSL
def test_an_update_is_refused_where_it_may_not_be(
    begin: Begin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk(begin(Setup("squadro")), tmp_path, replace(USUAL, buttons=frozenset({"update"})))
    assert desk.order("update", VALUE)["why"] == NO_UPDATER
    button = json.dumps({"button": "update", "value": VALUE}).encode()
    assert desk.take(button)["why"] == NO_BUTTON
    shelf = Shelf({**SHELF, URL: b"another"})
    failing = Ordered(desk.table._hands, _folder(tmp_path), monkeypatch, shelf)
    answer = failing.order("update", VALUE)
    assert (answer["outcome"], answer["why"]) == ("failed", WRONG_SUM)


def _folder(path: Path) -> Path:
    (path / "second").mkdir()
    return path / "second"


class Served(BaseHTTPRequestHandler):
    """Answers with a package, or points to an address without encryption."""

    def do_GET(self) -> None:
        self.send_response(302 if self.path == "/moved" else 200)
        if self.path == "/moved":
            self.send_header("Location", "http://127.0.0.1:9/")
        self.end_headers()
        self.wfile.write(DATA)

    def log_message(self, *words: object) -> None: ...


@contextmanager
def encrypted(folder: Path) -> Iterator[tuple[str, ssl.SSLContext]]:
    """Serve with a certificate of its own; yield the address, and who trusts it."""
    key, chain = folder / "key.pem", folder / "chain.pem"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"),
            *("-nodes", "-keyout", key, "-out", chain, "-days", "2", "-subj", "/CN=localhost"),
            *("-addext", "subjectAltName=DNS:localhost"),
        ],
        check=True,
        capture_output=True,
    )
    server = ThreadingHTTPServer(("127.0.0.1", 0), Served)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(chain, key)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=partial(server.serve_forever, 0.01), daemon=True)
    thread.start()
    try:
        address = f"https://localhost:{server.server_address[1]}"
        yield address, ssl.create_default_context(cafile=str(chain))
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@NEEDS_OPENSSL
def test_only_an_encrypted_and_trusted_answer_counts(tmp_path: Path) -> None:
    with encrypted(tmp_path) as (address, trusting):
        with Https(trusting).open(f"{address}/package") as answer:
            assert answer.read() == DATA
        with pytest.raises(URLError, match="without https"):
            Https(trusting).open(f"{address}/moved")
        with pytest.raises(URLError, match="CERTIFICATE_VERIFY_FAILED"):
            Https().open(f"{address}/package")
    with pytest.raises((URLError, OSError)):
        Https().open("http://127.0.0.1:9/")
