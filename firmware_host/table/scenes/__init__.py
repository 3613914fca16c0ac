"""The situations at the table, each a small value that knows its view, its keys and its dice."""
