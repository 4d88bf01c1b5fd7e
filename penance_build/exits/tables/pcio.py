"""playingcards.io: a room as a stored zip with its pictures in it, and a CSV of each deck for rooms that exist."""

from __future__ import annotations

from typing import Any

from penance_build.exits.archive import stored
from penance_build.exits.drawn import Pile
from penance_build.exits.job import Job, json_bytes
from penance_build.exits.raster import card_picture
from penance_build.exits.tables.words import both_sides
from penance_build.press.table import csv_bytes
from penance_build.product import Artifact

_SCHEMA = "8"
# The table of a room in its own units; a poker card is so wide on it, of so many micrometres, and piles lie so far apart.
_CARD, _POKER, _APART, _BELOW, _MARGIN, _ACROSS = 103, 63_500, 27, 80, 40, 10
HEADS = ("image", "label", "item-count", "item-key", "text")
JsonObject = dict[str, Any]


def write(job: Job) -> tuple[Artifact, ...]:
    """``GAME.pcio``, and for each deck ``DECK.csv`` with ``images/``."""
    pictures: dict[str, Artifact] = {}
    widgets: list[JsonObject] = []
    tables = []
    sizes = [_on_table(job.faces.faces[pile.entries[0].front].size) for pile in job.faces.piles]
    apart = [max((size[way] for size in sizes), default=0) + more for way, more in ((0, _APART), (1, _BELOW))]
    for place, (pile, size) in enumerate(zip(job.faces.piles, sizes, strict=True)):
        names = _pictures(job, pile, pictures)
        row, column = divmod(place, _ACROSS)
        widgets += _widgets(job, pile, names, (size, (_MARGIN + column * apart[0], _MARGIN + row * apart[1])))
        tables.append(_table(job, pile, names))
    assets = [(f"userassets/{name}", pictures[name].data) for name in sorted(pictures)]
    head = [("schemaVersion", _SCHEMA.encode()), ("variantId", job.program.game.encode()), ("variantDate", b"0")]
    room = stored([*head, ("widgets.json", json_bytes(widgets)), *assets])
    return (*pictures.values(), *tables, job.file(f"{job.program.game}.pcio", room, more=job.made_from))


def _pictures(job: Job, pile: Pile, pictures: dict[str, Artifact]) -> dict[str, str]:
    """The name of the picture of each face of a pile; those that are not there yet are made."""
    faces, names = job.faces.faces, {}
    for entry in pile.entries:
        for key, name in ((entry.front, f"{pile.stem}-{entry.card.id}"), (entry.back, f"back-{faces[entry.back].name}")):
            names[key] = f"{name}.{job.profile.file}"
            if names[key] not in pictures:
                face, width = faces[key], job.profile.width
                drawn = card_picture(face, width, _height(face.size, width))
                entries, about = ((entry,), ("card", entry.card.id)) if key == entry.front else ((), ("theme", "backs"))
                pictures[names[key]] = job.picture(f"images/{names[key]}", drawn, entries, about=about)
    return names


def _height(size: tuple[int, int], width: int) -> int:
    return (2 * width * size[1] + size[0]) // (2 * size[0])


def _on_table(size: tuple[int, int]) -> tuple[int, int]:
    """The size of a card on the table."""
    wide = max(1, _CARD * size[0] // _POKER)
    return wide, _height(size, wide)


def _widgets(job: Job, pile: Pile, names: dict[str, str], box: tuple[tuple[int, int], tuple[int, int]]) -> list[JsonObject]:
    """A holder, its deck, and every card of it, face down; ``box`` is the size of a card and the place of the pile on the table."""
    (wide, high), (x, y) = box
    holder, deck = f"holder-{pile.id}", f"deck-{pile.id}"
    kinds = {
        entry.card.id: {
            "label": entry.card.name,
            "face": f"package://userassets/{names[entry.front]}",
            "back": f"package://userassets/{names[entry.back]}",
            "text": both_sides(job.program, entry.card),
        }
        for entry in pile.entries
    }
    made: list[JsonObject] = [
        {"id": holder, "type": "holder", "x": x - 4, "y": y - 4, "width": wide + 8, "height": high + 8, "label": pile.name}
        | {"hasShuffleButton": True},
        {
            "id": deck, "type": "cardDeck", "parent": holder, "x": x, "y": y, "cardWidth": wide, "cardHeight": high,
            "faceTemplate": _template("face", (wide, high)), "backTemplate": _template("back", (wide, high)), "cardTypes": kinds,
        },
    ]  # fmt: skip
    for entry in pile.entries:
        for copy in range(1, entry.copies + 1):
            card = {"id": f"card-{pile.id}-{entry.card.id}-{copy}", "type": "card", "deck": deck, "cardType": entry.card.id}
            made.append(card | {"parent": holder, "x": x, "y": y, "z": len(made), "faceup": False})
    return made


def _template(side: str, size: tuple[int, int]) -> JsonObject:
    """A face that is one picture, which each kind of card names."""
    layer = {"type": "image", "x": 0, "y": 0, "w": size[0], "h": size[1], "valueType": "dynamic", "value": side}
    return {"includeBorder": False, "includeRadius": True, "objects": [layer]}


def _table(job: Job, pile: Pile, names: dict[str, str]) -> Artifact:
    rows = [
        (job.address(f"images/{names[entry.front]}"), entry.card.name, entry.copies, entry.card.id, both_sides(job.program, entry.card))
        for entry in pile.entries
    ]
    return job.file(f"{pile.id}.csv", csv_bytes(HEADS, rows), more=job.pile_made_from(pile))
