"""Speech: the table says what it shows, for people who do not see it."""
