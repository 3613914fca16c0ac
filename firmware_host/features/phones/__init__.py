"""Phones that a code lets in: they follow a game, play a seat, or look after the table."""
