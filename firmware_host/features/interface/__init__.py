"""An interface for other programs: what happens at a table, as JSON and SVG, by the version."""
