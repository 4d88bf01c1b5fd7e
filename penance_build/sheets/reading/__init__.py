"""Bytes of a file of cards to its sheets: rows of cells, each with its text, its kind and where it stands."""
