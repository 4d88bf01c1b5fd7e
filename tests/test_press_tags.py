"""What is heard where a sheet is read aloud: each placement its own card, marks nothing; the structure and the pages agree."""

from __future__ import annotations

import io
from collections import Counter
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from penance_build.api import compile_game
from penance_build.ir.record import replace
from penance_build.press.cards.product import produce as cards
from penance_build.press.cards.saying import card_words
from penance_build.press.faces.product import produce as faces
from penance_build.product import FacesAsked, NoCache, Printing, Selection, Settings
from tests import press_sample as sample

PAINTS = {"Do", "f", "F", "f*", "S", "s", "B", "B*", "b", "b*", "sh", "Tj", "TJ", "'", '"', "EI"}


def elements(pdf: pikepdf.Pdf) -> list[Any]:
    """The elements below the document, with every link back to their parents checked."""
    root = pdf.Root.StructTreeRoot
    (document,) = root.K
    assert str(document.S) == "/Document"
    assert document.P.objgen == root.objgen
    assert all(element.P.objgen == document.objgen for element in document.K)
    return list(document.K)


def read_aloud(pdf: pikepdf.Pdf) -> list[list[tuple[str, str]]]:
    """Page by page what is heard, in the order of the operators; whatever is painted must be heard or an artifact."""
    parents = pdf.Root.StructTreeRoot.ParentTree.Nums
    by_page = {int(parents[index]): parents[index + 1] for index in range(0, len(parents), 2)}
    assert len(by_page) == len(pdf.pages)
    heard: list[list[tuple[str, str]]] = []
    for page in pdf.pages:
        own, said = by_page[int(page.obj.StructParents)], []
        open_marks: list[str] = []
        for operands, operator in pikepdf.parse_content_stream(page):
            name = str(operator)
            if name in ("BDC", "BMC"):
                open_marks.append(str(operands[0]))
                if name == "BDC":
                    element = own[int(operands[1].MCID)]
                    assert str(element.S) == open_marks[-1]
                    assert element.Pg.objgen == page.obj.objgen
                    said.append((str(element.T), str(element.get("/ActualText") or element.Alt)))
            elif name == "EMC":
                open_marks.pop()
            assert name not in PAINTS or open_marks
        assert not open_marks
        assert len(own) == len(said)
        heard.append(said)
    return heard


@pytest.mark.full
@pytest.mark.parametrize("pages", ["interleaved", "backs_last", "fronts", "fold"])
def test_each_placement_is_read_as_its_card(pages: str) -> None:
    program = sample.program()
    produced = cards(sample.compilation(program), Settings("a4", NoCache(), printing=Printing(pages=pages, watermark="Draft")))
    (sheet,) = produced.artifacts
    with pikepdf.open(io.BytesIO(sheet.data)) as pdf:
        assert pdf.Root.MarkInfo.Marked
        assert pdf.Root.ViewerPreferences.DisplayDocTitle
        assert str(pdf.Root.Lang) == "en"
        assert str(pdf.docinfo["/Title"])
        heard = [one for page in read_aloud(pdf) for one in page]
        assert len(elements(pdf)) == len(heard)
    fronts = [one for one in heard if one[0] != program.decks[0].name]
    wanted = [program.by_id.cards[name] for name, copies in program.decks[0].cards for _ in range(copies)]
    assert [title for title, _ in fronts] == [card.name for card in wanted]
    assert [text for _, text in fronts] == [f"{card.name}\n{card_words(program, card)}" for card in wanted]
    assert len(heard) - len(fronts) == (0 if pages == "fronts" else len(wanted))


def test_a_face_alone_is_read_as_its_card() -> None:
    program = sample.program()
    asked = Settings("a4", NoCache(), faces=FacesAsked(dpi=30), chosen=Selection(cards=("thrust",)))
    made = {item.path: item.data for item in faces(sample.compilation(program), asked).artifacts}
    with pikepdf.open(io.BytesIO(made["faces/thrust.pdf"])) as pdf:
        ((heard,),) = read_aloud(pdf)
        assert heard == ("Faithful Thrust", f"Faithful Thrust\n{card_words(program, program.by_id.cards['thrust'])}")
    (back,) = (data for path, data in made.items() if path.startswith("faces/back-") and path.endswith(".pdf"))
    with pikepdf.open(io.BytesIO(back)) as pdf:
        (element,) = elements(pdf)
        assert str(element.S) == "/Figure"
        assert str(element.Alt)


def structure(pdf: pikepdf.Pdf) -> Counter[str]:
    """The kinds of elements of a document, with every link up, page and text of a figure checked."""
    pages = {page.obj.objgen for page in pdf.pages}
    found: Counter[str] = Counter()
    todo = [(element, pdf.Root.StructTreeRoot) for element in pdf.Root.StructTreeRoot.K]
    while todo:
        element, parent = todo.pop()
        found[str(element.S)[1:]] += 1
        assert element.P.objgen == parent.objgen
        assert "/Pg" not in element or element.Pg.objgen in pages
        assert str(element.S) != "/Figure" or str(element.Alt)
        inside = element.get("/K", pikepdf.Array())
        for one in inside if isinstance(inside, pikepdf.Array) else [inside]:
            if isinstance(one, pikepdf.Dictionary) and "/S" in one:
                todo.append((one, element))
    numbers = pdf.Root.StructTreeRoot.ParentTree.Nums
    known = {int(numbers[index]): numbers[index + 1] for index in range(0, len(numbers), 2)}
    for page in pdf.pages:
        own = known[int(page.obj.StructParents)]
        assert {element.Pg.objgen for element in own} == {page.obj.objgen}
    return found


@pytest.mark.full
def test_sheets_to_read_and_to_play_with_have_the_structure_of_their_text(root: Path) -> None:
    from penance_build.press.dice.product import produce as dice
    from penance_build.press.reference.product import produce as reference

    game = compile_game(root / "rules" / "skirmish", every_option=False)
    answered = [side for side in game.program.printed.reference if not any(block.show == "odds" for block in side.blocks)]  # type: ignore[union-attr]
    printed = replace(game.program.printed, reference=tuple(answered))  # type: ignore[union-attr]
    game = replace(game, program=replace(game.program, printed=printed))
    files = {
        item.path: item.data
        for item in (*reference(game, Settings("a4", NoCache())).artifacts, *dice(game, Settings("a4", NoCache())).artifacts)
    }
    sheets = {path: data for path, data in files.items() if path.endswith(".pdf")}
    assert len(sheets) >= 2
    for data in sheets.values():
        with pikepdf.open(io.BytesIO(data)) as pdf:
            found = structure(pdf)
            assert found["Document"] == 1
            assert found["H1"]
            assert pdf.Root.MarkInfo.Marked
