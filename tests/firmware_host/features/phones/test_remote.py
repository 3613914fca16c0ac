"""What a table and its web server say to each other about phones is checked as it is read."""

import pytest
from msgspec.structs import replace

from firmware_host.base.values import ValuesError
from firmware_host.features.phones.remote import (
    MOST_PHONES,
    ListPhones,
    PairedPhone,
    ShowPairing,
)
from firmware_host.remote.requests import RemoteRequest
from firmware_host.remote.wire import read_request, request_line
from firmware_host.web.listening import Signpost

POST = Signpost("192.168.1.5:8080", "table.local:8080")
CODE = ShowPairing(1, "ABCDEFGH", POST.address, POST.name, POST.qr_code("ABCDEFGH"))
PHONE = PairedPhone("1f2e3d4c", "seat", 1, "2026-11-22")


@pytest.mark.parametrize(
    "request_made",
    [CODE, replace(CODE, modules=()), ListPhones(()), ListPhones(MOST_PHONES * (PHONE,))],
    ids=["code", "code without a picture", "nobody", "most phones"],
)
def test_what_the_server_says_of_phones_is_read_as_it_was_said(request_made: RemoteRequest) -> None:
    assert read_request(request_line(request_made)) == request_made


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        (b'"phones":"1a/seat/1/2026-11-22"', "phones: expected a list"),
        (b'"phones":[{"id":"a/b","role":"seat","seat":1,"since":"2026-11-22"}]', "the id of"),
        (b'"phones":[{"id":"1a","role":"king","seat":1,"since":"2026-11-22"}]', "one of observer"),
        (b'"phones":[{"id":"1a","role":"seat","seat":-1,"since":"2026-11-22"}]', "from 0 to 99"),
        (b'"phones":[{"id":"1a","role":"seat","seat":1,"since":"today"}]', "a date"),
    ],
)
def test_a_list_of_phones_that_makes_no_sense_is_refused(said: bytes, fault: str) -> None:
    with pytest.raises(ValuesError, match=fault):
        read_request(b'{"request":"ListPhones",%b}' % said)


def test_more_phones_than_there_can_be_are_refused() -> None:
    with pytest.raises(ValuesError, match=f"phones: expected a list of at most {MOST_PHONES}"):
        read_request(request_line(ListPhones((MOST_PHONES + 1) * (PHONE,))))


@pytest.mark.parametrize(
    "code",
    [
        "ABC",
        "\u0410\u0411\u0412\u0413\u0414\u0415\u0416\u0417",
        "ABCDEFG\n",
        "ABCDEFGH\n",
        "A" * 300,
    ],
)
def test_a_server_that_was_attacked_shows_no_nonsense(code: str) -> None:
    with pytest.raises(ValuesError, match="code: expected a code of eight letters"):
        read_request(request_line(replace(CODE, code=code)))


@pytest.mark.parametrize("address", ["\x1b[31m", "a b", "A" * 300])
def test_an_address_that_cannot_be_one_is_refused(address: str) -> None:
    with pytest.raises(ValuesError, match="address: expected an address"):
        read_request(request_line(replace(CODE, address=address)))


@pytest.mark.parametrize("rows", [1, 24, 400], ids="{} rows".format)
def test_modules_that_are_no_qr_code_are_refused(rows: int) -> None:
    said = request_line(CODE).replace(b'"modules":[', b'"modules":[' + rows * b"[true],")
    with pytest.raises(ValuesError, match="expected a QR code"):
        read_request(said)
