"""playingcards.io: a room as a stored zip with its pictures in it, and a CSV of each deck for rooms that exist."""

from __future__ import annotations

from typing import Any

from penance_build.exits.archive import stored
from penance_build.exits.drawn import Pile
from penance_build.exits.job import Job, json_bytes
from penance_build.exits.raster import card_picture
from penance_build.exits.tables.sheets import stem_of
from penance_build.press.cards.saying import card_words
from penance_build.press.table import csv_bytes
from penance_build.product import Artifact

_SCHEMA = "8"
# The table of a room in its own units; a card is so wide on it.
_CARD, _APART, _MARGIN, _ACROSS = 103, 130, 40, 10
HEADS = ("image", "label", "item-count", "item-key", "text")
JsonObject = dict[str, Any]


def write(job: Job) -> tuple[Artifact, ...]:
    """``GAME.pcio``, and for each deck ``DECK.csv`` with ``images/``."""
    pictures: dict[str, Artifact] = {}
    widgets: list[JsonObject] = []
    tables = []
    for place, pile in enumerate(job.faces.piles):
        names = _pictures(job, pile, pictures)
        widgets += _widgets(job, pile, names, place)
        tables.append(_table(job, pile, names))
    assets = [(f"userassets/{name}", pictures[name].data) for name in sorted(pictures)]
    head = [("schemaVersion", _SCHEMA.encode()), ("variantId", job.program.game.encode()), ("variantDate", b"0")]
    room = stored([*head, ("widgets.json", json_bytes(widgets)), *assets])
    return (*pictures.values(), *tables, job.file(f"{job.program.game}.pcio", room, more=job.made_from))


def _pictures(job: Job, pile: Pile, pictures: dict[str, Artifact]) -> dict[str, str]:
    """The name of the picture of each face of a pile; those that are not there yet are made."""
    faces, names = job.faces.faces, {}
    for entry in pile.entries:
        for key, name in ((entry.front, f"{stem_of(pile)}-{entry.card.id}"), (entry.back, f"back-{faces[entry.back].name}")):
            names[key] = f"{name}.{job.profile.file}"
            if names[key] not in pictures:
                face, width = faces[key], job.profile.width
                drawn = card_picture(face, width, _height(face.size, width))
                entries, about = ((entry,), ("card", entry.card.id)) if key == entry.front else ((), ("theme", "backs"))
                pictures[names[key]] = job.picture(f"images/{names[key]}", drawn, entries, about=about)
    return names


def _height(size: tuple[int, int], width: int) -> int:
    return (2 * width * size[1] + size[0]) // (2 * size[0])


def _widgets(job: Job, pile: Pile, names: dict[str, str], place: int) -> list[JsonObject]:
    """A holder, its deck, and every card of it, face down."""
    row, column = divmod(place, _ACROSS)
    size = job.faces.faces[pile.entries[0].front].size
    high = _height(size, _CARD)
    x, y = _MARGIN + column * _APART, _MARGIN + row * (high + 80)
    holder, deck = f"holder-{pile.id}", f"deck-{pile.id}"
    kinds = {
        entry.card.id: {
            "label": entry.card.name,
            "face": f"package://userassets/{names[entry.front]}",
            "back": f"package://userassets/{names[entry.back]}",
            "text": card_words(job.program, entry.card),
        }
        for entry in pile.entries
    }
    made: list[JsonObject] = [
        {"id": holder, "type": "holder", "x": x - 4, "y": y - 4, "width": _CARD + 8, "height": high + 8, "label": pile.name}
        | {"hasShuffleButton": True},
        {
            "id": deck, "type": "cardDeck", "parent": holder, "x": x, "y": y, "cardWidth": _CARD, "cardHeight": high,
            "faceTemplate": _template("face", high), "backTemplate": _template("back", high), "cardTypes": kinds,
        },
    ]  # fmt: skip
    for entry in pile.entries:
        for copy in range(1, entry.copies + 1):
            card = {"id": f"card-{pile.id}-{entry.card.id}-{copy}", "type": "card", "deck": deck, "cardType": entry.card.id}
            made.append(card | {"parent": holder, "x": x, "y": y, "z": len(made), "faceup": False})
    return made


def _template(side: str, high: int) -> JsonObject:
    """A face that is one picture, which each kind of card names."""
    layer = {"type": "image", "x": 0, "y": 0, "w": _CARD, "h": high, "valueType": "dynamic", "value": side}
    return {"includeBorder": False, "includeRadius": True, "objects": [layer]}


def _table(job: Job, pile: Pile, names: dict[str, str]) -> Artifact:
    rows = [
        (job.address(f"images/{names[entry.front]}"), entry.card.name, entry.copies, entry.card.id, card_words(job.program, entry.card))
        for entry in pile.entries
    ]
    return job.file(f"{pile.id}.csv", csv_bytes(HEADS, rows), more=job.pile_made_from(pile))
