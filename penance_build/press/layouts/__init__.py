"""Faces of a game's own: boxes in millimetres, set, drawn and held against their room."""
