"""Pictures in a file: each is one object, however many faces show it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from pikepdf import Dictionary, Name, Pdf, Stream

from penance_build.press.documents import opened
from penance_build.press.pictures.picture import Picture

_SPACES = {"Gray": Name.DeviceGray, "RGB": Name.DeviceRGB, "CMYK": Name.DeviceCMYK}
_CODINGS = {"DCT": Name.DCTDecode, "Flate": Name.FlateDecode}


class Hung:
    """The pictures of one file."""

    def __init__(self, pdf: Pdf) -> None:
        self._pdf = pdf
        self._made: dict[str, Any] = {}
        self._shared: dict[str, Any] = {}
        self._sources: list[Pdf] = []  # whose objects live as long as they do

    def hang(self, form: Any, pictures: Mapping[str, Picture]) -> None:
        """Put pictures into the resources of a form, by the names that its stream has for them."""
        if not pictures:
            return
        if "/XObject" not in form.Resources:
            form.Resources.XObject = Dictionary()
        shines = "/ExtGState" in form.Resources
        for name in sorted(pictures):
            form.Resources.XObject[f"/{name}"] = self._object(pictures[name], shines=shines)

    @property
    def resources(self) -> list[Any]:
        """Those of the pages among them, whose fonts are those of all."""
        return [made.Resources for made in self._made.values() if made.get("/Subtype") == "/Form" and "/Resources" in made]

    def _object(self, picture: Picture, *, shines: bool) -> Any:
        """A picture; on a face some of whose boxes let others shine through, a page is one group, or its parts would do so each."""
        key = f"{picture.key} one" if shines and picture.kind != "image" else picture.key
        if key not in self._made:
            self._made[key] = self._image(picture) if picture.kind == "image" else self._page(picture)
            if key != picture.key:
                self._made[key].Group = Dictionary(Type=Name.Group, S=Name.Transparency)
        return self._made[key]

    def _image(self, picture: Picture) -> Any:
        image = self._stream(picture.data, picture, _SPACES[picture.space], _CODINGS[picture.coding])
        if picture.mask:
            image.SMask = self._stream(picture.mask, picture, Name.DeviceGray, Name.FlateDecode)
        return image

    def _stream(self, data: bytes, picture: Picture, space: Any, coding: Any) -> Any:
        made = Stream(self._pdf, data)
        made.stream_dict.Type, made.stream_dict.Subtype = Name.XObject, Name.Image
        made.stream_dict.Width, made.stream_dict.Height = picture.columns, picture.rows
        made.stream_dict.ColorSpace, made.stream_dict.BitsPerComponent = space, 8
        made.stream_dict.Filter = coding
        return self._pdf.make_indirect(made)

    def _page(self, picture: Picture) -> Any:
        source = opened(picture.data)
        self._sources.append(source)
        form = self._pdf.copy_foreign(source.pages[0].as_form_xobject())
        self._share(form.get("/Resources", Dictionary()).get("/XObject", Dictionary()))
        return form

    def _share(self, objects: Any) -> None:
        """What many pages show is one object."""
        for name, found in dict(objects).items():
            if found.get("/Subtype") == "/Image" and "/SMask" not in found:
                said = str(sorted((str(key), str(value)) for key, value in found.stream_dict.items()))
                digest = hashlib.sha256(found.read_raw_bytes() + said.encode("utf-8")).hexdigest()
                objects[name] = self._shared.setdefault(digest, found)
