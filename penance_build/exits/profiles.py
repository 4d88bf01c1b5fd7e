"""Profiles: what a maker or a program takes, as data. Those that ship with the program, and a game's own of the same form."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from penance_build.diagnostics.problem import Problem, Span
from penance_build.diagnostics.suggest import did_you_mean
from penance_build.exits.dice_form import DiceForm, dice_form
from penance_build.exits.names import FOLDER, shipped_names
from penance_build.exits.press_form import X4, PressForm, lengths, press_form
from penance_build.ir.record import Record
from penance_build.press.drawing.lengths import UM_PER_INCH, mm
from penance_build.product import FileRefused, Files
from penance_build.schema import validate_profile
from penance_build.shipped import data_folder
from penance_build.source import SourceFile, read_text

_NAME = re.compile(r"[a-z][a-z0-9_]*")
# A canvas and what it is made up of may differ by so many pixels: makers round.
_ROUNDED = 1
DPI = 300
# A page and what it is made up of may differ by so many micrometres.
_ROUNDED_UM = 50
# What each form cannot do without.
_NEEDED = {"images": ("canvases",), "order_xml": ("canvases", "stock"), "pcio": ("width",), "pdf": ("canvases",), "dice": ("dice",)}


class CardCanvas(Record):
    """A size of cards: ``trim`` in micrometres, ``pixels`` of the picture; ``bleed`` and ``safe`` in half pixels, across and down."""

    name: str
    trim: tuple[int, int]
    pixels: tuple[int, int]
    bleed: tuple[int, int]
    safe: tuple[int, int]


class SheetForm(Record):
    """A grid of faces: its longest side in pixels, the most columns and rows, and the em of the smallest letters in pixels."""

    side: int
    columns: int
    rows: int
    em: int


class Stock(Record):
    """The card of an order, and whether it has foil."""

    chosen: str
    foil: bool


class Profile(Record):
    """What a maker or a program takes. ``cards``, ``call`` and ``most_bytes`` are its limits, 0: none."""

    id: str
    name: str
    form: str
    dpi: int
    file: str
    is_file_a_card: bool
    front: str
    back: str
    cards: int
    call: int
    most_bytes: int
    canvases: tuple[CardCanvas, ...]
    sheet: SheetForm
    width: int
    stock: Stock
    press: PressForm | None
    dice: DiceForm | None
    span: Span

    @property
    def folder(self) -> str:
        """The folder of a build that it has."""
        return f"for-{self.id}"


def read_profile(name: str, files: Files) -> tuple[Profile | None, list[Problem]]:
    """The profile of this name, a game's own before one that ships; None where the problems say why there is none."""
    path = f"{FOLDER}/{name}.yaml"
    nowhere = Span(path, 0, 0, 0, 0)
    if _NAME.fullmatch(name) is None:
        return None, [Problem("E860", f"`{name}` is no name of a profile", nowhere, "names are small letters, digits and underscores")]
    try:
        data = files.content(path)
    except FileRefused as refused:
        if name not in shipped_names():
            cure = did_you_mean(name, shipped_names()) or refused.cure
            return None, [Problem("E860", f"the profile `{name}` {refused.says}", nowhere, cure)]
        data = (data_folder(FOLDER) / f"{name}.yaml").read_bytes()
    file, problems = read_text(path, data)
    if file is None or any(problem.severity == "error" for problem in problems):
        return None, problems
    problems += validate_profile(file)
    if any(problem.severity == "error" for problem in problems):
        return None, problems
    reader = _Reader(file)
    made = reader.profile(name)
    return (None if reader.problems else made), [*problems, *reader.problems]


class _Reader:
    """Turns a file of the right shape into a profile, and says where it contradicts itself."""

    def __init__(self, file: SourceFile) -> None:
        self._file, self._tree = file, file.root
        self.problems: list[Problem] = []

    def profile(self, name: str) -> Profile:
        """The profile; where it is wrong, ``problems`` say so."""
        tree: Any = self._tree
        dpi = tree.get("dpi", DPI)
        limits, names = tree.get("limits", {}), tree.get("names", {})
        sheet = tree.get("sheet")
        self._needs(tree)
        return Profile(
            name,
            tree["name"],
            tree["form"],
            dpi,
            tree.get("file", "png"),
            tree.get("copies") == "files",
            names.get("front", "{deck}/{number}-{card}"),
            names.get("back", "{deck}/back-{back}"),
            limits.get("cards", 0),
            limits.get("call", 0),
            limits.get("bytes", 0),
            () if tree["form"] == "pdf" else tuple(self._canvas(item, dpi) for item in tree.get("canvases", ())),
            SheetForm(0, 0, 0, 0) if sheet is None else SheetForm(_px(sheet["side"]), sheet["columns"], sheet["rows"], _px(sheet["em"])),
            _px(tree.get("width", "0 px")),
            self._stock(tree.get("stock")),
            self._press(tree, dpi) if tree["form"] == "pdf" else None,
            dice_form(tree) if tree["form"] == "dice" and "dice" in tree else None,
            self._file.positions.value(tree, "form"),
        )

    def _wrong(self, container: Any, key: str, message: str, cure: str) -> None:
        self.problems.append(Problem("E861", message, self._file.positions.value(container, key), cure))

    def _needs(self, tree: Any) -> None:
        """What each form cannot do without."""
        for key in _NEEDED.get(tree["form"], ("sheet",)):
            if key not in tree and not ("every_size" in tree and tree["form"] == "pdf"):
                self._wrong(tree, "form", f"a profile of the form `{tree['form']}` needs `{key}`", f"add `{key}:`")
        if tree["form"] in ("images", "order_xml"):
            for key, holes in (("front", ("{card}",)), ("back", ("{back}",))):
                pattern = tree.get("names", {}).get(key, "")
                allowed = ("{deck}", "{card}", "{number}") if key == "front" else ("{deck}", "{back}")
                foreign = [hole for hole in re.findall(r"\{[^{}]*\}", pattern) if hole not in allowed]
                if foreign or re.sub(r"\{[a-z]+\}", "", pattern).strip("abcdefghijklmnopqrstuvwxyz0123456789_-/"):
                    says = f"the name of a {key} has {' and '.join(foreign) or 'a brace'} for which there is nothing"
                    self._wrong(tree["names"], key, says, f"there is {', '.join(allowed)}")
                elif pattern and not any(hole in pattern for hole in holes) and "{number}" not in pattern:
                    self._wrong(tree["names"], key, f"all {key}s would have one name", f"put {holes[0]} into it")

    def _press(self, tree: Any, dpi: int) -> PressForm:
        for item in tree.get("canvases", ()):
            trim, page, bleed, safe = (lengths(item[key], dpi) for key in ("trim", "canvas", "bleed", "safe"))
            for way, side in enumerate(("wide", "high")):
                if abs(trim[way] + 2 * bleed[way] - page[way]) > _ROUNDED_UM:
                    made = mm(trim[way] + 2 * bleed[way])
                    says = f"the page is {mm(page[way])} mm {side}, and trim and bleed make {made} mm"
                    self._wrong(item, "canvas", says, "one of the three is wrong")
                if 2 * safe[way] >= page[way] or safe[way] < bleed[way]:
                    says = "the safe zone is outside of the card, or nothing is left of it"
                    self._wrong(item, "safe", says, "count from the edge of the page")
        if tree.get("colour", "cmyk") != "cmyk":
            self._wrong(tree, "colour", "a press prints in four inks", "write `colour: cmyk`")
        standards = tree.get("standards", ())
        if "condition" not in tree and list(standards) != [X4]:
            self._wrong(tree, "form", "PDF/X-1a names the condition that it was made for", "add `condition: FOGRA39`, or that of the press")
        return press_form(tree, dpi)

    def _canvas(self, item: Any, dpi: int) -> CardCanvas:
        for key in ("canvas", "bleed", "safe"):
            if not item[key].endswith(" px"):
                self._wrong(item, key, "pictures are counted in pixels", f"write {key} in px")
                return CardCanvas(item["name"], (0, 0), (0, 0), (0, 0), (0, 0))
        trim, pixels = lengths(item["trim"], dpi), _pair(item["canvas"])
        bleed, safe = _pair(item["bleed"], 2), _pair(item["safe"], 2)
        for way, side in enumerate(("wide", "high")):
            right = Fraction(trim[way] * dpi, UM_PER_INCH) + bleed[way]
            if abs(right - pixels[way]) > _ROUNDED:
                says = f"the canvas is {pixels[way]} px {side}, and trim and bleed make {round(right)} px"
                self._wrong(item, "canvas", says, "one of the three is wrong")
            if 2 * safe[way] >= 2 * pixels[way] or safe[way] < bleed[way]:
                says = "the safe zone is outside of the card, or nothing is left of it"
                self._wrong(item, "safe", says, "count from the edge of the canvas")
        return CardCanvas(item["name"], trim, (pixels[0], pixels[1]), bleed, safe)

    def _stock(self, item: Any) -> Stock:
        if item is None:
            return Stock("", False)
        chosen, foil = item["chosen"], item.get("foil", False)
        if chosen not in item["known"]:
            cure = did_you_mean(chosen, item["known"]) or f"there is {', '.join(item['known'])}"
            self._wrong(item, "chosen", f"there is no stock `{chosen}`", cure)
        elif foil and chosen in item.get("never_foil", ()):
            self._wrong(item, "foil", f"`{chosen}` cannot have foil", "choose another stock, or `foil: false`")
        return Stock(chosen, foil)


def _px(text: str) -> int:
    return int(text.removesuffix(" px"))


def _pair(text: str, parts: int = 1) -> tuple[int, int]:
    """Two numbers of pixels, in so many parts of one; a single number is both."""
    numbers = [Fraction(number) * parts for number in text.removesuffix(" px").split(" x ")]
    return int(numbers[0]), int(numbers[-1])
