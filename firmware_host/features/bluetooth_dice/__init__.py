"""Bluetooth dice: which belong to the table, how they are, and what they show."""
