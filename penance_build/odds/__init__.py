"""Exact odds: ``walking.exact.distribution`` asks one question; README.md is the map, ``docs/odds.md`` says why it is right."""
