"""Scripts and styles travel compressed; a browser keeps a page for when it reaches nothing."""

import json
import re
from functools import cache
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from firmware_host.web import static_pages
from firmware_host.web.hosts import computer_names
from firmware_host.web.page_frame import head
from firmware_host.web.running import POLICY, Guard
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


FILES = sorted(
    path
    for kind in ("js", "css")
    for path in Path(static_pages.__file__).parents[1].glob(f"**/static/*.{kind}")
    if path.name != static_pages.WORKER
)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_scripts_and_styles_go_without_comments_and_each_line_keeps_its_number(
    path: Path, site: TestClient
) -> None:
    plain, source = site.get(f"/static/{path.name}").text, path.read_text(encoding="utf-8")
    lines = source.splitlines()
    assert plain.split("\n") == [static_pages.without_comment(each) for each in lines]
    assert not any(line.startswith(("//", " ", "\t")) for line in plain.split("\n"))
    assert all(each.count("`") % 2 == 0 for each in plain.split("\n")), "a text goes over lines"


RULE = re.compile(r"([^{};]+)\{")
NAME = re.compile(r"[.#]([a-z][\w-]*?)\d*(?![\w-])|\[([a-z-]+)", re.IGNORECASE)
"""A class or an id, without the number of a seat after it; or an attribute."""


@pytest.mark.parametrize(
    "path", [path for path in FILES if path.suffix == ".css"], ids=lambda path: path.name
)
def test_every_name_in_a_style_sheet_is_one_that_pages_give(path: Path) -> None:
    rules = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    selectors = [each for each in RULE.findall(rules) if not each.strip().startswith("@")]
    wanted = {name for each in selectors for found in NAME.findall(each) for name in found if name}
    assert wanted
    assert wanted - words_of_pages() == set()


@cache
def words_of_pages() -> set[str]:
    """Return every word of what makes pages, and what it is as an attribute of data."""
    found = set[str]()
    for path in Path(static_pages.__file__).parents[1].rglob("*"):
        if path.suffix in {".py", ".js", ".html"}:
            words = re.findall(r"[A-Za-z][\w-]*", path.read_text(encoding="utf-8"))
            found |= {re.sub("([A-Z])", lambda at: f"-{at[1].lower()}", each) for each in words}
            found |= {*words, *(f"data-{each}" for each in words)}
    return found


IMPORTED = re.compile(r'^import .* from "\./(\w+\.js)";$', re.MULTILINE)
LINKED = re.compile(r'(?:src|href)="[^"]*?(\w+\.js)"')


@pytest.mark.parametrize("first", ["table.js", "screen.js", "teacher.js", "fleet.js", "join.js"])
def test_a_page_names_every_module_that_its_script_needs(first: str, site: TestClient) -> None:
    needed, waiting = set[str](), [first]
    while waiting:
        name = waiting.pop()
        needed.add(name)
        waiting += {*IMPORTED.findall(site.get(f"/static/{name}").text)} - needed
    linked = LINKED.findall(head("a page", "en", first))
    assert sorted(linked) == sorted(needed)
    assert len(needed) > 1


def test_what_browsers_read_of_pages_alone_is_not_said_of_their_scripts(site: TestClient) -> None:
    guarded = TestClient(Guard(site.app, computer_names()), "http://localhost")
    script, worker = (guarded.get(f"/static/{each}").headers for each in ("table.js", "worker.js"))
    assert script["x-content-type-options"] == "nosniff"
    assert "content-security-policy" not in script
    assert worker["content-security-policy"] == POLICY
    assert guarded.get("/static/offline").headers["content-security-policy"] == POLICY


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
    assert "manifest-src 'self'" in POLICY
    assert "unsafe" not in POLICY
