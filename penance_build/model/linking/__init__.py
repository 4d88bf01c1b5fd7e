"""Mistakes that concern names alone."""
