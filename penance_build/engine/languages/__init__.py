"""The engines themselves, a file or two for each language."""
