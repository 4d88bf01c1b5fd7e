"""Tabletop Playground: a package with the sheets as textures, and a template for the cards of each sheet.

A template that holds many cards is a stack: the cards of its sheet, copies too.
"""

from __future__ import annotations

from typing import Any

from penance_build.exits.drawn import Pile
from penance_build.exits.job import Job, json_bytes
from penance_build.exits.raster import card_picture
from penance_build.exits.tables.ids import Guids
from penance_build.exits.tables.sheets import Sheet, picture_of, sheets_of
from penance_build.exits.tables.words import both_sides
from penance_build.product import Artifact

_ONE_BACK, _BACK_SHEET, _HIDDEN_IS_BACK = -2, -3, -3
_THICKNESS_CM = 0.05


def write(job: Job) -> tuple[Artifact, ...]:
    """``GAME/manifest.json``, ``GAME/Textures/`` and ``GAME/Templates/``."""
    program = job.program
    guids = Guids(f"ttpg {program.game}", 32)
    manifest = {"Name": program.name, "Version": program.version or "1", "GUID": guids.of("package").upper()}
    files = {"manifest.json": job.file(f"{program.game}/manifest.json", json_bytes(manifest), more=job.made_from)}
    for pile in job.faces.piles:
        sheets = sheets_of(pile, job.faces.faces, job.profile.sheet)
        for number, sheet in enumerate(sheets, start=1):
            front, back = _textures(job, pile, sheet, files)
            guid = guids.of(f"template {sheet.name}").upper()
            name = pile.name if len(sheets) == 1 else f"{pile.name} {number}"
            template = _template(job, sheet, (guid, name), (front, back))
            path = f"Templates/{guid}.json"
            files[path] = job.file(f"{program.game}/{path}", json_bytes(template), sheet.entries, (f"deck {pile.deck}",))
    return tuple(files.values())


def _textures(job: Job, pile: Pile, sheet: Sheet, files: dict[str, Artifact]) -> tuple[str, str]:
    """The names of the pictures of a sheet, which are made here."""
    faces, ending, about = job.faces.faces, job.profile.file, ("deck", pile.deck)
    front = f"{sheet.name}.{ending}"
    back = f"{sheet.name}-backs.{ending}" if sheet.has_back_sheet else f"back-{faces[sheet.backs[0]].name}.{ending}"
    folder = f"{job.program.game}/Textures"
    drawn = picture_of(sheet, [entry.front for entry in sheet.entries], faces)
    files[f"Textures/{front}"] = job.picture(f"{folder}/{front}", drawn, sheet.entries, about=about)
    if sheet.has_back_sheet:
        files[f"Textures/{back}"] = job.picture(f"{folder}/{back}", picture_of(sheet, sheet.backs, faces), sheet.entries, about=about)
    elif f"Textures/{back}" not in files:
        files[f"Textures/{back}"] = job.picture(f"{folder}/{back}", card_picture(faces[sheet.backs[0]], *sheet.grid.cell), about=about)
    return front, back


def _template(job: Job, sheet: Sheet, called: tuple[str, str], textures: tuple[str, str]) -> dict[str, Any]:
    size = job.faces.faces[sheet.entries[0].front].size
    cells = list(enumerate(sheet.entries))
    return {
        "Type": "Card",
        "GUID": called[0],
        "Name": called[1],
        "Metadata": "",
        "CollisionType": "Regular",
        "Friction": 0.7,
        "Restitution": 0,
        "Density": 0.5,
        "SurfaceType": "Cardboard",
        "FrontTexture": textures[0],
        "BackTexture": textures[1],
        "HiddenTexture": "",
        "BackIndex": _BACK_SHEET if sheet.has_back_sheet else _ONE_BACK,
        "HiddenIndex": _HIDDEN_IS_BACK,
        "NumHorizontal": sheet.grid.columns,
        "NumVertical": sheet.grid.rows,
        "Width": size[0] / 10_000,
        "Height": size[1] / 10_000,
        "Thickness": _THICKNESS_CM,
        "Model": "Rounded",
        "MirrorBack": True,
        "CanStack": True,
        "HiddenInHand": True,
        "Indices": [cell for cell, entry in cells for _ in range(entry.copies)],
        "CardNames": {str(cell): entry.card.name for cell, entry in cells},
        "CardMetadata": {str(cell): both_sides(job.program, entry.card) for cell, entry in cells},
        "CardTags": {},
    }
