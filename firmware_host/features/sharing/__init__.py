"""Sharing a game: its whole record in codes for cameras, and pictures of what happened in it."""
