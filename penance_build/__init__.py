"""Penance Build: rules data in, rules engine, exact odds and printed sheets out.

The public names are in :mod:`penance_build.api`; everything else may move.
"""

__version__ = "0.1.0"
