"""Build a game: see whether anything changed, compile, make the products, write them all or nothing.

The order matters. The output folder is checked before any work, the hash of the inputs before anything is imported
that is slow, and nothing is written before every product is made.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from penance_build.build import inputs
from penance_build.build.cache import FileCache
from penance_build.build.disk import manifest as manifests
from penance_build.build.disk import output, swap
from penance_build.build.disk.manifest import Entry, Manifest
from penance_build.build.files import GameFiles
from penance_build.build.narrowed import Changed, Since, folder_suffix, made_with, see_chosen, with_changed
from penance_build.build.registry import PRODUCTS, Product, choose, exit_product, is_exit
from penance_build.compilation import Compilation
from penance_build.diagnostics.collapse import collapsed
from penance_build.diagnostics.problem import Problem
from penance_build.product import Artifact, Cache, ExitAsked, FacesAsked, NoCache, Printing, Selection, Settings

if TYPE_CHECKING:
    from penance_build.ir.nodes import Program

__all__ = ["BuildRequest", "Built", "Changed", "Since", "build_game"]


class BuildRequest(Struct, frozen=True):
    """What to build: ``only`` names products (none: all), ``options`` those named; ``paper`` and ``grid`` as in ``build.inputs``.

    ``faces`` says how single faces are made, ``printing`` how card sheets are; ``chosen`` which cards, and ``since`` that it is those
    to be printed anew. Where these leave something out, or ``asked`` names settings of printing that hold for this build alone, it has
    a folder of its own. ``exit`` says for which maker or program, beside the product of its name in ``only``.
    """

    folder: Path
    out: Path
    options: Mapping[str, str] = field(default_factory=dict)
    only: tuple[str, ...] = ()
    paper: str = "a4"
    cache: Cache = field(default_factory=NoCache)
    progress: swap.Progress = field(default_factory=swap.Progress)
    products: tuple[Product, ...] = PRODUCTS
    faces: FacesAsked = FacesAsked()
    exit: ExitAsked = ExitAsked()
    grid: str = ""
    chosen: Selection = Selection()
    since: Since | None = None
    printing: Printing = Printing()
    asked: tuple[tuple[str, str], ...] = ()

    @property
    def offered(self) -> tuple[Product, ...]:
        """The products that there are, with that for a maker or program where one is named."""
        return (*self.products, exit_product(self.exit.profile)) if self.exit.profile else self.products

    @property
    def sheets(self) -> str:
        """What sheets depend on."""
        return f"{self.paper} {self.grid}".rstrip()


class Built(Struct, frozen=True):
    """What a build did: ``target`` None where there were errors; ``made`` names the products that were made anew.

    ``done`` says what writing them did beside: what was kept under another name, and what could not be deleted.
    """

    target: Path | None
    manifest: Manifest | None
    made: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    foreign: tuple[str, ...] = ()
    compilation: Compilation | None = None
    problems: tuple[Problem, ...] = ()
    done: swap.Done = swap.Done()


class _Plan(Struct, frozen=True):
    """The hash of what each product would be made from now; a product that cannot be printed here has none.

    ``printed`` is that of all printed products, whatever else they were asked for with; ``game`` that of game and program alone.
    """

    game: str
    keys: Mapping[str, str]
    libraries: Mapping[str, str]
    wanted: tuple[Product, ...]
    printed: str


def build_game(request: BuildRequest) -> Built:
    """Build. Mistakes in the rules are in the answer, and then nothing was written; raises FolderRefused or CannotBuild."""
    output.check_out(request.out, request.folder)
    plan = _plan(request)
    unchanged = None if request.since else _find_unchanged(request, plan)
    if unchanged is not None:
        return unchanged
    compilation = _compile(request)
    if compilation.program is None:
        return Built(None, None, compilation=compilation, problems=compilation.problems)
    defaults = compilation.defaults
    see_chosen(request.chosen, compilation.program)
    if request.since is not None:
        request = replace(request, chosen=with_changed(request.chosen, request.since, compilation.program))
        plan = _plan(request)
    target = request.out / _folder_name(request, compilation.program.game, compilation.options, defaults)
    output.check_target(target, request.folder)
    while True:
        try:
            return _make(request, plan, compilation, target, defaults)
        except swap.Overtaken:  # by another build of the same folder: what it made is looked at anew
            unchanged = _find_unchanged(request, plan)
            if unchanged is not None:  # all of it, warnings and all
                return unchanged


def _compile(request: BuildRequest) -> Compilation:
    from penance_build.compile import compile_folder  # a build in which nothing changed goes without it

    return compile_folder(request.folder, dict(request.options), every_option=True)


def _folder_name(request: BuildRequest, game: str, chosen: Mapping[str, str], defaults: Mapping[str, str]) -> str:
    """The folder of the build; of some cards alone, or printed otherwise, one of its own, so that it takes nothing away from the whole."""
    return output.folder_name(game, chosen, defaults) + folder_suffix(request.chosen, request.since, request.asked)


def _plan(request: BuildRequest) -> _Plan:
    game_hash = inputs.hash_game(request.folder)
    wanted = choose(request.offered, request.only)
    # Without a printed product in the request the layout libraries are not even asked for.
    libraries = inputs.layout_versions() if any(product.printed for product in wanted) else {}
    keys = {
        product.name: inputs.product_key(game_hash, product.printed, request.sheets, libraries, _more(request, product))
        for product in request.offered
        if libraries or not product.printed
    }
    printed = inputs.product_key(game_hash, True, request.sheets, libraries) if libraries else ""
    return _Plan(inputs.product_key(game_hash, False, "", {}), keys, libraries, wanted, printed)


def _more(request: BuildRequest, product: Product) -> str:
    """What a product that is asked for was asked for with, behind the hash of all else."""
    asked, chosen = request.faces, request.chosen
    if is_exit(product.name):
        return f"base {request.exit.base_url} icc {request.exit.icc}"
    if product.of_sheets:
        return made_with(chosen, request.printing)
    which = f"card {','.join(chosen.cards)} deck {','.join(chosen.decks)} since {chosen.changed}"
    return f"dpi {asked.dpi} size {asked.size} bleed {asked.bleed} {which}" if product.is_asked else ""


def _find_unchanged(request: BuildRequest, plan: _Plan) -> Built | None:
    """The build that is there already, where it was made from exactly these inputs and every file is intact."""
    if not request.out.is_dir():
        return None
    swap.clear_dead(request.out)  # the last one may have been killed when all was done
    for target in sorted(request.out.iterdir()):
        old = manifests.read(target) if (target / output.MARKER).is_file() else None
        if old is None or any(old.products.get(product.name) != plan.keys[product.name] for product in plan.wanted):
            continue
        asked = {name: value for name, value in request.options.items() if old.defaults.get(name) != value}
        if asked != old.chosen() or not set(request.options) <= set(old.defaults):
            continue
        if old.stale != _stale(old.products, plan) or (old.stale and not request.only):
            continue
        if target.name == _folder_name(request, old.game, old.options, old.defaults) and all(
            manifests.is_intact(target, entry) for product in plan.wanted for entry in old.of(product.name)
        ):
            return Built(target, old, foreign=_foreign(target, old))
    return None


def _make(request: BuildRequest, plan: _Plan, compilation: Compilation, target: Path, defaults: Mapping[str, str]) -> Built:
    program = compilation.program
    assert program is not None
    before = manifests.read_bytes(target)
    old = manifests.read(target)
    kept = _kept(old, plan, target, is_all=not request.only)
    made: dict[str, tuple[Artifact, ...]] = {}
    problems = list(compilation.problems)
    settings = Settings(
        request.paper,
        request.cache,
        GameFiles(request.folder),
        faces=request.faces,
        exit=request.exit,
        grid=request.grid,
        chosen=request.chosen,
        printing=request.printing,
        made_by=inputs.hash_program(),
    )
    for product in plan.wanted:
        if product.name not in kept:
            with swap.signals_wait():  # a library that is stopped while it starts ends the process in its own way
                produce = product.producer()
            produced = produce(compilation, settings)
            made[product.name] = produced.artifacts
            problems += [problem for problem in collapsed(produced.problems) if problem not in problems]  # two print the same face
    problems.sort(key=lambda problem: problem.sort_key)
    if any(problem.severity == "error" for problem in problems):
        return Built(None, None, compilation=compilation, problems=tuple(problems))
    files = _files(made)
    manifest = _manifest(program, compilation.options, defaults, request, plan)
    entries = tuple(_entry(name, artifact) for name, artifacts in made.items() for artifact in artifacts)
    products = {name: plan.keys[name] if name in made else kept[name] for name in sorted({*made, *kept})}
    manifest = replace(
        manifest,
        products=products,
        stale=_stale(products, plan),
        prints=_prints(program, settings, old, any(product.of_cards and product.name in made for product in plan.wanted)),
        libraries=plan.libraries or (old.libraries if old else {}),
        paper=request.paper if plan.libraries or old is None else old.paper,
        warnings=sum(problem.severity == "warning" for problem in problems),
        files=(*entries, *(entry for name in kept if old for entry in old.of(name))),
    )
    stale = sorted({entry.path for entry in old.files} - {entry.path for entry in manifest.files}) if old else ()
    done = swap.Done()
    if manifest.files or old is not None:  # of nothing there is no folder
        output.mark_inside_game(request.out, request.folder)
        done = swap.write(target, files, stale, manifest.dumps(), before=before, earlier=old, progress=request.progress)
    if isinstance(request.cache, FileCache):
        request.cache.trim()
    named = tuple(product.name for product in plan.wanted if product.name in made and not product.is_always)
    return Built(target, manifest, named, done.removed, _foreign(target, manifest), compilation, tuple(problems), done)


def _prints(program: Program, settings: Settings, old: Manifest | None, is_anew: bool) -> Mapping[str, manifests.Print]:
    """What cards are printed from, as they were when they were printed last."""
    if is_anew:
        from penance_build.build.prints import prints_of  # the press, which a build without cards goes without

        return prints_of(program, settings.files, settings.cache)
    return old.prints if old else {}


def _kept(old: Manifest | None, plan: _Plan, target: Path, *, is_all: bool) -> dict[str, str]:
    """The products of the last build that stay, with the hash of what each was made from.

    Those that this build makes stay where they are up to date: same inputs, every file intact. Of the others all stay, or in a build of
    everything those that are up to date.
    """
    if old is None:
        return {}
    kept = {}
    for name, key in old.products.items():
        # One that is not asked for now stays as it was asked for.
        is_wanted = any(product.name == name for product in plan.wanted)
        known = plan.keys.get(name) or (plan.printed if is_exit(name) else "")
        now, then = (text if is_wanted else text.partition(" ")[0] for text in (known, key))
        # Where the libraries were not asked for, a printed product cannot be shown to be true; its rules must be at least.
        is_true = now == then if known else _is_of_game(key, plan)
        if (is_true and all(manifests.is_intact(target, entry) for entry in old.of(name))) or not (is_wanted or is_all):
            kept[name] = key
    return kept


def _stale(products: Mapping[str, str], plan: _Plan) -> tuple[str, ...]:
    """Those of some products that were made of another state of the game, or by another program."""
    return tuple(sorted(name for name, key in products.items() if not _is_of_game(key, plan)))


def _is_of_game(key: str, plan: _Plan) -> bool:
    return key.partition(" ")[0].partition(".")[0] == plan.game


def _files(made: Mapping[str, tuple[Artifact, ...]]) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    for name, artifacts in made.items():
        for artifact in artifacts:
            if artifact.path in files or not manifests.is_inside(artifact.path):
                raise AssertionError(f"the product {name} gives {artifact.path} twice or outside of its folder")
            files[artifact.path] = artifact.data
    return files


def _entry(product: str, artifact: Artifact) -> Entry:
    sha256 = hashlib.sha256(artifact.data).hexdigest()
    return Entry(artifact.path, sha256, len(artifact.data), product, tuple(sorted(artifact.made_from)))


def _manifest(program: Program, options: Mapping[str, str], defaults: Mapping[str, str], request: BuildRequest, plan: _Plan) -> Manifest:
    from penance_build.ir.canonical import digest  # a build of what has not changed does not wait for it

    return Manifest(
        game=program.game,
        game_version=program.version,
        options=dict(options),
        defaults=dict(defaults),
        ir=manifests.Ir(program.ir_version, digest(program)),
        paper=request.paper,
        libraries=plan.libraries,
        products={},
        warnings=0,
        files=(),
    )


def _foreign(target: Path, manifest: Manifest) -> tuple[str, ...]:
    return tuple(swap.foreign_files(target, frozenset(entry.path for entry in manifest.files)))
