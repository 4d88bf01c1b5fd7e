"""Faults planted into a good file for a press are found, each with its page and its millimetres; a good file has none."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from penance_build.exits.proofing.finding import Wanted
from tests.press_faults import FAULTS, PLACELESS, SAVED, Plant
from tests.press_file import files_for, found_in, ordered, painting, planted, press_game, rules

MILLIMETRES = re.compile(r"[0-9] mm\b")


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, Wanted]:
    path = press_game(tmp_path_factory.mktemp("press"))
    return files_for(path, "offset")["all.pdf"], ordered(path, "offset")


def test_there_are_enough_faults() -> None:
    assert len(FAULTS) + len(SAVED) >= 60
    assert len({name for name, *_ in FAULTS}) == len(FAULTS)


@pytest.mark.full
def test_a_good_file_has_no_fault(good: tuple[bytes, Wanted]) -> None:
    data, wanted = good
    assert rules(data, wanted) == []
    assert rules(planted(data, lambda pdf: None), wanted) == []


@pytest.mark.full
@pytest.mark.parametrize(("name", "rule", "page", "plant"), FAULTS, ids=[name for name, *_ in FAULTS])
def test_a_fault_is_found_with_page_and_millimetres(good: tuple[bytes, Wanted], name: str, rule: str, page: int, plant: Plant) -> None:
    data, wanted = good
    found = found_in(planted(data, plant), wanted, rule)
    assert found is not None, (name, rules(planted(data, plant), wanted))
    assert found.page == page
    assert found.cure
    if rule not in PLACELESS and name != "no TrimBox" and name not in ("no BleedBox", "no die line"):
        assert MILLIMETRES.search(found.says), found.says


@pytest.mark.full
@pytest.mark.parametrize(("name", "rule", "how"), SAVED, ids=[name for name, *_ in SAVED])
def test_a_fault_of_saving_is_found(good: tuple[bytes, Wanted], name: str, rule: str, how: dict[str, Any]) -> None:
    data, wanted = good
    assert (rule, 1) in rules(planted(data, lambda pdf: None, **how), wanted), name


@pytest.mark.full
def test_a_place_is_that_on_the_card(good: tuple[bytes, Wanted]) -> None:
    """Twenty millimetres from the left and thirty from the top of the card is a square that is not in ink."""
    data, wanted = good
    point = 72 / 25.4

    def plant(pdf: pikepdf.Pdf) -> None:
        x, y = 23 * point, (91.9 - 30) * point
        pdf.pages[2].contents_add(pikepdf.Stream(pdf, f"q 1 0 0 rg {x} {y - 20} 20 20 re f Q".encode()))

    found = found_in(planted(data, plant), wanted, "rgb")
    assert found is not None
    assert found.says == "a shape is in RGB, and a press prints CMYK, 20 mm from the left and 30 mm from the top"
    assert found.at is not None
    assert max(abs(found.at[0] - 20_000), abs(found.at[1] - 30_000)) <= 10


@pytest.mark.full
def test_pdf_x_4_has_the_profile_of_the_press(tmp_path: Path) -> None:
    path = press_game(tmp_path)
    data, wanted = files_for(path, "offset", "icc/press.icc")["all.pdf"], ordered(path, "offset", icc=True)
    assert rules(data, wanted) == []

    def without_profile(pdf: pikepdf.Pdf) -> None:
        del pdf.Root.OutputIntents[0].DestOutputProfile

    def without_metadata(pdf: pikepdf.Pdf) -> None:
        del pdf.Root.Metadata

    assert ("profile", 1) in rules(planted(data, without_profile), wanted)
    assert ("standard", 1) in rules(planted(data, without_metadata), wanted)


@pytest.mark.full
def test_what_is_blended_may_be_too_much_for_any_standard(tmp_path: Path) -> None:
    path = press_game(tmp_path)
    data, wanted = files_for(path, "offset", "icc/press.icc")["all.pdf"], ordered(path, "offset", icc=True)

    def plant(blend: str) -> Plant:
        state = pikepdf.Dictionary(Type=pikepdf.Name.ExtGState, BM=pikepdf.Name(blend))
        return painting("/Mine gs 0 0 0 1 k 20 20 30 30 re f", ExtGState=lambda pdf: {"/Mine": pdf.make_indirect(state)})

    def mask(pdf: pikepdf.Pdf) -> dict[str, pikepdf.Object]:
        form = pikepdf.Stream(pdf, b"1 1 1 rg 0 0 200 300 re f")
        form.stream_dict.Type, form.stream_dict.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
        form.stream_dict.BBox = pikepdf.Array([0, 0, 200, 300])
        form.stream_dict.Group = pikepdf.Dictionary(S=pikepdf.Name.Transparency, CS=pikepdf.Name.DeviceRGB)
        hides = pikepdf.Dictionary(S=pikepdf.Name.Luminosity, G=pdf.make_indirect(form))
        return {"/Mine": pdf.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.ExtGState, SMask=hides))}

    assert rules(planted(data, plant("/Multiply")), wanted) == [("blend", 1)]
    assert rules(planted(data, painting("/Mine gs 0 0 0 1 k 20 20 30 30 re f", ExtGState=mask)), wanted) == [("rgb", 1)]
    assert rules(planted(data, plant("/Normal")), wanted) == []
