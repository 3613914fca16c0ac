"""Buzzer and lights."""
