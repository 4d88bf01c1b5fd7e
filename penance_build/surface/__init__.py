"""The surface tree: a game as its author wrote it, as frozen records, each with its place in a file."""
