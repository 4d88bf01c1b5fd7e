"""Sheets to files of a game that a person could have written: the mapping proposed, what cards need declared, YAML."""
