"""The cards that are to be printed anew: held against a revision of git, or against the manifest of an earlier build."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from penance_build.build.disk import manifest as manifests
from penance_build.build.game import Changed, Since
from penance_build.cli.errors import Wrong
from penance_build.cli.revisions import OldFiles, changed_files, game_at, is_revision
from penance_build.cli.terminal import clean
from penance_build.ir.nodes import Program
from penance_build.product import Files

if TYPE_CHECKING:  # what is needed only where cards are held against others
    from penance_build.build.prints import Anew


class Compared(Struct):
    """What a build holds its cards against; ``found`` is filled when the build has compiled the game."""

    named: str
    folder: Path
    files: Files
    options: Mapping[str, str]
    found: list[Anew] = field(default_factory=list)

    def since(self) -> Since:
        """The question, for the build. Raises Wrong where there is nothing to be held against."""
        path = Path(self.named) if self.named and "\0" not in self.named else None
        if path is not None and path.is_dir():
            path /= manifests.NAME
        if path is not None and path.is_file():
            own = path.resolve().parent.name if path.name == manifests.NAME else path.stem
            return Since(f"{own}-build", self._by(_prints(path)))
        if not is_revision(self.folder, self.named):
            raise Wrong(f"--since: `{clean(self.named)}` is neither a revision of git nor a manifest.json of a build")
        return Since(self.named, self._by(None))

    def _by(self, prints: Mapping[str, manifests.Print] | None) -> Any:
        """The function that fills ``found``."""

        def changed(program: Program) -> Changed:
            from penance_build.build.prints import anew, prints_of

            if prints is None:
                self.found[:] = _since_revision(self, program)
            else:
                self.found[:] = anew(prints, prints_of(program, self.files))
            return tuple((item.card, item.copies) for item in self.found)

        return changed


def _prints(path: Path) -> Mapping[str, manifests.Print]:
    manifest = manifests.read_file(path)  # by what it holds: people keep manifests under names of their own
    if manifest is None:
        raise Wrong(f"--since: {path} is no manifest.json of a build")
    if not manifest.prints:
        raise Wrong(f"--since: {path} does not say what cards were printed from; a build without cards wrote it, or an older program")
    return manifest.prints


def _since_revision(compared: Compared, program: Program) -> list[Anew]:
    from penance_build.api import compile_texts
    from penance_build.build.prints import Anew
    from penance_build.diff.faces import Held
    from penance_build.diff.printing import cards_to_print

    texts, sheets = game_at(compared.folder, compared.named)
    then = compile_texts(texts, compared.options, every_option=False, sheets=sheets)
    if then.program is None:
        first = next(problem for problem in then.problems if problem.severity == "error")
        why = f"{first.code} at {first.span.file}:{first.span.line}:{first.span.column}, {first.message}"
        raise Wrong(f"--since: the game does not compile as it was in {clean(compared.named)}: {clean(why)}; name another revision")
    held = Held(OldFiles(sheets), compared.files, partial(changed_files, compared.folder, compared.named))
    return [Anew(item.key.id, item.reasons, item.copies) for item in cards_to_print(then.program, program, held)]


def listed(compared: Compared) -> str:
    """The cards as lines: why each is printed anew, and how many copies where."""
    lines = [f"{len(compared.found)} changed since {clean(compared.named)}:"]
    for item in compared.found:
        copies = ", ".join(f"{count} in {deck}" for deck, count in item.copies)
        lines.append(f"  {item.card}: {', '.join(item.reasons)} ({copies})")
    return "\n".join(lines) + "\n"


def as_data(compared: Compared) -> list[dict[str, Any]]:
    """The same as data."""
    return [{"card": item.card, "reasons": list(item.reasons), "copies": dict(item.copies)} for item in compared.found]
