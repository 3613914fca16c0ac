"""The command line of tableside."""
