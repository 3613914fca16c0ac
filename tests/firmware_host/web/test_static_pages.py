"""Scripts and styles travel compressed; a browser keeps a page for when it reaches nothing."""

import json

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from firmware_host.web.running import HEADERS
from firmware_host.web.static_pages import static_files


@pytest.fixture
def site() -> TestClient:
    return TestClient(Starlette(routes=[static_files()]))


@pytest.mark.parametrize("file", ["table.js", "table.css"])
def test_files_travel_compressed(file: str, site: TestClient) -> None:
    answer = site.get(f"/static/{file}", headers={"accept-encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) < len(answer.text) / 2
    plain = site.get(f"/static/{file}", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == answer.text


def test_a_file_that_has_not_changed_is_not_sent_again(site: TestClient) -> None:
    answer = site.get("/static/table.js")
    again = site.get("/static/table.js", headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304


def test_the_page_for_when_nothing_is_reached_is_in_the_language_of_the_visitor(
    site: TestClient,
) -> None:
    words = {
        code: site.get("/static/offline", headers={"accept-language": code}).text
        for code in ("en", "ru")
    }
    assert "<h1>The table cannot be reached.</h1>" in words["en"]
    assert "<h1>Стол недоступен.</h1>" in words["ru"]


def test_the_script_that_shows_it_stands_in_for_all_pages(site: TestClient) -> None:
    assert site.get("/static/worker.js").headers["service-worker-allowed"] == "/"


def test_the_manifest_names_icons_that_are_there(site: TestClient) -> None:
    manifest = json.loads(site.get("/static/manifest.webmanifest").text)
    assert {site.get(f"/static/{icon['src']}").status_code for icon in manifest["icons"]} == {200}
    assert "manifest-src 'self'" in HEADERS["content-security-policy"]
    assert "unsafe" not in HEADERS["content-security-policy"]
