"""The running program: the loop, how it is built, and what happens when a part fails."""
