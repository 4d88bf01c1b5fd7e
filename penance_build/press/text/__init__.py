"""Fonts, icons as glyphs, how wide text will be, and the laying out of a page."""
