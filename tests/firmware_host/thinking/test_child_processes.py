"""Child processes end with the program, also when it is killed."""

import os
import select
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


THINKER = """
import time
from firmware_host.thinking.child_processes import ThinkingProcess
import games
from firmware_host.thinking.inline import Question

process = ThinkingProcess()
process.submit(Question(games.load("squadro").start(), "greedy"), 60.0).result()
print(process.pid, flush=True)
time.sleep(600)
"""


def test_the_process_that_thinks_ends_with_a_program_that_is_killed() -> None:
    command = [sys.executable, "-c", THINKER]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        thinks = os.pidfd_open(int(program.stdout.readline()))
        program.kill()
    assert select.select([thinks], [], [], 60)[0], "it still runs"
    os.close(thinks)
