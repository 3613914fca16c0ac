"""Pins, keys and the encoder."""
