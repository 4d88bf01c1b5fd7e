"""The page that plays a game, as a product of the build: one HTML file that reads ``../engine/``.

Style and script stand in the page, and its policy allows these two by their hashes, modules and data of its own host, and nothing else.
"""

from __future__ import annotations

import hashlib
from base64 import b64encode

from penance_build.compilation import Compilation
from penance_build.product import Artifact, Produced, Settings
from penance_build.shipped import data_folder

# In the order in which they read one another.
SCRIPTS = ("base", "words", "map", "log", "answers", "main")


def produce(compilation: Compilation, settings: Settings) -> Produced:
    """``web/index.html``, the same for every game; nothing where there is no program."""
    if compilation.program is None:
        return Produced(())
    return Produced((Artifact("web/index.html", emit_page().encode("utf-8"), ()),))


def emit_page() -> str:
    """The page with its style, its script and its policy."""
    style = "\n" + _read("page.css")
    script = "\n" + "\n".join(_read(f"{name}.js") for name in SCRIPTS)
    policy = "; ".join(
        (
            "default-src 'none'",
            f"script-src 'self' '{_hash(script)}'",
            f"style-src '{_hash(style)}'",
            "connect-src 'self'",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )
    page = _read("page.html")
    for name, text in (("policy", policy), ("style", style), ("script", script)):
        page = page.replace("{{ " + name + " }}", text)
    return page


def _hash(text: str) -> str:
    return "sha256-" + b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")


def _read(name: str) -> str:
    return (data_folder("templates") / "web" / name).read_text(encoding="utf-8")
