"""New files in a folder of the author, as a new game or imported cards are: all of them, or none."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from penance_build.build.errors import CannotBuild, because


def write_all(target: Path, files: Mapping[str, bytes]) -> None:
    """Write new files below a folder: what was written before a failure goes away again. Raises CannotBuild."""
    written: list[Path] = []
    made: list[Path] = []
    try:
        for name, data in files.items():
            path = target / name
            for folder in reversed([path.parent, *path.parent.parents]):
                if not folder.exists():
                    folder.mkdir()
                    made.append(folder)
            with path.open("xb") as stream:  # a file that exists is never written over
                written.append(path)
                stream.write(data)
    except OSError as error:
        for path in written:
            path.unlink(missing_ok=True)
        for folder in reversed(made):
            folder.rmdir()
        raise CannotBuild(f"cannot write to {target}: {because(error)}") from None
