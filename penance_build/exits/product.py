"""The product of an export: a game and a profile → everything that this maker or program takes, after the preflight."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from penance_build.compilation import Compilation
from penance_build.exits.drawn import draw
from penance_build.exits.job import Job, notice_of
from penance_build.exits.makers import dice_order, images, order_xml, pages
from penance_build.exits.makers.preflight import inspect
from penance_build.exits.profiles import read_profile
from penance_build.exits.tables import pcio, ttpg, tts
from penance_build.press.complaints import Complaints
from penance_build.product import Artifact, Produced, Settings

# Where pictures are found while they are tried: `python3 -m http.server --directory output/GAME`.
LOCAL = "http://localhost:8000/"
WRITERS: Mapping[str, Callable[[Job], tuple[Artifact, ...]]] = {
    "images": images.write,
    "order_xml": order_xml.write,
    "tts": tts.write,
    "ttpg": ttpg.write,
    "pcio": pcio.write,
    "pdf": pages.write,
}
# What takes more of a game than its cards, and so a game without any.
_OF_MORE = ("tts",)


def produce(compilation: Compilation, settings: Settings) -> Produced:
    """``for-NAME/``: what the profile of this name takes. Raises ``PrintLibraryMissing``."""
    program, asked = compilation.program, settings.exit
    if program is None:
        return Produced(())
    profile, problems = read_profile(asked.profile, settings.files)
    if profile is None:
        return Produced((), tuple(problems))
    if profile.form == "dice":
        made = dice_order.write(compilation, program, profile, settings)
        return Produced(made.artifacts, (*problems, *made.problems))
    if not program.cards and profile.form not in _OF_MORE:
        return Produced((), tuple(problems))
    complaints = Complaints(compilation)
    faces = draw(program, settings, complaints)
    if faces is None:
        return Produced((), (*problems, *complaints.found()))
    if profile.canvases or profile.press is not None:
        inspect(program, profile, faces, complaints)
    finishes = frozenset(dict(box.styles).get("finish", "") for item in program.printed.layouts for box in item.boxes) - {""}
    base = asked.base_url or f"{LOCAL}{profile.folder}/"
    job = Job(
        program, profile, faces, base if base.endswith("/") else f"{base}/", complaints, settings.cache, settings.files, asked.icc, finishes
    )
    artifacts = () if complaints.has_errors else (*WRITERS[profile.form](job), *_notice(job))
    return Produced(() if complaints.has_errors else artifacts, (*problems, *complaints.found()))


def _notice(job: Job) -> Iterator[Artifact]:
    return (job.file("NOTICE.txt", data, more=("game",)) for data in notice_of(job.files))
