"""``penance import``: cards from spreadsheets and JSON into a game, by a mapping that is proposed, edited, and used again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from shlex import quote
from typing import Any

import click
from msgspec import Struct, field

from penance_build.build.disk.fresh import write_all
from penance_build.build.errors import CannotBuild, because
from penance_build.cli.calling.folders import why_no_file
from penance_build.cli.commands.import_letters import LACKS, lacking, with_letters
from penance_build.cli.commands.import_wrong import at_mappings, hindered, made_wrong, shown_again, them
from penance_build.cli.commands.new import SCHEMAS, game_id, printed_name, schema_files
from penance_build.cli.errors import Wrong
from penance_build.cli.options import find_game, format_option
from penance_build.cli.terminal import clean, put, put_json, say, when_done
from penance_build.compilation import Compilation
from penance_build.diagnostics.data import problem_data
from penance_build.diagnostics.problem import Problem
from penance_build.limits import MAX_FILE_BYTES
from penance_build.sheets.importing.declare import ease
from penance_build.sheets.importing.files import MODELINE, Asked, Imported, game_texts, import_file, staying_texts, stem_of
from penance_build.sheets.mapping.known import trees_of
from penance_build.sheets.reading.cells import Note
from penance_build.sheets.reading.open import SUFFIXES, suffix_of
from penance_build.source import fetch_from_folder, read_game
from penance_build.source.collector import put_off
from penance_build.source.folder import GAME_FILE, MAP_ENDING, is_below


class _Game(Struct):
    """The game that cards go into: its folder, the texts of its files, and the files of it that may be sheets."""

    folder: Path
    is_new: bool
    texts: dict[str, str] = field(default_factory=dict)
    sheets: dict[str, bytes] = field(default_factory=dict)
    trees: list[Mapping[str, Any]] = field(default_factory=list)


@click.command("import")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--map", "mapping", metavar="MAP.yaml", help="The mapping; where there is no such file, one is proposed and written there.")
@click.option("-o", "--out", metavar="DIR", help="Make a new game in DIR.")
@click.option("--stay", is_flag=True, help="Let the cards stay in the sheet: it is read at each build.")
@click.option("--game", metavar="DIR", help="The game's folder; without it and -o, the game we are in.")
@format_option("text", "json")
def import_command(files: tuple[str, ...], mapping: str | None, out: str | None, stay: bool, game: str | None, form: str) -> int:
    """Read cards from CSV, workbooks (.xlsx) or JSON into a game, or with -o into a new one that builds as it is.

    What each column is says a mapping, NAME.map.yaml: it is proposed on the first try, then edited, kept and used again.
    No file that exists is written over. Exit 1 where the cards have errors; then nothing is written.
    """
    if out is not None and game is not None:
        raise Wrong("-o makes a new game, and --game names one that there is: name one of them")
    paths = [_sheet(name) for name in files]
    if mapping is not None and not Path(mapping).exists():
        return _propose(paths, Path(mapping), form)
    with put_off():
        return _import(paths, mapping, _new_game(out) if out is not None else _game_at_hand(game), stay, form)


def _import(paths: Sequence[Path], mapping: str | None, target: _Game, stay: bool, form: str) -> int:
    asked, done = _imported(paths, mapping, target, stay)
    problems = [problem for item in done for problem in item.problems]
    texts = {name: text for item in done for name, text in item.texts.items()}
    if any(problem.severity == "error" for problem in problems):
        return _refuse(problems, texts, form)
    return _finish(paths, asked, done, target, stay, form)


def _sheet(name: str) -> Path:
    path = Path(name)
    if "\0" in name or not path.is_file():
        raise Wrong(why_no_file(name))
    if path.stat().st_size > MAX_FILE_BYTES:
        raise Wrong(f"{clean(name)} has {path.stat().st_size:,} bytes; {MAX_FILE_BYTES:,} are the most")
    return path


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise CannotBuild(f"cannot read {path}: {because(error)}") from None


def _propose(paths: Sequence[Path], mapping: Path, form: str) -> int:
    """Write a mapping for a file, and nothing else."""
    if len(paths) > 1:
        raise Wrong("one mapping is proposed for one file: name one")
    if not mapping.name.endswith(MAP_ENDING):
        raise Wrong(f"there is no file {clean(str(mapping))}; a mapping that is to be proposed has a name that ends with {MAP_ENDING}")
    done = import_file(
        Asked(paths[0].name, _bytes(paths[0]), mapping.name, is_file=partial(_is_beside, paths[0]), folders=_folders(paths[0].parent))
    )
    if not done.map_text:
        return _refuse(done.problems, done.texts, form)
    write_all(mapping.parent, {mapping.name: done.map_text.encode("utf-8")})
    if form == "json":
        put_json({"files": [str(mapping)], "cards": 0, "notes": _note_data(paths[0].name, done.proposed), "problems": []})
    else:
        put(str(mapping))
        _say_notes(done.proposed)
        again = f"penance import {quote(clean(str(paths[0])))} --map {quote(clean(str(mapping)))}"
        say(f"penance: the mapping is proposed; edit it, then: {again}")
    return 0


def _new_game(out: str) -> _Game:
    target = Path(out)
    if not out or "\0" in out:
        raise Wrong("-o: name a folder for the new game")
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise Wrong(f"{clean(out)} is not an empty folder; name a new one, or go into the game and import without -o")
    name = target.resolve().name
    text = f'{MODELINE}game: {{id: {game_id(name)}, name: "{printed_name(name)}", version: "1", language: 1}}\n'
    texts = {GAME_FILE: text, **schema_files()}
    return _Game(target, True, texts)


def _game_at_hand(game: str | None) -> _Game:
    folder = find_game(game)
    source, _ = read_game(folder)
    fetch = fetch_from_folder(folder)  # which waits for no pipe, and reads no more than a sheet may have
    named = [name for name in source.ignored if suffix_of(name) in SUFFIXES or name.endswith(MAP_ENDING)]
    sheets = {name: data for name in named if (data := fetch(name)[0]) is not None}
    return _Game(folder, False, dict(source.texts), sheets, trees_of(source.files))


def _imported(paths: Sequence[Path], mapping: str | None, target: _Game, stay: bool) -> tuple[list[Asked], list[Imported]]:
    """Every file, each knowing what those before it declare."""
    asked: list[Asked] = []
    done: list[Imported] = []
    trees = list(target.trees)
    stems = [stem_of(path.name) for path in paths]
    icons = sorted({str(name) for tree in trees for name in tree.get("icons", {})})
    for path, stem in zip(paths, stems, strict=True):
        if stems.count(stem) > 1:
            raise Wrong(f"two files would both become {stem}.yaml: rename one, or import them one after another")
        map_name, map_text = _kept_map(path, stem, mapping, target)
        inside = _inside(path, target)
        one = Asked(
            inside or path.name, _bytes(path), map_name, map_text, tuple(trees), icons,
            printed_name(target.folder.resolve().name) if target.is_new else "", inside or path.name,
            partial(_has_picture, path, target.folder), _folders(path.parent, target.folder),
        )  # fmt: skip
        item = import_file(one)
        if target.is_new or item.was_proposed or stay:
            item.map_text = item.map_text or map_text
        else:
            item.map_text = ""
        if map_name in target.sheets:
            item.map_text = ""  # it is there
        asked.append(one)
        done.append(item)
        trees.append(item.sections)
    ease([(item.sections, item.cards) for item in done if item.cards is not None])
    return asked, done


def _inside(path: Path, target: _Game) -> str:
    """The path of a file below the game's folder, where it lies there."""
    if target.is_new:
        return ""
    whole, folder = path.resolve(), target.folder.resolve()
    return whole.relative_to(folder).as_posix() if whole.is_relative_to(folder) else ""


def _kept_map(path: Path, stem: str, mapping: str | None, target: _Game) -> tuple[str, str]:
    """The name that a mapping has in the game, and its text where there is one already: the one named, or one that was kept."""
    name = f"{stem}{MAP_ENDING}"
    if mapping is not None:
        inside = _inside(Path(mapping), target)
        return inside or name, _bytes(Path(mapping)).decode("utf-8", "surrogateescape")
    for kept in ([] if target.is_new else [target.folder / name]) + [path.parent / name]:
        if kept.is_file():
            return name, _bytes(kept).decode("utf-8", "surrogateescape")
    return name, ""


# ---------------------------------------------------------------- checked and written


def _finish(paths: Sequence[Path], asked: Sequence[Asked], done: Sequence[Imported], target: _Game, stay: bool, form: str) -> int:
    """Compile the game with the cards still in their sheets, so that what is wrong has its cell; then write."""
    from penance_build.api import compile_texts

    staying = staying_texts(asked, done)
    _refuse_there(target, staying)
    sheets = {**target.sheets, **{one.stays: one.data for one in asked}}
    for one, item in zip(asked, done, strict=True):
        sheets[one.map_name] = (item.map_text or one.map_text).encode("utf-8", "surrogateescape")
    named = {name: text for name, text in staying.items() if not name.endswith(MAP_ENDING)}
    compiled = compile_texts({**target.texts, **named}, sheets=sheets)
    notes: list[Note] = []
    if target.is_new and lacking(compiled):
        target.texts, compiled, notes = with_letters(target.texts, compiled, lambda texts: compile_texts({**texts, **named}, sheets=sheets))
    own = {*named, *(one.stays for one in asked), *(one.map_name for one in asked)}
    errors = made_wrong(compiled.problems, target.texts, target.sheets, own, is_new=target.is_new)
    if target.is_new:  # for want of a font nothing is refused: only the game's folder can hold one
        errors = [problem for problem in errors if problem.code != LACKS]
    if errors:
        return _refuse(at_mappings(errors, done, named), compiled.texts, form)
    made = staying if stay else game_texts(asked, done)
    files = {
        name: text.encode("utf-8", "surrogateescape") for name, text in (*(target.texts.items() if target.is_new else ()), *made.items())
    }
    if stay:
        files.update({one.stays: one.data for one in asked if target.is_new or one.stays not in target.sheets})
    pictures = _pictures(paths, done, target)
    files.update({name: data for name, data in pictures.found.items() if name not in files})
    _refuse_there(target, files)
    for item in done[:1]:
        item.notes += [*pictures.notes(), *notes]
    write_all(target.folder, files)
    trouble = hindered(target.folder, len(pictures.missing) + len(pictures.large), lacking(compiled), is_new=target.is_new)
    with when_done(lambda: f"what was imported is in {target.folder}"):
        _report(asked, done, target, files, compiled, trouble, form, stay=stay)
    return 0


def _is_name(name: str) -> bool:
    return "\0" not in name and is_below(name)


def _has_picture(path: Path, folder: Path, name: str) -> bool:
    return _is_beside(path, name) or (_is_name(name) and (folder / name).is_file())


def _is_beside(path: Path, name: str) -> bool:
    """Whether a picture lies beside a sheet, or in a folder beside it."""
    if not _is_name(name):
        return False
    source = path.parent / name
    return source.is_file() and source.resolve().is_relative_to(path.parent.resolve())


def _folders(*places: Path) -> list[str]:
    """The names of the folders in some places, in which pictures may lie."""
    found = set()
    for place in places:
        try:
            found |= {item.name for item in place.iterdir() if item.is_dir() and item.name.isprintable() and item.name[0] != "."}
        except OSError:  # it is not there yet, or may not be looked at
            continue
    return sorted(found)


def _refuse_there(target: _Game, names: Iterable[str]) -> None:
    """Raise Wrong where a file of one of these names is there."""
    there = sorted(name for name in names if (target.folder / name).exists())
    if there:
        raise Wrong(f"{clean(str(target.folder / there[0]))} is there already, and is not written over: move it away, or rename the sheet")


class _Pictures(Struct):
    """The pictures that cards name: those to copy, by their names, and the names of those that are not copied."""

    found: dict[str, bytes] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)
    other: list[str] = field(default_factory=list)
    large: list[str] = field(default_factory=list)
    lie_in: tuple[str, str] = ("", "")  # a folder beside the sheet in which missing ones lie, and the attribute of that column

    def notes(self) -> list[Note]:
        """What the report says of them."""
        says = [f"{len(self.found):,} copied into the game's folder"] if self.found else []
        for names, text in (
            (self.missing, f"missing beside the sheet; put {them(len(self.missing))} into the game's folder"),
            (self.large, f"not copied, for {MAX_FILE_BYTES:,} bytes are the most"),
            (self.other, "not copied, for the game has another file of that name, which is not written over"),
        ):
            if names:
                says.append(f"{len(names):,} {text}: {', '.join(names[:6])}{', …' if len(names) > 6 else ''}")
        if self.lie_in[0]:
            attribute, folder = self.lie_in[1], self.lie_in[0]
            says.append(f"those lie in the folder {folder}: write {{to: {attribute}, folder: {folder}}} for their column in the mapping")
        return [Note("pictures", text) for text in says]


def _pictures(paths: Sequence[Path], done: Sequence[Imported], target: _Game) -> _Pictures:
    """The pictures that cards name and that lie beside their sheet, for a game that does not have them."""
    out = _Pictures()
    for path, item in zip(paths, done, strict=True):
        for name in item.pictures():
            source, there = path.parent / name, target.folder / name
            is_beside = _is_beside(path, name)
            if name in out.found or (_is_name(name) and there.exists()):
                if is_beside and name not in out.other and not _is_same(source, out.found.get(name, there)):
                    out.other.append(name)
            elif not is_beside:
                out.missing.append(name)
            elif source.stat().st_size > MAX_FILE_BYTES:
                out.large.append(name)
            else:
                out.found[name] = _bytes(source)
    out.missing = list(dict.fromkeys(name for name in out.missing if name not in out.found))
    out.lie_in = next((found for path, item in zip(paths, done, strict=True) if (found := _lie_in(path, item, out.missing))), ("", ""))
    return out


def _lie_in(path: Path, item: Imported, missing: Sequence[str]) -> tuple[str, str] | None:
    """The folder beside a sheet in which all of its missing pictures lie that have bare names, and the attribute that names them."""
    bare = [name for name in missing if "/" not in name and name in item.pictures()]
    for folder in _folders(path.parent) if bare and item.images else ():
        if all(_is_beside(path, f"{folder}/{name}") for name in bare):
            return folder, item.images[0]
    return None


def _is_same(source: Path, other: Path | bytes) -> bool:
    if isinstance(other, bytes):
        return source.stat().st_size == len(other) and _bytes(source) == other
    return other.is_file() and (
        source.samefile(other) or (source.stat().st_size == other.stat().st_size and _bytes(source) == _bytes(other))
    )


def _report(
    asked: Sequence[Asked],
    done: Sequence[Imported],
    target: _Game,
    files: Mapping[str, bytes],
    compiled: Compilation,
    hindrance: str,
    form: str,
    *,
    stay: bool,
) -> None:
    shown = [name for name in files if not name.startswith(f"{SCHEMAS}/")]
    lines = [name if name.endswith((".yaml", *SUFFIXES)) else f"{name.rpartition('/')[0] or '.'}/" for name in files]
    cards = sum(len(item.cards.cards) for item in done if item.cards is not None)
    warnings = sum(problem.severity == "warning" for problem in shown_again(compiled.problems, done, stays=stay))
    if form == "json":
        notes = [note for one, item in zip(asked, done, strict=True) for note in _note_data(one.name, item.notes)]
        put_json({
            "game": str(target.folder), "files": [str(target.folder / name) for name in shown], "cards": cards, "notes": notes,
            "problems": [problem_data(problem) for problem in compiled.problems],
        })  # fmt: skip
        return
    for name in dict.fromkeys(f"{SCHEMAS}/" if name.startswith(f"{SCHEMAS}/") else name for name in lines):
        put(f"{target.folder / name}{'/' if name.endswith('/') else ''}")
    for one, item in zip(asked, done, strict=True):
        assert item.cards is not None
        say(f"penance: {one.name}: {_cards(len(item.cards.cards))}, {_decks(item)}")
        _say_notes(item.notes)
    waiting = sorted({deck for item in done for deck in item.unplaced})
    placed = f"put them into {', '.join(waiting)}, which the game has already, as said above; " if waiting else ""
    then = hindrance or f"try: penance build {quote(clean(str(target.folder)))}"
    warned = f" ({warnings} {'warning' if warnings == 1 else 'warnings'}, see penance check)" if warnings else ""
    say(f"penance: {clean(str(target.folder))}: imported {_cards(cards)}{warned}; {placed}{then}")


def _note_data(name: str, notes: Iterable[Note]) -> list[dict[str, str]]:
    return [{"file": name, "kind": note.kind, "says": note.says} for note in notes]


def _say_notes(notes: Iterable[Note]) -> None:
    for note in notes:
        say(f"  {note.kind}: {clean(note.says)}")


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count:,} cards"


def _decks(item: Imported) -> str:
    assert item.cards is not None
    decks = {deck: entry for deck, entry in item.cards.decks.items() if deck not in item.unplaced}
    total = sum(count for entry in decks.values() for count in entry.values())
    copies = "1 copy" if total == 1 else f"{total:,} copies"
    return f"{copies} in {len(decks)} {'deck' if len(decks) == 1 else 'decks'}" if decks else "in no deck"


def _refuse(problems: Sequence[Problem], texts: Mapping[str, str], form: str) -> int:
    from penance_build.cli.report import put_report, tally

    found = Compilation(None, tuple(problems), texts=texts)
    put_report(form, found, Path(), problems)
    say(f"penance: {tally(problems)}; nothing was written")
    return 1
