"""Templates that would lose something without a word, be another page each time, or leave something behind."""

from __future__ import annotations

import gc
import io
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from penance_build.api import compile_game
from penance_build.build.files import GameFiles
from penance_build.press.faces.product import produce as produce_faces
from penance_build.press.templated import worker
from penance_build.product import FacesAsked, NoCache, Selection, Settings
from tests.layout_support import picture, said
from tests.press_dice_support import text_of
from tests.test_layout_templates import PLAIN, built, complaint, folder_of, sheet

# ------------------------------------------------------------ what is lost without a word elsewhere


_LONG = "many words " * 40


@pytest.mark.full
@pytest.mark.parametrize(
    ("template", "told"),
    [
        (
            "<div style='position: relative; width: 40mm; height: 6mm; overflow: hidden'>"
            "<p style='position: absolute; width: 40mm'>%s</div>",
            "the text of `div` is",
        ),
        ("<div style='height: 6mm'><p style='max-lines: 2 !important; continue: discard !important'>%s</p></div>", "the text of `div` is"),
        ("<div style='line-clamp: 2 !important; height: 9mm'>%s</div>", "the text of `div` is"),
        ("<svg width='20' height='20' viewBox='0 0 20 20'><text y='10'>%s</text></svg>", "mm beyond the edge of the card"),
    ],
    ids=["cut off", "most lines", "line clamp", "drawing"],
)
def test_text_is_not_cut_off_without_a_word(tmp_path: Path, template: str, told: str) -> None:
    code, message, _ = complaint(tmp_path, PLAIN % ("", template % _LONG))
    assert code == "E833"
    assert told in message


@pytest.mark.full
def test_what_an_element_does_not_cut_off_is_not_complained_of(tmp_path: Path) -> None:
    text = "<div style='width: 40mm; height: 3mm; overflow: hidden'><p style='position: absolute; width: 40mm'>a<br>b<br>c</div>"
    assert text_of(sheet(folder_of(tmp_path, PLAIN % ("", text)))).count("c") >= 4


@pytest.mark.full
def test_a_clip_of_old_does_nothing(tmp_path: Path) -> None:
    template = "<div style='position: absolute; left: 10mm; top: 20mm; width: 5mm; height: 5mm; background: #a00000; %s'></div>"
    pictures = []
    for number, clip in enumerate(("", "clip: rect(0px, 5px, 5px, 0px) !important")):
        folder = folder_of(tmp_path / str(number), template % clip)
        settings = Settings("a4", NoCache(), GameFiles(folder), faces=FacesAsked(dpi=60), chosen=Selection(cards=("shell_7",)))
        pictures.append({one.path: one.data for one in produce_faces(compile_game(folder), settings).artifacts}["faces/shell_7.png"])
    assert pictures[0] == pictures[1]


@pytest.mark.full
@pytest.mark.parametrize("rule", ["@page", "@page :first"])
def test_the_size_of_the_page_is_that_of_its_place(tmp_path: Path, rule: str) -> None:
    square = "<style>div { position: absolute; left: 10mm; top: 20mm; width: 5mm; height: 5mm; background: #a00000 }</style><div></div>"
    own = f"<style>{rule} {{ size: 40mm 40mm !important; margin: 10mm !important; bleed: 8mm !important; marks: crop !important }}</style>"
    folder = folder_of(tmp_path, own + square)
    settings = Settings("a4", NoCache(), GameFiles(folder), faces=FacesAsked(dpi=254), chosen=Selection(cards=("shell_7",)))
    files = {artifact.path: artifact.data for artifact in produce_faces(compile_game(folder), settings).artifacts}
    image = Image.open(io.BytesIO(files["faces/shell_7.png"])).convert("RGB")
    inked = [(x, y) for x in range(image.width) for y in range(image.height) if image.getpixel((x, y)) == (160, 0, 0)]
    assert (min(inked), max(inked)) == ((100, 200), (149, 249))


@pytest.mark.full
def test_letters_of_drawings_in_the_page_are_looked_at(tmp_path: Path) -> None:
    drawing = "<svg width='90' height='40'><text y='20'>a<tspan font-weight='bold'>\u4e00</tspan>\u4e01</text></svg>"
    code, message, _ = complaint(tmp_path, PLAIN % ("", drawing))
    assert (code, "\u4e00" in message, "\u4e01" in message) == ("E803", True, True)


@pytest.mark.full
@pytest.mark.parametrize(
    "element",
    [
        "<img src='./art/a%%20b.png' %s>",
        "<img src='http://game.invalid/art/a b.png' %s>",
        "<object data='art/a b.png' %s></object>",
        "<base href='art/'><img src='a b.png' %s>",
    ],
)
def test_pictures_are_judged_however_they_are_named(tmp_path: Path, element: str) -> None:
    shown = element % "style='width: 40mm; height: 40mm'"
    made = built(folder_of(tmp_path, PLAIN % ("", shown), files={"art/a b.png": picture(90, 90)}))
    assert [code for code, _ in said(made)] == ["W836"]


@pytest.mark.full
def test_a_damaged_picture_is_found_as_in_a_box(tmp_path: Path) -> None:
    shown = PLAIN % ("", "<img src='art/a.png' style='width: 20mm'>")
    code, message, _ = complaint(tmp_path, shown, files={"art/a.png": picture(400, 400)[:-60]})
    assert (code, "is damaged" in message) == ("E835", True)


@pytest.mark.full
def test_many_addresses_are_told_in_few_lines(tmp_path: Path) -> None:
    many = "".join(f"<img src='art/{n}.png'><img src='http://x/{n}.png'>" for n in range(300))
    found = said(built(folder_of(tmp_path, many)))
    assert len(found) == 21
    assert any("asks for 580 more that it cannot have" in message for _, message in found)


# ------------------------------------------------------------ what would be another page each time


@pytest.mark.full
@pytest.mark.parametrize(
    "printed",
    [
        "{{ card }}",
        "{{ card.name.upper }}",
        "{{ range }}",
        "{{ [1] | map('upper') }}",
        "{{ '' ~ range }}",
    ],
)
def test_what_is_no_text_is_not_printed(tmp_path: Path, printed: str) -> None:
    code, message, _ = complaint(tmp_path, PLAIN % ("", printed))
    assert (code, "prints something that is no text" in message) == ("E844", True)


@pytest.mark.full
def test_what_is_a_text_is_printed(tmp_path: Path) -> None:
    macro = "{% macro f(n) %}m{{ n }}{% endmacro %}{% set held = namespace(a=7) %}{% set block %}b{% endset %}"
    text = text_of(sheet(folder_of(tmp_path, PLAIN % ("", macro + "{{ f(1) }}|{{ held.a }}|{{ block }}|{{ [1, 2] }}|{{ 3 / 2 }}"))))
    assert text.count("m1|7|b|[1, 2]|1.5") == 4


@pytest.mark.full
def test_what_calls_itself_is_told_apart_from_what_takes_too_much(tmp_path: Path) -> None:
    for number, template in enumerate(("{% macro f(n) %}{{ f(n) }}{% endmacro %}{{ f(1) }}", "{% for a in range(3000) %}<b>{% endfor %}a")):
        code, message, _ = complaint(tmp_path / str(number), template)
        assert (code, "too deep" in message) == ("E844", True)


# ------------------------------------------------------------ a process that is ended


@pytest.mark.full
def test_a_process_that_somebody_ended_is_started_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = folder_of(
        tmp_path, PLAIN % ("", "<img src='art/a.png' style='width: 5mm'>{{ card.name }}"), files={"art/a.png": picture(90, 90)}
    )
    first = built(folder)
    page, calls = worker.Worker.page, []

    def ended(self: worker.Worker, request: dict[str, object], shown: Callable[[str], bytes | None]) -> tuple[dict[str, object], bytes]:
        def answer(name: str) -> bytes | None:
            calls.append(name)
            if len(calls) == 2:
                assert self._started.process is not None
                self._started.process.kill()
            return shown(name)

        return page(self, request, answer)

    monkeypatch.setattr(worker.Worker, "page", ended)
    assert built(folder) == first
    assert len(calls) == 4


@pytest.mark.full
def test_pages_before_it_do_not_count_against_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page, served = worker.Worker.page, []

    def full(self: worker.Worker, *given: object) -> tuple[dict[str, object], bytes]:
        served.append(self.pages)
        return ({"limit": "memory"}, b"") if self.pages >= 2 else page(self, *given)  # type: ignore[arg-type]

    folder = folder_of(tmp_path, PLAIN % ("", "{{ card.name }}"))
    first = built(folder)
    monkeypatch.setattr(worker.Worker, "page", full)
    assert built(folder) == first
    assert served == [0, 1, 2, 0]


@pytest.mark.full
def test_a_build_leaves_no_process_and_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[subprocess.Popen[bytes]] = []
    folders: list[str] = []
    popen, mkdtemp = subprocess.Popen, tempfile.mkdtemp
    monkeypatch.setattr(worker.subprocess, "Popen", lambda *a, **k: started.append(popen(*a, **k)) or started[-1])
    monkeypatch.setattr(worker.tempfile, "mkdtemp", lambda **k: folders.append(mkdtemp(**k)) or folders[-1])
    for _ in range(2):
        built(folder_of(tmp_path, PLAIN % ("", "a")))
    gc.collect()
    assert [process.poll() is not None for process in started] == [True, True]
    assert [Path(folder).exists() for folder in folders] == [False, False]


@pytest.mark.full
def test_limits_that_are_set_already_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    popen = subprocess.Popen

    def limited() -> None:
        for kind, most in ((resource.RLIMIT_AS, 1_200_000_000), (resource.RLIMIT_CPU, 60), (resource.RLIMIT_NOFILE, 50)):
            resource.setrlimit(kind, (most, most))

    monkeypatch.setattr(worker.subprocess, "Popen", lambda *a, **k: popen(*a, **k, preexec_fn=limited))
    assert said(built(folder_of(tmp_path, PLAIN % ("", "a")))) == []
