"""The server of a class has in memory what it needs, and so has a table inside of a browser."""

import subprocess
import sys

from docs.release import site, try_site
from tests.firmware_host.web.test_skipped_imports import NEVER_USED, loaded_with

RARE = (
    "firmware_host.setup.update.at_table",
    "hardware.dice.bluetooth.dice_set",
    "hardware.input.keyboards",
    "hardware.link.link",
    "hardware.simulated.hall_dice",
)
"""What reads and simulates parts that few tables have."""


def test_the_server_of_a_class_imports_nothing_heavy() -> None:
    assert not {*NEVER_USED, *RARE} & loaded_with("features.practice.site")


IN_BROWSER = f"""
import sys
import firmware_host.features
from hardware.placeholder import leave_out, without
firmware_host.features.NAMES = {site.FEATURES}
leave_out({try_site.ASYNCHRONOUS})
with without({try_site.SERVER}):
    import firmware_host.features.practice.browser
    from firmware_host.web.page_frame import PAGE_WORDS
    tuple(PAGE_WORDS)
print(*sys.modules)
"""


def test_a_table_in_a_browser_begins_without_what_serves_pages() -> None:
    answer = subprocess.run(
        (sys.executable, "-c", IN_BROWSER), capture_output=True, text=True, check=False
    )
    assert not answer.returncode, answer.stderr
    loaded = {*answer.stdout.split()}
    assert not {"PIL", "segno", "uvicorn", "firmware_host.web.static_pages"} & loaded
