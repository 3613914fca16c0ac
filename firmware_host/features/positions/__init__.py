"""Any position: set up by keys, pieces, mouse or text; checked, played on, solved and kept."""
