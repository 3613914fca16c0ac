import games
from firmware_host.features.practice.class_logs import ThrowLog, chart, judgement
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.stats import Throws
from firmware_host.text.translator import Language

ODDS = (("1", 0.25), ("<2>", 0.75))


def thrown(*texts: str) -> Throws:
    throws = Throws()
    for text in texts:
        throws.add(text, ODDS)
    return throws


def test_the_highest_bar_is_full_and_the_others_in_proportion() -> None:
    drawn = chart(thrown("1", "1", "1", "<2>"), Language("en"), "Dice")
    assert 'height="160"' in drawn
    assert drawn.count('height="53.3"') == 2


def test_a_chart_of_many_throws_stays_readable_on_a_phone() -> None:
    few, many = thrown("1"), Throws()
    many.add("1", tuple((str(number), 0.1) for number in range(10)))
    assert 'width="126"' in chart(few, Language("en"), "Lots")
    assert 'width="558"' in chart(many, Language("en"), "Dice")


def test_a_throw_is_noted_once_and_goes_when_it_is_taken_back() -> None:
    log, session = ThrowLog(), Session(games.load("thaayam"), Setup("thaayam"))
    log.follow(session)
    before = log.version
    session.apply({"do": "1"})
    for _ in range(2):
        log.follow(session)
    assert ([each.text for each in log.throws], log.version) == (["1"], before + 1)
    session.apply({"undo": 1})
    log.follow(session)
    assert (log.throws, log.version) == ((), before + 2)


def test_words_are_escaped() -> None:
    drawn = chart(thrown("1"), Language("en"), 'A "game" <b>')
    assert "<2>" not in drawn
    assert "<b>" not in drawn


def test_the_judgement_is_that_of_the_chi_square_test() -> None:
    assert judgement(thrown("1"), Language("en")).startswith("Too few throws")
    many = thrown(*["1"] * 40, *["<2>"] * 60)
    assert "0.1% of such series" in judgement(many, Language("en"))
