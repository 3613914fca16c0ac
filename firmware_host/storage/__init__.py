"""What a table keeps on its memory card: its games, what it counted, and the folder they are in."""
