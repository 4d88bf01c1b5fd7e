"""Sizes of cards and paper, places on a sheet, and faces put onto sheets."""
