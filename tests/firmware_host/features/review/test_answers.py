"""What a page is told that asks for a review: how far it is, who comes first, and which game."""

from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.testclient import TestClient

import games
from firmware_host.features.review import reviewing
from firmware_host.features.review.reviewing import ReviewState
from firmware_host.features.review.web import ReviewAnswers
from firmware_host.remote.requests import KeptGame
from firmware_host.remote.wire import Published
from firmware_host.session.setup import Setup
from firmware_host.web.history_pages import GamesAsked, KeptSession
from firmware_host.web.mirror import TableMirror

RECORDS = (Setup("squadro", first=0).record(), {"do": "A3:0-2"}, {"act": 1})


class Asked:
    """Stands for the reviews: notes which games were asked for, and always tells ``state``."""

    games: tuple[KeptGame, ...] = ()
    state = ReviewState(3, 20, 41.7)

    def __init__(self, *_: object) -> None:
        Asked.games = ()

    def ask(self, game: KeptGame) -> ReviewState:
        Asked.games += (game,)
        return self.state


@pytest.fixture
def mirror() -> TableMirror:
    mirror = TableMirror(games)
    mirror.show(Published(number=1, records=RECORDS))
    return mirror


@pytest.fixture
def page(mirror: TableMirror, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TestClient:
    monkeypatch.setattr(reviewing, "GameReviews", Asked)

    async def kept(request: Request) -> KeptSession | None:
        return None

    answers = ReviewAnswers(GamesAsked(tmp_path, games, kept, lambda _: mirror))
    return TestClient(Starlette(routes=[answers.route]))


def test_the_game_on_the_table_is_asked_for_as_it_was_first(
    page: TestClient, mirror: TableMirror
) -> None:
    assert page.get("/review").json()["records"] == 3
    mirror.show(Published(number=2, records=(*RECORDS, {"do": "B1:0-1"})))
    assert page.get("/review?records=3").json()["records"] == 3
    assert Asked.games == (KeptGame("", "", RECORDS),) * 2


@pytest.mark.parametrize("query", ["key=", "key=x", "records=0", "records=4", "records=-1"])
def test_a_game_that_is_not_there_is_not_found(query: str, page: TestClient) -> None:
    assert page.get(f"/review?{query}").status_code == 404


def test_an_exercise_is_not_reviewed(page: TestClient, mirror: TableMirror) -> None:
    position = str(games.load("squadro").start(0))
    mirror.show(
        Published(
            number=2, records=(Setup("squadro", position=position, is_exercise=True).record(),)
        )
    )
    assert page.get("/review").status_code == 404


@pytest.mark.parametrize(
    ("state", "left", "says", "is_over"),
    [
        (ReviewState(), "Getting ready…", "", False),
        (ReviewState(3, 20, 41.7), "About 42 s left.", "", False),
        (ReviewState(3, 20, 200.0), "About 3 min left.", "", False),
        (ReviewState(ahead=2), "Getting ready…", "Other games come first: 2.", False),
        (
            *(ReviewState(is_refused=True), "Getting ready…"),
            *("Too many games are waiting. Try again later.", True),
        ),
        (ReviewState(is_failed=True), "Getting ready…", "It could not be worked out.", True),
    ],
)
def test_the_answer_says_how_far_the_review_is(
    state: ReviewState,
    left: str,
    says: str,
    is_over: bool,
    page: TestClient,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Asked, "state", state)
    told = page.get("/review?language=en").json()
    assert (told["left"], told["says"], told["isOver"]) == (left, says, is_over)
