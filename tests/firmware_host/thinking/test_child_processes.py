"""Child processes end with the program, also when it is killed."""

import subprocess
import sys

PARENT = """
import multiprocessing, time
from concurrent.futures import ProcessPoolExecutor
from firmware_host.thinking.child_processes import follow_parent

pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), follow_parent)
pool.submit(print, "at work", flush=True).result()
time.sleep(600)
"""


def test_a_process_ends_with_a_parent_that_is_killed() -> None:
    command = [sys.executable, "-c", PARENT]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == "at work\n"
        parent.kill()
        # the other end of the pipe is open as long as the child process lives
        assert parent.communicate(timeout=60)[0] == ""
