"""Dice sheets: for makers with outlines, for players with meanings and a net."""
