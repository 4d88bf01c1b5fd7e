"""The kit: what a player prints and plays from, read back from its archive."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

import pikepdf
import pytest
from msgspec.structs import replace

from penance_build.api import Compilation, compile_game
from penance_build.build.files import GameFiles
from penance_build.build.game import BuildRequest, build_game
from penance_build.build.judging.answers import produce as make_reference
from penance_build.cli.printing.asked import narrowed
from penance_build.kit.decks import decks_of
from penance_build.kit.needs import markers, rolled, shared_markers
from penance_build.kit.product import produce
from penance_build.press.cards.product import produce as make_cards
from penance_build.press.dice.product import produce as make_dice
from penance_build.product import NoCache, Printing, Selection, Settings
from tests.games import shipped
from tests.press_dice_support import RULES, compiled, paths_drawn, text_of
from tests.press_pdf import run_cache

pytestmark = pytest.mark.full

DUEL = ("confessor", "warden")
GAME = """
game: {id: g, name: G, version: "1", language: 1}
card_types: {plain: {name: Plain}}
cards: {one: {name: One, type: plain, text: Go.}, two: {name: Two, type: plain, text: Halt.}}
decks: {first: {name: First, cards: {one: 3, two: 1}}, second: {name: Second, cards: {two: 2}}}
"""


def settings(*decks: str, paper: str = "a4") -> Settings:
    return Settings(paper, run_cache(), GameFiles(RULES / "penance"), chosen=Selection(decks=decks))


def files_of(compilation: Compilation, asked: Settings) -> dict[str, bytes]:
    produced = produce(compilation, asked)
    assert not [problem for problem in produced.problems if problem.severity == "error"]
    (artifact,) = produced.artifacts
    with zipfile.ZipFile(io.BytesIO(artifact.data)) as archive:
        assert archive.testzip() is None
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        names = archive.namelist()
        assert len(set(names)) == len(names)
        return {name: archive.read(name) for name in names}


@pytest.fixture(scope="module")
def duel() -> dict[str, bytes]:
    """The kit of a duel of two decks."""
    return files_of(compiled("penance"), settings(*DUEL))


def test_a_kit_holds_what_a_duel_needs(duel: dict[str, bytes]) -> None:
    assert sorted(duel) == [
        "NOTICE", "README-a4.pdf",
        "cards/confessor-a4.pdf", "cards/damage_cards-church-a4.pdf", "cards/damage_cards-elves-a4.pdf", "cards/warden-a4.pdf",
        "cards/wound_deck-a4.pdf", "dice/attack-a4.pdf", "dice/defense-a4.pdf", "dice/paper-dice-a4.pdf",
        "reference/penance-a4.pdf", "reference/penance-arena-a4.pdf", "reference/penance-casket-a4.pdf", "reference/penance-odds-a4.pdf",
        "reference/penance-tokens-a4.pdf",
    ]  # fmt: skip


def test_its_files_are_those_of_a_build(duel: dict[str, bytes]) -> None:
    whole = settings()
    made = [make(compiled("penance"), whole) for make in (make_cards, make_dice, make_reference)]
    built = {artifact.path: artifact.data for one in made for artifact in one.artifacts}
    mine = {path: data for path, data in duel.items() if path not in ("NOTICE", "README-a4.pdf")}
    assert mine == {path: built[path] for path in mine}
    assert duel["NOTICE"] == (RULES / "penance" / "NOTICE").read_bytes()


def test_every_card_is_there_in_its_copies(duel: dict[str, bytes]) -> None:
    for deck in ("confessor", "warden"):
        text = text_of(duel[f"cards/{deck}-a4.pdf"]).casefold()
        bare = re.sub(r"\W", "", text)
        for name, copies in shipped("penance").by_id.decks[deck].cards:
            title = re.sub(r"\W", "", shipped("penance").by_id.cards[name].name).casefold()
            assert bare.count(title) >= copies, name


def test_the_page_tells_of_every_file_and_how_often_it_is_printed(duel: dict[str, bytes]) -> None:
    text = text_of(duel["README-a4.pdf"])
    for path, data in duel.items():
        if path.endswith(".pdf") and path != "README-a4.pdf":
            line = re.search(rf"{re.escape(path)} (.+?) (\d+) (both|one) (\d+) ×", text)
            assert line is not None, path
            with pikepdf.open(io.BytesIO(data)) as document:
                assert int(line[2]) * (2 if line[3] == "both" else 1) == len(document.pages)
            is_each = path in ("cards/wound_deck-a4.pdf", "reference/penance-casket-a4.pdf", "reference/penance-a4.pdf")
            assert int(line[4]) == (2 if is_each else 1), path
    told = re.findall(r"(\d+) (?:both|one) (\d+) ×", text)
    assert f"Sheets of A4 in all: {sum(int(sheets) * int(times) for sheets, times in told)}" in text
    assert "2 × Attack Die, 12 × Defense Die, 1 × d6" in text
    assert f"Markers for the tracks, {markers(shipped('penance'))} for each player" in text


def test_its_ruler_is_as_long_as_it_says(duel: dict[str, bytes]) -> None:
    assert "The ruler below must be 100 mm long." in text_of(duel["README-a4.pdf"])
    drawn = paths_drawn(duel["README-a4.pdf"])
    wide = [max(x for x, _ in path) - min(x for x, _ in path) for path in drawn if len(path) == 2]
    assert any(abs(length - 100_000) <= 10 for length in wide)
    marks = sorted({round(path[0][0]) for path in drawn if len(path) == 2 and abs(path[0][0] - path[1][0]) < 1})
    assert abs(marks[-1] - marks[0] - 100_000) <= 10


def test_the_same_kit_has_the_same_bytes(duel: dict[str, bytes]) -> None:
    first, second = (produce(compiled("penance"), settings(*DUEL)).artifacts for _ in range(2))
    assert first == second
    assert first[0].path == "kit/penance.zip"
    assert {"deck confessor", "deck wound_deck", "die attack", "reference", "theme"} <= set(first[0].made_from)
    assert "deck ironclad" not in {name for name in first[0].made_from if not name.startswith("deck ironclad")}


def test_which_decks_a_kit_has() -> None:
    whole = decks_of(shipped("penance"), ())
    assert whole.brought == ("confessor", "ironclad", "warden", "outrider")
    assert dict(whole.ready) == {"wound_deck": True, "damage_cards": True}
    assert whole.players == 2
    alone = decks_of(shipped("penance"), ("confessor",))
    assert alone.all == ("confessor", "wound_deck", "damage_cards")
    free = decks_of(shipped("skirmish"), ())
    assert (free.brought, free.ready, free.players) == ((), (), 0)


def test_options_that_leave_a_die_out_leave_its_sheet_out() -> None:
    assert [die.id for die in rolled(shipped("penance"), DUEL)] == ["attack", "defense", "d6"]
    chosen = shipped("penance", damaged_cards="on")
    assert "damage" in [die.id for die in rolled(chosen, decks_of(chosen, DUEL).all)]


def test_one_deck_alone_is_brought_by_every_player() -> None:
    files = files_of(compiled("penance"), settings("confessor"))
    text = text_of(files["README-a4.pdf"])
    assert "Church Confessor 4 both 2 ×" in text
    assert "cards/warden-a4.pdf" not in files


@pytest.mark.parametrize("game", ["aethelgard", "skirmish"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_games_without_decks_have_a_kit_too(game: str, paper: str) -> None:
    files = files_of(compiled(game), replace(settings(paper=paper), files=GameFiles(RULES / game)))
    sheet = {"aethelgard": "character", "skirmish": "models"}[game]
    assert f"reference/{game}-{sheet}-{paper}.pdf" in files
    assert any(path.startswith("dice/") for path in files)
    text = text_of(files[f"README-{paper}.pdf"])
    assert "one for every 2 players" in text
    assert "for 2 players; " in text and "sheets in all" not in text
    for data in files.values():
        if data.startswith(b"%PDF-"):
            with pikepdf.open(io.BytesIO(data)) as document:
                sides = {round(float(length)) for page in document.pages for length in page.MediaBox[2:]}
                assert sides == ({595, 842} if paper == "a4" else {612, 792})


def test_a_game_without_setups_and_one_with_nothing_to_print(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    files = files_of(compile_game(tmp_path), Settings("a4", NoCache()))
    assert sorted(files) == ["README-a4.pdf", "cards/first-a4.pdf", "cards/second-a4.pdf"]
    (tmp_path / "game.yaml").write_text('game: {id: g, name: G, version: "1", language: 1}\n', encoding="utf-8")
    assert produce(compile_game(tmp_path), Settings("a4", NoCache())).artifacts == ()


@pytest.mark.parametrize(("locale", "says"), [("de", "Drucken und spielen"), ("es", "Imprimir y jugar"), ("fr", "Imprimer et jouer")])
def test_the_page_speaks_the_language_of_the_game(locale: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME.replace("language: 1", f"language: 1, locale: {locale}"), encoding="utf-8")
    files = files_of(compile_game(tmp_path), Settings("a4", NoCache()))
    assert says.casefold() in text_of(files["README-a4.pdf"]).casefold()


def test_a_build_puts_it_where_it_is_looked_for(tmp_path: Path) -> None:
    request = BuildRequest(RULES / "skirmish", tmp_path, only=("kit",))
    built = build_game(request)
    assert built.manifest is not None
    assert [entry.path for entry in built.manifest.files if entry.product == "kit"] == ["kit/skirmish.zip"]
    assert build_game(request).made == ()


def test_some_decks_alone_may_be_asked_for_on_the_command_line() -> None:
    options = {"prints": (), "since": None, "maker": None}
    assert narrowed(("kit",), Selection(decks=DUEL), options) == ("kit",)


BOARD = """
counters: {air: {name: Air, owner: player, type: 0..5, start: 5, past: clamp, known: unread}}
reference: [{title: Diver, sheet: diver, owner: player, columns: 1, blocks: [{title: Air, show: track, ref: air}]}]
"""
PAGES = [
    (Printing(), ["Cards: from mark to mark, the long cuts first."], ["fold each sheet", "short edge"]),
    (Printing(pages="fold"), ["Cards: fold each sheet along its fold line", "from mark to mark"], ["turn the paper over"]),
    (Printing(marks="off"), ["Cards: along the edges of the cards, for the sheets have no marks"], ["from mark to mark"]),
    (Printing(marks="lines"), ["Cards: along the lines"], ["from mark to mark"]),
    (Printing(flip="short"), ["Cards on both sides: turn the paper over its short edge."], ["long edge"]),
]


@pytest.mark.parametrize(("printing", "says", "says_not"), PAGES)
def test_the_page_tells_of_sheets_as_they_are_printed(printing: Printing, says: list[str], says_not: list[str], tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME + BOARD, encoding="utf-8")
    files = files_of(compile_game(tmp_path), Settings("a4", NoCache(), printing=printing))
    text = text_of(files["README-a4.pdf"])
    assert [words for words in says if words not in text] == []
    assert [words for words in (*says_not, "Boards of several sheets", "Dice:") if words in text] == []
    with pikepdf.open(io.BytesIO(files["cards/first-a4.pdf"])) as first, pikepdf.open(io.BytesIO(files["cards/second-a4.pdf"])) as second:
        pages = len(first.pages) + len(second.pages)
    cards = pages if printing.pages == "fold" else pages // 2
    assert "one for every 2 players" in text
    assert f"Sheets of A4 in all: {cards + 1} for 2 players; {cards + 2} for 4 players" in text


def test_the_page_tells_how_paper_dice_are_glued(duel: dict[str, bytes]) -> None:
    text = text_of(duel["README-a4.pdf"])
    assert "Dice: cut out the net, fold it, and glue each tab under the face that it meets." in text
    assert "Boards of several sheets: cut along the line with a letter" in text


SHARED = """
game: {id: shared, name: Shared, version: "1", language: 1}
dice:
  worker: {name: Worker Die, sides: 6}
  storm: {name: Storm Die, sides: 12}
  many: {name: Many Die, sides: 10}
card_types: {c: {name: Card}}
cards: {one: {name: One}, two: {name: Two}}
decks: {all: {name: All, cards: {one: 2, two: 2}}}
zones: {talon: {name: Talon, owner: game, visible: none}}
procedures:
  main:
    inputs: {a: player, b: player, c: player}
    results: {winner: 1..3}
    steps:
      - {roll: w, die: worker, count: 3}
      - {roll: s, die: storm, count: 2}
      - {roll: m, die: many, count: 40}
      - {let: winner, value: if sum(w) + sum(s) > sum(m) then 1 else 2}
setups: {s: {name: S, players: 3, procedure: main, with: {a: 1, b: 2, c: 3}, ends: {winner: winner}, zones: {talon: all}}}
"""


def test_what_all_share_is_there_once_and_dice_are_counted(tmp_path: Path) -> None:
    """A deck that nobody brings is printed once for the table; plain dice are as many as a roll takes, where that is a handful."""
    (tmp_path / "game.yaml").write_text(SHARED, encoding="utf-8")
    text = text_of(files_of(compile_game(tmp_path), Settings("a4", NoCache()))["README-a4.pdf"])
    assert re.search(r"cards/all-a4.pdf .+? 1 both 1 ×", text), text
    assert "Sheets of A4 in all: 1" in text
    assert "Dice: 3 × Worker Die (d6), 2 × Storm Die (d12), Many Die (d10)." in text


TABLE = """
game: {id: table, name: Table, version: "1", language: 1}
card_types: {c: {name: Card}}
factions: {church: {name: Church, tincture: red}, elves: {name: Elves, tincture: green}}
cards: {one: {name: One}, two: {name: Two}, hurt: {name: Hurt}, sky: {name: Sky}}
decks:
  first: {name: First, faction: church, cards: {one: 2}}
  second: {name: Second, faction: SECOND, cards: {two: 2}}
  wounds: {name: Wounds, cards: {hurt: 2}}
  weather: {name: Weather, cards: {sky: 2}}
zones:
  stores: {name: Stores, owner: player, visible: none}
  spare: {name: Spare, owner: player, visible: none}
  talon: {name: Talon, owner: game, visible: none}
counters:
  score: {name: Score, owner: player, type: 0..5, past: clamp, known: unread}
  oil: {name: Oil, owner: game, type: 0..5, past: clamp, known: unread}
  air: {name: Air, owner: player, type: 0..5, past: clamp, known: unread}
procedures:
  main:
    inputs: {a: player, b: player, c: player, d: player}
    results: {winner: 0..4}
    steps: [{move: top, from: a.spare, to: a.stores}, {shuffle: a.stores}, {let: winner, value: "0"}]
setups:
  pair: {name: Pair, players: 2, procedure: main, with: {a: 1, b: 2, c: 1, d: 1}, BRINGS, zones: {spare: wounds, talon: weather}}
  four: {name: Four, players: 4, procedure: main, with: {a: 1, b: 2, c: 3, d: 4}, BRINGS, zones: {spare: wounds, talon: weather}}
reference:
  - {title: All, sheet: all, columns: 1, blocks: [{title: Score, show: track, ref: score}, {title: Oil, show: track, ref: oil}]}
  - {title: Mine, sheet: mine, columns: 1, owner: player, blocks: [{title: Air, show: track, ref: air}]}
  - {title: More, sheet: mine, columns: 1, blocks: [{title: Oil, show: track, ref: oil}]}
"""
# The faction of the second deck, the decks that are asked for, and how often each file of cards is printed.
PRINTED = [
    ("elves", (), {"first": 2, "second": 2, "wounds-church": 2, "wounds-elves": 2, "weather": 1}),
    ("church", (), {"first": 2, "second": 2, "wounds": 4, "weather": 1}),
    ("elves", ("second",), {"second": 4, "wounds-elves": 4, "weather": 1}),
    ("church", ("second",), {"second": 4, "wounds": 4, "weather": 1}),
    ("elves", ("first", "weather"), {"first": 4, "wounds-church": 4, "weather": 1}),
]


@pytest.mark.parametrize(("second", "asked", "printed"), PRINTED)
def test_every_player_has_a_deck_and_what_lies_by_it(second: str, asked: tuple[str, ...], printed: dict[str, int], tmp_path: Path) -> None:
    """Of two decks four players bring each twice; what lies before each of them is there as often, with the backs of these decks."""
    text = TABLE.replace("SECOND", second).replace("BRINGS", "deck: stores, decks: [first, second]")
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    page = text_of(files_of(compile_game(tmp_path), Settings("a4", NoCache(), chosen=Selection(decks=asked)))["README-a4.pdf"])
    assert "for 4 players" in page.lower()
    assert {name: int(times) for name, times in re.findall(r"cards/([a-z-]+)-a4.pdf .+? (\d) ×", page)} == printed


def test_setups_of_fewer_decks_count_by_themselves(tmp_path: Path) -> None:
    """A deck is there as often as the setup needs it that needs most of it."""
    text = (
        TABLE.replace("SECOND", "elves")
        .replace("BRINGS", "deck: stores, decks: [first, second]", 1)
        .replace("BRINGS", "deck: stores, decks: [first]")
    )
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    program = compile_game(tmp_path).program
    assert program is not None
    assert dict(decks_of(program, ()).needed) == {"first": 4, "second": 1, "wounds": 4, "weather": 1}
    assert dict(decks_of(program, ("second",)).needed)["second"] == 2


def test_a_deck_that_is_laid_out_is_brought_by_nobody(tmp_path: Path) -> None:
    """A setup without `decks:` lets any deck be brought; one that no setup lists is brought by all where it is asked for."""
    (tmp_path / "game.yaml").write_text(TABLE.replace("SECOND", "elves").replace("BRINGS", "deck: stores"), encoding="utf-8")
    program = compile_game(tmp_path).program
    assert program is not None
    assert dict(decks_of(program, ()).needed) == {"first": 2, "second": 2, "wounds": 4, "weather": 1}
    text = TABLE.replace("SECOND", "elves").replace("BRINGS", "deck: stores, decks: [first]")
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    program = compile_game(tmp_path).program
    assert program is not None
    assert dict(decks_of(program, ("second",)).needed)["second"] == 4


def test_markers_are_counted_for_each_player_and_for_all(tmp_path: Path) -> None:
    """What each player counts needs a marker each, also on a track that all share; both sides of a sheet of players are theirs."""
    text = TABLE.replace("SECOND", "elves").replace("BRINGS", "deck: stores, decks: [first, second]")
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    compilation = compile_game(tmp_path)
    assert compilation.program is not None
    assert (markers(compilation.program), shared_markers(compilation.program)) == (3, 1)
    page = text_of(files_of(compilation, Settings("a4", NoCache()))["README-a4.pdf"])
    assert "Markers for the tracks, 3 for each player: cubes, coins, paper clips." in page
    assert "Markers for the tracks that all share, 1: cubes, coins, paper clips." in page
