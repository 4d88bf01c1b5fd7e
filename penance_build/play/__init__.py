"""Whole games: a table with the rules on it, players that are programs, many games at once, and what a person at the table reads."""
