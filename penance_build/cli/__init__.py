"""The command line: words in, report out. The only part that prints, exits, and catches."""
