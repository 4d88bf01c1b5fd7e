"""The order.xml of MPC Autofill, beside the pictures that it names."""

from __future__ import annotations

from collections import Counter
from xml.sax.saxutils import escape

from penance_build.exits.job import Job
from penance_build.exits.makers.images import Ordered, order_of, pictures, see_names
from penance_build.product import Artifact


def write(job: Job) -> tuple[Artifact, ...]:
    """One order of all decks: ``order.xml``, its fronts and its backs."""
    lines = order_of(job)
    see_names(job, lines)
    if job.complaints.has_errors or not lines:
        return ()
    return (*pictures(job, lines), job.file("order.xml", order_xml(job, lines).encode("utf-8"), more=job.made_from))


def order_xml(job: Job, lines: list[Ordered]) -> str:
    """The order; slots count from 0 over all copies, and the back of most cards is that of all which name no other."""
    slots: list[tuple[Ordered, range]] = []
    total = 0
    for line in lines:
        slots.append((line, range(total, total + line.copies)))
        total += line.copies
    backs: Counter[str] = Counter()
    for line, places in slots:
        backs[line.back] += len(places)
    usual = min(backs, key=lambda name: (-backs[name], name))
    stock = job.profile.stock
    out = ["<order>", " <details>", f"  <quantity>{total}</quantity>", f"  <stock>{escape(stock.chosen)}</stock>"]
    out += [f"  <foil>{'true' if stock.foil else 'false'}</foil>", " </details>", " <fronts>"]
    for line, places in slots:
        out += _card(line.front, list(places), line.entry.card.name)
    out.append(" </fronts>")
    others = sorted(name for name in backs if name != usual)
    if others:
        out.append(" <backs>")
        for name in others:
            title = next(job.faces.faces[line.entry.back].name for line, _ in slots if line.back == name)
            out += _card(name, [slot for line, places in slots if line.back == name for slot in places], title)
        out.append(" </backs>")
    out += [f" <cardback>{escape(usual)}</cardback>", "</order>", ""]
    return "\n".join(out)


def _card(path: str, slots: list[int], query: str) -> list[str]:
    name = path.rpartition("/")[2]
    places = ",".join(map(str, slots))
    parts = (("id", path), ("slots", places), ("name", name), ("query", query.lower()))
    return ["  <card>", *(f"   <{tag}>{escape(text)}</{tag}>" for tag, text in parts), "  </card>"]
