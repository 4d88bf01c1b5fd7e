"""The plain tree of files to the surface tree: the one place where keys of YAML are looked up."""

from __future__ import annotations

from penance_build.surface.from_tree.game import from_tree, query

__all__ = ["from_tree", "query"]
