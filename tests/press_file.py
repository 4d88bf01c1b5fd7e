"""A small game for a press, its file, what was ordered of it, and how a fault is planted into it."""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
from PIL import Image

from penance_build.build.files import GameFiles
from penance_build.exits.drawn import draw
from penance_build.exits.makers.pages import order_of_pages
from penance_build.exits.profiles import read_profile
from penance_build.exits.proofing.finding import Finding, Shown, Wanted
from penance_build.exits.proofing.judge import judge
from penance_build.exits.separation.icc import Icc
from penance_build.exits.separation.standard import Standard
from penance_build.press.complaints import Complaints
from penance_build.product import NoCache, NoFiles, Settings
from tests.exits_support import compiled, folder, left
from tests.icc_profile import press_profile

BOXES = """
sky: {at: [-3, -3, 69.5, 40], image: art/sky.svg}
photo: {at: [10, 40, 43.5, 20], image: art/grey.png}
title: {at: [5, 5, 53, 8], show: name, size: 9..14, colour: ink}
seal: {at: [40, 62, 12, 12], icon: shell, colour: rubric, finish: foil}
rules: {at: [5, 76, 53, 8], show: text, size: 6, colour: quiet}
"""
SKY = """<svg xmlns="http://www.w3.org/2000/svg" width="695" height="400">
<defs><linearGradient id="g"><stop offset="0" stop-color="#24476b"/><stop offset="1" stop-color="#fbf8f0"/></linearGradient></defs>
<rect width="695" height="400" fill="url(#g)"/></svg>
"""


def png(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def ramp(mode: str = "L") -> Image.Image:
    """A grey from black to white, 600 by 276 pixels."""
    return Image.linear_gradient("L").rotate(90).resize((600, 276)).convert(mode)


def put(path: Path, files: dict[str, bytes]) -> Path:
    for name, data in files.items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_bytes(data)
    return path


def press_game(path: Path, *, boxes: str = BOXES, theme: str = "", profile: dict[str, str] | None = None, **files: bytes) -> Path:
    """The game in a folder; ``files`` are pictures in ``art/`` by their names with ``_`` for the dot."""
    path.mkdir(exist_ok=True)
    art = {"art/sky.svg": SKY.encode(), "art/grey.png": png(ramp()), "icc/press.icc": press_profile()}
    art |= {f"art/{name.replace('_', '.')}": data for name, data in files.items()}
    return put(folder(path, boxes=boxes, theme=theme, profile=profile), art)


def files_for(path: Path, name: str, icc: str = "") -> dict[str, bytes]:
    """What a game gives for a press."""
    made = left(path, name, icc=icc)
    assert made.problems == (), [(problem.code, problem.message) for problem in made.problems]
    return {artifact.path.removeprefix(f"for-{name}/"): artifact.data for artifact in made.artifacts}


def ordered(path: Path, name: str, *, icc: bool = False, deck: str = "all") -> Wanted:
    """What was ordered of a deck."""
    compilation = compiled(path)
    profile, _ = read_profile(name, NoFiles())
    assert profile is not None and profile.press is not None and compilation.program is not None
    faces = draw(compilation.program, Settings("a4", NoCache(), GameFiles(path)), Complaints(compilation))
    assert faces is not None
    [pile] = [pile for pile in faces.piles if pile.id == deck]
    pages = tuple(Shown(key, faces.faces[key]) for key, _ in order_of_pages(profile.press, pile, profile.is_file_a_card))
    standard = Standard(
        profile.press.standards[0 if icc or len(profile.press.standards) == 1 else 1],
        profile.press.condition,
        Icc(press_profile()) if icc else None,
    )
    return Wanted(profile.press, standard, pages)


def planted(data: bytes, plant: Callable[[pikepdf.Pdf], None], **how: Any) -> bytes:
    """The file with something done to it."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        plant(pdf)
        out = io.BytesIO()
        how = {"force_version": pdf.pdf_version, "object_stream_mode": pikepdf.ObjectStreamMode.disable, "deterministic_id": True} | how
        pdf.save(out, **how)
    return out.getvalue()


def rules(data: bytes, wanted: Wanted) -> list[tuple[str, int]]:
    return [(finding.rule, finding.page) for finding in judge(data, wanted)]


def found_in(data: bytes, wanted: Wanted, rule: str) -> Finding | None:
    return next((finding for finding in judge(data, wanted) if finding.rule == rule), None)


def painting(text: str, page: int = 1, **resources: Any) -> Callable[[pikepdf.Pdf], None]:
    """Paints more on a page: operators, with resources of their own by kind."""

    def plant(pdf: pikepdf.Pdf) -> None:
        found = pdf.pages[page - 1]
        own = pikepdf.Dictionary(found.obj.Resources)
        for kind, items in resources.items():
            own[f"/{kind}"] = pikepdf.Dictionary({**dict(own.get(f"/{kind}", {})), **items(pdf)})
        found.obj.Resources = own
        found.contents_add(pikepdf.Stream(pdf, f"q {text} Q".encode()))

    return plant


def image(pdf: pikepdf.Pdf, pixels: Image.Image, **more: Any) -> Any:
    """A picture as an object of a file."""
    spaces = {"RGB": pikepdf.Name.DeviceRGB, "L": pikepdf.Name.DeviceGray, "CMYK": pikepdf.Name.DeviceCMYK}
    made = pikepdf.Stream(pdf, zlib.compress(pixels.tobytes()))
    head = {"Type": pikepdf.Name.XObject, "Subtype": pikepdf.Name.Image, "Width": pixels.width, "Height": pixels.height}
    head |= {"ColorSpace": spaces[pixels.mode], "BitsPerComponent": 8, "Filter": pikepdf.Name.FlateDecode} | more
    for key, value in head.items():
        made.stream_dict[f"/{key}"] = value
    return pdf.make_indirect(made)
