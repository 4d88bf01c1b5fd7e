"""Makers of cards: their profiles, pictures in exact pixels at true size, orders, and what the preflight says."""

from __future__ import annotations

import io
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image

from penance_build.build.game import BuildRequest, build_game
from penance_build.cli.app import app
from penance_build.cli.catch import run
from penance_build.exits.drawn import Drawn
from penance_build.exits.names import shipped_names
from penance_build.exits.profiles import CardCanvas, read_profile
from penance_build.exits.raster import canvas_picture
from penance_build.product import ExitAsked, NoFiles
from penance_build.shipped import data_folder
from tests.exits_support import BOXES, CARDS, apart, faces_at, files_of, folder, held, left, opened, rows, tree
from tests.press_pdf import run_cache

NO_EXIT = ExitAsked()
OWN = """
name: Own
form: images
names: {front: "{deck}-{card}", back: "{deck}-{back}"}
limits: {cards: 5, call: 2}
canvases: [{name: small, trim: 63.5 x 88.9 mm, canvas: 822 x 1122 px, bleed: 36 px, safe: 72 px}]
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return folder(tmp_path_factory.mktemp("makers"))


def problems(path: Path, name: str) -> list[tuple[str, str]]:
    return [(problem.code, problem.message) for problem in left(path, name).problems]


# ------------------------------------------------------------ profiles


@pytest.mark.parametrize("name", shipped_names())
def test_shipped_profiles_are_right(name: str) -> None:
    profile, found = read_profile(name, NoFiles())
    assert found == []
    assert profile is not None
    for canvas in profile.canvases:
        for way in (0, 1):
            exact = Fraction(canvas.trim[way] * profile.dpi, 25400) + canvas.bleed[way]
            assert abs(exact - canvas.pixels[way]) <= 1
            assert canvas.safe[way] > canvas.bleed[way]


def test_the_figures_of_makers() -> None:
    def pixels(name: str) -> dict[str, tuple[int, int]]:
        profile, _ = read_profile(name, NoFiles())
        assert profile is not None
        return {canvas.name: canvas.pixels for canvas in profile.canvases}

    tgc = {"PokerDeck": (825, 1125), "EuroPokerDeck": (825, 1125), "BridgeDeck": (750, 1125), "TarotDeck": (900, 1500)}
    assert (tgc | {"MiniDeck": (600, 825)}).items() <= pixels("tgc").items()
    assert {"poker": (822, 1122), "bridge": (747, 1122), "tarot": (897, 1497)}.items() <= pixels("mpc").items()


# What the shape of a profile does not allow has the codes of shapes.
MISSPELT = (OWN.replace("form: images", "form: image"), OWN.replace("limits: {cards: 5", "limits: {crads: 5"))


def test_there_is_no_such_profile() -> None:
    for name, says in (("TGC", "`TGC` is no name of a profile"), ("tcg", "the profile `tcg` cannot be had")):
        profile, [problem] = read_profile(name, NoFiles())
        assert profile is None
        assert (problem.code, problem.span.file) == ("E860", f"profiles/{name}.yaml")
        assert problem.message.startswith(says)
    assert problem.hint == "did you mean `tgc`?"


def test_an_empty_profile_lacks_everything(tmp_path: Path) -> None:
    made = left(folder(tmp_path, profile={"own": ""}), "own")
    found = [(problem.code, problem.span.file, problem.span.line, problem.message) for problem in made.problems]
    assert found == [
        ("W160", "profiles/own.yaml", 1, "the file has no data"),
        ("E202", "profiles/own.yaml", 1, "the profile has no `name` and no `form`"),
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("name: A\nform: images\n", "a profile of the form `images` needs `canvases`"),
        ("name: A\nform: tts\n", "a profile of the form `tts` needs `sheet`"),
        (OWN.replace("822 x 1122", "825 x 1122"), "the canvas is 825 px wide, and trim and bleed make 822 px"),
        (OWN.replace("safe: 72 px", "safe: 72 x 20 px"), "the safe zone is outside of the card, or nothing is left of it"),
        (OWN.replace("{deck}-{card}", "{deck}-{crad}"), "the name of a front has {crad} for which there is nothing"),
        (OWN.replace("{deck}-{card}", "{deck}"), "all fronts would have one name"),
        (OWN.replace("form: images", "form: image"), "`form` of the profile"),
        (OWN.replace("limits: {cards: 5", "limits: {crads: 5"), "unknown key `crads`"),
        (
            OWN.replace("form: images", "form: order_xml\nstock: {chosen: (S31) Smooth, known: [(S30) Smooth]}"),
            "there is no stock `(S31) Smooth`",
        ),
        (
            OWN.replace("form: images", "form: order_xml\nstock: {chosen: P, foil: true, known: [P], never_foil: [P]}"),
            "`P` cannot have foil",
        ),
    ],
)
def test_a_wrong_profile_is_said_at_its_line(tmp_path: Path, text: str, says: str) -> None:
    made = left(folder(tmp_path, profile={"own": text}), "own")
    assert made.artifacts == ()
    [problem] = made.problems
    assert says in problem.message
    assert problem.code == "E861" or text in MISSPELT
    assert problem.span.file == "profiles/own.yaml"
    assert problem.span.line > 0


def test_a_profile_of_a_game_is_no_rules_and_comes_before_ours(tmp_path: Path) -> None:
    made = left(folder(tmp_path, profile={"tgc": OWN}), "tgc")
    assert {artifact.path for artifact in made.artifacts} >= {"for-tgc/all-shell_7.png", "for-tgc/order.csv"}


# ------------------------------------------------------------ pictures and orders


def test_pictures_are_of_the_makers_size(game: Path) -> None:
    files = files_of(left(game, "tgc"), "tgc")
    pictures = {name for name in files if name.endswith(".png")}
    fronts = {"all/01-shell_7.png", "all/02-coral_10.png", "all/03-tide.png", "one/01-tide.png"}
    assert pictures == fronts | {"all/back-plain.png", "one/back-plain.png"}
    for name in pictures:
        assert opened(files[name]).size == (825, 1125)
        assert Image.open(io.BytesIO(files[name])).info["dpi"] == pytest.approx((300, 300), abs=0.02)
    assert [(row["deck"], row["product"], row["card"], row["copies"], row["front"], row["back"]) for row in rows(files["order.csv"])] == [
        ("all", "PokerDeck", "shell_7", "1", "all/01-shell_7.png", "all/back-plain.png"),
        ("all", "PokerDeck", "coral_10", "3", "all/02-coral_10.png", "all/back-plain.png"),
        ("all", "PokerDeck", "tide", "1", "all/03-tide.png", "all/back-plain.png"),
        ("one", "PokerDeck", "tide", "1", "one/01-tide.png", "one/back-plain.png"),
    ]


def test_a_file_for_each_card_where_the_maker_wants_it(game: Path) -> None:
    files = files_of(left(game, "mpc"), "mpc")
    fronts = sorted(name for name in files if name.startswith("all/") and "back" not in name)
    assert fronts == ["all/01-shell_7.png", "all/02-coral_10.png", "all/03-coral_10.png", "all/04-coral_10.png", "all/05-tide.png"]
    assert files["all/02-coral_10.png"] == files["all/04-coral_10.png"]
    assert opened(files["all/01-shell_7.png"]).size == (822, 1122)


@pytest.mark.full
def test_the_card_is_at_its_true_size_in_the_middle(game: Path) -> None:
    """Within the 36 pixels that are cut off stands the face as it is in 750 by 1050 pixels, which is 300 an inch."""
    picture = opened(files_of(left(game, "mpc"), "mpc")["one/back-plain.png"])
    faces = faces_at(game, 750, 1050)
    assert apart(picture.crop((36, 36, 786, 1086)), faces["back-plain"]) <= 2


def marked() -> Drawn:
    """A card of 40 by 60 mm: red with a bleed of 3 mm, and a black rhombus of 20 mm, its middle 15 mm from the left and top cut."""
    import pikepdf

    pdf = pikepdf.new()
    point = 72 / 25.4
    pdf.add_blank_page(page_size=(46 * point, 66 * point))
    x, y, reach = 18 * point, 48 * point, 10 * point
    red = f"1 0 0 rg 0 0 {46 * point} {66 * point} re f"
    black = f"0 g {x - reach} {y} m {x} {y - reach} l {x + reach} {y} l {x} {y + reach} l h f"
    pdf.pages[0].Contents = pikepdf.Stream(pdf, f"{red} {black}".encode())
    out = io.BytesIO()
    pdf.save(out)
    return Drawn("a", "a", "a", (40_000, 60_000), 3000, out.getvalue(), (), ())


@pytest.mark.parametrize("bleed", [Fraction(75, 2), Fraction(20), Fraction(60)])
def test_the_cut_is_where_it_belongs_and_the_last_pixels_are_carried_on(bleed: Fraction) -> None:
    """The middle of the rhombus, weighed by how dark pixels are, is to a twentieth of a pixel 15 mm from the cut; its area is true."""
    millimetre = Fraction(300) / Fraction(254, 10)
    trim = (40 * millimetre, 60 * millimetre)
    size = (round(trim[0] + 2 * bleed), round(trim[1] + 2 * bleed))
    inset = (int(2 * bleed), int(2 * bleed))
    picture = canvas_picture(marked(), CardCanvas("c", (40_000, 60_000), size, inset, inset), 300)
    assert picture.size == size
    dark = [255 - value for value in picture.getchannel("R").tobytes()]
    area = sum(dark) / 255
    assert area == pytest.approx(float(200 * millimetre**2), rel=0.001)
    for way in (0, 1):
        middle = sum(value * ((at % size[0] if way == 0 else at // size[0]) + 0.5) for at, value in enumerate(dark)) / 255 / area
        assert middle == pytest.approx(float((size[way] - trim[way]) / 2 + 15 * millimetre), abs=0.05)
    edges = [picture.getpixel(at) for at in ((0, 0), (size[0] - 1, 0), (0, size[1] - 1), (size[0] - 1, size[1] - 1), (0, size[1] // 2))]
    assert edges == [(255, 0, 0)] * 5


def test_the_order_of_mpc_autofill(game: Path) -> None:
    files = files_of(left(game, "mpcfill"), "mpcfill")
    order = tree(files["order.xml"])
    held("order", order)
    details, fronts, cardback = order[2]
    assert [item[1] for item in details[2]] == ["6", "(S30) Standard Smooth", "false"]
    cards = [[part[1] for part in card[2]] for card in fronts[2]]
    assert cards == [
        ["fronts/all-shell_7.png", "0", "all-shell_7.png", "shell 7"],
        ["fronts/all-coral_10.png", "1,2,3", "all-coral_10.png", "coral & ten"],
        ["fronts/all-tide.png", "4", "all-tide.png", "the tide"],
        ["fronts/one-tide.png", "5", "one-tide.png", "the tide"],
    ]
    assert cardback[1] == "backs/plain.png"
    assert set(files) == {"order.xml", "backs/plain.png", *(card[0] for card in cards)}


FACTIONS = """
factions: {red: {name: Red, tincture: red}, blue: {name: Blue, tincture: blue}}
"""


@pytest.mark.full
def test_backs_that_are_not_those_of_most_cards_are_named(tmp_path: Path) -> None:
    cards = CARDS.replace("{name: All,", "{name: All, faction: red,").replace("{name: One,", "{name: One, faction: blue,")
    files = files_of(left(folder(tmp_path, theme=FACTIONS, cards=cards), "mpcfill"), "mpcfill")
    order = tree(files["order.xml"])
    held("order", order)
    _, _, backs, cardback = order[2]
    assert cardback[1] == "backs/red.png"
    assert [[part[1] for part in card[2]] for card in backs[2]] == [["backs/blue.png", "5", "blue.png", "blue"]]
    assert {"backs/red.png", "backs/blue.png"} <= set(files)


# ------------------------------------------------------------ what is refused


def test_a_size_that_a_maker_has_not(tmp_path: Path) -> None:
    path = folder(tmp_path, theme="theme: {card_size: square}\n", boxes="title: {at: [5, 5, 50, 8], show: name}")
    [(code, says)] = problems(path, "mpcfill")
    assert (code, says) == ("E862", "MPC Autofill makes no cards of 70 by 70 mm, as “Shell 7” is")


def test_more_cards_than_an_order_takes(tmp_path: Path) -> None:
    path = folder(tmp_path, cards=CARDS.replace("coral_10: 3", "coral_10: 611"))
    assert problems(path, "mpcfill") == [("E863", "the order has 614 cards, and MPC Autofill takes 612 in one order")]
    assert problems(path, "mpc") == [("E863", "deck “All” has 613 cards, and MakePlayingCards takes 612 in one order")]


def test_files_of_one_name_are_refused(tmp_path: Path) -> None:
    path = folder(tmp_path, profile={"own": OWN.replace("{deck}-{card}", "{card}")})
    assert problems(path, "own") == [("E867", "card tide of deck all at 3 and card tide of deck one at 1 would both be the file tide.png")]


def test_uploads_are_counted(tmp_path: Path) -> None:
    files = files_of(left(folder(tmp_path, profile={"own": OWN}), "own"), "own")
    assert [row["upload"] for row in rows(files["order.csv"])] == ["1", "1", "2", "1"]


@pytest.mark.parametrize(
    ("box", "code", "says"),
    [
        (
            "title: {at: [0.5, 5, 53, 8], show: name, size: 9..14, align: left}",
            "W864",
            "card “Shell 7”, `title`: {} mm of text are outside of the safe zone of MakePlayingCards, which begins 3 mm from the cut",
        ),
        (
            'band: {at: [0, -3, 63.5, 20], shape: rectangle, fill: "#24476b"}',
            "W866",
            "card “Shell 7”, `band`: it reaches 0 mm beyond the cut, and MakePlayingCards asks for 3 mm of bleed",
        ),
        (
            'band: {at: [-1.5, -3, 66.5, 20], shape: rectangle, fill: "#24476b"}',
            "W866",
            "card “Shell 7”, `band`: it reaches 1.5 mm beyond the cut, and MakePlayingCards asks for 3 mm of bleed",
        ),
    ],
)
def test_the_preflight_names_card_part_and_millimetres(tmp_path: Path, box: str, code: str, says: str) -> None:
    found = [message for name, message in problems(folder(tmp_path, boxes=box), "mpc") if name == code]
    start, _, end = says.partition("{}")
    assert any(message.startswith(start) and message.endswith(end) for message in found), found
    if code == "W864":
        millimetres = float(next(message for message in found if message.startswith(start)).removeprefix(start).split()[0])
        assert 1.5 < millimetres < 2.6


def test_what_is_right_is_not_complained_of(tmp_path: Path) -> None:
    boxes = BOXES + 'band: {at: [-3, -3, 69.5, 10], shape: rectangle, fill: "#e0e0e0"}'
    assert [code for code, _ in problems(folder(tmp_path, boxes=boxes), "tgc") if code in ("W864", "W866")] == []


@pytest.mark.full
@pytest.mark.parametrize("name", ["tgc", *(pytest.param(name, marks=pytest.mark.soak) for name in ("mpc", "mpcfill"))])
def test_the_shipped_game_has_no_fault(name: str) -> None:
    files = files_of(left(data_folder("rules") / "penance", name, cache=run_cache()), name)
    sizes = {opened(data).size for path, data in files.items() if path.endswith(".png")}
    assert sizes == {(825, 1125) if name == "tgc" else (822, 1122)}
    if name == "mpcfill":
        held("order", tree(files["order.xml"]))


# ------------------------------------------------------------ builds


@pytest.mark.full
def test_a_build_for_a_maker_takes_nothing_else_away(game: Path, tmp_path: Path) -> None:
    def build(only: tuple[str, ...], exit_: ExitAsked = NO_EXIT) -> tuple[str, ...]:
        built = build_game(BuildRequest(game, tmp_path, only=only, exit=exit_))
        assert built.removed == ()
        return built.made

    assert build(("report",)) == ("report",)
    assert build(("for-pcio",), ExitAsked("pcio")) == ("for-pcio",)
    assert build(("for-mpc",), ExitAsked("mpc")) == ("for-mpc",)
    assert build(("for-mpc",), ExitAsked("mpc")) == ()
    assert build(("for-pcio",), ExitAsked("pcio")) == ()
    assert build(("for-pcio",), ExitAsked("pcio", "https://example.org/")) == ("for-pcio",)
    assert build(("report",)) == ()
    assert {path.name for path in (tmp_path / "g").iterdir()} == {"report", "for-pcio", "for-mpc", "manifest.json", ".penance-build"}


@pytest.mark.full
def test_the_command_line(game: Path, tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["build", str(game), "-o", str(tmp_path), "--for", "mpcfill"], standalone_mode=False)
    assert done.return_value == 0, done.output
    assert f"{tmp_path}/g/for-mpcfill/order.xml" in done.output
    assert not (tmp_path / "g" / "cards").exists()


@pytest.mark.parametrize("name", ["mpc", "mpcfill", "tgc", "offset", "ttpg", "pcio"])
def test_a_game_without_cards_has_nothing_to_send(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["build", "--game", str(data_folder("rules") / "skirmish"), "-o", str(tmp_path), "--for", name]) == 1
    assert f"nothing to print: no for-{name}, for the game has no `cards:`" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--for", "ttz"], "--for: there is no profile `ttz`; did you mean `tts`?"),
        (["--for", "tts", "--only", "cards"], "--for makes what one maker or program takes and nothing else"),
        (["--for", "tts", "--card", "tide"], "--for makes what one maker or program takes and nothing else"),
        (["--base-url", "https://example.org/"], "--base-url is for pictures of a virtual table: say which with --for"),
        (["--for", "tts", "--base-url", "example.org"], "--base-url: example.org is no address such as https://example.org/cards/"),
    ],
)
def test_wrong_use_is_said(game: Path, tmp_path: Path, words: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["build", str(game), "-o", str(tmp_path), *words]) == 2
    assert says in capsys.readouterr().err
