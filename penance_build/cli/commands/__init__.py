"""The commands: one file for each, or for those that share their work."""
