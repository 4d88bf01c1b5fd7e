"""Families: one entry of ``cards`` that stands for many cards, written out before anything else looks at it."""
