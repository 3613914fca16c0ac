"""The wiring file: which pin is what, read from TOML and checked."""
