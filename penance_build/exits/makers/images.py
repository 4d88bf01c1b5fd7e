"""Pictures for makers: a file for each front and back on the maker's canvas, and the list of the order."""

from __future__ import annotations

from penance_build.exits.drawn import Entry, Pile
from penance_build.exits.job import Job
from penance_build.exits.press_form import nearest
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
    see_names(job, lines, by_position=True)
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
    return (*pictures(job, lines), job.file("order.csv", csv_bytes(HEADS, rows), more=job.made_from))


def see_names(job: Job, lines: list[Ordered], *, by_position: bool = False) -> None:
    """Say of which two faces the files would have one name; ``by_position``: copies of a card are files of their own."""
    names = []
    for line in lines:
        at = f" at {line.position}" if by_position else ""
        names.append((line.front, line.pile, f"card {line.entry.card.id} of deck {line.pile.id}{at}"))
    names += [(line.back, line.pile, f"back {job.faces.faces[line.entry.back].name}") for line in lines]
    first: dict[str, str] = {}
    for name, pile, what in names:
        if first.setdefault(name.lower(), what) != what:
            says = f"{first[name.lower()]} and {what} would both be the file {name}"
            cure = f"put {{number}} or {{deck}} into the names of profiles/{job.profile.id}.yaml"
            job.complaints.say("E867", says, ("deck", pile.deck), cure)
            return


def order_of(job: Job) -> list[Ordered]:
    """Every line of the order, deck by deck."""
    profile, faces, lines = job.profile, job.faces.faces, []
    for pile in job.faces.piles:
        count = pile.cards if profile.is_file_a_card else len(pile.entries)
        digits, position = max(2, len(str(count))), 0
        for entry in pile.entries:
            canvas = nearest(profile.canvases, faces[entry.front].size)
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
            canvas = nearest(job.profile.canvases, face.size)
            assert canvas is not None
            if key not in drawn:
                drawn[key] = job.picture(name, canvas_picture(face, canvas, job.profile.dpi), entries, job.profile.dpi, face.about).data
            made[name] = job.file(name, drawn[key], entries, () if entries else ("theme",))
    return list(made.values())
