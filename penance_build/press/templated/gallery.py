"""The pages that templates of a game make: each is made once, and kept with the files that it shows.

A page is a picture like any other: it is placed in its box, once in a file, however often it is printed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from penance_build.ir.record import Record
from penance_build.press.digest import digest
from penance_build.press.pictures.gallery import Gallery
from penance_build.press.pictures.picture import Fault, Picture
from penance_build.press.templated.long_page import cut, text_places
from penance_build.press.templated.spots import Spot, declared, spot, word_at
from penance_build.press.templated.values import Values
from penance_build.press.templated.worker import Ended, Worker
from penance_build.press.text.fonts import FontSet
from penance_build.press.text.libraries import versions
from penance_build.product import Cache, FileRefused, Files

_FORMAT: Final = 3
LARGEST: Final = 200_000  # bytes of a template


class Unfilled(Exception):
    """A template that gives no page: the code, what is wrong, where (None: unknown), and for a name what was asked for among what."""

    def __init__(self, code: str, says: str, at: Spot | None = None, asked: str = "", known: tuple[str, ...] = ()) -> None:
        """Keep them."""
        super().__init__(says)
        self.code, self.says, self.at, self.asked, self.known = code, says, at, asked, known


class Shown(Record):
    """A picture that a page shows: its file, its place in micrometres, and how it fills that."""

    name: str
    width: int
    height: int
    fit: str


class Filled(Record):
    """A page: the picture; texts that have no room (element, wide or high, micrometres); letters (family, weight, italic or not, text).

    ``texts`` are the places of its texts: left, top, right and bottom in micrometres, those below its end among them.
    ``refused`` are addresses that it may not have; ``faults`` what is wrong with pictures that it asked for; ``absent`` are fonts that
    it names and that there are not, ``ignored`` what of its style is ignored: a property, its value and why, or "" twice and a sentence.
    """

    picture: Picture
    pages: int
    over: tuple[tuple[str, str, int], ...]
    letters: tuple[tuple[str, int, str, str], ...]
    texts: tuple[tuple[int, int, int, int], ...]
    shown: tuple[Shown, ...]
    refused: tuple[str, ...]
    faults: tuple[tuple[str, str, str, str], ...]
    absent: tuple[str, ...]
    ignored: tuple[tuple[str, str, str], ...]


class Templates:
    """Templates by the names of their files."""

    def __init__(self, files: Files, fonts: FontSet, cache: Cache, gallery: Gallery) -> None:
        self._files, self._fonts, self._cache, self._gallery = files, fonts, cache, gallery
        self._worker = Worker(fonts)
        self._texts: dict[str, str] = {}
        self._unfilled: dict[str, Unfilled] = {}

    def page(self, name: str, values: Values, width_um: int, height_um: int, margin_um: int) -> Filled:
        """The page of a template of these values. Raises ``Unfilled``.

        A template that took too long, or too much, for one card is not tried with others.
        """
        if name in self._unfilled:
            raise self._unfilled[name]
        request = {"template": self._text(name), "values": values.as_data(), "width": width_um, "height": height_um, "margin": margin_um}
        key = digest({"format": _FORMAT, "fonts": self._fonts.digest, "versions": dict(versions()), **request})
        kept = self._cache.get(f"templated-{key}")
        known = None if kept is None else self._unpack(key, kept)
        if known is not None:
            return known
        return self._made(name, key, request)

    def property_at(self, name: str, css: str, value: str) -> Spot | None:
        """Where the template of this name gives a property of a style a value; where it gives it any, if the value is computed."""
        return declared(name, self._text(name), css, value)

    def named_at(self, name: str, word: str) -> Spot | None:
        """Where the template of this name has a word first."""
        return word_at(name, self._text(name), word)

    def _text(self, name: str) -> str:
        if name not in self._texts:
            try:
                data = self._files.content(name)
            except FileRefused as error:
                raise Unfilled("E834", f"the template {name} {error.says}") from error
            if len(data) > LARGEST:
                raise Unfilled("E844", f"it has {len(data):,} bytes; {LARGEST:,} are the most")
            try:
                self._texts[name] = data.decode("utf-8-sig")
            except UnicodeDecodeError as error:
                line = data[: error.start].count(b"\n") + 1
                raise Unfilled("E844", "it is not saved as UTF-8", Spot(name, line, 1, 2)) from error
        return self._texts[name]

    def _made(self, name: str, key: str, request: Mapping[str, Any]) -> Filled:
        asked: dict[str, str] = {}
        faults: list[list[str]] = []

        def picture(file: str) -> bytes | None:
            try:
                data = self._gallery.plain(file)
            except Fault as fault:
                faults.append([fault.code, file, fault.says, fault.cure])
                return None
            asked[file] = self._gallery.sha(file)
            return data

        def forget() -> None:
            asked.clear()
            faults.clear()

        try:
            head, pdf = self._answer(request, picture, forget)
        except Ended as error:
            self._unfilled[name] = Unfilled("E845", "its page took too much time or memory, and was given up")
            raise self._unfilled[name] from error
        if head.get("limit") == "depth":
            raise Unfilled("E844", "its elements, or calls of its macros, stand too deep in each other")
        if head.get("limit"):
            self._unfilled[name] = Unfilled("E845", "its page took too much memory, and was given up")
            raise self._unfilled[name]
        if "wrong" in head:
            asked_for = str(head["asked"])
            at = spot(name, str(request["template"]), int(head["line"]), asked_for)
            raise Unfilled("E844", str(head["wrong"]), at, asked_for, tuple(map(str, head["known"])))
        told = {**head, "faults": faults, "files": asked, "texts": text_places(pdf)}
        packed = json.dumps(told, sort_keys=True).encode("ascii") + b"\n" + cut(pdf, int(request["height"]))
        made = self._unpack(key, packed)
        if made is None:
            raise Unfilled("E844", "the layout engine gives no page")
        if not faults:
            self._cache.put(f"templated-{key}", packed)
        return made

    def _answer(
        self, request: Mapping[str, Any], picture: Callable[[str], bytes | None], forget: Callable[[], None]
    ) -> tuple[dict[str, Any], bytes]:
        """What the process answers. Raises ``Ended``.

        Where that may not be for the page alone, a new process is asked again, and all of the first answer forgotten: somebody may have
        ended the process, or pages before this one may have filled its memory.
        """
        had_others = self._worker.pages > 0
        try:
            found = self._worker.page(request, picture)
        except Ended as error:
            if error.is_certain:
                raise
            forget()
            return self._worker.page(request, picture)
        if found[0].get("limit") == "memory":
            self._worker.end()
            if had_others:
                forget()
                return self._worker.page(request, picture)
        return found

    def _unpack(self, key: str, data: bytes) -> Filled | None:
        """What such bytes say; None for any others, and where a file that the page shows is another one by now."""
        head, _, pdf = data.partition(b"\n")
        try:
            read: dict[str, Any] = json.loads(head)
            if any(self._gallery.sha(name) != sha for name, sha in read["files"].items()) or not pdf.startswith(b"%PDF-"):
                return None
            width, height = (int(length) for length in read["size"])
            picture = Picture(digest({"page": key, "pdf": hashlib.sha256(pdf).hexdigest()}), "page", width, height, pdf)
            return Filled(
                picture,
                int(read["pages"]),
                tuple((str(name), str(way), int(length)) for name, way, length in read["over"]),
                tuple((str(family), int(weight), str(style), str(text)) for family, weight, style, text in read["letters"]),
                tuple((int(left), int(top), int(right), int(bottom)) for left, top, right, bottom in read["texts"]),
                tuple(Shown(str(name), int(wide), int(high), str(fit)) for name, wide, high, fit in read["pictures"]),
                tuple(map(str, read["refused"])),
                tuple((str(code), str(name), str(says), str(cure)) for code, name, says, cure in read["faults"]),
                tuple(map(str, read["absent"])),
                tuple((str(name), str(value), str(why)) for name, value, why in read["ignored"]),
            )
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError, Fault):
            return None
