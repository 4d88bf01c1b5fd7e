"""The pictures of a build: each file is read and made ready once, whatever number of cards shows it."""

from __future__ import annotations

import hashlib
import json
from importlib import metadata

from penance_build.press.digest import digest
from penance_build.press.pictures.picture import Fault, Picture
from penance_build.press.pictures.raster import most_columns, open_raster, raster, read_through, turned_size
from penance_build.press.pictures.svg_clean import Cleaned, clean_svg
from penance_build.press.pictures.vector import drawing
from penance_build.press.text.fonts import FontSet
from penance_build.product import Cache, FileRefused, Files

_FORMAT = 3


class Gallery:
    """Pictures by the names of their files."""

    def __init__(self, files: Files, fonts: FontSet, cache: Cache) -> None:
        self._files, self._fonts, self._cache = files, fonts, cache
        self._data: dict[str, tuple[bytes, str]] = {}
        self._made: dict[str, Picture] = {}
        self._cleaned: dict[str, Cleaned] = {}
        self._read_through: set[str] = set()
        self._faults: dict[str, Fault] = {}

    def picture(self, name: str, width_um: int) -> Picture:
        """The picture of a file for a place where it is so wide. Raises ``Fault``."""
        if name in self._faults:
            raise self._faults[name]
        try:
            return self._picture(name, width_um)
        except Fault as fault:
            self._faults[name] = fault
            raise

    def removed(self, name: str) -> tuple[str, ...]:
        """What was taken out of a drawing; nothing of another picture."""
        return self._cleaned[name].removed if name in self._cleaned else ()

    def sha(self, name: str) -> str:
        """The digest of a file. Raises ``Fault``."""
        return self._bytes(name)[1]

    def plain(self, name: str) -> bytes:
        """The bytes of a file that is a picture, a drawing cleaned. Raises ``Fault``."""
        data, _ = self._bytes(name)
        if not _is_drawing(data):
            if name not in self._read_through:
                read_through(data)
                self._read_through.add(name)
            return data
        if name not in self._cleaned:
            self._cleaned[name] = clean_svg(data)
        return self._cleaned[name].text.encode("utf-8")

    def _picture(self, name: str, width_um: int) -> Picture:
        data, sha = self._bytes(name)
        if _is_drawing(data):
            key = digest({"format": _FORMAT, "svg": sha, "fonts": self._fonts.digest})
            if name not in self._cleaned:
                self._cleaned[name] = clean_svg(data)
            if key not in self._made:
                self._made[key] = drawing(key, self._cleaned[name], self._fonts, self._cache)
            return self._made[key]
        columns, _ = turned_size(open_raster(data))
        columns = min(columns, most_columns(width_um))
        key = digest({"format": _FORMAT, "raster": sha, "width": columns, "pillow": metadata.version("pillow")})
        if key not in self._made:
            kept = self._cache.get(f"picture-{key}")
            known = None if kept is None else _unpack(kept)
            self._made[key] = known or raster(key, data, width_um)
            if known is None:
                self._cache.put(f"picture-{key}", _pack(self._made[key]))
        return self._made[key]

    def _bytes(self, name: str) -> tuple[bytes, str]:
        if name not in self._data:
            try:
                data = self._files.content(name)
            except FileRefused as error:
                raise Fault("E834", error.says, error.cure) from error
            self._data[name] = (data, hashlib.sha256(data).hexdigest())
        return self._data[name]


def _is_drawing(data: bytes) -> bool:
    return data[:400].lstrip(b"\xef\xbb\xbf\xff\xfe\x00 \t\r\n").startswith(b"<")


_FIELDS = ("key", "kind", "width", "height", "columns", "rows", "space", "coding")


def _pack(picture: Picture) -> bytes:
    head = {name: getattr(picture, name) for name in _FIELDS} | {"length": len(picture.data)}
    return json.dumps(head, sort_keys=True).encode() + b"\n" + picture.data + picture.mask


def _unpack(kept: bytes) -> Picture | None:
    """What such bytes say; None for any others."""
    head, _, rest = kept.partition(b"\n")
    try:
        read = json.loads(head)
        length = read.pop("length")
        return Picture(data=rest[:length], mask=rest[length:], **read)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
