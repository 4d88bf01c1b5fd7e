"""What makes a package of the JavaScript engine: ``package.json``, by which TypeScript, Node and bundlers find its files."""

from __future__ import annotations

import json
import re

from penance_build.ir import nodes

_VERSION = re.compile(r"\s*v?(\d{1,15})(?:\.(\d{1,15}))?(?:\.(\d{1,15}))?(.*)", re.IGNORECASE | re.DOTALL | re.ASCII)


def emit_package(program: nodes.Played) -> str:
    """The source text of ``package.json``. Types stand first, for the first condition that fits is taken."""
    entry = {"types": "./engine.d.mts", "default": "./engine.mjs"}
    package = {
        "name": package_name(program.game),
        "version": package_version(program.version),
        "description": f"The rules of {program.name}, version {program.version}.",
        "type": "module",
        "main": "./engine.mjs",
        "types": "./engine.d.mts",
        "exports": {".": entry, "./engine.mjs": entry, "./rules.json": "./rules.json", "./package.json": "./package.json"},
        "sideEffects": False,
    }
    return json.dumps(package, indent=2) + "\n"


def package_name(game: str) -> str:
    """The id of a game as a name that a package may have."""
    return re.sub(r"[^a-z0-9_-]+", "-", game.lower()).strip("-_") or "rules"


def package_version(version: str) -> str:
    """The version of a game as a semantic version: up to three numbers, and what follows them.

    ``3.0`` is ``3.0.0``, ``2 beta`` is ``2.0.0-beta``, ``1.2.3.4`` is ``1.2.3+4``: only words make a version that comes before another.
    """
    found = _VERSION.fullmatch(version)
    numbers, rest = ([int(part or 0) for part in found.groups()[:3]], found[4]) if found else ([0, 0, 0], f"-{version}")
    words = [word.lstrip("0") or "0" if word.isdigit() else word for word in re.findall(r"[0-9A-Za-z]+", rest)]
    sign = "+" if re.match(r"\W*\d", rest) and found else "-"
    return ".".join(map(str, numbers)) + (sign + ".".join(words) if words else "")
