"""The codes by stage, one file for each hundred: literal tuples, collected by :mod:`penance_build.diagnostics.registry`."""
