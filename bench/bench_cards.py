"""How long card sheets take, beside one plain WeasyPrint document of the same faces with the same ornaments.

All faces of the decks of Penance, each once: ours fits the text, lays out, imposes every copy and reads the letters; theirs is one page
for each face with the text at the size that ours found and the ornament as SVG in the page. CPU time on one core, the best of several
runs in turn. That both show the same is compared by the words on the pages.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pypdfium2

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.timing import process_seconds, seconds  # noqa: E402
from penance_build.api import Compilation, compile_texts  # noqa: E402
from penance_build.press.cards import back, faces, front, product  # noqa: E402
from penance_build.press.drawing.pdf import pdf_content  # noqa: E402
from penance_build.press.drawing.shapes import Layer  # noqa: E402
from penance_build.press.drawing.svg import elements  # noqa: E402
from penance_build.press.faces import product as single  # noqa: E402
from penance_build.press.text.layout import _Engine  # noqa: E402
from penance_build.product import FacesAsked, NoCache, Settings  # noqa: E402
from tests.press_pdf import MemoryCache  # noqa: E402

ROUNDS = 2


class Plain:
    """The same faces as one document."""

    def __init__(self, game: Compilation) -> None:
        self.pages: list[list[str]] = []
        self.press: Any = None
        lay_out, drawn = faces.Press.lay_out, pdf_content
        arts: list[str] = []

        def note_page(press: Any, html: str) -> Any:
            self.press = press
            self.pages.append([html, ""])
            return lay_out(press, html)

        def note_art(layers: Iterable[Layer], height: int) -> bytes:
            listed = list(layers)
            groups = (f'<g transform="translate({item.left // 10} {item.top // 10})">{elements(item.shapes)}</g>' for item in listed)
            arts.append("".join(groups))
            self.pages[-1][1] = arts[-1]
            return drawn(listed, height)

        faces.Press.lay_out = note_page  # type: ignore[method-assign, assignment]
        front.pdf_content = back.pdf_content = note_art  # type: ignore[attr-defined, assignment]
        try:
            product.produce(game, Settings("a4", NoCache()))
        finally:
            faces.Press.lay_out = lay_out  # type: ignore[method-assign]
            front.pdf_content = back.pdf_content = drawn  # type: ignore[attr-defined]

    def document(self) -> str:
        """Its text: a page for each face, the last size of each that was tried."""
        width, height = self.press.trim.page.width, self.press.trim.page.height
        pages = []
        for html, art in self.pages:
            if not art:  # a size that was tried, and was too large
                continue
            style = re.search(r"<(?:html|body)[^>]*style=\"([^\"]*)\"", html)
            body = html.partition("<body")[2].partition(">")[2].rpartition("</body>")[0]
            view = f"0 0 {width // 10} {height // 10}"
            ornament = f'<svg xmlns="http://www.w3.org/2000/svg" class="ornament" viewBox="{view}">{art}</svg>'
            pages.append(f'<div class="face" style="{style[1] if style else ""}">{ornament}{body}</div>')
        return f'<!DOCTYPE html><html lang="en"><body>{"".join(pages)}</body></html>'

    def css(self) -> str:
        """The style of its pages."""
        width, height = self.press.trim.page.width / 1000, self.press.trim.page.height / 1000
        box = f"width: {width}mm; height: {height}mm"
        face = f".face {{ position: relative; {box}; break-after: page; overflow: hidden }} .ornament {{ position: absolute; {box} }}"
        page = f"@page {{ size: {width}mm {height}mm; margin: 0 }} body {{ margin: 0; font-family: text; font-size: 8pt }}"
        return f"{page} {self.press.css} {face}"


def words(data: bytes, pages: int) -> int:
    """How many words stand on the first pages."""
    document = pypdfium2.PdfDocument(data)
    return sum(len(document[index].get_textpage().get_text_bounded().split()) for index in range(min(pages, len(document))))


def main() -> None:
    """Print the rows."""
    texts = {path.name: path.read_text(encoding="utf-8") for path in sorted((ROOT / "rules" / "penance").glob("*.yaml"))}
    game = compile_texts(texts, every_option=False)
    name = next(name for name in sorted(texts) if name.startswith("cards_") and "name: " in texts[name])
    changed = compile_texts({**texts, name: texts[name].replace("name: ", "name: A", 1)}, every_option=False)
    assert game.program is not None and changed.program is not None
    plain = Plain(game)
    engine = _Engine.of(plain.press.fonts)
    html, css = plain.document(), plain.css()

    def theirs() -> bytes:
        sheet = engine._weasyprint.CSS(string=css, font_config=engine._fonts)
        made: bytes = engine._weasyprint.HTML(string=html).write_pdf(stylesheets=[sheet], font_config=engine._fonts)
        return made

    faces_made = html.count('class="face"')
    assert len(pypdfium2.PdfDocument(theirs())) >= faces_made
    memory = MemoryCache()
    product.produce(game, Settings("a4", memory, made_by="this"))
    cold = min(seconds(lambda: product.produce(game, Settings("a4", NoCache()))) for _ in range(ROUNDS))
    once = []
    for _ in range(ROUNDS):
        again = MemoryCache(memory.kept)
        once.append(seconds(lambda kept=again: product.produce(changed, Settings("a4", kept, made_by="this"))))
    other = min(seconds(theirs) for _ in range(ROUNDS))
    them = f"{other:.2f} s one WeasyPrint document"
    print(f"all {faces_made} faces of Penance, fitted and imposed | {cold:.2f} s | {them} | {cold / other:.2f} | 0.7")
    print(f"one card changed | {min(once) * 1000:.0f} ms | {them} | {min(once) / other:.3f} | 0.05")
    asked = Settings("a4", NoCache(), faces=FacesAsked(size=(825, 1125), bleed=True))
    listed = json.loads(next(item.data for item in single.produce(game, asked).artifacts if item.path == "faces/faces.json"))["faces"]
    alone = min(seconds(lambda: single.produce(game, asked)) for _ in range(ROUNDS))
    name = f"{len(listed)} faces as PNG of 825 x 1125, SVG and PDF, cold: {len(listed) / alone:.0f} a second"
    print(f"{name} | {alone:.2f} s | {them} | {alone / other:.2f} |")
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "penance_build", "build", str(ROOT / "rules" / "penance"), "-o", folder, "--only", "cards"]
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
        nothing = min(process_seconds(command) for _ in range(3))
    print(f"nothing changed, start of Python and all | {nothing * 1000:.0f} ms | {them} | {nothing / other:.3f} | 0.02")


if __name__ == "__main__":
    main()
