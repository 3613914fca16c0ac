"""Practice tables in the browser, each for one visitor, for a class or at home."""
