"""Formulas to typed expressions: names, operators, functions, texts with holes."""
