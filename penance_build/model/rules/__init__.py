"""Procedures and card effects: their order, heads and bodies."""
