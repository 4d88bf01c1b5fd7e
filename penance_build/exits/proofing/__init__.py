"""A finished file for a press, read back as the preflight of a printer reads it."""
