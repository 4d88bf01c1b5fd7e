"""Answers of the exact odds as texts, tables and pictures."""
