"""An evening together: names, matches, and who has won what; all of it stays at the table."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import games
from firmware_host.features.evening.remote import (
    Evening,
    EveningHere,
    GoOn,
    KeptLuck,
    KeptNames,
    NameSeat,
)
from firmware_host.features.speech.facts import SpeechChosen
from firmware_host.features.speech.voice import Announcer
from firmware_host.remote.requests import NO_GAME, NOT_NOW, Fulfilled, RequestRefused
from firmware_host.screens import draw
from firmware_host.screens.view import Frame
from firmware_host.session.names import seat
from firmware_host.session.replay import record_of_session
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from firmware_host.table.device import Preferences, Visitors
from firmware_host.table.effects import Apply, BeginGame, GoHome, PlaceGroups, Remember
from firmware_host.table.scene import Resume
from firmware_host.text.translator import Language
from firmware_host.web.mirror import TableMirror
from firmware_host.web.page_parts import PAGE_PARTS, PageStates
from firmware_host.web.table_states import table_state
from firmware_host.web.visitor import PageVisitor
from tests.table import Sit, do, lines, point_at, take, take_in_menu, words

ENGLISH = Language("en")


def here(hands: Hands) -> EveningHere:
    return hands.world.app.table.context.fact(EveningHere)


def names(hands: Hands) -> list[str]:
    return [*hands.world.app.table.context.fact(KeptNames).names.values()]


def enter(hands: Hands, name: str) -> None:
    """Enter a ``name`` with the keys."""
    for number, letter in enumerate(name.upper()):
        if number:
            hands.press("right")
        for _ in range("ABCDEFGHIJKLMNOPQRSTUVWXYZ".index(letter)):
            hands.press("down")
    hands.press("ok")


def name_both(hands: Hands, games_of_match: int = 0) -> None:
    """Let Eva and Bob sit down at Squadro; press right so often for the match."""
    take(hands, "Squadro")
    hands.press("right")
    take(hands, "Names, match")
    take(hands, "white")
    enter(hands, "Eva")
    take(hands, "black")
    enter(hands, "Bob")
    point_at(hands, "Match")
    for _ in range(games_of_match):
        hands.press("right")
    hands.press("back")


def begin(hands: Hands) -> None:
    """Begin the game that is set up, and play one move."""
    point_at(hands, lines(hands)[0])
    hands.press("ok")
    play(hands)


def play(hands: Hands) -> None:
    """Set up the board and play one move."""
    do(hands, PlaceGroups(None), Resume())
    session = hands.world.app.table.game.playing
    do(hands, Apply({"do": str(session.state.legal_moves()[0])}), Resume())
    do(hands, Apply({"act": len(session.hand_steps.steps)}), Resume())


def give_up(hands: Hands, name: str) -> None:
    """Let the person called ``name`` resign."""
    do(hands, Apply({"resigned": here(hands).persons.index(name)}), Resume())


def test_names_are_entered_with_keys_shown_and_kept(sit: Sit) -> None:
    hands = sit()
    name_both(hands)
    begin(hands)
    assert here(hands).persons == ("Eva", "Bob")
    turn = hands.state.turn or 0  # who begins is drawn by lot
    assert here(hands).persons[turn] in words(hands)
    assert names(sit()) == ["Eva", "Bob"]


def test_nobody_needs_a_name(sit: Sit) -> None:
    hands = sit()
    take(hands, "Squadro")
    hands.press("right")
    begin(hands)
    assert here(hands) == EveningHere()
    assert hands.world.app.table.game.playing.setup.arranged == {}


def test_in_a_match_colours_change_the_same_colour_begins_and_points_count(sit: Sit) -> None:
    hands = sit()
    name_both(hands, games_of_match=1)
    begin(hands)
    assert here(hands).points == ("0", "0")
    give_up(hands, "Bob")
    assert here(hands).points == ("1", "0")
    hands.press("ok")
    take(hands, "Next game")
    play(hands)
    assert (here(hands).persons, here(hands).points) == (("Bob", "Eva"), ("0", "1"))
    assert hands.world.app.table.game.playing.setup.first == 0
    do(hands, Apply({"drawn": True}), Resume())
    assert here(hands).points == ("½", "1½")
    sheet = [ENGLISH(line) for line in here(hands).sheet]
    assert sheet == [
        "Match: best of 3",
        "- Eva: 1½",
        "- Bob: ½",
        "Eva, Squadro: 1½ of 2",
        "Eva, Squadro: throws and moves to a win: 1",
        "Bob, Squadro: ½ of 2",
    ]
    hands.press("ok")
    take(hands, "Next game")
    play(hands)
    give_up(hands, "Bob")
    assert "Eva has won the match." in [ENGLISH(line) for line in here(hands).sheet]
    hands.press("ok")
    take(hands, "New match")
    play(hands)
    assert here(hands).points == ("0", "0")


def sit_in_teams(hands: Hands, *keys_at_teams: str) -> None:
    """Let four people begin a match of three games of T'shu-p'u, two against two."""
    people = KeptNames({1: "Eva", 2: "Bob", 3: "Zoe", 4: "Tom"}, lambda names: None)
    sitting = {seat.colour: seat.index + 1 for seat in games.load("tshupu").seats}
    do(hands, Remember(people), Remember(Evening(sitting)))
    take(hands, "T'shu-p'u")
    take(hands, "Names, match")
    point_at(hands, "Match")
    hands.press("right")
    for key in keys_at_teams:
        point_at(hands, "Teams")
        hands.press(key)
    hands.press("back")
    do(hands, BeginGame(Setup("tshupu")))
    throw(hands)


def throw(hands: Hands) -> None:
    """Set up the board and throw: a game in which nothing happened is not kept."""
    do(hands, PlaceGroups(None), Resume(), Apply({"do": "1+3"}), Resume())


def win(hands: Hands, *persons: str) -> None:
    """Let the other side give up."""
    for person in here(hands).persons:
        if person not in persons and not hands.world.app.table.game.playing.is_over:
            give_up(hands, person)


def partner(hands: Hands, person: str) -> str:
    """Who plays together with ``person``."""
    persons, seats = here(hands).persons, hands.world.app.table.game.playing.game.seats
    team = seats[persons.index(person)].team
    together = {persons[seat.index] for seat in seats if seat.team == team}
    (found,) = together - {person}
    return found


def next_game(hands: Hands) -> None:
    hands.press("ok")
    take(hands, "Next game")
    throw(hands)


def told(hands: Hands) -> list[str]:
    return [ENGLISH(line) for line in here(hands).sheet]


def test_teams_stay_and_win_a_match_together(sit: Sit) -> None:
    hands = sit()
    sit_in_teams(hands)
    assert partner(hands, "Eva") == "Zoe"
    win(hands, "Eva", "Zoe")
    next_game(hands)
    assert partner(hands, "Eva") == "Zoe"
    win(hands, "Eva", "Zoe")
    assert "Eva, Zoe have won the match." in told(hands)


def test_partners_change_until_everybody_has_played_with_everybody(sit: Sit) -> None:
    hands = sit()
    sit_in_teams(hands, "right")
    played_with = list[str]()
    for number in range(3):
        if number:
            assert not [line for line in told(hands) if "won the match" in line]
            next_game(hands)
        played_with.append(partner(hands, "Eva"))
        win(hands, "Eva", partner(hands, "Eva"))
    assert {*played_with} == {"Bob", "Zoe", "Tom"}
    assert "Eva has won the match." in told(hands)
    assert told(hands)[:2] == ["Match: best of 3", "- Eva: 3"]
    assert {*told(hands)[2:5]} == {"- Zoe: 1", "- Tom: 1", "- Bob: 1"}


def test_luck_is_found_out_between_games_and_kept(sit: Sit, tmp_path: Path) -> None:
    hands = sit()
    people = KeptNames({1: "Eva", 2: "Bob"}, lambda names: None)
    sitting = {seat.colour: seat.index + 1 for seat in games.load("ur").seats}
    do(hands, Remember(people), Remember(Evening(sitting)))
    do(hands, BeginGame(Setup("ur", first=0)), PlaceGroups(None), Resume())
    do(hands, Apply({"do": "4"}), Resume())
    assert hands.world.app.table.context.fact(KeptLuck).games == {}
    give_up(hands, "Bob")
    do(hands)
    found = hands.world.app.table.context.fact(KeptLuck).games
    ((ahead, behind),) = found.values()
    assert ahead == -behind > 0, "a 4 is the best throw"
    assert f"Eva, Royal Game of Ur: luck {ahead:+} % a game" in told(hands)
    assert sit().world.app.table.context.fact(KeptLuck).games == found


def test_a_match_goes_on_after_the_table_was_switched_off(sit: Sit) -> None:
    hands = sit()
    name_both(hands, games_of_match=2)
    begin(hands)
    give_up(hands, "Bob")
    hands.press("ok")
    take(hands, "Next game")
    play(hands)
    again = sit()
    again.press("ok")
    do(again)
    assert again.world.app.table.context.fact(Evening).match.endswith(" 5")
    assert here(again).persons == ("Bob", "Eva")


def test_swap_sides_takes_the_names_along(sit: Sit) -> None:
    hands = sit()
    name_both(hands)
    begin(hands)
    give_up(hands, "Eva")
    hands.press("ok")
    take(hands, "Swap sides")
    play(hands)
    assert here(hands).persons == ("Bob", "Eva")


def test_a_handicap_goes_along_with_who_has_it(sit: Sit) -> None:
    hands = sit()
    name_both(hands)
    take(hands, "More options")
    take(hands, "Handicap")
    hands.press("right")
    hands.press("back")
    hands.press("ok")
    play(hands)
    setup = hands.world.app.table.game.playing.setup
    colour, other = (seat.colour for seat in hands.world.app.table.game.playing.game.seats)
    (given,) = {*setup.options.values()} - {"none"}
    assert setup.options[f"handicap_{colour}"] == given
    assert setup.arranged["ahead"]
    give_up(hands, "Eva")
    hands.press("ok")
    take(hands, "Swap sides")
    play(hands)
    assert hands.world.app.table.game.playing.setup.options == {f"handicap_{other}": given}


def test_a_name_is_deleted_in_one_place_and_nothing_is_left_of_it(sit: Sit, tmp_path: Path) -> None:
    hands = sit()
    name_both(hands)
    begin(hands)
    give_up(hands, "Bob")
    hands.press("ok")
    take(hands, "Other games")
    take(hands, "Settings")
    take(hands, "People")
    take(hands, "Eva")
    hands.press("ok")
    assert names(hands) == ["Bob"]
    found = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert found
    assert not [path for path in found if b"Eva" in path.read_bytes()]
    assert "Eva" not in " ".join(ENGLISH(line) for line in here(hands).sheet)


def test_visitors_of_a_public_table_have_no_names(sit: Sit) -> None:
    hands = sit(Visitors(come_and_go=True))
    assert hands.world.app.table.context.fact(KeptNames).keep is None
    do(hands, BeginGame(Setup("squadro")))
    request = NameSeat(0, "Eva")
    assert isinstance(hands.world.app.table.fulfil(request, 99.0), RequestRefused)


def test_who_plays_on_a_phone_names_themselves_and_nobody_else(sit: Sit) -> None:
    phone = PageVisitor("seat", 1)
    assert phone.request({"name": "  <b>Zoë "}) == NameSeat(1, "bZoë")
    for role in ("observer", "staff"):
        other: Any = role
        assert PageVisitor(other).request({"name": "Zoë"}) is None
    hands = sit()
    do(hands, BeginGame(Setup("squadro")))
    assert hands.world.app.table.fulfil(NameSeat(1, "Zoë"), hands.world.clock()) == Fulfilled()
    do(hands, BeginGame(Setup("squadro")))
    assert here(hands).persons == ("", "Zoë")


def test_questions_and_lists_call_people_by_their_names(sit: Sit) -> None:
    hands = sit()
    name_both(hands)
    begin(hands)
    take_in_menu(hands, "Resign")
    assert lines(hands) == ["Eva", "Bob"]
    take(hands, "Bob")
    assert "Bob: resign?" in words(hands)
    hands.press("back")
    hands.press("back")
    take(hands, "Change players")
    assert lines(hands) == ["Eva: person", "Bob: person"]


def test_sentences_call_people_by_their_names_on_panel_page_and_aloud(sit: Sit) -> None:
    hands = sit()
    name_both(hands)
    mirror, updates = TableMirror(games), hands.world.app.observers.subscribe()
    announcer, heard = Announcer(), list[str]()
    chosen = Preferences().with_facts([SpeechChosen(speech=True)])
    begin(hands)
    turn = here(hands).persons[hands.state.turn or 0]
    give_up(hands, "Bob")
    happenings = list[tuple[str, str]]()
    for update in updates.take():
        mirror.show(update.shown)
        heard += announcer.follow(replace(update, preferences=chosen)).sentences
        happenings.append((happened(mirror, "en"), happened(mirror, "ru")))
    chooses = f"{turn} chooses a move at the table.", f"{turn} — выбор хода за столом."
    assert chooses in happenings
    assert happenings[-1] == ("Eva wins (by resignation).", "Eva: победа (ввиду сдачи).")
    assert f"{turn}." in heard
    assert "Eva wins." in heard
    assert "Eva wins" in words(hands)


def happened(mirror: TableMirror, language: str) -> str:
    """What the page says that happens at the table."""
    return str(PageStates(mirror).of(language)["table"]["happening"])


def test_the_next_game_of_a_match_is_the_first_thing_that_is_offered(sit: Sit) -> None:
    hands = sit()
    name_both(hands, games_of_match=1)
    begin(hands)
    give_up(hands, "Bob")
    hands.press("ok")
    assert lines(hands)[0] == "Next game"


def mirrored(hands: Hands) -> TableMirror:
    """What a server for pages knows of the table now."""
    mirror, updates = TableMirror(games), hands.world.app.observers.subscribe()
    do(hands)
    for update in updates.take():
        mirror.show(update.shown)
    return mirror


def shown(hands: Hands, language: str = "en") -> Any:
    """What pages in ``language`` show of the table now, but the game on it."""
    return PageStates(mirrored(hands)).of(language)["table"]


def ask_for_next(hands: Hands, seat: int | None = None) -> object:
    """Ask for the next game as a page does: that of a practice table, or of a phone at ``seat``."""
    return hands.world.app.table.fulfil(GoOn(seat), hands.world.clock())


def test_a_page_goes_on_with_the_match_when_a_game_is_over(sit: Sit) -> None:
    hands = sit()
    name_both(hands, games_of_match=1)
    begin(hands)
    assert ask_for_next(hands) == NOT_NOW
    give_up(hands, "Bob")
    assert shown(hands)["next"] == "Next game"
    assert shown(hands, "ru")["next"] == "Следующая партия"
    assert ask_for_next(hands, 0) == NO_GAME, "nobody plays white on a phone"
    assert ask_for_next(hands) == Fulfilled()
    do(hands)
    assert here(hands).persons == ("Bob", "Eva")
    play(hands)
    give_up(hands, "Bob")
    assert shown(hands)["next"] == "New match"


def test_without_a_match_no_page_goes_on(sit: Sit) -> None:
    hands = sit()
    name_both(hands)
    begin(hands)
    give_up(hands, "Bob")
    assert shown(hands)["next"] == ""
    assert ask_for_next(hands) == NOT_NOW


def test_only_whoever_plays_the_game_is_told_to_go_on() -> None:
    assert PageVisitor("seat", 1).request({"next": True}) == GoOn(1)
    assert PageVisitor("practice").request({"next": True}) == GoOn()
    for role in ("observer", "staff"):
        other: Any = role
        assert PageVisitor(other).request({"next": True}) is None


def test_only_seats_that_people_play_have_names(sit: Sit) -> None:
    hands = sit()
    take(hands, "Squadro")
    take(hands, "Names, match")
    assert lines(hands) == ["white", "Match"]


def test_teams_are_asked_for_only_where_there_are_some(sit: Sit) -> None:
    hands = sit()
    for game, has_teams in (("Ludo", False), ("Pachisi", True)):
        do(hands, GoHome(""))
        take(hands, game)
        take(hands, "Names, match")
        if not hands.world.app.table.context.fact(Evening).match:
            point_at(hands, "Match")
            hands.press("right")
        assert any(line.startswith("Teams") for line in lines(hands)) == has_teams, game


def test_a_page_shows_names_and_points_beside_the_seats(sit: Sit) -> None:
    hands = sit()
    name_both(hands, games_of_match=1)
    begin(hands)
    assert shown(hands)["seatPersons"] == {0: "Eva: 0", 1: "Bob: 0"}
    (sheet,) = (
        part.show(mirrored(hands), ENGLISH) for part in PAGE_PARTS if part.name == "evening"
    )
    assert sheet == "<li>Match: best of 3</li>"


def test_what_other_programs_get_has_no_names(sit: Sit) -> None:
    hands = sit()
    name_both(hands, games_of_match=1)
    begin(hands)
    mirror, updates = TableMirror(games), hands.world.app.observers.subscribe()
    do(hands)
    for update in updates.take():
        mirror.show(update.shown)
    session = mirror.session
    assert session is not None
    told = (table_state(mirror, "1.0"), mirror.snapshot.records, record_of_session(session))
    assert "Eva" not in repr(told)
    assert "'with.people': '1 2'" in repr(told)


@pytest.mark.parametrize("is_big", [False, True])
def test_the_longest_name_fits_into_the_head(sit: Sit, is_big: bool) -> None:
    hands = sit()
    name_both(hands)
    begin(hands)
    view = hands.world.app.table.scene.view(hands.world.app.table.context)
    frame = Frame(
        view, persons=tuple((seat(each), "Wilhelma") for each in games.load("squadro").seats)
    )
    assert "Wilhelma" in draw(frame, (128, 64), ENGLISH, is_big).words
