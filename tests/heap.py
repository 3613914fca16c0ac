"""The memory of a process in which many tests have run before."""

import gc


def leave_aside() -> None:
    """Let the collector look only at what is made from now on.

    What the tests before have left is much, and would be looked at again and again.
    """
    gc.collect()
    gc.freeze()
