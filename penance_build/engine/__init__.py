"""Generated rules engines in Python and JavaScript."""
