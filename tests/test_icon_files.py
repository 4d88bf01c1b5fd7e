"""Icons as SVG files of any view box: the same path as by hand, holes under either rule, and the reasons of those that are none."""

from __future__ import annotations

from pathlib import Path

import pytest

from penance_build.api import compile_game, compile_texts
from penance_build.press.drawing.icon_path import commands
from penance_build.press.pictures.icon_svg import icon_path
from penance_build.press.pictures.picture import Fault
from penance_build.press.pictures.svg_clean import clean_svg

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
BOX = 'viewBox="0 0 24 24"'
GAME = 'game: {id: g, name: G, version: "1", language: 1}\n'


def path_of(body: str, view: str = 'viewBox="0 0 24 24"') -> str:
    return icon_path(f"{HEAD}{view}>{body}</svg>".encode())


def area(path: str) -> float:
    """The area that a path of straight lines and curves encloses, by the way in which it runs."""
    total, points = 0.0, []
    for name, steps in commands(path):
        if name == "moveTo":
            points = [steps[0]]
        elif steps:
            points.append(steps[-1])
        else:
            total += sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, [*points[1:], points[0]], strict=True)) / 2
    return total


@pytest.mark.parametrize(
    ("body", "view", "path"),
    [
        ('<path d="M4 4h16v16H4z"/>', 'viewBox="0 0 24 24"', "M4 4L20 4L20 20L4 20Z"),
        ('<rect x="4" y="4" width="16" height="16"/>', 'viewBox="0 0 24 24"', "M4 4L20 4L20 20L4 20Z"),
        ('<polygon points="0,0 512,0 512,512"/>', 'viewBox="0 0 512 512"', "M0 0L24 0L24 24Z"),
        ('<rect width="100" height="50"/>', 'viewBox="0 0 100 50"', "M0 6L24 6L24 18L0 18Z"),
        ('<rect x="10" y="10" width="48" height="48"/>', 'viewBox="10 10 48 48"', "M0 0L24 0L24 24L0 24Z"),
        ('<rect width="12" height="12"/>', 'width="12" height="12"', "M0 0L24 0L24 24L0 24Z"),
        ('<g transform="translate(6 6) scale(2)"><rect width="6" height="6"/></g>', BOX, "M6 6L18 6L18 18L6 18Z"),
        ('<defs><rect id="a" width="6" height="6"/></defs><use xlink:href="#a" x="3" y="3"/>', BOX, "M3 3L9 3L9 9L3 9Z"),
        ('<path style="fill:#123456;stroke:none" d="M0 0H24V24Z"/><path fill="none" d="M0 0H9"/>', BOX, "M0 0L24 0L24 24Z"),
        (f'{"<g>" * 50}<path d="M0 0H24V24Z"/>{"</g>" * 50}', BOX, "M0 0L24 0L24 24Z"),
        # An address elsewhere is no part of the drawing: here it would be drawn more often than there are atoms.
        ('<g id="a"><path d="M0 0H24V24Z"/><use href="xa"/><use href="xa"/></g>', BOX, "M0 0L24 0L24 24Z"),
    ],
)
def test_any_drawing_of_filled_shapes(body: str, view: str, path: str) -> None:
    assert path_of(body, view) == path


@pytest.mark.parametrize("place", ["", "a/./b", "none", "1e999"])
def test_a_place_that_is_no_number_is_none(place: str) -> None:
    """Or one beyond the grid."""
    body = f'<defs><rect id="a" width="6" height="6"/></defs><use href="#a" x="{place}" y="3"/>'
    if place == "1e999":
        with pytest.raises(Fault, match="lies nowhere"):
            path_of(body)
    else:
        assert path_of(body) == "M0 3L6 3L6 9L0 9Z"


def test_a_turn_and_round_shapes() -> None:
    assert area(path_of('<g transform="rotate(90 12 12)"><rect x="2" y="6" width="4" height="8"/></g>')) == pytest.approx(32, abs=0.01)
    assert "C" in path_of('<circle cx="12" cy="12" r="10"/>')
    assert "C" in path_of('<rect x="2" y="2" width="20" height="20" rx="4"/>')


def test_holes_are_holes_under_either_rule() -> None:
    both = '<path fill-rule="{}" d="M0 0H24V24H0ZM6 6H18V18H6Z"/>'
    assert area(path_of(both.format("evenodd"))) == pytest.approx(24 * 24 - 12 * 12)
    assert area(path_of(both.format("nonzero"))) == pytest.approx(24 * 24 + 12 * 12)
    rings = '<path style="fill-rule:evenodd" d="M0 0H24V24H0ZM4 4H20V20H4ZM8 8H16V16H8Z"/>'
    assert area(path_of(rings)) == pytest.approx(24 * 24 - 16 * 16 + 8 * 8)


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ('<path fill="none" stroke="#000" d="M0 0H24V24Z"/>', "drawn with lines"),
        ('<g stroke="black"><path d="M0 0H24V24Z"/></g>', "drawn with lines"),
        ("<text>7</text>", "letters"),
        ('<image href="data:image/png;base64,AA"/>', "a picture in it"),
        ("<style>path{fill:red}</style>", "style sheet"),
        ('<path clip-path="url(#a)" d="M0 0H24V24Z"/>', "cut off"),
        ('<rect width="24" height="24"/><path fill="#fff" d="M0 0H9V9Z"/>', "white"),
        ('<g id="a"><use href="#a"/></g>', "within itself"),
        (
            '<defs><path id="a0" d="M0 0h4v4z"/>'
            + "".join(f'<g id="a{at}">{f"""<use href="#a{at - 1}"/>""" * 10}</g>' for at in range(1, 9))
            + '</defs><use href="#a8"/>',
            "elements when",
        ),
        ("", "draws nothing"),
        ('<path d="M0 0H240V240Z"/>', "beyond the grid"),
        ('<path d="Q"/>', "cannot be read"),
        (f'<path fill-rule="evenodd" d="{"M0 0h1v1z" * 50_000}"/>', "more than 200,000 characters"),
        (f'<path fill-rule="evenodd" d="{"M0 0h1v1z" * 20_000}"/>', "more than 1,000 lines and curves"),
        (f'<defs><path id="a" d="{"M0 0" * 1_000}"/></defs>{"""<use href="#a"/>""" * 5_000}', "more than 200,000 characters"),
    ],
)
def test_what_is_no_icon_is_refused_with_the_reason(body: str, says: str) -> None:
    with pytest.raises(Fault) as caught:
        path_of(body)
    assert caught.value.code == "E810"
    assert says in caught.value.says
    assert caught.value.cure


def test_an_icon_of_a_game_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "icons").mkdir()
    (tmp_path / "icons" / "shell.svg").write_text(f'{HEAD}viewBox="0 0 48 48"><rect width="48" height="48"/></svg>', encoding="utf-8")
    (tmp_path / "game.yaml").write_text(GAME + "icons: {shell: icons/shell.svg}\n", encoding="utf-8")
    made = compile_game(tmp_path)
    assert made.problems == ()
    assert made.program is not None
    assert made.program.printed.icons == (("shell", "M0 0L24 0L24 24L0 24Z"),)
    assert made.ignored == ()


def test_an_icon_is_read_anew_when_its_file_changes() -> None:
    shell = f'{HEAD}viewBox="0 0 24 24"><rect width="24" height="24"/></svg>'
    texts = {"game.yaml": GAME + "icons: {shell: shell.svg}\n", "shell.svg": shell}
    first = compile_texts(texts)
    second = compile_texts({**texts, "shell.svg": texts["shell.svg"].replace('width="24" ', 'width="12" ')}, previous=first)
    paths = [made.program.printed.icons[0][1] for made in (first, second) if made.program is not None]
    assert paths == ["M0 0L24 0L24 24L0 24Z", "M0 0L12 0L12 24L0 24Z"]


def test_problems_stand_at_the_icon() -> None:
    lines = f'{HEAD}viewBox="0 0 9 9"><path stroke="red" d="M0 0H9"/></svg>'
    texts = {"game.yaml": GAME + "icons:\n  a: gone.svg\n  b: lines.svg\n", "lines.svg": lines}
    found = [(problem.code, problem.span.line, problem.message) for problem in compile_texts(texts).problems]
    assert found == [("E834", 3, "the icon gone.svg is not there"), ("E810", 4, "the icon lines.svg is drawn with lines")]


@pytest.mark.parametrize(
    ("body", "view"),
    [
        (f'<path d="M4 4h{"9" * 400}v16H4z"/>', BOX),
        ('<path d="M4 4h1e999v16H4z"/>', BOX),
        ('<rect x="4" y="1e999" width="16" height="16"/>', BOX),
        ('<g transform="scale(1e999)"><path d="M0 4h16v16H4z"/></g>', BOX),
        ('<path d="M4 4h16v16H4z"/>', 'viewBox="0 0 1e999 24"'),
        ('<path d="M4 4h16v16H4z"/>', 'viewBox="1e999 0 24 24"'),
        ('<path d="M4 4h16v16H4z"/>', f'viewBox="0 0 24 24" width="{"9" * 400}"'),
    ],
)
def test_numbers_beyond_all_numbers_are_a_fault(body: str, view: str) -> None:
    """Points that lie nowhere, and sizes that are none: a sentence of ours, whoever meets them."""
    for read in (icon_path, clean_svg):
        try:
            read(f"{HEAD}{view}>{body}</svg>".encode())
        except Fault as fault:
            assert not any(word in fault.says for word in ("float", "integer", "NaN", "infinity"))
