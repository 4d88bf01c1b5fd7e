"""YAML events to a plain tree, and what is said where there is none."""
