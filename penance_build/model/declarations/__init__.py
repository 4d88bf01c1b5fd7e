"""Declarations and tables: the names that formulas use."""
