"""What is shipped and required: every package with its licence, lower bounds for all, and a lock that keeps to them."""

from __future__ import annotations

import re
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

ALLOWED = {
    "0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "MIT", "MIT-0", "MIT-CMU", "MPL-1.1", "MPL-2.0", "OFL-1.1", "PSF-2.0",
    "Zlib",
}  # fmt: skip
# What a package says of itself where it does not use the short name of its licence.
OTHER_NAMES = {
    "Apache-2.0": ("Apache License 2.0", "Apache Software License"),
    "BSD-3-Clause": ("BSD License", "BSD-3-Clause"),
    "MIT": ("MIT License",),
    "MPL-1.1": ("Mozilla Public License 1.1",),
}


def plain(name: str) -> str:
    """A name as registries compare it."""
    return re.sub("[-_.]+", "-", name).lower()


def required(root: Path) -> set[str]:
    """The packages that the program needs, with those that they need, here."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    todo: list[tuple[str, frozenset[str]]] = [(one.name, frozenset(one.extras)) for one in map(Requirement, project["dependencies"])]
    seen: set[tuple[str, frozenset[str]]] = set()
    while todo:
        name, extras = todo.pop()
        if (plain(name), extras) in seen:
            continue
        seen.add((plain(name), extras))
        for line in metadata.distribution(name).requires or ():
            needs = Requirement(line)
            if needs.marker is None or any(needs.marker.evaluate({"extra": extra}) for extra in ("", *extras)):
                todo.append((needs.name, frozenset(needs.extras)))
    return {name for name, _ in seen}


def listed(root: Path) -> dict[str, str]:
    """The table of packages and licences."""
    text = (root / "docs" / "licences.md").read_text(encoding="utf-8")
    return dict(re.findall(r"^\| ([a-z0-9-]+) \| ([A-Z][^|]*?) \|$", text, re.MULTILINE))


def said(name: str) -> str:
    """What a package says of its licence."""
    found = metadata.metadata(name)
    classified = [line for line in found.get_all("Classifier") or () if line.startswith("License ::")]
    return "; ".join([found["License-Expression"] or "", found["License"] or "", *classified])


@pytest.mark.full
def test_every_required_package_is_listed_with_the_licence_that_it_says(root: Path) -> None:
    table = listed(root)
    # A newer package may need another one; what is listed and not needed here may be needed on another system.
    assert required(root) <= table.keys()
    for name, licence in table.items():
        parts = re.split(r" (?:AND|OR) ", licence)
        assert set(parts) <= ALLOWED, name
        if name in required(root):
            assert any(part in said(name) or any(other in said(name) for other in OTHER_NAMES.get(part, ())) for part in parts), name


def test_every_requirement_has_a_lower_bound_that_the_lock_keeps(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lock: dict[str, list[Version]] = {}
    for line in (root / ".ci" / "lock.txt").read_text(encoding="utf-8").splitlines():
        name, version = re.fullmatch(r"([a-z0-9-]+)==([^ ;]+)(?: ; .*)?", line).groups()  # type: ignore[union-attr]
        lock.setdefault(name, []).append(Version(version))
    needed = [*project["dependencies"], *(line for extra in project["optional-dependencies"].values() for line in extra)]
    assert len(needed) > 25
    for one in map(Requirement, needed):
        assert any(bound.operator in (">=", "==") for bound in one.specifier), f"{one} has no lower bound"
        assert all(one.specifier.contains(version) for version in lock[plain(one.name)]), f"{one} is not what the lock says"
    assert required(root) <= lock.keys()
