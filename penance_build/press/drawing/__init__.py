"""Paths, outlines and SVG: what is drawn, as data and text; nothing here knows a card or a die of a game."""
