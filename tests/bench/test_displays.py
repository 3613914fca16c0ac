from tests.bench.displays import costs, rows


def test_the_table_has_the_bytes_of_every_case_for_both_controllers() -> None:
    assert [tuple(row) for row in costs()] == [
        ("", "SSD1306", "SSD1306 by luma", "SH1106", "SH1106 by luma"),
        ("whole picture", 1034, 1034, 1080, 1080),
        ("cursor moved one square", 26, 1034, 23, 1080),
        ("move, side and message", 191, 1034, 181, 1080),
        ("identical picture", 0, 1034, 0, 1080),
    ]


def test_a_page_has_the_time_on_the_bus_beside_them() -> None:
    _, whole, *_ = rows()
    assert whole[:2] == ("whole picture", "1034 (23.3 ms)")
