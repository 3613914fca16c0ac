"""Playing with one switch or two: the table offers what the keys do, one after the other."""
