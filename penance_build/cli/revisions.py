"""A game as it was in a revision of git: its files by name, read into memory. Nothing in the repository is written.

Rules are read at once, for all of them are compiled; any other file of the folder (a sheet, an icon, a picture) where it is asked for.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Final

from penance_build.cli.calling.folders import games_beside
from penance_build.cli.errors import Wrong
from penance_build.diagnostics.suggest import did_you_mean
from penance_build.limits import MAX_FILES, MAX_GAME_BYTES
from penance_build.product import FileRefused
from penance_build.source.folder import GAME_FILE, OUTPUT_MARKER, SUFFIXES

_AT_ONCE: Final = 200
_QUIET: Final = {"GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1", "LC_ALL": "C"}


def is_revision(folder: Path, word: str) -> bool:
    """Whether git knows this word as a revision, in the repository that the folder lies in; False where there is none."""
    try:
        return _commit(folder, word) is not None
    except FileNotFoundError:
        return False


class Blobs(Mapping[str, bytes]):
    """Files of a revision by their names below the folder, each read when it is asked for; KeyError for one that is not there."""

    def __init__(self, folder: Path, named: Mapping[str, str]) -> None:
        self._folder, self._named = folder, named

    def __getitem__(self, name: str) -> bytes:
        return _contents(self._folder, {name: self._named[name]})[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._named)

    def __len__(self) -> int:
        return len(self._named)


class OldFiles:
    """The files of a game in a revision, as builds ask for them."""

    def __init__(self, blobs: Mapping[str, bytes]) -> None:
        self._blobs = blobs

    def content(self, name: str) -> bytes:
        """The bytes of a file. Raises ``FileRefused``."""
        try:
            return self._blobs[name]
        except KeyError:
            raise FileRefused("was not there", "name a revision that has it", is_absent=True) from None


def game_at(folder: Path, word: str) -> tuple[dict[str, str], Mapping[str, bytes]]:
    """The texts of the game in a revision, and all other files of its folder, by their names below the folder.

    What is no UTF-8 keeps its bytes, so that the compiler can say so. Raises Wrong with one sentence.
    """
    try:
        commit = _commit(folder, word)
        if commit is None:
            if _git(folder, "rev-parse", "--is-inside-work-tree") is None:
                raise Wrong(f"`{word}` is no folder, and {folder} is in no git repository, so it is no revision either")
            hint = did_you_mean(word, games_beside(Path(word)))
            raise Wrong(f"`{word}` is neither a folder nor a revision of git{f'; {hint}' if hint else ''}")
        blobs = _blobs(folder, commit)
        rules = {name: blob for name, blob in blobs.items() if name.endswith(SUFFIXES)}
        if GAME_FILE not in rules:
            raise Wrong(f"in the revision {word} there is no {GAME_FILE} in {folder}")
        if len(rules) > MAX_FILES:
            raise Wrong(f"the game has {len(rules):,} files in this revision; {MAX_FILES:,} are the most")
        texts = {name: data.decode("utf-8", "surrogateescape") for name, data in _contents(folder, rules).items()}
        return texts, Blobs(folder, {name: blob for name, blob in blobs.items() if name not in rules})
    except FileNotFoundError:
        raise Wrong(f"`{word}` is no folder; to read it as a revision, git must be installed") from None


def changed_files(folder: Path, word: str, names: Collection[str]) -> set[str]:
    """Those of some files below the folder that are not as they were in a revision, or are not there any more."""
    there = sorted(name for name in names if (folder / name).is_file())
    listed = _git(folder, "ls-tree", "-r", "-z", _commit(folder, word) or word) or b""
    then = {}
    for line in listed.split(b"\0"):
        head, _, name = line.partition(b"\t")
        words = head.split()
        if len(words) == 3:
            then[name.decode("utf-8", "surrogateescape")] = words[2]
    now: list[bytes] = []
    for start in range(0, len(there), _AT_ONCE):  # by name and not from stdin, where git counts paths from the top of the repository
        now += (_git(folder, "hash-object", "--", *there[start : start + _AT_ONCE]) or b"").split()
    gone = {name for name in names if name in then}.difference(there)
    return gone | {name for name, blob in zip(there, now, strict=False) if then.get(name) != blob}


def _git(folder: Path, *arguments: str, given: bytes = b"") -> bytes | None:
    """What git prints, or None where it refuses. Raises FileNotFoundError where there is no git."""
    import subprocess  # a build that asks for no revision does not wait for it

    own = {name: value for name, value in os.environ.items() if not name.startswith("GIT_") or name == "GIT_CONFIG_GLOBAL"}
    command = ["git", "--no-pager", "--literal-pathspecs", "-c", "core.fsmonitor=false", *arguments]
    done = subprocess.run(command, cwd=folder, env={**own, **_QUIET}, input=given, capture_output=True, check=False)
    return done.stdout if done.returncode == 0 else None


def _commit(folder: Path, word: str) -> str | None:
    if not word or word.startswith("-") or "\0" in word:
        return None
    found = _git(folder, "rev-parse", "--verify", "--quiet", f"{word}^{{commit}}")
    return None if found is None else found.decode("ascii").strip()


def _blobs(folder: Path, commit: str) -> dict[str, str]:
    """The files of the game's folder in a commit, by what git calls their contents.

    Links are left aside: within the folder they name what is read anyway. So is what a build wrote.
    """
    listed = _git(folder, "ls-tree", "-r", "-z", commit) or b""
    blobs: dict[str, str] = {}
    built: list[str] = []
    for line in listed.split(b"\0"):
        head, _, name = line.partition(b"\t")
        words, path = head.split(), name.decode("utf-8", "surrogateescape")
        if path == OUTPUT_MARKER or path.endswith("/" + OUTPUT_MARKER):
            built.append(path.removesuffix(OUTPUT_MARKER))
        if len(words) == 3 and words[0] in (b"100644", b"100755"):
            blobs[path] = words[2].decode("ascii")
    return {path: blob for path, blob in blobs.items() if not any(at and path.startswith(at) for at in built)}


def _contents(folder: Path, blobs: Mapping[str, str]) -> dict[str, bytes]:
    """The bytes of files by their names."""
    asked = "".join(f"{blob}\n" for blob in blobs.values()).encode("ascii")
    sizes = _git(folder, "cat-file", "--batch-check=%(objectsize)", given=asked) or b""
    if sum(int(size) for size in sizes.split() if size.isdigit()) > MAX_GAME_BYTES:
        raise Wrong(f"the files of the game have more than {MAX_GAME_BYTES:,} bytes in this revision")
    data = _git(folder, "cat-file", "--batch", given=asked) or b""
    found: dict[str, bytes] = {}
    at = 0
    for name in blobs:
        end = data.find(b"\n", at)
        words = data[at : max(end, at)].split()
        if len(words) != 3:  # the object is said to be missing, as in a clone that was made without them
            raise Wrong(f"git does not have {name} as it was in this revision; fetch it, or name another revision")
        size = int(words[2])
        found[name] = data[end + 1 : end + 1 + size]
        at = end + 1 + size + 1
    return found
