"""The kit: one archive that a player prints and plays from."""
