"""An evening together: names at the seats, matches of several games, and who has won what."""
