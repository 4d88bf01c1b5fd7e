"""What the tests of drawn sheets share: a compiled game, its products made once, and a reader of what a PDF draws."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path

import pikepdf
import pypdfium2

from penance_build.api import Compilation, compile_game
from penance_build.product import Artifact, Settings
from tests.press_pdf import run_cache

RULES = Path(__file__).resolve().parent.parent / "rules"
PT_UM = 25400 / 72


@cache
def compiled(game: str) -> Compilation:
    return compile_game(RULES / game, every_option=False)


@cache
def settings(paper: str) -> Settings:
    return Settings(paper, run_cache())


def text_of(pdf: bytes) -> str:
    """All text of a document, words parted by single spaces."""
    document = pypdfium2.PdfDocument(pdf)
    return " ".join(" ".join(page.get_textpage().get_text_bounded() for page in document).split())


def by_path(artifacts: tuple[Artifact, ...]) -> dict[str, bytes]:
    paths = [artifact.path for artifact in artifacts]
    assert len(set(paths)) == len(paths)
    return {artifact.path: artifact.data for artifact in artifacts}


Matrix = tuple[float, float, float, float, float, float]


def _times(m: Matrix, n: Matrix) -> Matrix:
    return (
        m[0] * n[0] + m[1] * n[2],
        m[0] * n[1] + m[1] * n[3],
        m[2] * n[0] + m[3] * n[2],
        m[2] * n[1] + m[3] * n[3],
        m[4] * n[0] + m[5] * n[2] + n[4],
        m[4] * n[1] + m[5] * n[3] + n[5],
    )


def paths_drawn(pdf: bytes) -> list[list[tuple[float, float]]]:
    """The points of every path on the first page, in micrometres on the paper, from the lower left corner."""
    found: list[list[tuple[float, float]]] = []
    with pikepdf.open(io.BytesIO(pdf)) as document:
        _read(document.pages[0], document.pages[0].get("/Resources"), (1, 0, 0, 1, 0, 0), found)
    return found


def _read(source: object, resources: object, matrix: Matrix, found: list[list[tuple[float, float]]]) -> None:
    stack: list[Matrix] = []
    for instruction in pikepdf.parse_content_stream(source):  # type: ignore[arg-type]
        operands, operator = instruction.operands, instruction.operator
        name = str(operator)
        if name == "q":
            stack.append(matrix)
        elif name == "Q":
            matrix = stack.pop()
        elif name == "cm":
            matrix = _times(tuple(float(value) for value in operands), matrix)  # type: ignore[arg-type]
        elif name in ("m", "l", "c", "v", "y"):
            numbers = [float(value) for value in operands]
            points = [_on_paper(matrix, x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
            if name == "m":
                found.append([])
            found[-1].extend(points)
        elif name == "re":
            x, y, width, height = (float(value) for value in operands)
            corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
            found.append([_on_paper(matrix, *corner) for corner in corners])
        elif name == "Do":
            form = resources["/XObject"][operands[0]]  # type: ignore[index]
            if form.get("/Subtype") == "/Form":
                inner = tuple(float(value) for value in form.get("/Matrix", [1, 0, 0, 1, 0, 0]))
                _read(form, form.get("/Resources", resources), _times(inner, matrix), found)  # type: ignore[arg-type]


def _on_paper(m: Matrix, x: float, y: float) -> tuple[float, float]:
    return ((x * m[0] + y * m[2] + m[4]) * PT_UM, (x * m[1] + y * m[3] + m[5]) * PT_UM)


def extents(path: list[tuple[float, float]]) -> tuple[float, float]:
    """Width and height of a path, in micrometres."""
    xs, ys = [x for x, _ in path], [y for _, y in path]
    return max(xs) - min(xs), max(ys) - min(ys)
