"""One module for each command of tableside."""
