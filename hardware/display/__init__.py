"""The display and the controllers behind it."""
