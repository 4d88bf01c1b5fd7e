"""The folder for a static host: every link leads to a file of it, nothing is asked of another host, and the search finds what cards say."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.browser_support import browser, opened, served

pytestmark = pytest.mark.soak


class Links(HTMLParser):
    """What a page points at, and which parts of it can be pointed at."""

    def __init__(self) -> None:
        super().__init__()
        self.to: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note them."""
        for name, value in attrs:
            if name in ("href", "src"):
                self.to.append(value or "")
            if name == "id":
                self.ids.append(value or "")


@pytest.fixture(scope="module")
def site(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole of it."""
    folder = tmp_path_factory.mktemp("showcase") / "site"
    spec = importlib.util.spec_from_file_location("showcase_make", root / "docs" / "showcase" / "make.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.main(folder)
    return folder


def pages(site: Path) -> Iterator[Path]:
    """Its pages, but those of builds."""
    yield from sorted(site.glob("*.html"))


def test_every_link_leads_to_a_file_or_a_part_of_the_page(site: Path) -> None:
    assert [page.name for page in pages(site)] == ["aethelgard.html", "index.html", "penance.html", "skirmish.html"]
    for page in pages(site):
        found = Links()
        found.feed(page.read_text(encoding="utf-8"))
        assert len(found.to) > 4
        for target in found.to:
            if target == "data:,":  # no picture of the site
                continue
            assert not re.match(r"[a-z]+:|//", target), target
            path, _, part = unquote(target).partition("#")
            assert (page.parent / path).exists() if path else part in found.ids, (page.name, target)
            assert not path.endswith("/") or (page.parent / path / "index.html").is_file(), target
    styles = "".join(path.read_text(encoding="utf-8") for path in (site / "style.css", site / "gallery.js"))
    assert "http" not in styles
    assert all((site / name).is_file() for name in re.findall(r"url\(([^)]+)\)", styles))
    assert len(list((site / "fonts").glob("*LICENSE*"))) == 2


def test_a_page_says_what_the_rules_say(site: Path) -> None:
    page = (site / "penance.html").read_text(encoding="utf-8")
    assert page.count("<li data-words=") == 83
    assert re.search(r"72\.22 %</td><td[^>]*><b>58\.33 %</b>", page)
    assert "Quick Reference: Sample turn" in page
    told = page[page.index('<table class="told">') : page.index('<p class="ends">')]
    assert re.findall(r"<td>(Damage taken)</td><td[^>]*>(\d+)</td>", told) == [("Damage taken", "6")]
    assert page.count('<svg class="icon"') == 2 + 8 + 4 * 6  # the sample's dice, and the faces of four dice


def test_the_search_finds_what_cards_say(site: Path, tmp_path: Path) -> None:
    with served(site) as address, opened(browser(), tmp_path / "profile") as page:
        page.size(1280, 900)
        page.go(f"{address}penance.html", "#words")
        shown = "document.querySelectorAll('.gallery li:not([hidden])').length"
        assert page.run(shown) == 83

        def search(words: str, deck: str) -> None:
            page.run(f"words.value = {words!r}; deck.value = {deck!r}; words.dispatchEvent(new Event('input'))")

        search("faithful thrust", "")
        assert (page.run(shown), page.run("found.value")) == (1, "1 card")
        search("heat", "Church Confessor")
        some = page.run(shown)
        assert 1 < some < 21
        search("no such words", "")
        assert page.run(shown) == 0
        search("", "")
        assert page.run(shown) == 83
        page.go(f"{address}index.html", ".game")
        page.wait("[...document.images].every((one) => one.complete && one.naturalWidth > 0)")
        assert page.wrong == []
        assert [url for url in page.asked if not url.startswith((address, "data:"))] == []
