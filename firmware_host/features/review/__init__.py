"""Reviews: what luck and choices did in a game, on the display, on pages and in the terminal."""
