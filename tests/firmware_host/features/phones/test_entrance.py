"""Where phones come in: each keeps its token at its own table."""

from pathlib import Path

from firmware_host.features.phones.web import TOKEN
from tests.firmware_host.features.phones.target import Target


def test_two_tables_on_one_computer_do_not_log_each_others_people_out(tmp_path: Path) -> None:
    tables = [Target(tmp_path / name) for name in ("one", "other")]
    try:
        # a browser keeps one cookie of each name for all ports of a computer
        jar: dict[str, str] = {}
        for table in tables:
            answer = table.send(table.joining(table.code()))
            name, _, value = answer.split("set-cookie: ")[1].split(";")[0].partition("=")
            jar[name] = value
        cookies = "; ".join(f"{name}={value}" for name, value in jar.items())
        pages = [
            table.send(table.request(headers=[f"Cookie: {cookies}"])).count('id="panel"')
            for table in tables
        ]
        assert (len(jar), pages) == (2, [1, 1])
    finally:
        for table in tables:
            table.close()


def test_a_phone_that_was_paired_with_an_earlier_release_stays_in() -> None:
    assert TOKEN.name == "table_token"
