"""The options of a build that ask for single faces, and showing one in the viewer of the machine."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click

from penance_build.build.game import Built
from penance_build.cli.calling.takes import Whole
from penance_build.cli.errors import Wrong
from penance_build.cli.terminal import clean, say
from penance_build.product import FacesAsked

_Command = TypeVar("_Command", bound=Callable[..., Any])
MOST_PIXELS = 12_000  # of a side
_SIZE = re.compile(r"([1-9][0-9]{0,5})[xX\u00d7]([1-9][0-9]{0,5})")


def face_options(command: _Command) -> _Command:
    """``--dpi``, ``--size``, ``--bleed`` and ``--open``."""
    for option in (
        click.option("--open", "is_opened", is_flag=True, help="Show the first face that was made."),
        click.option("--bleed", is_flag=True, help="Faces with the 3 mm that are cut off."),
        click.option("--size", metavar="WxH", help="How many pixels a face has, instead of --dpi."),
        click.option("--dpi", type=Whole(30, 2400), help="Pixels an inch of faces, 30 to 2400; 300 if nothing is said."),
    ):
        command = option(command)
    return command


def asked_faces(wanted: tuple[str, ...], options: Mapping[str, Any]) -> tuple[tuple[str, ...], FacesAsked]:
    """The products and the faces that are asked for; whoever says how a face shall be wants faces."""
    size, dpi = options["size"], options["dpi"]
    is_asked = any(options[name] for name in ("dpi", "size", "bleed", "is_opened"))
    if is_asked and wanted and wanted != ("faces",):
        raise Wrong("--dpi, --size, --bleed and --open are for single faces: leave --only out, or ask for faces alone")
    if size and dpi:
        raise Wrong("--size says how many pixels there are, and --dpi how many an inch: name one of them")
    faces = FacesAsked(dpi or 300, None if size is None else _pixels(size), options["bleed"])
    return (("faces",) if is_asked else wanted), faces


def _pixels(text: str) -> tuple[int, int]:
    found = _SIZE.fullmatch(text)
    if found is None:
        raise Wrong(f"--size: {clean(text)} is not a width and a height in pixels, such as 825x1125")
    width, height = int(found[1]), int(found[2])
    if max(width, height) > MOST_PIXELS:
        raise Wrong(f"--size: {MOST_PIXELS} pixels are the most that a side of a face may have")
    return width, height


def show_face(built: Built) -> None:
    """Open the first face in the viewer of the machine."""
    assert built.manifest is not None and built.target is not None
    shown = sorted(entry.path for entry in built.manifest.of("faces") if entry.path.endswith(".png"))
    fronts = [path for path in shown if not path.startswith("faces/back-")]
    if not shown:
        return
    path = built.target / (fronts or shown)[0]
    if click.launch(str(path)):
        say(f"penance: no viewer could be started; the face is {path}")
