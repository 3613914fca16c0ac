"""The commands that people type besides playing, one module or two each."""
