"""For a press: a PDF of each deck in its inks, a card a page, and the sheet that orders them."""

from __future__ import annotations

from collections.abc import Iterator

from penance_build.exits.drawn import Drawn, Entry, Pile
from penance_build.exits.job import Job
from penance_build.exits.makers.order_sheet import order_files
from penance_build.exits.makers.preflight import called, part_at
from penance_build.exits.press_form import X4, PressForm
from penance_build.exits.proofing.finding import Shown, Wanted
from penance_build.exits.proofing.judge import judge
from penance_build.exits.separation.document import Document
from penance_build.exits.separation.icc import Icc, IccRefused
from penance_build.exits.separation.paints import Paints
from penance_build.exits.separation.resources import Fault
from penance_build.exits.separation.standard import Standard
from penance_build.press.drawing.lengths import UM_PER_POINT, mm
from penance_build.press.pictures.judged import FEWEST_PPI
from penance_build.product import Artifact, FileRefused

# What has been said of the faces before they became a file, with card and part; coarse pictures, where no more than this is asked for.
_TOLD = ("safe", "art bleed")


def write(job: Job) -> tuple[Artifact, ...]:
    """The files of the order; none where the complaints say what cannot be printed."""
    press = job.profile.press
    assert press is not None, "a profile of this form has it"
    standard = _standard(job, press)
    if standard is None:
        return ()
    told: set[tuple[str, str]] = set()
    made = [_file(job, press, standard, pile, told) for pile in job.faces.piles]
    if job.complaints.has_errors:
        return ()
    files = tuple(artifact for artifact in made if artifact is not None)
    return files if job.profile.is_file_a_card else (*files, *order_files(job, standard))


def _standard(job: Job, press: PressForm) -> Standard | None:
    """The first of the standards that can be had: PDF/X-4 needs the profile of the press."""
    name, icc = job.icc or press.icc, None
    if name:
        try:
            icc = Icc(job.files.content(name))
        except FileRefused as error:
            _refused(job, f"the ICC profile {name} {error.says}", error.cure)
            return None
        except IccRefused as error:
            _refused(job, f"{name} {error.says}", error.cure)
            return None
    wanted = [standard for standard in press.standards if standard != X4 or icc is not None]
    if not wanted:
        cure = "ask for the ICC profile of the press, put it into the folder of the game, and name it with --icc or as `icc:`"
        _refused(job, f"{job.profile.name} takes PDF/X-4, and that needs the ICC profile of the press", cure)
        return None
    return Standard(wanted[0], press.condition, icc)


def _refused(job: Job, says: str, cure: str) -> None:
    job.complaints.say("E871", says, ("game", ""), cure)


def _file(job: Job, press: PressForm, standard: Standard, pile: Pile, told: set[tuple[str, str]]) -> Artifact | None:
    paints = Paints(job.faces.builds, standard.icc, press.ink, press.text)
    document, shown = Document(standard, paints, press.spots, press.corner), order_of_pages(press, pile, job.profile.is_file_a_card)
    for key in dict.fromkeys(key for key, _ in shown):
        face = job.faces.faces[key]
        canvas = press.canvas(face.size)
        assert canvas is not None, "the preflight has seen to it"
        faults, without = document.add(key, face, canvas)
        for fault in faults:
            _tell(job, face, fault, told)
        for finish in without:
            _tell_finish(job, face, finish, told)
    if job.complaints.has_errors or not shown:
        return None
    for key, _ in shown:
        document.show(key)
    title = f"{job.program.name}: {pile.name}"
    data = document.finish(title, job.faces.fonts)
    _proof(job, press, standard, pile, shown, data)
    return job.file(f"{pile.stem}.pdf", data, more=job.pile_made_from(pile))


def order_of_pages(press: PressForm, pile: Pile, is_each: bool) -> list[tuple[str, Entry]]:
    """The faces of the pages in their order; ``is_each``: copies of a card have pages of their own."""
    cards = [entry for entry in pile.entries for _ in range(entry.copies if is_each else 1)]
    if press.pages == "backs_last":
        return [(entry.front, entry) for entry in cards] + [(entry.back, entry) for entry in cards]
    return [side for entry in cards for side in _sides(press, entry)]


def _sides(press: PressForm, entry: Entry) -> Iterator[tuple[str, Entry]]:
    sides = (entry.back, entry.front) if press.pages == "back_front" else (entry.front, entry.back)
    for key in sides:
        yield key, entry


def _tell(job: Job, face: Drawn, fault: Fault, told: set[tuple[str, str]]) -> None:
    """A fault of a face, with the part and the place; of one colour it is said once, and of a picture for each card."""
    key = (fault.code, fault.says if fault.code in ("E868", "E872", "E873") else f"{face.name} {fault.says}")
    if key in told:
        return
    told.add(key)
    x = round(fault.x * UM_PER_POINT) - face.bleed
    y = face.size[1] + face.bleed - round(fault.y * UM_PER_POINT)
    part = part_at(face.fields, x, y)
    where = f"{called(face)}, {f'`{part}`, ' if part else ''}{mm(x, 1)} mm from the left and {mm(y, 1)} mm from the top"
    if any(not -face.bleed <= at <= side + face.bleed for at, side in zip((x, y), face.size, strict=True)):
        where = called(face)  # what is drawn begins outside, and is cut off there
    job.complaints.say(fault.code, f"{where}: {fault.says}", face.about, fault.cure)


def _tell_finish(job: Job, face: Drawn, finish: str, told: set[tuple[str, str]]) -> None:
    if ("W875", finish) not in told:
        told.add(("W875", finish))
        says = f"{called(face)}: {job.profile.name} has no plate for the finish `{finish}`, which is left out"
        cure = f"name it in `spots:` of profiles/{job.profile.id}.yaml, or leave it out for this maker"
        job.complaints.say("W875", says, face.about, cure)


def _proof(job: Job, press: PressForm, standard: Standard, pile: Pile, pages: list[tuple[str, Entry]], data: bytes) -> None:
    """Read the file as the maker's preflight will, and say what that would say: of each kind once."""
    wanted = Wanted(press, standard, tuple(Shown(key, job.faces.faces[key]) for key, _ in pages))
    said = {"coarse"} if press.dpi <= FEWEST_PPI else set()
    for finding in judge(data, wanted):
        face = job.faces.faces[pages[min(finding.page, len(pages)) - 1][0]]
        if finding.rule not in (*_TOLD, *said):
            said.add(finding.rule)
            says = f"page {finding.page} of {pile.stem}.pdf, {called(face)}: {finding.says}"
            job.complaints.say("W876" if finding.is_spoilt else "E874", says, face.about, finding.cure)
