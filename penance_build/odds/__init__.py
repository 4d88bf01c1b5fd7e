"""Exact odds: see ``exact`` for the walk, ``rolls`` and ``pools`` for dice, ``claims`` and ``examples`` for what is proved."""
