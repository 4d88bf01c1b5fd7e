"""The page that plays: its file, its policy; and in a browser a game by clicks, two people at one screen, another game by its path."""

from __future__ import annotations

import hashlib
import json
import re
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path

import pytest

from penance_build.api import compile_game
from penance_build.build.registry import PRODUCTS, choose
from penance_build.engine.product import produce as produce_engine
from penance_build.press.look.theme import COLORS, TINCTURES
from penance_build.product import NoCache, Settings
from penance_build.web.product import emit_page, produce
from tests.browser_support import Page, browser, opened, served
from tests.test_play_terminal import small_game

SETTINGS = Settings("a4", NoCache())

# Clicks whatever may be clicked, one after the other, as long as the game lasts; never to give up.
CLICKS = """(async (most) => {
    const pause = () => new Promise((done) => setTimeout(done, 3));
    let clicks = 0;
    for (let turn = 0; turn < 40000; turn += 1) {
        if (document.querySelector("#end") || clicks >= most) return clicks;
        const open = [...document.querySelectorAll('.table [data-legal="true"]:not(.last)')];
        if (open.length) {
            open[(clicks * 7919) % open.length].dispatchEvent(new MouseEvent("click", { bubbles: true }));
            clicks += 1;
        }
        await pause();
    }
    return -1;
})"""


def test_the_page_allows_its_own_script_and_style_and_nothing_else() -> None:
    page = emit_page()
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]+)"', page)
    for tag, directive in (('<script type="module">', "script-src 'self'"), ("<style>", "style-src")):
        (text,) = re.findall(re.escape(tag) + "(.*?)</", page, re.DOTALL)
        digest = b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{directive} 'sha256-{digest}'" in policy
    assert "unsafe" not in policy and "http" not in policy
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", page)
    assert "innerHTML" not in page and " style=" not in page and "{{" not in page
    assert len(page) < 80_000


def test_what_a_theme_leaves_out_has_the_colours_of_sheets() -> None:
    page = emit_page()
    for name, wanted in (("DEFAULT", dict(COLORS)), ("TINCTURES", {tincture: color for tincture, color, _ in TINCTURES})):
        (text,) = re.findall(rf"const {name} = \{{(.*?)\}}", page, re.DOTALL)
        assert dict(re.findall(r'(\w+): "(#[0-9a-f]{6})"', text)) == wanted


def test_the_page_reads_one_path_and_is_the_same_for_every_game(root: Path) -> None:
    assert emit_page().count('"../engine/"') == 1
    made = [produce(compile_game(root / "rules" / game, every_option=False), SETTINGS).artifacts for game in ("aethelgard", "skirmish")]
    assert made[0] == made[1]
    assert [item.path for item in made[0]] == ["web/index.html"]


def test_the_page_is_built_with_the_engine_beside_it() -> None:
    assert [product.name for product in choose(PRODUCTS, ("web",))] == ["engine", "web", "notice"]
    assert [product.name for product in choose(PRODUCTS, ("report",))] == ["report", "notice"]


def put(folder: Path, rules: Path) -> None:
    """What a build of these rules writes for the page."""
    compilation = compile_game(rules, every_option=False)
    assert compilation.program is not None, compilation.problems
    for artifact in (*produce_engine(compilation, SETTINGS).artifacts, *produce(compilation, SETTINGS).artifacts):
        path = folder / artifact.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(artifact.data)


@pytest.fixture(scope="module")
def site(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """Two games side by side: Penance, and a small one of cards, without a map."""
    folder = tmp_path_factory.mktemp("site")
    put(folder / "penance", root / "rules" / "penance")
    put(folder / "small", small_game(tmp_path_factory.mktemp("rules")))
    with served(folder) as address:
        yield address, folder


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Page]:
    with opened(browser(), tmp_path / "profile") as found:
        found.size(1280, 800)
        yield found


def begin(page: Page, address: str, seats: tuple[str, str], path: str = "") -> None:
    page.go(f"{address}penance/web/?pace=0{path}", "[data-key=begin]")
    for at, who in enumerate(seats):
        page.run(f"document.querySelectorAll('select[name=who]')[{at}].value = '{who}'")
    page.run("document.querySelector('input[name=seed]').value = '5'")
    page.run("document.querySelector('[data-key=begin]').click()")


def assert_clean(page: Page, address: str) -> None:
    assert page.wrong == []
    assert [url for url in page.asked if not url.startswith((address, "data:"))] == []


@pytest.mark.full
def test_a_duel_is_played_to_its_end_by_clicks(page: Page, site: tuple[str, Path]) -> None:
    address, _ = site
    begin(page, address, ("person", "bot"))
    assert page.run(CLICKS + "(25)") == 25
    page.size(360, 740)
    assert page.run("document.documentElement.scrollWidth") == 360
    assert page.run("document.querySelectorAll('.log li').length") > 5
    kept = page.run("Object.keys(localStorage).filter((key) => key.startsWith('front:penance:')).length")
    assert kept == 1
    # The page goes on where it was, after it was closed.
    steps = page.run("document.querySelectorAll('.log li').length")
    page.go(f"{address}penance/web/?pace=0", "[data-key=begin]")
    page.run("document.querySelector('.start .first').click()")
    assert page.run("document.querySelectorAll('.log li').length") == steps
    assert page.run(CLICKS + "(5000)") > 20
    assert page.run("document.querySelector('#end h2').textContent") in ("You win", "Bot wins", "Nobody wins")
    assert_clean(page, address)


@pytest.mark.full
def test_a_hand_is_covered_between_two_people(page: Page, site: tuple[str, Path]) -> None:
    address, _ = site
    begin(page, address, ("person", "person"))
    shown = "[...document.querySelectorAll('.dock .card .name')].map((one) => one.textContent)"
    assert page.run(shown) == [] and page.run("document.querySelector('.curtain h2').textContent") == "Player 1 decides"
    assert page.run("document.activeElement.dataset.key") == "lift"
    page.press("Enter")
    page.wait("document.querySelector('.curtain') === null")
    first = page.run(shown)
    assert len(first) == 6
    page.run("""document.querySelector('.ask [data-legal="true"]').click()""")
    page.wait("document.querySelector('.curtain') !== null")
    assert page.run("document.querySelector('.curtain h2').textContent") == "Player 2 decides"
    assert page.run(shown) == [] and page.run("document.querySelector('.log')") is None
    page.run("document.querySelector('[data-key=lift]').click()")
    second = page.run(shown)
    assert len(second) == 6 and second != first
    told = page.run("document.querySelector('.log').textContent")
    assert [name for name in set(first) - set(second) if name in told] == []
    assert_clean(page, address)


@pytest.mark.full
def test_keys_answer_and_choices_are_taken_back(page: Page, site: tuple[str, Path]) -> None:
    address, _ = site
    begin(page, address, ("person", "bot"))
    page.run("document.querySelector('[data-key=answer0]').focus()")
    page.press("ArrowRight")
    assert page.run("document.activeElement.dataset.key") == "answer1"
    page.press("ArrowLeft")
    page.press("Enter")
    page.wait("document.querySelector('[data-hex]') !== null")  # whoever begins: the bot plays at once
    before = page.run("document.querySelector('.token').getAttribute('transform')")
    page.run("document.querySelector('[data-hex]').focus()")
    page.press("Enter")
    page.wait(f"document.querySelector('.token').getAttribute('transform') !== {json.dumps(before)}")
    page.run("document.querySelector('[data-key=undo]').click()")
    page.run("document.querySelector('[data-key=undo]').click()")
    page.wait(f"document.querySelector('.token').getAttribute('transform') === {json.dumps(before)}")
    # What is not legal stays dim, and says why.
    page.run("document.querySelector('[data-key=answer2]').click()")
    page.run("document.querySelector('.answers [aria-disabled=true]').click()")
    assert "Not now: " in page.run("document.querySelector('.why').textContent")
    assert_clean(page, address)


@pytest.mark.full
def test_a_kept_game_that_was_changed_is_refused(page: Page, site: tuple[str, Path]) -> None:
    address, _ = site
    begin(page, address, ("person", "bot"))
    page.run("""(() => {
        const [key] = Object.keys(localStorage).filter((name) => name.startsWith("front:penance:"));
        const kept = JSON.parse(localStorage.getItem(key));
        kept.state.counters.at = [500, 0];
        localStorage.setItem(key, JSON.stringify(kept));
    })()""")
    page.go(f"{address}penance/web/", ".start .first")
    page.run("document.querySelector('.start .first').click()")
    assert page.run("document.querySelector('[role=alert]').textContent") != ""
    assert_clean(page, address)


@pytest.mark.full
def test_another_game_is_another_path(page: Page, site: tuple[str, Path]) -> None:
    address, folder = site
    begin(page, address, ("person", "bot"), "&game=../../small/engine/")
    assert page.run("document.title") == json.loads((folder / "small" / "engine" / "game.json").read_text(encoding="utf-8"))["name"]
    assert page.run("document.querySelector('.map')") is None
    assert page.run(CLICKS + "(3000)") > 2
    assert page.run("document.querySelector('#end h2').textContent") != ""
    page.go(f"{address}penance/web/?game=https://example.org/", ".wrong")
    assert "host" in page.run("document.querySelector('.wrong').textContent")
    assert_clean(page, address)


@pytest.mark.full
def test_a_card_with_two_ways_is_no_click(page: Page, site: tuple[str, Path]) -> None:
    """With one card in hand it can only be buried: it is an answer. With two, played or buried: the buttons tell which."""
    address, _ = site
    begin(page, address, ("person", "bot"), "&game=../../small/engine/")
    legal = "[...document.querySelectorAll('.ask [data-legal=\"true\"]')].map((one) => one.textContent)"
    cards = "document.querySelectorAll('.dock button.card').length"
    page.wait(f"{legal}.length === 2")
    assert page.run(legal) == ["Stay", "Bury"] and page.run(cards) == 1
    page.run("document.querySelector('[data-key=answer0]').click()")
    page.wait(f"{legal}.length === 3")
    assert page.run(legal) == ["Stay", "Play", "Bury"] and page.run(cards) == 0
    page.run("document.querySelector('[data-key=answer1]').click()")
    page.wait(f"{cards} > 0")
    assert_clean(page, address)
