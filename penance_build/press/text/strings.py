"""Our own words on sheets, in the language of the game: files of ``templates/strings``, and what a game says instead of them.

A language is the file of its tag, or of the tag without its last parts: ``de-AT`` has ``de``. One without a file has English.
``say_KEY`` in the theme of a game says one of them otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from penance_build.ir.nodes import Program
from penance_build.ir.record import Record
from penance_build.shipped import data_folder

ENGLISH: Final = "en"
PREFIX: Final = "say_"
_HOLE = re.compile(r"\{([^{}]*)\}")
_TAG = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*\Z")


class Strings(Record):
    """The words of one game: ``language`` is the tag that its pages bear."""

    language: str
    words: Mapping[str, str]

    def say(self, key: str, **values: object) -> str:
        """The words of a key, with these values in their holes."""
        return _HOLE.sub(lambda hole: str(values[hole[1]]), self.words[key])

    def either(self, parts: list[str]) -> str:
        """Parts of which any one is meant."""
        return f" {self.words['or']} ".join(parts)


@lru_cache(maxsize=1)
def languages() -> tuple[str, ...]:
    """The languages that have a file, sorted."""
    return tuple(sorted(file.stem for file in (data_folder("templates") / "strings").glob("*.toml")))


@lru_cache(maxsize=16)
def words_in(language: str) -> Mapping[str, str]:
    """The words of a language that has a file."""
    import tomllib  # which most commands never need

    text = (data_folder("templates") / "strings" / f"{language}.toml").read_text(encoding="utf-8")
    return {key: str(value) for key, value in tomllib.loads(text).items()}


def spoken(locale: str) -> str:
    """The language whose file has the words for a tag; "" where there is none."""
    parts = locale.lower().split("-")
    tags = ("-".join(parts[:count]) for count in range(len(parts), 0, -1))
    return next((tag for tag in tags if tag in languages()), "")


def is_tag(locale: str) -> bool:
    """Whether a text looks like the tag of a language."""
    return _TAG.match(locale) is not None


def strings_of(program: Program) -> Strings:
    """The words of a game. What its theme says with a hole that is not there is left out: that is a problem by then."""
    locale = program.printed.locale or ENGLISH
    theme = {key.removeprefix(PREFIX): text for key, text in program.printed.theme if key.startswith(PREFIX)}
    own = {key: text for key, text in theme.items() if key in words_in(ENGLISH) and not wrong_holes(key, text)}
    return Strings(locale, {**words_in(spoken(locale) or ENGLISH), **own})


def holes(text: str) -> tuple[str, ...]:
    """The holes of a text, in order."""
    return tuple(_HOLE.findall(text))


def wrong_holes(key: str, text: str) -> str:
    """What is wrong with a text that is said instead of our own: "" for nothing."""
    known = holes(words_in(ENGLISH)[key])
    strange = [hole for hole in holes(text) if hole not in known]
    if strange:
        return f"has no hole {{{strange[0]}}}"
    return "has a brace that belongs to no hole" if re.search(r"[{}]", _HOLE.sub("", text)) else ""
