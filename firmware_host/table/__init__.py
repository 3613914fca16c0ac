"""The table: a state machine from keys, dice and time to views and records."""
