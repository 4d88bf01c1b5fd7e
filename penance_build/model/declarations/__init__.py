"""Declarations and tables, for formulas to speak of."""
