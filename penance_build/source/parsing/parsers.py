"""The two parsers that give YAML events: libyaml, and PyYAML's own, corrected where it differs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import yaml

EventSource = Callable[[str], Iterator[Any]]

# White space is what YAML calls so: a no-break space is a letter like any other.
_SPACE = r" \t\r\n\0\x85\u2028\u2029"
_BLOCK_WORD = re.compile(rf"(?:[^{_SPACE}:]|:(?![{_SPACE}]))+")
_FLOW_WORD = re.compile(rf"(?:[^{_SPACE}:,\[\]{{}}]|:(?![{_SPACE},\[\]{{}}]))+")


def libyaml_events(text: str) -> Iterator[Any]:
    """The events of libyaml, some ten times as fast. Raises ImportError where PyYAML was built without it."""
    from yaml._yaml import CParser

    return iter(CParser(text).get_event, None)


def python_events(text: str) -> Iterator[Any]:
    """The events of PyYAML's own parser, which is always there."""
    return iter(_PythonParser(text).get_event, None)


def default_events() -> EventSource:
    """libyaml where it is there."""
    return libyaml_events if yaml.__with_libyaml__ else python_events


class _PythonParser(yaml.Loader):
    """PyYAML's parser, which differs from libyaml in one thing that authors write: a question mark inside a text in brackets."""

    def scan_plain(self) -> yaml.ScalarToken:
        """An unquoted scalar: words, and the spaces and line breaks between them."""
        word = _FLOW_WORD if self.flow_level else _BLOCK_WORD
        pieces: list[str] = []
        spaces: list[str] = []
        start = end = self.get_mark()
        indent = self.indent + 1
        while self.peek() != "#":
            match = word.match(self.buffer, self.pointer)
            if match is None:
                break
            self.allow_simple_key = False
            pieces += [*spaces, match[0]]
            self.forward(len(match[0]))
            end = self.get_mark()
            spaces = self.scan_plain_spaces(indent, start) or []
            if not spaces or (not self.flow_level and self.column < indent):
                break
        return yaml.ScalarToken("".join(pieces), True, start, end)
