"""Tags: what somebody hears to whom a sheet is read aloud, placement by placement.

A face is one object that stands in many places, and each of these has a text of its own in the structure of the document: that of the
card, not the shapes of its letters. What is there for printing alone (marks, ruler, stamp) is an artifact, which readers pass over.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pikepdf import Array, Dictionary, Name, Page, Pdf

from penance_build.ir.record import Record


class Told(Record):
    """What a face says when it is read: ``title`` names it, ``text`` is all of it; a back says what it is a picture of."""

    title: str
    text: str
    is_picture: bool = False

    @property
    def role(self) -> str:
        """The kind of element that it is."""
        return "Figure" if self.is_picture else "P"


def tagged(told: Told | None, number: int, operators: str) -> str:
    """The operators of a placement, the n-th of its page that says something; of one that says nothing as an artifact."""
    if told is None:
        return artifact(operators)
    return f"/{told.role} <</MCID {number}>> BDC\n{operators}\nEMC"


def artifact(operators: str) -> str:
    """The operators of what is not read."""
    return f"/Artifact BMC\n{operators}\nEMC"


def write_structure(pdf: Pdf, pages: Sequence[tuple[Page, Sequence[Told]]]) -> None:
    """Give a document the structure of its pages: for each what its placements say, in the order of their numbers."""
    root = pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))
    document = pdf.make_indirect(Dictionary(Type=Name.StructElem, S=Name.Document, P=root))
    everything: list[Any] = []
    parents: list[Any] = []
    for index, (page, said) in enumerate(pages):
        found = [_element(pdf, document, page, number, told) for number, told in enumerate(said)]
        everything += found
        parents += [index, pdf.make_indirect(Array(found))]
        page.obj.StructParents = index
        page.obj.Tabs = Name.S
    document.K = Array(everything)
    root.K = Array([document])
    root.ParentTree = pdf.make_indirect(Dictionary(Nums=Array(parents)))
    root.ParentTreeNextKey = len(pages)
    pdf.Root.StructTreeRoot = root
    pdf.Root.MarkInfo = Dictionary(Marked=True)


def _element(pdf: Pdf, document: Any, page: Page, number: int, told: Told) -> Any:
    says = {"/Alt" if told.is_picture else "/ActualText": told.text}
    element = Dictionary({"/Type": Name.StructElem, "/S": Name(f"/{told.role}"), "/P": document, "/Pg": page.obj, "/K": number, **says})
    element.T = told.title
    return pdf.make_indirect(element)


def append_tagged(whole: Pdf, source: Pdf) -> None:
    """Put the pages of a tagged document behind those of another, with their structure."""
    before = len(whole.pages)
    whole.pages.extend(source.pages)
    tree = whole.copy_foreign(source.Root.StructTreeRoot)
    if "/StructTreeRoot" not in whole.Root:
        whole.Root.StructTreeRoot = tree
        whole.Root.MarkInfo = Dictionary(Marked=True)
        return
    root = whole.Root.StructTreeRoot
    (document,), (other,) = root.K, tree.K
    for element in other.K:
        element.P = document
        document.K.append(element)
    numbers = tree.ParentTree.Nums
    for index in range(0, len(numbers), 2):
        pair: list[Any] = [int(numbers[index]) + before, numbers[index + 1]]
        root.ParentTree.Nums.extend(pair)
    for page in list(whole.pages)[before:]:
        page.obj.StructParents = int(page.obj.StructParents) + before


def name_figures(pdf: Pdf, text: str) -> None:
    """Give each figure of a tagged document that has no text of its own this one."""
    if "/StructTreeRoot" not in pdf.Root:
        return
    todo: list[Any] = list(pdf.Root.StructTreeRoot.K)
    while todo:
        element = todo.pop()
        if not isinstance(element, Dictionary) or "/S" not in element:
            continue
        if Name.Figure == element.S and "/Alt" not in element:
            element.Alt = text
        inside: Any = element.get("/K", Array())
        todo += list(inside) if isinstance(inside, Array) else [inside]
