"""The products of a build: a literal list, in the order in which they are made and reported.

To add one: write a producer (see :mod:`penance_build.product`), add its line here, and a line to the README.
"""

from __future__ import annotations

from collections.abc import Collection
from importlib import import_module
from typing import cast

from msgspec import Struct

from penance_build.product import Producer


class Product(Struct, frozen=True):
    """``where`` is ``module:function``, imported only when the product is made; ``printed``: it needs the layout libraries.

    ``beside`` names the products without which it is of no use: they are made with it. ``needs`` is what a game without it lacks for
    this product: then it has no files. ``is_asked``: it is made where it is named, and not in a build of everything. ``is_always``:
    it is made with every other, and is none that is named. ``of_sheets``: which cards are chosen, and how they are printed, counts for it.
    """

    name: str
    where: str
    printed: bool
    says: str
    beside: tuple[str, ...] = ()
    needs: str = ""
    is_asked: bool = False
    is_always: bool = False
    of_sheets: bool = False

    @property
    def of_cards(self) -> bool:
        """Whether it prints cards."""
        return self.printed and self.needs in ("`cards:`", "`decks:`")

    def producer(self) -> Producer:
        module, _, function = self.where.partition(":")
        return cast(Producer, getattr(import_module(module), function))


PRODUCTS: tuple[Product, ...] = (
    Product("engine", "penance_build.engine.product:produce", False, "engine.py, engine.mjs, their types, the rules, names and texts"),
    Product("report", "penance_build.build.report:produce", False, "generated card texts, audit of claims, coverage of the sources"),
    Product("data", "penance_build.card_tables.product:produce", False, "the cards as CSV, workbook and JSON", needs="`cards:`"),
    Product("cards", "penance_build.press.cards.product:produce", True, "card sheets with backs", needs="`decks:`", of_sheets=True),
    Product("dice", "penance_build.press.dice.product:produce", True, "dice specifications", needs="`dice:`"),
    Product("reference", "penance_build.build.judging.answers:produce", True, "the quick reference", needs="`reference:`"),
    Product("faces", "penance_build.press.faces.product:produce", True, "single faces as PNG, SVG and PDF", (), "`cards:`", is_asked=True),
    Product("calibration", "penance_build.press.sheets.calibration:produce", True, "to measure a printer", is_asked=True, of_sheets=True),
    Product("web", "penance_build.web.product:produce", False, "a page that plays the game in a browser, beside the engine", ("engine",)),
    Product("kit", "penance_build.kit.product:produce", True, "all that a player prints, in one zip", is_asked=True, of_sheets=True),
    Product("notice", "penance_build.build.notice:produce", False, "the NOTICE of the game, where it has one", is_always=True),
)

# A product for a maker or program: its profile is that of its name, which a game may have of its own.
_EXIT = "for-"


def exit_product(profile: str) -> Product:
    """What the maker or program of this profile takes, in a folder of the same name."""
    return Product(
        f"{_EXIT}{profile}", "penance_build.exits.product:produce", True, "what a maker or program takes", (), "`cards:`", is_asked=True
    )


def is_exit(name: str) -> bool:
    """Whether this is the name of a product for a maker or program."""
    return name.startswith(_EXIT)


NAMES: tuple[str, ...] = tuple(product.name for product in PRODUCTS if not product.is_always)


def lacking(names: Collection[str]) -> str:
    """Why products have no files, as the end of a sentence: what their game does not have."""
    products = (*PRODUCTS, *(exit_product(name.removeprefix(_EXIT)) for name in names if is_exit(name)))
    return " and no ".join(product.needs for product in products if product.name in names and product.needs)


def choose(products: tuple[Product, ...], names: tuple[str, ...]) -> tuple[Product, ...]:
    """Those of these names and what must stand beside them, in their order; where none is named, all that need not be asked for."""
    wanted = {*names, *(other for product in products if product.name in names for other in product.beside)}
    return tuple(product for product in products if product.is_always or (not names and not product.is_asked) or product.name in wanted)
