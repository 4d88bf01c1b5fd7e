"""The Jinja2 environment of the press: strict, escaping, and closed to everything but our own templates."""

from __future__ import annotations

from functools import lru_cache
from unicodedata import normalize

import jinja2

from penance_build.shipped import data_folder


@lru_cache(maxsize=1)
def environment() -> jinja2.Environment:
    """The environment: autoescape always on, an undefined name is an error, the loader sees ``templates/`` alone."""
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(data_folder("templates"), encoding="utf-8"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        finalize=composed,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )


def composed(value: object) -> object:
    """A text with its letters and their marks in one character, as fonts draw them; what is markup already was made of such."""
    return normalize("NFC", value) if type(value) is str else value


def render(template: str, **values: object) -> str:
    return environment().get_template(template).render(**values)


def template_text(template: str) -> str:
    """A template file as it stands, for style sheets that hold no expressions."""
    loader = environment().loader
    assert loader is not None
    return loader.get_source(environment(), template)[0]
