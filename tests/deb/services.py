"""The part of systemd that an update uses, in a system in which no systemd runs.

It starts what the units start, and says how it is. The table itself has no pins there: the version
that runs plays a game by itself, says as the program does that it has started, and goes on.
"""

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tests.deb.chroot import Chroot

WAIT_SECONDS: Final = 600.0
FOLDER: Final = "/run/services"
SYSTEMCTL: Final = f"""\
#!/bin/sh
cd {FOLDER}
begin() {{
  name=$1; shift
  rm -f $name.ended
  setsid sh -c "$*; echo \\$? > $name.ended" > $name.log 2>&1 < /dev/null &
  echo $! > $name.pid
}}
case "$*" in
*"start tableside-update.service")
  begin updater /opt/tableside/trusted/bin/tableside update --service ;;
*"restart tableside.service")
  [ ! -e table.pid ] || kill -KILL -- -$(cat table.pid) 2>/dev/null
  echo again >> runs
  begin table {FOLDER}/table ;;
show*)
  echo "InvocationID=$(wc -l < runs)"
  code=$(cat table.ended 2>/dev/null)
  case "$code" in
  "") echo "ActiveState=active\nSubState=running\nResult=success" ;;
  0) echo "ActiveState=inactive\nSubState=dead\nResult=success" ;;
  *) echo "ActiveState=failed\nSubState=failed\nResult=exit-code\nExecMainStatus=$code" ;;
  esac ;;
esac
"""
TABLE: Final = f"""\
#!/bin/sh
export STATE_DIRECTORY=/var/lib/tableside
/opt/tableside/current/bin/tableside simulate squadro --random 7 || exit
PYTHONPATH=/opt/tableside/current/lib python3 -c '
import os
from firmware_host.setup.update.releases import trial_answer
trial_answer(os.environ).started()' || exit
until [ -e {FOLDER}/switched-off ]; do sleep 0.2; done
"""


class Services:
    """The table and the updater of ``pi``; use it as a context, which ends them."""

    def __init__(self, pi: Chroot) -> None:
        self._pi = pi
        self._before = pi.at("/usr/local/sbin/systemctl").read_text()

    def __enter__(self) -> "Services":
        self._pi.at(FOLDER).mkdir(parents=True)
        self._put("/usr/local/sbin/systemctl", SYSTEMCTL)
        self._put(f"{FOLDER}/table", TABLE)
        self._pi.run("systemctl", "restart", "tableside.service")
        return self

    def __exit__(self, *_: object) -> None:
        for file in self._pi.at(FOLDER).glob("*.pid"):
            _end(int(file.read_text()))
        self._put("/usr/local/sbin/systemctl", self._before)

    def switch_off(self) -> None:
        """Let the staff switch the table off: that ends a trial well."""
        self._pi.at(f"{FOLDER}/switched-off").touch()

    def switch_on(self) -> None:
        """Start the table again, as the machine does."""
        self._pi.at(f"{FOLDER}/switched-off").unlink()
        self._pi.run("systemctl", "restart", "tableside.service")

    def wait(self, happened: Callable[[], bool]) -> None:
        """Wait until it has ``happened``; AssertionError with the words of the updater."""
        ends_at = time.monotonic() + WAIT_SECONDS
        while not happened():
            assert time.monotonic() < ends_at, self._pi.at(f"{FOLDER}/updater.log").read_text()
            time.sleep(0.1)

    def _put(self, path: str, text: str) -> None:
        self._pi.at(path).write_text(text)
        self._pi.at(path).chmod(0o755)


def has_ended(pi: Chroot) -> bool:
    """Return whether the updater of ``pi`` has done all that was asked of it."""
    return Path(pi.at(f"{FOLDER}/updater.ended")).exists()


def _end(pid: int) -> None:
    try:
        os.killpg(pid, signal.SIGKILL)
    except ProcessLookupError:
        return
