"""Expressions, loops and numbers without a bound, brought into the form in which they are planned."""
