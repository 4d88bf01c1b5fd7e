"""The command line: words in, report out. The only place that prints, exits, and catches."""
