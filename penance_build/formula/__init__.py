"""Formulas: one line of text to a syntax tree whose every node knows its columns."""

from penance_build.formula.parse import FormulaError, parse
from penance_build.formula.syntax import Node

__all__ = ["FormulaError", "Node", "parse"]
