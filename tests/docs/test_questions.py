"""Questions that players ask: every rule sheet answers the same, and the rules say so, too."""

import re
from collections.abc import Callable
from typing import NamedTuple

import pytest

import games
from firmware_host.text import rule_sheets
from games.core import State
from games.options import OptionValue
from games.race.game import RaceGame
from games.xiangqi4.game import Xiangqi4Position
from tests.games.playing import moves, play
from tests.games.xiangqi4_play import at as xiangqi
from tests.games.xiangqi4_play import tail
from tests.languages import COMPLETE

HEADING = {"en": "Questions\n", "ru": "Вопросы\n"}
QUESTION = re.compile(r"^\*\*(.+?)\*\* ", re.MULTILINE | re.DOTALL)


class Asked(NamedTuple):
    """How the question begins in English and in Russian, and what its answer claims."""

    game: str
    en: str
    ru: str
    claim: Callable[[], None]


def at(game: str, text: str, **options: OptionValue) -> State:
    return games.load(game, **options).state(text)


def tshupu(yellow: str, throw: str, black: str = "1,1,1,1", red: str = "1,1,1,1") -> State:
    return at("tshupu", f"0 move {yellow}/1,1,1,1/{black}/{red} {throw}")


def may_leave_a_piece_in_hand() -> None:
    found = moves(tshupu("5,5,5,0", "3+4"))
    assert any("hand" in move for move in found)
    assert any("hand" not in move for move in found)


def brings_in_by_the_sum() -> None:
    assert "3+4:hand-i4" in moves(tshupu("5,5,5,0", "3+4"))


def loses_the_other_die() -> None:
    state = tshupu("33,33,33,32", "1+4", black="20,9,9,9")
    assert moves(state) == ["1:e5-off"]
    after = play(state, "1:e5-off")
    assert str(after).startswith("1 throw 33,33,33,33/1,1,1,1/20,9,9,9/")
    later = at("tshupu", "0 move 33,33,33,33/1,1,1,1/20,9,9,9/1,1,1,1 1+4")
    assert all(step.piece.seat == 2 for move in later.legal_moves() for step in move.steps[-1:])


def moves_pieces_of_one_player() -> None:
    for yellow in ("33,33,33,32", "33,33,33,33", "33,33,9,9", "9,9,9,9"):
        for throw in ("1+4", "3+6", "1+1"):
            state = tshupu(yellow, throw, black="20,9,9,9")
            movers = {
                step.piece.holder
                for move in state.legal_moves()
                for step in move.steps
                if step.verb != "take_off" or step.target == "off"
            }
            assert movers <= ({2} if yellow == "33,33,33,33" else {0})


def captures_by_the_sum_only_where_it_ends() -> None:
    state = tshupu("1,0,0,0", "3+4", red="26,0,0,0")
    places = {piece.place for piece in state.pieces() if piece.seat == 3}
    (passed,) = places - {"hand"}
    (sum_,) = (move for move in state.legal_moves() if str(move).startswith("3+4:e1-"))
    assert passed in sum_.path[:-1]
    assert not sum_.captures


def throws_on_after_the_winning_one() -> None:
    state = at("thaayam", "0 throw 26,26,26,25/9,0,0,0/0,0,0,0/0,0,0,0 - - -")
    won = play(state, "1")
    assert won.is_chance
    over = play(won, "8", "2", "1:c3-off").outcome()
    assert over is not None
    assert (over.winners, over.reason) == ((0,), "home")


def counts_three_in_a_row() -> None:
    state = at("thaayam", "0 throw 9,0,0,0/9,0,0,0/0,0,0,0/0,0,0,0 - - -")
    for often in ("4", "8"):
        closed = play(state, often, often, often, "2")
        assert sorted(map(str, closed.pending)) == sorted(["2", *[often] * 3])


def captures_at_stops() -> None:
    text = "0 move 4,0,0,0/11,0,0,0/0,0,0,0/0,0,0,0 {} - -"
    by_stop = play(at("thaayam", text.format("2,3")), "3:e2-e5x")
    assert moves(by_stop) == ["2:e5-c5"]
    (passing,) = at("thaayam", text.format("8")).legal_moves()
    assert "e5" in passing.path[:-1]
    assert not passing.captures
    last = play(at("thaayam", text.format("2,3"), captures="last"), "3:e2-e5", "2:e5-c5")
    assert "/11,0,0,0/" in str(last)


def plays_what_closes() -> None:
    text = "0 throw 9,0,0,0/9,0,0,0/0,0,0,0/0,0,0,0 - - -"
    assert list(map(str, play(at("thaayam", text), "4", "3").pending)) == ["3", "4"]
    only_ends = play(at("thaayam", text, closing="void"), "4", "3")
    assert list(map(str, only_ends.pending)) == ["4"]


def wins_by_a_jump() -> None:
    won = play(at("squadro", "0 12,12,12,10,0/4,0,0,0,0"), "A4:10-12xB1")
    assert str(won) == "- 12,12,12,12,0/0,0,0,0,0"
    over = won.outcome()
    assert over is not None
    assert (over.winners, over.reason) == ((0,), "home")


def has_the_dots_of_its_edge() -> None:
    for text, move, seat, back in (
        ("0 0,3,0,0,0/0,0,0,2,0", "A2:3-5xB4", 1, "a5"),
        ("0 0,3,0,0,0/0,0,0,10,0", "A2:3-5xB4", 1, "g5"),
    ):
        state = at("squadro", text)
        after = play(state, move)
        assert back in {piece.place for piece in after.pieces() if piece.seat == seat}
        (jumped,) = (each for each in after.legal_moves() if str(each).startswith("B4:"))
        assert len(jumped.path) == len(state.game.board[back].marks)


def stops_before_an_enemy_only_by_its_dots() -> None:
    before = at("squadro", "0 0,2,0,0,0/0,0,0,2,0")
    assert "A2:2-3" in moves(before)
    faster = at("squadro", "0 2,0,0,0,0/0,0,0,1,0")
    assert [move for move in moves(faster) if move.startswith("A1")] == ["A1:2-5xB4"]


ALONE = "rGi1 bGs10 yGk19 gGa9"


def draws_a_repeated_position() -> None:
    check = ("s10-r10", "k19-k18", "a9-a10", "s14-r14", "r10-s10", "k18-k19", "a10-a9", "r14-s14")
    chase = ("o12-p12", "k19-k18", "a9-a10", "o14-p14", "p12-o12", "k18-k19", "a10-a9", "p14-o14")
    for pieces, cycle in (("rRs14", check), ("rRo14 bCo12", chase)):
        once = play(xiangqi(f"{ALONE} {pieces}", "1 - - 0"), *cycle)
        assert not once.is_terminal
        twice = play(once, *cycle).outcome()
        assert twice is not None
        assert (twice.reason, twice.winners, twice.is_draw) == ("repetition", (0, 1, 2, 3), True)


def screens_by_a_drop() -> None:
    state = xiangqi("rGi1 yGk19 gGa10 rCs10", "0 rSb1 - 0")
    checked = play(state, "S@r10", "k19-k18")
    assert set(moves(checked)) == {"a10-a9", "a10-a11"}
    unchecked = play(state, "i1-i2", "k19-k18")
    assert "a10-b10" in moves(unchecked)
    near = xiangqi("rGi1 yGk19 gGa10 rCs10 gRq10", "0 rSb1 - 0")
    assert "S@r10" not in moves(near)


def drops_into_a_palace() -> None:
    state = xiangqi("rGi1 yGk19 gGa10", "0 rHb1 - 0")
    assert {"H@r10", "H@s9"} <= set(moves(state))


def leaves_the_partners_general() -> None:
    open_ = xiangqi("rGi1 bGs10 yGj18 gGa9 bRj8 rRj12", mode="teams")
    assert "j12-f12" in moves(open_)
    attacked = xiangqi("rGi1 bGs10 yGj18 gGa9 bRj8 rRf12", mode="teams")
    assert {"f12-f13", "i1-i2"} <= set(moves(attacked))
    own = xiangqi("rGj1 bGs10 yGi18 gGa9 bRj8 rRj5", mode="teams")
    assert "j5-f5" not in moves(own)


def stays_after_resigning() -> None:
    resigned = xiangqi("rGj1 bGs10 bRi8 yGk19 gGa9 rRf5", "1 - - 0")
    after = passed_over(resigned)
    assert (after.turn, after.pieces()) == (2, resigned.pieces())
    assert "j1-i1" not in moves(play(after, "k19-k18", "a9-a10"))
    aimed = passed_over(xiangqi("rGi1 bGs10 bRi8 yGk19 gGa9 rRf8 rSi4", "1 - - 0"))
    assert "f8xi8" in moves(play(aimed, "k19-k18", "a9-a10"))
    mated = passed_over(xiangqi("rGi1 bGs10 yGk19 gGa9 rRf14 rRr13 bRo7", "1 - - 0"))
    assert tail(play(mated, "k19-k18", "a9-a10", "f14-s14")).startswith("2 ryg rRb1 ")


def passed_over(state: State) -> Xiangqi4Position:
    after = state.skipped()
    assert isinstance(after, Xiangqi4Position)
    return after


def may_spare_an_enemy() -> None:
    found = moves(at("ur", "0 move 6,4,0,0,0,0,0/9,0,0,0,0,0,0 3 - -"))
    assert {move.endswith("x") for move in found} == {True, False}


def is_safe_on_no_other_rosette() -> None:
    white, black = (
        {move.path[-1] for move in at("ur", f"{seat} move {pieces} 1 - -").legal_moves()}
        for seat, pieces in enumerate(
            ("13,3,0,0,0,0,0/0,0,0,0,0,0,0", "0,0,0,0,0,0,0/13,3,0,0,0,0,0")
        )
    )
    assert (white, black) == ({"g1", "a1", "d1"}, {"g3", "a3", "d3"})
    long = at("ur", "0 move 14,0,0,0,0,0,0/12,0,0,0,0,0,0 2 - -", track="long")
    assert "2:h2-g1x" in moves(long)


def goes_on_with_any_piece() -> None:
    state = at("ur", "0 move 3,1,0,0,0,0,0/0,0,0,0,0,0,0 1 - -")
    again = play(state, "1:b1-a1", "1")
    assert moves(again) == ["1:a1-a2", "1:d1-c1"]


def never_passes_if_a_piece_can_go() -> None:
    assert moves(at("ur", "0 move 6,0,0,0,0,0,0/0,0,0,0,0,0,0 4 - -")) == ["4:b2-f2", "4:hand-a1"]
    assert moves(at("ur", "0 move 6,0,0,0,0,0,0/0,0,0,0,0,0,0 0 - -")) == ["pass"]


def may_spare_a_blot() -> None:
    found = moves(at("backgammon", "0 move 13:2,6:2 15:1,6:2 3,1 0-0"))
    assert {move.endswith("x") for move in found} == {True, False}


def plays_dice_in_any_order() -> None:
    found = moves(at("backgammon", "0 move 13:2,6:2 6:2 3,1 0-0"))
    assert {"13-12", "13-10"} <= {*found}
    for blocked, only in (("17:2", "14-12"), ("13:2", "14-8")):
        assert moves(at("backgammon", f"0 move 14:1 {blocked} 6,2 0-0")) == [only]


def goes_on_from_the_bar() -> None:
    state = play(at("backgammon", "0 move bar:1,6:2 6:2 3,1 0-0"), "bar-22")
    assert "22-21" in moves(state)
    two = play(at("backgammon", "0 move bar:2,6:2 6:2 3,1 0-0"), "bar-22")
    assert moves(two) == ["bar-24"]


def may_move_at_home() -> None:
    assert {"4-off", "6-2"} <= {*moves(at("backgammon", "0 move 6:1,4:1 6:2 4,1 0-0"))}


def stands_in_any_number() -> None:
    state = at("backgammon", "0 move 7:1,6:14 6:2 1 0-0")
    assert [(p.place, p.count) for p in play(state, "7-6").pieces() if p.seat == 0] == [("6", 15)]


def may_keep_a_piece_in_hand() -> None:
    found = moves(at("ludo", "0 move 9,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 6 - again"))
    assert found == ["6:c7-c9", "6:hand-g2"]


def throws_after_every_six() -> None:
    state = at("ludo", "0 throw 1,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 - - -")
    for move in ("6:g2-e7", "6:e7-a9", "6:a9-g10", "6:g10-h15"):
        state = play(state, "6", move)
        assert (state.turn, state.is_chance) == (0, True)


def passes_its_own_blocks() -> None:
    found = moves(at("ludo", "0 move 12,12,10,9/0,0,0,0/0,0,0,0/0,0,0,0 3 - -"))
    assert found == ["3:a8-c9", "3:b7-a9", "3:c7-a8"]


def breaks_a_block_only_if_it_must() -> None:
    other = "0 move 20,20,9,0/0,0,0,0/0,0,0,0/0,0,0,0 3 - -"
    assert "3:c7-a8" in moves(at("ludo", other))
    assert moves(at("ludo", other.replace("9", "0"))) == ["3:g11-g14"]


def never_stand_with_an_enemy() -> None:
    found = at("ludo", "0 move 13,0,0,0/3,0,0,0/0,0,0,0/0,0,0,0 3 - -").legal_moves()
    assert [move.text for move in found] == ["3:a9-d9x"]
    blocked = at("ludo", "0 move 13,1,0,0/3,3,0,0/0,0,0,0/0,0,0,0 3 - -")
    assert moves(blocked) == ["3:g2-g5"]


NOBODY = "0,0,0,0"


def pachisi(yellow: str, kept: str, red: str = NOBODY, black: str = NOBODY) -> State:
    return at("pachisi", f"0 move {yellow}/{red}/{black}/{NOBODY} {kept} - -")


def may_leave_a_throw() -> None:
    assert moves(pachisi("12,0,0,0", "4")) == ["4:k4-k8", "pass"]
    assert play(pachisi("12,0,0,0", "4"), "pass").turn == 1
    assert str(play(pachisi("12,0,0,0", "1,10"), "pass")).startswith("1 throw 12,0,0,0/")


def moves_home_by_a_grace() -> None:
    assert sorted(moves(pachisi("83,20,0,0", "1"))) == ["1:hand-j8", "1:j8'-j10", "pass"]
    assert moves(pachisi("82,20,5,4", "1")) == ["pass"]


def captures_two_together() -> None:
    (captures, passes) = pachisi("84,84,84,13", "3", red="67,67,0,0").legal_moves()
    assert [(piece.seat, piece.count) for piece in captures.captures] == [(1, 2)]
    assert passes.text == "pass"


def may_join_a_partner_on_a_castle() -> None:
    assert "3:m9-p9" in moves(pachisi("18,0,0,0", "3", black="55,0,0,0"))
    assert moves(pachisi("18,0,0,0", "3", red="72,0,0,0")) == ["pass"]


def plays_for_the_partner() -> None:
    state = at("pachisi", f"0 throw 84,84,84,84/{NOBODY}/55,0,0,0/{NOBODY} - - -")
    assert moves(play(state, "2")) == ["2:p9-r9", "pass"]


def shares_only_the_last_hole() -> None:
    holes = games.load("holes")
    assert isinstance(holes, RaceGame)
    one, other = holes.rules.tracks
    assert {*one} & {*other} - {""} == {one[-1]}
    (arriving,) = at("holes", "0 move 29,0,0,0,0/30,0,0,0,0 1 - -").legal_moves()[:1]
    assert (arriving.text, arriving.captures) == ("1:q4-q5", ())


def follows_the_line() -> None:
    assert moves(at("holes", "0 move 5,0,0,0,0/0,0,0,0,0 3 - -")) == ["3:g4-b4"]
    taken = at("holes", "0 move 20,5,0,0,0/0,0,0,0,0 1 - -")
    assert moves(taken) == ["1:i1-j1", "1:hand-k4"]


def may_play_a_one_on_the_board() -> None:
    state = at("holes", "0 throw 12,0,0,0,0/0,0,0,0,0 - - -")
    assert moves(play(state, "1")) == ["1:a2-b1", "1:hand-k4"]
    assert play(state, "1", "1:a2-b1").turn == 1
    assert play(state, "1", "1:hand-k4").turn == 0


def jumps_over_its_own() -> None:
    assert "3:j4-g4" in moves(at("holes", "0 move 4,3,2,0,0/0,0,0,0,0 3 - -"))


def waits_with_others() -> None:
    state = at("holes", "0 move 30,30,29,0,0/30,30,0,0,0 1 - -")
    assert "1:q4-q5" in moves(state)


ASKED = (
    Asked("tshupu", "Must a piece in hand", "Должна ли фишка", may_leave_a_piece_in_hand),
    Asked("tshupu", "Can the sum", "Может ли сумма", brings_in_by_the_sum),
    Asked("tshupu", "What becomes of the other die", "Что с другой костью", loses_the_other_die),
    Asked("tshupu", "May I split", "Можно ли разделить", moves_pieces_of_one_player),
    Asked(
        "tshupu",
        "Does a piece that moves by the sum",
        "Бьёт ли по пути",
        captures_by_the_sum_only_where_it_ends,
    ),
    Asked("thaayam", "Must I throw on", "Нужно ли бросать", throws_on_after_the_winning_one),
    Asked("thaayam", "Are three 4s", "Пропадают ли три", counts_three_in_a_row),
    Asked("thaayam", "Does a piece capture", "Бьёт ли фишка по пути", captures_at_stops),
    Asked("thaayam", "Must the 2 or 3", "Нужно ли играть 2", plays_what_closes),
    Asked("squadro", "May the fourth piece", "Может ли четвёртая", wins_by_a_jump),
    Asked("squadro", "How many dots", "Сколько точек", has_the_dots_of_its_edge),
    Asked(
        "squadro",
        "May a piece stop",
        "Может ли фишка остановиться",
        stops_before_an_enemy_only_by_its_dots,
    ),
    Asked("xiangqi4", "Are perpetual check", "Запрещены ли", draws_a_repeated_position),
    Asked("xiangqi4", "May a dropped piece", "Может ли выставленная", screens_by_a_drop),
    Asked("xiangqi4", "May I drop", "Можно ли выставить", drops_into_a_palace),
    Asked("xiangqi4", "Must I protect", "Нужно ли защищать", leaves_the_partners_general),
    Asked("xiangqi4", "What does the army", "Что делает армия", stays_after_resigning),
    Asked("ur", "Must I capture", "Нужно ли бить", may_spare_an_enemy),
    Asked("ur", "Is a piece safe", "В безопасности ли", is_safe_on_no_other_rosette),
    Asked("ur", "May the piece that", "Может ли фишка, давшая", goes_on_with_any_piece),
    Asked("ur", "May I pass", "Можно ли пропустить", never_passes_if_a_piece_can_go),
    Asked("backgammon", "Must I hit", "Нужно ли бить", may_spare_a_blot),
    Asked("backgammon", "May I play the smaller", "Можно ли сначала", plays_dice_in_any_order),
    Asked("backgammon", "May I move a piece off", "Может ли фишка, вошедшая", goes_on_from_the_bar),
    Asked("backgammon", "May I keep", "Можно ли не снимать", may_move_at_home),
    Asked("backgammon", "How many pieces", "Сколько фишек", stands_in_any_number),
    Asked("ludo", "Must I bring", "Нужно ли шестёркой", may_keep_a_piece_in_hand),
    Asked("ludo", "What happens after", "Что будет после", throws_after_every_six),
    Asked("ludo", "Do my own blocks", "Мешают ли мне", passes_its_own_blocks),
    Asked("ludo", "Must I break", "Нужно ли разбивать", breaks_a_block_only_if_it_must),
    Asked("ludo", "Can pieces of two", "Бывает ли заслон", never_stand_with_an_enemy),
    Asked("pachisi", "Must I play", "Обязан ли я", may_leave_a_throw),
    Asked("pachisi", "May a grace", "Можно ли милостью", moves_home_by_a_grace),
    Asked("pachisi", "Are two pieces", "В безопасности ли две", captures_two_together),
    Asked("pachisi", "May I stop", "Можно ли встать в замок", may_join_a_partner_on_a_castle),
    Asked("pachisi", "What do I do", "Что делать, когда мои", plays_for_the_partner),
    Asked("holes", "Can I capture", "Можно ли побить", shares_only_the_last_hole),
    Asked("holes", "Must a piece follow", "Обязана ли фишка", follows_the_line),
    Asked("holes", "Must I bring", "Нужно ли единицей", may_play_a_one_on_the_board),
    Asked("holes", "May my pieces", "Могут ли мои", jumps_over_its_own),
    Asked("holes", "How many pieces", "Сколько фишек", waits_with_others),
)


@pytest.mark.parametrize("asked", ASKED, ids=lambda asked: asked.claim.__name__)
def test_an_answer_is_what_the_rules_do(asked: Asked) -> None:
    asked.claim()


@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("name", games.names())
def test_a_sheet_answers_these_questions_and_no_others(name: str, language: str) -> None:
    sections = rule_sheets.SECTION.split(rule_sheets.read(name, language))
    (section,) = (text for text in sections if text.startswith(HEADING[language]))
    found = [" ".join(each.split()) for each in QUESTION.findall(section)]
    begun = [getattr(each, language) for each in ASKED if each.game == name]
    assert len(found) == len(begun)
    assert all(map(str.startswith, found, begun))
    assert all(each.endswith("?") for each in found)
