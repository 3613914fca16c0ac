"""Time to think: a quiet reminder, a limit for each move, or a clock for each seat."""
