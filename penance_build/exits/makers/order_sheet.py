"""The sheet that orders cards of a press: how many of which page of which file, for people, spreadsheets and programs."""

from __future__ import annotations

from penance_build.exits.drawn import Pile
from penance_build.exits.job import Job, json_bytes
from penance_build.exits.press_form import DIE_LINE, PressForm
from penance_build.exits.separation.standard import Standard
from penance_build.ir.record import Record
from penance_build.press.drawing.lengths import mm
from penance_build.press.table import csv_bytes
from penance_build.press.text.layout import layout
from penance_build.press.text.templates import render, template_text
from penance_build.product import Artifact

HEADS = ("file", "deck", "front page", "back page", "card", "name", "copies a game", "copies in all")
_A4 = (210_000, 297_000)


class Line(Record):
    """A card of the order: its file, the pages of its front and back, its copies in one game and in all of them."""

    pile: Pile
    card: str
    name: str
    front: int
    back: int
    copies: int
    total: int

    @property
    def cells(self) -> tuple[str | int, ...]:
        """A row of the order."""
        return (f"{self.pile.stem}.pdf", self.pile.name, self.front, self.back, self.card, self.name, self.copies, self.total)


def order_files(job: Job, standard: Standard) -> tuple[Artifact, ...]:
    """``order.csv``, ``order.json`` and ``order.pdf``."""
    press = job.profile.press
    assert press is not None, "a profile of this form has it"
    lines = [line for pile in job.faces.piles for line in order_of(press, pile)]
    files = (
        ("order.csv", csv_bytes(HEADS, [line.cells for line in lines])),
        ("order.json", json_bytes(_json(job, press, standard, lines))),
        ("order.pdf", _page(job, press, standard, lines)),
    )
    return tuple(job.file(name, data, more=job.made_from) for name, data in files)


def order_of(press: PressForm, pile: Pile) -> list[Line]:
    """The lines of one file: page numbers count from 1."""
    count, lines = len(pile.entries), []
    for index, entry in enumerate(pile.entries):
        front, back = {
            "front_back": (2 * index + 1, 2 * index + 2),
            "back_front": (2 * index + 2, 2 * index + 1),
            "backs_last": (index + 1, count + index + 1),
        }[press.pages]
        lines.append(Line(pile, entry.card.id, entry.card.name, front, back, entry.copies, entry.copies * press.games))
    return lines


def _size(job: Job, press: PressForm, pile: Pile) -> tuple[str, str]:
    """The trim and the page of a file, as people write them."""
    size = job.faces.faces[pile.entries[0].front].size
    canvas = press.canvas(size)
    assert canvas is not None, "the preflight has seen to it"
    return f"{mm(size[0])} x {mm(size[1])} mm", f"{mm(canvas.page[0])} x {mm(canvas.page[1])} mm"


def _inks(press: PressForm, job: Job) -> str:
    plates = dict(press.spots)
    used = [plates[name] for name in plates if name == DIE_LINE or name in job.finishes]
    return " + ".join(["CMYK", *used])


def _json(job: Job, press: PressForm, standard: Standard, lines: list[Line]) -> dict[str, object]:
    decks = []
    for pile in job.faces.piles:
        if pile.entries:
            trim, page = _size(job, press, pile)
            own = [line for line in lines if line.pile is pile]
            keys = ("front_page", "back_page", "card", "name", "copies_a_game", "copies_in_all")
            cards = [dict(zip(keys, line.cells[2:], strict=True)) for line in own]
            head = {"file": f"{pile.stem}.pdf", "deck": pile.name, "trim": trim, "page": page, "cards_a_game": pile.cards}
            decks.append({**head, "cards_in_all": pile.cards * press.games, "cards": cards})
    return {
        "game": job.program.name,
        "version": job.program.version,
        "games": press.games,
        "standard": standard.name,
        "condition": standard.condition if standard.icc is None else standard.icc.name,
        "plates": {name: plate for name, plate in press.spots if name == DIE_LINE or name in job.finishes},
        "decks": decks,
    }


def _page(job: Job, press: PressForm, standard: Standard, lines: list[Line]) -> bytes:
    """The page for people: one sheet and as many more as it needs."""
    about, decks = [], []
    for pile in job.faces.piles:
        if pile.entries:
            trim, page = _size(job, press, pile)
            own = [line for line in lines if line.pile is pile]
            count = str(pile.cards), str(pile.cards * press.games)
            about.append((f"{pile.stem}.pdf", pile.name, trim, page, str(2 * len(own)), _inks(press, job), *count))
            rows = [tuple(map(str, (line.front, line.back, line.card, line.name, line.copies, line.total))) for line in own]
            decks.append({"title": f"{pile.stem}.pdf: {pile.name}", "rows": rows})
    total = sum(pile.cards for pile in job.faces.piles)
    games = f"{press.games} {'game' if press.games == 1 else 'games'}"
    html = render(
        "cards/order.html",
        lang=job.faces.fonts.language,
        title=f"{job.program.name}: order",
        game=job.program.name,
        ordered=f"Version {job.program.version}. Order: {games}, {total * press.games} cards. ({job.profile.name})",
        about_heads=("file", "deck", "trim", "page with bleed", "pages", "inks", "cards a game", "cards in all"),
        about=about,
        notes=_notes(press, standard),
        heads=("front page", "back page", "card", "name", "copies a game", "copies in all"),
        decks=decks,
    )
    width, height = _A4
    css = template_text("cards/order.css")
    return layout(html, width_um=width, height_um=height, cache=job.cache, fonts=job.faces.fonts, css=css).pdf


def _notes(press: PressForm, standard: Standard) -> list[str]:
    orders = {
        "front_back": "Pages: the front of a card, then its back.",
        "back_front": "Pages: the back of a card, then its front.",
        "backs_last": "Pages: all fronts, then their backs in the same order.",
    }
    condition = standard.condition if standard.icc is None else standard.icc.name
    notes = [
        orders[press.pages],
        f"{standard.name.upper()} for {condition}; at most {press.ink // 100} % of ink; black text is black ink alone.",
    ]
    if DIE_LINE in dict(press.spots):
        corners = f"with corners of {mm(press.corner, 1)} mm"
        notes.append(f"The plate {dict(press.spots)[DIE_LINE]} is the cut, at the TrimBox, {corners}. It is not printed.")
    return notes
