"""Faces in the inks of a printer: each colour by its build, art through an ICC profile, nothing left in red, green and blue."""
