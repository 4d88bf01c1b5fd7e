"""Mistakes that concern only names."""
