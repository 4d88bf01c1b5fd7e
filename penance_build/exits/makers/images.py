"""Pictures for makers: a file for each front and back on the maker's canvas, and the list of the order."""

from __future__ import annotations

from penance_build.exits.drawn import Entry, Pile
from penance_build.exits.job import Job
from penance_build.exits.makers.preflight import canvas_for, same_names
from penance_build.exits.raster import canvas_picture
from penance_build.ir.record import Record
from penance_build.press.table import csv_bytes
from penance_build.product import Artifact

HEADS = ("deck", "product", "position", "card", "name", "copies", "front", "back", "upload")


class Ordered(Record):
    """A line of the order: a card at its position in the order of its deck, and the names of its files."""

    pile: Pile
    entry: Entry
    product: str
    position: int
    copies: int
    front: str
    back: str
    upload: int


def write(job: Job) -> tuple[Artifact, ...]:
    """The pictures, and ``order.csv``."""
    lines = order_of(job)
    names = [(line.front, line.pile, f"card {line.entry.card.id} of deck {line.pile.id} at {line.position}") for line in lines]
    names += [(line.back, line.pile, f"back {job.faces.faces[line.entry.back].name}") for line in lines]
    same_names(names, job.profile, job.complaints)
    if job.complaints.has_errors:
        return ()
    rows = [
        (
            line.pile.id,
            line.product,
            line.position,
            line.entry.card.id,
            line.entry.card.name,
            line.copies,
            line.front,
            line.back,
            line.upload,
        )
        for line in lines
    ]
    made = sorted({name for pile in job.faces.piles for name in job.pile_made_from(pile)})
    return (*pictures(job, lines), job.file("order.csv", csv_bytes(HEADS, rows), more=made))


def order_of(job: Job) -> list[Ordered]:
    """Every line of the order, deck by deck."""
    profile, faces, lines = job.profile, job.faces.faces, []
    for pile in job.faces.piles:
        count = pile.cards if profile.is_file_a_card else len(pile.entries)
        digits, position = max(2, len(str(count))), 0
        for entry in pile.entries:
            canvas = canvas_for(profile, faces[entry.front].size)
            assert canvas is not None, "the preflight has seen to it"
            back = profile.back.replace("{deck}", pile.id).replace("{back}", faces[entry.back].name)
            for _ in range(entry.copies if profile.is_file_a_card else 1):
                position += 1
                front = profile.front.replace("{deck}", pile.id).replace("{card}", entry.card.id)
                front = front.replace("{number}", f"{position:0{digits}d}")
                copies = 1 if profile.is_file_a_card else entry.copies
                upload = (position - 1) // profile.call + 1 if profile.call else 1
                named = (f"{front}.{profile.file}", f"{back}.{profile.file}")
                lines.append(Ordered(pile, entry, canvas.name, position, copies, *named, upload))
    return lines


def pictures(job: Job, lines: list[Ordered]) -> list[Artifact]:
    """The file of each front and each back, each once; copies of a card have the same bytes."""
    made: dict[str, Artifact] = {}
    drawn: dict[str, bytes] = {}
    for line in lines:
        for name, key, entries in ((line.front, line.entry.front, (line.entry,)), (line.back, line.entry.back, ())):
            if name in made:
                continue
            face = job.faces.faces[key]
            canvas = canvas_for(job.profile, face.size)
            assert canvas is not None
            if key not in drawn:
                about = ("card", face.card) if face.card else ("theme", "backs")
                drawn[key] = job.picture(name, canvas_picture(face, canvas, job.profile.dpi), entries, job.profile.dpi, about).data
            made[name] = job.file(name, drawn[key], entries, () if entries else ("theme",))
    return list(made.values())
